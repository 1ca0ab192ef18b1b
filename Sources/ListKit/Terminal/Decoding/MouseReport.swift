/// What a terminal says about its mouse: a code with button and modifiers in its bits, and a place.
///
/// ```text
///   ESC [ < code ; column ; line M     press, or movement       (SGR, xterm's mode 1006)
///   ESC [ < code ; column ; line m     release
///   ESC [ M code+32 column+32 line+32  three bytes; release has code 3   (X10 and 1000)
/// ```
///
/// Terminals are asked for the first, as in the second there are no columns beyond 223; some know no other.
struct MouseReport: Equatable {
  var code: Int
  var column: Int
  var line: Int
  var isRelease: Bool

  /// Reads the parameters of the SGR form.
  init?(parameters: [Int], final: UInt8) {
    guard parameters.count == 3 else { return nil }
    self.init(
      code: parameters[0], column: parameters[1], line: parameters[2], isRelease: final == UInt8(ascii: "m"))
  }

  /// Reads the three bytes of the older form.
  init?(bytes: [UInt8]) {
    guard bytes.count == 3, bytes.allSatisfy({ $0 >= 32 }) else { return nil }
    let code = Int(bytes[0]) - 32
    self.init(
      code: code, column: Int(bytes[1]) - 32, line: Int(bytes[2]) - 32,
      isRelease: code & 0x63 == 3)
  }

  private init(code: Int, column: Int, line: Int, isRelease: Bool) {
    self.code = code
    self.column = column
    self.line = line
    self.isRelease = isRelease
  }

  /// Where it happened; terminals count from 1.
  var location: Point { Point(line: max(0, line - 1), column: max(0, column - 1)) }

  /// What was held down.
  var modifiers: KeyPress.Modifiers {
    var modifiers: KeyPress.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  /// What the mouse did; nil for what nobody here listens to: other buttons, movement without a button.
  var action: MouseEvent.Action? {
    let button = code & 0x43
    let isMovement = code & 32 != 0
    if isRelease { return button == 0 || button == 3 ? .release : nil }
    switch (button, isMovement) {
    case (0, false): return .press
    case (0, true): return .drag
    case (64, false): return .wheelUp
    case (65, false): return .wheelDown
    default: return nil
    }
  }
}
