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
  ///
  /// - Complexity: O(1).
  public subscript(line: Int, column: Int) -> Glyph {
    get {
      trapUnless(contains(line: line, column: column), "frame \(size): no place (\(line), \(column))")
      return glyphs[line * size.columns + column]
    }
    set {
      trapUnless(contains(line: line, column: column), "frame \(size): no place (\(line), \(column))")
      glyphs[line * size.columns + column] = newValue
    }
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
