package import ListData

/// The changed cells in a list of changes, which read `old → new`.
package struct ChangedCells: Hashable, Sendable {
  /// The numbers of characters of the longest old and new value of a column.
  package struct Lengths: Hashable, Sendable {
    package var old = 0
    package var new = 0

    /// The number of characters of the longest old value, the arrow, and the longest new value.
    package var whole: Int { old + ChangedCells.arrow.count + new }
  }

  static let arrow = " → "

  /// The numbers of characters of the old values, by row and column.
  private var oldLengths: [Int: [Int: Int]] = [:]
  /// The longest values of each column of numbers: old and new numbers are each aligned right.
  package private(set) var numbers: [Int: Lengths] = [:]
  /// The number of changed cells of each column.
  package private(set) var counts: [Int: Int] = [:]

  package init() {}

  /// Adds the changed cells of a row.
  ///
  /// - Parameters:
  ///   - oldLengths: the numbers of characters of the old values, by column.
  ///   - isNumber: whether a column has numbers.
  package mutating func add(
    _ oldLengths: [Int: Int], of row: Int, _ identifier: Int, in table: TextTable, isNumber: (Int) -> Bool
  ) {
    self.oldLengths[identifier] = oldLengths
    for (column, old) in oldLengths {
      counts[column, default: 0] += 1
      guard isNumber(column) else { continue }
      let new = table.text(row, column).count - old - Self.arrow.count
      let longest = numbers[column] ?? Lengths()
      numbers[column] = Lengths(old: max(longest.old, old), new: max(longest.new, new))
    }
  }

  /// Aligns the old and the new number of a cell right, each at its position.
  ///
  /// - Returns: The offset of the new value; nil if the cell did not change.
  package func align(_ text: inout String, _ identifier: Int, _ column: Int) -> Int? {
    guard let old = oldLengths[identifier]?[column] else { return nil }
    let new = min(old + Self.arrow.count, text.count)
    if let longest = numbers[column] {
      let blanks = String(repeating: " ", count: max(0, new + longest.new - text.count))
      text = text.prefix(new) + blanks + text.dropFirst(new)
    }
    return new
  }
}
