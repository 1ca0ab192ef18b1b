/// Folding: maps texts that a search should treat as equal to the same bytes.
///
/// It removes case, diacritics and other marks on letters; replaces letters such as ø, ł or ß by plain ones,
/// full-width forms by narrow ones, and white space of any kind by a space; and removes invisible characters
/// (joiners, variation selectors, soft hyphens). It decomposes Hangul syllables into their letters, so that 하
/// finds 한 while it is typed, and a voiced kana into the plain one and its mark, which stays: か finds が, but
/// not the other way round. Marks that are letters, such as the vowels of Devanagari or Tibetan, stay.
///
/// A letter of a living script has the same folding as one code point or as several (é, or e with U+0301; ो,
/// or its two halves).
///
/// Folding works scalar by scalar. So the folding of a text is the concatenated folding of its parts, and
/// folding a folded text changes nothing.
extension [UInt8] {
  /// Appends the folding of a text, in UTF-8.
  ///
  /// - Complexity: O(length of `text`).
  mutating func append(folding text: String) {
    for scalar in text.unicodeScalars { append(folding: scalar) }
  }

  /// Appends the folding of a text, and adds the starts of words inside a word to `wordStarts`.
  ///
  /// Such a start is a capital after a small letter, or a digit after a letter, both in ASCII.
  ///
  /// - Complexity: O(length of `text`).
  mutating func append(folding text: String, wordStarts: inout WordStarts) {
    var wasSmall = false
    var wasLetter = false
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        let isCapital = byte &- UInt8(ascii: "A") < 26
        let isSmall = byte &- UInt8(ascii: "a") < 26
        if isCapital && wasSmall || byte &- UInt8(ascii: "0") < 10 && wasLetter {
          wordStarts.append(count)
        }
        wasSmall = isSmall
        wasLetter = isSmall || isCapital
        append(byte.foldedASCII)
      } else {
        wasSmall = false
        wasLetter = false
        append(folding: scalar)
      }
    }
  }

  /// Appends the folding of a scalar, in UTF-8.
  @inline(__always)
  mutating func append(folding scalar: Unicode.Scalar) {
    if scalar.isASCII {
      append(UInt8(truncatingIfNeeded: scalar.value).foldedASCII)
    } else if scalar.mayHaveCase {
      for small in scalar.properties.lowercaseMapping.unicodeScalars { append(foldingSmall: small) }
    } else {
      append(foldingSmall: scalar)
    }
  }

  private mutating func append(foldingSmall scalar: Unicode.Scalar) {
    switch scalar.value {
    case ..<0x80:
      append(UInt8(truncatingIfNeeded: scalar.value).foldedASCII)
    case 0xFF01...0xFF5E:  // Full-width forms of ASCII.
      append(UInt8(truncatingIfNeeded: scalar.value - 0xFF01 + 0x21).foldedASCII)
    case 0xAC00...0xD7A3:
      append(hangulSyllable: scalar.value)
    case 0x3041...0x30FF:
      append(kana: scalar)
    default:
      if scalar.isDropped { return }
      if scalar.properties.isWhitespace { return append(UInt8(ascii: " ")) }
      if let letters = LetterTable.letters(for: scalar) {
        letters.withUTF8Buffer { append(contentsOf: $0) }
      } else if let parts = LetterTable.partsInSouthAsia(of: scalar) {
        for part in parts where part != 0 { append(utf8: Unicode.Scalar(part).unsafelyUnwrapped) }
      } else {
        append(utf8: LetterTable.base(of: scalar))
      }
    }
  }

  mutating func append(utf8 scalar: Unicode.Scalar) {
    append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped)
  }
}

extension UInt8 {
  /// The lower-case letter, a space for white space, an apostrophe for a grave accent, otherwise itself.
  fileprivate var foldedASCII: UInt8 {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self | 0x20
    case 0x09...0x0D: UInt8(ascii: " ")
    case UInt8(ascii: "`"): UInt8(ascii: "'")
    default: self
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar may have a lower-case form: Hebrew to Burmese, CJK and Hangul have none.
  fileprivate var mayHaveCase: Bool {
    switch value {
    case 0x0590..<0x10A0, 0x2E80..<0xA640, 0xAC00..<0xD7A4: false
    default: true
    }
  }

  /// Whether it is a mark over, under or through a letter that users omit, or is invisible.
  fileprivate var isDropped: Bool {
    switch value {
    case 0x0300...0x036F, 0x0483...0x0489, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F:
      true
    case 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7: true  // Hebrew points
    case 0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670: true  // Arabic vowel signs, tatweel
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}

/// Korean and Japanese letters that Unicode also encodes in parts.
extension [UInt8] {
  /// Appends the two or three letters of a syllable, which Unicode computes (The Unicode Standard, 3.12).
  mutating func append(hangulSyllable value: UInt32) {
    let index = value - 0xAC00
    let tail = index % 28
    append(jamo: 0x1100 + index / 588)
    append(jamo: 0x1161 + index % 588 / 28)
    if tail > 0 { append(jamo: 0x11A7 + tail) }
  }

  private mutating func append(jamo value: UInt32) {
    if let scalar = Unicode.Scalar(value) { append(utf8: scalar) }
  }

  /// Appends a kana; a voiced or half-voiced one as the plain one and its mark.
  mutating func append(kana scalar: Unicode.Scalar) {
    let hiragana = scalar.value >= 0x30A1 ? scalar.value - 0x60 : scalar.value
    let distance: UInt32
    switch hiragana {
    case 0x304C...0x3062 where hiragana % 2 == 0: distance = 1  // が to ぢ
    case 0x3065, 0x3067, 0x3069: distance = 1  // づ で ど
    case 0x3070...0x307D where hiragana % 3 == 1: distance = 1  // ば to ぼ
    case 0x3070...0x307D where hiragana % 3 == 2: distance = 2  // ぱ to ぽ
    case 0x3094: distance = 0x4E  // ゔ from う
    case 0x309E: distance = 1  // ゞ
    case 0x3097...0x309A where scalar.value >= 0x30A1: distance = 8  // ヷ to ヺ
    default: return append(utf8: scalar)
    }
    if let plain = Unicode.Scalar(scalar.value - distance) { append(utf8: plain) }
    append(utf8: distance == 2 ? "\u{309A}" : "\u{3099}")
  }
}

/// The starts of words inside a word, such as `B` in `fooBar`: a bit for each byte of folded text.
struct WordStarts: Sendable {
  /// Bit *i* of word *j* is byte 64·*j* + *i*; bytes behind the last word have no bit.
  private(set) var words: [UInt64] = []

  /// Adds the start of a word; positions only increase.
  mutating func append(_ position: Int) {
    while words.count <= position &>> 6 { words.append(0) }
    words[position &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: position & 63)
  }

  /// Calls a function with the positions in a range.
  @inline(__always)
  func forEach(in range: Range<Int>, _ body: (Int) -> Void) {
    let first = min(words.count, range.lowerBound &>> 6)
    let end = max(first, min(words.count, (range.upperBound &+ 63) &>> 6))
    for word in first..<end {
      words[word].forEachBit { bit in
        let position = word &<< 6 &+ bit
        if range.contains(position) { body(position) }
      }
    }
  }
}
