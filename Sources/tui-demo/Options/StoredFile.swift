#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// A file by its path, read whole and replaced whole.
struct StoredFile: Hashable, Sendable {
  var path: String

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

  /// Puts other bytes in its place: whoever reads it, even after a crash or a loss of power, finds all of the old
  /// ones or all of the new ones.
  ///
  /// Where the path is a link, the file it leads to is replaced, and keeps its permissions.
  func replace(with bytes: [UInt8]) throws(Refusal) {
    let target = realTarget
    let fresh = StoredFile(path: "\(target.path).\(getpid()).tmp")
    do throws(Refusal) {
      try fresh.write(bytes, like: target)
      guard rename(fresh.path, target.path) == 0 else { throw target.refusal }
    } catch {
      unlink(fresh.path)
      throw error
    }
    target.syncDirectory()
  }

  /// Finds out whether it could be replaced, or made, before there is anything to lose.
  func checkIsReplaceable() throws(Refusal) {
    let target = realTarget
    let directory = StoredFile(path: target.directory)
    guard access(directory.path, W_OK | X_OK) == 0 else { throw directory.refusal }
    var status = stat()
    guard stat(target.path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Refusal(path: path, code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    guard access(target.path, R_OK | W_OK) == 0 else { throw refusal }
  }

  /// The refusal of the call that was made last.
  private var refusal: Refusal { Refusal(path: path, code: errno) }

  /// The file behind links; the path itself while there is none.
  private var realTarget: StoredFile {
    guard let resolved = realpath(path, nil) else { return self }
    defer { free(resolved) }
    return StoredFile(path: String(cString: resolved))
  }

  private var directory: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Writes a new file, and waits until it is on the disk.
  private func write(_ bytes: [UInt8], like model: StoredFile) throws(Refusal) {
    unlink(path)
    guard let file = fopen(path, "wx") else { throw refusal }
    defer { fclose(file) }
    var status = stat()
    if stat(model.path, &status) == 0 { fchmod(fileno(file), status.st_mode & 0o7777) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count, fflush(file) == 0, fsync(fileno(file)) == 0
    else { throw refusal }
  }

  /// Waits until the directory knows of the new file; file systems that cannot say so, do so.
  private func syncDirectory() {
    let descriptor = open(directory, O_RDONLY)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
