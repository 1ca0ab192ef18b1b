import CPseudoTerminal
import LibC

/// The programs `swift build` has put beside the tests.
public enum BuiltProducts {
  /// The path of a program of this package.
  ///
  /// A test target that uses one names it among its dependencies, so that it is built before.
  public static func path(of program: String) -> String { directory + "/" + program }

  /// Where `swift build` puts what it builds.
  public static let directory: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    precondition(session_own_path(&buffer, buffer.count) == 0, "unknown place of the test bundle")
    let path = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    // On Linux the bundle is a program itself; on macOS a folder around one.
    if let bundle = parts.lastIndex(where: { $0.hasSuffix(".xctest") }) {
      parts.removeSubrange(bundle...)
    } else {
      parts.removeLast()
    }
    return parts.joined(separator: "/")
  }()
}
