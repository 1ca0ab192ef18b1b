import CharacterWidths
public import ListKit

/// A terminal that stores the last picture and provides the events of a test.
@MainActor
final class TestTerminal: Screen, EventSource {
  var size: ScreenSize
  let traits: ScreenTraits
  private(set) var frame: Frame
  private(set) var frameCount = 0
  var waiting: [Event] = []
  var editor: @MainActor (String) -> String? = { _ in nil }
  /// Called when the program sleeps until its next picture is due, while the test awaits something.
  var programSleeps: @MainActor () async -> Void = {}

  init(size: ScreenSize, traits: ScreenTraits) {
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

  /// Sleeps until the task is cancelled, because the test draws pictures that are due.
  func sleep(until time: ContinuousClock.Instant) async {
    await programSleeps()
    try? await Task.sleep(for: .seconds(1 << 30))
  }
}

extension ScreenTraits {
  /// Returns the traits of a dark terminal, the same on every machine, with the usual character widths.
  ///
  /// ```swift
  /// let screen = TestScreen(controller, traits: .testing(.mono, isUnicode: false))
  /// ```
  ///
  /// - Parameters:
  ///   - colorDepth: The number of colours.
  ///   - isUnicode: Whether it can show more than ASCII.
  ///   - isAccessible: Whether a screen reader reads it.
  public static func testing(
    _ colorDepth: ColorDepth = .trueColor, isUnicode: Bool = true, isAccessible: Bool = false
  ) -> ScreenTraits {
    ScreenTraits(
      colorDepth: colorDepth, isUnicode: isUnicode, userInterfaceStyle: .dark, isAccessible: isAccessible
    ) { $0.columns }
  }
}
