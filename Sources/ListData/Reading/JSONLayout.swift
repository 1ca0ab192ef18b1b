internal import CSimdJSON

/// The position of the rows in JSON.
struct JSONLayout: RowGrammar {
  enum Container: Sendable, Equatable {
    /// An array: each element is a row. Other arrays may follow: `[…] […]`.
    case array
    /// An object: each member is a row, with its name as the first cell.
    case map
    /// Consecutive values.
    case sequence
  }

  var container: Container
  /// Whether the container is nested in another value, whose other parts are not rows.
  var isInside = false
  /// Whether each line is a row.
  var isLines = false
  /// Whether rows are objects, whose members have names; otherwise they are arrays or single values.
  var hasNames = true

  /// The members whose own members are separate columns: `http` for `http.status`.
  var opened: Set<String> = []

  /// Returns the members of an object, with opened members replaced by their own members, or the elements of
  /// an array; nil if `value` is neither.
  func members(_ value: Range<Int>, of bytes: TextBytes) -> [(name: MemberName, value: Range<Int>)]? {
    guard value.count <= TextTable.mostOfJSON, let members = bytes.jsonMembers(value) else { return nil }
    guard !opened.isEmpty else { return members.map { (MemberName($0.name), $0.value) } }
    var found: [(name: MemberName, value: Range<Int>)] = []
    open(members, [], of: bytes, into: &found)
    return found
  }

  private func open(
    _ members: [TextBytes.JSONMember], _ path: [Range<Int>], of bytes: TextBytes,
    into found: inout [(name: MemberName, value: Range<Int>)]
  ) {
    for member in members {
      let name = MemberName(member.name, path: path)
      if path.count < 8, bytes[member.value].first == UInt8(ascii: "{"),
        opened.contains(name.string(of: bytes)),
        let inner = bytes.jsonMembers(member.value)
      {
        open(inner, path + [member.name], of: bytes, into: &found)
      } else {
        found.append((name, member.value))
      }
    }
  }

  /// Returns the name of a row that is a member, and its value.
  func keyed(_ row: Range<Int>, of bytes: TextBytes) -> (key: Range<Int>?, value: Range<Int>) {
    guard container == .map, let first = row.first, bytes[first] == ASCII.quote,
      let close = bytes.endOfJSONString(first, before: row.upperBound),
      let colon = bytes.first(UInt8(ascii: ":"), in: close..<row.upperBound)
    else { return (nil, row) }
    return (first..<close, bytes.trimmed((colon + 1)..<row.upperBound))
  }
}

extension JSONLayout {
  var isByLines: Bool { false }
  var isMultiline: Bool { !isLines }
  var quote: UInt8? { ASCII.quote }

  func scan(
    _ bytes: TextBytes, _ shape: TableShape, isComplete: Bool, by scanner: inout RowScanner,
    into index: inout RowIndex
  ) {
    scanner.scanJSON(bytes, self, shape, isComplete: isComplete, into: &index)
  }

  func extent(in lines: Range<Int>, isLast: Bool, of bytes: TextBytes) -> Range<Int> {
    isLast ? lines : lines.lowerBound..<max(lines.lowerBound, bytes.withoutComma(lines).upperBound)
  }

  func cut(
    _ row: Range<Int>, of bytes: TextBytes, _ members: MemberColumns, columns: Int,
    into cells: inout [Range<Int>]
  ) {
    members.cut(row, self, of: bytes, columns: columns, into: &cells)
  }

  func cell(_ column: Int, in row: Range<Int>, of bytes: TextBytes, _ members: MemberColumns) -> Range<Int>? {
    members.value(of: column, in: row, self, of: bytes)
  }

  func decoded(_ cell: Range<Int>, of bytes: TextBytes) -> [UInt8]? {
    guard let first = cell.first, bytes[first] == ASCII.quote, bytes.first(ASCII.backslash, in: cell) != nil
    else { return nil }
    return bytes.withoutJSONEscapes(bare(cell, of: bytes))
  }

  func beginning(of cell: Range<Int>, limit: Int, of bytes: TextBytes) -> String {
    let start = bare(cell, of: bytes).lowerBound
    var end = start + limit
    // Do not split an escape or a character.
    if let escape = (end - 12..<end).first(where: { bytes[$0] == ASCII.backslash }) { end = escape }
    return String(
      decoding: bytes.withoutJSONEscapes(start..<bytes.endOfCharacter(before: end)), as: UTF8.self)
  }

  func mayBeRow(_ line: Range<Int>, of table: TextTable) -> Bool? {
    table.bytes[line].first { !$0.isSpace }.map { [0x22, 0x5B, 0x7B].contains($0) } ?? false
  }

  func moved(_ shape: TableShape, to found: TableShape, in sample: Sample) -> TableShape? {
    guard var other = found.cut as? JSONLayout else { return nil }
    other.opened = opened
    if self == other { return shape.taking(found) }
    guard isInside, container == .array else { return nil }
    return JSONReader(sample).emptied().map(shape.taking)
  }
}

extension TextBytes {
  /// The ranges of a member of an object or of an element of an array.
  struct JSONMember {
    var name: Range<Int>
    var value: Range<Int>
  }

  /// Returns the members or elements of the object or array in `range`; nil if it is neither or not valid.
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

  /// Returns the name of a member from the bytes between its quotes.
  func jsonName(_ range: Range<Int>) -> String {
    first(ASCII.backslash, in: range) == nil
      ? string(range) : String(decoding: withoutJSONEscapes(range), as: UTF8.self)
  }

  /// Returns the offset after the closing quote of the string that begins with the quote at `start`; nil if
  /// it is not closed.
  func endOfJSONString(_ start: Int, before end: Int) -> Int? {
    var offset = start + 1
    while let found = first(ASCII.quote, or: ASCII.backslash, in: min(offset, end)..<end) {
      if base[found] == ASCII.quote { return found + 1 }
      offset = found + 2
    }
    return nil
  }
}

extension TextBytes {
  /// Returns the contents of a JSON string as UTF-8, with escapes resolved; invalid escapes are kept.
  func withoutJSONEscapes(_ range: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard base[offset] == ASCII.backslash, offset + 1 < range.upperBound else {
        text.append(base[offset])
        offset += 1
        continue
      }
      switch base[offset + 1] {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "u"):
        if let (scalar, length) = escapedScalar(offset, before: range.upperBound) {
          text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
          offset += length
          continue
        }
        text.append(contentsOf: self[offset..<(offset + 2)])
      case let byte where byte == ASCII.quote || byte == ASCII.backslash || byte == UInt8(ascii: "/"):
        text.append(byte)
      default: text.append(contentsOf: self[offset..<(offset + 2)])
      }
      offset += 2
    }
    return text
  }

  /// Returns the character of `\uXXXX` at `offset`, or of a surrogate pair of two.
  private func escapedScalar(_ offset: Int, before end: Int) -> (Unicode.Scalar, length: Int)? {
    guard let unit = escapedUnit(offset, before: end) else { return nil }
    guard unit & 0xF800 == 0xD800 else { return Unicode.Scalar(unit).map { ($0, 6) } }
    if unit & 0xFC00 == 0xD800, let second = escapedUnit(offset + 6, before: end), second & 0xFC00 == 0xDC00,
      let scalar = Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + second & 0x3FF)
    {
      return (scalar, 12)
    }
    return ("\u{FFFD}", 6)
  }

  private func escapedUnit(_ offset: Int, before end: Int) -> UInt32? {
    guard offset + 6 <= end, base[offset] == ASCII.backslash, base[offset + 1] == UInt8(ascii: "u") else {
      return nil
    }
    var unit: UInt32 = 0
    for digit in self[(offset + 2)..<(offset + 6)] {
      let value: UInt8
      switch digit {
      case 0x30...0x39: value = digit - 0x30
      case 0x41...0x46: value = digit - 0x41 + 10
      case 0x61...0x66: value = digit - 0x61 + 10
      default: return nil
      }
      unit = unit << 4 | UInt32(value)
    }
    return unit
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are a number in JSON syntax: `-12`, `0.5`, `1e-7`, but not `01` or `1.`.
  package var isJSONNumber: Bool {
    var offset = startIndex
    func digits() -> Int {
      let start = offset
      while offset < endIndex, self[offset].isDigit { offset += 1 }
      return offset - start
    }
    func take(_ signs: UInt8...) -> Bool {
      guard offset < endIndex, signs.contains(self[offset]) else { return false }
      offset += 1
      return true
    }
    _ = take(ASCII.minus)
    let startsWithZero = offset < endIndex && self[offset] == ASCII.zero
    let whole = digits()
    guard whole == 1 || (whole > 1 && !startsWithZero) else { return false }
    if take(ASCII.dot), digits() == 0 { return false }
    if take(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      _ = take(ASCII.plus, ASCII.minus)
      if digits() == 0 { return false }
    }
    return offset == endIndex
  }
}
