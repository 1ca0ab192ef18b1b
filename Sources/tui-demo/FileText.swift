import LibC

/// Facts of files in words.
enum FileText {
  /// A number of bytes in three digits or so: `12 B`, `4.2 kB`, `120 MB`. A kilobyte is 1000 bytes.
  static func short(_ bytes: Int64) -> String {
    var (value, unit) = (bytes, 0)
    var tenths: Int64 = 0
    while value >= 1000, unit < units.count - 1 {
      tenths = value / 100
      value /= 1000
      unit += 1
    }
    let isRough = unit == 0 || value >= 10
    return (isRough ? "\(value)" : "\(tenths / 10).\(tenths % 10)") + " " + units[unit]
  }

  private static let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]

  /// A number of bytes with all its digits, and in short.
  static func long(_ bytes: Int64) -> String {
    let exact = "\(Int(bytes).grouped) byte\(bytes == 1 ? "" : "s")"
    return bytes < 1000 ? exact : "\(exact), \(short(bytes))"
  }

  /// A point in time where the user is: `2026-11-21 16:09`.
  static func date(_ moment: FileFacts.Moment, withSeconds: Bool = false) -> String {
    var seconds = time_t(moment.seconds)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "" }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    let time = "\(two(parts.tm_hour)):\(two(parts.tm_min))"
    return "\(day) \(time)" + (withSeconds ? ":\(two(parts.tm_sec))" : "")
  }

  /// Permissions as letters and in octal: `-rw-r--r--  0644`.
  static func mode(_ mode: UInt32, of kind: FileFacts.Kind) -> String {
    var letters = [kind.letter]
    for (place, special) in [(6, (0o4000, "s")), (3, (0o2000, "s")), (0, (0o1000, "t"))] {
      let bits = mode >> UInt32(place)
      letters.append(bits & 4 != 0 ? "r" : "-")
      letters.append(bits & 2 != 0 ? "w" : "-")
      let executes = bits & 1 != 0
      if mode & UInt32(special.0) != 0 {
        letters.append(contentsOf: executes ? special.1 : special.1.uppercased())
      } else {
        letters.append(executes ? "x" : "-")
      }
    }
    let octal = String(mode, radix: 8)
    return String(letters) + "  " + String(repeating: "0", count: max(0, 4 - octal.count)) + octal
  }

  /// A user by name, or by number where the system knows none.
  static func user(_ number: UInt32) -> String {
    getpwuid(number).map { String(cString: $0.pointee.pw_name) } ?? "user \(number)"
  }

  /// A group by name, or by number where the system knows none.
  static func group(_ number: UInt32) -> String {
    getgrgid(number).map { String(cString: $0.pointee.gr_name) } ?? "group \(number)"
  }
}
