/// Carries out what a ``PagingModel`` asks for, with an engine and a clock.
///
/// What is read again because something changed is paced: however much others write, reading takes a fifth of the
/// time at most, and counting a twentieth. While nothing changes nothing wakes up.
@MainActor
final class Pager<Engine: PageEngine> {
  typealias Model = PagingModel<Engine.Key, Engine.Content, Engine.Query>

  let engine: Engine
  private(set) var model: Model
  /// How many rows match; nil while nobody has counted.
  private(set) var total: Int?
  /// How long the last read of rows took.
  private(set) var duration: Duration?
  /// Told when there are updates, or the numbers are others.
  var didChange: () -> Void = {}

  private var reads: [Int: Task<Void, Never>] = [:]
  private var pause: Task<Void, Never>?
  private var failures = 0
  private var lastRefresh: (end: ContinuousClock.Instant, duration: Duration)?
  private var counting: Task<Void, Never>?
  private var isCountStale = false

  /// The most updates that are kept to be shown one by one.
  private static var mostUpdates: Int { 4 }

  init(engine: Engine, query: Engine.Query, pageSize: Int) {
    self.engine = engine
    model = Model(query: query, pageSize: pageSize)
    carryOutCommands()
    countRows()
  }

  /// Tells the model something.
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
    (counting, total) = (nil, nil)
    countRows()
  }

  /// What is to be shown next; nil where all is shown. Where too much waits it is one step.
  func takeUpdate() -> Model.Update? {
    guard model.updates.count <= Self.mostUpdates else {
      let all = model.updates.dropFirst().reduce(model.updates[0]) { $0.followed(by: $1) }
      model.updates = []
      return all
    }
    return model.updates.isEmpty ? nil : model.updates.removeFirst()
  }

  /// Keeps what is known up to date until the engine's changes end or the task is cancelled.
  func follow() async {
    for await _ in engine.changes() {
      update { $0.changed() }
      countRows()
    }
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
    reads[read.id] = Task { [engine] in
      let (result, duration) = await timed { try await engine.pages(read.requests, matching: read.query) }
      if !Task.isCancelled {
        take(result.mapError { PageFailure(reason: "\($0)") }, of: read, after: duration)
      }
    }
  }

  private func take(
    _ answer: Result<[Page<Engine.Key, Engine.Content>], PageFailure>, of read: Model.Read,
    after duration: Duration
  ) {
    reads[read.id] = nil
    if case .success = answer {
      (self.duration, failures) = (duration, 0)
    } else if read.purpose == .refresh || read.purpose == .search {
      failures += 1
    }
    if read.purpose == .refresh { lastRefresh = (.now, duration) }
    update { $0.receive(answer, of: read.id) }
  }

  // MARK: What others change

  /// Reads again when it is time to, which is later the longer it takes and the more often it failed.
  private func refreshInTime() {
    guard model.needsRefresh, pause == nil else { return }
    var due = ContinuousClock.now
    if failures > 0 {
      due += .milliseconds(500) * (1 << min(failures, 5))
    } else if let lastRefresh {
      due = max(due, lastRefresh.end + max(.milliseconds(100), lastRefresh.duration * 4))
    }
    pause = Task {
      try? await Task.sleep(until: due, clock: .continuous)
      pause = nil
      update { $0.refresh() }
    }
  }

  /// Counts what matches; a count on its way is let come to its end, and another one follows.
  private func countRows() {
    isCountStale = true
    guard counting == nil else { return }
    counting = Task { [engine, query = model.query] in
      while isCountStale, !Task.isCancelled {
        isCountStale = false
        let (result, duration) = await timed { try await engine.count(matching: query) }
        if Task.isCancelled { return }
        if case .success(let number) = result, number != total {
          total = number
          didChange()
        }
        try? await Task.sleep(for: max(.milliseconds(250), duration * 19))
      }
      if !Task.isCancelled { counting = nil }
    }
  }
}

/// What an engine answers and how long that took, without the time in which the main actor was busy: that would be
/// taken for a slow engine, which is asked less often.
@concurrent private func timed<Value: Sendable>(
  _ body: @Sendable () async throws -> Value
) async -> (Result<Value, any Error>, Duration) {
  let start = ContinuousClock.now
  do {
    let value = try await body()
    return (.success(value), .now - start)
  } catch {
    return (.failure(error), .now - start)
  }
}
