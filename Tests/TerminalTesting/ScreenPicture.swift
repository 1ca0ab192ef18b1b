import CVTerm

/// All that is seen on a screen at one moment, to be compared with another moment.
public struct ScreenPicture: Equatable, Sendable {
  /// Columns.
  public let columns: Int
  /// Lines.
  public let lines: Int
  /// Where the cursor is seen; nil where it is hidden.
  public let cursor: [Int]?
  /// The cells, line after line, in the form in which equal cells are equal bytes.
  private let cells: [UInt8]
  /// The text of the lines.
  public let text: [String]

  /// Whether the same is seen.
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

  /// Where this picture is not like another one, in words; empty where they are equal.
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
  /// What is seen now.
  public var picture: ScreenPicture { ScreenPicture(self) }
}
