import ListKit

/// Plays a script as a person would who looks: each key is pressed when the picture after the one before is drawn,
/// or none comes because that key meant nothing.
///
/// ```text
///   press ──▶ handled ──▶ drawn ──▶ waits of the script ──▶ press
/// ```
@MainActor
final class ScriptPlayer {
  private var steps: ArraySlice<KeyScript.Step>
  private var isDrawn = false
  /// Whether the next key may be pressed now.
  private(set) var isTurn = false
  /// How many turns of the main actor a drawing that is due takes at most; the one behind the key's is enough.
  private static let turnsToDraw = 8

  private let clock: any Clock<Duration>

  init(_ script: KeyScript?, clock: any Clock<Duration> = ContinuousClock()) {
    steps = (script?.steps ?? [])[...]
    self.clock = clock
  }

  /// Whether nothing is left to press or to wait for.
  var isOver: Bool { steps.isEmpty }

  /// Notes that a picture is on the screen.
  func didDraw() { isDrawn = true }

  /// Waits until the next key may be pressed, or until the script is over. For one caller at a time.
  func waitForTurn() async {
    for _ in 0..<Self.turnsToDraw where !isDrawn { await Task.yield() }
    while steps.first == .wait {
      try? await clock.sleep(for: KeyScript.pause)
      steps.removeFirst()
    }
    isTurn = true
  }

  /// The key whose turn it is; nil where the script is over.
  func press() -> Event? {
    isTurn = false
    guard case .press(let key)? = steps.popFirst() else { return nil }
    isDrawn = false
    return .key(key)
  }
}
