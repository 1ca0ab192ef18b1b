import Synchronization

/// Long work, during which the screen stays usable.
extension ViewController {
  /// Runs work while the status line shows its title and its progress; escape stops it.
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
  /// The bar appears with the first reported fraction. Work that takes less than a tenth of a second is not
  /// shown, and escape keeps its meaning. If several pieces of work are running, the last one is shown and
  /// stopped. `work` is called on the main actor: move long computations to a `@concurrent` function that
  /// checks `Task.isCancelled`. Work that does not check it continues invisibly after it was stopped, and its
  /// result is discarded.
  ///
  /// - Parameters:
  ///   - title: what is being done, such as `reading`.
  ///   - work: the work. It may call `report` from any task or thread, as often as it likes, to report its
  ///     progress, which is unknown until then.
  /// - Returns: what `work` returns.
  /// - Throws: what `work` throws, or `CancellationError` if the user pressed escape, the task was cancelled
  ///   or the screen was removed.
  @_semantics("optimize.sil.specialize.generic.never")
  public func progress<Result: Sendable>(
    of title: String,
    _ work: @escaping @MainActor (_ report: @escaping @Sendable (WorkProgress) -> Void) async throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    if isRemoved { throw CancellationError() }
    let running = RunningWork(title)
    asking.works.append(running)
    setNeedsDisplay()
    defer {
      asking.works.removeAll { $0 === running }
      setNeedsDisplay()
    }
    let report = WorkReport { [weak self, weak running] progress in
      running?.progress = progress
      self?.setNeedsDisplay()
    }
    let task = Task { try await work { report.take($0) } }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Result, any Error>) in
        // The first of the two resumes the continuation: the stop, or the end of the work.
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

  /// Processes the elements of a sequence while the status line shows how many arrived; escape stops it.
  ///
  /// ```swift
  /// try await progress(of: "loading", over: client.messages, count: client.messageCount) { messages.append($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - title: what is being done, such as `loading`.
  ///   - elements: the sequence.
  ///   - count: the expected number of elements; nil if unknown.
  ///   - body: called with each element, on the main actor.
  /// - Throws: what the sequence or `body` throws, or `CancellationError` as in ``progress(of:_:)``.
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
}

extension ScreenChrome {
  /// Stops the visible work.
  ///
  /// - Returns: whether there was any.
  func stopWork() -> Bool {
    guard let work = works.last, work.isSeen else { return false }
    work.stop()
    screen.setNeedsDisplay()
    return true
  }

  /// Returns the work that started last, if it is visible at a time.
  func shownWork(at now: Duration) -> RunningWork? {
    guard let work = works.last else { return nil }
    let began = work.began ?? now
    work.began = began
    if now - began >= WorkProgress.delay { work.isSeen = true }
    return work.isSeen ? work : nil
  }

  /// Returns the title of the work, after a spinner.
  func sentence(of work: RunningWork, _ traits: ScreenTraits, _ theme: Theme, at now: Duration) -> StyledText
  {
    if traits.isAccessible { return StyledText(work.title) }
    let symbols = Symbols.standard(for: traits)
    let context = CellContext(theme: theme, symbols: symbols, time: now, motion: motion)
    return StyledText("\(Spinner.symbol(symbols, context)) \(work.title)")
  }

  /// The next time the picture of the work changes.
  func nextWorkFrame(after now: Duration) -> Duration? {
    if let work = works.last, !work.isSeen { return work.began.map { $0 + WorkProgress.delay } }
    let turns = !works.isEmpty || screen.workProgress == .indeterminate
    return turns && motion == .full && !screen.drawnTraits.isAccessible ? Spinner.nextFrame(after: now) : nil
  }
}

@MainActor
final class RunningWork {
  let title: String
  var progress = WorkProgress.indeterminate
  /// The time of the first drawing after the work started; nil before it.
  var began: Duration?
  /// Whether the work was shown. Escape stops only work that was.
  var isSeen = false
  /// Called once when the work ends or is stopped; the argument is nil if it ended.
  var didEnd: ((CancellationError?) -> Void)?

  init(_ title: String) { self.title = title }

  /// - Returns: whether the work had not ended yet.
  func end(with error: CancellationError?) -> Bool {
    let didEnd = didEnd
    self.didEnd = nil
    didEnd?(error)
    return didEnd != nil
  }

  func stop() { _ = end(with: CancellationError()) }
}

/// Delivers progress reports from any thread to the main actor: only the newest, and only visible changes.
private final class WorkReport: Sendable {
  private struct State {
    var newest = WorkProgress.indeterminate
    /// The last reported progress, in thousandths; nil while it is unknown.
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

/// The progress of long work, shown in the status line by ``ViewController/progress(of:_:)`` and in a
/// cell by ``CellAccessory/progress(_:columns:displayed:placement:)``.
public enum WorkProgress: Hashable, Sendable {
  /// The progress is unknown: a short segment moves along the bar.
  case indeterminate
  /// The completed fraction, from 0 to 1.
  case fraction(Double)

  /// Shorter work is not shown.
  package static let delay = OutlineNote.delay

  /// The completed fraction, clamped to 0...1; nil while it is unknown.
  var part: Double? {
    guard case .fraction(let part) = self else { return nil }
    return part.isFinite ? max(0, min(1, part)) : 0
  }
}

/// The progress bar in the status line, with the percentage if it fits.
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

  /// The columns that are drawn as done. Rounded down, so only finished work fills the bar.
  private func stretch(of columns: Int) -> Range<Int> {
    guard columns > 0 else { return 0..<0 }
    if let part = progress.part { return 0..<Int(part * Double(columns)) }
    // The segment moves to the end and back; without motion it stays in the middle.
    let length = max(1, columns / 5)
    let ways = columns - length
    guard motion == .full, ways > 0 else { return ways / 2..<ways / 2 + length }
    let step = Int(time / Spinner.frameDuration) % (2 * ways)
    let start = step <= ways ? step : 2 * ways - step
    return start..<start + length
  }
}
