/// Writes numbers that were computed from cells as the cells of their column are written.
///
/// ```text
///  cells                 computed        written
///  1.5G   900M           2.4 · 2^30      2.4G
///  12.3MB 800kB          13.1 · 10^6     13.1MB
///  1:40   2:05           225 s           3:45
///  2m30s  3h             10,950 s        3h2m
/// ```
///
/// Hand over the cells with ``note(_:)`` first: their unit, their decimals and the form of their durations count.
struct ValueText: Sendable {
  private let kind: ColumnKind
  /// The most digits behind the point of a cell.
  private var decimals = 0
  private var unit = SizeUnit()
  private var hasUnit = false
  private var hasPercent = false
  private var hasColons = false

  /// How numbers of a kind are written before cells are known.
  init(_ kind: ColumnKind) { self.kind = kind }

  /// Takes a cell with a value into account.
  mutating func note(_ cell: UnsafeBufferPointer<UInt8>) {
    switch kind {
    case .integer, .date, .text: break
    case .float: decimals = max(decimals, cell.fractionDigits)
    case .percent:
      decimals = max(decimals, cell.fractionDigits)
      hasPercent = hasPercent || cell.contains(ASCII.percent)
    case .duration: hasColons = hasColons || cell.contains(ASCII.colon)
    case .size:
      if !hasUnit, let found = SizeUnit(of: cell) {
        unit = found
        hasUnit = true
      }
    }
  }

  /// - Parameter isMean: whether it lies between values, and so may have a digit more than they have.
  func text(_ value: Double, isMean: Bool = false) -> String {
    switch kind {
    case .integer: return Self.number(value, decimals: isMean ? 1 : 0)
    case .float, .date, .text: return Self.number(value, decimals: decimals + (isMean ? 1 : 0))
    case .percent: return Self.number(value, decimals: decimals + (isMean ? 1 : 0)) + (hasPercent ? "%" : "")
    case .size: return unit.text(value)
    case .duration: return hasColons ? Self.clock(value) : Self.span(value)
    }
  }

  /// A number with so many digits behind the point.
  static func number(_ value: Double, decimals: Int) -> String {
    let decimals = min(decimals, 9)
    let factor = (0..<decimals).reduce(1.0) { factor, _ in factor * 10 }
    let scaled = (value.magnitude * factor).rounded()
    guard scaled < 1e15, let whole = Int(exactly: scaled) else {
      return Int(exactly: value.rounded()).map { "\($0)" } ?? "\(value)"
    }
    let sign = value < 0 && whole > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(whole)" }
    let unit = Int(factor)
    let fraction = String(String(whole % unit + unit).dropFirst())
    return "\(sign)\(whole / unit).\(fraction)"
  }

  /// `3:45`, `1:02:03`
  private static func clock(_ seconds: Double) -> String {
    guard let total = Int(exactly: seconds.magnitude.rounded()) else { return "\(seconds)" }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (total / 3_600, total / 60 % 60)
    let text =
      hours > 0 ? "\(hours):\(two(minutes)):\(two(total % 60))" : "\(minutes):\(two(total % 60))"
    return (seconds < 0 ? "-" : "") + text
  }

  /// The two largest units: `3d4h`, `2m30s`; below a minute `12.5s`.
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

/// The unit in which a column writes sizes: `G`, `GiB`, `GB`, `Gbit/s`.
struct SizeUnit: Sendable, Hashable {
  /// Of the next larger unit.
  private var factor = 1024.0
  /// What follows the letter of the prefix: `iB`, `B`, `bit/s`.
  private var suffix = ""
  /// How many of it are a byte.
  private var perByte = 1.0
  private var thousand = "K"
  private var hasBlank = false

  /// Bytes in powers of 1024, as `ls -h` writes them.
  init() {}

  /// The unit of a cell; nil where it has none with a prefix.
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
    // Bytes without a prefix are not `iB`.
    let unit = prefix.isEmpty && suffix.hasPrefix("i") ? String(suffix.dropFirst()) : prefix + suffix
    return number + (hasBlank && !unit.isEmpty ? " " : "") + unit
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// How many digits stand behind the point, or the decimal comma; three behind a comma are thousands.
  fileprivate var fractionDigits: Int {
    guard let place = lastIndex(where: { $0 == ASCII.dot || $0 == ASCII.comma }) else { return 0 }
    let count = self[(place + 1)...].prefix(while: \.isDigit).count
    return self[place] == ASCII.comma && count == 3 ? 0 : count
  }
}
