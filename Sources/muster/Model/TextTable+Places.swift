import ListData

extension TextTable {
  /// The first row that begins at a byte or behind it.
  ///
  /// - Complexity: O(log *n*) in the number of rows.
  func firstRow(from place: Int) -> Int {
    var (low, high) = (0, rowCount)
    while low < high {
      let middle = (low + high) / 2
      if line(middle).lowerBound < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
