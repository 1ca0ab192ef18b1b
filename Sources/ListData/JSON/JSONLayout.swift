internal import CSimdJSON

/// Where the rows of JSON are.
struct JSONLayout: Sendable, Equatable {
  /// What holds the rows.
  enum Container: Sendable, Equatable {
    /// An array: each element is a row. Others may follow it: `[…] […]`.
    case array
    /// An object: each member is a row, its name the first cell.
    case map
    /// Values one after the other.
    case sequence
  }

  var container: Container
  /// Whether the container stands inside another value, and what is around it is no row.
  var isInside = false
  /// Whether each line is a row.
  var isLines = false
  /// Whether rows are objects, whose members have names; else they are arrays or single values.
  var hasNames = true

  /// Cuts a row into the values of its columns; what it has more follows.
  ///
  /// A row that is not valid is one extra cell as it stands, so that nothing is lost.
  func cut(_ row: Range<Int>, of bytes: TextBytes, columns: [Column], into cells: inout [Range<Int>]) {
    let empty = row.upperBound..<row.upperBound
    let (key, value) = keyed(row, of: bytes)
    if let key { cells.append(key) }
    let first = cells.count
    guard let members = bytes.jsonMembers(value) else {
      if !hasNames {
        cells.append(value)
      } else {
        while cells.count < columns.count { cells.append(empty) }
        cells.append(value)
      }
      return
    }
    guard hasNames else {
      for member in members { cells.append(member.value) }
      return
    }
    while cells.count < columns.count { cells.append(empty) }
    var guess = first
    for member in members {
      let name = bytes.jsonName(member.name)
      // Members mostly come in the order of the columns.
      var found =
        (guess..<columns.count).first { columns[$0].name == name }
        ?? (first..<min(guess, columns.count)).first { columns[$0].name == name }
      if let column = found, columns[column].isRepeated || !cells[column].isEmpty {
        found = (first..<columns.count).first { columns[$0].name == name && cells[$0].isEmpty }
      }
      if let found {
        cells[found] = member.value
        guess = found + 1
      } else {
        cells.append(member.value)
      }
    }
  }

  /// The name of a row that is a member, and its value.
  func keyed(_ row: Range<Int>, of bytes: TextBytes) -> (key: Range<Int>?, value: Range<Int>) {
    guard container == .map, let first = row.first, bytes[first] == ASCII.quote,
      let close = bytes.endOfJSONString(first, before: row.upperBound),
      let colon = bytes.first(UInt8(ascii: ":"), in: close..<row.upperBound)
    else { return (nil, row) }
    return (first..<close, bytes.trimmed((colon + 1)..<row.upperBound))
  }
}

extension TextBytes {
  /// Where the members of an object, or the elements of an array, stand.
  struct JSONMember {
    var name: Range<Int>
    var value: Range<Int>
  }

  /// The members of the object, or the elements of the array, that `range` is; nil if it is neither or not valid.
  func jsonMembers(_ range: Range<Int>) -> [JSONMember]? {
    var found: UnsafePointer<CSimdJSONMember>?
    let count = csimdjson_members(base + range.lowerBound, range.count, &found)
    guard count >= 0 else { return nil }
    let start = range.lowerBound
    return UnsafeBufferPointer(start: found, count: count).map {
      JSONMember(
        name: (start + $0.name_start)..<(start + $0.name_end),
        value: (start + $0.value_start)..<(start + $0.value_end))
    }
  }

  /// The name of a member by what stands between its quotes.
  func jsonName(_ range: Range<Int>) -> String {
    first(ASCII.backslash, in: range) == nil
      ? string(range) : String(decoding: withoutJSONEscapes(range), as: UTF8.self)
  }

  /// The end of the string that begins with the quote at `start`, behind its closing quote.
  func endOfJSONString(_ start: Int, before end: Int) -> Int? {
    var place = start + 1
    while let found = first(ASCII.quote, or: ASCII.backslash, in: min(place, end)..<end) {
      if base[found] == ASCII.quote { return found + 1 }
      place = found + 2
    }
    return nil
  }
}
