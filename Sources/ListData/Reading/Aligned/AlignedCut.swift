/// How a line of aligned columns is cut.
struct AlignedCut: Sendable, Equatable {
  /// Where a column stands on the screen.
  struct Place: Sendable, Equatable {
    /// Where it begins; the one before ends here.
    var start: Int
    /// The column of the screen in which its values begin, if they are aligned so.
    var leading: Int?
    /// The column of the screen before which its values end, if they are aligned so.
    var trailing: Int?
    /// Whether no value of the sample has more than a word.
    var isSingle = false
    /// The column of the screen in which its first values begin, where others are indented below them.
    var indentedFrom: Int?
  }

  /// What is beyond is of the last column.
  private static let mostOfLine = 64 << 10

  var places: [Place]
  /// Whether cells are words, wherever they stand; the last takes the rest of the line.
  var isByWords = false
  /// Whether the first cell is a span of time of one or more words: `1min 2.044s`.
  var beginsWithSpan = false
  /// Whether each row of the sample has a word in each column.
  var isSolid = false
  /// How many columns each row of the sample fills at least; 0 if nothing ends the table.
  var fewest = 0
  /// A line behind the table: the title of another one.
  var end: [UInt8] = []
  /// Whether lines that begin with `#` are comments.
  var hasComments = false
  /// The lines right above the header, which come again with it: those of `vmstat`.
  var titles: [[UInt8]] = []
  /// The words of the header, by which it is known where it is repeated.
  var header: [[UInt8]] = []

  /// Cuts a line; the last cell takes the rest.
  ///
  /// A word that crosses a cut belongs whole to the column it is aligned with. Where words moved, because a value was
  /// too long for its column, and no column had ever been empty or of two words, their order says where they belong:
  ///
  /// ```text
  /// USER  PID   RSS CMD
  /// ann   812   100 vim
  /// ann 24104 10000 make all        each cell is found by position
  /// ann  9999 123456789 cc          the third and fourth by their order
  /// ```
  func cut(_ line: Range<Int>, of bytes: TextBytes, into cells: inout [Range<Int>]) {
    guard !isByWords else { return cutWords(line, of: bytes, into: &cells) }
    if line.count > Self.mostOfLine, let last = places.last, last.start < Self.mostOfLine / 4 {
      // All columns begin near the beginning, and the last takes the rest.
      cut(line.prefix(Self.mostOfLine), of: bytes, into: &cells)
      if let last = cells.popLast() { cells.append(last.lowerBound..<bytes.trimmed(line).upperBound) }
      return
    }
    let screen = ScreenLine(line, of: bytes)
    let bounds = bounds(screen)
    if isSolid, bounds.isMisfit {
      let words = screen.words()
      if words.count == places.count || (words.count > places.count && places.last?.isSingle == false) {
        return cutWords(line, of: bytes, into: &cells)
      }
    }
    for number in places.indices {
      let end = number + 1 < places.count ? bounds.starts[number + 1] : screen.width
      cells.append(screen.range(bounds.starts[number]..<max(end, bounds.starts[number])))
    }
  }

  /// Where the cells of a line begin on the screen, and whether words stand where none should.
  func bounds(_ screen: ScreenLine) -> (starts: [Int], isMisfit: Bool) {
    var starts: [Int] = [0]
    starts.reserveCapacity(places.count)
    var isMisfit = false
    for number in places.indices.dropFirst() {
      let former = starts[number - 1]
      var start = max(places[number].start, former)
      if start > former, !screen.isBlank(start - 1), !screen.isBlank(start) {
        isMisfit = true
        start = side(of: start, after: former, number, screen)
      }
      if places[number - 1].isSingle, !isMisfit, screen.hasTwoWords(former..<start) { isMisfit = true }
      starts.append(start)
    }
    return (starts, isMisfit)
  }

  /// Moves the begin of column `number` to the side of the word that crosses it.
  private func side(of cut: Int, after former: Int, _ number: Int, _ screen: ScreenLine) -> Int {
    var start = cut
    var end = cut
    while start > former, !screen.isBlank(start - 1) { start -= 1 }
    while !screen.isBlank(end) { end += 1 }
    let isAlone = (former..<start).allSatisfy(screen.isBlank)
    if places[number].leading == nil, let trailing = places[number].trailing,
      end == trailing || (!isAlone && end < trailing)
    {
      return start
    }
    // A column whose values end where they should, or are single words, has its own before the word.
    let left = places[number - 1]
    if !isAlone, left.isSingle || (left.trailing != nil && left.leading == nil) { return start }
    return end
  }

  /// The last cell of a line with its indentation: ` \_ sshd` below `init`.
  ///
  /// It has none where the cell before is out of its place, and moved all that follows.
  func indented(_ cell: Range<Int>, in line: Range<Int>, of bytes: TextBytes) -> Range<Int> {
    let trimmed = bytes.trimmed(cell)
    guard !isByWords, !trimmed.isEmpty, let column = places.last?.indentedFrom else { return trimmed }
    let screen = ScreenLine(line, of: bytes)
    let start = max(cell.lowerBound, screen.offset(column))
    guard start < trimmed.lowerBound, places.count < 2 || isFormerInPlace(screen, before: column) else {
      return trimmed
    }
    return start..<trimmed.upperBound
  }

  /// Whether the last cell but one begins or ends where it should, and leaves a blank before the last.
  private func isFormerInPlace(_ screen: ScreenLine, before next: Int) -> Bool {
    let former = places.count - 2
    let starts = bounds(screen).starts
    let ink = (starts[former]..<starts[former + 1]).filter { !screen.isBlank($0) }
    guard let first = ink.first, let last = ink.last else { return false }
    return last + 1 < next && (first == places[former].leading || last + 1 == places[former].trailing)
  }

  private func cutWords(_ line: Range<Int>, of bytes: TextBytes, into cells: inout [Range<Int>]) {
    var place = line.lowerBound
    while cells.count < places.count {
      while place < line.upperBound, bytes[place].isSpace { place += 1 }
      guard place < line.upperBound else { return }
      let start = place
      if cells.count + 1 == places.count {
        place = line.upperBound
      } else {
        while place < line.upperBound, !bytes[place].isSpace { place += 1 }
        while beginsWithSpan, cells.isEmpty, let next = bytes.spanWord(after: place, before: line.upperBound)
        {
          place = next
        }
      }
      cells.append(start..<place)
    }
  }

  /// What a line that is not blank is to the table: rules and repeated headers are no rows; behind a blank line the
  /// table is over where a line does not fit, or where it is a header again.
  ///
  /// `systemctl` explains its columns below them, and `pidstat` has a second table of averages.
  func verdict(on line: Range<Int>, of bytes: TextBytes, isAfterBlank: Bool) -> LineVerdict {
    if hasComments, bytes[line.lowerBound] == UInt8(ascii: "#") { return .other }
    if !header.isEmpty, bytes.isRule(line) { return .decoration }
    if !header.isEmpty, bytes.areKinds(line) { return .other }
    for title in titles where title.count == line.count && bytes[line].elementsEqual(title) { return .other }
    if !end.isEmpty, bytes[bytes.trimmed(line)].elementsEqual(end) { return .end }
    if isAfterBlank, !header.isEmpty || fewest > 0 {
      if !header.isEmpty, hasNames(line, of: bytes, atLeast: max(2, header.count / 2)) {
        return isHeaderAgain(line, of: bytes) ? .other : .end
      }
      if !header.isEmpty, isAnotherHeader(line, of: bytes) { return .end }
      return isRow(ScreenLine(line, of: bytes)) ? .row : .end
    }
    return !header.isEmpty && hasNames(line, of: bytes, atLeast: header.count) ? .decoration : .row
  }

  /// Whether a line is the header with other values in it: `sar` begins it with the time.
  private func isHeaderAgain(_ line: Range<Int>, of bytes: TextBytes) -> Bool {
    let words = bytes.words(line)
    var values = 0
    for (word, name) in zip(words, header) where !bytes[word].elementsEqual(name) {
      guard bytes.isLiteral(word), TextBytes(name).isLiteral(0..<name.count) else { return false }
      values += 1
    }
    return values > 0
  }

  /// Whether a line begins with the first name of the header, and holds nothing but names.
  private func isAnotherHeader(_ line: Range<Int>, of bytes: TextBytes) -> Bool {
    let words = bytes.words(line)
    guard words.count > 1, header.count > 1, bytes[words[0]].elementsEqual(header[0]) else { return false }
    return words.allSatisfy { bytes.isName($0) && !bytes.isLiteral($0) }
  }

  /// Whether a line may be a row: nothing stands across the cuts, and it fills as many columns as every row does.
  private func isRow(_ line: ScreenLine) -> Bool {
    isByWords ? line.words().count >= places.count : !bounds(line).isMisfit && filled(line) >= fewest
  }

  /// How many columns of a line hold something.
  func filled(_ line: ScreenLine) -> Int {
    let words = line.words()
    return places.indices.count { number in
      let end = number + 1 < places.count ? places[number + 1].start : Int.max
      return !words.overlapping(places[number].start..<end).isEmpty
    }
  }

  /// Whether a line has at least so many words of the header at their places.
  private func hasNames(_ line: Range<Int>, of bytes: TextBytes, atLeast count: Int) -> Bool {
    guard let last = header.last else { return false }
    // Most lines are told apart without being cut into words.
    let line = bytes.trimmed(line)
    guard line.count >= last.count,
      bytes[(line.upperBound - last.count)..<line.upperBound].elementsEqual(last)
    else { return false }
    let words = bytes.words(line)
    guard words.count == header.count else { return false }
    return zip(words, header).count { bytes[$0].elementsEqual($1) } >= count
  }
}
