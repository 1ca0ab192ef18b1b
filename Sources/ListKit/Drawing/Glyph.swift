/// One box of the screen grid: a character, the marks that combine with it, and its style.
///
/// A wide character takes two boxes: the first holds it, the second is its ``trailing(_:)`` half.
public struct Glyph: Hashable, Sendable {
  /// The spacing character; U+0000 in the second half of a wide one.
  public var scalar: Unicode.Scalar
  /// Up to four zero-width marks drawn over it, in order; unused places are zero.
  ///
  /// Four is what one curses cell can hold.
  public var marks: SIMD4<UInt32>
  /// Columns it takes: 1, 2, or 0 for the second half of a wide character.
  public var width: UInt8
  /// The colours and attributes that the character is drawn with.
  public var style: Style

  /// Creates a glyph of a spacing character.
  public init(_ scalar: Unicode.Scalar, marks: SIMD4<UInt32> = .zero, width: UInt8 = 1, style: Style = .plain)
  {
    self.scalar = scalar
    self.marks = marks
    self.width = width
    self.style = style
  }

  /// A space in the terminal's own colours, as a cleared screen has everywhere.
  public static let blank = Glyph(" ")

  /// The second half of a wide character drawn in `style`.
  public static func trailing(_ style: Style) -> Glyph { Glyph("\0", width: 0, style: style) }

  /// Takes the character away and leaves its style.
  mutating func blank() { self = Glyph(" ", style: style) }

  /// Whether the box shows nothing but its background.
  public var isBlank: Bool { scalar == " " && marks == .zero }

  /// The character with its marks.
  public var text: String {
    guard width > 0 else { return "" }
    var text = String(scalar)
    for index in 0..<4 where marks[index] != 0 {
      if let mark = Unicode.Scalar(marks[index]) { text.unicodeScalars.append(mark) }
    }
    return text
  }
}
