import ListData
import ListKit

/// How wide columns are: as wide as what stands in them, looked at in some rows, and never narrower from run to run, so
/// that nothing jumps.
struct ColumnWidths: Sendable {
  /// The widest text of each column so far, its name included.
  private(set) var widths: [Int] = []

  /// Rows that are looked at, from the first on and spread over the rest.
  private static let sample = 400
  /// One text may be long; a column is not made wider for it.
  static let most = 60

  /// Looks at the rows of a table.
  mutating func note(_ table: TextTable) {
    while widths.count < table.columns.count {
      widths.append(Self.width(of: table.columns[widths.count].name ?? "\(widths.count + 1)"))
    }
    let step = max(1, table.rowCount / Self.sample)
    for row in stride(from: 0, to: table.rowCount, by: step) {
      for column in table.columns.indices where widths[column] < Self.most {
        widths[column] = min(Self.most, max(widths[column], Self.width(of: table.text(row, column))))
      }
    }
  }

  /// The screen columns of a text, nearly: East Asian characters take two.
  private static func width(of text: String) -> Int {
    if text.utf8.count == text.unicodeScalars.count { return text.utf8.count }
    return text.reduce(0) { width, character in
      width + (character.unicodeScalars.first.map { (0x1100...0x115F).contains($0.value) || (0x2E80...0xFFDC).contains($0.value) || $0.value >= 0x1F300 } == true ? 2 : 1)
    }
  }

  /// The columns of the table for the screen.
  ///
  /// - Parameters:
  ///   - shown: the columns to show, from left to right.
  ///   - kept: those that stay in view while others are scrolled.
  ///   - first: how many of the others are scrolled out of view.
  ///   - chosen: the column that keys are about.
  func columns(
    _ shown: [Int], keeping kept: [Int], from first: Int, of table: TextTable, _ arrangement: Arrangement,
    chosen: Int?
  ) -> ShownColumns {
    let keptShown = kept.filter(shown.contains)
    let indexes = keptShown + shown.filter { !kept.contains($0) }.dropFirst(first)
    let columns = indexes.enumerated().map { place, index in
      let column = table.columns[index]
      var title = column.name ?? "\(index + 1)"
      if arrangement.sort?.column == index { title += arrangement.sort?.isDescending == true ? " ▼" : " ▲" }
      let width = max(1, widths[index], title.count)
      let isLast = place == indexes.count - 1
      var shown = TableColumn(
        title, width: min(width, isLast || column.kind == .text ? 12 : width)...(isLast ? max(width, 1000) : width),
        alignment: column.kind.isNumeric && column.kind != .date && !isLast ? .trailing : .leading,
        priority: indexes.count - place)
      shown.isSelected = index == chosen
      return shown
    }
    return ShownColumns(indexes: indexes, columns: columns)
  }
}

/// The columns of a table that are offered to the screen, which leaves out those at the end that it has no room for.
struct ShownColumns {
  /// Which columns of the table they are.
  var indexes: [Int]
  var columns: [TableColumn]

  /// Whether there is room for a column.
  func isInView(_ index: Int, in width: Int) -> Bool {
    guard let place = indexes.firstIndex(of: index) else { return false }
    // Two blanks between columns, two columns at the left, the scroll bar at the right.
    return columns[...place].reduce(3 + 2 * place) { $0 + $1.width.lowerBound } <= width
  }
}
