/// The method that cuts a line of aligned columns.
struct AlignedCut: RowGrammar {
  /// The position of a column on the screen.
  struct Place: Sendable, Equatable {
    /// The screen column at which it begins; the previous column ends here.
    var start: Int
    /// The screen column of the vertical line behind it, if there is one.
    var end: Int?
    /// The screen column at which its values begin, if they are left-aligned.
    var leading: Int?
    /// The screen column before which its values end, if they are right-aligned.
    var trailing: Int?
    /// Whether no value of the sample has more than one word.
    var isSingle = false
    /// Whether any row of the sample has a value, whether none is without, and whether all are numbers, dates or the
    /// like.
    var isKnown = false
    var isFull = false
    var areValues = false
    /// Whether its values contain several blanks: `04/07/2024    01:30`.
    var hasGaps = false
    /// The number of words in each of its cells, if cells are words: three in `Nov 22 12:45`.
    var words = 1
    /// The screen column at which its least indented values begin, if others are indented below them.
    var indentedFrom: Int?
  }

  /// Text in a line beyond this number of bytes belongs to the last column.
  private static let mostOfLine = 64 << 10

  var places: [Place]
  /// Whether cells are words, regardless of their position; the last takes the rest of the line.
  var isByWords = false
  /// Whether several blanks end such a cell, so that it may have several words.
  var endsAtGaps = false
  /// Whether the first cell is a duration of one or more words: `1min 2.044s`.
  var beginsWithSpan = false
  /// Whether each row of the sample has one word in each column but the last, which may have several or none.
  var hasWordPerColumn = false
  /// The minimum number of columns that a row of the sample fills; 0 if nothing ends the table.
  var fewest = 0
  /// The line that ends the table: the title or the header of another one.
  var end: [UInt8] = []
  /// Whether lines that fill fewer columns are titles of sections.
  var isSectioned = false
  /// Whether a rule below the rows ends the table.
  var endsAtRule = false
  /// Whether lines that begin with a blank are no rows, unless they have what all rows have in common.
  var hasFlushRows = false
  /// Whether lines that begin with `#` are comments.
  var hasComments = false
  /// The lines directly above the header that recur with it, as in `vmstat`.
  var titles: [[UInt8]] = []
  /// The words of the header, by which a repeated header is recognised.
  var header: [[UInt8]] = []

  /// What all rows have in common; empty unless lines above or below the rows of the sample lack it.
  var traits: [Trait] = []

  /// What the cells of a column have in common.
  enum Trait: Sendable, Equatable {
    /// All are numbers, dates or the like.
    case values(column: Int)
    /// All are the same.
    case text([UInt8], column: Int)
  }

  var keepsLines: Bool { false }
  var isMultiline: Bool { !isByWords && places.count > 2 }
  var isIndented: Bool { places.last?.indentedFrom != nil }

  func cut(_ line: Range<Int>, of bytes: TextBytes, into cells: inout [Range<Int>]) {
    cut(line, of: bytes, into: &cells, isAligning: true)
  }

  /// Cuts a line; the last cell takes the rest.
  ///
  /// If a word crosses a cut, or a cell is empty although there are as many words as columns, positions may mislead,
  /// and ``RowAlignment`` finds the cells.
  ///
  /// - Parameter isAligning: False to find such cells by the order of words: an alignment makes the most of titles
  ///   and remarks, too.
  func cut(
    _ line: Range<Int>, of bytes: TextBytes, into cells: inout [Range<Int>], isAligning: Bool
  ) {
    guard !isByWords else { return cutWords(line, of: bytes, into: &cells) }
    if line.count > Self.mostOfLine, let last = places.last, last.start < Self.mostOfLine / 4 {
      // All columns begin near the start of the line, and the last takes the rest.
      cut(line.prefix(Self.mostOfLine), of: bytes, into: &cells, isAligning: isAligning)
      if let last = cells.popLast() { cells.append(last.lowerBound..<bytes.trimmed(line).upperBound) }
      return
    }
    let screen = ScreenLine(line, of: bytes)
    let bounds = bounds(screen)
    let isFull =
      !bounds.isMisfit && hasWordPerColumn && hasEmpty(bounds.starts, screen)
      && screen.words().count == places.count
    if bounds.isMisfit || isFull, isAligning, places.allSatisfy({ $0.end == nil }),
      let found = RowAlignment(screen, places).cells()
    {
      return cells = found
    }
    if !isAligning, isFull || bounds.isMisfit && hasWordPerColumn && mayBeOrdered(screen.words().count) {
      return cutWords(line, of: bytes, into: &cells)
    }
    for number in places.indices {
      var end = number + 1 < places.count ? bounds.starts[number + 1] : screen.width
      if let bar = places[number].end, bar < end, bytes[screen.offset(bar)] == UInt8(ascii: "|") { end = bar }
      cells.append(screen.range(bounds.starts[number]..<max(end, bounds.starts[number])))
    }
  }

  private func hasEmpty(_ starts: [Int], _ screen: ScreenLine) -> Bool {
    zip(starts, starts.dropFirst() + [screen.width]).contains { start, end in
      !(start..<max(end, start)).contains { !screen.isBlank($0) }
    }
  }

  /// Whether the order of that many words may tell their columns.
  private func mayBeOrdered(_ words: Int) -> Bool {
    words == places.count || words > places.count && places.last?.isSingle == false
  }

  /// Whether a cell was too long for its column, so that the cells behind it are on the next line:
  ///
  /// ```text
  /// Filesystem           1K-blocks      Used Use% Mounted on
  /// /dev/mapper/vg_rh_58-LogVol00
  ///                       22346236   7893684  38% /
  /// ```
  func wraps(_ line: Range<Int>, before next: Range<Int>, of bytes: TextBytes) -> Bool {
    guard !isByWords, !hasFlushRows, places.count > 2, let blank = next.first, bytes[blank].isBlank,
      !bytes[line.lowerBound].isBlank
    else { return false }
    let screen = ScreenLine(next, of: bytes)
    guard let start = screen.words().first?.lowerBound,
      let column = places.lastIndex(where: { $0.start <= start }), column > 0,
      filled(screen) + column >= places.count
    else { return false }
    let words = ScreenLine(line, of: bytes).words()
    return words.count == column && words[column - 1].upperBound >= places[column].start
  }

  func extent(in lines: Range<Int>, isLast: Bool, of bytes: TextBytes) -> Range<Int> {
    let row = bytes.firstLine(of: lines)
    guard row.upperBound + 1 < lines.upperBound,
      case let next = bytes.firstLine(of: row.upperBound + 1..<lines.upperBound),
      wraps(row, before: next, of: bytes)
    else { return row }
    return row.lowerBound..<next.upperBound
  }

  /// Returns the screen columns at which the cells of a line begin, and whether a word is out of place.
  func bounds(_ screen: ScreenLine) -> (starts: [Int], isMisfit: Bool) {
    var starts: [Int] = [0]
    starts.reserveCapacity(places.count)
    var isMisfit = false
    for number in places.indices.dropFirst() {
      let former = starts[number - 1]
      var start = max(places[number].start, former)
      if start > former, !screen.isBlank(start - 1), !screen.isBlank(start) {
        isMisfit = true
        while !screen.isBlank(start) { start += 1 }
      }
      isMisfit = isMisfit || places[number - 1].isSingle && screen.hasTwoWords(former..<start)
      starts.append(start)
    }
    return (starts, isMisfit)
  }

  /// Returns the last cell of a line with its indentation: ` \_ sshd` below `init`.
  ///
  /// If the previous cell is out of place, it moved the last one, which then has no indentation.
  func indented(_ cell: Range<Int>, in line: Range<Int>, of bytes: TextBytes) -> Range<Int> {
    let trimmed = bytes.trimmed(cell)
    guard !isByWords, !trimmed.isEmpty, let column = places.last?.indentedFrom else { return trimmed }
    let begin = bytes.first(ASCII.newline, in: line).map { $0 + 1 } ?? line.lowerBound
    guard begin <= trimmed.lowerBound else { return trimmed }
    let screen = ScreenLine(begin..<line.upperBound, of: bytes)
    let start = max(cell.lowerBound, screen.offset(column))
    guard start < trimmed.lowerBound, places.count < 2 || isFormerInPlace(screen, before: column) else {
      return trimmed
    }
    return start..<trimmed.upperBound
  }

  /// Whether the second to last cell begins or ends at its position, and leaves a blank before the last.
  private func isFormerInPlace(_ screen: ScreenLine, before next: Int) -> Bool {
    let former = places.count - 2
    let starts = bounds(screen).starts
    let ink = (starts[former]..<starts[former + 1]).filter { !screen.isBlank($0) }
    guard let first = ink.first, let last = ink.last else { return false }
    return last + 1 < next && (first == places[former].leading || last + 1 == places[former].trailing)
  }

  private func cutWords(_ line: Range<Int>, of bytes: TextBytes, into cells: inout [Range<Int>]) {
    var offset = line.lowerBound
    while cells.count < places.count {
      while offset < line.upperBound, bytes[offset].isSpace { offset += 1 }
      guard offset < line.upperBound else { return }
      let start = offset
      if cells.count + 1 == places.count {
        offset = line.upperBound
      } else {
        for word in 0..<places[cells.count].words {
          while word > 0, offset < line.upperBound, bytes[offset].isSpace { offset += 1 }
          while offset < line.upperBound, !bytes[offset].isSpace { offset += 1 }
        }
        while endsAtGaps, offset + 1 < line.upperBound, !bytes[offset + 1].isSpace {
          offset = (offset + 1..<line.upperBound).first { bytes[$0].isSpace } ?? line.upperBound
        }
        while beginsWithSpan, cells.isEmpty, let next = bytes.spanWord(after: offset, before: line.upperBound)
        {
          offset = next
        }
      }
      cells.append(start..<offset)
    }
  }

  /// Returns what all of `lines` but the outer ones have in common, if a line above or below them has nothing
  /// of it: a title, a remark, a sum. Otherwise, and if there are few lines or traits, returns nothing.
  func traits(of lines: some BidirectionalCollection<Range<Int>>, in bytes: TextBytes) -> [Trait] {
    // Of few lines, more than one may be below the rows, but none above them.
    let most = lines.count > 4 ? min(lines.count / 4, 5) : (lines.count + 1) / 2
    let above = lines.prefix(lines.count > 4 ? min(most, 3) : 0)
    let traits = common(to: lines.dropFirst(above.count).dropLast(most), in: bytes)
    let hasValues = traits.contains { if case .values = $0 { true } else { false } }
    guard hasValues, traits.count > 2 else { return [] }
    var marked = self
    marked.traits = traits
    return (above + lines.suffix(most)).contains {
      marked.lacksTraits($0, of: bytes) && (lines.count > 4 || bytes.words($0).count != places.count)
    }
      ? traits : []
  }

  /// Returns what all of `lines` have in common.
  func common(to lines: some Sequence<Range<Int>>, in bytes: TextBytes) -> [Trait] {
    let rows = lines.prefix(100).map { trimmedCells($0, of: bytes) }
    guard let first = rows.first else { return [] }
    return places.indices.compactMap { column in
      guard rows.allSatisfy({ column < $0.count && !$0[column].isEmpty }) else { return nil }
      if rows.allSatisfy({ bytes.isValue($0[column]) }) { return .values(column: column) }
      let text = bytes[first[column]]
      return rows.count > 2 && rows.allSatisfy { bytes[$0[column]].elementsEqual(text) }
        ? .text(Array(text), column: column) : nil
    }
  }

  /// Returns the cells of a line without the blanks around them.
  func trimmedCells(_ line: Range<Int>, of bytes: TextBytes) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    cut(line, of: bytes, into: &cells, isAligning: false)
    return cells.map(bytes.trimmed)
  }

  /// Whether words of a line are out of place and it has at most a third of what rows have in common.
  func lacksTraits(_ line: Range<Int>, of bytes: TextBytes) -> Bool {
    guard !traits.isEmpty else { return false }
    guard
      isByWords || hasFlushRows && bytes[line.lowerBound].isBlank
        || bounds(ScreenLine(line, of: bytes)).isMisfit
    else { return false }
    let cells = trimmedCells(line, of: bytes)
    let found = traits.count { trait in
      switch trait {
      case .values(let column): column < cells.count && bytes.isValue(cells[column])
      case .text(let text, let column): column < cells.count && bytes[cells[column]].elementsEqual(text)
      }
    }
    return found * 3 <= traits.count
  }

  /// Returns the role of a nonblank line: rules and repeated headers are not rows; after a blank line the
  /// table ends at a line that does not fit or that is another header.
  ///
  /// `systemctl` explains its columns below them, and `pidstat` has a second table of averages.
  func verdict(on line: Range<Int>, of bytes: TextBytes, _ above: LinesAbove) -> LineVerdict {
    let rows = above.rows
    if let row = above.row, wraps(row, before: line, of: bytes) { return .continuation }
    if rows > 0, bytes.isFooter(line),
      above.isAfterRule || !header.isEmpty && isAverage(line, below: above.row, of: bytes)
    {
      return .other
    }
    if rows > 0, above.isAfterRule, endsAtRule { return .end }
    if hasComments, bytes[line.lowerBound] == UInt8(ascii: "#") { return .other }
    if hasFlushRows, traits.isEmpty, bytes[line.lowerBound].isBlank { return .other }
    if isSectioned { return isRow(line, of: bytes) ? .row : .other }
    if !header.isEmpty, bytes.isRule(line) { return .decoration }
    if !header.isEmpty, bytes.areKinds(line) { return .other }
    if lacksTraits(line, of: bytes) { return .other }
    for title in titles where title.count == line.count && bytes[line].elementsEqual(title) { return .other }
    if !end.isEmpty, bytes[bytes.trimmed(line)].elementsEqual(end) { return .end }
    if above.isAfterBlank, !header.isEmpty || fewest > 0 {
      if !header.isEmpty, hasNames(line, of: bytes, atLeast: max(2, header.count / 2)) {
        return isHeaderAgain(line, of: bytes) ? .other : .end
      }
      return isRow(line, of: bytes) && !isRemark(line, of: bytes, below: rows) ? .row : .end
    }
    if isRemark(line, of: bytes, below: rows) { return .other }
    return !header.isEmpty && hasNames(line, of: bytes, atLeast: header.count) ? .decoration : .row
  }

  /// Whether a line starts with a word that ends with a colon, as `Average:`, unlike the row above it.
  private func isAverage(_ line: Range<Int>, below row: Range<Int>?, of bytes: TextBytes) -> Bool {
    func isNamed(_ line: Range<Int>) -> Bool {
      bytes.words(line).first.map { bytes[$0.upperBound - 1] == ASCII.colon } ?? false
    }
    return row.map { isNamed(line) && !isNamed($0) } ?? false
  }

  /// Whether a line is the header with different values: `sar` begins it with the time.
  private func isHeaderAgain(_ line: Range<Int>, of bytes: TextBytes) -> Bool {
    let words = bytes.words(line)
    var values = 0
    for (word, name) in zip(words, header) where !bytes[word].elementsEqual(name) {
      guard bytes.isLiteral(word), TextBytes(name).isLiteral(0..<name.count) else { return false }
      values += 1
    }
    return values > 0
  }

  /// Whether a line may be a row: no word crosses a cut, and it fills as many columns as every row does.
  func isRow(_ line: Range<Int>, of bytes: TextBytes) -> Bool {
    let line = ScreenLine(line, of: bytes)
    return isByWords
      ? line.words().count >= places.reduce(0) { $0 + $1.words }
      : !bounds(line).isMisfit && filled(line) >= fewest
  }

  /// Whether a line below some rows is a remark, and does not fill the columns as rows do.
  func isRemark(_ line: Range<Int>, of bytes: TextBytes, below rows: Int) -> Bool {
    guard rows > 1, header.count > 2, bytes.isRemark(line, below: rows) else { return false }
    let screen = ScreenLine(line, of: bytes)
    guard !isByWords else { return screen.words().count < places.count }
    let filled = filled(screen)
    return filled < fewest || filled * 2 <= places.count || bounds(screen).isMisfit
  }

  /// Returns the number of columns that a line fills.
  func filled(_ line: ScreenLine) -> Int {
    let words = line.words()
    return places.indices.count { number in
      let end = number + 1 < places.count ? places[number + 1].start : Int.max
      return !words.overlapping(places[number].start..<end).isEmpty
    }
  }

  /// Whether a line has at least `count` words of the header at the same positions.
  private func hasNames(_ line: Range<Int>, of bytes: TextBytes, atLeast count: Int) -> Bool {
    guard let last = header.last else { return false }
    // The last word rules out most lines, so that they need not be split into words.
    let line = bytes.trimmed(line)
    guard line.count >= last.count,
      bytes[(line.upperBound - last.count)..<line.upperBound].elementsEqual(last)
    else { return false }
    let words = bytes.words(line)
    guard words.count == header.count else { return false }
    return zip(words, header).count { bytes[$0].elementsEqual($1) } >= count
  }

  // MARK: Shapes

  func exact(_ cell: Range<Int>, _ column: Int, in line: Range<Int>, of table: TextTable) -> Range<Int> {
    guard column == places.count - 1, table.columns[column].kind == .text else { return table.trimmed(cell) }
    return indented(cell, in: line, of: table.bytes).lowerBound..<table.trimmed(cell).upperBound
  }

  func start(of column: Int) -> Int? { isByWords || column >= places.count ? nil : places[column].start }

  func fits(_ line: Range<Int>, of bytes: TextBytes, columns: Int) -> Bool {
    cells(line, of: bytes).count == columns
      && (isByWords || !bounds(ScreenLine(line, of: bytes)).isMisfit)
  }

  func mayBeRow(_ line: Range<Int>, of table: TextTable) -> Bool? {
    if table.hasWordsOfRow(line) { return true }
    return !isByWords && bounds(ScreenLine(line, of: table.bytes)).isMisfit ? false : nil
  }

  func refitted(_ shape: TableShape, to sample: Sample) -> TableShape? {
    guard !header.isEmpty else { return shape.found(in: sample) ?? shape.moved(below: sample) }
    return AlignedReader(sample).headed(like: self, shape.columns).map(shape.taking)
      ?? shape.found(in: sample)
  }

  func moved(_ shape: TableShape, to found: TableShape, in sample: Sample) -> TableShape? {
    guard let other = found.cut as? AlignedCut else {
      return shape.columns.map(\.name) == found.columns.map(\.name) ? shape.taking(found) : nil
    }
    guard shape.columns.count == found.columns.count, header.isEmpty == other.header.isEmpty else {
      return nil
    }
    // The time `22:04:30` above the first column of `pidstat` differs in each run.
    let names = zip(shape.columns, found.columns).count { $0.name == $1.name }
    return names * 2 > shape.columns.count ? shape.taking(found) : nil
  }
}
