/// How text is written as bytes.
enum TextEncoding: String, Sendable {
  /// UTF-8, with a mark before it or none; also where some bytes of it are broken.
  case utf8 = "UTF-8"
  /// UTF-16 as its mark says, the low byte first.
  case utf16LittleEndian = "UTF-16LE"
  /// UTF-16 as its mark says, the high byte first.
  case utf16BigEndian = "UTF-16BE"
  /// One byte a character, as Windows wrote Western European languages.
  case windows1252 = "Windows-1252"
}

extension TextEncoding {
  /// The encoding of text that begins with `sample`.
  ///
  /// Marks decide; then UTF-8 unless it is broken at more places than it is right beyond ASCII: a log with one
  /// torn character stays UTF-8, `caf\xE9` is Windows-1252.
  static func of(_ sample: TextBytes) -> TextEncoding {
    if sample.count >= 2, sample[0] == 0xFF, sample[1] == 0xFE { return .utf16LittleEndian }
    if sample.count >= 2, sample[0] == 0xFE, sample[1] == 0xFF { return .utf16BigEndian }
    let (valid, broken) = sample.charactersBeyondASCII()
    return broken > valid ? .windows1252 : .utf8
  }
}

extension TextBytes {
  /// How many characters beyond ASCII are right UTF-8, and at how many places it is broken; what the end cuts is
  /// neither.
  fileprivate func charactersBeyondASCII() -> (valid: Int, broken: Int) {
    var (valid, broken) = (0, 0)
    var place = 0
    while place < count {
      let length = Self.sequenceLength(base[place])
      if length == 1 {
        place += 1
      } else if length == 0 {
        broken += 1
        place += 1
      } else if place + length > count {
        break
      } else if (1..<length).allSatisfy({ base[place + $0] & 0xC0 == 0x80 }) {
        valid += 1
        place += length
      } else {
        broken += 1
        place += 1
      }
    }
    return (valid, broken)
  }

  /// How many bytes a character of UTF-8 has by its first one; 0 if none begins with it.
  static func sequenceLength(_ first: UInt8) -> Int {
    switch first {
    case 0..<0x80: 1
    case 0xC2..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF5: 4
    default: 0
    }
  }
}
