import ListKit
import ListKitCurses

/// A terminal without a screen: plays a script, and keeps the last frame.
///
/// Each key is pressed when the picture after the one before is drawn, as a person would who looks.
@MainActor
final class ScriptedTerminal: Screen, EventSource {
  let size: Size
  let traits = ScreenTraits.offscreen()
  private(set) var frame: Frame
  private var steps: ArraySlice<KeyScript.Step>
  private var isDrawn = false
  private var reader: CheckedContinuation<Void, Never>?

  init(size: Size, script: KeyScript?) {
    self.size = size
    frame = Frame(size: size)
    steps = (script?.steps ?? [])[...]
  }

  func present(_ frame: Frame) {
    self.frame = frame
    isDrawn = true
    reader?.resume()
    reader = nil
  }

  func next() async -> Event? {
    if !isDrawn { await withCheckedContinuation { reader = $0 } }
    while let step = steps.popFirst() {
      switch step {
      case .wait: try? await Task.sleep(for: KeyScript.pause)
      case .press(let key):
        isDrawn = false
        return .key(key)
      }
    }
    return nil
  }
}
