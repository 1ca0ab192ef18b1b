import ListKitTesting

@testable import ListKit

/// A screen that keeps what it was shown, and a keyboard played by the test.
@MainActor
final class ScriptedTerminal: Screen, EventSource {
  var size = Size(columns: 24, lines: 6)
  var traits = ScreenTraits.testing(.mono)
  private(set) var frames: [Frame] = []
  private var waiting: [Event?] = []
  private var reader: CheckedContinuation<Void, Never>?

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

  /// Lets events arrive at once; nil is the end of all.
  func send(_ events: Event?...) {
    waiting += events
    reader?.resume()
    reader = nil
  }

  /// Lets all that can happen now happen.
  func settle() async { for _ in 0..<20 { await Task.yield() } }

  /// Sends events and lets their consequences happen.
  func play(_ events: Event?...) async {
    for event in events { send(event) }
    await settle()
  }
}
