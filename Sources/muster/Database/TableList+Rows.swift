import Databases
import ListData
import ListKit
import ListKitPaging
import Rows

/// The keys of a database table, the row under the cursor, and the marked rows.
extension TableList {
  func addKeys() {
    add("s", "sort by the column, in the database; again: reverse") { $0.sort(by: $1) }
    add("r", "reverse the order") { $0.reverse() }
    add("0", "the order of the key") { $0.sort(by: nil) }
    add("=", "sum of the column; again: mean, median, range, distinct, none") { $0.toggleTotal($1) }
    add("F", "how often each value of the column occurs", opensPage: true) {
      $0.screen?.showValueCounts(of: $1)
    }
    add("o", "the list or the object of the column as a list (JSON)") { $0.openElements(of: $1) }
    add("#", "count the rows exactly", waits: false) { $0.countExactly() }
    if options.use.alert != nil {
      add("e", "next row with an alert") { $0.goToAlert(isForward: true) }
      add("E", "previous row with an alert") { $0.goToAlert(isForward: false) }
    }
    for (keys, reason) in Self.refusals where keys != "eE" || options.use.alert == nil {
      for key in keys { add(.character(key), nil, waits: false) { $0.report(reason) } }
    }
    add(.control("f"), nil, waits: false) { $0.report("/ filters, in the database") }
  }

  /// Keys of other lists, and why a table does not have them.
  private static let refusals: [(keys: String, reason: String)] = [
    ("b", "groups need all rows, as with --sql; F counts values"),
    ("t", "a tree needs all rows, as with --sql"),
    ("i", "another key: start with --key"),
    ("eE", "no words of errors: a table is read page by page; filter as in status:error"),
    ("[]T", "no history: a table shows what the database has now; --sql keeps one"),
    ("p", "a table is read only when it changes"),
    ("dm", "what changed is known of lists that are read entirely, as with --sql"),
    ("D~", "earlier numbers are known of lists that are read entirely, as with --sql"),
    ("L", "the first rows only: of lists that are read entirely, as with --sql"),
    ("a", "another column: --sql 'SELECT *, price*amount AS total FROM sales'"),
    ("{}", "other tables: esc, or start without a table"),
    ("R", "a database has columns and values: nothing was guessed"),
  ]

  func addKeysOfInput() {}

  func countValues(of column: Int) async throws -> CountedValues {
    var values = CountedValues()
    for (value, count) in try await engine.valueCounts(of: column, matching: wish, limit: Self.mostValues) {
      values.append(value.map { Array($0.utf8) }, count: count)
    }
    return values
  }

  private static let mostValues = 100_000

  // MARK: Rows

  /// The marked rows, or else the row under the cursor.
  private var chosenRows: [TableRowKey] {
    let keys = dataSource.selectedKeys
    return keys.isEmpty ? [dataSource.cursorRow?.key].compactMap(\.self) : keys
  }

  func withChosenRows(
    withRemoved: Bool, orSay next: String, _ body: @escaping @MainActor (any ChosenRows) -> Void
  ) {
    // The rows that a key asked for decide which row is under the cursor.
    dataSource.whenShown { [weak self] in self?.readChosenRows(body) }
  }

  private func readChosenRows(_ body: @escaping @MainActor (any ChosenRows) -> Void) {
    let keys = chosenRows
    guard !keys.isEmpty else {
      if hasNoMatch { body(TableRows([], of: self)) }
      return
    }
    if tableView.numberOfSelectedRows == 0 { tableView.holdCursor() }
    read { [engine, dataSource] report in
      var rows: [[String?]] = []
      for (index, key) in keys.enumerated() {
        if let row = try await engine.record(key, isWhole: true) {
          rows.append(row)
        } else {
          dataSource?.selectedKeys.removeAll { $0 == key }
        }
        report(.fraction(Double(index + 1) / Double(keys.count)))
      }
      if !Task.isCancelled, !rows.isEmpty { body(TableRows(rows, of: self)) }
    }
  }

  func shownText(_ format: ShownFormat) async -> [UInt8]? {
    screen?.statusNote = "a table is read page by page; muster -p writes all rows"
    return nil
  }

  func withValue(of column: Int, _ body: @escaping @MainActor ([UInt8]) -> Void) {
    dataSource.whenShown { [self] in
      guard let key = dataSource.cursorRow?.key else { return }
      read { [self] _ in
        let value = try await engine.value(of: column, key)
        if Task.isCancelled { return }
        if let value { body(value) } else { report("NULL, or the row is gone") }
      }
    }
  }

  private func openElements(of column: Int) {
    withValue(of: column) { [self] value in
      let row = dataSource.cursorRow.map { title(of: $0.content) } ?? engine.table.name
      guard screen?.openElements(of: value, in: column, ofRow: row) == false else { return }
      report("\(name(of: column)) has no members; choose a column of objects or lists with h and l")
    }
  }

  func rowsMayHaveChanged() { dataSource.refresh() }

  func cursorText(of column: Int) -> String {
    guard let row = dataSource.cursorRow?.content, column < row.count else { return "" }
    return Self.line(row[column] ?? "NULL")
  }

  func openRow() {
    guard let key = dataSource.cursorRow?.key else { return }
    read { [self] _ in
      guard let row = try await engine.record(key), !Task.isCancelled else { return }
      let lines = details(of: row).map { Panel.Line($0, StyledText(Self.line($1))) }
      screen?.present(Panel(title: title(of: row), lines: lines))
    }
  }

  private func title(of row: [String?]) -> String {
    Self.line(engine.table.keyColumn.flatMap { row[$0] } ?? engine.table.name)
  }

  /// Returns the names and values of the columns, with a note after a value of which only the beginning was read.
  private func details(of row: [String?]) -> [(name: String, text: String)] {
    zip(engine.table.columns, row).map { column, value in
      guard let value else { return (column.name, "NULL") }
      let isCut =
        value.utf8.count >= DatabaseTable.longLength && value.unicodeScalars.count >= DatabaseTable.longLength
      return (column.name, value + (isCut ? " … the rest with v" : ""))
    }
  }

  var previewedRow: PreviewedRow? {
    dataSource.cursorRow.map { [engine] row in
      let gone = Refusal("the row is gone")
      return PreviewedRow(
        text: Array(row.content.map { $0.map { "+\($0)" } ?? "" }.joined(separator: "\0").utf8)
          + Array("\(row.key)".utf8),
        details: .read { [weak self] in
          guard let row = try await engine.record(row.key), let self else { throw gone }
          let text = details(of: row).map { "\($0)\n\($1)" }.joined(separator: "\n\n")
          return (title(of: row), StyledText(text))
        },
        command: { [weak self] template in
          guard let row = try await engine.record(row.key, isWhole: true), let self else { throw gone }
          return try TableRows([row], of: self).commands(for: template)[0]
        })
    }
  }
}

/// Chosen rows of a table.
struct TableRows: ChosenRows {
  /// Only the database could compute them.
  var sums: [String] { [] }
  private let rows: [[String?]]
  private let table: DatabaseTable
  private let options: MusterOptions
  /// The columns to print; nil for all.
  private let columns: [Int]?

  @MainActor
  init(_ rows: [[String?]], of list: TableList) {
    (self.rows, table, options) = (rows, list.engine.table, list.options)
    columns = options.start.columns == nil ? nil : list.view.shown
  }

  var count: Int { rows.count }

  @MainActor var name: String {
    let column = RowName.column(
      of: table.columns.map { ($0.name, $0.kind == .text) }, besideKey: table.keyColumn.map { [$0] } ?? [])
    return RowName.text(
      key: TableList.line(table.keyColumn.flatMap { rows[0][$0] } ?? table.name),
      name: column.flatMap { rows[0][$0] }.map(TableList.line))
  }

  var lines: [String] {
    let format = DatabaseRowText(.tsv, table, columns: nil)
    return rows.map { String(decoding: format.line($0).dropLast(), as: UTF8.self) }
  }

  func commands(for template: ExecTemplate) throws(ExecTemplate.Refusal) -> [RowCommand] {
    try template.commands(for: Array(rows.indices), names: ColumnNames(table.columns.map(\.name))) {
      Array(lines[$0].utf8)
    } value: {
      Array((rows[$0][$1] ?? "").utf8)
    }
  }

  func picked(query: String) throws -> PickedRows {
    let columns = try options.rowFormat.template == nil ? columns : options.printedColumns(of: table)
    let format = DatabaseRowText(options.rowFormat, table, columns: columns)
    return PickedRows(query: query, lines: rows.map(format.line))
  }
}
