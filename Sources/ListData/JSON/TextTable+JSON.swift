/// What is wrong with JSON whose rows are read all the same.
public enum JSONFlaw: Sendable, Equatable {
  /// The text ends before all that was opened is closed, as that of a file that was not written whole.
  case end
  /// This row, counted from 0, is no value of JSON. All of it is a cell beyond the columns, as it is written.
  case row(Int)
}

extension TextTable {
  /// Adds columns for members that rows from `row` on have and that none has had before, and notes what is no JSON.
  ///
  /// Members of one name in one object have a column each:
  ///
  /// ```text
  /// {"a": 1, "a": 2}        a  a  b
  /// {"b": 3}                1  2
  ///                               3
  /// ```
  mutating func findColumns(from row: Int) {
    guard case .json(let layout) = shape.cut, layout.hasNames else { return }
    var known: [String: (columns: Int, row: Int, members: Int)] = [:]
    // The names of members stand above the first column of a map, and may be called as it is.
    for column in columns.dropFirst(layout.container == .map ? 1 : 0) {
      if let name = column.name { known[name, default: (0, -1, 0)].columns += 1 }
    }
    for row in row..<rowCount {
      let value = layout.keyed(line(row), of: bytes).value
      guard let members = bytes.jsonMembers(value) else {
        if jsonFlaw == nil, !layout.isLines, !bytes.isJSONScalar(value) { jsonFlaw = .row(row) }
        continue
      }
      for member in members where !member.name.isEmpty {
        let name = bytes.jsonName(member.name)
        var count = known[name] ?? (0, row, 0)
        count = (count.columns, row, count.row == row ? count.members + 1 : 1)
        if count.members > count.columns {
          columns.append(Column(name: name, isRepeated: count.columns > 0))
          count.columns += 1
        }
        known[name] = count
      }
    }
  }

  /// Whether JSON that is there as far as it goes ends too early.
  func isCutOff(_ layout: JSONLayout, isEnded: Bool) -> Bool {
    guard layout.container == .sequence else { return !isEnded }
    guard rowCount > 0, case let last = line(rowCount - 1), let first = last.first else { return false }
    switch bytes[first] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return bytes.jsonMembers(last) == nil
    default: return false
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
    return ["true", "false", "null"].contains(string(range))
      || self[range].allSatisfy {
        $0.isDigit || $0 | 0x20 == UInt8(ascii: "e") || [0x2B, 0x2D, 0x2E].contains($0)
      }
  }
}
