/// Checks that distinguish names from values by their appearance.
extension TextBytes {
  /// Whether a text is a name of one word.
  func isNameLike(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { name in
      guard let first = name.first else { return false }
      let isBox = first == 0xE2 && name.count > 1 && (name[1] == 0x94 || name[1] == 0x95)
      return first.isLetter || first == UInt8(ascii: "_") || (first >= 0x80 && !isBox)
    }
  }

  /// Whether `range`, between two members, contains only commas and white space.
  func isJSONJoint(_ range: Range<Int>) -> Bool {
    self[range].allSatisfy { $0.isSpace || $0 == ASCII.comma }
  }

  /// Whether `range` is a value, and so not the name of a column: a number, a size, a percentage, a date, a
  /// time, a duration, a numeric address: `12`, `-0.5`, `4.0K`, `8%`, `2026-11-21T20:01:12Z`, `3d4h`,
  /// `10.0.0.7`.
  ///
  /// It starts with a digit, perhaps after signs, and has no blank and no more than three letters in a row.
  func isLiteral(_ range: Range<Int>) -> Bool {
    var offset = range.lowerBound
    while offset < range.upperBound, isSign(base[offset]) { offset += 1 }
    guard offset < range.upperBound, base[offset].isDigit, range.count <= 64 else { return false }
    var letters = 0
    while offset < range.upperBound {
      let byte = base[offset]
      if byte.isLetter {
        letters += 1
        if letters > 3 { return false }
      } else if byte.isDigit || isJoint(byte) {
        letters = 0
      } else {
        return false
      }
      offset += 1
    }
    return true
  }

  /// Whether a cell is such a value, or a date of several words.
  func isValue(_ cell: Range<Int>) -> Bool {
    if isLiteral(cell) { return true }
    var cursor = ByteCursor(self[cell])
    return CellDate(&cursor) != nil
  }

  /// Whether `range` is a hash such as that of a commit: 7 to 64 lower-case hexadecimal digits, among them 0 to 9
  /// and letters; digits alone are a number.
  func isHash(_ range: Range<Int>) -> Bool {
    guard (7...64).contains(range.count) else { return false }
    let digits = self[range].count { $0.isDigit }
    return digits > 0 && digits < range.count
      && self[range].allSatisfy { $0.isDigit || (0x61...0x66).contains($0) }
  }

  /// Whether `range` looks like the name of a column: up to five words of letters, digits and the punctuation
  /// that joins words, starting with a letter or with `%`, `#`, `_`, `<`.
  func isName(_ range: Range<Int>) -> Bool {
    guard let first = range.first, let last = range.last, range.count <= 48, base[last] != UInt8(ascii: ":")
    else {
      return false
    }
    let start = base[first]
    guard
      start.isLetter || start >= 0x80 || start == UInt8(ascii: "%") || start == UInt8(ascii: "#")
        || start == UInt8(ascii: "_") || start == UInt8(ascii: "<")
    else {
      return false
    }
    var words = 1
    for offset in range {
      switch base[offset] {
      case ASCII.space: words += 1
      case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "%"),
        UInt8(ascii: "#"), UInt8(ascii: "("), UInt8(ascii: ")"),
        UInt8(ascii: "+"),
        UInt8(ascii: "?"), UInt8(ascii: "*"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "&"),
        UInt8(ascii: "'"), UInt8(ascii: "$"), UInt8(ascii: ":"), UInt8(ascii: "<"), UInt8(ascii: ">"):
        break
      case let byte: guard byte.isLetter || byte.isDigit || byte >= 0x80 else { return false }
      }
    }
    return words <= 5
  }

  /// Whether all brackets are paired: `INPUT (policy` and `ACCEPT)` are parts of a sentence.
  func hasPairedBrackets(_ range: Range<Int>) -> Bool {
    var open = 0
    for byte in self[range] {
      if byte == ASCII.openParenthesis || byte == UInt8(ascii: "[") { open += 1 }
      if byte == ASCII.closeParenthesis || byte == UInt8(ascii: "]") { open -= 1 }
      if open < 0 { return false }
    }
    return open == 0
  }

  /// Whether a text is in square brackets.
  func isBracketed(_ text: Range<Int>) -> Bool {
    text.count > 1 && base[text.lowerBound] == UInt8(ascii: "[")
      && base[text.upperBound - 1] == UInt8(ascii: "]")
  }

  /// Whether a word is a unit of bytes or of time that may stand behind a number.
  func isUnit(_ word: Range<Int>) -> Bool {
    word.count <= 3 && Self.units.contains(string(word))
  }

  private static let units: Set<String> = [
    "B", "kB", "KB", "MB", "GB", "TB", "PB", "KiB", "MiB", "GiB", "TiB", "PiB", "ms", "us", "µs", "ns",
  ]

  /// Whether there are letters and all are ASCII capitals.
  func isCapitals(_ range: Range<Int>) -> Bool {
    var hasLetter = false
    for byte in self[range] {
      if byte.isLowercase || byte >= 0x80 { return false }
      if byte.isUppercase { hasLetter = true }
    }
    return hasLetter
  }

  /// Whether the first byte is a capital and a lower-case letter follows.
  func isCapitalized(_ range: Range<Int>) -> Bool {
    guard let first = range.first, base[first].isUppercase else { return false }
    return self[range].contains { $0.isLowercase }
  }

  /// Whether the first letter is a capital.
  func isCapitalsOrCapitalized(_ range: Range<Int>) -> Bool {
    let text = trimmed(range)
    return text.isEmpty || isCapitals(text) || isCapitalized(text)
  }

  private func isSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "<")
      || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "$")
      || byte == UInt8(ascii: "(") || byte == UInt8(ascii: "~")
  }

  private func isJoint(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "/"),
      UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: "*"),
      UInt8(ascii: ")"),
      UInt8(ascii: "'"):
      true
    default: false
    }
  }
}

extension TextBytes {
  func saysNothing(_ cell: Range<Int>) -> Bool { withoutQuotes(cell).isEmpty }

  func withoutQuotes(_ cell: Range<Int>) -> Range<Int> {
    guard cell.count >= 2, self[cell.lowerBound] == ASCII.quote, self[cell.upperBound - 1] == ASCII.quote
    else { return cell }
    return cell.lowerBound + 1..<cell.upperBound - 1
  }
}

extension TextBytes {
  /// Returns the words of a header or a title, without box-drawing characters; nil for words that are values.
  func headWords(_ line: Range<Int>) -> [[UInt8]?] {
    words(line).filter(hasText).map { word in
      let isHalfOfDay = word.count == 2 && (has("AM", at: word.lowerBound) || has("PM", at: word.lowerBound))
      return isHalfOfDay || isLiteral(word) ? nil : Array(self[word])
    }
  }

  /// Returns the end of a word such as `3min` or `2.044s` after the blanks at `offset`; nil for other words.
  func spanWord(after offset: Int, before end: Int) -> Int? {
    var start = offset
    while start < end, base[start].isBlank { start += 1 }
    var last = start
    while last < end, !base[last].isSpace { last += 1 }
    return isSpan(start..<last) ? last : nil
  }

  /// Whether a line contains the kinds of columns, as R prints them: `<chr> <dbl>`.
  func areKinds(_ line: Range<Int>) -> Bool {
    guard line.contains(where: { base[$0] == UInt8(ascii: "<") }) else { return false }
    return words(line).allSatisfy { word in
      word.count == 1 && base[word.lowerBound] == UInt8(ascii: "*")
        || word.count > 3 && base[word.lowerBound] == UInt8(ascii: "<")
          && base[word.upperBound - 1] == UInt8(ascii: ">")
          && self[word].dropFirst().dropLast().allSatisfy { $0.isLowercase }
    }
  }

  /// Whether a word is a duration with a unit: `960ms`, `1min`, `2.044s`, `3h`.
  private func isSpan(_ word: Range<Int>) -> Bool {
    guard let first = word.first, let last = word.last, base[first].isDigit, base[last].isLetter else {
      return false
    }
    var cursor = ByteCursor(self[word])
    return CellDuration(&cursor) != nil
  }
}
