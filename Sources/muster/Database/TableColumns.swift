import Databases
import ListKit

/// Which columns of a table are shown, in which widths, and which of them keys are about.
struct TableColumns {
  /// The columns that are shown, from left to right; nil for all.
  var shown: [Int]?
  /// The column that keys are about.
  private(set) var chosen: Int?
  /// Those that stay in view while others are scrolled, besides that of the key.
  private var pinned: Set<Int> = []
  /// The widest text of each column so far, of the present list.
  private var widths: [Int: Int] = [:]

  /// A column is not made wider for one long text.
  private static let most = 60
  /// A text may be cut to so many columns where there is too little room.
  private static let leastText = 16

  func columns(of table: DatabaseTable) -> [Int] {
    let columns = shown?.filter(table.columns.indices.contains) ?? []
    return columns.isEmpty ? Array(table.columns.indices) : columns
  }

  /// All shown columns in the order in which keys choose them: the pinned ones stand first once others scroll.
  private func order(of table: DatabaseTable) -> [Int] {
    let columns = columns(of: table)
    return columns.filter { isPinned($0, of: table) } + columns.filter { !isPinned($0, of: table) }
  }

  private func isPinned(_ column: Int, of table: DatabaseTable) -> Bool {
    pinned.contains(column) || column == table.keyColumn
  }

  /// Chooses the column some steps further right.
  ///
  /// - Returns: its place among those that are shown.
  mutating func choose(by step: Int, of table: DatabaseTable) -> Int? {
    let order = order(of: table)
    guard !order.isEmpty else { return nil }
    let position = chosen.flatMap(order.firstIndex) ?? (step > 0 ? -1 : order.count)
    let column = order[min(max(position + step, 0), order.count - 1)]
    chosen = column
    return columns(of: table).firstIndex(of: column)
  }

  /// Takes a column away; the last one stays.
  mutating func hide(_ column: Int, of table: DatabaseTable) {
    let order = order(of: table)
    guard order.count > 1, let position = order.firstIndex(of: column) else { return }
    shown = columns(of: table).filter { $0 != column }
    chosen = order[position + 1 < order.count ? position + 1 : position - 1]
  }

  mutating func togglePin(_ column: Int) { pinned.formSymmetricDifference([column]) }

  /// The same for a table with other columns.
  mutating func move(_ place: (Int) -> Int?) {
    shown = shown?.compactMap(place)
    chosen = chosen.flatMap(place)
    pinned = Set(pinned.compactMap(place))
    forgetWidths()
  }

  /// Measures anew with the next rows.
  mutating func forgetWidths() {
    widths = [:]
  }

  /// The columns for the screen: as wide as what was read of a list so far.
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
      let isPinned = isPinned(index, of: table)
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
