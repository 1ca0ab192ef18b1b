/// What the cells of a column are, and so how they are sorted, aligned and compared.
public enum ColumnKind: Sendable, Hashable, CaseIterable {
  /// Whole numbers: `42`, `-3`, `1,234,567`, and with a remark `4 (30s ago)`.
  case integer
  /// Numbers with a fraction or an exponent: `0.5`, `2.5e-3`.
  case float
  /// Amounts of bytes, with units: `1.2G`, `512MiB`, `540 Mbit/s`.
  case size
  /// Numbers with a percent sign: `3.4%`.
  case percent
  /// Dates, times of day: `2026-11-22 12:45`, `Nov 22 2025`, `21:54`.
  case date
  /// Spans of time: `3d4h`, `2m30s`, `0:00`, `5 minutes ago`.
  case duration
  /// Anything else.
  case text

  /// Whether cells of the kind are numbers to a reader, aligned right.
  public var isNumeric: Bool {
    switch self {
    case .integer, .float, .size, .percent, .duration: true
    case .date, .text: false
    }
  }
}

/// The kinds a cell may be of: `0` is a whole number, and may be a size, a fraction and a duration too.
struct CellKinds: OptionSet {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  static let integer = CellKinds(rawValue: 1)
  static let float = CellKinds(rawValue: 2)
  static let size = CellKinds(rawValue: 4)
  static let percent = CellKinds(rawValue: 8)
  static let date = CellKinds(rawValue: 16)
  static let duration = CellKinds(rawValue: 32)

  /// The kinds that `cell` may be of; none for text.
  init(_ cell: UnsafeBufferPointer<UInt8>) {
    self = []
    guard cell.count <= 64 else { return }
    func fits(_ read: (inout ByteCursor) -> Bool) -> Bool {
      var cursor = ByteCursor(cell)
      return read(&cursor)
    }
    // Digits behind a zero are a code: `007`, `01234`, `00000000`.
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
  /// Whether nothing follows, or blanks and a remark in parentheses: `4 (30s ago)`, restarts of kubectl.
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

/// Finds the kind of a column from some of its cells.
///
/// ```swift
/// var sample = KindSample(named: "SIZE")
/// for row in 0..<min(table.rowCount, 200) { table.withCell(row, 3) { sample.note($0) } }
/// let kind = sample.kind
/// ```
struct KindSample: Sendable {
  /// Whether the name says that the cells are spans, or times of day; nil if it says nothing.
  private let namesDuration: Bool?
  private var cells = 0
  private var counts = [Int](repeating: 0, count: 6)
  /// Sizes with a unit, and durations that nothing else can be.
  private var sizes = 0
  private var durations = 0
  /// Cells that are a time of day as well as a span, and those of them that begin with 0.
  private var clocks = 0
  private var smallClocks = 0
  private var bareM = 0
  /// Fractions behind a comma, and how long each of them is; -1 if they differ.
  private var commas = 0
  private var commaDigits = 0

  /// A sample of the column with a name. The name decides between `12:45`, a time of day, and as much as minutes.
  init(named name: String? = nil) {
    let letters = Array((name ?? "").utf8).filter(\.isLetter)
    namesDuration = letters.withUnsafeBufferPointer { letters in
      var cursor = ByteCursor(letters)
      guard let word = cursor.scanWord() else { return nil }
      return Self.durationNames.contains(word) ? true : Self.timeNames.contains(word) ? false : nil
    }
  }

  /// `ELAPSED` of ps holds `12:45` and `02:11:03`, as a column of times of day might.
  private static let durationNames: Set<Word> = [
    "elapsed", "etime", "duration", "uptime", "age", "idle", "runtime",
  ]
  /// `START` of ps holds `00:15`, as a column of spans might.
  private static let timeNames: Set<Word> = [
    "start", "stime", "started", "login", "since", "created", "date",
  ]

  /// Takes a cell into account. White space around it is no part of it.
  ///
  /// Empty cells and those that say that there is nothing (`-`, `<none>`, `N/A`) speak for no kind.
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

  /// Kinds that say more of a cell come first: what is a whole number is a fraction and a size too.
  private static let order: [(kind: ColumnKind, set: CellKinds)] = [
    (.integer, .integer), (.float, .float), (.percent, .percent), (.size, .size), (.duration, .duration),
    (.date, .date),
  ]

  /// How many of a column's cells must be of its kind: `rt` among the priorities of top leaves them numbers, one
  /// `0` among names makes no number of them.
  private static let share = 0.8

  /// The kind that most cells are of, if nearly all are; text otherwise, and of a column without a value.
  var kind: ColumnKind {
    guard cells > 0 else { return .text }
    var counts = counts
    // `12,50` are prices where all have as many decimals, two at least; `8,0` and `254,16` are numbers of devices.
    if commas > 0, commaDigits < 2 { counts[1] -= commas }
    var best = 0
    for index in 1..<counts.count where counts[index] > counts[best] { best = index }
    guard Double(counts[best]) >= Double(cells) * Self.share else { return .text }
    let kind = Self.order[best].kind
    switch kind {
    // `500m` beside `1.2g` are sizes, alone they are minutes.
    case .size where sizes == 0: return .text
    case .size where bareM == sizes: return .duration
    case .duration where isTimeOfDay: return .date
    default: return kind
    }
  }

  /// Whether `12:45` and the like are times of day: nothing is a span for certain, and not half of them begin with 0.
  ///
  /// `00:00:03` of `ps` are spans, `22:04:31` of `pidstat` are times; two digits each.
  private var isTimeOfDay: Bool {
    guard clocks > 0, durations + bareM == 0 else { return false }
    return namesDuration.map { !$0 } ?? (smallClocks * 2 < clocks)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Without blanks and tabs at its ends.
  package var trimmed: UnsafeBufferPointer<UInt8> {
    var low = 0
    var high = count
    while low < high, self[low] == ASCII.space || self[low] == ASCII.tab { low += 1 }
    while high > low, self[high - 1] == ASCII.space || self[high - 1] == ASCII.tab { high -= 1 }
    return UnsafeBufferPointer(rebasing: self[low..<high])
  }

  /// Whether it is empty, or says that there is nothing.
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
