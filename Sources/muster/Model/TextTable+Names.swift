import ListData
import ListSearch

extension TextTable {
  /// What a column is called; its number, counted from 1, where it has no name.
  func name(of column: Int) -> String {
    (columns.indices.contains(column) ? columns[column].name : nil) ?? "\(column + 1)"
  }
}

extension TextTable {
  /// The arrays of an object of JSON that is the only row: their elements could be the rows instead.
  var arraysOfOneRow: [(name: String, count: Int)] {
    guard shape.format == .json, rowCount == 1 else { return [] }
    return columns.indices.compactMap { column in
      guard case .array(let count)? = nesting(0, column), count > 0, let name = columns[column].name else {
        return nil
      }
      return (name, count)
    }
  }
}

extension TextTable {
  /// The beginning of a cell of ``shownCells(of:)`` for the screen: an array of JSON is its count, `[3]`, an object what it
  /// holds, without white space.
  func shownText(in cell: Range<Int>, limit: Int) -> String {
    switch nesting(in: cell) {
    case .array(let count)?: return "[\(count)]"
    case .object?:
      let text = UnsafeBufferPointer(rebasing: bytes[cell].prefix(limit))
      return String(decoding: JSONText.compact(text), as: UTF8.self)
    case nil: return beginning(in: cell, limit: limit)
    }
  }

  /// What is wrong with what was read, in words; nil where it is what it should be.
  var flaw: String? {
    if rowCount > 0, let unmet = shape.unmetOption { return Self.description(of: unmet) }
    return jsonFlaw.map(Self.description)
  }

  private static func description(of option: UnmetOption) -> String {
    switch option {
    case .format(.json): "not valid JSON"
    case .format: "no columns found"
    case .header(let line): "line \(line) has no column names"
    case .table(let number): "there is no table \(number) in the input"
    case .rows(let path): "no array or object '\(path)' in the input"
    }
  }

  private static func description(of flaw: JSONFlaw) -> String {
    switch flaw {
    case .end: "the JSON is incomplete"
    case .rest: "text after the JSON array was ignored"
    case .row(let row): "row \(row + 1) is not valid JSON"
    }
  }
}

extension TextTable {
  /// The first row that begins at a byte or behind it.
  ///
  /// - Complexity: O(log *n*) in the number of rows.
  func firstRow(from place: Int) -> Int {
    (0..<rowCount).partitioningIndex { line($0).lowerBound >= place }
  }
}
