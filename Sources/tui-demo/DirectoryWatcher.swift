/// Lets the kernel tell what changes in directories, where it does: by inotify on Linux.
///
/// ```text
///   watch(3, "/a") ─▶ inotify ─▶ nextChanges(): 3: names b, c     something came, went, changed
///                                               3: everything    it is gone, or events were lost
/// ```
///
/// What it does not watch is looked at every few seconds instead; see ``LiveFileTree``.
actor DirectoryWatcher {
  typealias FolderNumber = FileItem.FolderNumber
  typealias Changes = [FolderNumber: DirectoryChange]

  /// How many directories it watches at most: the kernel has only so many watches for all programs of a user.
  private let limit: Int

  #if os(Linux) && canImport(Glibc)
    private let queue: InotifyQueue?
    // A directory has one watch, whatever ways lead to it.
    private var numbers: [Int32: Set<FolderNumber>] = [:]
    private var watches: [FolderNumber: Int32] = [:]

    init(limit: Int = 4096) {
      self.limit = limit
      queue = limit > 0 ? try? InotifyQueue() : nil
    }

    /// Watches a directory.
    ///
    /// - Returns: whether it does; there may be no watch left, or the directory gone.
    func watch(_ number: FolderNumber, at path: FileName) -> Bool {
      unwatch(number)
      guard watches.count < limit, let watch = try? queue?.add(path) else { return false }
      watches[number] = watch
      numbers[watch, default: []].insert(number)
      return true
    }

    /// Watches a directory no longer.
    func unwatch(_ number: FolderNumber) {
      guard let watch = watches.removeValue(forKey: number) else { return }
      numbers[watch]?.remove(number)
      guard numbers[watch]?.isEmpty ?? true else { return }
      numbers[watch] = nil
      queue?.remove(watch)
    }

    /// What changed since the last call, once something has; nil where nothing is ever told, and when the
    /// task is cancelled.
    ///
    /// - Parameter delay: how long to gather what comes together.
    func nextChanges(
      gathering delay: Duration = .milliseconds(50), clock: any Clock<Duration> = ContinuousClock()
    ) async -> Changes? {
      guard await queue?.wait() ?? false, (try? await clock.sleep(for: delay)) != nil else { return nil }
      return changes(of: queue?.takeEvents() ?? [])
    }

    /// What events mean for directories.
    func changes(of events: [InotifyEvent]) -> Changes {
      var changes: Changes = [:]
      for event in events {
        if event.isOverflow {
          for number in watches.keys { changes.join(.everything, of: number) }
          continue
        }
        for number in numbers[event.watch] ?? [] {
          changes.join(event.name.map { .names([$0]) } ?? .everything, of: number)
          if event.isEnd { unwatch(number) }
        }
      }
      return changes
    }
  #else
    init(limit: Int = 0) { self.limit = limit }
    func watch(_ number: FolderNumber, at path: FileName) -> Bool { false }
    func unwatch(_ number: FolderNumber) {}
    func nextChanges(
      gathering delay: Duration = .zero, clock: any Clock<Duration> = ContinuousClock()
    ) async -> Changes? { nil }
  #endif

  /// Whether a directory is watched.
  func isWatched(_ number: FolderNumber) -> Bool {
    #if os(Linux) && canImport(Glibc)
      watches[number] != nil
    #else
      false
    #endif
  }
}
