import CPseudoTerminal
import LibC

/// The programs that `swift build` put beside the tests.
public enum BuiltProducts {
  /// Returns the path of a program of this package.
  ///
  /// A test target that uses a program lists it among its dependencies, so that it is built first.
  public static func path(of program: String) -> String { directory + "/" + program }

  /// The directory with the products of `swift build`.
  public static let directory: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    precondition(session_own_path(&buffer, buffer.count) == 0, "unknown place of the test bundle")
    let path = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    // On Linux the bundle is an executable; on macOS it is a directory that contains one.
    if let bundle = parts.lastIndex(where: { $0.hasSuffix(".xctest") }) {
      parts.removeSubrange(bundle...)
    } else {
      parts.removeLast()
    }
    return parts.joined(separator: "/")
  }()
}
