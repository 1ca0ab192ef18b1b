import ListKit

/// Values of JSON as bytes that can do no terminal harm: what could steer it is escaped.
enum JSONText {
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// A string. What is no UTF-8 becomes U+FFFD.
  static func string(_ bytes: [UInt8]) -> [UInt8] {
    var text = [quote]
    if bytes.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != quote && $0 != backslash }) {
      text += bytes
      text.append(quote)
      return text
    }
    add(bytes[...], to: &text) { byte, text in
      if byte == quote || byte == backslash { text.append(backslash) }
      text.append(byte)
    }
    return text + [quote]
  }

  /// A value as it is written, without white space between its parts.
  static func compact(_ value: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var place = value.startIndex
    while place < value.endIndex {
      let byte = value[place]
      guard byte == quote else {
        if !isBlank(byte) { text.append(byte) }
        place += 1
        continue
      }
      var end = place + 1
      while end < value.endIndex, value[end] != quote { end += value[end] == backslash ? 2 : 1 }
      end = min(end + 1, value.endIndex)
      // What is escaped stays so.
      add(Array(value[place..<end])[...], to: &text) { byte, text in text.append(byte) }
      place = end
    }
    return text
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Adds text: plain characters by `addPlain`, others escaped where they could do harm.
  private static func add(
    _ bytes: ArraySlice<UInt8>, to text: inout [UInt8], _ addPlain: (UInt8, inout [UInt8]) -> Void
  ) {
    var rest = bytes
    while let byte = rest.first {
      if (0x20..<0x7F).contains(byte) {
        addPlain(byte, &text)
        rest = rest.dropFirst()
      } else if byte < 0x80 {
        text += escape(UInt32(byte))
        rest = rest.dropFirst()
      } else {
        let run = rest.prefix { $0 >= 0x80 }
        addBeyondASCII(String(decoding: run, as: UTF8.self), to: &text)
        rest = rest.dropFirst(run.count)
      }
    }
  }

  private static func addBeyondASCII(_ run: String, to text: inout [UInt8]) {
    guard EscapedText(run).text != run else {
      text += run.utf8
      return
    }
    for scalar in run.unicodeScalars {
      let character = String(scalar)
      if EscapedText(character).text == character {
        text += character.utf8
      } else {
        for unit in character.utf16 { text += escape(UInt32(unit)) }
      }
    }
  }

  private static func escape(_ unit: UInt32) -> [UInt8] {
    switch unit {
    case 0x0A: return Array("\\n".utf8)
    case 0x0D: return Array("\\r".utf8)
    case 0x09: return Array("\\t".utf8)
    default:
      let digits = String(unit, radix: 16)
      return Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
    }
  }
}
