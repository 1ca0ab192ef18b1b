import ListKit

/// A terminal that keeps the last picture and has the events of a test.
@MainActor
final class TestTerminal: Screen, EventSource {
  var size: Size
  let traits: ScreenTraits
  private(set) var frame: Frame
  private(set) var frameCount = 0
  var waiting: [Event] = []
  var editor: @MainActor (String) -> String? = { _ in nil }
  /// Called while the program sleeps until its next picture is due: when the test awaits something.
  var programSleeps: @MainActor () async -> Void = {}

  init(size: Size, traits: ScreenTraits) {
    self.size = size
    self.traits = traits
    frame = Frame(size: size)
  }

  func present(_ frame: Frame) {
    self.frame = frame
    frameCount += 1
  }

  func edit(_ text: String) async -> String? { editor(text) }

  func waitForEvent() async -> Bool { !waiting.isEmpty }

  func poll() -> Event? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// Until the task is cancelled: the test draws what is due.
  func sleep(until time: ContinuousClock.Instant) async {
    await programSleeps()
    try? await Task.sleep(for: .seconds(1 << 30))
  }
}
