/// How a row between drawn rules is cut: at its vertical lines.
struct DrawnCut: Sendable, Equatable {
  /// What parts cells: `|` or `│`.
  var bar: [UInt8]
  /// Whether a line also stands before the first cell and behind the last.
  var hasEdges: Bool

  /// Whether a line is a row or a rule.
  func verdict(on line: Range<Int>, of bytes: TextBytes) -> LineVerdict {
    bytes.isRule(line) ? .decoration : .row
  }

  /// Cuts a row.
  func cut(_ line: Range<Int>, of bytes: TextBytes, into cells: inout [Range<Int>]) {
    var line = bytes.trimmed(line)
    if hasEdges, bytes.hasBar(bar, at: line.lowerBound) {
      line = (line.lowerBound + bar.count)..<line.upperBound
      if line.count >= bar.count, bytes.hasBar(bar, at: line.upperBound - bar.count) {
        line = line.lowerBound..<(line.upperBound - bar.count)
      }
    }
    var start = line.lowerBound
    var place = start
    while let found = bytes.first(bar[0], in: place..<line.upperBound) {
      if found + bar.count <= line.upperBound, bytes.hasBar(bar, at: found) {
        cells.append(start..<found)
        start = found + bar.count
        place = start
      } else {
        place = found + 1
      }
    }
    cells.append(start..<line.upperBound)
  }
}

extension TextBytes {
  fileprivate func hasBar(_ bar: [UInt8], at place: Int) -> Bool {
    place + bar.count <= count && bar.indices.allSatisfy { base[place + $0] == bar[$0] }
  }
}
