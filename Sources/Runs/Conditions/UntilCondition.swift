import ListData
package import ListSearch
import Rows
import Synchronization

package enum UntilOption: Hashable, Sendable, CustomStringConvertible {
  /// Anything differs from the first run.
  case change
  /// The row with this key no longer exists.
  case gone(String)
  /// Rows match a query.
  case rows(Quantity, query: String)

  /// The number of rows that have to match.
  package enum Quantity: Hashable, Sendable {
    case some
    /// Every row, and at least one.
    case all
    case none
    case count(QuerySyntax.Relation, Int)

    func isMet(by matching: Int, of count: Int) -> Bool {
      switch self {
      case .some: matching > 0
      case .all: matching == count && count > 0
      case .none: matching == 0
      case .count(let relation, let number): relation.holds(matching - number)
      }
    }

    /// Whether the condition stays met when rows are added.
    var isReachedByGrowing: Bool {
      switch self {
      case .some, .count(.greater, _), .count(.greaterOrEqual, _): true
      case .all, .none, .count: false
      }
    }
  }

  /// Accepts `change`, `gone=KEY`, `all QUERY`, `none QUERY`, `count>=3 QUERY`, or a query that some row has
  /// to match.
  package init?(argument: String) {
    let words = argument.split(separator: " ", maxSplits: 1)
    guard let first = words.first else { return nil }
    let rest = words.count > 1 ? String(words[1]) : nil
    if argument == "change" {
      self = .change
    } else if argument.hasPrefix("gone=") {
      let key = argument.dropFirst("gone=".count)
      guard !key.isEmpty else { return nil }
      self = .gone(String(key))
    } else if let rest, first == "all" || first == "none" {
      self = .rows(first == "all" ? .all : .none, query: rest)
    } else if first.hasPrefix("count"),
      let (relation, text) = QuerySyntax.Relation.split(first.dropFirst("count".count))
    {
      guard let number = Int(text) else { return nil }
      self = .rows(.count(relation, number), query: rest ?? "")
    } else {
      self = .rows(.some, query: argument)
    }
  }

  /// The option as it is typed.
  package var description: String {
    switch self {
    case .change: "change"
    case .gone(let key): "gone=\(key)"
    case .rows(.some, let query): query
    case .rows(.all, let query): "all \(query)"
    case .rows(.none, let query): "none \(query)"
    case .rows(.count(let relation, let number), let query):
      "count\(relation.rawValue)\(number)" + (query.isEmpty ? "" : " \(query)")
    }
  }
}

/// Ends the runs with the one that meets the condition of `--until`. An open run may still get rows, so the
/// condition does not apply to it yet; it has been checked for the runs of an input that has ended.
final class UntilWatch: RunObserver {
  private let condition: Mutex<UntilCondition>

  init(_ condition: UntilCondition) { self.condition = Mutex(condition) }

  func take(_ run: inout Run) throws {
    guard run.series != .open, run.series != .whole else { return }
    try condition.withLock { condition in
      run.isAwaited = try condition.isMet(by: run)
      run.untilProgress = condition.progress
    }
  }
}

/// Checks whether a run meets the condition of `--until`.
package struct UntilCondition: Sendable {
  private let option: UntilOption
  /// Whether each run of a stream is the current list, not the beginning of a longer one.
  private let isUpdating: Bool
  /// The first rows, to compare later ones with, and whether rows may be missing.
  private var first: (table: TextTable, isPart: Bool)?
  /// Where the text of `gone=` was found in a run; nil before that.
  private var name: RowName?
  /// How far the rows of an incomplete run were searched.
  private var searched: Searched?

  private struct Searched {
    var number: Int
    var shape: TableShape
    /// The end of the last row.
    var end: Int
  }

  /// How near the condition is to being met: `3 of 12 rows`, `web-1 is still there`.
  package private(set) var progress: String?

  private enum RowName {
    /// The key of the row.
    case key
    case cell(column: Int)
  }

  init(_ option: UntilOption, isUpdating: Bool = false) {
    self.option = option
    self.isUpdating = isUpdating
  }

  /// Returns whether a run meets the condition.
  mutating func isMet(by run: Run) throws -> Bool {
    // The rows of a run with a problem are those of an earlier run.
    guard run.problem == nil else { return false }
    switch option {
    case .change:
      guard run.isComplete else { return false }
      progress = "nothing changed"
      guard let first else {
        first = (run.table, run.isPart)
        return false
      }
      return !first.table.hasSameLines(as: run.table, isPart: first.isPart, isOtherPart: run.isPart)
    case .gone(let key):
      guard run.isComplete, !run.isPart, let identity = run.key else { return false }
      name = name ?? Self.name(key, in: run.table, identity)
      guard let name else { throw Refusal("no row is '\(key)'") }
      progress = "\(key) is still there"
      return !Self.holds(run.table, key, as: name, identity)
    case .rows(.some, let query): return try hasNewRow(query, run)
    case .rows(let quantity, let query):
      let count = run.table.rowCount
      // While rows are still arriving, the only sure statement is that there are at least this many.
      guard run.isComplete && !run.isPart || isUpdating && count > 0 || quantity.isReachedByGrowing else {
        return false
      }
      guard let matching = try rows(0..<count, of: run.table, query, run)?.count else { return false }
      progress = "\(matching) of \(count) rows"
      return quantity.isMet(by: matching, of: count)
    }
  }

  /// Returns those of some rows that match; nil if the query names a column that does not exist.
  private func rows(
    _ rows: Range<Int>, of table: TextTable, _ text: String, _ run: Run
  ) throws(Refusal) -> [Int]? {
    let query = RowQuery(text, for: table, now: run.time.localSeconds)
    if let problem = query.problem { throw problem }
    // Without the column, that no row matches says nothing.
    guard query.missing == nil else { return nil }
    return query.rows(among: rows)
  }

  /// Returns whether a row matches. Of an incomplete run, only rows that were not searched before count.
  private mutating func hasNewRow(_ query: String, _ run: Run) throws(Refusal) -> Bool {
    let table = run.table
    var first = 0
    if let searched, searched.number == run.number, searched.shape == table.shape {
      first = table.firstRow(from: searched.end)
    }
    let end = table.rowCount > 0 ? table.line(table.rowCount - 1).upperBound : 0
    searched = run.isComplete ? nil : Searched(number: run.number, shape: table.shape, end: end)
    guard let matching = try rows(first..<table.rowCount, of: table, query, run) else { return false }
    progress = "0 of \(table.rowCount) rows"
    if !matching.isEmpty { return true }
    // Rows that were replaced before a run showed them count too.
    guard !run.replaced.isEmpty, table.rowCount > 0 else { return false }
    let head = Array(table.bytes[0..<table.line(0).lowerBound])
    let bytes = TextBytes(run.replaced.reduce(into: head) { $0 += $1 + [0x0A] })
    let former = RunReader.table(bytes, by: table.shape)
    return try rows(0..<former.rowCount, of: former, query, run)?.isEmpty == false
  }

  /// Returns where a table contains the text that a user gave for a row: as the key of a row, or else as a
  /// cell in a column of text, because a user who writes `gone=web-1` need not know that containers are
  /// identified by numbers. Returns nil if no row has it.
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
