public import ListKit

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

extension ScreenTraits {
  /// A terminal that is the same on every machine: dark, and it counts columns as most do.
  ///
  /// ```swift
  /// let screen = TestScreen(controller, traits: .testing(.mono, isUnicode: false))
  /// ```
  ///
  /// - Parameters:
  ///   - colorDepth: how many colours it has.
  ///   - isUnicode: whether it shows more than ASCII.
  ///   - isAccessible: whether a screen reader reads it.
  public static func testing(
    _ colorDepth: ColorDepth = .trueColor, isUnicode: Bool = true, isAccessible: Bool = false
  ) -> ScreenTraits {
    ScreenTraits(
      colorDepth: colorDepth, isUnicode: isUnicode, userInterfaceStyle: .dark, isAccessible: isAccessible
    ) { scalar in
      switch scalar.value {
      case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F: 0
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60,
        0x1F300...0x1FAFF:
        2
      default: 1
      }
    }
  }
}
