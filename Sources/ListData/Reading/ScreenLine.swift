import CharacterWidths

/// A line as the screen displays it: the byte in each column.
///
/// Programs align text by columns, not by bytes: `●` has three bytes and one column, `東` three bytes and two
/// columns, a tab extends to the next multiple of eight, and colour sequences have no columns.
struct ScreenLine {
  /// The range of the line, without blanks at its end.
  let range: Range<Int>
  /// The number of columns, without blanks at the end.
  let width: Int
  /// The number of blanks at the end.
  let padding: Int
  private let bytes: TextBytes
  /// The offset of the byte in each column; nil if every byte is a column.
  private let offsets: [Int]?

  /// - Parameter keepsBlanks: Whether blanks at the end count.
  init(_ line: Range<Int>, of bytes: TextBytes, keepsBlanks: Bool = false) {
    self.bytes = bytes
    var range = line
    while !keepsBlanks, let last = range.last, bytes[last].isSpace { range = range.lowerBound..<last }
    self.range = range
    padding = bytes[range.upperBound..<line.upperBound].count { $0 == ASCII.space }
    if bytes.isPlainASCII(range) {
      width = range.count
      offsets = nil
    } else {
      let offsets = Self.offsets(range, of: bytes)
      width = offsets.count
      self.offsets = offsets
    }
  }

  /// The first byte of the character in `column`; a blank beyond the end.
  @inline(__always)
  subscript(column: Int) -> UInt8 {
    guard column < width else { return ASCII.space }
    return bytes[offset(column)]
  }

  /// Returns the offset of the byte in `column`.
  @inline(__always)
  func offset(_ column: Int) -> Int {
    guard column < width else { return range.upperBound }
    return offsets.map { $0[column] } ?? range.lowerBound + column
  }

  /// Whether `column` is empty.
  @inline(__always)
  func isBlank(_ column: Int) -> Bool { column < 0 || self[column].isSpace }

  /// Returns the columns of each word.
  func words() -> [Range<Int>] {
    var words: [Range<Int>] = []
    var column = 0
    while true {
      while column < width, isBlank(column) { column += 1 }
      guard column < width else { return words }
      let start = column
      while column < width, !isBlank(column) { column += 1 }
      words.append(start..<column)
    }
  }

  /// Returns the range of the bytes in `columns`.
  func range(_ columns: Range<Int>) -> Range<Int> {
    offset(columns.lowerBound)..<max(offset(columns.lowerBound), offset(columns.upperBound))
  }

  /// Whether the word in `columns` is a number, a date or the like.
  func isLiteral(_ columns: Range<Int>) -> Bool { bytes.isLiteral(range(columns)) }

  private static func offsets(_ range: Range<Int>, of bytes: TextBytes) -> [Int] {
    var offsets: [Int] = []
    offsets.reserveCapacity(range.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = bytes[offset]
      if byte == ASCII.tab {
        repeat { offsets.append(offset) } while offsets.count % 8 != 0
        offset += 1
      } else if byte == ASCII.escape {
        offset = endOfEscape(offset, before: range.upperBound, of: bytes)
      } else if byte < 0x80 {
        offsets.append(offset)
        offset += 1
      } else {
        let length = max(1, min(TextBytes.sequenceLength(byte), range.upperBound - offset))
        for _ in 0..<columnCount(bytes[offset..<(offset + length)]) { offsets.append(offset) }
        offset += length
      }
    }
    return offsets
  }

  /// Returns the end of a colour sequence, `ESC [ … letter`; of other escapes only the first byte is skipped.
  private static func endOfEscape(_ offset: Int, before end: Int, of bytes: TextBytes) -> Int {
    guard offset + 1 < end, bytes[offset + 1] == UInt8(ascii: "[") else { return offset + 1 }
    var last = offset + 2
    while last < end, !(0x40..<0x7F).contains(bytes[last]) { last += 1 }
    return min(last + 1, end)
  }

  /// Returns the number of columns of a character beyond ASCII; bytes that are no character have one each.
  private static func columnCount(_ character: UnsafeBufferPointer<UInt8>) -> Int {
    var scalar = UInt32(character[0]) & (character.count == 2 ? 0x1F : character.count == 3 ? 0x0F : 0x07)
    guard character.count > 1 else { return 1 }
    for byte in character.dropFirst() { scalar = scalar << 6 | UInt32(byte & 0x3F) }
    return Unicode.Scalar(scalar)?.columns ?? 1
  }
}

extension ScreenLine {
  /// Whether `columns` contain more than one word.
  @inline(__always)
  func hasTwoWords(_ columns: Range<Int>) -> Bool {
    var words = 0
    var isInWord = false
    for column in columns {
      let blank = isBlank(column)
      if !blank, !isInWord { words += 1 }
      isInWord = !blank
    }
    return words > 1
  }
}
