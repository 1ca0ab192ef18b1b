import Files
import LibC

/// Waits until one of several files may have changed.
///
/// Watches the files and their directories, because editors replace a file by a new one. If the kernel
/// reports no changes, the caller checks again after a time limit.
struct FileWatch: ~Copyable {
  private let paths: [FilePathBytes]
  private let watcher = FileWatcher()

  init(_ paths: [FilePathBytes]) {
    self.paths = paths
    renew()
  }

  /// Watches the files that are at the paths now.
  private func renew() {
    for path in paths {
      _ = path.withCString { watcher.watch($0, for: .file) }
      _ = path.parts.directory.withCString { watcher.watch($0, for: .arrivals) }
    }
  }

  /// Waits until a file may have changed, or the time is over. Returns whether to go on.
  package func wait(_ signal: WakePipe, atMost limit: Duration) -> Bool {
    guard signal.wait(for: watcher.descriptor, atMost: limit) != .woken else { return false }
    watcher.discardReports()
    renew()
    return true
  }
}
