/// Finds columns of lines without a header: aligned ones, or equal numbers of words.
struct BareReader: RowFormat {
  private let sample: Sample
  private let bytes: TextBytes
  private let lines: [Range<Int>]
  /// Whether one or more lines that are not rows follow after a blank line: `wtmp begins …` of `last`.
  private let hasEnd: Bool
  private let hasComments: Bool
  /// Whether blank lines separate the lines into several paragraphs.
  private let areParagraphs: Bool

  /// The maximum number of lines that are analysed.
  private static let mostLines = 600

  init(_ sample: Sample, _ options: ReaderOptions) {
    self.sample = sample
    bytes = sample.bytes
    let all = sample.lines.filter { !sample.bytes.isBlank($0) }
    // Comments are not rows if there are other lines.
    func isComment(_ line: Range<Int>) -> Bool { sample.bytes[line.lowerBound] == UInt8(ascii: "#") }
    let hasComments = all.contains(where: isComment) && all.count { !isComment($0) } > 1
    self.hasComments = hasComments
    let lines = hasComments ? all.filter { !isComment($0) } : all
    let paragraphs = sample.lines.filter { line in
      !hasComments || sample.bytes.isBlank(line) || !isComment(line)
    }
    .split { sample.bytes.isBlank($0) }
    let blocks = sample.lines.split { sample.bytes.isBlank($0) }.map(\.count)
    areParagraphs =
      blocks.count { $0 > 1 } > 1 && (hasComments || (blocks.max() ?? 0) * 5 < blocks.reduce(0, +) * 4)
    if let longest = paragraphs.max(by: { $0.count < $1.count }), longest.count > 1,
      longest.count * 2 > lines.count
    {
      self.lines = Self.unwrapped(Array(longest), in: sample.bytes)
      hasEnd = longest.last != lines.last
    } else {
      self.lines = Self.unwrapped(lines, in: sample.bytes)
      hasEnd = false
    }
  }

  /// Returns the lines without those of rows on two lines, which begin again below their own end and tell little
  /// about columns:
  ///
  /// ```text
  /// NetworkManager-config-connectivity-fedora.noarch
  ///                                           1:1.10.10-1.fc28              @updates
  /// ```
  private static func unwrapped(_ lines: [Range<Int>], in bytes: TextBytes) -> [Range<Int>] {
    func isWrapped(_ line: Int) -> Bool {
      guard line + 1 < lines.count, case let indentation = bytes.indentation(lines[line + 1]),
        indentation > 8,
        !bytes[lines[line].lowerBound].isBlank
      else { return false }
      return ScreenLine(lines[line], of: bytes).width > indentation && bytes.words(lines[line]).count < 3
    }
    let whole = lines.indices.filter { !isWrapped($0) && !($0 > 0 && isWrapped($0 - 1)) }
    return whole.count > 2 && whole.first == 0 ? whole.map { lines[$0] } : lines
  }

  func candidates() -> [Candidate] { shape().map { [Candidate($0, .gaps)] } ?? [] }

  /// Returns the shape; nil if the lines have no columns.
  private func shape() -> TableShape? {
    guard lines.count > 1, !isDrawing else { return nil }
    if areParagraphs { return sections() }
    var lines = lines
    if hasTitle, shape(Array(lines.dropFirst())) != nil { lines.removeFirst() }
    if let shape = aboveSums(lines) { return shape }
    if let numbered = numbered(lines), numbered.columns.count > 2 { return numbered }
    return shape(lines) ?? belowTitles()
  }

  /// Returns the shape of lines above up to three that begin with blanks and have no value where each other line
  /// begins with one; nil if there are no such lines:
  ///
  /// ```text
  /// 12/07/2019  02:09 AM            48,536 sqmapi.dll
  ///                9 File(s)      2,643,800 bytes
  /// ```
  private func aboveSums(_ lines: [Range<Int>]) -> TableShape? {
    let sums = lines.reversed().prefix { bytes[$0.lowerBound].isBlank }
    let rows = lines.dropLast(sums.count)
    guard (1...3).contains(sums.count), rows.count > 3,
      !rows.contains(where: { bytes[$0.lowerBound].isBlank }),
      var shape = shape(Array(rows)), var cut = shape.cut as? AlignedCut
    else { return nil }
    cut.hasFlushRows = true
    cut.traits = cut.common(to: rows, in: bytes)
    guard cut.traits.first == .values(column: 0), sums.allSatisfy({ cut.lacksTraits($0, of: bytes) }) else {
      return nil
    }
    shape.cut = cut
    return shape
  }

  /// Returns the shape of rows in several paragraphs below titles, all with the same four columns or more:
  /// `ls -lR`. A title ends with a colon or has at most two words, and is unlike the rows.
  private func sections() -> TableShape? {
    guard !hasComments else { return nil }
    func isTitle(_ line: Range<Int>) -> Bool {
      line.last.map { bytes[$0] == ASCII.colon } ?? true || bytes.words(line).count < 3
    }
    let paragraphs = sample.lines.split { bytes.isBlank($0) }
    let sections = paragraphs.map { $0.drop(while: isTitle) }
    let rows = sections.flatMap(\.self)
    // Names above values are a header.
    guard rows.count > 2, paragraphs.allSatisfy({ isTitle($0[$0.startIndex]) }),
      rows.allSatisfy({ bytes.words($0).contains { bytes.isLiteral($0) } })
    else { return nil }
    // Each section has its own widths.
    guard let longest = sections.max(by: { $0.count < $1.count }),
      let found = shape(Array(longest))?.cut as? AlignedCut, found.places.count > 3,
      var cut = byWords(found, like: longest), rows.allSatisfy({ cut.isRow($0, of: bytes) })
    else { return nil }
    cut.isSectioned = true
    return self.shape(cut, from: rows[0])
  }

  /// Returns a cut by words with the columns of another one, in each of which all cells but the last have the same
  /// number of words; nil if they have not.
  private func byWords(_ cut: AlignedCut, like lines: ArraySlice<Range<Int>>) -> AlignedCut? {
    let counts = lines.map { line in
      cut.trimmedCells(line, of: bytes).dropLast().map { bytes.words($0).count }
    }
    guard let first = counts.first, first.allSatisfy({ $0 > 0 }), counts.allSatisfy({ $0 == first }) else {
      return nil
    }
    var found = AlignedCut(places: cut.places.indices.map { AlignedCut.Place(start: $0) })
    for (column, count) in first.enumerated() { found.places[column].words = count }
    found.isByWords = true
    return found
  }

  /// Returns the table below up to three lines of text that do not fit it: rows of three or more cells with
  /// at least two blanks between them, or numbered lines.
  private func belowTitles() -> TableShape? {
    if let rows = alike(), let shape = shape(rows) { return shape }
    for titles in 1...3 where lines.count >= titles + 3 {
      let rows = Array(lines.dropFirst(titles))
      if let numbered = numbered(rows) { return numbered }
      guard titles * 3 <= rows.count || titles < 3 else { continue }
      let profile = ColumnProfile(rows.prefix(Self.mostLines).map { ScreenLine($0, of: bytes) })
      let starts = Gutters(profile, of: bytes).starts
      if starts.count > 2, wideGutters(starts, profile) == starts.count - 1,
        zip(profile.words, rows).allSatisfy({ words, _ in words.count >= starts.count })
      {
        return shape(rows)
      }
    }
    return numbered(lines)
  }

  /// Returns the most consecutive lines with the same number of words and values at the same of the first ones,
  /// at least five, if all but a few of the lines are among them: the others are titles and remarks.
  private func alike() -> [Range<Int>]? {
    struct Look: Equatable {
      var words: Int
      var areValues: [Bool]
    }
    let looks = lines.map { line in
      let words = bytes.words(line)
      return Look(words: words.count, areValues: words.prefix(4).map { bytes.isLiteral($0) })
    }
    var best = 0..<0
    var start = 0
    for end in 1...looks.count where end == looks.count || looks[end] != looks[start] {
      if end - start > best.count { best = start..<end }
      start = end
    }
    guard best.count > 4, looks[best.lowerBound].words > 3, lines.count - best.count < 6,
      best.count < lines.count
    else {
      return nil
    }
    return Array(lines[best])
  }

  /// Returns the shape of lines that begin with 1, 2, 3 and so on and two blanks: the hops of `traceroute`. If all
  /// lines of more cells than two have equally many between two blanks, these are the columns.
  private func numbered(_ lines: [Range<Int>]) -> TableShape? {
    let profile = ColumnProfile(lines.prefix(Self.mostLines).map { ScreenLine($0, of: bytes) })
    guard lines.count > 2,
      profile.lines.indices.allSatisfy({ line in
        let words = profile.words[line]
        return words.count > 1 && words[1].lowerBound - words[0].upperBound > 1
          && bytes.string(profile.lines[line].range(words[0])) == "\(line + 1)"
      })
    else { return nil }
    let gaps = profile.words.map { zip($0, $0.dropFirst()).count { $1.lowerBound - $0.upperBound > 1 } }
    let most = gaps.max() ?? 1
    let areAlike = gaps.allSatisfy { $0 == most || $0 == 1 }
    return shape(words: areAlike ? most + 1 : 2, endsAtGaps: true, from: lines[0])
  }

  /// Returns the number of columns with at least two blanks before them in every line.
  private func wideGutters(_ starts: [Int], _ profile: ColumnProfile) -> Int {
    starts.dropFirst().count { profile[$0 - 1] == 0 && profile[$0 - 2] == 0 }
  }

  private func shape(_ lines: [Range<Int>]) -> TableShape? {
    guard lines.count > 1 else { return nil }
    if let spans = spans(lines) { return spans }
    let profile = ColumnProfile(lines.prefix(Self.mostLines).map { ScreenLine($0, of: bytes) })
    var gutters = Gutters(profile, of: bytes)
    let words = wordCount(profile)
    if let words, words > gutters.starts.count,
      profile.lines.count > 7 || bracketed(profile) == words
        || areLiteral(gutters.starts.count - 1, words, profile)
    {
      return shape(words: words, from: lines[0])
    }
    let isChance = joinsNumbers(gutters.starts, profile)
    gutters.joinDates()
    if gutters.starts.count > 1, !isChance, areAlike(gutters.starts, profile) {
      let cuts = ColumnCuts(profile: profile)
      var cut = AlignedCut(places: cuts.places(gutters.starts))
      cut.hasWordPerColumn = cuts.haveWordPerColumn(cut)
      if hasEnd { cut.fewest = cuts.fewest(cut) }
      cut.traits = cut.traits(of: self.lines, in: bytes)
      return shape(cut, from: lines[0])
    }
    let leading = leadingValues(profile)
    return leading > 0 ? shape(words: leading + 1, from: lines[0]) : nil
  }

  /// Returns the shape of lines with a duration of one or several words and a name: `systemd-analyze blame`.
  private func spans(_ lines: [Range<Int>]) -> TableShape? {
    let isAll =
      lines.count > 2
      && lines.allSatisfy { line in
        guard var end = bytes.spanWord(after: line.lowerBound, before: line.upperBound) else { return false }
        while let next = bytes.spanWord(after: end, before: line.upperBound) { end = next }
        return bytes.words(end..<line.upperBound).count == 1
      }
    guard isAll else { return nil }
    var cut = AlignedCut(places: (0..<2).map { AlignedCut.Place(start: $0) })
    cut.isByWords = true
    cut.beginsWithSpan = true
    return shape(cut, from: lines[0])
  }

  /// Whether, if there are few lines, the cells of each column are alike: all values or none.
  private func areAlike(_ starts: [Int], _ profile: ColumnProfile) -> Bool {
    guard profile.lines.count < 4 else { return true }
    // Two wide gutters in every line are not a coincidence.
    if wideGutters(starts, profile) > 1 { return true }
    return starts.indices.allSatisfy { number in
      let columns = starts[number]..<(number + 1 < starts.count ? starts[number + 1] : Int.max)
      let firsts = zip(profile.lines, profile.words).compactMap { line, words in
        words.first { columns.contains($0.lowerBound) }.map {
          bytes.isLiteral(line.range($0)) || bytes.isHash(line.range($0))
        }
      }
      return Set(firsts).count < 2
    }
  }

  /// Whether a fifth of the lines have cells with several numbers: their alignment is then a coincidence.
  ///
  /// ```text
  /// cpu  2539398 3012 319210
  /// cpu0 1270211 1507 159105
  /// ctxt 97118832
  /// ```
  private func joinsNumbers(_ starts: [Int], _ profile: ColumnProfile) -> Bool {
    let joined = zip(profile.lines, profile.words).count { line, words in
      zip(words, words.dropFirst()).contains { one, other in
        !isParted(one.lowerBound + 1...other.lowerBound, by: starts)
          && bytes[line.range(one)].allSatisfy(\.isDigit) && bytes[line.range(other)].allSatisfy(\.isDigit)
      }
    }
    return joined * 5 > profile.lines.count
  }

  /// Whether a column begins in `columns`.
  private func isParted(_ columns: ClosedRange<Int>, by starts: [Int]) -> Bool {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < columns.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < starts.count && starts[low] <= columns.upperBound
  }

  private func shape(words: Int, endsAtGaps: Bool = false, from line: Range<Int>) -> TableShape {
    var cut = AlignedCut(places: (0..<words).map { AlignedCut.Place(start: $0) })
    cut.isByWords = true
    cut.endsAtGaps = endsAtGaps
    cut.traits = cut.traits(of: lines, in: bytes)
    return shape(cut, from: line)
  }

  private func shape(_ cut: AlignedCut, from line: Range<Int>) -> TableShape {
    var cut = cut
    cut.hasComments = hasComments
    return TableShape(.aligned, unnamed: cut.places.count, body: line.lowerBound, cut: cut)
  }

  /// Whether the first line contains three dots.
  private var hasEllipsis: Bool {
    lines[0].dropLast(2).contains { start in (start..<start + 3).allSatisfy { bytes[$0] == UInt8(ascii: ".") }
    }
  }

  /// Whether the first line is a title: it ends with a colon, or has few words while others have many, as
  /// `total 304` of `ls -l`.
  private var hasTitle: Bool {
    guard lines.count > 2 || (lines.count == 2 && hasEllipsis) else { return false }
    let first = bytes.words(lines[0])
    // `File:` above `Size:` is a row like the others.
    func isNamed(_ line: Range<Int>) -> Bool {
      bytes.words(line).first?.last.map { bytes[$0] == ASCII.colon } ?? false
    }
    if first.count > 1, lines.prefix(50).allSatisfy(isNamed) { return false }
    if let last = lines[0].last, bytes[last] == UInt8(ascii: ":") { return true }
    if first.count < 5, hasEllipsis { return true }
    if isUnlikeAlikes { return true }
    let fewest = lines.dropFirst().prefix(50).reduce(Int.max) { min($0, bytes.words($1).count) }
    return first.count <= 3 && first.count * 2 <= fewest
  }

  /// Whether all lines but the first have the same number of words and values at the same positions, at least
  /// one of them.
  private var isUnlikeAlikes: Bool {
    guard lines.count > 3 else { return false }
    func look(_ line: Range<Int>) -> [Bool] { bytes.words(line).map { bytes.isLiteral($0) } }
    let looks = lines.prefix(50).map(look)
    return looks[1].count > 3 && looks[1].contains(true) && looks.dropFirst().allSatisfy { $0 == looks[1] }
      && looks[0].count != looks[1].count && looks[0].first != looks[1].first
  }

  /// Whether a third of the lines begin with characters that draw trees and boxes: `├──`, `|-`, `+--`.
  private var isDrawing: Bool {
    let drawn = lines.count { line in
      let start = bytes.trimmed(line).lowerBound
      switch bytes[start] {
      case 0xE2: return start + 1 < bytes.count && (0x94...0x95).contains(bytes[start + 1])
      case UInt8(ascii: "|"), UInt8(ascii: "+"), UInt8(ascii: "`"): return true
      default: return false
      }
    }
    return drawn * 3 > lines.count
  }

  /// Returns the number of words that nine of ten lines have; nil if a line has fewer.
  private func wordCount(_ profile: ColumnProfile) -> Int? {
    if let bracketed = bracketed(profile) { return bracketed }
    let count = profile.words.reduce(Int.max) { min($0, $1.count) }
    guard count > 1, count < Int.max else { return nil }
    return profile.words.count { $0.count == count } * 10 >= profile.words.count * 9 ? count : nil
  }

  /// Returns the number of columns if each line has the same number of words before the text in brackets at its
  /// end, or before its end if it has none: `apt list`. At least half of the lines end with brackets.
  private func bracketed(_ profile: ColumnProfile) -> Int? {
    var counts: Set<Int> = []
    var brackets = 0
    for (line, words) in zip(profile.lines, profile.words) {
      guard let last = words.last else { return nil }
      var count = words.count
      if bytes[line.range(last).upperBound - 1] == UInt8(ascii: "]"),
        let open = words.firstIndex(where: { bytes[line.range($0).lowerBound] == UInt8(ascii: "[") })
      {
        count = open
        brackets += 1
      }
      counts.insert(count)
      guard counts.count == 1 else { return nil }
    }
    guard let count = counts.first, count > 1, brackets * 2 >= profile.words.count else { return nil }
    return count + 1
  }

  /// Whether lines with equal numbers of words contain values: at least one column, and at least half of the
  /// columns from `first` on if there are several: `/etc/adduser.conf 3040 root 644`.
  private func areLiteral(_ first: Int, _ words: Int, _ profile: ColumnProfile) -> Bool {
    guard profile.lines.count > 2 else { return false }
    let literal = (first..<words).count { isLiteral($0, profile) }
    return literal > 0 && (first == 0 || literal * 2 >= words - first)
  }

  /// Whether nearly all lines have a value there, or all the same sign between words: `a 1.0 -> 1.1`.
  private func isLiteral(_ word: Int, _ profile: ColumnProfile) -> Bool {
    let sign = bytes[profile.lines[0].range(profile.words[0][word])]
    if word > 0, sign.count > 1, !sign.contains(where: { $0.isLetter || $0.isDigit || $0 >= 0x80 }),
      profile.words.indices.allSatisfy({ line in
        bytes[profile.lines[line].range(profile.words[line][word])].elementsEqual(sign)
      })
    {
      return true
    }
    return profile.words.indices.count { line in
      let range = profile.lines[line].range(profile.words[line][word])
      return bytes.isLiteral(range) || bytes.isHash(range)
    } * 50 >= profile.lines.count * 49
  }

  /// Returns the number of aligned values at the start of every line: the hash before each subject of
  /// `git log --oneline`, the number before each line of `history`.
  private func leadingValues(_ profile: ColumnProfile) -> Int {
    let fewest = profile.words.reduce(Int.max) { min($0, $1.count) }
    var leading = 0
    while leading + 1 < fewest, isLiteral(leading, profile) {
      let words = profile.words.map { $0[leading] }
      let isAligned =
        words.allSatisfy { $0.lowerBound == words[0].lowerBound }
        || words.allSatisfy { $0.upperBound == words[0].upperBound }
      guard isAligned else { break }
      leading += 1
    }
    return profile.lines.count > 2 ? leading : 0
  }
}
