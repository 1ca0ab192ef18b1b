import Databases
import ListData
import ListKit
import Rows

/// The shown columns of a table, their widths and totals.
struct TableColumns {
  /// The shown columns, from left to right; nil for all.
  var shown: [Int]?
  var choice = ColumnAdjustments()
  /// The totals below columns.
  private(set) var aggregates: [Int: TableAggregate] = [:]
  /// The totals as far as they are known.
  private var totals: TableTotals?
  /// The width of the widest text so far of each column in the current list.
  private var widths: [Int: Int] = [:]
  /// The decimals of the numbers so far of each column in the current list.
  private(set) var decimals: [Int: DecimalPlaces] = [:]
  /// The words with which the texts so far of each column in the current list begin.
  private(set) var firstWords = FirstWords()

  /// The maximum width of a column, even if it has longer texts.
  private static let most = 60

  func columns(of table: DatabaseTable) -> [Int] {
    let columns = shown?.filter(table.columns.indices.contains) ?? []
    return columns.isEmpty ? Array(table.columns.indices) : columns
  }

  /// Adapts to a table with other columns.
  mutating func move(_ newIndex: (Int) -> Int?) {
    shown = shown?.compactMap(newIndex)
    choice = ColumnAdjustments(pinned: choice.pinned.compactMap(newIndex))
    (aggregates, totals) = ([:], nil)
    forgetTexts()
  }

  /// Measures the texts again with the next rows.
  mutating func forgetTexts() { (widths, decimals, firstWords) = ([:], [:], FirstWords()) }

  // MARK: Totals

  /// Switches to the next total of a column, after the last one to none.
  mutating func toggleTotal(_ column: Int, of table: DatabaseTable) {
    let all = TableAggregate.all(of: table.columns[column])
    let next = aggregates[column].flatMap(all.firstIndex).map { $0 + 1 } ?? 0
    aggregates[column] = next < all.count ? all[next] : nil
    totals?.texts[column] = nil
  }

  mutating func take(_ totals: TableTotals) { self.totals = totals }

  /// The total of a column: its caption and its value; nil if there is none.
  private func total(_ column: Int, matching filter: TableFilter) -> (caption: String?, value: String)? {
    aggregates[column].map { aggregate in
      let text = totals.flatMap { $0.filter == filter ? $0.texts[column] : nil } ?? "…"
      // A median and a range are values, as they are written.
      return (aggregate.rawValue, [.median, .range].contains(aggregate) ? text : grouped(text))
    }
  }

  // MARK: Placing

  /// Returns the columns for the screen, as wide as the texts read so far require.
  ///
  /// - Parameter room: the number of screen columns for all of them.
  mutating func placed(
    _ table: DatabaseTable, _ rows: [[String?]], _ query: TableQuery, _ theme: Theme, room: Int,
    width: (String) -> Int
  ) -> [TableColumn] {
    let (columns, order) = (columns(of: table), query.order)
    for column in columns {
      for case let text? in rows.lazy.filter({ column < $0.count }).map({ $0[column] }) {
        if table.columns[column].kind == .number {
          decimals[column, default: DecimalPlaces()].note(text)
        } else {
          firstWords.note(text.utf8, in: column)
        }
      }
      widths[column] = rows.reduce(widths[column] ?? 1) { widest, row in
        guard column < row.count, widest < Self.most else { return widest }
        return max(widest, row[column].map { width(TableList.line(String($0.prefix(Self.most)))) } ?? 4)
      }
    }
    var unplaced = columns.enumerated().map { position, index in
      let column = table.columns[index]
      let (isNumber, fixed) = (column.kind == .number, choice.widths[index])
      let isSorted = (order.column ?? table.keyColumn) == index
      let title = column.name + (isSorted ? order.isDescending ? " ▼" : " ▲" : "")
      return UnplacedColumn(
        index: index, name: column.name, title: title,
        wanted: fixed
          ?? min(max(widths[index] ?? 1, decimals[index]?.width ?? 0, width(title)), Self.most),
        worth: worth(of: index, in: table, query, isLast: position == columns.count - 1),
        isNumber: isNumber, isText: !isNumber, isFixed: fixed != nil, isPinned: isKey(index, in: table),
        total: total(index, matching: query.filter))
    }
    unplaced.widenForTotals(except: choice.widths, width)
    return unplaced.placed(room: room, choice, isLastOpen: true, theme)
  }

  private func isKey(_ column: Int, in table: DatabaseTable) -> Bool {
    column == table.keyColumn || choice.pinned.contains(column)
  }

  /// Returns what a column is worth to a user who cannot see all.
  private func worth(
    of index: Int, in table: DatabaseTable, _ query: TableQuery, isLast: Bool
  ) -> ColumnWorth {
    let column = table.columns[index]
    if isKey(index, in: table) { return .key }
    if CellMeaning.areStates(firstWords.few(in: index), in: Column(name: column.name)) { return .state }
    if query.order.column == index || query.filter.columns.contains(index) || aggregates[index] != nil {
      return .used
    }
    return isLast && column.kind != .number ? .message : .plain
  }
}
