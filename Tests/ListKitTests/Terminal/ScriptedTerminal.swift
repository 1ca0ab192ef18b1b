import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// A screen that records its frames, and a keyboard and a clock that the test controls.
@MainActor
final class ScriptedTerminal: Screen, EventSource {
  var size = ScreenSize(columns: 24, lines: 6)
  var traits = ScreenTraits.testing(.mono)
  private(set) var frames: [Frame] = []
  /// The number of times that the loop requested a complete redraw.
  private(set) var redraws = 0
  /// The number of times that the loop slept until a frame was due.
  private(set) var sleeps = 0
  private var waiting: [Event?] = []
  private var reader: CheckedContinuation<Void, Never>?
  private var sleeper: CheckedContinuation<Void, Never>?
  private var time = Duration.zero
  private var application: Application!

  /// Called once, while the next frame is shown.
  var whilePresenting: (() -> Void)?

  func present(_ frame: Frame) {
    frames.append(frame)
    whilePresenting.take()?()
  }

  func waitForEvent() async -> Bool {
    if waiting.isEmpty { await withCheckedContinuation { reader = $0 } }
    return waiting.first.map { $0 != nil } ?? true
  }

  func poll() -> Event? {
    guard let first = waiting.first, first != nil else { return nil }
    return waiting.removeFirst()
  }

  /// Returns when ``advance()`` has reached the time of the next frame.
  func sleep(until _: ContinuousClock.Instant) async {
    sleeps += 1
    if Task.isCancelled { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { sleeper = $0 }
    } onCancel: {
      // Only the loop cancels, and it runs on the main actor.
      MainActor.assumeIsolated { wake() }
    }
  }

  private func wake() { sleeper.take()?.resume() }

  /// Runs a screen, and returns when its first frame is drawn.
  func run(_ controller: ViewController) async -> Task<Application.Ending, Never> {
    let application = Application(
      screen: self, events: self, redraw: { [unowned self] in redraws += 1 },
      time: { [unowned self] in time })
    self.application = application
    let run = Task { await application.run(controller) }
    await wait(for: "the loop waits for its first event") { !frames.isEmpty && application.isAtRest }
    return run
  }

  /// Delivers events together; nil is the end of the input.
  func send(_ events: Event?...) {
    waiting += events
    reader.take()?.resume()
  }

  /// Waits until the loop has handled all events, has drawn, and waits for more.
  func settle() async {
    await takeTurn()
    await wait(for: "the loop is at rest") {
      application.isAtRest && (waiting.isEmpty || application.ending != nil)
    }
  }

  /// Sends events and waits for their consequences.
  func play(_ events: Event?...) async {
    for event in events { send(event) }
    await settle()
  }

  /// Moves the clock to the time of the next frame, and waits until that is drawn.
  ///
  /// - Returns: Whether there is one.
  func advance() async -> Bool {
    guard let due = application.timerDue else { return false }
    await wait(for: "the loop sleeps") { sleeper != nil }
    time = max(time, due)
    let former = frames.count
    wake()
    await wait(for: "the frame that is due") { frames.count > former }
    await settle()
    return true
  }
}
