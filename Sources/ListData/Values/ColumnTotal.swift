/// A total of the values of a column.
///
/// ```swift
/// let total = ColumnTotal(.sum, of: size, in: table, 0..<table.rowCount, now: now)
/// print(total.text)  // 2.4G
/// ```
package struct ColumnTotal: Sendable, Hashable {
  /// A kind of total.
  package enum Kind: String, CaseIterable, Sendable {
    case sum
    /// The sum, of which each row and each group has a percentage.
    case share
    /// The sum, and in each row the percentage of the sum of its group, or of the row above it in a tree.
    case groupShare = "group-share"
    case mean
    case median
    /// The minimum and the maximum value.
    case range
    /// The number of different values.
    case distinct

    /// Returns the totals for cells of a kind, in the order in which a key selects them.
    package static func all(of kind: ColumnKind) -> [Kind] {
      switch kind {
      case .integer, .float, .size, .percent, .duration: allCases
      case .date: [.range, .median, .distinct]
      case .text: [.distinct]
      }
    }

    /// Whether rows have a percentage of the sum.
    package var isShare: Bool { self == .share || self == .groupShare }

    /// Returns the next total for cells of a kind; nil after the last one.
    ///
    /// - Parameter isGrouped: Whether rows are in groups or in a tree; the shares of a list are those of all rows.
    package func next(of kind: ColumnKind, isGrouped: Bool) -> Kind? {
      let all = Self.all(of: kind).filter { isGrouped || $0 != .groupShare || $0 == self }
      guard let index = all.firstIndex(of: self) else { return all.first }
      return index + 1 < all.count ? all[index + 1] : nil
    }
  }

  /// The kind of total.
  package let kind: Kind
  /// The result, formatted like the values of the column; `none` if no cell has a value, and for the sum and the
  /// mean of dates.
  package let text: String
  /// The number by which groups are sorted, for a range the maximum; nil if no cell has a value.
  package let value: Double?

  /// Computes the total of some rows. Cells that are not of the column's kind only count in `distinct`; empty
  /// cells never count.
  ///
  /// - Parameter now: The present, as in ``CellReading``.
  /// - Complexity: O(*n*) in the number of rows; for a median O(*n* log *n*).
  package init(
    _ kind: Kind, of column: Int, in table: TextTable, _ rows: some Sequence<Int>, now: Double
  ) {
    let reading = CellReading(table.columns[column].kind, of: column, in: table, now: now)
    self.init(kind, of: column, in: table, rows, reading)
  }

  /// Computes a total with a reading of the column, which many totals can share.
  package init(
    _ kind: Kind, of column: Int, in table: TextTable, _ rows: some Sequence<Int>, _ reading: CellReading
  ) {
    self.kind = kind
    if kind == .distinct {
      let count = ValueCounts(of: table, rows, by: column).distinct
      (text, value) = ("\(count)", Double(count))
      return
    }
    let columnKind = table.columns[column].kind
    var format = ValueText(columnKind)
    var numbers = Numbers(kind)
    for row in rows {
      table.withCell(row, column) { cell in
        guard let number = reading.value(of: cell).number, number.isFinite else { return }
        format.note(cell.trimmed)
        numbers.add(
          number, row, whole: number.magnitude < 0x1p53 ? Int(exactly: number) : reading.whole(in: cell))
      }
    }
    func written(_ row: Int) -> String { table.text(row, column).trimmingBlanks }
    guard let first = numbers.least, let last = numbers.greatest, Kind.all(of: columnKind).contains(kind)
    else {
      (text, value) = ("none", nil)
      return
    }
    switch kind {
    case .range:
      value = last.value
      text = first.value == last.value ? written(first.row) : "\(written(first.row)) to \(written(last.row))"
    case .median:
      let (low, high) = numbers.middle ?? (first, last)
      value = columnKind == .date ? low.value : (low.value + high.value) / 2
      text =
        low.value == high.value || columnKind == .date
        ? written(low.row) : format.text((low.value + high.value) / 2, isMean: true)
    case .mean:
      let mean = numbers.sum / Double(numbers.count)
      (text, value) = (format.text(mean, isMean: true), mean)
    case .sum, .share, .groupShare, .distinct:
      value = numbers.sum
      text =
        columnKind == .integer
        ? numbers.wholeSum.map { format.notation(of: "\($0)") } ?? format.text(numbers.sum)
        : format.text(numbers.sum)
    }
  }
}

/// The values that are needed to compute a total.
private struct Numbers {
  typealias Entry = (value: Double, row: Int)

  private(set) var count = 0
  private(set) var least: Entry?
  private(set) var greatest: Entry?
  /// The sum if all numbers are integers; nil if one is not.
  private(set) var wholeSum: Int128? = 0
  private var partialSum = 0.0
  /// The rounding errors of the additions (Neumaier's summation).
  private var compensation = 0.0
  private let keepsAll: Bool
  private var all: [Entry] = []

  init(_ kind: ColumnTotal.Kind) { keepsAll = kind == .median }

  var sum: Double { wholeSum.map(Double.init) ?? partialSum + compensation }

  mutating func add(_ value: Double, _ row: Int, whole: Int?) {
    count += 1
    if least.map({ value < $0.value }) ?? true { least = (value, row) }
    if greatest.map({ value > $0.value }) ?? true { greatest = (value, row) }
    if let sum = wholeSum { wholeSum = whole.map { sum + Int128($0) } }
    let next = partialSum + value
    compensation +=
      partialSum.magnitude >= value.magnitude ? partialSum - next + value : value - next + partialSum
    partialSum = next
    if keepsAll { all.append((value, row)) }
  }

  /// The two middle values; the same one twice if the number of values is odd.
  var middle: (Entry, Entry)? {
    guard !all.isEmpty else { return nil }
    let sorted = all.sorted { $0.value < $1.value }
    return (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
  }
}

extension String {
  /// The string without blanks and tabs at both ends.
  fileprivate var trimmingBlanks: String {
    let bytes = Array(utf8)
    return bytes.withUnsafeBufferPointer { String(decoding: $0.trimmed, as: UTF8.self) }
  }
}
