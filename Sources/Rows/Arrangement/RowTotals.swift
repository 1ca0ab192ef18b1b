package import ListData

/// The totals of the columns of the shown rows: of all of them, of each group, and in a tree of each subtree.
///
/// The totals leave out removed rows, and a row of the input that contains the sums of the others.
package struct RowTotals: Sendable {
  package private(set) var all: [Int: ColumnTotal] = [:]
  package private(set) var groups: [[Int: ColumnTotal]] = []
  /// The totals of the nodes of a tree that have rows below them, by column and node.
  package private(set) var subtrees: [Int: [Int: ColumnTotal]] = [:]
  /// How the numbers of columns with shares are read.
  private var readings: [Int: CellReading] = [:]

  /// - Parameters:
  ///   - rows: the rows that match.
  ///   - removed: removed rows, which are shown but not counted.
  ///   - kinds: the kinds of totals, by column.
  /// - Complexity: O(cells of those columns).
  package init(
    of table: TextTable, _ rows: [Int], groups: [[Int]] = [], leavingOut removed: RemovedRows? = nil,
    _ kinds: [Int: ColumnTotal.Kind], now: Double
  ) {
    let kinds = kinds.filter { $0.key < table.columns.count }
    guard !kinds.isEmpty else { return }
    let totalRow = table.totalRow
    func totals(_ rows: [Int]) -> [Int: ColumnTotal] {
      let counted = rows.lazy.filter { $0 != totalRow && !(removed?.contains(row: $0) ?? false) }
      return Dictionary(
        uniqueKeysWithValues: kinds.map { ($0, ColumnTotal($1, of: $0, in: table, counted, now: now)) })
    }
    all = totals(rows)
    for (column, kind) in kinds where kind.isShare {
      readings[column] = CellReading(table.columns[column].kind, of: column, in: table, now: now)
    }
    self.groups = groups.map(totals)
  }

  /// Sorts groups, and their totals, by the total of a column. Groups without a value come last.
  package mutating func sort(_ rows: inout [[Int]], by column: Int, descending: Bool) {
    let order = Self.order(of: groups.map { $0[column]?.value }, descending: descending)
    groups = order.map { groups[$0] }
    rows = order.map { rows[$0] }
  }

  /// Returns the positions of values in their order. Equal values keep theirs, and those without a value come
  /// last.
  static func order(of values: [Double?], descending: Bool) -> [Int] {
    values.indices.sorted { one, other in
      switch (values[one], values[other]) {
      case (let first?, let second?) where first != second:
        return descending ? first > second : first < second
      case (_?, nil): return true
      case (nil, _?): return false
      default: return one < other
      }
    }
  }

  /// Adds the totals of the matching rows of each subtree, for the columns that have totals.
  ///
  /// - Parameter sort: the order of siblings by the totals of a column; nil if they stay as they are.
  mutating func sum(
    _ tree: inout RowForest, of table: TextTable, _ rows: [Int], leavingOut removed: RemovedRows?,
    sortedBy sort: Arrangement.Sort?, now: Double
  ) {
    var isCounted = [Bool](repeating: false, count: table.rowCount)
    for row in rows where row != table.totalRow && !(removed?.contains(row: row) ?? false) {
      isCounted[row] = true
    }
    let (nodes, depths) = tree.walk()
    // The position after the subtree that begins at each position.
    var ends = Array(repeating: nodes.count, count: nodes.count)
    var open: [Int] = []
    for (position, depth) in depths.enumerated() {
      while open.count > depth { ends[open.removeLast()] = position }
      open.append(position)
    }
    for (column, all) in all {
      let reading = CellReading(table.columns[column].kind, of: column, in: table, now: now)
      var values = sort?.column == column ? [Double?](repeating: nil, count: tree.children.count) : []
      for (position, node) in nodes.enumerated() where depths[position] < Self.mostLevels {
        let isParent = ends[position] > position + 1
        guard isParent || !values.isEmpty else { continue }
        let rows = nodes[position..<ends[position]].filter { $0 < table.rowCount && isCounted[$0] }
        let total = ColumnTotal(all.kind, of: column, in: table, rows, reading)
        if isParent { subtrees[column, default: [:]][node] = total }
        if !values.isEmpty { values[node] = total.value }
      }
      if !values.isEmpty { tree.sortSiblings(by: values, descending: sort?.isDescending ?? false) }
    }
  }

  /// Returns the number of a cell in a column with shares; nil if it has none.
  func number(_ row: Int, _ column: Int, of table: TextTable) -> Double? {
    readings[column].flatMap { reading in table.withCell(row, column) { reading.value(of: $0).number } }
  }

  /// Returns the percentage that a number is of another one, as it is shown; nil if it is no part of it.
  package static func percentage(_ part: Double?, of whole: Double?) -> Double? {
    guard let part, let whole, whole != 0, case let percent = part / whole * 100, percent.isFinite else {
      return nil
    }
    return percent
  }

  /// The number of levels of a tree that have totals: each level reads its rows once.
  private static let mostLevels = 64

  /// Returns the totals in words, in the order of their columns: `SIZE sum 1.5G`; of a group with its share of `all`,
  /// `SIZE sum 1.5G (12.5%)`.
  package static func words(
    _ totals: [Int: ColumnTotal], of table: TextTable, in all: [Int: ColumnTotal] = [:]
  ) -> [String] {
    totals.sorted { $0.key < $1.key }.map { column, total in
      let share = total.kind.isShare ? percentage(total.value, of: all[column]?.value) : nil
      return "\(table.name(of: column)) \(total.words)" + (share.map { " (\($0.percentText))" } ?? "")
    }
  }
}

extension ColumnTotal {
  /// The total in words: `sum 1.5G`, `1 to 9`, `5 distinct`.
  package var words: String { parts.map(\.text).joined(separator: " ") }

  /// The value without its caption: `1.5G`.
  package var shownValue: String { parts.first { !$0.isCaption }?.text ?? text }

  /// What the value is; nil for a range, which needs no caption.
  package var caption: String? { parts.first(where: \.isCaption)?.text }

  /// The value and its caption.
  private var parts: [(text: String, isCaption: Bool)] {
    switch kind {
    case .sum, .mean: [(kind.rawValue, true), (grouped(text), false)]
    case .share, .groupShare: [(Kind.sum.rawValue, true), (grouped(text), false)]
    // A median is a cell, as it is written.
    case .median: [(kind.rawValue, true), (text, false)]
    case .range: [(text, false)]
    case .distinct: [(grouped(text), false), (kind.rawValue, true)]
    }
  }
}

extension Double {
  /// A percentage with one decimal: `12.5%`.
  package var percentText: String {
    let tenths = (magnitude * 10).rounded()
    guard let whole = Int(exactly: tenths) else { return "\(self)%" }
    return "\(self < 0 && whole > 0 ? "-" : "")\(whole / 10).\(whole % 10)%"
  }
}
