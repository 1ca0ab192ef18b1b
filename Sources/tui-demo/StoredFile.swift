import LibC

/// A file by its path, read whole and replaced whole.
struct StoredFile: Hashable, Sendable {
  var path: String
  /// How often it is tried to replace it while another program does so.
  var attempts = 200

  /// The last part of the path.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// What the system refused, and why.
  struct Refusal: Error, Hashable, CustomStringConvertible {
    var path: String
    /// The number of the error.
    var code: Int32

    /// Why, in the system's words.
    var reason: String { String(cString: strerror(code)) }

    var description: String { "\(path): \(reason)" }
  }

  /// What is in it.
  func contents() throws(Refusal) -> [UInt8] {
    guard let file = fopen(path, "r") else { throw refusal }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&piece, 1, piece.count, file)
      bytes += piece[..<count]
      if count == 0 {
        guard ferror(file) == 0 else { throw refusal }
        return bytes
      }
    }
  }

  /// What is in it; nil where there is no such file.
  func contentsIfAny() throws(Refusal) -> [UInt8]? {
    do throws(Refusal) {
      return try contents()
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
  }

  /// Finds out whether it could be replaced, or made, before there is anything to lose. What is left of a program
  /// that was killed while it did so is removed.
  func checkIsReplaceable() throws(Refusal) {
    let target = realTarget
    let directory = StoredFile(path: target.directory)
    guard access(directory.path, W_OK | X_OK) == 0 else { throw directory.refusal }
    target.removeLeftover()
    var status = stat()
    guard stat(target.path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Refusal(path: path, code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    guard access(target.path, R_OK | W_OK) == 0 else { throw refusal }
    guard geteuid() == 0 || status.st_uid == geteuid() else { throw Refusal(path: path, code: EPERM) }
  }

  /// The refusal of the call that was made last.
  var refusal: Refusal { Refusal(path: path, code: errno) }

  /// The file behind links; the path itself while there is none.
  var realTarget: StoredFile {
    guard let resolved = realpath(path, nil) else { return self }
    defer { free(resolved) }
    return StoredFile(path: String(cString: resolved), attempts: attempts)
  }

  var directory: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
