extension KeyGuess {
  /// The guess for a stream in which a repeated key updates its row.
  ///
  /// What repeats there is the key. So only the rows before that are asked: of the columns that may be keys and do
  /// repeat, up to where the last of them begins to. `kubectl get pods -w` prints all pods, and then those that change:
  /// a namespace repeats at once, a name with the first change.
  ///
  /// - Complexity: O(1) in the number of rows, once they are 2,000.
  public init(ofUpdates table: TextTable) {
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

extension TextTable {
  /// The first row that has the same cell in a column as a row before; nil where none has.
  fileprivate func firstRepetition(inColumn column: Int) -> Int? {
    var cells = ByteIndex()
    return (0..<min(rowCount, 2_000)).first { row in !cells.insert(bytes[cell(row, column)]).isNew }
  }
}
