/// Guesses the key that identifies the rows of a table.
///
/// The guess is made once, from the first run, and displayed: it is not adjusted to later runs, because that
/// made more rows wrong than right. A key is unique and never empty, and has one to three columns; the
/// cheapest one according to ``KeyCost`` is used.
package struct KeyGuess: Sendable {
  /// The most likely key.
  package let key: TableKey
  /// Other possible keys, the best first, without ``key``; entire rows and positions are last.
  package let alternatives: [TableKey]

  /// The number of rows that are compared, and of cells in wide tables. A column that is unique in these rows
  /// is unique, or has a few repeated rows.
  private static let sample = 2_000
  private static let sampleOfCells = 200_000
  /// The maximum number of columns from which keys of several columns are formed.
  private static let mostParts = 8
  private static let mostAlternatives = 6

  /// Guesses the key of a table.
  ///
  /// - Complexity: O(1) in the number of rows beyond 2,000 rows or 200,000 cells.
  package init(of table: TextTable) {
    let wide = max(Self.sampleOfCells / max(table.columns.count, 1), 100)
    let numbers = ColumnNumbers(table, rows: min(table.rowCount, Self.sample, wide))
    let looks = CellLook.all(of: table)
    let costs = table.columns.indices.map { numbers.isFull($0) ? KeyCost.of($0, in: table, looks[$0]) : nil }
    var found: [(columns: [Int], cost: Double)] = []
    for (columns, cost) in Self.candidates(costs)
    where cost < KeyCost.most + Double(columns.count - 1) * KeyCost.further {
      // A superset of a key is a key as well, but not a useful one.
      if found.count > 2 * Self.mostAlternatives { break }
      if found.contains(where: { $0.columns.allSatisfy(columns.contains) }) { continue }
      if numbers.areUnique(columns) { found.append((columns, cost)) }
    }
    Self.addNearlyUnique(&found, numbers, costs)
    let isPlain = table.columns.count == 1 && table.columns[0].name == nil
    var keys = found.prefix(Self.mostAlternatives).map { TableKey.columns($0.columns) } + [.line, .position]
    // Lines without columns are their own keys; the order distinguishes repeated lines.
    if isPlain || table.rowCount == 0 { keys = [.line, .position] }
    // In a drawn tree a name can occur in many branches, and moves with them.
    if let tree = DrawnTree(of: table),
      isPlain || keys.first?.columns == [tree.column] || keys.first?.columns == nil
    {
      keys.removeAll { $0 == .columns([tree.column]) }
      keys.insert(.path(tree.column), at: 0)
    }
    key = keys.removeFirst()
    alternatives = keys
  }

  /// Adds the cheapest column that is nearly unique, if no single column is unique.
  ///
  /// `sysctl` prints a setting of three lines three times with its name; name and value together would not
  /// survive a new value.
  private static func addNearlyUnique(
    _ found: inout [(columns: [Int], cost: Double)], _ numbers: ColumnNumbers, _ costs: [Double?]
  ) {
    guard !found.contains(where: { $0.columns.count == 1 }) else { return }
    let nearly = costs.indices.compactMap { column in
      costs[column].flatMap {
        numbers.isNearlyUnique(column) ? (columns: [column], cost: $0 + KeyCost.repeats) : nil
      }
    }
    guard let best = nearly.min(by: { $0.cost < $1.cost }), best.cost < KeyCost.most else { return }
    found.insert(best, at: found.firstIndex { $0.cost > best.cost } ?? found.count)
  }

  /// Returns combinations of one, two and three columns that may be keys, the cheapest first.
  private static func candidates(_ costs: [Double?]) -> [(columns: [Int], cost: Double)] {
    let singles = costs.enumerated().compactMap { column, cost in cost.map { (columns: [column], cost: $0) } }
    let parts = singles.sorted { $0.cost < $1.cost }.prefix(mostParts)
    var candidates = singles
    for (first, one) in parts.enumerated() {
      for (second, two) in parts.enumerated().dropFirst(first + 1) {
        let pair = (one.columns + two.columns).sorted()
        let cost = one.cost + two.cost + KeyCost.further
        candidates.append((pair, cost))
        for three in parts.dropFirst(second + 1) {
          candidates.append(((pair + three.columns).sorted(), cost + three.cost + KeyCost.further))
        }
      }
    }
    return candidates.sorted {
      $0.cost == $1.cost ? $0.columns.lexicographicallyPrecedes($1.columns) : $0.cost < $1.cost
    }
  }
}

/// The cells of columns as numbers; equal cells have equal numbers.
private struct ColumnNumbers {
  /// The number of bytes of a cell that are compared.
  private static let mostBytes = 4096
  private var columns: [[UInt32]] = []
  private var counts: [Int] = []
  private var full: [Bool] = []
  private let rows: Int

  init(_ table: TextTable, rows: Int) {
    self.rows = rows
    let width = table.columns.count
    columns = Array(repeating: [], count: width)
    full = Array(repeating: true, count: width)
    var indexes = Array(repeating: ByteIndex(), count: width)
    for row in 0..<rows {
      table.withShownCells(of: row) { cells in
        for column in 0..<width {
          // Cells are compared as they are written; different spellings are different cells.
          let cell = column < cells.count ? table.trimmed(cells[column]) : 0..<0
          if table.bytes.saysNothing(cell) { full[column] = false }
          let known = cell.prefix(Self.mostBytes)
          var number = indexes[column].insert(table.bytes[known]).number
          if known.count < cell.count {
            // Of long cells, only the length of the rest is compared.
            number = withUnsafeBytes(of: (number, cell.count)) {
              indexes[column].insert($0.bindMemory(to: UInt8.self)).number
            }
          }
          columns[column].append(UInt32(number))
        }
      }
    }
    // A long cell has two entries in its index.
    counts = columns.map { Set($0).count }
  }

  /// Whether no cell of a column is empty.
  func isFull(_ column: Int) -> Bool { full[column] }

  /// Whether nearly all cells of a column are different, and there are enough rows to judge.
  func isNearlyUnique(_ column: Int) -> Bool {
    rows >= 50 && counts[column] < rows && 100 * counts[column] >= 97 * rows
  }

  /// Whether no two rows have the same cells in all of some columns.
  func areUnique(_ key: [Int]) -> Bool {
    if key.count == 1 { return counts[key[0]] == rows }
    guard key.reduce(1, { $0 * counts[$1] }) >= rows else { return false }
    var seen = Set<UInt64>(minimumCapacity: rows)
    for row in 0..<rows {
      // 2,000 rows have few different numbers: 21 bits per column are enough.
      let joined = key.reduce(UInt64(0)) { $0 << 21 | UInt64(columns[$1][row]) }
      if !seen.insert(joined).inserted { return false }
    }
    return true
  }
}

extension KeyGuess {
  /// Guesses the key of a stream in which a repeated key updates its row.
  ///
  /// The key is what repeats there. So only the rows before the first update are used: of the columns that
  /// may be keys and that repeat, up to the row where the last of them begins to. `kubectl get pods -w`
  /// prints all pods, and then those that change: a namespace repeats at once, a name with the first change.
  ///
  /// - Complexity: O(1) in the number of rows beyond 2,000.
  package init(ofUpdates table: TextTable) {
    let looks = CellLook.all(of: table)
    let repeats = table.columns.indices.compactMap { column -> Int? in
      guard let cost = KeyCost.of(column, in: table, looks[column]), cost < KeyCost.most else { return nil }
      return table.firstRepetition(inColumn: column)
    }
    guard let first = repeats.max() else {
      self.init(of: table)
      return
    }
    let end = table.line(first).lowerBound
    self.init(of: TextTable(table.bytes.prefix(end), shape: table.shape.ofConvertedText))
  }
}

/// The part of a row that identifies it.
package enum TableKey: Sendable, Hashable {
  /// The cells of these columns together.
  case columns([Int])
  /// The texts of the row and its ancestors in the tree drawn in this column.
  case path(Int)
  /// The entire row: a changed row is a different row.
  case line
  /// The position of the row, counted from the top.
  case position

  /// The columns whose cells are the key; nil if the key is the entire row or its position.
  package var columns: [Int]? {
    switch self {
    case .columns(let columns): columns
    case .path(let column): [column]
    case .line, .position: nil
    }
  }
}
