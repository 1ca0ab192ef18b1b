import Dispatch
import Foundation

/// How a wait for changes of a database's files ended.
enum DatabaseFileEvent: Hashable, Sendable {
  /// One of them was written, came, went, or was replaced.
  case written
  /// The time is over.
  case nothing
  /// The watch has ended.
  case lost
}

#if os(Linux) && canImport(Glibc)
  import Glibc

  /// Lets the kernel tell when the files of a database are written: the database, its write-ahead log, its journal.
  final class DatabaseFileWatch: Sendable {
    private let descriptor: Int32
    private let directory: Int32
    private let queue = DispatchQueue(label: "database-browser.sqlite.files")
    /// The files' paths; each other than the first may come and go.
    private let paths: [String]

    /// Nil where the system does not report changes.
    init?(path: String) {
      guard let resolved = realpath(path, nil) else { return nil }
      defer { free(resolved) }
      let file = String(cString: resolved)
      paths = ["", "-wal", "-journal"].map { file + $0 }
      let folder = (file as NSString).deletingLastPathComponent
      if RemoteFileSystem.holds(folder) { return nil }
      descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      let interest = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
      directory = inotify_add_watch(descriptor, folder, UInt32(interest | IN_ONLYDIR))
      if directory < 0 { return nil }
      watchFiles()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Watches those files that are there; once more does no harm.
    private func watchFiles() {
      for path in paths { inotify_add_watch(descriptor, path, UInt32(IN_MODIFY)) }
    }

    /// Waits until something happens, or a time is over; without one as long as it takes.
    func next(within timeout: Duration?, on clock: any Clock<Duration>) async -> DatabaseFileEvent {
      await withTaskGroup(of: DatabaseFileEvent.self) { group in
        if let timeout {
          group.addTask {
            try? await clock.sleep(for: timeout)
            return .nothing
          }
        }
        group.addTask { await self.next() }
        var event = await group.next() ?? .nothing
        group.cancelAll()
        // An event that was taken when the time was over is not lost.
        for await other in group where other != .nothing { event = other }
        return event
      }
    }

    private func next() async -> DatabaseFileEvent {
      while !Task.isCancelled {
        if let event = takeEvents() { return event }
        guard await waitUntilReadable() else { return .lost }
      }
      return .nothing
    }

    /// - Returns: false where waiting is impossible.
    private func waitUntilReadable() async -> Bool {
      // A descriptor of its own: it may be closed only when libdispatch has let go of it, which is later.
      let descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
      if descriptor < 0 { return false }
      let (arrivals, arrival) = AsyncStream<Void>.makeStream()
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler { source.cancel() }
      source.setCancelHandler {
        close(descriptor)
        arrival.finish()
      }
      source.activate()
      // Ends with the source, or with the task.
      for await _ in arrivals {}
      source.cancel()
      return true
    }

    /// What the kernel has written until now: number of the watch, kind, cookie, length of the name, name, zeros. Nil
    /// where it is nothing, or about other files of the directory.
    func takeEvents() -> DatabaseFileEvent? {
      var result: DatabaseFileEvent?
      let names = Set(paths.map { ($0 as NSString).lastPathComponent })
      var bytes = [UInt8](repeating: 0, count: 16 * 1024)
      while true {
        let count = read(descriptor, &bytes, bytes.count)
        if count <= 0 { break }
        bytes.withUnsafeBytes { bytes in
          var start = 0
          while start + MemoryLayout<inotify_event>.size <= count {
            let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
            start += MemoryLayout<inotify_event>.size
            let name = bytes[start..<min(count, start + Int(event.len))].prefix { $0 != 0 }
            start += Int(event.len)
            let kind = Int(event.mask)
            if event.wd == directory {
              if kind & Int(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT) != 0 { result = .lost }
              guard names.contains(String(decoding: name, as: UTF8.self)) else { continue }
            } else if kind & Int(IN_IGNORED) != 0 {
              continue
            }
            if result == nil { result = .written }
          }
        }
      }
      if result == .written { watchFiles() }
      return result
    }
  }
#else
  /// The system reports nothing here, so the files are checked at an interval.
  final class DatabaseFileWatch: Sendable {
    init?(path: String) { return nil }

    func next(within timeout: Duration?, on clock: any Clock<Duration>) async -> DatabaseFileEvent { .lost }
  }
#endif
