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
