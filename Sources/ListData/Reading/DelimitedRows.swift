/// The rows of a sample, cut by one delimiter, and the evidence for that delimiter.
struct DelimitedRows {
  var delimiter: Delimiter
  /// The most common number of cells in a row.
  private(set) var width = 0
  /// The line with the column names.
  private(set) var header: Range<Int>?
  /// Whether the header is a comment: `#name,city`.
  private(set) var isComment = false
  /// The offset at which the rows begin.
  private(set) var body: Int
  /// Whether the rows form a table with this delimiter.
  private(set) var isTable = false

  private let bytes: TextBytes
  /// The cells of the rows of the sample.
  private var rows: [[Range<Int>]] = []

  /// - Parameter isRagged: Whether rows may have fewer or more cells than the header.
  init(_ sample: Sample, _ delimiter: Delimiter, header: ReaderOptions.Header, isRagged: Bool = false) {
    self.delimiter = delimiter
    bytes = sample.bytes
    body = sample.start
    let comments = skipComments(sample)
    rows = cells(from: body, isWhole: sample.isWhole)
    if haveComments {
      self.delimiter.hasComments = true
      rows = cells(from: body, isWhole: sample.isWhole)
    }
    if isRagged {
      width = rows.first?.count ?? 0
      isTable = isRaggedTable()
    } else {
      width = commonWidth()
      skipTitles()
      isTable = looksLikeTable(isWhole: sample.isWhole)
    }
    switch header {
    case .none: break
    case .line(let number):
      guard sample.lines.indices.contains(number - 1) else { return }
      take(row(at: sample.lines[number - 1], isWhole: sample.isWhole), sample)
    case .auto:
      if let comment = comments.last, isHeader(comment) {
        take(comment, sample)
        isComment = true
      } else if let line = headerLine {
        take(line, sample)
      }
    }
    if width == 0 { width = rows.first?.count ?? 1 }
  }

  /// Whether rows that begin with `#`, except the first, have another number of cells than the others: comments.
  private var haveComments: Bool {
    func isComment(_ row: [Range<Int>]) -> Bool {
      row.first?.first.map { bytes[$0] == UInt8(ascii: "#") } ?? false
    }
    guard let first = rows.first, !isComment(first), first.count > 1 else { return false }
    let comments = rows.filter(isComment)
    return !comments.isEmpty && comments.allSatisfy { $0.count != first.count }
  }

  /// The line with the column names: the first row, or one of the next two, below rows that leave cells empty.
  private var headerLine: Range<Int>? {
    for row in rows.prefix(3) {
      guard let start = row.first?.lowerBound, let end = row.last?.upperBound else { return nil }
      if isHeader(start..<end) { return start..<end }
      guard row.contains(where: { bare($0).isEmpty }),
        !row.contains(where: { bytes.isLiteral(bare($0)) && !isYear(bare($0)) })
      else { return nil }
    }
    return nil
  }

  private func isYear(_ cell: Range<Int>) -> Bool { cell.count == 4 && bytes[cell].allSatisfy(\.isDigit) }

  private mutating func take(_ line: Range<Int>, _ sample: Sample) {
    header = line
    var end = line.upperBound
    while end < bytes.count, bytes[end] != ASCII.newline { end += 1 }
    body = max(body, min(end + 1, bytes.count))
    if body < line.upperBound || header?.lowerBound ?? 0 > body { body = line.upperBound }
  }

  /// Skips comment lines with `#` above the table, which some programs use for the time and the origin of the
  /// table, and a line such as `sep=;` for spreadsheets. Returns the comments.
  private mutating func skipComments(_ sample: Sample) -> [Range<Int>] {
    var comments: [Range<Int>] = []
    for (number, line) in sample.lines.enumerated() {
      if number == 0, line.count == 5, bytes.has("sep=", at: line.lowerBound),
        bytes[line.lowerBound + 4] == delimiter.byte
      {
        body = sample.end(of: number)
        continue
      }
      guard let first = line.first, bytes[first] == UInt8(ascii: "#") else { break }
      comments.append(line)
      body = sample.end(of: number)
    }
    return comments
  }

  private func cells(from start: Int, isWhole: Bool) -> [[Range<Int>]] {
    var shape = TableShape(.csv, columns: [], body: start, cut: delimiter)
    shape.head.start = start
    let table = TextTable(bytes, shape: shape, isComplete: isWhole)
    return (0..<table.rowCount).map { table.cells(of: $0) }
  }

  /// Returns the row that begins with `line`: quotes can contain line ends.
  private func row(at line: Range<Int>, isWhole: Bool) -> Range<Int> {
    var shape = TableShape(.csv, columns: [], body: line.lowerBound, cut: delimiter)
    shape.head.start = line.lowerBound
    let table = TextTable(bytes, shape: shape, isComplete: isWhole)
    guard table.rowCount > 0, case let row = table.line(0), row.lowerBound == line.lowerBound else {
      return line
    }
    return row
  }

  private func commonWidth() -> Int {
    var counts: [Int: Int] = [:]
    for row in rows where row.count > 1 { counts[row.count, default: 0] += 1 }
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
  }

  /// Skips up to five title lines above the first row of the common width.
  private mutating func skipTitles() {
    guard width > 1, let first = rows.firstIndex(where: { $0.count == width }), (1...5).contains(first),
      rows[..<first].allSatisfy({ $0.count * 2 <= width }), let start = rows[first].first
    else { return }
    rows.removeFirst(first)
    body = start.lowerBound
  }

  /// Whether apostrophes are used as quotes: they enclose all cells of a column, apart perhaps from the first
  /// one, and no cell begins with a quote.
  var areQuotedWithApostrophes: Bool {
    guard delimiter.hasQuotes, width > 1, rows.count > 1 else { return false }
    func isEnclosed(_ cell: Range<Int>) -> Bool {
      cell.count > 1 && bytes[cell.lowerBound] == ASCII.apostrophe
        && bytes[cell.upperBound - 1] == ASCII.apostrophe
    }
    var enclosed = 0
    for row in rows.prefix(200) {
      for cell in row.map(bytes.trimmed) where !cell.isEmpty {
        if bytes[cell.lowerBound] == ASCII.quote { return false }
        if isEnclosed(cell) {
          enclosed += 1
        } else if bytes[cell.lowerBound] == ASCII.apostrophe {
          return false
        }
      }
    }
    return enclosed >= 2
      && (0..<width).contains { column in
        rows.prefix(200).allSatisfy { column < $0.count && isEnclosed(bytes.trimmed($0[column])) }
          || rows.prefix(200).dropFirst().allSatisfy { row in
            column < row.count && (isEnclosed(bytes.trimmed(row[column])))
          }
      }
  }

  /// Whether a cell begins with a quote and contains another one that is not doubled, besides one at its end.
  var haveLooseQuotes: Bool {
    rows.contains { row in
      row.contains { cell in
        let cell = bytes.trimmed(cell)
        guard let first = cell.first, bytes[first] == delimiter.sign,
          let close = delimiter.closingQuote(in: first + 1..<cell.upperBound, of: bytes)
        else { return false }
        return close + 1 < cell.upperBound
      }
    }
  }

  /// Whether a row has as many cells as there are columns only if its quotes are ordinary characters.
  var haveOrdinaryQuotes: Bool {
    guard delimiter.hasQuotes else { return false }
    var bare = delimiter
    bare.hasQuotes = false
    return rows.contains { row in
      guard row.count != width, let first = row.first, let last = row.last,
        case let line = first.lowerBound..<last.upperBound, bytes.first(delimiter.sign, in: line) != nil
      else { return false }
      var count = 0
      bare.cut(line, of: bytes) { _ in
        count += 1
        return true
      }
      return count == width
    }
  }

  /// Whether all cells of the row below the header are in brackets, and of no row below it.
  var haveUnits: Bool {
    func areUnits(_ row: [Range<Int>]) -> Bool { row.allSatisfy { bytes.isBracketed(bytes.trimmed($0)) } }
    guard let header, rows.count > 2, rows[0].first?.lowerBound == header.lowerBound else { return false }
    return areUnits(rows[1]) && !rows.dropFirst(2).contains(where: areUnits)
  }

  /// Whether only the line below the rows has one cell, of three and more.
  var haveBareEnd: Bool {
    guard width > 2, let last = rows.lastIndex(where: { $0.count > 1 }) else { return false }
    return last > 1 && last + 2 == rows.count && rows[...last].allSatisfy { $0.count > 1 }
  }

  /// Whether blanks pad all cells of a column to the same width, as `helm` does between its tabs.
  var arePadded: Bool {
    guard rows.count > 1 else { return false }
    return (0..<width).contains { column in
      let cells = rows.compactMap { column < $0.count ? $0[column] : nil }
      guard cells.count == rows.count, let first = cells.first else { return false }
      let width = ScreenLine(first, of: bytes, keepsBlanks: true).width
      var padded = 0
      var lengths: Set<Int> = []
      for cell in cells {
        guard ScreenLine(cell, of: bytes, keepsBlanks: true).width == width else { return false }
        lengths.insert(bytes.trimmed(cell).count)
        if bytes.trimmed(cell).count < cell.count { padded += 1 }
      }
      return padded > 0 && lengths.count > 1 && padded * 4 >= cells.count && width > 1
    }
  }

  /// Whether nine of ten rows, or three of four below a header, have the same number of cells, and they do
  /// not look like text in which the delimiter is punctuation.
  private func looksLikeTable(isWhole: Bool) -> Bool {
    guard width > 1, let first = rows.first else { return false }
    let equal = rows.count { $0.count == width }
    let isHeaded = first.last.map { isHeader(first[0].lowerBound..<$0.upperBound) } ?? false
    let rowCount = rows.count - (haveBareEnd ? 1 : 0)
    guard equal * 10 >= rowCount * 9 || (isHeaded && equal * 4 >= rowCount * 3) else { return false }
    if delimiter.sign == ASCII.apostrophe, !areQuotedWithApostrophes { return false }
    switch delimiter.byte {
    case ASCII.tab:
      return !isAlignment()
        && (!delimiter.isCollapsed || equal == rows.count && rows.count > 1)
    case UInt8(ascii: ":"): return rows.count > 1 && isColonTable()
    case ASCII.space: return rows.count > 1 && areQuotedWords()
    case UInt8(ascii: "^"), UInt8(ascii: "`"): return isHeaded && equal == rows.count && rows.count > 1
    default:
      if areDecimalSigns() { return false }
      guard rows.count > 1 else { return isHeaded && (width > 2 || !isWhole) && !isPunctuation() }
      return isHeaded || !(isPunctuation() || areSentences())
    }
  }

  /// Whether the first line contains column names, a column has values that are not names, and most rows are
  /// split:
  ///
  /// ```text
  /// id,name,city
  /// 1,ann
  /// 2,bob,Bonn,extra
  /// ```
  private func isRaggedTable() -> Bool {
    guard width > 1, rows.count > 2, let first = rows.first, !isPunctuation() else { return false }
    let heads = first.map(bare)
    guard heads.allSatisfy({ !$0.isEmpty && bytes.isName($0) }),
      rows.count(where: { $0.count > 1 }) * 2 > rows.count,
      isHeader(first[0].lowerBound..<first[width - 1].upperBound)
    else { return false }
    return heads.indices.contains { column in
      let values = rows.dropFirst().compactMap { column < $0.count ? bare($0[column]) : nil }
        .filter { !$0.isEmpty }
      return values.count > 1 && !bytes.isLiteral(heads[column])
        && values.count { bytes.isLiteral($0) } * 5 >= values.count * 4
    }
  }

  /// Whether in most rows a blank follows every delimiter, and no column contains only values.
  private func isPunctuation() -> Bool {
    guard !delimiter.isSpaced else { return rows.count < 2 }
    // Text has no three bars in every line.
    if delimiter.byte == UInt8(ascii: "|"), width > 3, rows.allSatisfy({ $0.count == width }) { return false }
    let spaced = rows.count { row in
      row.dropFirst().allSatisfy { cell in cell.first.map { bytes[$0] == ASCII.space } ?? false }
    }
    guard spaced * 2 > rows.count else { return false }
    return !(0..<width).contains { column in
      rows.allSatisfy { column < $0.count && bytes.isLiteral(bytes.trimmed($0[column])) }
    }
  }

  /// Whether all commas are inside numbers such as `1,20`, and other signs or several blanks separate them.
  private func areDecimalSigns() -> Bool {
    guard delimiter.byte == ASCII.comma else { return false }
    var others = 0
    for row in rows where row.count > 1 {
      for (cell, next) in zip(row, row.dropFirst()) {
        guard let last = cell.last, let first = next.first, bytes[last].isDigit, bytes[first].isDigit else {
          return false
        }
      }
      let line = row[0].lowerBound..<row[row.count - 1].upperBound
      let isParted = zip(line, line.dropFirst()).contains { one, other in
        bytes[one] == UInt8(ascii: ";") || (bytes[one].isBlank && bytes[other].isBlank)
      }
      if isParted { others += 1 }
    }
    return others * 2 > rows.count
  }

  /// Whether most first cells have more than five words: such a line contains a comma by chance.
  private func areSentences() -> Bool {
    rows.count { row in row.first.map { bytes.words($0).count > 5 } ?? false } * 2 > rows.count
  }

  /// Whether tabs, or tabs and blanks, only align values: a column is empty in every row, or most rows have
  /// consecutive blanks inside a cell, as in `/proc/swaps`.
  private func isAlignment() -> Bool {
    if (0..<width).contains(where: { column in rows.allSatisfy { column >= $0.count || $0[column].isEmpty } })
    {
      return true
    }
    // Words before a tab can be columns as well: `100644 1f25f4068c 0<tab>README.md`.
    let values = rows.count { row in
      let words = row.first.map(bytes.words) ?? []
      return words.count > 1 && words.allSatisfy { bytes.isLiteral($0) || bytes.isHash($0) }
    }
    if rows.count > 1, values == rows.count { return true }
    let blanks = rows.count { row in
      row.contains { cell in
        let cell = bytes.trimmed(cell)
        return zip(cell, cell.dropFirst()).contains { bytes[$0] == ASCII.space && bytes[$1] == ASCII.space }
      }
    }
    return blanks * 2 > rows.count
  }

  /// Whether single blanks separate cells, some of which are in quotes and contain blanks.
  private func areQuotedWords() -> Bool {
    rows.allSatisfy { row in row.allSatisfy { !$0.isEmpty } }
      && rows.contains { row in
        row.contains { cell in bare(cell).count < cell.count && bytes[cell].contains(ASCII.space) }
      }
  }

  /// Whether colons separate cells: each row has the same number of cells, at least four, none of them begins
  /// or ends with a blank, and the first is a name: `root:x:0:0:root:/root:/bin/bash`, but not `12:30:45` or
  /// `02:fc:00:00:00:05`.
  private func isColonTable() -> Bool {
    width >= 4
      && rows.allSatisfy { row in
        row.count == width && row[0].count > 1 && bytes.isName(row[0]) && !bytes[row[0]].contains(ASCII.space)
          && row.allSatisfy {
            $0.isEmpty || !(bytes[$0.lowerBound].isBlank || bytes[$0.upperBound - 1].isBlank)
          }
      } && !rows.allSatisfy { $0.allSatisfy { $0.count <= 4 } }
  }

  /// Whether `line` names the columns: one head per column, most of them different, unlike the values below.
  private func isHeader(_ line: Range<Int>) -> Bool {
    var start = line.lowerBound
    while start < line.upperBound,
      bytes[start] == UInt8(ascii: "#") || (bytes[start] == ASCII.space && start > line.lowerBound)
    { start += 1 }
    var heads: [Range<Int>] = []
    delimiter.cut(start..<line.upperBound, of: bytes) { cell in
      heads.append(bare(cell))
      return true
    }
    // A name too many or too few is a slip; the rows know better how many columns there are.
    guard abs(heads.count - width) < 2, width > 1 else { return false }
    if areYears(heads) { return true }
    let below = rows.drop { $0.first.map { $0.lowerBound <= line.lowerBound } ?? true }.prefix(200).map {
      $0.map(bare)
    }
    let evidence = HeaderEvidence(heads, above: below, of: bytes)
    var (hasOdd, isRepeated) = (false, false)
    for (column, head) in heads.enumerated() {
      let values = below.compactMap { column < $0.count ? $0[column] : nil }
      if !head.isEmpty, values.contains(where: { bytes[$0].elementsEqual(bytes[head]) }) { isRepeated = true }
      if values.count(where: { !$0.isEmpty && !isPlainWord($0) }) * 5 >= values.count * 4 { hasOdd = true }
    }
    let empty = heads.count { $0.isEmpty }
    let distinct = Set(heads.map { bytes.string($0) }).count
    guard evidence.oddNames == 0, evidence.opposition == 0, empty * 2 < width, distinct * 2 > width else {
      return false
    }
    // A value may equal its head if another column contains numbers.
    if evidence.support > 0 { return !isRepeated || evidence.literals > 0 }
    guard !isRepeated, heads.count == width else { return false }
    // Programs that write commas name their columns; programs that write tabs often do not.
    guard delimiter.byte == ASCII.tab || delimiter.byte == UInt8(ascii: ":") else { return distinct == width }
    return hasOdd && heads.allSatisfy(isPlainWord)
  }

  /// Whether the heads after the first are consecutive years: `city,2020,2021,2022`.
  private func areYears(_ heads: [Range<Int>]) -> Bool {
    let years = heads.dropFirst().map { head in
      isYear(head) ? Int(bytes.string(head)) : nil
    }
    guard years.count > 1, !bytes.isLiteral(heads[0]), let first = years[0], (1500...2200).contains(first),
      let step = years[1].map({ $0 - first }), abs(step) == 1
    else { return false }
    return years.enumerated().allSatisfy { $1 == first + $0 * step }
  }

  private func isPlainWord(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy { $0.isLetter || $0 == UInt8(ascii: "_") }
  }

  private func bare(_ cell: Range<Int>) -> Range<Int> {
    let cell = bytes.trimmed(cell)
    guard delimiter.hasQuotes, cell.count >= 2, bytes[cell.lowerBound] == delimiter.sign,
      bytes[cell.upperBound - 1] == delimiter.sign
    else { return cell }
    return (cell.lowerBound + 1)..<(cell.upperBound - 1)
  }
}
