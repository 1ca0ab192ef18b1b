import Files
import LibC

/// A small file of text that muster keeps for the user.
struct UserFile: Hashable, Sendable {
  private let file: StoredFile

  var path: String { file.path }

  init(path: String) { file = StoredFile(path: path) }

  /// A file below a directory for programs.
  ///
  /// - Parameters:
  ///   - variable: names the directory: `XDG_CONFIG_HOME`.
  ///   - fallback: where it is in the home directory without that.
  /// - Returns: nil without a home.
  init?(in variable: String, or fallback: String, _ name: String) {
    func directory(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let base = directory(variable) ?? directory("HOME").map({ "\($0)/\(fallback)" }) else { return nil }
    file = StoredFile(path: "\(base)/muster/\(name)")
  }

  /// The lines; none where there is no file.
  func lines() throws(SystemError) -> [String] {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      bytes = try file.contentsIfAny() ?? []
    } catch {
      // Nor is there one below what is no directory.
      guard error.code == ENOTDIR else { throw error }
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init).dropLast(bytes.last == UInt8(ascii: "\n") || bytes.isEmpty ? 1 : 0)
  }

  /// Writes the file as a whole or not at all.
  ///
  /// - Parameter isPrivate: whether only the user may read a file that is new.
  func write(_ text: String, isPrivate: Bool = false) throws(SystemError) {
    try file.createDirectories()
    try file.replace(with: Array(text.utf8), isPrivate: isPrivate)
  }
}
