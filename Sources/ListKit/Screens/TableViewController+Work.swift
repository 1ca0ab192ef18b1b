import Synchronization

/// Work that takes time, while the list lives on.
extension TableViewController {
  /// Does work, while the last line of the screen says what it is and how far it has come; escape stops it.
  ///
  /// ```swift
  /// let rows = try await progress(of: "reading \(file)") { report in
  ///   try await read(file) { done, size in report(.fraction(Double(done) / Double(size))) }
  /// }
  /// ```
  ///
  /// ```text
  ///   ⠹ reading big.csv  12/340     ━━━━━━━━━───────────    45%  esc stops  F1 help
  /// ```
  ///
  /// The bar comes with the first fraction that is reported. Work of less than a tenth of a second is not shown, and escape
  /// keeps its meaning; of several that go on, the last is shown and stopped. `work` is called on the main actor; what
  /// computes for long belongs in a `@concurrent` function that looks at `Task.isCancelled`. What does not look goes on
  /// unseen when it is stopped, and its result is dropped.
  ///
  /// - Parameters:
  ///   - title: what is done, such as `reading`.
  ///   - work: does it; `report`, called from any task or thread and as often as it likes, says how far it is. Until then
  ///     that is unknown.
  /// - Returns: what `work` returns.
  /// - Throws: what `work` throws, or `CancellationError` where escape was pressed, the task is cancelled or the screen went.
  public func progress<Result: Sendable>(
    of title: String,
    _ work: @escaping @MainActor (_ report: @escaping @Sendable (WorkProgress) -> Void) async throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    let running = RunningWork(title)
    works.append(running)
    setNeedsDisplay()
    defer {
      works.removeAll { $0 === running }
      setNeedsDisplay()
    }
    let report = WorkReport { [weak self, weak running] progress in
      running?.progress = progress
      self?.setNeedsDisplay()
    }
    let task = Task { try await work { report.take($0) } }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Result, any Error>) in
        // Whichever comes first.
        running.didEnd = { error in
          if let error {
            task.cancel()
            continuation.resume(throwing: error)
          }
        }
        Task {
          let result = await task.result
          if running.end(with: nil) { continuation.resume(with: result) }
        }
      }
    } onCancel: {
      Task { @MainActor in running.stop() }
    }
  }

  /// Takes the elements of a sequence, while the last line of the screen says how many came; escape stops it.
  ///
  /// ```swift
  /// try await progress(of: "loading", over: client.messages, count: client.messageCount) { messages.append($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - title: what is done, such as `loading`.
  ///   - elements: what comes.
  ///   - count: how many will come; nil where that is unknown.
  ///   - body: called with each of them, on the main actor.
  /// - Throws: what the sequence or `body` throws, or `CancellationError` as ``progress(of:_:)`` does.
  public func progress<Elements: AsyncSequence>(
    of title: String, over elements: Elements, count: Int? = nil,
    each body: @escaping @MainActor (Elements.Element) async throws -> Void
  ) async throws {
    try await progress(of: title) { report in
      var done = 0
      for try await element in elements {
        try Task.checkCancellation()
        try await body(element)
        done += 1
        if let count { report(.fraction(Double(done) / Double(max(1, count)))) }
      }
    }
  }

  /// Stops the work that is seen.
  ///
  /// - Returns: whether there was some.
  func stopWork() -> Bool {
    guard let work = works.last, work.isSeen else { return false }
    work.stop()
    setNeedsDisplay()
    return true
  }

  /// What the last line shows at a time of the work that was begun last; nil for nothing.
  func shownWork(at now: Duration) -> RunningWork? {
    guard let work = works.last else { return nil }
    let began = work.began ?? now
    work.began = began
    if now - began >= WorkProgress.delay { work.isSeen = true }
    return work.isSeen ? work : nil
  }

  /// What is done, after a sign that turns.
  func sentence(of work: RunningWork, _ traits: ScreenTraits, _ theme: Theme, at now: Duration) -> StyledText
  {
    if traits.isAccessible { return StyledText(work.title) }
    let symbols = Symbols.standard(for: traits)
    let context = CellContext(theme: theme, symbols: symbols, time: now, motion: motion)
    return StyledText("\(Spinner.symbol(symbols, context)) \(work.title)")
  }

  /// When the picture of work changes next.
  func nextWorkFrame(after now: Duration) -> Duration? {
    if let work = works.last, !work.isSeen { return work.began.map { $0 + WorkProgress.delay } }
    let turns = !works.isEmpty || workProgress == .indeterminate
    return turns && motion == .full && !drawnTraits.isAccessible ? Spinner.nextFrame(after: now) : nil
  }
}

/// A piece of work that goes on.
@MainActor
final class RunningWork {
  let title: String
  var progress = WorkProgress.indeterminate
  /// When it could have been seen first; nil before a drawing.
  var began: Duration?
  /// Whether it was seen: what was not is not what escape is meant for.
  var isSeen = false
  /// Called once, when it ends or is stopped: with the reason of the latter.
  var didEnd: ((CancellationError?) -> Void)?

  init(_ title: String) { self.title = title }

  /// - Returns: whether it had not ended yet.
  func end(with error: CancellationError?) -> Bool {
    let didEnd = didEnd
    self.didEnd = nil
    didEnd?(error)
    return didEnd != nil
  }

  func stop() { _ = end(with: CancellationError()) }
}

/// Brings what is reported from any thread to the main actor: the newest, and no more often than it can be seen.
private final class WorkReport: Sendable {
  private struct State {
    var newest = WorkProgress.indeterminate
    /// What is shown, in thousandths; nil while the amount is unknown.
    var step: Int?
    var isOnItsWay = false
  }

  private let state = Mutex(State())
  private let show: @MainActor @Sendable (WorkProgress) -> Void

  init(show: @escaping @MainActor @Sendable (WorkProgress) -> Void) { self.show = show }

  func take(_ progress: WorkProgress) {
    let isNews = state.withLock { state in
      let step = progress.part.map { Int($0 * 1000) }
      guard step != state.step else { return false }
      (state.newest, state.step) = (progress, step)
      defer { state.isOnItsWay = true }
      return !state.isOnItsWay
    }
    guard isNews else { return }
    Task { @MainActor in
      let newest = state.withLock { state in
        state.isOnItsWay = false
        return state.newest
      }
      show(newest)
    }
  }
}

/// How far long work has come: in the status line by ``TableViewController/progress(of:_:)``, in a cell by
/// ``CellAccessory/progress(_:columns:displayed:placement:)``.
public enum WorkProgress: Hashable, Sendable {
  /// The amount is unknown: a part of the bar moves while the work continues.
  case indeterminate
  /// The part that is done, from 0 to 1.
  case fraction(Double)

  /// Work that ends sooner is not shown.
  package static let delay = OutlineNote.delay

  /// The fraction that is done, clamped to 0...1; nil while it is unknown.
  var part: Double? {
    guard case .fraction(let part) = self else { return nil }
    return part.isFinite ? max(0, min(1, part)) : 0
  }
}

/// The bar in the status line, and how much of it is done in percent where there is room for that.
struct ProgressBar {
  let progress: WorkProgress
  let theme: Theme
  let time: Duration
  let motion: Motion

  private static let percentColumns = 6
  static let leastColumns = 4

  func draw(in canvas: inout Canvas) {
    if canvas.traits.isAccessible {
      let words = progress.part.map { "\(Int($0 * 100))% done" } ?? "busy"
      canvas.write(StyledText(words), style: theme.text, alignment: .trailing)
      return
    }
    var columns = canvas.size.columns
    if let part = progress.part, columns >= Self.percentColumns + Self.leastColumns {
      columns -= Self.percentColumns
      canvas.write(
        StyledText("\(Int(part * 100))%"), column: columns, width: Self.percentColumns, style: theme.text,
        alignment: .trailing)
    }
    let done = stretch(of: columns)
    let (full, rest) = canvas.traits.isUnicode ? ("━", "─") : ("#", ".")
    for column in 0..<columns {
      let isDone = done.contains(column)
      canvas.write(
        StyledText(isDone ? full : rest), column: column, width: 1,
        style: isDone ? theme.prompt : theme.secondaryText)
    }
  }

  /// The columns that are drawn as done. Only what is done is drawn as all of it.
  private func stretch(of columns: Int) -> Range<Int> {
    guard columns > 0 else { return 0..<0 }
    if let part = progress.part { return 0..<Int(part * Double(columns)) }
    // It goes to the end and comes back; where nothing may move it stands in the middle.
    let length = max(1, columns / 5)
    let ways = columns - length
    guard motion == .full, ways > 0 else { return ways / 2..<ways / 2 + length }
    let step = Int(time / Spinner.frameDuration) % (2 * ways)
    let start = step <= ways ? step : 2 * ways - step
    return start..<start + length
  }
}
