/// Formats numbers that were computed from cells like the cells of their column.
///
/// ```text
///  cells                 computed        written
///  1.5G   900M           2.4 · 2^30      2.4G
///  12.3MB 800kB          13.1 · 10^6     13.1MB
///  1:40   2:05           225 s           3:45
///  2m30s  3h             10,950 s        3h2m
/// ```
///
/// Pass the cells to ``note(_:)`` first: their unit, their decimals and the form of their durations are used.
struct ValueText: Sendable {
  private let kind: ColumnKind
  /// The maximum number of digits after the decimal point of a cell.
  private var decimals = 0
  /// Whether a cell has a decimal comma: `24.797,40`.
  private var hasComma = false
  /// Whether apostrophes separate thousands: `1'234`.
  private var hasApostrophes = false
  private var unit = SizeUnit()
  private var hasUnit = false
  private var hasPercent = false
  private var hasColons = false

  /// Creates the format for a kind, before any cell is known.
  init(_ kind: ColumnKind) { self.kind = kind }

  /// Adjusts the format to a cell with a value.
  mutating func note(_ cell: UnsafeBufferPointer<UInt8>) {
    switch kind {
    case .date, .text: break
    case .integer, .float: noteNotation(of: cell)
    case .percent:
      noteNotation(of: cell)
      hasPercent = hasPercent || cell.contains(ASCII.percent)
    case .duration: hasColons = hasColons || cell.contains(ASCII.colon)
    case .size:
      if !hasUnit, let found = SizeUnit(of: cell) {
        unit = found
        hasUnit = true
      }
    }
  }

  private mutating func noteNotation(of cell: UnsafeBufferPointer<UInt8>) {
    hasApostrophes = hasApostrophes || cell.contains(ASCII.apostrophe)
    guard let separator = cell.lastIndex(where: { $0 == ASCII.dot || $0 == ASCII.comma }) else { return }
    let count = cell[(separator + 1)...].prefix(while: \.isDigit).count
    if cell[separator] == ASCII.comma {
      // Three digits after a comma are thousands, unless dots separate those.
      if count == 3, !cell[..<separator].contains(ASCII.dot) { return }
      hasComma = true
    }
    decimals = max(decimals, count)
  }

  /// Returns the number of digits after the decimal point of a cell.
  static func decimals(of cell: UnsafeBufferPointer<UInt8>) -> Int {
    var format = ValueText(.float)
    format.note(cell)
    return format.decimals
  }

  /// Returns a number with some digits after the decimal point, in the notation of the cells.
  func text(_ value: Double, decimals: Int) -> String {
    var format = self
    format.decimals = decimals
    return format.text(value)
  }

  /// Returns a number with the separators of the cells. Without a sign for thousands in them, it has none.
  func notation(of number: String) -> String {
    guard hasComma || hasApostrophes, let sign = number.firstIndex(where: \.isNumber) else { return number }
    var whole = number[sign...].prefix(while: \.isNumber)
    let rest = number[whole.endIndex...]
    var groups: [Substring] = []
    while hasApostrophes, whole.count > 3 {
      groups.insert(whole.suffix(3), at: 0)
      whole = whole.dropLast(3)
    }
    return number[..<sign] + ([whole] + groups).joined(separator: "'")
      + (hasComma && rest.hasPrefix(".") ? "," + rest.dropFirst() : rest)
  }

  /// - Parameter isMean: Whether the value lies between cells, and so may have one digit more than they have.
  func text(_ value: Double, isMean: Bool = false) -> String {
    switch kind {
    case .integer, .float, .date, .text, .percent:
      let decimals = (kind == .integer ? 0 : decimals) + (isMean ? 1 : 0)
      let factor = (0..<decimals).reduce(1.0) { factor, _ in factor * 10 }
      // Beyond 2⁵³, not every number with these digits can be told from its neighbours.
      let sign = value.magnitude * factor < 0x1p53 ? "" : "≈"
      return sign + notation(of: Self.number(value, decimals: decimals)) + (hasPercent ? "%" : "")
    case .size: return unit.text(value)
    case .duration: return hasColons ? Self.clock(value) : Self.span(value)
    }
  }

  /// Returns a number with a given number of digits after the decimal point, at most nine.
  static func number(_ value: Double, decimals: Int) -> String {
    let decimals = min(decimals, 9)
    let factor = (0..<decimals).reduce(1.0) { factor, _ in factor * 10 }
    let scaled = (value.magnitude * factor).rounded()
    guard scaled < 0x1p53, let whole = Int(exactly: scaled) else {
      return Int(exactly: value.rounded()).map { "\($0)" } ?? "\(value)"
    }
    let sign = value < 0 && whole > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(whole)" }
    let unit = Int(factor)
    let fraction = String(String(whole % unit + unit).dropFirst())
    return "\(sign)\(whole / unit).\(fraction)"
  }

  /// Formats a duration as `3:45` or `1:02:03`.
  private static func clock(_ seconds: Double) -> String {
    guard let total = Int(exactly: seconds.magnitude.rounded()) else { return "\(seconds)" }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (total / 3_600, total / 60 % 60)
    let text =
      hours > 0 ? "\(hours):\(two(minutes)):\(two(total % 60))" : "\(minutes):\(two(total % 60))"
    return (seconds < 0 ? "-" : "") + text
  }

  /// Formats a duration with its two largest units, `3d4h`, `2m30s`, or, below a minute, as `12.5s`.
  private static func span(_ seconds: Double) -> String {
    let sign = seconds < 0 ? "-" : ""
    let size = seconds.magnitude
    if size < 60 {
      let (value, unit) =
        size >= 1 || size == 0 ? (size, "s") : size >= 1e-3 ? (size * 1e3, "ms") : (size * 1e6, "us")
      return sign + number(value, decimals: value == value.rounded() ? 0 : 1) + unit
    }
    guard var left = Int(exactly: size.rounded()) else { return "\(seconds)s" }
    var parts: [String] = []
    for (unit, length) in [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)] {
      let count = left / length
      left %= length
      if count > 0 { parts.append("\(count)\(unit)") } else if !parts.isEmpty { break }
      if parts.count == 2 { break }
    }
    return sign + parts.joined()
  }
}

/// The unit in which a column displays sizes: `G`, `GiB`, `GB`, `Gbit/s`.
struct SizeUnit: Sendable, Hashable {
  /// The ratio of the next larger unit to this one.
  private var factor = 1024.0
  /// The text after the letter of the prefix: `iB`, `B`, `bit/s`.
  private var suffix = ""
  /// The number of units in a byte: 8 for bits.
  private var perByte = 1.0
  private var thousand = "K"
  private var hasBlank = false

  /// Creates the unit of bytes in powers of 1024, as `ls -h` displays them.
  init() {}

  /// Creates the unit of a cell; returns nil if it has no unit with a prefix.
  init?(of cell: UnsafeBufferPointer<UInt8>) {
    guard let start = cell.firstIndex(where: { $0.isLetter }), start > 0 else { return nil }
    let text = cell[start...].prefix { $0.isLetter }
    let lowered = text.map { $0 | 0x20 }
    guard let prefix = lowered.first, Array("kmgtpezy".utf8).contains(prefix) else { return nil }
    hasBlank = cell[start - 1] == ASCII.space
    if text.first == UInt8(ascii: "k") { thousand = "k" }
    let rest = lowered.dropFirst()
    suffix = String(decoding: text.dropFirst(), as: UTF8.self)
    if rest.elementsEqual("b".utf8) {
      factor = 1000
    } else if rest.starts(with: "b".utf8) {
      (factor, perByte) = (1000, 8)
    }
    let end = start + text.count
    if end + 1 < cell.count, cell[end] == ASCII.slash, cell[end + 1] | 0x20 == UInt8(ascii: "s") {
      suffix += "/s"
    }
  }

  func text(_ bytes: Double) -> String {
    var (value, prefix) = (bytes * perByte, "")
    for next in [thousand, "M", "G", "T", "P", "E"] where value.magnitude >= factor {
      (value, prefix) = (value / factor, next)
    }
    let decimals = prefix.isEmpty || value.magnitude >= 100 ? 0 : 1
    let text = ValueText.number(value, decimals: decimals)
    let number = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    // Bytes without a prefix are `B`, not `iB`.
    let unit = prefix.isEmpty && suffix.hasPrefix("i") ? String(suffix.dropFirst()) : prefix + suffix
    return number + (hasBlank && !unit.isEmpty ? " " : "") + unit
  }
}
