/// A table of aligned columns below a header line of a sample.
struct HeadedTable {
  var cut: AlignedCut
  var columns: [Column]
  /// The number of rows in the sample.
  let rowCount: Int
  /// The number of columns with numbers, dates or the like below a name.
  private(set) var literals = 0

  private let bytes: TextBytes
  private let profile: ColumnProfile
  /// Whether a rule below the header shows where columns are.
  private var isRuled = false

  /// Creates the table below `header`; returns nil if the rows have no columns below its words, or if it is
  /// rather a row.
  ///
  /// - Parameters:
  ///   - rule: The line of `-` and `=` below the header, if there is one.
  ///   - isTold: Whether `header` is known to be a header.
  init?(
    _ header: Range<Int>, rule: Range<Int>?, rows: [Range<Int>], of bytes: TextBytes, isTold: Bool = false
  ) {
    self.bytes = bytes
    let head = ScreenLine(header, of: bytes)
    let profile = ColumnProfile(rows.map { ScreenLine($0, of: bytes) })
    self.profile = profile
    rowCount = rows.count
    let isMarked = rule != nil || isTold
    // A line of words between rules groups columns or parts of a report:
    // `------ Shared Memory Segments --------`.
    guard isMarked || !head.words().contains(where: { $0.count > 2 && bytes.isRule(head.range($0)) }) else {
      return nil
    }
    if let rule, let found = Self.under(rule: ScreenLine(rule, of: bytes), head, profile, bytes) {
      (cut, columns) = found
      cut.traits = cut.traits(of: rows, in: bytes)
      isRuled = true
      return
    }
    let isParted = Self.isPartedByBlanks(head, profile)
    func anywhere(mayBeFewer: Bool) -> (AlignedCut, [Column])? {
      guard rows.count > 1, !isParted else { return nil }
      return Self.byWords(head, profile, bytes, within: nil, mayBeMore: false, mayBeFewer: mayBeFewer)
    }
    let parted = isParted ? Self.byWords(head, profile, bytes, within: nil) : nil
    let position = parted == nil ? Self.byPosition(head, profile, bytes, isMarked: isMarked) : nil
    guard
      let found =
        parted ?? (position?.fit == .inPlace ? position?.table : nil)
        ?? Self.byWords(head, profile, bytes) ?? anywhere(mayBeFewer: false)
        ?? (position?.fit == .moved ? position?.table : nil) ?? anywhere(mayBeFewer: true)
    else { return nil }
    (cut, columns) = found
    guard isMarked || isHeader(head) else { return nil }
    cut.traits = cut.traits(of: rows, in: bytes)
  }

  /// How rows fit the places of columns.
  private enum Fit {
    /// Nearly all have their words in their columns.
    case inPlace
    /// The others have an overlong cell, or a word in each column but the last.
    case moved
  }

  /// Creates the table below a header with known names; returns nil if the header does not consist of them.
  init?(_ header: Range<Int>, columns: [Column], rows: [Range<Int>], of bytes: TextBytes) {
    self.bytes = bytes
    self.columns = columns
    let head = ScreenLine(header, of: bytes)
    let all = ColumnProfile(rows.map { ScreenLine($0, of: bytes) })
    profile = all.inPlace(below: head) ?? all
    rowCount = rows.count
    guard let names = Self.find(columns.compactMap(\.name).filter { !$0.isEmpty }, in: head, bytes),
      let (cut, unnamed) = Self.cut(
        names, head, profile, bytes, isFirstUnnamed: columns.first?.name == "",
        isLastUnnamed: columns.last?.name == ""),
      unnamed == columns.indices.filter({ columns[$0].name == "" })
    else { return nil }
    self.cut = cut
    self.cut.traits = cut.traits(of: rows, in: bytes)
  }

  /// Returns the positions of consecutive names in a header; nil if the header does not consist of them.
  private static func find(_ names: [String], in head: ScreenLine, _ bytes: TextBytes) -> [Range<Int>]? {
    var column = 0
    var found: [Range<Int>] = []
    func skip(_ signs: UInt8...) {
      while column < head.width, head.isBlank(column) || signs.contains(head[column]) { column += 1 }
    }
    for name in names {
      let isNumber = name.utf8.first == UInt8(ascii: "#")
      skip(UInt8(ascii: "|"), isNumber ? ASCII.space : UInt8(ascii: "#"))
      let start = column
      for word in name.split(separator: " ") {
        while column < head.width, head.isBlank(column) { column += 1 }
        let end = min(head.width, column + ScreenLine(0..<word.utf8.count, of: TextBytes(String(word))).width)
        guard bytes[head.range(column..<end)].elementsEqual(word.utf8) else { return nil }
        column = end
      }
      found.append(start..<column)
    }
    skip(UInt8(ascii: "|"), UInt8(ascii: "#"))
    return column == head.width ? found : nil
  }

  /// Returns the columns below a rule with several parts, which shows exactly where they are:
  ///
  /// ```text
  /// Package    Version
  /// ---------- -------
  /// ```
  private static func under(
    rule: ScreenLine, _ head: ScreenLine, _ profile: ColumnProfile, _ bytes: TextBytes
  ) -> (AlignedCut, [Column])? {
    var strokes: [Range<Int>] = []
    var bars: [Int] = []
    for word in rule.words() {
      if word.count == 1, [ASCII.plus, UInt8(ascii: "|")].contains(rule[word.lowerBound]) {
        bars.append(word.lowerBound)
        continue
      }
      var start = word.lowerBound
      for column in word.lowerBound...word.upperBound
      where column == word.upperBound || rule[column] != rule[start] {
        // A single character inside a word separates parts: `+++-=====-=====`.
        let isPart = column - start > 1 || word.count == 1
        if isPart, rule[start] != UInt8(ascii: "#") { strokes.append(start..<column) }
        start = column
      }
    }
    guard strokes.count > 1 else { return nil }
    let cuts = ColumnCuts(profile: profile)
    let starts = zip(strokes, strokes.dropFirst()).map { left, right in
      // Where most rows have a word across the border, the values are wider than the names, or stand elsewhere.
      let start = right.lowerBound
      let isCrossed = start < profile.crossings.count && profile.crossings[start] * 2 > profile.lines.count
      return isCrossed ? cuts.cut(between: left, and: right) : start
    }
    guard zip([0] + starts, starts).allSatisfy({ $0 < $1 }) else { return nil }
    var cut = AlignedCut(places: cuts.places([0] + starts))
    cut.header = words(of: head, bytes)
    let begin = rule[0] == UInt8(ascii: "#") && head[0] == UInt8(ascii: "#") ? 1 : 0
    for bar in bars {
      if let number = cut.places.lastIndex(where: { $0.start < bar }) { cut.places[number].end = bar }
    }
    let columns = cut.places.indices.map { number in
      let start = number > 0 ? strokes[number].lowerBound : begin
      let next = number + 1 < strokes.count ? strokes[number + 1].lowerBound : max(head.width, start)
      let end = max(min(next, cut.places[number].end ?? next), start)
      return Column(name: bytes.string(bytes.trimmed(head.range(start..<end))))
    }
    cut.hasWordPerColumn = cuts.haveWordPerColumn(cut)
    cut.fewest = cuts.fewest(cut)
    return (cut, columns)
  }

  private static func byPosition(
    _ head: ScreenLine, _ all: ColumnProfile, _ bytes: TextBytes, isMarked: Bool
  ) -> (table: (AlignedCut, [Column]), fit: Fit)? {
    let profile = all.inPlace(below: head) ?? all
    let words = HeaderWords(head, above: profile, of: bytes)
    let names = words.names
    guard names.count > 1 || (isMarked && !names.isEmpty) else { return nil }
    if words.isJoinedByRows, let byWords = byWords(head, all, bytes) { return (byWords, .inPlace) }
    let isFirstUnnamed = unnamedFirst(before: names[0], profile) != nil
    let isLastUnnamed = unnamedLast(after: names[names.count - 1], head, profile, bytes) != nil
    guard
      let (cut, unnamed) = cut(
        names, head, profile, bytes, isFirstUnnamed: isFirstUnnamed, isLastUnnamed: isLastUnnamed)
    else { return nil }
    // If a row has one word per column, the order of the words decides about a word across a cut.
    func fits(_ rows: ColumnProfile, mayBeMore: Bool) -> Bool {
      let misfits = zip(rows.lines, rows.words).count { line, words in
        words.count != cut.places.count && !(mayBeMore && words.count > cut.places.count)
          && cut.places.dropFirst().contains { !line.isBlank($0.start - 1) && !line.isBlank($0.start) }
      }
      return misfits * 10 <= rows.lines.count || (misfits == 1 && rows.lines.count > 3)
    }
    let isInPlace = fits(all, mayBeMore: false)
    let mayBeMore = cut.hasWordPerColumn && cut.places.last?.isSingle == false
    guard isInPlace || fits(profile, mayBeMore: mayBeMore) else { return nil }
    var columns = names.map { Column(name: bytes.string(head.range($0))) }
    for column in unnamed { columns.insert(Column(name: ""), at: column) }
    return ((cut, columns), isInPlace ? .inPlace : .moved)
  }

  /// Returns the cut at the positions of names, and the unnamed columns.
  private static func cut(
    _ names: [Range<Int>], _ head: ScreenLine, _ profile: ColumnProfile, _ bytes: TextBytes,
    isFirstUnnamed: Bool,
    isLastUnnamed: Bool
  ) -> (cut: AlignedCut, unnamed: [Int])? {
    guard let first = names.first, let last = names.last else { return nil }
    let cuts = ColumnCuts(profile: profile)
    var starts = [0]
    var unnamed: [Int] = []
    if isFirstUnnamed {
      unnamed.append(0)
      starts.append(unnamedFirst(before: first, profile) ?? first.lowerBound)
    }
    for (left, right) in zip(names, names.dropFirst()) {
      var left = left
      if let words = unnamedWords(between: left, and: right, profile) {
        unnamed.append(starts.count)
        starts.append(words.lowerBound)
        left = words
      }
      starts.append(cuts.cut(between: left, and: right))
    }
    if isLastUnnamed {
      unnamed.append(starts.count)
      starts.append(unnamedLast(after: last, head, profile, bytes) ?? last.upperBound)
    }
    guard zip(starts, starts.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    var cut = AlignedCut(places: cuts.places(starts))
    cut.header = Self.words(of: head, bytes)
    cut.hasWordPerColumn = cuts.haveWordPerColumn(cut)
    cut.fewest = cuts.fewest(cut)
    return (cut, unnamed)
  }

  /// Returns the screen columns between two names in which every row has one word, with blanks on both sides:
  ///
  /// ```text
  /// User            used    soft    hard  grace
  /// ann       --    5120       0       0      0
  /// ```
  private static func unnamedWords(
    between left: Range<Int>, and right: Range<Int>, _ profile: ColumnProfile
  ) -> Range<Int>? {
    guard profile.lines.count > 2, profile.count(in: right) > 0,
      let start = (left.upperBound + 2..<max(right.lowerBound, left.upperBound + 2)).first(where: {
        profile[$0] > 0 && profile[$0 - 1] == 0 && profile[$0 - 2] == 0
      }),
      let end = (start..<right.lowerBound).first(where: { profile[$0] == 0 && profile[$0 + 1] == 0 }),
      profile.words.allSatisfy({ $0.overlapping(start..<end).count == 1 })
    else { return nil }
    // The values of the right name may begin before it.
    return profile.words.allSatisfy { !$0.overlapping(end..<right.upperBound).isEmpty } ? start..<end : nil
  }

  /// Returns the names if `line` above the header continues them upwards; nil if it is another line.
  ///
  /// ```text
  /// Config    Current    Agg       Ld Share
  /// Master    Master     Control   Algorithm
  /// ```
  func names(below line: Range<Int>) -> [String]? {
    guard !cut.isByWords, !bytes.isRule(line) else { return nil }
    let screen = ScreenLine(line, of: bytes)
    var groups: [Range<Int>] = []
    var former = -1
    for word in screen.words() where !(word.count == 1 && screen[word.lowerBound] == UInt8(ascii: "|")) {
      guard let column = cut.places.lastIndex(where: { $0.start <= word.lowerBound }),
        column + 1 == cut.places.count || word.upperBound <= cut.places[column + 1].start,
        !bytes.isLiteral(screen.range(word))
      else { return nil }
      if column == former, let last = groups.popLast() {
        groups.append(last.lowerBound..<word.upperBound)
      } else {
        groups.append(word)
      }
      former = column
    }
    guard groups.count > 1 else { return nil }
    var names = columns.map { $0.name ?? "" }
    for group in groups {
      guard let column = cut.places.lastIndex(where: { $0.start <= group.lowerBound }) else { continue }
      let name = bytes.string(screen.range(group))
      names[column] = names[column].isEmpty ? name : name + " " + names[column]
    }
    // Some words of a title may be above columns, too.
    return groups.count * 3 > columns.count * 2 || isRuled ? names : nil
  }

  /// Returns the start of the first named column if an unnamed one precedes it: single words, separate from
  /// the text below the first name in every row. `free` names its rows like that, `systemctl` marks some with
  /// `●`.
  private static func unnamedFirst(before name: Range<Int>, _ profile: ColumnProfile) -> Int? {
    guard
      let end = (1...max(name.lowerBound, 1)).last(where: { $0 <= name.lowerBound && profile[$0 - 1] == 0 })
    else {
      return nil
    }
    var begin = end
    while begin > 0, profile[begin - 1] == 0 { begin -= 1 }
    guard begin > 0 else { return nil }
    if !profile.words.allSatisfy({ $0.count { $0.lowerBound < begin } < 2 }) {
      // Several words per row, and exactly one value below the first name: row names of a data frame.
      guard name.lowerBound > begin, profile.words.count > 1,
        profile.words.allSatisfy({ words in
          words.contains { $0.lowerBound < begin } && words.count { $0.overlaps(end..<name.upperBound) } == 1
        })
      else { return nil }
    }
    guard end - begin > 1 || begin <= 2 || name.lowerBound > begin else { return nil }
    // There has to be text below the first name; otherwise the words are its own values.
    return profile.count(in: end..<name.upperBound) > 0 ? end : nil
  }

  /// Returns the start of an unnamed last column: text after values that all end below the end of the last
  /// name, such as the devices in `/proc/interrupts`.
  ///
  /// Blanks after the last name, with text behind them in the rows, indicate one as well: `iptables`.
  private static func unnamedLast(
    after name: Range<Int>, _ head: ScreenLine, _ profile: ColumnProfile, _ bytes: TextBytes
  ) -> Int? {
    let padded = head.width + head.padding
    if head.padding > 1, padded + 2 < profile.width, profile[padded - 1] == 0, profile.lines.count > 1,
      let start = (padded...padded + 2).first(where: { profile.starts[$0] > 0 && profile[$0 - 1] == 0 })
    {
      return start
    }
    return hasUnnamedLast(after: name, profile, bytes) ? name.upperBound : behindGap(after: name, profile)
  }

  /// Returns the screen column at which text begins in nearly all rows, after values below the last name and
  /// three blanks or more.
  private static func behindGap(after name: Range<Int>, _ profile: ColumnProfile) -> Int? {
    guard profile.lines.count > 2,
      let start = (name.upperBound + 3..<max(profile.width, name.upperBound + 3)).first(where: { column in
        profile.starts[column] > 0 && (1...3).allSatisfy { profile[column - $0] == 0 }
      }),
      profile.words.allSatisfy({ !$0.overlapping(name.lowerBound..<start).isEmpty })
    else { return nil }
    return profile.starts[start] * 10 >= profile.lines.count * 6 ? start : nil
  }

  private static func hasUnnamedLast(after name: Range<Int>, _ profile: ColumnProfile, _ bytes: TextBytes)
    -> Bool
  {
    let end = name.upperBound
    guard profile.lines.count > 1, profile[end] == 0, end < profile.width else { return false }
    var below: [Range<Int>] = []
    for (line, words) in zip(profile.lines, profile.words) {
      for word in words where word.overlaps(name) {
        guard bytes.isLiteral(line.range(word)) else { return false }
        below.append(word)
      }
    }
    let beyond = profile.count(in: end..<Int.max)
    return below.allSatisfy { $0.upperBound == end } && below.contains { $0.count != name.count }
      && beyond * 2 >= profile.lines.count
  }

  static func words(of head: ScreenLine, _ bytes: TextBytes) -> [[UInt8]] {
    bytes.words(head.range).map { Array(bytes[$0]) }
  }

  /// Whether a line above the header may be a row: no word crosses the cuts, and most columns are filled.
  func isLikeRow(_ line: Range<Int>) -> Bool {
    let screen = ScreenLine(line, of: bytes)
    return !cut.bounds(screen).isMisfit && cut.filled(screen) * 3 > columns.count * 2
  }

  /// Whether the line differs from the rows in the way headers do.
  private mutating func isHeader(_ head: ScreenLine) -> Bool {
    guard rowCount > 0 else {
      // Without rows it has to look like a header: `NAME READY AGE`, or capitalised names with wide gaps.
      let words = head.words()
      let isWide =
        words.allSatisfy { bytes.isCapitalized(head.range($0)) }
        && zip(words, words.dropFirst()).allSatisfy { $1.lowerBound - $0.upperBound > 1 }
      return columns.count > 2 && (bytes.isCapitals(head.range) || isWide)
        && columns.allSatisfy { name in
          name.name.map { TextBytes($0) }.map { $0.isName(0..<$0.count) } ?? false
        }
    }
    var names = cut.cells(head.range, of: bytes).map(bytes.trimmed)
    let end = head.range.upperBound
    names += repeatElement(end..<end, count: max(columns.count - names.count, 0))
    let rows = profile.lines.prefix(200).map { cut.cells($0.range, of: bytes).map(bytes.trimmed) }
    let evidence = HeaderEvidence(names, above: rows, of: bytes)
    literals = evidence.literals
    // A single row below may differ by chance: ` M a.txt` above `?? b.txt`.
    if rowCount == 1, literals == 0,
      names.contains(where: { !$0.isEmpty && !bytes.isCapitalsOrCapitalized($0) })
    {
      return false
    }
    // Some lists are in capitals, too.
    if columns.count > 3, rowCount > 3, bytes.isCapitals(head.range), evidence.isUnopposed { return true }
    return evidence.isConvincing
  }
}

/// Tables whose cells are the words of lines, regardless of their positions.
extension HeadedTable {
  /// If the positions disagree, but every row has as many words as the header, near their heads, the words
  /// are the cells: overlong numbers of `vmstat` move the other ones to the right.
  static func byWords(
    _ head: ScreenLine, _ profile: ColumnProfile, _ bytes: TextBytes, within distance: Int? = 12,
    mayBeMore: Bool = true, mayBeFewer: Bool = false
  ) -> (AlignedCut, [Column])? {
    let words = HeaderWords.words(of: head, above: profile)
    guard words.count > 1, profile.lines.count > 0,
      standBelow(
        words, profile, within: distance,
        mayBeMore: mayBeMore && words.count > 2 && bytes.isCapitals(head.range), mayBeFewer: mayBeFewer)
    else { return nil }
    var cut = AlignedCut(places: words.map { AlignedCut.Place(start: $0.lowerBound, isSingle: true) })
    cut.isByWords = true
    cut.header = Self.words(of: head, bytes)
    return (cut, words.map { Column(name: bytes.string(head.range($0))) })
  }

  /// Whether lines are not aligned at all: no line begins with a blank, and single blanks separate all words.
  ///
  /// ```text
  /// PID PPID CMD
  /// 1 0 init
  /// 812 1 sshd
  /// ```
  static func isPartedByBlanks(_ head: ScreenLine, _ profile: ColumnProfile) -> Bool {
    ([head.words()] + profile.words).allSatisfy { words in
      words.first?.lowerBound == 0
        && zip(words, words.dropFirst()).allSatisfy { $0.upperBound + 1 == $1.lowerBound }
    }
  }

  /// Whether every row has one word per head, each at most `distance` columns away from it, or anywhere if
  /// `distance` is nil.
  private static func standBelow(
    _ heads: [Range<Int>], _ profile: ColumnProfile, within distance: Int?, mayBeMore: Bool,
    mayBeFewer: Bool
  ) -> Bool {
    !profile.words.isEmpty
      && profile.words.allSatisfy { words in
        // Without alignment the last column takes the rest of the line.
        guard let distance else {
          return words.count == heads.count || (mayBeMore && words.count > heads.count)
            || (mayBeFewer && heads.count > 4 && words.count + 1 == heads.count)
        }
        guard words.count == heads.count else { return false }
        return zip(words, heads).allSatisfy {
          $0.lowerBound - distance < $1.upperBound && $1.lowerBound - distance < $0.upperBound
        }
      }
  }
}
