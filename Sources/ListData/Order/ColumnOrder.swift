import TextOrder

/// The rows of a table in the order of a column's values.
///
/// Numbers are sorted as numbers, sizes, spans and dates by what they mean, text with the numbers inside as numbers.
/// Cells that are not of the column's kind come after those that are, empty ones last of all: in both directions,
/// for what one looks for when one sorts is at the top. Equal cells keep the order in which they came.
public struct ColumnOrder: Sendable, Equatable {
  /// The rows, in order.
  public let rows: [Int]

  /// Sorts the rows of a table by a column.
  ///
  /// - Parameters:
  ///   - now: the present, as ``CellReading`` takes it.
  /// - Complexity: O(n); a comparison sort only where texts are long and alike.
  public init(of table: TextTable, by column: Int, descending: Bool = false, now: Double) {
    self.init(of: table, 0..<table.rowCount, by: column, descending: descending, now: now)
  }

  /// Sorts some rows of a table by a column.
  public init(
    of table: TextTable, _ subset: some Collection<Int>, by column: Int, descending: Bool = false, now: Double
  ) {
    let reading = CellReading(table.columns[column].kind, of: column, in: table, now: now)
    var sort = ValueSort(table.bytes, descending: descending)
    sort.reserve(subset.count)
    for row in subset {
      table.withCell(row, column) { sort.append($0.trimmed, reading, row) }
    }
    rows = sort.rows()
  }
}

/// Rows on their way to be sorted: numbers, other texts, empty cells.
private struct ValueSort {
  let descending: Bool
  private var numbers = SortKeys()
  private var texts: TextSort
  private var empties: [UInt32] = []
  /// Whole numbers that a `Double` cannot tell apart are compared by their digits.
  private var longNumbers: [UInt32: [UInt8]] = [:]

  init(_ bytes: TextBytes, descending: Bool) {
    texts = TextSort(bytes)
    self.descending = descending
  }

  mutating func reserve(_ count: Int) {
    numbers.keys.reserveCapacity(count)
    numbers.rows.reserveCapacity(count)
  }

  mutating func append(_ cell: UnsafeBufferPointer<UInt8>, _ reading: CellReading, _ row: Int) {
    switch reading.value(of: cell) {
    case .number(let value):
      numbers.append(descending ? ~value.orderedBits : value.orderedBits, row)
      if value.magnitude >= 0x1p53, reading.kind == .integer {
        longNumbers[UInt32(truncatingIfNeeded: row)] = Array(cell)
      }
    case .text: texts.append(cell, row)
    case .empty: empties.append(UInt32(truncatingIfNeeded: row))
    }
  }

  mutating func rows() -> [Int] {
    numbers.sort()
    if !longNumbers.isEmpty { sortLongNumbers() }
    var rows: [Int] = []
    rows.reserveCapacity(numbers.rows.count + empties.count)
    for row in numbers.rows { rows.append(Int(row)) }
    if !texts.isEmpty {
      for row in texts.sorted(descending: descending) { rows.append(Int(row)) }
    }
    for row in empties { rows.append(Int(row)) }
    return rows
  }

  private mutating func sortLongNumbers() {
    var low = 0
    while low < numbers.rows.count {
      var high = low + 1
      while high < numbers.rows.count, numbers.keys[high] == numbers.keys[low] { high += 1 }
      if high - low > 1, longNumbers[numbers.rows[low]] != nil {
        let isNegative = longNumbers[numbers.rows[low]]?.first == ASCII.minus
        let ascends = descending == isNegative
        let sorted = numbers.rows[low..<high].enumerated().sorted { one, other in
          let order = compareDigits(longNumbers[one.element] ?? [], longNumbers[other.element] ?? [])
          if order == 0 { return one.offset < other.offset }
          return ascends ? order < 0 : order > 0
        }
        numbers.rows.replaceSubrange(low..<high, with: sorted.map(\.element))
      }
      low = high
    }
  }

  private func compareDigits(_ one: [UInt8], _ other: [UInt8]) -> Int {
    let one = one.filter(\.isDigit)
    let other = other.filter(\.isDigit)
    return one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { NaturalOrder.compare(one, $0) }
    }
  }
}
