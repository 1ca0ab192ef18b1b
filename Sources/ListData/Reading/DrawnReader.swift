/// Finds tables drawn with rules and vertical lines, as in psql, mysql, sqlite3, DuckDB, Rich and Markdown.
///
/// ```text
///  id | name       +----+------+      | id | name |      ┏━━━━┳━━━━━━┓
/// ----+------      | id | name |      |----|------|      ┃ id ┃ name ┃
///   1 | ann        +----+------+      | 1  | ann  |      ┡━━━━╇━━━━━━┩
///                  |  1 | ann  |                         │ 1  │ ann  │
/// ```
struct DrawnReader: RowFormat {
  private let sample: Sample
  private let bytes: TextBytes

  init(_ sample: Sample, _ options: ReaderOptions) {
    self.sample = sample
    bytes = sample.bytes
  }

  func candidates() -> [Candidate] { shape().map { [Candidate($0, .rules)] } ?? [] }

  /// The positions of the crossings in a rule.
  private struct Rule: Equatable {
    var crossings: [Int]
    var leading: Int
    var trailing: Int
    var width: Int
  }

  /// Returns the first drawn table in the sample; nil if there is none.
  private func shape() -> TableShape? {
    var number = 0
    while number < sample.lines.count {
      if let shape = namedBorder(number) { return shape }
      guard isDrawn(sample.lines[number]) else {
        number += 1
        continue
      }
      var end = number + 1
      while end < sample.lines.count, isDrawn(sample.lines[end]) { end += 1 }
      if let shape = shape(number..<end) { return shape }
      number = end
    }
    return nil
  }

  /// Returns the table below a border with names, as ClickHouse draws it; nil for other lines.
  ///
  /// ```text
  /// ┌─name───┬─rows─┐
  /// │ events │   12 │
  /// └────────┴──────┘
  /// ```
  private func namedBorder(_ number: Int) -> TableShape? {
    let line = bytes.trimmed(sample.lines[number])
    guard number + 1 < sample.lines.count, line.count > 6, bytes.boxSign(at: line.lowerBound) == .crossing,
      bytes.boxSign(at: line.upperBound - 3) == .crossing, bytes.hasText(line)
    else { return nil }
    let screen = ScreenLine(line, of: bytes)
    let crossings = (1..<screen.width - 1).filter { bytes.boxSign(at: screen.offset($0)) == .crossing }
    let names = zip([0] + crossings, crossings + [screen.width - 1]).map { one, other in
      let columns = (one + 1..<other).drop { bytes.boxSign(at: screen.offset($0)) == .horizontal }
      let end = columns.first { bytes.boxSign(at: screen.offset($0)) == .horizontal } ?? other
      return bytes.string(
        bytes.trimmed(screen.range((columns.first ?? other)..<max(end, columns.first ?? other))))
    }
    var end = number + 1
    while end < sample.lines.count, isDrawn(sample.lines[end]) { end += 1 }
    let indentation = ScreenLine(sample.lines[number], of: bytes).width - screen.width
    let cut = DrawnCut(
      crossings: crossings.map { $0 + indentation }, width: screen.width + indentation, leading: 1,
      trailing: 1,
      isASCII: false)
    guard !crossings.isEmpty, names.allSatisfy({ !$0.isEmpty }),
      (number + 1..<end).contains(where: { isRow(sample.lines[$0], cut) }), isTable(cut, number + 1..<end)
    else { return nil }
    return TableShape(
      .drawn, columns: names.map { Column(name: $0) }, headerLine: sample.firstNumber + number + 1,
      body: sample.end(of: number), cut: cut)
  }

  /// Whether a line is a rule or has a vertical line.
  private func isDrawn(_ line: Range<Int>) -> Bool {
    bytes.isRule(line) || !bytes.verticals(line, areASCII: true).isEmpty
      || !bytes.verticals(line, areASCII: false).isEmpty
  }

  private func shape(_ block: Range<Int>) -> TableShape? {
    let rules = block.compactMap { line in self.rule(sample.lines[line]).map { (line: line, rule: $0) } }
    guard let first = mainRule(rules) ?? plainRule(block) else { return withoutRules(block) }
    let rule: Rule = first.rule
    let isASCII = !hasUnicode(block)
    var cut = DrawnCut(
      crossings: rule.crossings, width: rule.width, leading: rule.leading, trailing: rule.trailing,
      isASCII: isASCII)
    // The header is directly above or below the rule.
    let above = first.line - 1
    let isBelowHeader =
      above >= block.lowerBound && !bytes.isRule(sample.lines[above]) && hasCells(sample.lines[above], cut)
    let header = isBelowHeader ? above : first.line + 1
    guard header < block.upperBound, !bytes.isRule(sample.lines[header]) else { return nil }
    let width = cut.crossings.count + 1
    guard width > 1 || cut.leading > 0 else { return nil }
    let body =
      isBelowHeader ? first.line : (header..<block.upperBound).first { bytes.isRule(sample.lines[$0]) }
    guard let body, isTable(cut, header..<block.upperBound) else { return nil }
    cut.continuation = self.continuation(
      cut, (isBelowHeader ? body : header - 1)..<block.upperBound, body: body)
    // Several lines between the first two rules are rows, not a header, if no rows follow.
    let rows = (body + 1)..<block.upperBound
    guard
      isBelowHeader && !bytes.isRule(sample.lines[max(header - 1, 0)])
        || !areValues(cut, header..<(isBelowHeader ? header + 1 : body), rows),
      isBelowHeader || body - header == 1 || rows.contains(where: { isRow(sample.lines[$0], cut) })
    else {
      return TableShape(
        .drawn, unnamed: width, body: sample.lines[header].lowerBound, cut: cut)
    }
    let names = self.names(cut, header..<(isBelowHeader ? header + 1 : body))
    guard names.count(where: { zip($0, $0.dropFirst()).contains { $0 == " " && $1 == " " } }) * 3 <= width
    else { return nil }
    var shape = TableShape(
      .drawn, columns: names.map { Column(name: $0) }, headerLine: sample.firstNumber + header + 1,
      body: sample.end(of: body), cut: cut)
    shape.headerCount = isBelowHeader ? 1 : body - header
    return shape
  }

  /// Whether the lines between the first two rules are values like those below, and no names.
  private func areValues(_ cut: DrawnCut, _ head: Range<Int>, _ rows: Range<Int>) -> Bool {
    let values = rows.filter { isRow(sample.lines[$0], cut) }.prefix(200).map { line in
      cells(cut, sample.lines[line]).map(bytes.trimmed)
    }
    let heads = head.prefix(1).flatMap { cells(cut, sample.lines[$0]).map(bytes.trimmed) }
    let evidence = HeaderEvidence(heads, above: values, of: bytes)
    return evidence.opposition > evidence.support
  }

  /// Returns the first of the most frequent rules with inner crossings; another rule only if there are none.
  ///
  /// Rules around a title have fewer crossings than those of the table below it.
  private func mainRule(_ rules: [(line: Int, rule: Rule)]) -> (line: Int, rule: Rule)? {
    var best: (line: Int, rule: Rule, count: Int)?
    var seen: Set<[Int]> = []
    for (line, rule) in rules where seen.insert(rule.crossings).inserted {
      let count = rules.count { $0.rule.crossings == rule.crossings }
      let isBetter =
        best.map { rule.crossings.count > 0 && ($0.rule.crossings.isEmpty || count > $0.count) } ?? true
      if isBetter { best = (line, rule, count) }
    }
    return best.map { ($0.line, $0.rule) }
  }

  /// Returns the first rule without crossings, with those of the vertical lines in the line above it.
  private func plainRule(_ block: Range<Int>) -> (line: Int, rule: Rule)? {
    block.dropFirst().first { bytes.isRule(sample.lines[$0]) }.flatMap { line in
      let head = ScreenLine(sample.lines[line - 1], of: bytes)
      let crossings = (0..<head.width).filter { bytes[head.offset($0)] == UInt8(ascii: "|") }
      guard let first = crossings.first, first > (head.words().first?.lowerBound ?? first) else { return nil }
      return (line, Rule(crossings: crossings, leading: 0, trailing: 0, width: head.width))
    }
  }

  /// Returns the crossings of a rule; nil if the line is not a rule or has no crossings.
  private func rule(_ line: Range<Int>) -> Rule? {
    guard bytes.isRule(line) else { return nil }
    let screen = ScreenLine(line, of: bytes)
    guard let first = (0..<screen.width).first(where: { !screen.isBlank($0) }) else { return nil }
    var crossings = (first..<screen.width).filter { isCrossing(screen.offset($0)) }
    guard !crossings.isEmpty else { return nil }
    var (leading, trailing) = (0, 0)
    while let edge = crossings.first, edge == first + leading, leading < 2 {
      crossings.removeFirst()
      leading += 1
    }
    while let edge = crossings.last, edge == screen.width - 1 - trailing, trailing < 2 {
      crossings.removeLast()
      trailing += 1
    }
    // Adjacent characters are not crossings: `+++-======`.
    guard zip(crossings, crossings.dropFirst()).allSatisfy({ $1 - $0 > 1 }) else { return nil }
    guard leading > 0 || !crossings.isEmpty else { return nil }
    return Rule(crossings: crossings, leading: leading, trailing: trailing, width: screen.width)
  }

  private func isCrossing(_ offset: Int) -> Bool {
    switch bytes[offset] {
    case UInt8(ascii: "+"), UInt8(ascii: "|"): return true
    case 0xE2: return bytes.boxSign(at: offset).map { $0 != .horizontal } ?? false
    default: return false
    }
  }

  private func hasUnicode(_ block: Range<Int>) -> Bool {
    block.contains { line in
      let trimmed = bytes.trimmed(sample.lines[line])
      return bytes.isRule(trimmed) && trimmed.contains { bytes.boxSign(at: $0) != nil }
    } && block.contains { !bytes.verticals(sample.lines[$0], areASCII: false).isEmpty }
  }

  /// Whether a line above the rule has as many cells as the rule indicates.
  private func hasCells(_ line: Range<Int>, _ cut: DrawnCut) -> Bool {
    guard cut.crossings.isEmpty else { return cells(cut, line).count == cut.crossings.count + 1 }
    let found = bytes.verticals(bytes.trimmed(line), areASCII: cut.isASCII)
    return cut.leading > 0 && found.count == cut.leading + cut.trailing
  }

  private func cells(_ cut: DrawnCut, _ line: Range<Int>) -> [Range<Int>] {
    cut.cells(ofLine: line, of: bytes)
  }

  private func isRow(_ line: Range<Int>, _ cut: DrawnCut) -> Bool {
    !bytes.isRule(line) && cut.isRow(line, of: bytes)
  }

  /// Whether at least 90 % of the rows have as many cells as the header; pictures of several tables do not.
  private func isTable(_ cut: DrawnCut, _ lines: Range<Int>) -> Bool {
    var rows = 0
    var equal = 0
    for line in lines where isRow(sample.lines[line], cut) {
      rows += 1
      if cells(cut, sample.lines[line]).count == cut.crossings.count + 1 { equal += 1 }
    }
    return equal * 10 >= rows * 9
  }

  /// Returns the names of the columns. The lines of a cell form one name; a line with the kinds of the
  /// columns, as DuckDB and polars write below the names, does not count.
  private func names(_ cut: DrawnCut, _ lines: Range<Int>) -> [String] {
    let width = cut.crossings.count + 1
    var names = Array(repeating: "", count: width)
    for line in lines {
      let cells = cells(cut, sample.lines[line]).map(bytes.trimmed)
      if line > lines.lowerBound, areKinds(cells) { continue }
      for (column, cell) in cells.enumerated() where column < width && !cell.isEmpty {
        names[column] += (names[column].isEmpty ? "" : " ") + bytes.string(cell)
      }
    }
    return names
  }

  private func areKinds(_ cells: [Range<Int>]) -> Bool {
    cells.allSatisfy { cell in
      !cell.isEmpty
        && (bytes[cell].allSatisfy { $0 == ASCII.minus }
          || (bytes[cell.lowerBound].isLowercase
            && bytes[cell].allSatisfy { byte in
              byte.isLowercase || byte.isDigit
                || [0x28, 0x29, 0x2C, 0x5B, 0x5D, 0x5F, 0x3C, 0x3E, 0x20, 0xCE, 0xBC]
                  .contains(byte)
            }))
    }
  }

  /// Returns the way in which lines of the sample continue the row above them.
  ///
  /// - Parameter lines: The rule above the rows, and the lines below it.
  private func continuation(_ cut: DrawnCut, _ lines: Range<Int>, body: Int) -> DrawnCut.Continuation {
    let rows = lines.filter { $0 > body && isRow(sample.lines[$0], cut) }
    let pairs = zip(rows, rows.dropFirst()).filter { $1 == $0 + 1 }
    var marked = cut
    marked.continuation = .marks
    let marks = pairs.filter { marked.goesOn(sample.lines[$0.0], of: bytes) }
    if !marks.isEmpty, marks.allSatisfy({ goesOnBelow($0.0, $0.1, marked) }) { return .marks }
    // Rules separate all groups of lines, and no line below another line of its group is full.
    let inner = (body + 1..<(rows.last ?? body + 1)).count { bytes.isRule(sample.lines[$0]) }
    if inner > 0, inner >= (rows.count - pairs.count) - 1,
      pairs.allSatisfy({ !isFull($0.1, cut) })
    {
      return .rules
    }
    return pairs.contains { cut.isWrapped(sample.lines[$0.0], sample.lines[$0.1], of: bytes) }
      ? .wraps : .none
  }

  /// Whether the next line has text only in its last cell and below cells that end with a mark.
  private func goesOnBelow(_ line: Int, _ next: Int, _ cut: DrawnCut) -> Bool {
    let (above, below) = (cells(cut, sample.lines[line]), cells(cut, sample.lines[next]))
    return above.count == below.count
      && zip(above, below).allSatisfy { one, other in
        bytes.isBlank(other) || !one.isEmpty && !bytes[one.upperBound - 1].isBlank
          || other.upperBound >= sample.lines[next].upperBound
      }
  }

  private func isFull(_ line: Int, _ cut: DrawnCut) -> Bool {
    cells(cut, sample.lines[line]).allSatisfy { !bytes.isBlank($0) }
  }

  /// Returns the table of lines that all start and end with a vertical line, without a rule that shows columns.
  /// Jira writes `||` between names.
  private func withoutRules(_ all: Range<Int>) -> TableShape? {
    guard let first = all.first(where: { !bytes.isRule(sample.lines[$0]) }) else { return nil }
    let block = first..<all.upperBound
    let isHeaded = block.count > 1 && bytes.isRule(sample.lines[first + 1])
    let lines = block.filter { !bytes.isRule(sample.lines[$0]) }.map { bytes.trimmed(sample.lines[$0]) }
    let isASCII = lines.allSatisfy { bytes[$0.lowerBound] == UInt8(ascii: "|") }
    guard lines.count > 1,
      lines.allSatisfy({ line in
        let found = bytes.verticals(line, areASCII: isASCII)
        return found.count > 2 && found[0].lowerBound == line.lowerBound
          && found[found.count - 1].upperBound == line.upperBound
      })
    else { return nil }
    let isDoubled =
      isASCII && bytes.has("||", at: lines[0].lowerBound) && !bytes.has("||", at: lines[1].lowerBound)
    // Two vertical lines separate the names; the first of them counts.
    var strokes = bytes.verticals(lines[0], areASCII: isASCII)
    if isDoubled {
      strokes = zip(strokes, strokes.dropFirst()).filter { $0.upperBound == $1.lowerBound }.map(\.0)
    }
    let screen = ScreenLine(sample.lines[block.lowerBound], of: bytes)
    var cut = DrawnCut(
      crossings: isDoubled
        ? []
        : strokes.dropFirst().dropLast().map { stroke in
          (0..<screen.width).first { screen.offset($0) == stroke.lowerBound } ?? 0
        }, width: screen.width, leading: 1, trailing: 1, isASCII: isASCII)
    if isDoubled {
      let second = ScreenLine(lines[1], of: bytes)
      cut.crossings = bytes.verticals(lines[1], areASCII: true).dropFirst().dropLast().map { stroke in
        (0..<second.width).first { second.offset($0) == stroke.lowerBound } ?? 0
      }
      guard strokes.count == cut.crossings.count + 2 else { return nil }
    }
    // Without a rule that shows columns, such a table is a picture.
    cut.skipsEmptyRows = true
    guard isTable(cut, (block.lowerBound + 1)..<block.upperBound) else { return nil }
    let heads = zip(strokes, strokes.dropFirst()).map { one, other in
      bytes.trimmed((isDoubled ? one.upperBound + 1 : one.upperBound)..<other.lowerBound)
    }
    let rows = lines.dropFirst().prefix(200).map { cells(cut, $0).map(bytes.trimmed) }
    let evidence = HeaderEvidence(heads, above: rows, of: bytes)
    guard isDoubled || isHeaded || evidence.isUnopposed else {
      return TableShape(
        .drawn, unnamed: heads.count, body: sample.lines[block.lowerBound].lowerBound, cut: cut)
    }
    return TableShape(
      .drawn, columns: heads.map { Column(name: bytes.string($0)) },
      headerLine: sample.firstNumber + block.lowerBound + 1, body: sample.end(of: block.lowerBound),
      cut: cut)
  }
}
