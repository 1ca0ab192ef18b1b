internal import Parallel
import TextOrder

/// The rows of a table in the order of a column's values.
///
/// Numbers are sorted as numbers, sizes, durations and dates by their values, and text with numbers inside by
/// the values of these. Cells that are not of the column's kind follow those that are, and empty cells are
/// last, in both directions: the top shows what a person sorts for. Equal cells keep their order.
package struct ColumnOrder: Sendable, Equatable {
  /// The rows, in order.
  package let rows: [Int]

  /// Sorts the rows of a table by a column.
  ///
  /// - Parameters:
  ///   - now: The present, as in ``CellReading``.
  /// - Complexity: O(n), on all processors; only texts that differ within numbers need a comparison sort.
  package init(of table: TextTable, by column: Int, descending: Bool = false, now: Double) {
    self.init(of: table, count: table.rowCount, { $0 }, by: column, descending: descending, now: now)
  }

  /// Sorts some rows of a table by a column.
  package init(
    of table: TextTable, _ subset: some Collection<Int>, by column: Int, descending: Bool = false, now: Double
  ) {
    let rows = Array(subset)
    self.init(of: table, count: rows.count, { rows[$0] }, by: column, descending: descending, now: now)
  }

  private init(
    of table: TextTable, count: Int, _ row: (Int) -> Int, by column: Int, descending: Bool, now: Double
  ) {
    let reading = CellReading(table.columns[column].kind, of: column, in: table, now: now)
    var parts = Parallel.map(of: count, size: Self.rowsPerPart) { part in
      var sort = ValueSort(table.bytes, descending: descending)
      for row in part.lazy.map(row) {
        table.withCell(row, column) { sort.append($0.trimmed, reading, row) }
      }
      return sort
    }
    var sort = ValueSort(table.bytes, descending: descending)
    // The array is reversed, so that each part can be popped and released once it is appended.
    parts?.reverse()
    while let part = parts?.popLast() { sort.append(contentsOf: part) }
    rows = sort.rows()
  }

  private static let rowsPerPart = 1 << 16
}

/// Rows to sort: numbers, other texts, empty cells.
private struct ValueSort {
  let descending: Bool
  private var numbers = SortKeys()
  private var texts: TextSort
  private var empties: [UInt32] = []
  /// The digits of integers that a `Double` cannot distinguish.
  private var longNumbers: [UInt32: [UInt8]] = [:]

  init(_ bytes: TextBytes, descending: Bool) {
    texts = TextSort(bytes)
    self.descending = descending
  }

  mutating func append(contentsOf other: ValueSort) {
    numbers.append(contentsOf: other.numbers)
    texts.append(contentsOf: other.texts)
    empties += other.empties
    longNumbers.merge(other.longNumbers) { _, other in other }
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
    let digits = longNumbers
    let descending = descending
    numbers.withSlots { slots in
      slots.sort { if !digits.isEmpty { Self.sort($0.rows, byDigits: digits, descending) } }
    }
    var rows: [Int] = []
    rows.reserveCapacity(numbers.rows.count + empties.count)
    for row in numbers.rows { rows.append(Int(row)) }
    if !texts.isEmpty {
      for row in texts.sorted(descending: descending) { rows.append(Int(row)) }
    }
    for row in empties { rows.append(Int(row)) }
    return rows
  }

  /// Sorts rows whose numbers are equal as a `Double`.
  private static func sort(
    _ rows: UnsafeMutableBufferPointer<UInt32>, byDigits digits: [UInt32: [UInt8]], _ descending: Bool
  ) {
    guard let first = digits[rows[0]] else { return }
    let ascends = descending == (first.first == ASCII.minus)
    let sorted = rows.enumerated().sorted { one, other in
      let order = compareDigits(digits[one.element] ?? [], digits[other.element] ?? [])
      if order == 0 { return one.offset < other.offset }
      return ascends ? order < 0 : order > 0
    }
    _ = rows.update(fromContentsOf: sorted.map(\.element))
  }

  private static func compareDigits(_ one: [UInt8], _ other: [UInt8]) -> Int {
    let one = one.filter(\.isDigit)
    let other = other.filter(\.isDigit)
    return one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { NaturalOrder.compare(one, $0) }
    }
  }
}
