/// What both programs say of themselves.
package enum ProgramVersion {
  /// The version, and how the program is built: `0.1.0 (quick build)`.
  package static let text = "0.1.0 (\(build) build)"

  private static var build: String {
    #if QUICK_BUILD
      "quick"
    #elseif DEBUG
      "debug"
    #else
      "optimised"
    #endif
  }
}
