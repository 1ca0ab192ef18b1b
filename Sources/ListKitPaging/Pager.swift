/// Carries out the commands of a ``PagingModel``, with an engine and a clock.
///
/// Repeated reads after changes are paced: however often others write, reading takes a fifth of the time at
/// most, a fiftieth once no key was pressed for a minute, and counting a twentieth. While nothing changes,
/// nothing wakes up, unless a read or a count failed: that is retried at increasing intervals, and after a change at
/// the usual pace, because the reason of the failure may be gone.
@MainActor
final class Pager<Engine: PageEngine> {
  typealias Model = PagingModel<Engine.Key, Engine.Content, Engine.Query>

  let engine: Engine
  private let clock: any Clock<Duration>
  private(set) var model: Model
  /// The number of matching rows; nil until they were counted.
  private(set) var total: PageCount?
  /// The duration of the last read of rows.
  private(set) var duration: Duration?
  /// Called when there are updates, or when the total or the failure has changed.
  var didChange: () -> Void = {}

  private var reads: [Int: Task<Void, Never>] = [:]
  private var pause: Task<Void, Never>?
  private var failures = 0
  /// Whether a change was reported since the last repeated read began.
  private var hasNews = false
  /// The duration of the last repeated read, and the time since its end.
  private var lastRefresh: (duration: Duration, age: @Sendable () -> Duration)?
  private var counting: Task<Void, Never>?
  private var isCountStale = false
  /// Whether rows were found to differ since the last count, or that count failed.
  private var isUncounted = false
  /// The number of successive counts that failed.
  private var countFailures = 0
  /// Whether a change that is only possible led to the next repeated read.
  private var isUnsure = false
  /// The time since the user's last action.
  private var idleTime: @Sendable () -> Duration

  /// The maximum number of updates that are shown one by one.
  private static var mostUpdates: Int { 4 }

  init(engine: Engine, query: Engine.Query, pageSize: Int, clock: any Clock<Duration>) {
    self.engine = engine
    self.clock = clock
    idleTime = stopwatch(clock)
    model = Model(query: query, pageSize: pageSize)
    carryOutCommands()
    countRows()
  }

  deinit {
    for task in [pause, counting] + Array(reads.values) { task?.cancel() }
  }

  /// Changes the model and carries out its commands.
  func update(_ change: (inout Model) -> Void) {
    let former = (model.revision, model.refreshFailure)
    change(&model)
    carryOutCommands()
    refreshInTime()
    if former != (model.revision, model.refreshFailure) { didChange() }
  }

  /// Reads another list.
  func search(_ query: Engine.Query, keeping key: Engine.Key? = nil) {
    update { $0.search(query, keeping: key) }
    counting?.cancel()
    counting = nil
    countFailures = 0
    total = nil
    countRows()
  }

  /// Returns the next update to show; nil if there is none. If too many are waiting, merges them into one.
  func takeUpdate() -> Model.Update? {
    guard model.updates.count <= Self.mostUpdates else {
      let all = model.updates.dropFirst().reduce(model.updates[0]) { $0.followed(by: $1) }
      model.updates = []
      return all
    }
    return model.updates.isEmpty ? nil : model.updates.removeFirst()
  }

  /// Records an action of the user: a repeated read now waits less long than for an idle screen.
  func noteActivity() {
    let wasIdle = isIdle
    idleTime = stopwatch(clock)
    guard wasIdle, let waiting = pause else { return }
    waiting.cancel()
    pause = nil
    refreshInTime()
  }

  private var isIdle: Bool { idleTime() > .seconds(60) }

  /// Reads the known rows again in time, after a change; if the change is certain, also counts again.
  func takeNote(of change: PageChange) {
    if change == .certain {
      hasNews = true
      if failures > 0 {
        pause?.cancel()
        pause = nil
      }
    }
    update { $0.changed() }
    if change == .certain { countRows() } else { isUnsure = true }
  }

  // MARK: Reading

  private func carryOutCommands() {
    let commands = model.commands
    model.commands = []
    for command in commands {
      switch command {
      case .read(let read): begin(read)
      case .cancel(let id): reads.removeValue(forKey: id)?.cancel()
      }
    }
  }

  private func begin(_ read: Model.Read) {
    if read.purpose == .refresh || read.purpose == .search { hasNews = false }
    // A task with another executor does not inherit the actor by itself.
    reads[read.id] = Task(executorPreference: engine.executor) {
      @MainActor @Sendable [weak self, engine, clock] in
      let (result, duration) = await timed(by: clock) {
        try await engine.pages(read.requests, matching: read.query)
      }
      if !Task.isCancelled {
        self?.take(result.mapError { PageFailure(reason: "\($0)") }, of: read, after: duration)
      }
    }
  }

  private func take(
    _ answer: Result<[Page<Engine.Key, Engine.Content>], PageFailure>, of read: Model.Read,
    after duration: Duration
  ) {
    reads[read.id] = nil
    if case .success = answer {
      self.duration = duration
      // The engine answers again, so a failed count need not wait any longer.
      if failures > 0, countFailures > 0 {
        counting?.cancel()
        counting = nil
        countFailures = 0
        isUncounted = true
      }
      failures = 0
    } else if read.purpose == .refresh || read.purpose == .search {
      failures += 1
    }
    if read.purpose == .refresh || failures > 0 { lastRefresh = (duration, stopwatch(clock)) }
    let revision = model.revision
    update { $0.receive(answer, of: read.id) }
    if read.purpose == .refresh, model.revision != revision, isUnsure { isUncounted = true }
    // Rows that were not counted, or whose number may differ now, are counted while the engine answers.
    if case .success = answer, isUncounted { countRows() }
    if read.purpose == .refresh { isUnsure = false }
  }

  // MARK: Repeated reads

  /// Schedules a repeated read; the delay grows with the duration of the last one and the number of failures.
  private func refreshInTime() {
    guard model.needsRefresh, pause == nil else { return }
    var delay = Duration.zero
    if failures > 0, !hasNews {
      delay = .milliseconds(500) * (1 << min(failures, 5))
    } else if let lastRefresh {
      delay = max(.milliseconds(100), lastRefresh.duration * (isIdle ? 49 : 4)) - lastRefresh.age()
    }
    pause = Task(executorPreference: engine.executor) { @MainActor @Sendable [weak self, clock] in
      if delay > .zero { try? await clock.sleep(for: delay) }
      if Task.isCancelled { return }
      self?.pause = nil
      self?.update { $0.refresh() }
    }
  }

  /// Counts the matching rows. A count in progress runs to its end, and another one follows it; a failed
  /// count is repeated.
  private func countRows() {
    isCountStale = true
    guard counting == nil else { return }
    counting = Task(executorPreference: engine.executor) {
      @MainActor @Sendable [weak self, engine, clock, query = model.query] in
      // A task that was cancelled before it began must not count for another query.
      while !Task.isCancelled, self?.beginCounting() ?? false {
        let (result, duration) = await timed(by: clock) { try await engine.count(matching: query) }
        if Task.isCancelled { return }
        guard let pause = self?.take(result, after: duration) else { return }
        try? await clock.sleep(for: pause)
      }
    }
  }

  private func beginCounting() -> Bool {
    guard isCountStale || countFailures > 0 else {
      counting = nil
      return false
    }
    isCountStale = false
    isUncounted = false
    return true
  }

  /// - Returns: the time to wait before the next count.
  private func take(_ count: Result<PageCount, any Error>, after duration: Duration) -> Duration {
    guard case .success(let number) = count else {
      isUncounted = true
      countFailures += 1
      return max(.milliseconds(250) * (1 << min(countFailures, 6)), duration * 4)
    }
    countFailures = 0
    if number != total {
      total = number
      didChange()
    }
    return max(.milliseconds(250), duration * 19)
  }
}

/// Returns the engine's answer and its duration, without the time in which the main actor was busy: otherwise
/// the engine would seem slow and would be called less often.
@concurrent private func timed<Value: Sendable>(
  by clock: any Clock<Duration>, _ body: @Sendable () async throws -> Value
) async -> (Result<Value, any Error>, Duration) {
  let elapsed = stopwatch(clock)
  do {
    let value = try await body()
    return (.success(value), elapsed())
  } catch {
    return (.failure(error), elapsed())
  }
}

/// Returns a function that returns the time since this call.
private func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}
