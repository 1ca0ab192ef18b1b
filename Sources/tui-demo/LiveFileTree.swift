/// The files below a directory, as far as directories have been opened: read when they are, and kept true while
/// they stay open.
///
/// ```text
///   read(3)           what is in it, once somebody waits for it
///   follow({top, 3})  watches 3 from now on, reads it again where it was open before, and lets go of the rest
///        └─▶ didChange(3) … whenever something else is known
/// ```
///
/// Directories the kernel does not watch are read again every few seconds.
@MainActor
final class LiveFileTree {
  typealias FolderNumber = FileItem.FolderNumber

  private(set) var tree: FileTree
  /// Told which directory was read anew, and of which of its files other things are known.
  var didChange: (_ number: FolderNumber, _ changed: [FileItem]) -> Void = { _, _ in }

  private let reader: DirectoryReader
  private let watcher: DirectoryWatcher
  private let pollInterval: Duration
  private let clock: any Clock<Duration>
  private var isLive = false
  private var open: Set<FolderNumber> = []
  /// Directories that somebody waits for, and whether something changed in them meanwhile.
  private var reading: [FolderNumber: Bool] = [:]
  /// Open directories that the kernel does not watch.
  private(set) var polled: Set<FolderNumber> = []
  private var polling: Task<Void, Never>?
  private var listening: Task<Void, Never>?

  init(
    path: FileName, reader: DirectoryReader = .system, watcher: DirectoryWatcher = DirectoryWatcher(),
    pollInterval: Duration = .seconds(2), clock: any Clock<Duration> = ContinuousClock()
  ) {
    tree = FileTree(path: path)
    self.reader = reader
    self.watcher = watcher
    self.pollInterval = pollInterval
    self.clock = clock
  }

  /// The number of a directory.
  func number(for directory: FileItem) -> FolderNumber { tree.number(for: directory) }

  /// Keeps directories true from now on, and no others.
  func follow(_ numbers: Set<FolderNumber>) {
    let closed = open.subtracting(numbers)
    let opened = numbers.subtracting(open)
    open = numbers
    for number in closed { letGo(of: number) }
    if isLive { refresh(opened) }
  }

  /// Begins to watch what is open.
  func start() {
    guard !isLive else { return }
    isLive = true
    refresh(open)
    listening = Task { [weak self, watcher, clock] in
      while let changes = await watcher.nextChanges(clock: clock) {
        for (number, change) in changes.sorted(by: { $0.key < $1.key }) {
          await self?.refresh(number, change)
        }
      }
    }
  }

  /// Stops watching; what is known stays.
  func stop() {
    isLive = false
    for task in [listening, polling] { task?.cancel() }
    (listening, polling) = (nil, nil)
    for number in open { letGo(of: number) }
  }

  private func letGo(of number: FolderNumber) {
    polled.remove(number)
    Task { [watcher] in await watcher.unwatch(number) }
  }

  // MARK: Reading

  /// Reads a directory that somebody waits for.
  ///
  /// - Throws: why it cannot be read, or that the task was cancelled.
  func read(_ number: FolderNumber) async throws {
    guard let path = tree.openingPath(of: number) else { throw FileProblem.notFound }
    reading[number] = false
    // Watched before it is read, so that nothing happens unseen in between.
    let isWatched = await watcher.watch(number, at: path)
    let found = await FolderReading(number, from: tree.folders[number], at: path, .everything, reader)
    let isOvertaken = reading.removeValue(forKey: number) ?? false
    if !open.contains(number) { await watcher.unwatch(number) }
    try Task.checkCancellation()
    switch found {
    case .folder(let folder, _): tree.set(folder)
    case .problem(let problem):
      await watcher.unwatch(number)
      throw problem
    case nil: throw CancellationError()
    }
    setPolled(!isWatched && open.contains(number), number)
    if isOvertaken { refresh([number]) }
  }

  private func refresh(_ numbers: Set<FolderNumber>) {
    if numbers.isEmpty { return }
    Task { [weak self] in
      // A directory has a greater number than the one it is in, whose names are part of its path.
      for number in numbers.sorted() { await self?.refresh(number, .everything) }
    }
  }

  /// Reads what is said to have changed.
  private func refresh(_ number: FolderNumber, _ change: DirectoryChange) async {
    guard isLive, open.contains(number), let path = tree.openingPath(of: number) else {
      return await watcher.unwatch(number)
    }
    if reading[number] != nil { reading[number] = true }
    // What was never read is read when somebody waits for it; for what is at the top, everybody does.
    guard reading[number] == nil, number == FileTree.top || tree.isKnown(number) else { return }
    if change == .everything, await !watcher.isWatched(number) {
      let isWatched = await watcher.watch(number, at: path)
      // It may have been closed meanwhile.
      guard isLive, open.contains(number) else { return await watcher.unwatch(number) }
      setPolled(!isWatched, number)
    }
    let former = tree.folders[number]
    let found = await FolderReading(number, from: former, at: path, change, reader)
    guard let found, isLive, open.contains(number), reading[number] == nil else { return }
    // Somebody else was faster, and may know less or more.
    guard tree.folders[number]?.revision == former?.revision else {
      return await refresh(number, .everything)
    }
    take(found, of: number)
  }

  private func take(_ found: FolderReading, of number: FolderNumber) {
    switch found {
    case .folder(let folder, let update):
      if update.isEmpty, tree.folders[number] != nil { return }
      tree.set(folder)
      didChange(number, update.changed)
      if update.came + update.gone > 0 { refreshFacts(of: number) }
    case .problem(let problem):
      if tree.problems[number] == problem { return }
      tree.set(problem, for: number)
      didChange(number, [])
    }
  }

  /// Asks anew about a directory in which files came or went, which nobody tells of: it changed with them.
  private func refreshFacts(of number: FolderNumber) {
    guard let item = tree.directory(number), let name = tree[item]?.name else { return }
    Task { [weak self] in await self?.refresh(item.folder, .names([name])) }
  }

  // MARK: Polling

  private func setPolled(_ isPolled: Bool, _ number: FolderNumber) {
    guard isPolled else {
      polled.remove(number)
      return
    }
    polled.insert(number)
    if polling != nil { return }
    polling = Task { [weak self, pollInterval, clock] in
      var pause = pollInterval
      while (try? await clock.sleep(for: pause)) != nil, let spent = await self?.poll() {
        // What takes long is done less often, so that most of the time nothing is done.
        pause = min(max(pollInterval, spent * 10), pollInterval * 10)
      }
    }
  }

  /// Reads all directories again that the kernel does not watch.
  ///
  /// - Returns: how long it took; nil where there are none any more.
  private func poll() async -> Duration? {
    let time = await clock.measure { for number in polled.sorted() { await refresh(number, .everything) } }
    guard polled.isEmpty else { return time }
    polling = nil
    return nil
  }
}
