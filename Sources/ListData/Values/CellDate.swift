/// A date, a time of day, or both: `2026-11-22T12:45:00Z`, `Sat, 21 Nov 2026 20:15:01 +0000`, `Nov 22 12:45`,
/// `Nov 22 2025`, `21/Nov/2026:20:15:01 +0000`, `11/21/2026`, `21.11.2026`, `20:06`, `Thu08`.
///
/// Its parts may have any unambiguous order, so one reader handles ISO, RFC 5322, `ls`, syslog, web servers
/// and spreadsheets. Months may have German, French, Spanish, Portuguese or Japanese names: `22. Okt 12:45`,
/// `2 févr. 2026`, `11月 22 12:45`.
struct CellDate {
  var year: Int?
  var month: Int?
  var day: Int?
  /// The day of the week, with Monday as 0.
  var weekday: Int?
  /// The time in seconds since midnight.
  var time: Double?
  /// The offset from UTC in seconds, positive to the east; 0 if it is not written.
  var offset = 0
  /// Whether two numbers can be day and month in either order: `3/4/2026`.
  var isAmbiguous = false
  /// Whether two numbers can only be day and month, in this order: `21/11/2026`.
  var isDayFirst = false

  private let prefersDayFirst: Bool
  private var isAfternoon: Bool?
  /// Whether the month is `mar`, which may be a Tuesday.
  private var mayBeTuesday = false
  /// Whether the month is a common word, which is a month only beside a time or a year.
  private var isCommonWord = false

  /// Reads an entire cell. `dayFirst` determines how `3/4/2026` is read.
  init?(_ cursor: inout ByteCursor, dayFirst: Bool = false) {
    prefersDayFirst = dayFirst
    while !cursor.isAtEnd {
      if cursor.next.isDigit {
        guard readNumber(&cursor) else { return nil }
      } else if cursor.next.isLetter {
        guard let word = cursor.scanWord(), readWord(word) else { return nil }
      } else if (cursor.next == ASCII.plus || cursor.next == ASCII.minus), time != nil {
        guard readOffset(&cursor) else { return nil }
      } else if Self.separators.contains(cursor.next) || cursor.next == ASCII.minus && time == nil
        || cursor.next == ASCII.dot && cursor.byte(ahead: 1) <= ASCII.space
      {
        cursor.position += 1
      } else {
        return nil
      }
    }
    guard isWhole else { return nil }
    if isAfternoon == true, let time, time < 43_200 { self.time = time + 43_200 }
    if isAfternoon == false, let time, time >= 43_200 { self.time = time - 43_200 }
  }

  /// Whether the parts are sufficient: a day of the calendar, a time, or a day of the week.
  private var isWhole: Bool {
    if year != nil, month == nil { return false }
    if let month, let day, day > 28, day > Self.days(in: month, of: year ?? 2000) { return false }
    if isCommonWord, year == nil, time == nil { return false }
    return month != nil && day != nil || month == nil && day == nil && time != nil || weekday != nil
  }

  private static let separators: [UInt8] = [ASCII.space, ASCII.comma, ASCII.slash, ASCII.colon]

  // MARK: - Parts of a date

  private mutating func readNumber(_ cursor: inout ByteCursor) -> Bool {
    let start = cursor.position
    guard let (value, count) = cursor.scanDigits() else { return false }
    let mark = cursor.next
    if mark == 0xE5 || mark == 0xE6 { return readCharacter(&cursor, value) }
    if mark == ASCII.colon, time == nil, count <= 2, cursor.byte(ahead: 1).isDigit {
      return readTime(&cursor, hour: value)
    }
    // `2005-06-03-15.42.50.363779`
    if mark == ASCII.dot, time == nil, day != nil, count == 2, cursor.bytes[start - 1] == ASCII.minus {
      return readTime(&cursor, hour: value)
    }
    let isJoined = mark == ASCII.minus || mark == ASCII.slash || mark == ASCII.dot
    if isJoined, month == nil, day == nil, cursor.byte(ahead: 1).isDigit {
      return readJoined(&cursor, mark, value, count)
    }
    if count == 4, year == nil, (1000...9999).contains(value) {
      year = value
      return true
    }
    // The 22 of `Thu22` is an hour if there is no month.
    if count <= 2, weekday != nil, month == nil, time == nil, start > 0,
      cursor.bytes[start - 1].isLetter,
      value < 24
    {
      time = Double(value) * 3_600
      return true
    }
    guard count <= 2, day == nil, (1...31).contains(value) else { return false }
    day = value
    return true
  }

  /// Reads the character behind a number in Japanese dates: 年, 月 or 日.
  private mutating func readCharacter(_ cursor: inout ByteCursor, _ value: Int) -> Bool {
    switch (cursor.next, cursor.byte(ahead: 1), cursor.byte(ahead: 2)) {
    case (0xE5, 0xB9, 0xB4) where year == nil && (1000...9999).contains(value): year = value
    case (0xE6, 0x9C, 0x88) where month == nil && (1...12).contains(value): month = value
    case (0xE6, 0x97, 0xA5) where day == nil && (1...31).contains(value): day = value
    default: return false
    }
    cursor.position += 3
    return true
  }

  /// Reads numbers joined by the same separator: `2026-11-22`, `11/21/2026`, `21.11.2026`.
  private mutating func readJoined(_ cursor: inout ByteCursor, _ mark: UInt8, _ first: Int, _ digits: Int)
    -> Bool
  {
    cursor.position += 1
    guard let (second, secondDigits) = cursor.scanDigits(), secondDigits <= 2, cursor.skip(mark),
      let (third, thirdDigits) = cursor.scanDigits()
    else { return false }
    if digits == 4, thirdDigits <= 2 {
      (year, month, day) = (first, second, third)
    } else if digits <= 2, thirdDigits == 4 || thirdDigits == 2 && mark == ASCII.slash {
      year = thirdDigits == 4 ? third : 2000 + third - (third >= 70 ? 100 : 0)
      isDayFirst = first > 12
      isAmbiguous = first <= 12 && second <= 12 && first != second && mark != ASCII.dot
      let takesDayFirst = mark == ASCII.dot || isDayFirst || isAmbiguous && prefersDayFirst
      (day, month) = takesDayFirst ? (first, second) : (second, first)
      if mark == ASCII.dot { isDayFirst = false }
    } else {
      return false
    }
    return (1...12).contains(month ?? 0) && (1...31).contains(day ?? 0)
  }

  private mutating func readTime(_ cursor: inout ByteCursor, hour: Int) -> Bool {
    let mark = cursor.next
    cursor.position += 1
    guard hour < 24, let (minute, count) = cursor.scanDigits(), count == 2, minute < 60 else { return false }
    var seconds = Double(hour * 3_600 + minute * 60)
    if cursor.next == mark {
      cursor.position += 1
      guard let (second, count) = cursor.scanDigits(), count == 2, second <= 60 else { return false }
      seconds += Double(second)
      if cursor.next == ASCII.dot || cursor.next == ASCII.comma, cursor.byte(ahead: 1).isDigit {
        var scale = 0.1
        cursor.position += 1
        while cursor.next.isDigit {
          seconds += Double(cursor.next - ASCII.zero) * scale
          scale /= 10
          cursor.position += 1
        }
      }
    }
    time = seconds
    return true
  }

  /// Reads `+0100`, `+01:00` or `+00`.
  private mutating func readOffset(_ cursor: inout ByteCursor) -> Bool {
    let sign = cursor.next == ASCII.minus ? -1 : 1
    cursor.position += 1
    guard let (value, count) = cursor.scanDigits(), count == 2 || count == 4 else { return false }
    let hours = count == 4 ? value / 100 : value
    var minutes = count == 4 ? value % 100 : 0
    if count == 2, cursor.skip(ASCII.colon) {
      guard let (value, count) = cursor.scanDigits(), count == 2 else { return false }
      minutes = value
    }
    offset = sign * (hours * 3_600 + minutes * 60)
    return hours < 24 && minutes < 60
  }

  private mutating func readWord(_ word: Word) -> Bool {
    if word == "am" || word == "pm" {
      guard time != nil else { return false }
      isAfternoon = word == "pm"
      return true
    }
    // The T of ISO, and names of time zones; only numeric offsets count.
    if word == "t" { return month != nil }
    if word == "z" || word == "utc" || word == "gmt" { return time != nil }
    if let number = Self.months[word] ?? Self.longMonths[word] {
      guard month == nil || mayBeTuesday else { return false }
      month = number
      mayBeTuesday = word == "mar" && !mayBeTuesday
      isCommonWord = Self.commonWords.contains(word)
      return true
    }
    if Self.otherWeekdays.contains(word) { return true }
    if let number = Self.weekdays[word] {
      guard weekday == nil else { return false }
      weekday = number
      return true
    }
    // `CET`, `PDT`: the name of a time zone follows a time, in capitals.
    return time != nil && (3...4).contains(word.count) && word.first < 0x60
  }

  private static let months = numbered(
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], from: 1)
  private static let longMonths = numbered(
    [
      "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
      "november",
      "december",
    ], from: 1
  ).merging(otherMonths) { number, _ in number }
  /// The months of other languages, without accents.
  private static let otherMonths: [Word: Int] = [
    "januar": 1, "janvier": 1, "janv": 1, "enero": 1, "ene": 1, "janeiro": 1, "februar": 2, "fevrier": 2,
    "fevr": 2, "febrero": 2, "fevereiro": 2, "fev": 2, "marz": 3, "mrz": 3, "mars": 3, "marzo": 3, "marco": 3,
    "avril": 4, "avr": 4, "abril": 4, "abr": 4, "mai": 5, "mayo": 5, "maio": 5, "juni": 6, "juin": 6,
    "junio": 6, "junho": 6, "juli": 7, "juillet": 7, "juil": 7, "julio": 7, "julho": 7, "aout": 8,
    "agosto": 8, "ago": 8, "sept": 9, "septembre": 9, "septiembre": 9, "setembro": 9, "set": 9,
    "oktober": 10, "okt": 10, "octobre": 10, "octubre": 10, "outubro": 10, "out": 10, "novembre": 11,
    "noviembre": 11, "novembro": 11, "dezember": 12, "dez": 12, "decembre": 12, "diciembre": 12, "dic": 12,
    "dezembro": 12,
  ]
  private static let commonWords: Set<Word> = ["ago", "set", "out"]
  /// The days of the week in other languages. They are skipped, so that a word such as `do` or `sam` alone is
  /// no date.
  private static let otherWeekdays: Set<Word> = [
    "mo", "di", "mi", "do", "fr", "sa", "so", "lun", "mer", "jeu", "ven", "sam", "dim", "mie", "jue", "vie",
    "sab", "dom", "seg", "ter", "qua", "qui", "sex",
  ]
  private static let weekdays = numbered(["mon", "tue", "wed", "thu", "fri", "sat", "sun"], from: 0).merging(
    numbered(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"], from: 0)
  ) { number, _ in number }

  private static func numbered(_ words: [Word], from first: Int) -> [Word: Int] {
    Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1, $0 + first) })
  }
}

extension CellDate {
  /// Returns the seconds since the start of 1970, in UTC; a time without an offset counts as UTC.
  ///
  /// A date without a year is the last such day before `now`, as in `ls`: in January, `Nov 22` belongs to the
  /// previous year. A time without a day belongs to today.
  func seconds(now: Double) -> Double {
    let today = Int(now / 86_400) - (now < 0 ? 1 : 0)
    let days: Int
    if let month, let day {
      if let year {
        days = Self.days(year, month, day)
      } else {
        let current = Self.year(ofDay: today)
        let candidate = Self.days(current, month, day)
        // Clocks and time zones may differ by a day.
        days = candidate <= today + 1 ? candidate : Self.days(current - 1, month, day)
      }
    } else if let weekday {
      // 1970 began on a Thursday.
      let distance = ((today + 3 - weekday) % 7 + 7) % 7
      days = today - distance
    } else {
      days = today
    }
    return Double(days) * 86_400 + (time ?? 0) - Double(offset)
  }

  /// Returns the number of days from 1 January 1970 to a day of the Gregorian calendar.
  static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Years begin in March here, so that the leap day is the last day of a year.
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Returns the number of days of a month.
  private static func days(in month: Int, of year: Int) -> Int {
    days(month < 12 ? year : year + 1, month % 12 + 1, 1) - days(year, month, 1)
  }

  /// Returns the year of a day that is counted from 1970.
  static func year(ofDay day: Int) -> Int {
    var year = 1970 + day / 366
    while days(year + 1, 1, 1) <= day { year += 1 }
    while days(year, 1, 1) > day { year -= 1 }
    return year
  }
}
