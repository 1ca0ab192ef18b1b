#if os(Linux) && canImport(Glibc)
  import Dispatch
  import LibC

  /// The kernel's queue of what happens in directories.
  struct InotifyQueue: ~Copyable, Sendable {
    private let descriptor: Int32

    private static let interest = UInt32(
      IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF
        | IN_MOVE_SELF
        | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK)

    /// - Throws: why there is none; a user may have only so many.
    init() throws(FileProblem) {
      descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      if descriptor < 0 { throw .last }
    }

    deinit { close(descriptor) }

    /// Watches a directory.
    ///
    /// - Returns: the number of the watch: that of an earlier one where the directory has one.
    func add(_ path: FileName) throws(FileProblem) -> Int32 {
      let watch = path.withCString { inotify_add_watch(descriptor, $0, Self.interest) }
      if watch < 0 { throw .last }
      return watch
    }

    func remove(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

    /// Takes what has happened out of the queue.
    func takeEvents() -> [InotifyEvent] {
      var events: [InotifyEvent] = []
      let room = 64 * 1024
      while true {
        let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
          count = max(0, read(descriptor, buffer.baseAddress, room))
        }
        if bytes.isEmpty { return events }
        events += InotifyEvent.all(in: bytes)
      }
    }

    /// Returns when something has happened, or the task is cancelled; nobody wakes up before.
    ///
    /// - Returns: false where waiting is impossible.
    func wait() async -> Bool {
      // A descriptor of its own: it may be closed only when libdispatch has let go of it, which is later.
      let descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      if descriptor < 0 { return false }
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

  /// Something that happened in a watched directory.
  struct InotifyEvent: Hashable, Sendable {
    /// The number of the watch; -1 for all of them.
    var watch: Int32
    var mask: UInt32
    /// Nil where it happened to the directory itself.
    var name: FileName?

    /// Whether events were lost because nobody took them in time.
    var isOverflow: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }
    /// Whether the directory is where it was no longer.
    var isEnd: Bool { mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0 }

    /// The events the kernel wrote one behind the other: number, kind, cookie, length of the name, name, zeros.
    static func all(in bytes: [UInt8]) -> [Self] {
      var events: [Self] = []
      bytes.withUnsafeBytes { bytes in
        var start = 0
        while start + MemoryLayout<inotify_event>.size <= bytes.count {
          let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
          start += MemoryLayout<inotify_event>.size
          let end = min(bytes.count, start + Int(event.len))
          let name = bytes[start..<end].prefix { $0 != 0 }
          events.append(Self(watch: event.wd, mask: event.mask, name: name.isEmpty ? nil : FileName(name)))
          start = end
        }
      }
      return events
    }
  }
#endif
