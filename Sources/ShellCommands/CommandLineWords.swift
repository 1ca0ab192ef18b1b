import struct ListKit.EscapedText

/// The words of a command line, as in `MUSTER_OPTS`, split as a shell does: at blanks, unless quoted.
///
/// ```text
///  -n 5 --query 'two words' --theme\ x   ▶   -n │ 5 │ --query │ two words │ --theme x
/// ```
///
/// Within `$'…'`, `\n` is a line end, `\r`, `\t` and `\e` are other control characters, and `\x07` is any.
package struct CommandLineWords: Hashable, Sendable {
  /// A quote that is not closed, or a backslash at the end.
  package struct OpenQuote: Error, Hashable, CustomStringConvertible {
    var quote: Character
    package var description: String { "unclosed \(quote)" }
  }

  package private(set) var words: [String] = []

  /// Returns words as one line of text, quoted if necessary, without characters that a terminal must not get.
  package static func joined(_ words: [String]) -> String {
    words.map { word in
      let isPlain =
        !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:,=+@%".contains($0) }
        && EscapedText(word).text == word
      if isPlain { return word }
      guard EscapedText(word).pieces.contains(where: \.isSpelled) else {
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
          + "'"
      }
      return "$'" + word.unicodeScalars.map(escaped).joined() + "'"
    }.joined(separator: " ")
  }

  /// Returns a character as it is written within `$'…'`, where nothing controls a terminal or hides text.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    if let letter = escapes.first(where: { $0.value == scalar.value })?.key {
      return "\\" + String(UnicodeScalar(letter))
    }
    let text = String(scalar)
    guard EscapedText(text).text != text else { return text }
    return text.utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The characters that a letter stands for after a backslash within `$'…'`.
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "e"): 0x1B,
    UInt8(ascii: "'"): 0x27, UInt8(ascii: "\\"): 0x5C,
  ]

  package init(_ text: String) throws(OpenQuote) {
    words = try Self.words(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Splits a text that need not be UTF-8 into words.
  ///
  /// - Complexity: O(bytes).
  package static func words(_ text: [UInt8]) throws(OpenQuote) -> [[UInt8]] {
    let (apostrophe, quotation, backslash) = (UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "\\"))
    let dollar = UInt8(ascii: "$")
    var words: [[UInt8]] = []
    var word: [UInt8]?
    var quote: UInt8?
    // Whether the last byte is a dollar sign before which there is none; $'…' has escapes.
    var isAfterDollar = false
    var hasEscapes = false
    var rest = text[...]
    while let byte = rest.popFirst() {
      let wasAfterDollar = isAfterDollar
      isAfterDollar = quote == nil && byte == dollar && !wasAfterDollar
      if byte == backslash, quote != apostrophe || hasEscapes {
        guard let next = rest.popFirst() else { throw OpenQuote(quote: "\\") }
        word = word ?? []
        if hasEscapes {
          word? += escape(next, &rest)
        } else {
          // Within double quotes a backslash is literal, unless the next character is one that it can escape
          // there.
          if quote == quotation, !"\"\\$`".utf8.contains(next) { word?.append(backslash) }
          word?.append(next)
        }
      } else if let open = quote {
        if byte == open { (quote, hasEscapes) = (nil, false) } else { word?.append(byte) }
      } else if byte == apostrophe || byte == quotation {
        quote = byte
        hasEscapes = byte == apostrophe && wasAfterDollar
        if hasEscapes { word?.removeLast() }
        word = word ?? []
      } else if byte == 0x20 || (0x09...0x0D).contains(byte) {
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        word = word ?? []
        word?.append(byte)
      }
    }
    if let quote { throw OpenQuote(quote: Character(UnicodeScalar(quote))) }
    if let word { words.append(word) }
    return words
  }

  /// Returns the bytes for a backslash and the byte after it within `$'…'`.
  private static func escape(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    if let meant = escapes[byte] { return [meant] }
    let digits = rest.prefix(2)
    if byte == UInt8(ascii: "x"), digits.count == 2,
      let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    {
      rest.removeFirst(2)
      return [value]
    }
    return [UInt8(ascii: "\\"), byte]
  }
}
