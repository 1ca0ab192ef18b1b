import Foundation

/// A lock that one process at a time holds, and that ends with the process, however that ends.
struct FileLock {
  private let descriptor: Int32

  /// Waits for it.
  ///
  /// - Parameters:
  ///   - path: a file for nothing else, made if need be.
  ///   - willWait: called where another process holds it.
  /// - Throws: ``TableError`` where there can be no such file.
  init(path: String, willWait: () -> Void) throws {
    descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw Self.error(path) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
    if errno == EWOULDBLOCK { willWait() }
    while flock(descriptor, LOCK_EX) != 0 {
      if errno == EINTR { continue }
      let error = Self.error(path)
      close(descriptor)
      throw error
    }
  }

  func unlock() { close(descriptor) }

  private static func error(_ path: String) -> TableError {
    .noDatabase(path, reason: String(cString: strerror(errno)))
  }
}
