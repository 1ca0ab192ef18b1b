import ListKit
import ListKitCurses

/// A terminal without a screen: plays a script, and keeps the last frame.
@MainActor
final class ScriptedTerminal: Screen, EventSource {
  let size: Size
  let traits = ScreenTraits.offscreen()
  private(set) var frame: Frame
  private let player: ScriptPlayer

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
    return !player.isOver
  }

  /// Each key has its frame.
  func poll() -> Event? { player.isTurn ? player.press() : nil }
}
