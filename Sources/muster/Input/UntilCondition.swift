import ListData

/// Tells when what is waited for has come about.
struct UntilCondition: Sendable {
  private let option: UntilOption
  /// The first rows, for what is to change.
  private var first: TextTable?
  /// What the key of a row that is to be gone was found to be.
  private var name: RowName?
  /// How far a text was looked for in what is still arriving.
  private var searched: Searched?

  private struct Searched {
    var number: Int
    var shape: TableShape
    /// The end of the last row.
    var end: Int
  }

  /// What is to be said of what has come about: a row that was never there is gone, and perhaps it is called otherwise.
  private(set) var statusNote: String?

  private enum RowName {
    /// What identifies rows.
    case key
    /// A cell of a column.
    case cell(column: Int)
  }

  init(_ option: UntilOption) { self.option = option }

  /// Whether it has come about with a run.
  mutating func isMet(by run: Run) -> Bool {
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
    case .text(let text): return hasRow(with: Array(text.utf8), run)
    case .gone(let key):
      guard run.isComplete, let identity = run.key else { return false }
      name = name ?? Self.name(key, in: run.table, identity)
      guard let name else {
        statusNote = "no row is \(key), and none was"
        return true
      }
      return !Self.holds(run.table, key, as: name, identity)
    }
  }

  /// Whether a row has a text; of what is still arriving, a row that was not looked at before.
  private mutating func hasRow(with text: [UInt8], _ run: Run) -> Bool {
    let table = run.table
    var first = 0
    if let searched, searched.number == run.number, searched.shape == table.shape {
      first = table.firstRow(from: searched.end)
    }
    let end = table.rowCount > 0 ? table.line(table.rowCount - 1).upperBound : 0
    searched = run.isComplete ? nil : Searched(number: run.number, shape: table.shape, end: end)
    return (first..<table.rowCount).contains { table.bytes[table.line($0)].contains(text) }
      || run.replaced.contains { $0.withUnsafeBufferPointer { $0.contains(text) } }
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

  fileprivate func hasSameLines(as other: TextTable) -> Bool {
    rowCount == other.rowCount
      && (0..<rowCount).allSatisfy { bytes[line($0)].elementsEqual(other.bytes[other.line($0)]) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a word stands in it.
  fileprivate func contains(_ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    var start = startIndex
    while start + word.count <= endIndex, let place = self[start...].firstIndex(of: first) {
      if self[place...].starts(with: word) { return true }
      start = place + 1
    }
    return false
  }
}
