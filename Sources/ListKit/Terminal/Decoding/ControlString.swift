/// A string by which a terminal answers, such as a colour or its version.
///
/// ```text
///   ESC ] 11 ; rgb:ffff/ffff/ffff BEL          OSC
///   ESC P 1 + r 544e=787465726d ESC \          DCS; likewise APC (_), PM (^) and SOS (X)
/// ```
///
/// Whatever it says, it is no key. Only its beginning is kept; the rest is followed to its end: `ESC \`, for OSC also BEL or a
/// bare ESC, which is how urxvt ends its answers.
struct ControlString {
  /// What stands behind the escape that begins one.
  static let introducers = Array("]P_^X".utf8)
  /// No answer is longer; what goes on beyond it is a string whose end was lost.
  private static let limit = 1 << 16

  /// Answers that are understood are not longer.
  private static let longestHead = 64

  let introducer: Character
  /// How it begins, without the introducer.
  private(set) var head: [UInt8] = []
  /// Whether the last byte was an escape, which may belong to the end.
  private(set) var hasEscape = false
  private var count = 0

  init(introducer: Character) { self.introducer = introducer }

  var isEmpty: Bool { count == 0 }

  /// What a byte does to a string.
  enum Effect {
    case goesOn
    /// It is the last.
    case ends
    /// It stands behind the string; so does the escape before it, unless that was the end.
    case follows(hasEscape: Bool)
  }

  /// Takes the next byte.
  mutating func take(_ byte: UInt8) -> Effect {
    count += 1
    switch byte {
    case UInt8(ascii: "\\") where hasEscape: return .ends
    case InputDecoder.escape where hasEscape: return .follows(hasEscape: false)
    case _ where hasEscape:
      // Either the string was cut off by the next sequence, or the escape was its end.
      let begins = [UInt8(ascii: "["), UInt8(ascii: "O")].contains(byte) || Self.introducers.contains(byte)
      return .follows(hasEscape: introducer != "]" || begins)
    case InputDecoder.escape:
      hasEscape = true
      return .goesOn
    case 0x07 where introducer == "]": return .ends
    case 0x18, 0x1A: return .ends  // Cancel and substitute.
    default:
      if head.count < Self.longestHead { head.append(byte) }
      return count < Self.limit ? .goesOn : .ends
    }
  }
}
