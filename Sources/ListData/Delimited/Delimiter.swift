/// What stands between the cells of a row, and whether quotes protect it.
///
/// A cell is quoted where its first byte, or the first after blanks, is a quote that is closed in the same row;
/// two quotes inside mean one. Any other quote is a letter like others: `5" disk,3` has two cells.
struct Delimiter: Sendable, Equatable {
  /// The byte that parts cells.
  var byte: UInt8
  /// Whether it counts only with a blank on each side: `a | b|c | d` has three cells then.
  var isSpaced = false
  /// Whether cells may be quoted.
  var hasQuotes = true
  /// Whether a cell may go on in the next line; only quotes allow that.
  var isMultiline: Bool { hasQuotes }

  /// Where the delimiter stands next, and how long it is; nil if it does not come before the end of `range`.
  @inline(__always)
  func next(in range: Range<Int>, of bytes: TextBytes) -> Range<Int>? {
    var place = range.lowerBound
    while let found = bytes.first(byte, in: place..<range.upperBound) {
      if !isSpaced { return found..<(found + 1) }
      if found > range.lowerBound, bytes[found - 1].isBlank,
        found + 1 == range.upperBound || bytes[found + 1].isBlank
      {
        return (found - 1)..<min(found + 2, range.upperBound)
      }
      place = found + 1
    }
    return nil
  }

  /// Where the quoted cell that begins at `start` has its closing quote; nil if none does.
  func closingQuote(in range: Range<Int>, of bytes: TextBytes) -> Int? {
    var place = range.lowerBound
    while let quote = bytes.first(ASCII.quote, in: place..<range.upperBound) {
      guard quote + 1 < range.upperBound, bytes[quote + 1] == ASCII.quote else { return quote }
      place = quote + 2
    }
    return nil
  }

  /// Whether a quote at `place` opens a cell of the row that begins at `start`.
  @inline(__always)
  func opensCell(_ place: Int, from start: Int, of bytes: TextBytes) -> Bool {
    var before = place
    while before > start, bytes[before - 1] != byte, bytes[before - 1].isBlank { before -= 1 }
    return before == start || bytes[before - 1] == byte
  }

  /// Cuts a row; a cell keeps its quotes.
  ///
  /// Each cell is handed over until `body` wants no more.
  @inline(__always)
  func cut(_ row: Range<Int>, of bytes: TextBytes, _ body: (Range<Int>) -> Bool) {
    var start = row.lowerBound
    while true {
      var search = start
      if hasQuotes {
        var quote = start
        while quote < row.upperBound, bytes[quote].isBlank, bytes[quote] != byte { quote += 1 }
        if quote < row.upperBound, bytes[quote] == ASCII.quote,
          let close = closingQuote(in: (quote + 1)..<row.upperBound, of: bytes)
        {
          search = close + 1
        }
      }
      guard let delimiter = next(in: search..<row.upperBound, of: bytes) else {
        _ = body(start..<row.upperBound)
        return
      }
      guard body(start..<delimiter.lowerBound) else { return }
      start = delimiter.upperBound
    }
  }
}
