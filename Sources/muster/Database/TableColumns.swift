import Databases
import ListKit

/// The shown columns of a table, their widths, and the column that keys act on.
struct TableColumns {
  /// The shown columns, from left to right; nil for all.
  var shown: [Int]?
  /// The column that keys act on.
  var chosen: Int?
  /// The columns that the user pinned.
  var pinned: [Int] = []
  /// The width of the widest text so far of each column in the current list.
  private var widths: [Int: Int] = [:]

  /// The maximum width of a column, even if it has longer texts.
  private static let most = 60
  /// The width to which texts may be cut if there is little space.
  private static let leastText = 16

  func columns(of table: DatabaseTable) -> [Int] {
    let columns = shown?.filter(table.columns.indices.contains) ?? []
    return columns.isEmpty ? Array(table.columns.indices) : columns
  }

  /// Adapts to a table with other columns.
  mutating func move(_ place: (Int) -> Int?) {
    shown = shown?.compactMap(place)
    chosen = chosen.flatMap(place)
    pinned = pinned.compactMap(place)
    forgetWidths()
  }

  /// Measures the widths again with the next rows.
  mutating func forgetWidths() { widths = [:] }

  /// Returns the columns for the screen, as wide as the texts read so far require.
  mutating func placed(
    _ table: DatabaseTable, _ rows: [[String?]], _ order: TableOrder, width: (String) -> Int
  ) -> [TableColumn] {
    let columns = columns(of: table)
    for column in columns {
      widths[column] = rows.reduce(widths[column] ?? 1) { widest, row in
        guard column < row.count, widest < Self.most else { return widest }
        return max(widest, row[column].map { width(TableController.line(String($0.prefix(Self.most)))) } ?? 4)
      }
    }
    return columns.enumerated().map { place, index in
      let column = table.columns[index]
      let isSorted = (order.column ?? table.keyColumn) == index
      let title = column.name + (isSorted ? order.isDescending ? " ▼" : " ▲" : "")
      let wanted = min(max(widths[index] ?? 1, width(title)), Self.most)
      let isLast = place == columns.count - 1
      let isNumber = column.kind == .number
      let isPinned = index == table.keyColumn || pinned.contains(index)
      var shown = TableColumn(
        title, width: (isNumber && !isLast ? wanted : min(wanted, Self.leastText))...(isLast ? 1000 : wanted),
        alignment: isNumber && !isLast ? .trailing : .leading,
        priority: isPinned ? columns.count + 1 : columns.count - place)
      shown.isSelected = index == chosen
      shown.isPinned = isPinned
      return shown
    }
  }
}
