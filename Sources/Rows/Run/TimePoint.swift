import LibC
import ListData

/// A time as the user types it, for `T`.
///
/// | typed | time |
/// | --- | --- |
/// | `22:04`, `22:04:12` | the most recent such time of day |
/// | `-5m`, `+90s` | before or after the displayed run |
/// | `3h ago`, `2d ago` | before the newest run |
/// | `2026-11-24 22:04`, `2026-11-24` | that day and time |
/// | `yesterday 22:04` | the day before the newest run |
package enum TimePoint: Hashable, Sendable {
  /// A number of seconds relative to the displayed run.
  case step(Double)
  /// A number of seconds before the newest run.
  case ago(Double)
  /// A time of day in seconds, of today or of the day before.
  case clock(Int, isYesterday: Bool)
  case date(year: Int, month: Int, day: Int, seconds: Int)

  package init?(_ text: String) {
    var words = text.lowercased().split(separator: " ").map(String.init)
    guard let first = words.first else { return nil }
    if words.count == 2, words[1] == "ago", let span = TimeLimit(argument: first) {
      self = .ago(span.seconds)
    } else if words.count == 1, let sign = first.first, "+-−".contains(sign),
      let span = TimeLimit(argument: String(first.dropFirst()))
    {
      self = .step(sign == "+" ? span.seconds : -span.seconds)
    } else if let seconds = words.last.flatMap(Self.secondsOfDay) {
      words.removeLast()
      switch words.first {
      case nil: self = .clock(seconds, isYesterday: false)
      case "yesterday"? where words.count == 1: self = .clock(seconds, isYesterday: true)
      case let day? where words.count == 1: self.init(day: day, seconds)
      default: return nil
      }
    } else if words.count == 1, let both = first.firstIndex(of: "t"),
      let seconds = Self.secondsOfDay(String(first[first.index(after: both)...]))
    {
      self.init(day: String(first[..<both]), seconds)
    } else if words.count == 1 {
      self.init(day: first, 0)
    } else {
      return nil
    }
  }

  private init?(day: String, _ seconds: Int) {
    let parts = day.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
      (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      // 31 February would become 3 March.
      WallTime(year: year, month: month, day: day, secondsOfDay: 12 * 3600).local.tm_mday == day
    else { return nil }
    self = .date(year: year, month: month, day: day, seconds: seconds)
  }

  /// `22:04` or `22:04:12`.
  private static func secondsOfDay(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count <= 2 ? UInt8($0) : nil }.map(Int.init)
    guard (2...3).contains(parts.count), numbers.count == parts.count, numbers[0] < 24,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
  }

  /// Returns the time that this value refers to.
  ///
  /// - Parameters:
  ///   - shown: the time of the displayed run.
  ///   - newest: the time of the newest run.
  package func time(shown: WallTime, newest: WallTime) -> WallTime {
    switch self {
    case .step(let seconds): return WallTime(seconds: shown.seconds + seconds)
    case .ago(let seconds): return WallTime(seconds: newest.seconds - seconds)
    case .clock(let seconds, let isYesterday):
      let today = newest.atTimeOfDay(seconds, daysLater: isYesterday ? -1 : 0)
      return today <= newest ? today : newest.atTimeOfDay(seconds, daysLater: -1)
    case .date(let year, let month, let day, let seconds):
      return WallTime(year: year, month: month, day: day, secondsOfDay: seconds)
    }
  }
}

extension WallTime {
  /// Creates a time from local date components.
  package init(year: Int, month: Int, day: Int, secondsOfDay: Int) {
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (
      Int32(secondsOfDay / 3600), Int32(secondsOfDay / 60 % 60), Int32(secondsOfDay % 60)
    )
    // The system determines whether daylight saving time applies.
    parts.tm_isdst = -1
    self.init(seconds: Double(mktime(&parts)))
  }

  /// Returns a time on the same local day, or a number of days later.
  fileprivate func atTimeOfDay(_ seconds: Int, daysLater days: Int) -> WallTime {
    let parts = local
    return WallTime(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday) + days,
      secondsOfDay: seconds)
  }
}

/// A span of time on the command line: `90`, `90s`, `5m`, `1h30m`.
package struct TimeLimit: Hashable, Sendable {
  package let seconds: Double
  private let text: String

  package init?(argument: String) {
    let number = Array(argument.utf8).withUnsafeBufferPointer { bytes in
      Double(argument) ?? CellReading(.duration, now: 0).value(of: bytes).number
    }
    guard let number, (0.001...31_622_400).contains(number) else { return nil }
    seconds = number
    text = Double(argument) == nil ? argument : "\(argument)s"
  }

  /// Returns what is said once the time is over: `timed out after 2s: web-1 is still there`.
  ///
  /// - Parameter progress: How near the condition was to being met; nil if nothing was read.
  package func note(_ progress: String?) -> String {
    "timed out after \(text): \(progress ?? "nothing was read")"
  }
}
