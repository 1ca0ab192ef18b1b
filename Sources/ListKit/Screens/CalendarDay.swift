/// A day of the Gregorian calendar, from year 1 to 9999, which a date picker of a form edits.
///
/// ```swift
/// let day = CalendarDay("2026-11-27")
/// ```
///
/// It is no moment: it has no time and no time zone. It is encoded as its description.
public struct CalendarDay: Hashable, Comparable, Sendable, LosslessStringConvertible {
  /// The year, from 1 to 9999.
  public private(set) var year: Int
  /// The month, from 1 to 12.
  public private(set) var month: Int
  /// The day of the month, from 1.
  public private(set) var day: Int

  /// Creates a day; nil if the calendar has none with these numbers.
  public init?(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
    guard (1...9999).contains(year), (1...12).contains(month), (1...dayCount).contains(day) else {
      return nil
    }
  }

  /// Reads a day as in `2026-11-27`; nil if the text is none.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.allSatisfy { (48...57).contains($0) } ? Int($0) : nil }
    guard parts.map(\.utf8.count) == [4, 2, 2], numbers.count == 3 else { return nil }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// The day as in `2026-11-27`.
  public var description: String {
    [(year, 4), (month, 2), (day, 2)].map { String("\($0 + 10_000)".suffix($1)) }.joined(separator: "-")
  }

  /// Whether a day is before another one.
  public static func < (one: Self, other: Self) -> Bool {
    (one.year, one.month, one.day) < (other.year, other.month, other.day)
  }

  /// Returns the next day for 1, the previous for -1; nil beyond the last year and before the first.
  func advanced(_ step: Int) -> Self? {
    var next = self
    next.day += step
    if !(1...dayCount).contains(next.day) {
      next.month += step
      if !(1...12).contains(next.month) { (next.year, next.month) = (year + step, step > 0 ? 1 : 12) }
      next.day = step > 0 ? 1 : next.dayCount
    }
    return (1...9999).contains(next.year) ? next : nil
  }

  /// The number of days of the month.
  private var dayCount: Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}

extension CalendarDay: Codable {
  /// Decodes a day from its description.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let day = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no day, such as 2026-11-27")
    }
    self = day
  }

  /// Encodes the day as its description.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
