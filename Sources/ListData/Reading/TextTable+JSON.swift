/// A flaw of JSON whose rows are read nevertheless.
package enum JSONFlaw: Sendable, Equatable {
  /// The text ends before all brackets are closed, as in a file that was not written completely.
  case end
  /// Text follows the array whose elements are the rows.
  case rest
  /// This row, counted from 0, is not a JSON value, and is a single cell beyond the columns; or one of its
  /// members is not a JSON value. Both are kept as they are written.
  case row(Int)
}

/// A JSON cell that contains more than a single value.
package enum JSONNesting: Sendable, Equatable {
  /// An object with this number of members.
  case object(Int)
  /// An array with this number of elements.
  case array(Int)
}

extension TextTable {
  /// Returns the number of members or elements of the object or array in a JSON cell; nil for other cells.
  ///
  /// - Complexity: O(*n*) in the length of the row.
  package func nesting(_ row: Int, _ column: Int) -> JSONNesting? {
    shape.format == .json ? nesting(in: cell(row, column)) : nil
  }

  /// Returns the same for a cell of ``shownCells(of:)``.
  package func nesting(in cell: Range<Int>) -> JSONNesting? {
    shape.format == .json && !Self.isComputed(cell) ? bytes.jsonNesting(cell) : nil
  }

  /// Returns the flaw at the end of complete JSON.
  ///
  /// - Parameter end: The offset of the bracket that closes the array or object of the rows; nil if missing.
  func flawAtEnd(_ layout: JSONLayout, closedAt end: Int?) -> JSONFlaw? {
    guard layout.container == .sequence else {
      guard let end else { return .end }
      // Text around nested rows is not a row.
      guard layout.container == .array, !layout.isInside else { return nil }
      return bytes.isBlank(end + 1..<bytes.count) ? nil : .rest
    }
    guard rowCount > 0, case let last = line(rowCount - 1), let first = last.first,
      last.count <= Self.mostOfJSON
    else { return nil }
    switch bytes[first] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return bytes.jsonMembers(last) == nil ? .end : nil
    default: return nil
    }
  }
}

extension TextBytes {
  /// Returns the number of members or elements of the JSON object or array in `range`; nil if it is neither.
  package func jsonNesting(_ range: Range<Int>) -> JSONNesting? {
    guard let first = range.first else { return nil }
    switch self[first] {
    case UInt8(ascii: "{"): return jsonMembers(range).map { .object($0.count) }
    case UInt8(ascii: "["): return jsonMembers(range).map { .array($0.count) }
    default: return nil
    }
  }

  /// Whether `range` is a JSON number, string or literal name.
  func isJSONScalar(_ range: Range<Int>) -> Bool {
    guard let first = range.first else { return false }
    if base[first] == ASCII.quote {
      return endOfJSONString(first, before: range.upperBound) == range.upperBound
    }
    return self[range].isJSONNumber || ["true", "false", "null"].contains(string(range))
  }

  /// Whether `range` may be a JSON value; the contents of strings, arrays and objects are not checked.
  func mayBeJSONValue(_ range: Range<Int>) -> Bool {
    guard let first = range.first else { return true }
    switch base[first] {
    case ASCII.quote, UInt8(ascii: "{"), UInt8(ascii: "["): return true
    default: return isJSONScalar(range)
    }
  }
}
