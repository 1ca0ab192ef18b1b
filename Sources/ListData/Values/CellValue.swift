/// The value of a cell in a column of a kind.
package enum CellValue: Sendable, Equatable {
  /// A number: as written; sizes in bytes, percentages in percent, durations in seconds, dates in seconds
  /// since the start of 1970.
  case number(Double)
  /// A cell that is not of the column's kind, and every nonempty cell of a text column.
  case text
  /// Only blanks.
  case empty

  /// The number; nil for other values.
  package var number: Double? {
    if case .number(let value) = self { value } else { nil }
  }
}

/// Reads the cells of a column as values.
package struct CellReading: Sendable {
  /// The kind of the cells.
  let kind: ColumnKind
  private let now: Double
  /// Whether `3/4/2026` is the third of April.
  private var dayFirst = false

  /// Creates a reading for cells of a kind.
  ///
  /// - Parameter now: The present in seconds since the start of 1970, which completes `Nov 22 12:45` and
  ///   `20:06`. Time zones are unknown here, so pass the local time as if it were UTC.
  package init(_ kind: ColumnKind, now: Double) {
    self.kind = kind
    self.now = now
  }

  /// Creates a reading of the cells of a column as its own or another kind. For dates, the order of day and
  /// month is detected from the cells.
  package init(_ kind: ColumnKind, of column: Int, in table: TextTable, now: Double) {
    self.init(kind, now: now)
    learnOrderOfDays(table, column)
  }

  /// Returns the value of a cell without copying bytes or creating a string.
  package func value(of cell: UnsafeBufferPointer<UInt8>) -> CellValue {
    let cell = cell.trimmed
    guard !cell.isEmpty else { return .empty }
    guard kind != .text, let number = number(in: cell) else { return .text }
    return .number(number)
  }

  /// Returns the exact value of a cell with a whole number, whose ``value(of:)`` may be rounded from 2⁵³ on; nil for
  /// other cells.
  package func whole(in cell: UnsafeBufferPointer<UInt8>) -> Int? {
    guard kind == .integer || kind == .float else { return nil }
    var cursor = ByteCursor(cell.trimmed)
    return CellNumber(&cursor)?.whole
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

/// Reads the bytes of a cell from its start, without creating a string.
struct ByteCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  /// The next byte; 0 at the end.
  var next: UInt8 { byte(ahead: 0) }

  func byte(ahead distance: Int) -> UInt8 {
    position + distance < bytes.count ? bytes[position + distance] : 0
  }

  /// Skips `byte` if it is next, and returns whether it was.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard !isAtEnd, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  mutating func skipBlanks() {
    while next == ASCII.space || next == ASCII.tab { position += 1 }
  }

  /// Reads digits and returns their value and their number; nil if there are none or more than 18.
  mutating func scanDigits() -> (value: Int, count: Int)? {
    var value = 0
    let start = position
    while next.isDigit, position - start < 18 {
      value = value * 10 + Int(next - ASCII.zero)
      position += 1
    }
    return position > start && !next.isDigit ? (value, position - start) : nil
  }

  /// Reads ASCII letters, and a Greek mu as `u`; returns nil if there are none.
  mutating func scanWord() -> Word? {
    var word = Word()
    while true {
      if next.isLetter {
        word.append(next)
        position += 1
      } else if next == 0xC2 && byte(ahead: 1) == 0xB5 || next == 0xCE && byte(ahead: 1) == 0xBC {
        word.append(ASCII.lowerU)
        position += 2
      } else if next == 0xC3, let letter = Self.unaccented(byte(ahead: 1)) {
        word.append(letter)
        position += 2
      } else {
        return word.count > 0 ? word : nil
      }
    }
  }

  /// Returns the letter without its accent, for the second byte of a letter such as `é`, `û` or `ä`.
  private static func unaccented(_ byte: UInt8) -> UInt8? {
    switch byte | 0x20 {
    case 0xA0...0xA5: UInt8(ascii: "a")
    case 0xA7: UInt8(ascii: "c")
    case 0xA8...0xAB: ASCII.lowerE
    case 0xAC...0xAF: UInt8(ascii: "i")
    case 0xB1: UInt8(ascii: "n")
    case 0xB2...0xB6: UInt8(ascii: "o")
    case 0xB9...0xBC: ASCII.lowerU
    default: nil
    }
  }
}

/// A short word as a number: its lower-case letters, at most eight, with the first one in the highest byte.
struct Word: Hashable, ExpressibleByStringLiteral {
  private(set) var letters: UInt64 = 0
  private(set) var count = 0
  /// The first letter in its original case.
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

  static func == (one: Word, other: Word) -> Bool {
    one.letters == other.letters && one.count == other.count
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(letters)
    hasher.combine(count)
  }
}

extension CellReading {
  /// Detects whether a column has days before months, from its first rows: `21/11/2026` beside `3/4/2026`.
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
