/// A picture of the whole screen: what a program says and a ``Screen`` shows.
///
/// ```text
///            columns ▶
///   lines   ┌─┬─┬─┬─┬─┬─┐
///     ▼     │M│o│n│t│ │B│     one Glyph a box, stored line by line
///           └─┴─┴─┴─┴─┴─┘
/// ```
///
/// Frames are values: tests compare them, and a screen keeps none but the last one.
public struct Frame: Hashable, Sendable {
  /// Columns and lines of the picture.
  public let size: Size
  /// Where the terminal's own cursor stands, or nil while it is hidden.
  public var cursor: Point?
  /// The boxes, line by line; `size.columns * size.lines` of them.
  public private(set) var glyphs: [Glyph]

  /// Creates an empty picture.
  ///
  /// - Complexity: O(columns × lines).
  public init(size: Size) {
    self.size = size
    glyphs = Array(repeating: .blank, count: size.columns * size.lines)
  }

  /// The glyph at a line and column, which must lie inside the picture.
  public subscript(line: Int, column: Int) -> Glyph {
    get { glyphs[index(line, column)] }
    set { glyphs[index(line, column)] = newValue }
  }

  /// Inlined because drawing asks several times for each glyph: a call costs as much as the rest of the access.
  @inline(__always)
  private func index(_ line: Int, _ column: Int) -> Int {
    trapUnless(
      contains(line: line, column: column),
      "frame of \(size.columns)×\(size.lines): line \(line), column \(column) is out of range")
    return line * size.columns + column
  }

  /// The glyphs of one line, from left to right.
  public func line(_ line: Int) -> ArraySlice<Glyph> {
    glyphs[line * size.columns..<(line + 1) * size.columns]
  }

  private func contains(line: Int, column: Int) -> Bool {
    (0..<size.lines).contains(line) && (0..<size.columns).contains(column)
  }
}

extension Frame: CustomStringConvertible {
  /// The picture as text, a line a line, without trailing blanks and styles.
  public var description: String {
    (0..<size.lines).map(text(ofLine:)).joined(separator: "\n")
  }

  /// The text of one line, without trailing blanks.
  public func text(ofLine line: Int) -> String {
    var text = ""
    var blanks = 0
    for glyph in self.line(line) {
      if glyph.isBlank {
        blanks += 1
      } else {
        text.append(String(repeating: " ", count: blanks))
        blanks = 0
        text.append(glyph.text)
      }
    }
    return text
  }
}

// MARK: - Glyph

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

// MARK: - Geometry

/// A number of columns and lines of the screen.
public struct Size: Hashable, Sendable {
  /// Width in columns; a wide character takes two.
  public var columns: Int
  /// Height in lines of the terminal, never negative.
  public var lines: Int

  /// Creates a size; negative numbers count as zero.
  public init(columns: Int, lines: Int) {
    self.columns = max(0, columns)
    self.lines = max(0, lines)
  }
}

/// A place on the screen, counted from the upper left corner, which is line 0, column 0.
public struct Point: Hashable, Sendable {
  /// Distance from the top edge, in lines.
  public var line: Int
  /// Distance from the left edge, in columns.
  public var column: Int

  /// Creates a place on the screen.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// A rectangle of the screen.
public struct Rect: Hashable, Sendable {
  /// The cell in the upper left corner; it may lie outside what is drawn on.
  public var origin: Point
  /// Columns and lines it spans.
  public var size: Size

  /// Creates a rectangle from its upper left corner and its extent.
  public init(line: Int, column: Int, columns: Int, lines: Int) {
    origin = Point(line: line, column: column)
    size = Size(columns: columns, lines: lines)
  }

  /// The lines it covers, from its first to before the one below it.
  public var lines: Range<Int> { origin.line..<origin.line + size.lines }

  /// The columns it covers, from its first to before the one behind it.
  public var columns: Range<Int> { origin.column..<origin.column + size.columns }

  /// Whether a place lies inside.
  public func contains(_ point: Point) -> Bool {
    lines.contains(point.line) && columns.contains(point.column)
  }
}
