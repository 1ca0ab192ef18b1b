import LibC

/// Watches files and directories by inotify on Linux. On other systems nothing is watched, and the caller
/// checks again from time to time, as for network file systems, for which the kernel reports no changes.
package final class FileWatcher: Sendable {
  /// The kind of changes to report.
  package enum Interest: Sendable {
    /// A file was written, moved or deleted.
    case file
    /// A directory has a new entry.
    case arrivals
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

  /// Watches a file or a directory.
  ///
  /// - Returns: Whether it is watched: false if it does not exist, or the kernel has no watch left.
  package func watch(_ path: UnsafePointer<CChar>, for interest: Interest) -> Bool {
    #if os(Linux)
      descriptor >= 0 && inotify_add_watch(descriptor, path, interest.mask) >= 0
    #else
      false
    #endif
  }

  /// Discards the reports so far, so that the descriptor becomes readable on the next change.
  package func discardReports() {
    guard descriptor >= 0 else { return }
    withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 8) { room in
      while read(descriptor, room.baseAddress, room.count) > 0 {}
    }
  }
}

#if os(Linux)
  extension FileWatcher.Interest {
    fileprivate var mask: UInt32 {
      switch self {
      case .file: UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)
      case .arrivals: UInt32(IN_CREATE | IN_MOVED_TO | IN_ONLYDIR)
      }
    }
  }
#endif
