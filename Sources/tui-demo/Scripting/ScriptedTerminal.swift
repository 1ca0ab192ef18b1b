import ListKit
import ListKitCurses

/// A terminal without a screen: plays a script, and keeps the last frame.
@MainActor
final class ScriptedTerminal: Screen, EventSource {
  let size: Size
  let traits = ScreenTraits.offscreen()
  private(set) var frame: Frame
  private let player: ScriptPlayer
  private var isTurn = false

  init(size: Size, script: KeyScript?) {
    self.size = size
    frame = Frame(size: size)
    player = ScriptPlayer(script)
  }

  func present(_ frame: Frame) {
    self.frame = frame
    player.didDraw()
  }

  func waitForEvent() async -> Bool {
    await player.waitForTurn()
    isTurn = true
    return !player.isOver
  }

  /// Each key has its frame.
  func poll() -> Event? {
    defer { isTurn = false }
    return isTurn ? player.press() : nil
  }
}
