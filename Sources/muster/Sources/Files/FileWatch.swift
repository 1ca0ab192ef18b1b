#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Waits until a file may have changed: the kernel tells on Linux, and elsewhere, and on file systems of other
/// machines, somebody looks again.
///
/// Watched are the file and its directory: editors put a new file in the place of the old one.
struct FileWatch: ~Copyable {
  private let path: FilePathBytes
  private let queue: Int32

  init(_ path: FilePathBytes) {
    self.path = path
    #if os(Linux)
      queue = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    #else
      queue = -1
    #endif
    renew()
  }

  deinit { if queue >= 0 { close(queue) } }

  /// Watches the file that has the path now.
  private func renew() {
    #if os(Linux)
      guard queue >= 0 else { return }
      let changes = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)
      _ = path.withCString { inotify_add_watch(queue, $0, changes) }
      let arrivals = UInt32(IN_CREATE | IN_MOVED_TO | IN_ONLYDIR)
      _ = path.parts.directory.withCString { inotify_add_watch(queue, $0, arrivals) }
    #endif
  }

  /// Waits until the file may have changed, or the time is over.
  ///
  /// - Returns: whether to go on.
  func wait(_ signal: StopSignal, atMost limit: Duration) -> Bool {
    guard signal.wait(for: queue, atMost: limit) != .stop else { return false }
    drain()
    renew()
    return true
  }

  /// Takes in what was told.
  private func drain() {
    guard queue >= 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(queue, &buffer, buffer.count) > 0 {}
  }
}
