/// What is wrong with JSON whose rows are read all the same.
public enum JSONFlaw: Sendable, Equatable {
  /// The text ends before all that was opened is closed, as that of a file that was not written whole.
  case end
  /// Something stands behind the array whose elements are the rows.
  case rest
  /// This row, counted from 0, is no value of JSON, and all of it a cell beyond the columns; or one of its members is none.
  /// Both stand there as they are written.
  case row(Int)
}

/// What a cell of JSON holds that is no single value.
public enum JSONNesting: Sendable, Equatable {
  /// An object, with so many members.
  case object(Int)
  /// An array, with so many elements.
  case array(Int)
}

extension TextTable {
  /// How many members or elements the object or the array in a cell of JSON has; nil for other cells.
  ///
  /// - Complexity: O(*n*) in the length of the row.
  public func nesting(_ row: Int, _ column: Int) -> JSONNesting? {
    shape.format == .json ? nesting(in: cell(row, column)) : nil
  }

  /// The same of a cell of ``shownCells(of:)``.
  public func nesting(in cell: Range<Int>) -> JSONNesting? {
    guard shape.format == .json, let first = cell.first else { return nil }
    switch bytes[first] {
    case UInt8(ascii: "{"): return bytes.jsonMembers(cell).map { .object($0.count) }
    case UInt8(ascii: "["): return bytes.jsonMembers(cell).map { .array($0.count) }
    default: return nil
    }
  }

  /// What is wrong with the end of JSON that is all there.
  ///
  /// - Parameter end: where the closing bracket of the array or the object stands whose rows these are; nil where none came.
  func flawAtEnd(_ layout: JSONLayout, closedAt end: Int?) -> JSONFlaw? {
    guard layout.container == .sequence else {
      guard let end else { return .end }
      // What is around rows that stand further inside is no row.
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
  /// Whether `range` is a number, a string or a word of JSON.
  func isJSONScalar(_ range: Range<Int>) -> Bool {
    guard let first = range.first else { return false }
    if base[first] == ASCII.quote {
      return endOfJSONString(first, before: range.upperBound) == range.upperBound
    }
    return self[range].isJSONNumber || ["true", "false", "null"].contains(string(range))
  }

  /// Whether `range` may be a value of JSON; strings, arrays and objects are not checked.
  func mayBeJSONValue(_ range: Range<Int>) -> Bool {
    guard let first = range.first else { return true }
    switch base[first] {
    case ASCII.quote, UInt8(ascii: "{"), UInt8(ascii: "["): return true
    default: return isJSONScalar(range)
    }
  }
}
