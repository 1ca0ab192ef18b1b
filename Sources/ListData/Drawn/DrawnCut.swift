/// How a row between drawn rules is cut: below the crossings of the rule, or at its vertical lines where it has them
/// elsewhere.
struct DrawnCut: Sendable, Equatable {
  /// What parts cells: `|` or `│`.
  var bar: [UInt8]
  /// The columns of the screen in which the rule has its crossings, those at the edges left out.
  var crossings: [Int]
  /// Whether a bar also stands before the first cell and behind the last.
  var hasEdges: Bool

  /// Rules are no rows, and without bars a line is not of the table: `(7 rows)` of `psql`.
  func verdict(on line: Range<Int>, of bytes: TextBytes) -> LineVerdict {
    if bytes.isRule(line) { return .decoration }
    if crossings.isEmpty, hasEdges {
      return bytes.hasBar(bar, at: bytes.trimmed(line).lowerBound) ? .row : .end
    }
    return bars(line, of: bytes).isEmpty ? .end : .row
  }

  /// Cuts a row.
  func cut(_ line: Range<Int>, of bytes: TextBytes, into cells: inout [Range<Int>]) {
    var inside = bytes.trimmed(line)
    let screen = ScreenLine(line, of: bytes)
    var bars = crossings.map { screen.offset($0) }
    if !bars.allSatisfy({ bytes.hasBar(bar, at: $0) && $0 < inside.upperBound }) {
      bars = self.bars(line, of: bytes)
    }
    if hasEdges, bytes.hasBar(bar, at: inside.lowerBound) {
      if inside.count >= 2 * bar.count, bytes.hasBar(bar, at: inside.upperBound - bar.count) {
        inside = inside.lowerBound..<(inside.upperBound - bar.count)
      }
      inside = (inside.lowerBound + bar.count)..<inside.upperBound
    }
    var start = inside.lowerBound
    for found in bars where found >= start && found < inside.upperBound {
      cells.append(start..<found)
      start = found + bar.count
    }
    cells.append(start..<max(start, inside.upperBound))
  }

  /// Where bars stand; one that a backslash escapes, as in Markdown, is a letter.
  func bars(_ line: Range<Int>, of bytes: TextBytes) -> [Int] {
    var bars: [Int] = []
    var place = line.lowerBound
    while let found = bytes.first(bar[0], in: place..<line.upperBound) {
      place = found + 1
      if bytes.hasBar(bar, at: found), found == line.lowerBound || bytes[found - 1] != ASCII.backslash {
        bars.append(found)
      }
    }
    return bars
  }
}

extension TextBytes {
  /// Whether `bar` stands at `place`.
  func hasBar(_ bar: [UInt8], at place: Int) -> Bool {
    place + bar.count <= count && bar.indices.allSatisfy { base[place + $0] == bar[$0] }
  }
}
