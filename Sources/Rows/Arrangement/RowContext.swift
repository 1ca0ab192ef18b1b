import ListSearch

/// The rows that match a query, and the rows before and after each of them in the input.
///
/// ```text
///   matches 4 7, count 1   ▶   3 4 5   6 7 8      one stretch: no row is left out
///   matches 4 9, count 1   ▶   3 4 5 | 8 9 10     two stretches
/// ```
package struct RowContext: Sendable {
  /// The rows that match, in ascending order.
  private let matches: [Int]
  /// The number of rows shown on each side of a match.
  private let count: Int

  package init(of matches: [Int], count: Int) {
    (self.matches, self.count) = (matches, count)
  }

  /// Returns the rows to show, in ascending order.
  ///
  /// - Complexity: O(rows returned).
  package func rows(in all: Range<Int>) -> [Int] {
    let count = min(count, all.count)
    var shown: [Int] = []
    var next = all.lowerBound
    for match in matches {
      let end = min(match + count + 1, all.upperBound)
      next = max(next, match - count)
      if next < end {
        shown += next..<end
        next = end
      }
    }
    return shown
  }

  /// The first row that matches.
  var firstMatch: Int? { matches.first }

  /// Whether a row matches, and is not only near a row that does.
  ///
  /// - Complexity: O(log *n*).
  func isMatch(_ row: Int) -> Bool {
    let position = position(of: row)
    return position < matches.count && matches[position] == row
  }

  /// Whether rows are left out after a shown row, before the next one.
  ///
  /// - Complexity: O(log *n*).
  func endsStretch(_ row: Int) -> Bool {
    let next = position(of: row + 1)
    guard next > 0, next < matches.count else { return false }
    return row - matches[next - 1] >= count && matches[next] - row - 1 > count
  }

  /// Returns the position of the first match from a row on.
  private func position(of row: Int) -> Int { matches.indices.partitioningIndex { matches[$0] >= row } }
}
