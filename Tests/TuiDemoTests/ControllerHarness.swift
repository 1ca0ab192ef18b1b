import ListKit

/// A screen driven by keys and drawn as text, at times that are only said.
@MainActor
final class ControllerHarness<Controller: TableViewController> {
  let controller: Controller
  private(set) var frame: Frame
  var size: Size
  var now = Duration.zero
  private let traits: ScreenTraits

  init(columns: Int = 80, lines: Int = 20, _ controller: Controller) {
    self.controller = controller
    size = Size(columns: columns, lines: lines)
    frame = Frame(size: size)
    traits = ScreenTraits(colorDepth: .palette, userInterfaceStyle: .dark) { scalar in
      switch scalar.value {
      case 0x300...0x36F: 0
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3: 2
      default: 1
      }
    }
    draw()
  }

  /// Presses keys as a person would, drawing after each.
  func press(_ keys: KeyPress...) {
    for key in keys {
      ChangeCause.user.perform { controller.handle(.key(key)) }
      draw()
    }
  }

  func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  /// Lets marks and flashes pass.
  func settle() {
    now += .seconds(10)
    draw()
  }

  @discardableResult
  func draw() -> [String] {
    var canvas = Canvas(size: size, traits: traits)
    controller.draw(in: &canvas, at: now)
    frame = canvas.frame
    return lines
  }

  var lines: [String] { (0..<size.lines).map(frame.text(ofLine:)) }

  /// The row under the cursor and its line.
  var cursor: (line: Int, text: String)? {
    // The edge of a section's box stands before it.
    (0..<size.lines).first { line in (0..<2).contains { frame[line, $0].scalar == "▌" } }
      .map { ($0, frame.text(ofLine: $0)) }
  }

  func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }
}
