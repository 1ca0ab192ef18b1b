import CVTerm

/// The visible state of a screen at one moment, for comparison with another moment.
public struct ScreenPicture: Equatable, Sendable {
  /// The number of columns.
  public let columns: Int
  /// The number of lines.
  public let lines: Int
  /// The position of the cursor, or nil if it is hidden.
  public let cursor: [Int]?
  /// The cells, line by line, in a form in which equal cells have equal bytes.
  private let cells: [UInt8]
  /// The text of the lines.
  public let text: [String]

  /// Whether two screens look the same.
  public static func == (first: Self, second: Self) -> Bool {
    first.columns == second.columns && first.lines == second.lines && first.cursor == second.cursor
      && first.cells == second.cells
  }

  init(_ terminal: VirtualTerminal) {
    columns = terminal.size.columns
    lines = terminal.size.lines
    cursor = terminal.isCursorVisible ? [terminal.cursor.line, terminal.cursor.column] : nil
    let copy = terminal.copyCells()
    cells = copy.cells
    text = copy.text
  }

  private func cell(_ line: Int, _ column: Int) -> ArraySlice<UInt8> {
    let width = MemoryLayout<cv_cell>.stride
    return cells[((line * columns + column) * width)...].prefix(width)
  }

  private func look(_ line: Int, _ column: Int) -> String {
    let cell = cell(line, column).withUnsafeBytes { $0.loadUnaligned(as: cv_cell.self) }
    return
      "foreground \(String(cell.foreground, radix: 16)), background \(String(cell.background, radix: 16)), "
      + "attributes \(String(cell.attributes, radix: 2))"
  }

  /// Describes the differences from another screen; empty if they are equal.
  public func differences(from other: Self) -> [String] {
    guard columns == other.columns, lines == other.lines else {
      return ["size \(columns)x\(lines), was \(other.columns)x\(other.lines)"]
    }
    var words: [String] = []
    if cursor != other.cursor {
      words.append(
        "cursor \(cursor.map { "\($0)" } ?? "hidden"), was \(other.cursor.map { "\($0)" } ?? "hidden")")
    }
    for line in 0..<lines {
      let places = (0..<columns).filter { cell(line, $0) != other.cell(line, $0) }
      guard let first = places.first else { continue }
      words.append(
        text[line] == other.text[line]
          ? "line \(line), \(places.count) columns from \(first): |\(text[line])| in \(look(line, first)), was in "
            + other.look(line, first)
          : "line \(line) from column \(first): |\(text[line])|, was |\(other.text[line])|")
    }
    return words
  }
}

extension VirtualTerminal {
  /// The current visible state.
  public var picture: ScreenPicture { ScreenPicture(self) }
}
