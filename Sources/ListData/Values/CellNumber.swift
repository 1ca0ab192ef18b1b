/// A number at the start of a cell: `42`, `-3.5`, `1,234,567`, `2.5e-3`, `$12.50`.
struct CellNumber {
  var value: Double
  /// Whether it has neither a fraction nor an exponent.
  var isInteger: Bool
  /// The value of an integer; nil if it has a fraction or an exponent, or is out of range.
  var whole: Int?
  /// The number of digits after a decimal comma; 0 without one.
  var commaDigits = 0

  /// Reads a number and moves the cursor behind it; returns nil if there is none.
  init?(_ cursor: inout ByteCursor) {
    let isNegative = Self.skipSign(&cursor)
    // Amounts of money are sorted as numbers.
    if cursor.next == 0x24 { cursor.position += 1 }
    guard cursor.next.isDigit || cursor.next == ASCII.dot && cursor.byte(ahead: 1).isDigit
    else { return nil }
    var digits = Digits()
    digits.scan(&cursor)
    isInteger = true
    let hasDots = Self.isDotOfThousands(cursor)
    let groups = Self.scanGroups(&cursor, &digits)
    if cursor.next == ASCII.dot, cursor.byte(ahead: 1).isDigit {
      cursor.position += 1
      digits.scanFraction(&cursor)
      isInteger = false
    } else if groups == 0 || hasDots, cursor.next == ASCII.comma, cursor.byte(ahead: 1).isDigit {
      // A comma that does not separate thousands is a decimal comma: `12,5`.
      cursor.position += 1
      let start = cursor.position
      digits.scanFraction(&cursor)
      commaDigits = cursor.position - start
      isInteger = false
    }
    if let exponent = Self.scanExponent(&cursor) {
      digits.exponent += exponent
      isInteger = false
    }
    value = isNegative ? -digits.value : digits.value
    if isInteger, digits.exponent == 0 {
      whole = Int(exactly: digits.mantissa).map { isNegative ? -$0 : $0 }
    }
  }

  private static func skipSign(_ cursor: inout ByteCursor) -> Bool {
    if cursor.skip(ASCII.minus) { return true }
    // The typographic minus sign, U+2212.
    if cursor.next == 0xE2, cursor.byte(ahead: 1) == 0x88, cursor.byte(ahead: 2) == 0x92 {
      cursor.position += 3
      return true
    }
    _ = cursor.skip(ASCII.plus)
    return false
  }

  /// Reads groups of three digits after `,`, `'` or a dot, and returns the number of groups.
  private static func scanGroups(_ cursor: inout ByteCursor, _ digits: inout Digits) -> Int {
    var count = 0
    while cursor.next == ASCII.comma || cursor.next == ASCII.apostrophe || isDotOfThousands(cursor),
      cursor.byte(ahead: 1).isDigit, cursor.byte(ahead: 2).isDigit,
      cursor.byte(ahead: 3).isDigit, !cursor.byte(ahead: 4).isDigit
    {
      cursor.position += 1
      digits.scan(&cursor)
      count += 1
    }
    return count
  }

  /// Whether a dot separates thousands, because a comma follows: `1.234,50`, `1.234.567,00`.
  private static func isDotOfThousands(_ cursor: ByteCursor) -> Bool {
    guard cursor.next == ASCII.dot else { return false }
    var ahead = 0
    while cursor.byte(ahead: ahead) == ASCII.dot {
      guard (1...3).allSatisfy({ cursor.byte(ahead: ahead + $0).isDigit }) else { return false }
      ahead += 4
    }
    return cursor.byte(ahead: ahead) == ASCII.comma && cursor.byte(ahead: ahead + 1).isDigit
  }

  /// Reads an exponent, `e-3`; a letter without digits after it is a unit (`1.2E`).
  private static func scanExponent(_ cursor: inout ByteCursor) -> Int? {
    guard cursor.next | 0x20 == ASCII.lowerE else { return nil }
    let sign = cursor.byte(ahead: 1)
    let isSigned = sign == ASCII.plus || sign == ASCII.minus
    guard cursor.byte(ahead: isSigned ? 2 : 1).isDigit else { return nil }
    let start = cursor.position
    cursor.position += isSigned ? 2 : 1
    guard let (value, count) = cursor.scanDigits(), count <= 4 else {
      cursor.position = start
      return nil
    }
    return sign == ASCII.minus ? -value : value
  }
}

/// Collects digits: the first 19 exactly, and of the others only their number.
private struct Digits {
  var mantissa: UInt64 = 0
  var exponent = 0

  mutating func scan(_ cursor: inout ByteCursor) {
    while cursor.next.isDigit {
      if !take(cursor.next) { exponent += 1 }
      cursor.position += 1
    }
  }

  mutating func scanFraction(_ cursor: inout ByteCursor) {
    while cursor.next.isDigit {
      if take(cursor.next) { exponent -= 1 }
      cursor.position += 1
    }
  }

  private mutating func take(_ digit: UInt8) -> Bool {
    guard mantissa < 1_000_000_000_000_000_000 else { return false }
    mantissa = mantissa * 10 + UInt64(digit - ASCII.zero)
    return true
  }

  /// The value: exact if the digits fit into 53 bits and the exponent is small; otherwise accurate to a few
  /// units in the last place.
  var value: Double {
    guard mantissa != 0, exponent != 0 else { return Double(mantissa) }
    var value = Double(mantissa)
    var left = exponent
    while left < 0, value != 0 {
      let step = min(-left, 22)
      value /= Self.powers[step]
      left += step
    }
    while left > 0, value.isFinite {
      let step = min(left, 22)
      value *= Self.powers[step]
      left -= step
    }
    return value
  }

  private static let powers: [Double] = (0..<22).reduce(into: [1]) { powers, _ in
    powers.append(powers.last! * 10)
  }
}

/// A number of bytes, or of bytes per second, also given in bits: `1.2G`, `512MiB`, `4.0K`, `0B`,
/// `540 Mbit/s`.
struct CellSize {
  var bytes: Double
  /// Whether it has a unit; `0` and `28` of `ls -lh` have none.
  var hasUnit: Bool

  /// Reads an entire cell; of two sizes (`34.6MiB / 1.952GiB`, docker's usage and limit), the first.
  init?(_ cursor: inout ByteCursor) {
    guard let (bytes, hasUnit) = Self.scan(&cursor) else { return nil }
    self.bytes = bytes
    self.hasUnit = hasUnit
    cursor.skipBlanks()
    if hasUnit, cursor.skip(ASCII.slash) {
      cursor.skipBlanks()
      guard Self.scan(&cursor) != nil else { return nil }
      cursor.skipBlanks()
    }
    guard cursor.isAtEnd else { return nil }
  }

  private static func scan(_ cursor: inout ByteCursor) -> (Double, Bool)? {
    guard let number = CellNumber(&cursor) else { return nil }
    let end = cursor.position
    cursor.skipBlanks()
    guard let word = cursor.scanWord() else {
      cursor.position = end
      return (number.value, false)
    }
    guard let factor = factors[word] else { return nil }
    if cursor.next == ASCII.slash, cursor.byte(ahead: 1) | 0x20 == 0x73, cursor.byte(ahead: 2) <= ASCII.space
    {
      cursor.position += 2
    }
    return (number.value * factor, true)
  }

  private static let factors: [Word: Double] = {
    var factors: [Word: Double] = ["b": 1, "byte": 1, "bytes": 1, "bit": 0.125, "bits": 0.125, "bps": 0.125]
    let prefixes: [UInt8] = Array("kmgtpezy".utf8)
    for (power, prefix) in prefixes.enumerated() {
      var binary = 1.0
      var decimal = 1.0
      for _ in 0...power {
        binary *= 1024
        decimal *= 1000
      }
      func word(_ rest: String) -> Word {
        var word = Word()
        word.append(prefix)
        for byte in rest.utf8 { word.append(byte) }
        return word
      }
      for rest in ["", "i", "ib"] { factors[word(rest)] = binary }
      factors[word("b")] = decimal
      for rest in ["bit", "bits", "bps"] { factors[word(rest)] = decimal / 8 }
    }
    return factors
  }()
}
