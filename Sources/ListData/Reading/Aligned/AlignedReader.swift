/// Finds tables with aligned columns.
struct AlignedReader: RowFormat {
  private let sample: Sample
  private let bytes: TextBytes
  /// The line numbers of each paragraph, between blank lines.
  private let paragraphs: [Range<Int>]

  /// The number of lines in a paragraph in which the header is searched; titles, column groups and comments
  /// may precede it.
  private static let mostTitles = 8
  private let options: ReaderOptions

  init(_ sample: Sample, _ options: ReaderOptions = ReaderOptions()) {
    self.sample = sample
    self.options = options
    bytes = sample.bytes
    paragraphs = sample.lines.indices.split { sample.bytes.isBlank(sample.lines[$0]) }
  }

  func candidates() -> [Candidate] {
    let shapes: [TableShape] =
      switch options.header {
      case .auto: headed()
      case .line(let number): headed(below: number - 1).map { [$0] } ?? []
      case .none: []
      }
    return shapes.map { Candidate($0, .header) }
  }

  /// Returns the tables with a header to which a third or more of the lines belong: the longest of all
  /// paragraphs, the first of equally long ones, and the one below its header, if that is alone in its paragraph
  /// and may be a title.
  private func headed() -> [TableShape] {
    let isDrawing = isDrawing
    let found = paragraphs.indices.map { headed($0, onlyMarked: isDrawing) }
    guard
      let best = found.indices.filter({ found[$0] != nil }).max(by: { one, other in
        (found[one]?.table.rowCount ?? -1, -one) < (found[other]?.table.rowCount ?? -1, -other)
      })
    else { return [] }
    let isTitle = paragraphs[best].count == 1 && best + 1 < found.count
    return [found[best], isTitle ? found[best + 1] : nil].compactMap {
      $0.flatMap { shape(of: $0.table, below: $0.line) }
    }
  }

  /// Returns the shape of a table if a third or more of the lines belong to it; nil otherwise.
  private func shape(of table: HeadedTable, below line: Int) -> TableShape? {
    let end = otherTable(below: line, until: sample.lines.count) ?? sample.lines.count
    let lines = paragraphs.reduce(0) { $0 + $1.count { $0 < end } }
    let head = bytes.headWords(sample.lines[line])
    let further = paragraphs.reduce(0) { rows, paragraph in
      let isOwn = paragraph.lowerBound > line && bytes.headWords(sample.lines[paragraph.lowerBound]) == head
      return rows + (isOwn ? paragraph.count : 0)
    }
    // Up to two thirds of the lines may not be rows: those of a second table, a few lines of explanation.
    guard table.rowCount > 0 ? (table.rowCount + further + 1) * 3 >= lines : lines == 1 else { return nil }
    return shape(table, line: line)
  }

  /// Whether most lines begin with `|` or `+`: a drawing that is not a table, or several tables in one.
  private var isDrawing: Bool {
    sample.lines.count { line in
      line.first.map { bytes[$0] == UInt8(ascii: "|") || bytes[$0] == UInt8(ascii: "+") } ?? false
        && !(line.count > 2 && bytes[line.lowerBound + 1] == ASCII.minus
          && bytes[line.lowerBound + 2].isLetter)
    } * 2 > sample.lines.count
  }

  /// Returns the table below a line that is known to be the header.
  private func headed(below line: Int) -> TableShape? {
    guard sample.lines.indices.contains(line) else { return nil }
    let (rule, rows) = rows(below: line, until: sample.lines.count)
    return HeadedTable(sample.lines[line], rule: rule, rows: rows, of: bytes, isTold: true)
      .map { shape($0, line: line) }
  }

  /// Returns the table below the header of an earlier run of the same command, wherever its columns are now.
  func headed(like cut: AlignedCut, _ columns: [Column]) -> TableShape? {
    let line = sample.lines.firstIndex { line in
      let words = bytes.words(line)
      return words.count == cut.header.count
        && zip(words, cut.header).allSatisfy { bytes[$0].elementsEqual($1) }
    }
    guard let line else { return nil }
    let end = paragraphs.first { $0.contains(line) }.map { $0.upperBound } ?? line + 1
    let rows = rows(below: line, until: end > line + 1 ? end : sample.lines.count).rows
    if cut.isByWords {
      return TableShape(
        .aligned, columns: columns, headerLine: sample.firstNumber + line + 1, body: sample.end(of: line),
        cut: cut)
    }
    return HeadedTable(sample.lines[line], columns: columns, rows: rows, of: bytes).map {
      shape($0, line: line)
    }
  }

  private func shape(_ table: HeadedTable, line: Int) -> TableShape {
    var table = table
    let titles = titles(above: line)
    var first = line
    while titles.indices.contains(first - 1), let names = table.names(below: titles[first - 1]) {
      table.columns = names.map { Column(name: $0) }
      first -= 1
    }
    var cut = table.cut
    let start = start(below: line)
    let below = sample.lines[start...].filter { !bytes.isBlank($0) }
    if let closing = closingRule(in: below, of: line), closing + 1 < below.count,
      !cut.isRow(below[closing + 1], of: bytes)
    {
      cut.endsAtRule = true
    }
    cut.titles = titles.map { Array(bytes[$0]) }
    cut.hasComments = sample.lines[line..<min(line + 2, sample.lines.count)].allSatisfy(bytes.isComment)
    if let other = otherTable(below: line, until: sample.lines.count) {
      cut.end = Array(bytes[bytes.trimmed(sample.lines[other])])
    }
    var shape = TableShape(
      .aligned, columns: table.columns, headerLine: sample.firstNumber + first + 1,
      body: sample.end(of: start - 1),
      cut: cut)
    shape.headerCount = line - first + 1
    return shape
  }

  /// Returns the header with the most columns among the first lines of a paragraph, unless a line above it is
  /// like its rows. The rows may follow a blank line.
  ///
  /// - Parameter onlyMarked: Whether only a line above a rule with several parts is a header.
  private func headed(_ number: Int, onlyMarked: Bool) -> (table: HeadedTable, line: Int)? {
    let paragraph = paragraphs[number]
    // A rule with several parts marks a header, whatever is above it.
    let comments = paragraph.prefix { bytes.isComment(sample.lines[$0]) }
    for line in paragraph.dropLast().prefix(max(Self.mostTitles, comments.count))
    where bytes.isRule(sample.lines[line + 1]) {
      let (rule, rows) = rows(below: line, until: paragraph.upperBound)
      guard let rule,
        ScreenLine(rule, of: bytes).words().count > 1 || bytes.first(UInt8(ascii: "+"), in: rule) != nil,
        let table = HeadedTable(sample.lines[line], rule: rule, rows: rows, of: bytes)
      else { continue }
      if onlyMarked, let last = rule.last, let end = bytes.trimmed(sample.lines[line]).last,
        bytes[last] == ASCII.plus || bytes[end] == UInt8(ascii: "|")
      {
        continue
      }
      return (table, line)
    }
    guard !onlyMarked else { return nil }
    var best: (table: HeadedTable, line: Int)?
    for line in paragraph.prefix(Self.mostTitles)
    where !isMostlyValues(sample.lines[line]) && !isSentence(sample.lines[line])
      && !bytes.areKinds(sample.lines[line])
      && !(line > paragraph.lowerBound && start(below: line - 1) > line)
    {
      var end = paragraph.upperBound
      if line + 1 == end, number + 1 < paragraphs.count { end = paragraphs[number + 1].upperBound }
      let (rule, rows) = rows(below: line, until: end)
      guard
        let table = HeadedTable(sample.lines[line], rule: rule, rows: rows, of: bytes)
          ?? detailed(sample.lines[line], rule: rule, rows: rows),
        case let isBelowNames = rule != nil && line > paragraph.lowerBound
          && table.names(below: sample.lines[line - 1]) != nil,
        best.map({ former in
          if isBelowNames, former.line + 1 == line { return true }
          // A title may have as many words as the header below it has names, or more.
          let isBetter =
            table.columns.count > former.table.columns.count
            || (table.columns.count == former.table.columns.count && table.literals > former.table.literals)
          return isBetter && line <= former.line + former.table.rowCount
        }) ?? true,
        isBelowNames
          || !sample.lines[paragraph.lowerBound..<line].contains(where: table.isLikeRow)
      else { continue }
      best = (table, line)
    }
    return best
  }

  /// Returns the table of rows with details: lines that begin with blanks, below each row, which does not.
  ///
  /// ```text
  /// State  Recv-Q Send-Q  Local Address:Port   Peer Address:Port
  /// ESTAB  0      0       192.168.1.21:6514    192.168.1.21:443
  ///         cubic wscale:7,7 rto:204 rtt:0.057/0.033
  /// ```
  private func detailed(_ header: Range<Int>, rule: Range<Int>?, rows: [Range<Int>]) -> HeadedTable? {
    func isDetail(_ line: Range<Int>) -> Bool { bytes[line.lowerBound].isBlank }
    let heads = rows.filter { !isDetail($0) }
    guard heads.count > 1, !isDetail(header), !isDetail(rows[0]),
      zip(rows, rows.dropFirst()).allSatisfy({ isDetail($0) || isDetail($1) }),
      var table = HeadedTable(header, rule: rule, rows: heads, of: bytes)
    else { return nil }
    table.cut.hasFlushRows = true
    return table
  }

  /// Whether a line has many words with single blanks between them, most of them of small letters. Names in such a
  /// line have no columns below them, and the search for these takes time.
  private func isSentence(_ line: Range<Int>) -> Bool {
    let words = bytes.words(line)
    guard words.count > 2, bytes.hasSingleBlanks(line) else { return false }
    let small = words.count { bytes[$0.lowerBound].isLowercase }
    return words.count > 7 && small * 2 > words.count
      || small + 1 == words.count && bytes.isCapitalized(words[0])
  }

  /// Whether more than a third of a line's words are values. Such a line is not a header.
  private func isMostlyValues(_ line: Range<Int>) -> Bool {
    let words = bytes.words(line)
    return words.count { bytes.isLiteral($0) } * 3 > words.count
  }

  /// Returns the line at which another table begins: the line of its title or of its header, which has the same
  /// first word, or consists of capitalised words between lines with values.
  ///
  /// ```text
  /// Proto Recv-Q Send-Q Local Address           Foreign Address         State
  /// udp        0      0 0.0.0.0:68              0.0.0.0:*
  /// Active UNIX domain sockets (servers and established)
  /// Proto RefCnt Flags       Type       State         I-Node   Path
  /// ```
  private func otherTable(below header: Int, until end: Int) -> Int? {
    let names = bytes.words(sample.lines[header])
    if let other = ruledTable(below: header, until: end) { return other }
    guard names.count > 2, header + 2 < end else { return nil }
    func hasValues(_ line: Int) -> Bool {
      line < end && bytes.words(sample.lines[line]).contains { bytes.isLiteral($0) }
    }
    let areValues = hasValues(header + 1) && hasValues(header + 2)
    func isHeader(_ number: Int) -> Bool {
      let line = sample.lines[number]
      let words = bytes.words(line)
      guard words.count > 2, !bytes[line].elementsEqual(bytes[sample.lines[header]]),
        !words.contains(where: { bytes.isLiteral($0) })
      else { return false }
      return bytes[words[0]].elementsEqual(bytes[names[0]])
        || areValues && hasValues(number + 1) && words.allSatisfy { bytes.isCapitalsOrCapitalized($0) }
    }
    guard !names.contains(where: { bytes.isLiteral($0) }),
      bytes.isCapitalized(names[0]) || bytes.isCapitals(names[0]),
      let other = ((header + 2)..<end).first(where: isHeader)
    else { return nil }
    let hasTitle = !bytes.words(sample.lines[other - 1]).contains { bytes.isLiteral($0) }
    return hasTitle && other - 1 > header + 1 ? other - 1 : other
  }

  /// Returns the index of the rule with the text of that below or above the header, if it is the only one in the lines
  /// below and rows are above it.
  private func closingRule(in lines: [Range<Int>], of header: Int) -> Int? {
    let isBelow = lines.first.map(bytes.isRule) ?? false
    guard let rule = isBelow ? lines.first : titles(above: header).last(where: bytes.isRule) else {
      return nil
    }
    let rules = lines.indices.dropFirst(isBelow ? 1 : 0).filter {
      bytes[lines[$0]].elementsEqual(bytes[rule])
    }
    return rules.count == 1 && rules[0] > 1 ? rules[0] : nil
  }

  /// Returns the line of names above the next rule with other parts than the rule below `header` has.
  private func ruledTable(below header: Int, until end: Int) -> Int? {
    guard header + 1 < end, bytes.isRule(sample.lines[header + 1]), header + 4 < end else { return nil }
    let parts = bytes.words(sample.lines[header + 1])
    guard parts.count > 1 else { return nil }
    func isHead(_ line: Int) -> Bool {
      let words = bytes.words(sample.lines[line])
      return !words.isEmpty && !words.contains { bytes.isLiteral($0) } && !bytes.isRule(sample.lines[line])
    }
    for rule in header + 4..<end where bytes.isRule(sample.lines[rule]) {
      let words = bytes.words(sample.lines[rule])
      guard words.count > 1, words.map(\.count) != parts.map(\.count), isHead(rule - 1) else { continue }
      // Units are below the names.
      return bytes.words(sample.lines[rule - 1]).count * 2 < words.count && isHead(rule - 2)
        ? rule - 2 : rule - 1
    }
    return nil
  }

  /// Returns the lines directly above a header.
  private func titles(above line: Int) -> ArraySlice<Range<Int>> {
    let start = paragraphs.first { $0.contains(line) }?.lowerBound ?? line
    return sample.lines[max(start, line - Self.mostTitles)..<line]
  }

  /// Returns the line below a header: the next one, or a rule below one or two lines that continue some of its names.
  ///
  /// ```text
  /// IP ADDRESS      MAC ADDRESS     EXPIRE(M) TYPE INTERFACE
  ///                                           VLAN
  /// --------------------------------------------------------
  /// ```
  private func start(below header: Int) -> Int {
    let names = bytes.words(sample.lines[header]).count
    func continues(_ line: Range<Int>) -> Bool {
      guard let first = line.first, bytes[first].isBlank, !bytes.isRule(line) else { return false }
      let words = bytes.words(line)
      return !words.isEmpty && words.count < names && !words.contains { bytes.isLiteral($0) }
    }
    let next = sample.lines[(header + 1)...].prefix(2).prefix(while: continues).count + header + 1
    return next > header + 1 && next < sample.lines.count && bytes.isRule(sample.lines[next])
      ? next : header + 1
  }

  /// Returns the rows below a line, and the rule between them, if there is one.
  private func rows(below line: Int, until end: Int) -> (rule: Range<Int>?, rows: [Range<Int>]) {
    let end = otherTable(below: line, until: end) ?? end
    let start = start(below: line)
    var rows = sample.lines[start..<max(end, start)].filter { !bytes.isBlank($0) }
    var rule: Range<Int>?
    if let first = rows.first, bytes.isRule(first), !bytes.isRule(sample.lines[line]) { rule = first }
    // What is below the second of two equal rules may be a remark.
    if let last = closingRule(in: rows, of: line) { rows.removeSubrange(last...) }
    let head = bytes[sample.lines[line]]
    let isComment = head.first == UInt8(ascii: "#")
    let titles = titles(above: line)
    rows.removeAll { row in
      bytes.isRule(row) || bytes.areKinds(row) || (isComment && bytes[row.lowerBound] == UInt8(ascii: "#"))
        || bytes[row].elementsEqual(head) || titles.contains { bytes[$0].elementsEqual(bytes[row]) }
    }
    // A remark below aligned rows tells nothing about the columns.
    while rows.count > 2, bytes.isRemark(rows[rows.count - 1], below: rows.count - 1),
      !bytes.hasSingleBlanks(rows[rows.count - 2])
    {
      rows.removeLast()
    }
    return (rule, rows)
  }
}
