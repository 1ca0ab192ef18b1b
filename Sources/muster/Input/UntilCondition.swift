import ListData

/// Tells when what `--until` waits for is so.
struct UntilCondition: Sendable {
  /// Why it can never be met.
  struct Problem: Error, Hashable, CustomStringConvertible {
    var description: String
  }

  private let option: UntilOption
  /// Whether each run of a stream is the list as it is, not a part of what is still to come.
  private let isUpdating: Bool
  /// The first rows, for what is to change.
  private var first: TextTable?
  /// What the key of a row that is to be gone was found to be.
  private var name: RowName?
  /// How far rows were searched of what is still arriving.
  private var searched: Searched?

  private struct Searched {
    var number: Int
    var shape: TableShape
    /// The end of the last row.
    var end: Int
  }

  /// How far it is from being met: `3 of 12 rows`.
  private(set) var progress: String?

  private enum RowName {
    /// What identifies rows.
    case key
    /// A cell of a column.
    case cell(column: Int)
  }

  init(_ option: UntilOption, isUpdating: Bool = false) {
    self.option = option
    self.isUpdating = isUpdating
  }

  /// Whether it is met by a run.
  mutating func isMet(by run: Run) throws -> Bool {
    // Rows that are kept because nothing better came say nothing.
    guard run.problem == nil else { return false }
    switch option {
    case .change:
      guard run.isComplete else { return false }
      guard let first else {
        first = run.table
        return false
      }
      return !first.hasSameLines(as: run.table)
    case .gone(let key):
      guard run.isComplete, let identity = run.key else { return false }
      name = name ?? Self.name(key, in: run.table, identity)
      guard let name else { throw Problem(description: "no row is '\(key)'") }
      return !Self.holds(run.table, key, as: name, identity)
    case .rows(.some, let query): return try hasNewRow(query, run)
    case .rows(let quantity, let query):
      let count = run.table.rowCount
      // Of what is still arriving, only that there are many rows is known.
      guard run.isComplete || isUpdating && count > 0 || quantity.isReachedByGrowing else { return false }
      let matching = try Self.rows(0..<count, of: run.table, query, run).count
      progress = "\(matching) of \(count) rows"
      return quantity.isMet(by: matching, of: count)
    }
  }

  private static func rows(
    _ rows: Range<Int>, of table: TextTable, _ text: String, _ run: Run
  ) throws(RowQuery.Problem) -> [Int] {
    let query = RowQuery(text, for: table, now: run.time.localSeconds)
    if let problem = query.problem { throw problem }
    return query.rows(among: rows)
  }

  /// Whether a row matches; of what is still arriving, a row that was not searched before.
  private mutating func hasNewRow(_ query: String, _ run: Run) throws(RowQuery.Problem) -> Bool {
    let table = run.table
    var first = 0
    if let searched, searched.number == run.number, searched.shape == table.shape {
      first = table.firstRow(from: searched.end)
    }
    let end = table.rowCount > 0 ? table.line(table.rowCount - 1).upperBound : 0
    searched = run.isComplete ? nil : Searched(number: run.number, shape: table.shape, end: end)
    progress = "0 of \(table.rowCount) rows"
    if try !Self.rows(first..<table.rowCount, of: table, query, run).isEmpty { return true }
    // What rows were for a moment, below the same header.
    guard !run.replaced.isEmpty, table.rowCount > 0 else { return false }
    let head = Array(table.bytes[0..<table.line(0).lowerBound])
    let bytes = TextBytes(run.replaced.reduce(into: head) { $0 += $1 + [0x0A] })
    let former = TextTable(bytes, shape: table.shape)
    return try !Self.rows(0..<former.rowCount, of: former, query, run).isEmpty
  }

  /// What a key is in a table: what identifies a row, or else a cell of text, because a user who writes `gone=web-1` need not
  /// know that containers are identified by their numbers; nil where it is not there.
  private static func name(_ key: String, in table: TextTable, _ identity: TableKey) -> RowName? {
    let columns = table.columns.indices.filter { table.columns[$0].kind == .text }
    return ([.key] + columns.map { .cell(column: $0) }).first { holds(table, key, as: $0, identity) }
  }

  private static func holds(_ table: TextTable, _ key: String, as name: RowName, _ identity: TableKey) -> Bool
  {
    (0..<table.rowCount).contains { row in
      switch name {
      case .key: table.keyText(of: row, by: identity) == key
      case .cell(let column): table.text(row, column) == key
      }
    }
  }
}

extension TextTable {
  /// What identifies a row, as it is written on a command line: cells between commas, the line, its number.
  func keyText(of row: Int, by key: TableKey) -> String {
    switch key {
    case .columns(let columns): columns.map { text(row, $0) }.joined(separator: ",")
    case .path(let column):
      String(decoding: bytes[DrawnTree.text(of: row, in: column, of: self)], as: UTF8.self)
    case .line: String(decoding: bytes[line(row)], as: UTF8.self)
    case .place: "\(row + 1)"
    }
  }

  func hasSameLines(as other: TextTable) -> Bool {
    rowCount == other.rowCount
      && (0..<rowCount).allSatisfy { bytes[line($0)].elementsEqual(other.bytes[other.line($0)]) }
  }
}
