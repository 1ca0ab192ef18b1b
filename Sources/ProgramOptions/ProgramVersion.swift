package enum ProgramVersion {
  /// The version, and the kind of build: `1.0.0 (quick build)`.
  package static let text = "1.0.0 (\(build) build)"

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
