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
