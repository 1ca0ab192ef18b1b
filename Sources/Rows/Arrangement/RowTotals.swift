package import ListData

/// The totals of the columns of the shown rows: of all of them, and of each group.
///
/// The totals leave out removed rows, and a row of the input that contains the sums of the others.
package struct RowTotals: Sendable {
  /// The totals of all rows, by column.
  package private(set) var all: [Int: ColumnTotal] = [:]
  /// The totals of each group, in the order of the groups.
  package private(set) var groups: [[Int: ColumnTotal]] = []

  /// - Parameters:
  ///   - rows: the rows that match.
  ///   - gone: removed rows, which are shown but not counted.
  ///   - kinds: the kinds of totals, by column.
  /// - Complexity: O(cells of those columns).
  package init(
    of table: TextTable, _ rows: [Int], groups: [[Int]] = [], leavingOut gone: GoneRows? = nil,
    _ kinds: [Int: ColumnTotal.Kind], now: Double
  ) {
    let kinds = kinds.filter { $0.key < table.columns.count }
    guard !kinds.isEmpty else { return }
    let totalRow = table.totalRow
    func totals(_ rows: [Int]) -> [Int: ColumnTotal] {
      let counted = rows.lazy.filter { $0 != totalRow && !(gone?.contains(row: $0) ?? false) }
      return Dictionary(
        uniqueKeysWithValues: kinds.map { ($0, ColumnTotal($1, of: $0, in: table, counted, now: now)) })
    }
    all = totals(rows)
    self.groups = groups.map(totals)
  }

  /// Sorts groups, and their totals, by the total of a column. Groups without a value come last.
  package mutating func sort(_ rows: inout [[Int]], by column: Int, descending: Bool) {
    let order = groups.indices.sorted { one, other in
      let values = (groups[one][column]?.value, groups[other][column]?.value)
      switch values {
      case (let first?, let second?) where first != second:
        return descending ? first > second : first < second
      case (_?, nil): return true
      case (nil, _?): return false
      default: return one < other
      }
    }
    groups = order.map { groups[$0] }
    rows = order.map { rows[$0] }
  }

  /// Returns the totals in words, in the order of their columns: `SIZE sum 1.5G`.
  package static func words(_ totals: [Int: ColumnTotal], of table: TextTable) -> [String] {
    totals.sorted { $0.key < $1.key }.map { "\(table.name(of: $0)) \($1.words)" }
  }
}

extension ColumnTotal {
  /// The total in words: `sum 1.5G`, `1 to 9`, `5 distinct`.
  package var words: String { parts.map(\.text).joined(separator: " ") }

  /// The value and its caption; a range needs no caption.
  package var parts: [(text: String, isCaption: Bool)] {
    switch kind {
    case .sum, .mean: [(kind.rawValue, true), (grouped(text), false)]
    // A median is a cell, as it is written.
    case .median: [(kind.rawValue, true), (text, false)]
    case .range: [(text, false)]
    case .distinct: [(grouped(text), false), (kind.rawValue, true)]
    }
  }
}
