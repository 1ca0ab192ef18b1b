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

  /// The members whose own members are columns of their own: `http` for `http.status`.
  var opened: Set<String> = []

  /// The members of an object, those of opened ones in their place, or the elements of an array; nil if `value` is neither.
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

extension TextBytes {
  /// The inside of a string of JSON as UTF-8, its escapes resolved; an escape that is none stays as it is.
  func withoutJSONEscapes(_ range: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var place = range.lowerBound
    while place < range.upperBound {
      guard base[place] == ASCII.backslash, place + 1 < range.upperBound else {
        text.append(base[place])
        place += 1
        continue
      }
      switch base[place + 1] {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "u"):
        if let (scalar, length) = escapedScalar(place, before: range.upperBound) {
          text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
          place += length
          continue
        }
        text.append(contentsOf: self[place..<(place + 2)])
      case let byte where byte == ASCII.quote || byte == ASCII.backslash || byte == UInt8(ascii: "/"):
        text.append(byte)
      default: text.append(contentsOf: self[place..<(place + 2)])
      }
      place += 2
    }
    return text
  }

  /// The character that `\uXXXX` at `place` stands for, or two of them that are a pair.
  private func escapedScalar(_ place: Int, before end: Int) -> (Unicode.Scalar, length: Int)? {
    guard let unit = escapedUnit(place, before: end) else { return nil }
    guard unit & 0xF800 == 0xD800 else { return Unicode.Scalar(unit).map { ($0, 6) } }
    if unit & 0xFC00 == 0xD800, let second = escapedUnit(place + 6, before: end), second & 0xFC00 == 0xDC00,
      let scalar = Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + second & 0x3FF)
    {
      return (scalar, 12)
    }
    return ("\u{FFFD}", 6)
  }

  private func escapedUnit(_ place: Int, before end: Int) -> UInt32? {
    guard place + 6 <= end, base[place] == ASCII.backslash, base[place + 1] == UInt8(ascii: "u") else {
      return nil
    }
    var unit: UInt32 = 0
    for digit in self[(place + 2)..<(place + 6)] {
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
  /// Whether this is a number as JSON writes it: `-12`, `0.5`, `1e-7`, and neither `01` nor `1.`.
  package var isJSONNumber: Bool {
    var place = startIndex
    func digits() -> Int {
      let start = place
      while place < endIndex, self[place].isDigit { place += 1 }
      return place - start
    }
    func take(_ signs: UInt8...) -> Bool {
      guard place < endIndex, signs.contains(self[place]) else { return false }
      place += 1
      return true
    }
    _ = take(ASCII.minus)
    let startsWithZero = place < endIndex && self[place] == ASCII.zero
    let whole = digits()
    guard whole == 1 || (whole > 1 && !startsWithZero) else { return false }
    if take(ASCII.dot), digits() == 0 { return false }
    if take(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      _ = take(ASCII.plus, ASCII.minus)
      if digits() == 0 { return false }
    }
    return place == endIndex
  }
}
