import ListData

extension TextTable {
  /// What a column is called; its number, counted from 1, where it has no name.
  func name(of column: Int) -> String {
    (columns.indices.contains(column) ? columns[column].name : nil) ?? "\(column + 1)"
  }
}

extension TextTable {
  /// What is wrong with what was read, in words; nil where it is what it should be.
  var flaw: String? {
    if rowCount > 0, let unmet = shape.unmetOption { return Self.description(of: unmet) }
    return jsonFlaw.map(Self.description)
  }

  private static func description(of option: UnmetOption) -> String {
    switch option {
    case .format(.json): "this is no JSON"
    case .format: "there are no columns"
    case .header(let line): "line \(line) does not name columns"
    }
  }

  private static func description(of flaw: JSONFlaw) -> String {
    switch flaw {
    case .end: "the JSON ends too early"
    case .rest: "what stands behind the JSON array is not read"
    case .row(let row): "row \(row + 1) is no JSON"
    }
  }
}

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
