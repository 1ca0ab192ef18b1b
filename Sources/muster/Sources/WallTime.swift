#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// A point in time as clocks on walls show it.
struct WallTime: Hashable, Comparable, Sendable {
  /// Since the beginning of 1970 in Greenwich.
  var seconds: Double

  static var now: WallTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return WallTime(seconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }

  static func < (one: Self, other: Self) -> Bool { one.seconds < other.seconds }

  /// The time of the day where the user is: `22:04:12`.
  var timeOfDay: String {
    let parts = local
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map(Self.two).joined(separator: ":")
  }

  /// The day where the user is: `2026-11-22`.
  var day: String {
    let parts = local
    return "\(Int(parts.tm_year) + 1900)-\(Self.two(parts.tm_mon + 1))-\(Self.two(parts.tm_mday))"
  }

  /// Since the beginning of 1970 where the user is, as dates without a zone are meant.
  var localSeconds: Double {
    seconds + Double(local.tm_gmtoff)
  }

  private var local: tm {
    var seconds = time_t(seconds.rounded(.down))
    var parts = tm()
    localtime_r(&seconds, &parts)
    return parts
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
