/// What a cell means in a column of a kind.
public enum CellValue: Sendable, Equatable {
  /// A number: as written, a size in bytes, a percentage in percent, a duration in seconds, a date in seconds since
  /// 1970 began.
  case number(Double)
  /// Something that is not of the column's kind, and every cell of a column of text.
  case text
  /// Nothing but blanks.
  case empty

  /// The number, if it is one.
  public var number: Double? {
    if case .number(let value) = self { value } else { nil }
  }
}

/// Reads the cells of a column as values.
public struct CellReading: Sendable {
  /// What the cells are.
  let kind: ColumnKind
  private let now: Double
  /// Whether `3/4/2026` is in April.
  private var dayFirst = false

  /// How cells of a kind are read.
  ///
  /// - Parameter now: the present, in seconds since 1970 began: what `Nov 22 12:45` and `20:06` are told from. Zones are
  ///   not known here, so it is best the local time, written as if it were UTC.
  public init(_ kind: ColumnKind, now: Double) {
    self.kind = kind
    self.now = now
  }

  /// How the cells of a column are read as another kind or their own: where they are dates, the order of day and month is
  /// learnt from them.
  public init(_ kind: ColumnKind, of column: Int, in table: TextTable, now: Double) {
    self.init(kind, now: now)
    learnOrderOfDays(table, column)
  }

  /// The value of a cell. Nothing is copied, and no string is made.
  public func value(of cell: UnsafeBufferPointer<UInt8>) -> CellValue {
    let cell = cell.trimmed
    guard !cell.isEmpty else { return .empty }
    guard kind != .text, let number = number(in: cell) else { return .text }
    return .number(number)
  }

  private func number(in cell: UnsafeBufferPointer<UInt8>) -> Double? {
    var cursor = ByteCursor(cell)
    switch kind {
    case .integer, .float:
      guard let number = CellNumber(&cursor), cursor.isAtEndButForRemark else { return nil }
      return number.value
    case .percent:
      guard let number = CellNumber(&cursor), cursor.isAtEnd || cursor.isAtEndOfPercent else { return nil }
      return number.value
    case .size: return CellSize(&cursor)?.bytes
    case .duration: return CellDuration(&cursor)?.seconds
    case .date: return CellDate(&cursor, dayFirst: dayFirst)?.seconds(now: now)
    case .text: return nil
    }
  }
}

/// Reads the bytes of a cell from its beginning on, without making a string of them.
struct ByteCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  /// The byte that comes next; 0 at the end.
  var next: UInt8 { byte(ahead: 0) }

  func byte(ahead distance: Int) -> UInt8 {
    position + distance < bytes.count ? bytes[position + distance] : 0
  }

  /// Goes over `byte`, if it comes next.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard !isAtEnd, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  mutating func skipBlanks() {
    while next == ASCII.space || next == ASCII.tab { position += 1 }
  }

  /// Goes over digits and says their value and how many they were; nothing without one, or beyond 18.
  mutating func scanDigits() -> (value: Int, count: Int)? {
    var value = 0
    let start = position
    while next.isDigit, position - start < 18 {
      value = value * 10 + Int(next - ASCII.zero)
      position += 1
    }
    return position > start && !next.isDigit ? (value, position - start) : nil
  }

  /// Goes over ASCII letters, and a Greek mu as if it were `u`; nothing without one.
  mutating func scanWord() -> Word? {
    var word = Word()
    while true {
      if next.isLetter {
        word.append(next)
        position += 1
      } else if next == 0xC2 && byte(ahead: 1) == 0xB5 || next == 0xCE && byte(ahead: 1) == 0xBC {
        word.append(ASCII.lowerU)
        position += 2
      } else {
        return word.count > 0 ? word : nil
      }
    }
  }
}

/// A short word as one number: its lower-case letters, eight at most, the first of them highest.
struct Word: Hashable, ExpressibleByStringLiteral {
  private(set) var letters: UInt64 = 0
  private(set) var count = 0
  /// The first letter as it was written.
  private(set) var first: UInt8 = 0

  init() {}

  init(stringLiteral text: StaticString) {
    for byte in UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount) { append(byte) }
  }

  mutating func append(_ letter: UInt8) {
    if count == 0 { first = letter }
    count += 1
    if count <= 8 { letters = letters << 8 | UInt64(letter | 0x20) }
  }

  /// Its first three letters.
  var stem: Word {
    var stem = self
    let kept = min(count, 8)
    if kept > 3 { stem.letters >>= UInt64(8 * (kept - 3)) }
    stem.count = min(count, 3)
    return stem
  }

  static func == (one: Word, other: Word) -> Bool {
    one.letters == other.letters && one.count == other.count
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(letters)
    hasher.combine(count)
  }
}

extension CellReading {
  /// Looks whether a column writes days before months, where its beginning says so: `21/11/2026` beside `3/4/2026`.
  private mutating func learnOrderOfDays(_ table: TextTable, _ column: Int) {
    guard kind == .date else { return }
    for row in 0..<min(table.rowCount, 1_000) where !dayFirst {
      table.withCell(row, column) { cell in
        var cursor = ByteCursor(cell.trimmed)
        if CellDate(&cursor)?.isDayFirst == true { dayFirst = true }
      }
    }
  }
}
