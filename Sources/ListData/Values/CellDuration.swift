/// A duration in seconds: `3d4h`, `2m30s`, `01:02:03`, `2-03:04:05`, `1:40.60`, `2days`, `5 minutes ago`.
struct CellDuration {
  var seconds: Double
  /// Whether it is one number with `m`, which can also be a size (`500m` of top).
  var isBareM = false
  /// Whether it can also be a time of day: two digits per number, and an hour up to 23.
  var isClock = false
  /// Whether its first number is 0: `00:00:03`.
  var beginsWithZero = false

  /// Reads an entire cell. `0` alone is a duration, too.
  init?(_ cursor: inout ByteCursor) {
    seconds = 0
    let isNegative = cursor.skip(ASCII.minus)
    var parts = 0
    while true {
      while cursor.next == ASCII.space || cursor.next == ASCII.comma { cursor.position += 1 }
      if cursor.isAtEnd { break }
      if cursor.next.isLetter {
        guard let word = cursor.scanWord() else { return nil }
        // Such as `about an hour ago` of docker and git.
        if word == "a" || word == "an" {
          cursor.skipBlanks()
          guard let unit = cursor.scanWord().flatMap({ Self.units[$0] }) else { return nil }
          seconds += unit
          parts += 1
        } else if !Self.particles.contains(word) {
          return nil
        }
        continue
      }
      guard readPart(&cursor, isFirst: parts == 0) else { return nil }
      parts += 1
    }
    guard parts > 0 else { return nil }
    if isNegative { seconds = -seconds }
    if parts > 1 { isBareM = false }
  }

  private mutating func readPart(_ cursor: inout ByteCursor, isFirst: Bool) -> Bool {
    let start = cursor.position
    if let (value, count) = cursor.scanDigits() {
      if cursor.next == ASCII.colon { return readColons(&cursor, value, count, isFirst: isFirst) }
      // Days before a time: `2-03:04:05`, elapsed time of ps.
      if isFirst, cursor.next == ASCII.minus {
        cursor.position += 1
        guard let (hours, count) = cursor.scanDigits() else { return false }
        seconds += Double(value) * 86_400
        return readColons(&cursor, hours, count, isFirst: false)
      }
    }
    cursor.position = start
    guard cursor.next.isDigit || cursor.next == ASCII.dot, let number = CellNumber(&cursor) else {
      return false
    }
    cursor.skipBlanks()
    guard let word = cursor.scanWord() else {
      return isFirst && number.value == 0 && cursor.isAtEnd
    }
    guard let unit = Self.units[word] else { return false }
    // An upper-case M is always a size, never minutes.
    if word.count == 1, word.first == 0x4D { return false }
    isBareM = isFirst && word == "m"
    seconds += number.value * unit
    return true
  }

  /// Reads `:MM:SS` or `:SS`, and a fraction, after a first number.
  private mutating func readColons(
    _ cursor: inout ByteCursor, _ first: Int, _ firstDigits: Int, isFirst: Bool
  ) -> Bool {
    var values = [first]
    while values.count < 3, cursor.next == ASCII.colon {
      cursor.position += 1
      guard let (value, count) = cursor.scanDigits(), count == 2, value < 60 else { return false }
      values.append(value)
    }
    guard values.count > 1 else { return false }
    var total = values.reduce(0.0) { $0 * 60 + Double($1) }
    isClock = isFirst && firstDigits == 2 && first < 24
    beginsWithZero = first == 0
    if cursor.next == ASCII.dot, cursor.byte(ahead: 1).isDigit {
      guard let fraction = CellNumber(&cursor) else { return false }
      total += fraction.value
      if values.count == 2 { isClock = false }
    }
    // After days, two numbers are hours and minutes: `2 days, 01:30` of uptime.
    seconds += values.count == 2 && !isFirst ? total * 60 : total
    return true
  }

  /// Words that indicate a direction or precision of a duration, but do not change its length.
  private static let particles: Set<Word> = [
    "ago", "left", "and", "in", "about", "less", "than", "over", "almost",
  ]

  private static let units: [Word: Double] = {
    var units: [Word: Double] = ["ns": 1e-9, "us": 1e-6, "ms": 1e-3]
    let names: [(Double, [Word])] = [
      (1, ["s", "sec", "secs", "second", "seconds"]),
      (60, ["m", "min", "mins", "minute", "minutes"]),
      (3_600, ["h", "hr", "hrs", "hour", "hours"]),
      (86_400, ["d", "day", "days"]),
      (604_800, ["w", "week", "weeks"]),
      (2_629_800, ["mo", "month", "months"]),
      (31_557_600, ["y", "yr", "yrs", "year", "years"]),
    ]
    for (seconds, words) in names {
      for word in words { units[word] = seconds }
    }
    return units
  }()
}
