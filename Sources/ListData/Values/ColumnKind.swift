/// The kind of the cells of a column, which determines how they are sorted, aligned and compared.
package enum ColumnKind: Sendable, Hashable, CaseIterable {
  /// Integers: `42`, `-3`, `1,234,567`, also with a note `4 (30s ago)`.
  case integer
  /// Numbers with a fraction or an exponent: `0.5`, `2.5e-3`.
  case float
  /// Sizes in bytes, with units: `1.2G`, `512MiB`, `540 Mbit/s`.
  case size
  /// Numbers with a percent sign: `3.4%`.
  case percent
  /// Dates, times of day: `2026-11-22 12:45`, `Nov 22 2025`, `21:54`.
  case date
  /// Durations: `3d4h`, `2m30s`, `0:00`, `5 minutes ago`.
  case duration
  /// Anything else.
  case text

  /// Whether cells of the kind are displayed as numbers, aligned right.
  package var isNumeric: Bool {
    switch self {
    case .integer, .float, .size, .percent, .duration: true
    case .date, .text: false
    }
  }
}

/// The possible kinds of a cell: `0` is an integer, and can also be a float, a size and a duration.
struct CellKinds: OptionSet {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  static let integer = CellKinds(rawValue: 1)
  static let float = CellKinds(rawValue: 2)
  static let size = CellKinds(rawValue: 4)
  static let percent = CellKinds(rawValue: 8)
  static let date = CellKinds(rawValue: 16)
  static let duration = CellKinds(rawValue: 32)

  /// Creates the set of possible kinds of `cell`; empty for text.
  init(_ cell: UnsafeBufferPointer<UInt8>) {
    self = []
    guard cell.count <= 64 else { return }
    func fits(_ read: (inout ByteCursor) -> Bool) -> Bool {
      var cursor = ByteCursor(cell)
      return read(&cursor)
    }
    // Digits after a leading zero are a code: `007`, `01234`, `00000000`.
    let isCode = cell.count > 1 && cell[0] == ASCII.zero && cell[1].isDigit
    if isCode && fits({ $0.scanDigits() != nil && $0.isAtEnd }) { return }
    if fits({ cursor in CellNumber(&cursor)?.isInteger == true && cursor.isAtEndButForRemark }) {
      insert([.integer, .float])
    } else if fits({ cursor in CellNumber(&cursor) != nil && cursor.isAtEnd }) {
      insert(.float)
    } else if fits({ cursor in CellNumber(&cursor) != nil && cursor.isAtEndOfPercent }) {
      insert(.percent)
    }
    if fits({ CellSize(&$0) != nil }) { insert(.size) }
    if fits({ CellDuration(&$0) != nil }) { insert(.duration) }
    if fits({ CellDate(&$0) != nil }) { insert(.date) }
  }
}

extension ByteCursor {
  /// Whether nothing follows, or blanks and a note in parentheses: `4 (30s ago)`, restarts of kubectl.
  var isAtEndButForRemark: Bool {
    if isAtEnd { return true }
    var rest = self
    rest.skipBlanks()
    return rest.position > position && rest.next == ASCII.openParenthesis
      && bytes[bytes.count - 1] == ASCII.closeParenthesis
  }

  /// Whether only a percent sign follows.
  var isAtEndOfPercent: Bool {
    var rest = self
    rest.skipBlanks()
    return rest.skip(ASCII.percent) && rest.isAtEnd
  }
}

/// Detects the kind of a column from some of its cells.
///
/// ```swift
/// var sample = KindSample(named: "SIZE")
/// for row in 0..<min(table.rowCount, 200) { table.withCell(row, 3) { sample.note($0) } }
/// let kind = sample.kind
/// ```
struct KindSample: Sendable {
  /// Whether the name indicates durations (true) or times of day (false); nil if it indicates neither.
  private let namesDuration: Bool?
  private var cells = 0
  private var counts = [Int](repeating: 0, count: 6)
  /// The number of sizes with a unit, and of values that can only be durations.
  private var sizes = 0
  private var durations = 0
  /// The number of cells that can be a time of day or a duration, and of those that begin with 0.
  private var clocks = 0
  private var smallClocks = 0
  private var bareM = 0
  /// The number of fractions after a comma, and the number of digits of each of them; -1 if these differ.
  private var commas = 0
  private var commaDigits = 0

  /// Creates a sample of a column. Its name decides whether `12:45` is a time of day or a duration.
  init(named name: String? = nil) {
    let letters = Array((name ?? "").utf8).filter(\.isLetter)
    namesDuration = letters.withUnsafeBufferPointer { letters in
      var cursor = ByteCursor(letters)
      guard let word = cursor.scanWord() else { return nil }
      return Self.durationNames.contains(word) ? true : Self.timeNames.contains(word) ? false : nil
    }
  }

  /// `ELAPSED` of ps contains `12:45` and `02:11:03`, which could also be times of day.
  private static let durationNames: Set<Word> = [
    "elapsed", "etime", "duration", "uptime", "age", "idle", "runtime",
  ]
  /// `START` of ps contains `00:15`, which could also be a duration.
  private static let timeNames: Set<Word> = [
    "start", "stime", "started", "login", "since", "created", "date",
  ]

  /// Adds a cell to the sample. White space around it is ignored.
  ///
  /// Empty cells and placeholders (`-`, `<none>`, `N/A`) do not count.
  mutating func note(_ cell: UnsafeBufferPointer<UInt8>) {
    let cell = cell.trimmed
    guard !cell.isPlaceholder else { return }
    cells += 1
    let kinds = CellKinds(cell)
    for (index, kind) in Self.order.enumerated() where kinds.contains(kind.set) { counts[index] += 1 }
    if kinds.contains(.float) { noteComma(cell) }
    if kinds.isEmpty || kinds.contains(.float) { return }
    if kinds.contains(.size) { sizes += 1 }
    guard kinds.contains(.duration) else { return }
    var cursor = ByteCursor(cell)
    guard let duration = CellDuration(&cursor) else { return }
    if duration.isClock {
      clocks += 1
      if duration.beginsWithZero { smallClocks += 1 }
    } else if duration.isBareM {
      bareM += 1
    } else {
      durations += 1
    }
  }

  private mutating func noteComma(_ cell: UnsafeBufferPointer<UInt8>) {
    var cursor = ByteCursor(cell)
    guard let number = CellNumber(&cursor), number.commaDigits > 0 else { return }
    commaDigits = commas == 0 || commaDigits == number.commaDigits ? number.commaDigits : -1
    commas += 1
  }

  /// The kinds from the most to the least specific: an integer is also a float and a size.
  private static let order: [(kind: ColumnKind, set: CellKinds)] = [
    (.integer, .integer), (.float, .float), (.percent, .percent), (.size, .size), (.duration, .duration),
    (.date, .date),
  ]

  /// The minimum share of cells that are of a column's kind: with `rt` among the priorities of top they stay
  /// numbers, while one `0` among names does not make these numbers.
  private static let share = 0.8

  /// The most frequent kind if nearly all cells are of that kind; otherwise text, also without any value.
  var kind: ColumnKind {
    guard cells > 0 else { return .text }
    var counts = counts
    // Commas are decimal if all numbers have the same number of decimals, at least two, as prices have:
    // `12,50`; `8,0` and `254,16` are numbers of devices.
    if commas > 0, commaDigits < 2 { counts[1] -= commas }
    var best = 0
    for index in 1..<counts.count where counts[index] > counts[best] { best = index }
    guard Double(counts[best]) >= Double(cells) * Self.share else { return .text }
    let kind = Self.order[best].kind
    switch kind {
    // `500m` is a size beside `1.2g`, and minutes otherwise.
    case .size where sizes == 0: return .text
    case .size where bareM == sizes: return .duration
    case .duration where isTimeOfDay: return .date
    default: return kind
    }
  }

  /// Whether values such as `12:45` are times of day: no value is certainly a duration, and less than half of
  /// them begin with 0.
  ///
  /// `00:00:03` of `ps` is a duration, `22:04:31` of `pidstat` a time of day; both have two-digit numbers.
  private var isTimeOfDay: Bool {
    guard clocks > 0, durations + bareM == 0 else { return false }
    return namesDuration.map { !$0 } ?? (smallClocks * 2 < clocks)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes without blanks and tabs at both ends.
  package var trimmed: UnsafeBufferPointer<UInt8> {
    var low = 0
    var high = count
    while low < high, self[low] == ASCII.space || self[low] == ASCII.tab { low += 1 }
    while high > low, self[high - 1] == ASCII.space || self[high - 1] == ASCII.tab { high -= 1 }
    return UnsafeBufferPointer(rebasing: self[low..<high])
  }

  /// Whether the cell is empty or a placeholder.
  var isPlaceholder: Bool {
    guard count <= 9 else { return false }
    guard let first else { return true }
    if first.isDigit { return false }
    if count == 1 { return first == ASCII.minus || first == 0x3F || first == 0x2A }
    return nothingWords.contains { word in
      word.count == count && zip(word, self).allSatisfy { $0 == ($1 &- 0x41 < 26 ? $1 | 0x20 : $1) }
    }
  }
}

private let nothingWords = [
  "--", "n/a", "na", "nil", "null", "none", "<none>", "<unset>", "<unknown>", "(none)", "—", "–",
].map { Array($0.utf8) }
