import ListData
import ListKit
import Rows
import Runs

/// The position in the history: `[`, `]`, `T`, `m`.
extension RunList {
  enum TimeStep { case back, forward }

  /// Shows the earlier or later run that differs; new runs continue to arrive. Equal runs are one step, to
  /// the first of them, which shows what it changed. Steps made meanwhile add up.
  func goInTime(_ step: TimeStep) {
    guard let shown = list.shown, let numbers = source.history.numbers else { return }
    let number = travel.newest ?? shown.number
    let span = source.history.span(of: number)?.numbers ?? number...number
    switch step {
    case .back where number > span.lowerBound: goInTime(to: span.lowerBound)
    case .back where span.lowerBound > numbers.lowerBound:
      goInTime(to: source.history.span(of: span.lowerBound - 1)?.numbers.lowerBound ?? numbers.lowerBound)
    case .back: report("no older run is kept")
    case .forward where span.upperBound < numbers.upperBound:
      let next = max(span.upperBound + 1, numbers.lowerBound)
      if next == numbers.upperBound { goToNewest() } else { goInTime(to: next) }
    case .forward: goToNewest()
    }
  }

  /// Makes the run on the screen the one that later runs are compared with.
  func compareFromNowOn() {
    guard let shown = list.shown, shown.isComplete, shown.problem == nil else {
      report("m needs a complete run on the screen")
      return
    }
    change { list in
      list.setReference()
      return true
    }
  }

  /// Compares the run on the screen, and later ones, with the run of some minutes before.
  func compare(minutesAgo minutes: Int) {
    Task {
      guard let point = TimePoint("-\(minutes)m"), let number = number(at: point),
        let run = await source.history.run(number)
      else { return report("no run is kept") }
      let read = await readings.read(run)
      change { list in
        list.setReference(read)
        return true
      }
    }
  }

  func goToNewest() {
    guard let newest = list.newest, let numbers = source.history.numbers, !list.isAtNewest else { return }
    if numbers.contains(newest.number) { return goInTime(to: newest.number) }
    // The newest run is not complete, and not in the history yet.
    travel.cancel()
    change { list in
      try list.showNewest()
      return true
    }
  }

  func goInTime(to number: Int) {
    if travel.isIdle { update { $0.note(.time) } }
    travel.perform(number)
  }

  /// Shows a run of the history, or the oldest one left if the history has dropped it meanwhile.
  func showRun(_ number: Int) async {
    guard number != list.shown?.number else { return }
    var (number, run) = (number, await source.history.run(number))
    while run == nil, let oldest = source.history.numbers?.lowerBound, number < oldest {
      (number, run) = (oldest, await source.history.run(oldest))
    }
    guard let run else { return }
    var former: Run?
    if number > 1, let before = await source.history.run(number - 1) { former = await readings.read(before) }
    let read = await readings.read(run)
    if !Task.isCancelled { show(read, after: former) }
  }

  /// Asks for a time, and shows the run of that time.
  func askForTime() {
    screen?.ask(forText: "Go to a time", message: Self.timeExamples, verb: "Go") { [weak self] text in
      self?.goInTime(to: text)
    }
  }

  private static let timeExamples = "22:04, -5m, 3h ago, yesterday 22:04"

  private func goInTime(to text: String) {
    guard let point = TimePoint(text) else {
      return report("'\(text)' is not a time; try \(Self.timeExamples)")
    }
    guard let number = number(at: point) else { return report("no run is kept") }
    goInTime(to: number)
  }

  /// Returns the number of the run of a time; nil if no run is kept.
  private func number(at point: TimePoint) -> Int? {
    guard let shown = list.shown, let newest = list.newest else { return nil }
    return source.history.number(at: point.time(shown: shown.time, newest: newest.time))
  }
}
