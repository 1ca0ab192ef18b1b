/// Finds tables that are drawn with rules and bars, as by psql, mysql, sqlite3, DuckDB and in Markdown.
///
/// ```text
///  id | name       +----+------+      | id | name |      ┌────┬──────┐
/// ----+------      | id | name |      |----|------|      │ id │ name │
///   1 | ann        +----+------+      | 1  | ann  |      ├────┼──────┤
/// ```
struct DrawnReader {
  private let sample: Sample
  private let bytes: TextBytes

  init(_ sample: Sample) {
    self.sample = sample
    bytes = sample.bytes
  }

  private static let bars: [[UInt8]] = [Array("|".utf8), Array("│".utf8), Array("║".utf8), Array("┃".utf8)]

  /// The table that begins in the sample; nil if none is drawn there.
  func shape() -> TableShape? {
    let lines = sample.lines
    guard let first = lines.firstIndex(where: { crossings($0) != nil }), let rule = crossings(lines[first])
    else {
      return nil
    }
    guard let bar = bar(near: first) else { return nil }
    var cut = DrawnCut(bar: bar, crossings: rule.inner, hasEdges: rule.hasEdges)
    if !cut.hasEdges, first > 0 {
      cut.hasEdges = bytes.hasBar(bar, at: bytes.trimmed(lines[first - 1]).lowerBound)
    }
    // The rule is above the header, or the header right above it.
    let isAbove =
      first == 0 || bytes.isBlank(lines[first - 1]) || cut.bars(lines[first - 1], of: bytes).isEmpty
    let header = isAbove ? first + 1 : first - 1
    guard header < lines.count, !bytes.isRule(lines[header]) else { return nil }
    let width = cells(cut, lines[header]).count
    guard width > 1 || (width == 1 && cut.hasEdges) else { return nil }
    guard let body = isAbove ? (header..<lines.count).first(where: { bytes.isRule(lines[$0]) }) : first else {
      return nil
    }
    guard isTable(cut, from: header, width: width) else { return nil }
    // A rule below several lines ends a table without a header; below two it is a header and its kinds, as of DuckDB.
    guard body - header <= 2, body + 1 < lines.count else {
      return TableShape(
        .drawn, columns: Array(repeating: Column(name: nil), count: width), body: lines[header].lowerBound,
        cut: .drawn(cut))
    }
    return TableShape(
      .drawn, columns: cells(cut, lines[header]).map { Column(name: bytes.string(bytes.trimmed($0))) },
      headerLine: header + 1, body: sample.end(of: body), cut: .drawn(cut))
  }

  private func cells(_ cut: DrawnCut, _ line: Range<Int>) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    cut.cut(line, of: bytes, into: &cells)
    return cells
  }

  /// Whether nearly all lines with bars have as many cells as the header; pictures of several tables in one have not.
  private func isTable(_ cut: DrawnCut, from header: Int, width: Int) -> Bool {
    var rows = 0
    var equal = 0
    for line in sample.lines[header...] {
      if bytes.isRule(line) {
        // Rules inside a table are alike.
        if let other = crossings(line), rows > 0, other.inner != cut.crossings, equal < rows || rows < 2 {
          return false
        }
        continue
      }
      guard !bytes.isBlank(line), cut.verdict(on: line, of: bytes) == .row else { break }
      rows += 1
      if cells(cut, line).count == width { equal += 1 }
    }
    return equal * 10 >= rows * 9
  }

  /// The bar that stands in a line beside a rule.
  private func bar(near rule: Int) -> [UInt8]? {
    let near = [rule - 1, rule + 1].filter {
      sample.lines.indices.contains($0) && !bytes.isRule(sample.lines[$0])
    }
    return Self.bars.first { bar in
      near.contains {
        !DrawnCut(bar: bar, crossings: [], hasEdges: false).bars(sample.lines[$0], of: bytes).isEmpty
      }
    }
  }

  /// Where a rule has its crossings; nil if the line is no rule, or has none.
  private func crossings(_ line: Range<Int>) -> (inner: [Int], hasEdges: Bool)? {
    guard bytes.isRule(line) else { return nil }
    let screen = ScreenLine(line, of: bytes)
    guard let first = (0..<screen.width).first(where: { !screen.isBlank($0) }) else { return nil }
    let crossings = (first..<screen.width).filter { isCrossing(screen.offset($0)) }
    guard let last = crossings.last else { return nil }
    let hasEdges = crossings[0] == first && last == screen.width - 1 && crossings.count > 1
    let inner = hasEdges ? Array(crossings.dropFirst().dropLast()) : crossings
    // Signs that touch are not crossings of a rule: `+++-======`.
    guard zip(crossings, crossings.dropFirst()).allSatisfy({ $1 - $0 > 1 }) else { return nil }
    return (inner, hasEdges)
  }

  /// Whether a sign is none of the strokes `-`, `=`, `:`, `─`, `━`, `═`.
  private func isCrossing(_ place: Int) -> Bool {
    switch bytes[place] {
    case UInt8(ascii: "+"), UInt8(ascii: "|"): true
    case 0xE2:
      place + 2 < bytes.count
        && !(bytes[place + 1] == 0x94 && (0x80...0x81).contains(bytes[place + 2]))
        && !(bytes[place + 1] == 0x95 && bytes[place + 2] == 0x90)
    default: false
    }
  }
}

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
