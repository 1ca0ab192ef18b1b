import Dispatch
import LibC

/// Watches files and directories by inotify on Linux. On other systems nothing is watched, and the caller
/// checks again from time to time, as for network file systems, for which the kernel reports no changes.
package final class FileWatcher: Sendable {
  /// The number of a watch. A file has one number, even if several paths lead to it.
  package typealias Watch = Int32

  /// The kind of changes to report.
  package enum Interest: Sendable {
    /// A file was written, moved or deleted.
    case file
    /// A directory has a new entry.
    case arrivals
    /// An entry of a directory was created, changed, moved or deleted, or the directory itself was moved or
    /// deleted.
    case entries
  }

  /// The changes since the last report.
  package struct Changes: Sendable {
    /// The watches of changed files and directories.
    package fileprivate(set) var watches: Set<Watch> = []
    /// The watches of moved and deleted files and directories.
    package fileprivate(set) var ended: Set<Watch> = []
    /// Whether the kernel dropped reports, so that anything may have changed.
    package fileprivate(set) var isIncomplete = false
  }

  /// The descriptor that becomes readable on a change; negative if nothing is ever reported.
  package let descriptor: Int32

  package init(isEnabled: Bool = true) {
    #if os(Linux)
      descriptor = isEnabled ? inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)) : -1
    #else
      descriptor = -1
    #endif
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Watches a file or a directory. A link to a directory is not followed.
  ///
  /// - Returns: The watch; nil if the file does not exist, or the kernel has no watch left.
  package func watch(_ path: UnsafePointer<CChar>, for interest: Interest) -> Watch? {
    #if os(Linux)
      guard descriptor >= 0 else { return nil }
      let watch = inotify_add_watch(descriptor, path, interest.mask)
      return watch < 0 ? nil : watch
    #else
      return nil
    #endif
  }

  package func unwatch(_ watch: Watch) {
    #if os(Linux)
      inotify_rm_watch(descriptor, watch)
    #endif
  }

  /// Returns the changes since the last call.
  package func takeChanges() -> Changes {
    var changes = Changes()
    #if os(Linux)
      let room = 64 * 1024
      while descriptor >= 0 {
        let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
          count = max(0, read(descriptor, buffer.baseAddress, room))
        }
        if bytes.isEmpty { break }
        changes.add(bytes)
      }
    #endif
    return changes
  }

  /// Waits until something has changed, or the task is cancelled.
  ///
  /// - Returns: false if nothing is ever reported.
  package func wait() async -> Bool {
    // Duplicates the descriptor, because the source closes it after this call has returned.
    let descriptor = descriptor < 0 ? -1 : fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { return false }
    let (arrivals, arrival) = AsyncStream<Never>.makeStream()
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
    source.setEventHandler { source.cancel() }
    source.setCancelHandler {
      close(descriptor)
      arrival.finish()
    }
    source.activate()
    for await _ in arrivals {}
    source.cancel()
    return true
  }
}

#if os(Linux)
  extension FileWatcher.Interest {
    fileprivate var mask: UInt32 {
      switch self {
      case .file: UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)
      case .arrivals: UInt32(IN_CREATE | IN_MOVED_TO | IN_ONLYDIR)
      case .entries:
        UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MODIFY | IN_ATTRIB)
          | UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK)
      }
    }
  }

  extension FileWatcher.Changes {
    /// Adds the events that the kernel wrote, each followed by a name.
    fileprivate mutating func add(_ bytes: [UInt8]) {
      bytes.withUnsafeBytes { bytes in
        var start = 0
        while start + MemoryLayout<inotify_event>.size <= bytes.count {
          let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
          start += MemoryLayout<inotify_event>.size + Int(event.len)
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isIncomplete = true }
          watches.insert(event.wd)
          if event.mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0 { ended.insert(event.wd) }
        }
      }
    }
  }
#endif
