/// A picture of the entire screen: a program draws it and a ``Screen`` shows it.
///
/// ```text
///            columns ▶
///   lines   ┌─┬─┬─┬─┬─┬─┐
///     ▼     │M│o│n│t│ │B│     one Glyph per box, stored line by line
///           └─┴─┴─┴─┴─┴─┘
/// ```
///
/// Frames are values: tests compare them, and a screen keeps only the last one.
public struct Frame: Hashable, Sendable {
  /// The columns and lines of the frame.
  public let size: ScreenSize
  /// The place of the terminal's own cursor; nil while it is hidden.
  public var cursor: ScreenPoint?
  /// The glyphs, line by line; `size.columns * size.lines` of them.
  public private(set) var glyphs: [Glyph]

  /// Creates a blank frame.
  ///
  /// - Complexity: O(columns × lines).
  public init(size: ScreenSize) {
    self.size = size
    glyphs = Array(repeating: .blank, count: size.columns * size.lines)
  }

  /// The glyph at a line and column, which must be inside the frame.
  public subscript(line: Int, column: Int) -> Glyph {
    get { glyphs[index(line, column)] }
    set { glyphs[index(line, column)] = newValue }
  }

  /// Inlined because drawing accesses each glyph several times: a call costs as much
  /// as the rest of the access.
  @inline(__always)
  private func index(_ line: Int, _ column: Int) -> Int {
    trapUnless(
      contains(line: line, column: column),
      "frame of \(size.columns)×\(size.lines): line \(line), column \(column) is out of range")
    return line * size.columns + column
  }

  /// Returns the glyphs of a line of the frame, from left to right.
  public func line(_ line: Int) -> ArraySlice<Glyph> {
    trapUnless(
      (0..<size.lines).contains(line), "frame of \(size.columns)×\(size.lines): line \(line) is out of range")
    return glyphs[line * size.columns..<(line + 1) * size.columns]
  }

  private func contains(line: Int, column: Int) -> Bool {
    (0..<size.lines).contains(line) && (0..<size.columns).contains(column)
  }
}

extension Frame: CustomStringConvertible {
  /// The frame as lines of text, without trailing blanks and styles.
  public var description: String {
    (0..<size.lines).map(text(ofLine:)).joined(separator: "\n")
  }

  /// Returns the text of one line, without trailing blanks.
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

/// One box of the screen grid: a character, its combining marks, and its style.
///
/// A wide character takes two boxes: the first contains it, the second is its ``trailing(_:)`` half.
public struct Glyph: Hashable, Sendable {
  /// The spacing character; U+0000 in the second half of a wide one.
  public var scalar: Unicode.Scalar
  /// Up to four zero-width marks drawn over it, in order; unused elements are zero.
  ///
  /// Four is the maximum of one curses cell.
  public var marks: SIMD4<UInt32>
  /// The number of columns: 1, 2, or 0 for the second half of a wide character.
  public var width: UInt8
  /// The colours and attributes that the character is drawn with.
  public var style: TextStyle

  /// Creates a glyph of a spacing character.
  public init(
    _ scalar: Unicode.Scalar, marks: SIMD4<UInt32> = .zero, width: UInt8 = 1, style: TextStyle = .plain
  ) {
    self.scalar = scalar
    self.marks = marks
    self.width = width
    self.style = style
  }

  /// A space in the terminal's own colours, as on a cleared screen.
  public static let blank = Glyph(" ")

  /// Returns the second half of a wide character drawn in `style`.
  public static func trailing(_ style: TextStyle) -> Glyph { Glyph("\0", width: 0, style: style) }

  /// Removes the character and keeps its style.
  mutating func blank() { self = Glyph(" ", style: style) }

  /// Whether the box shows only its background.
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
public struct ScreenSize: Hashable, Sendable {
  /// The width in columns; a wide character takes two.
  public var columns: Int
  /// The height in lines of the terminal, never negative.
  public var lines: Int

  /// Creates a size; negative numbers count as zero.
  public init(columns: Int, lines: Int) {
    self.columns = max(0, columns)
    self.lines = max(0, lines)
  }
}

/// A place on the screen, counted from the upper left corner, which is line 0, column 0.
public struct ScreenPoint: Hashable, Sendable {
  /// The distance from the top edge, in lines.
  public var line: Int
  /// The distance from the left edge, in columns.
  public var column: Int

  /// Creates a place on the screen.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// A rectangle of the screen.
public struct Rect: Hashable, Sendable {
  /// The upper left corner; it may be outside the drawing area.
  public var origin: ScreenPoint
  /// The number of columns and lines.
  public var size: ScreenSize

  /// Creates a rectangle from its upper left corner and its extent.
  public init(line: Int, column: Int, columns: Int, lines: Int) {
    origin = ScreenPoint(line: line, column: column)
    size = ScreenSize(columns: columns, lines: lines)
  }

  /// The lines that the rectangle covers.
  public var lines: Range<Int> { origin.line..<origin.line + size.lines }

  /// The columns that the rectangle covers.
  public var columns: Range<Int> { origin.column..<origin.column + size.columns }

  /// Whether a place is inside.
  public func contains(_ point: ScreenPoint) -> Bool {
    lines.contains(point.line) && columns.contains(point.column)
  }
}
