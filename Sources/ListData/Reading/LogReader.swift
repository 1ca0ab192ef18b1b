/// Finds logs: lines with a time among their first fields, of which the fields up to the message are cells.
///
/// ```text
/// 2013-12-31 17:39:54.767815 [WARNING] reg.c:1533 auth challenge on profile 'internal'
/// Jun  1 10:00:00 web1 sshd[812]: Accepted publickey for ann
/// 192.0.2.10 - - [22/Jan/2019:03:56:14 +0330] "GET / HTTP/1.1" 200 30577
/// ```
///
/// A field is an item of the same kind in nine of ten lines. A time, a number, a text in brackets or quotes, a
/// level and a name with a colon are fields by themselves; a word is one if a wide gap or such a field follows.
/// The first item that is no field begins the message, which is one cell.
struct LogReader: RowFormat {
  private let bytes: TextBytes
  /// The lines that begin a message; indented lines continue one.
  private let lines: [Range<Int>]

  /// The maximum numbers of lines that are examined, and of fields.
  private static let mostLines = 100
  private static let mostFields = 12
  /// The number of fields among which a time is searched.
  private static let mostBeforeTime = 5
  /// The number of items behind a word among which a field is searched.
  private static let mostAhead = 3

  /// Whether blank lines separate the lines into several paragraphs.
  private let areParagraphs: Bool

  init(_ sample: Sample, _ options: ReaderOptions) {
    bytes = sample.bytes
    areParagraphs = sample.lines.split { sample.bytes.isBlank($0) }.count { $0.count > 1 } > 1
    lines = Array(
      sample.lines.lazy.filter { !sample.bytes.isBlank($0) && !sample.bytes[$0.lowerBound].isBlank }
        .prefix(Self.mostLines))
  }

  func candidates() -> [Candidate] {
    guard lines.count > 1, let cut = cut(), cut.fields != [.time] || !areParagraphs else { return [] }
    let shape = TableShape(.aligned, columns: columns(of: cut), body: start(cut).lowerBound, cut: cut)
    // Times and gaps alone are above and in the first columns of `mpstat`, too.
    let fields = cut.count - cut.fields.count { $0 == .padded }
    guard fields > 2 || cut.fields[0] == .item else { return [Candidate(shape, .padded)] }
    return [Candidate(shape, hasText(cut) ? .time : .header)]
  }

  /// Returns the first line that begins like the others; those above it are titles.
  private func start(_ cut: LogCut) -> Range<Int> {
    lines.first { line in
      cut.cells(line, of: bytes).contains { !$0.isEmpty && $0.upperBound < line.upperBound }
    } ?? lines[0]
  }

  /// Whether most lines have a text of several words. Times are in tables, too.
  private func hasText(_ cut: LogCut) -> Bool {
    lines.count { line in
      cut.cells(line, of: bytes).contains {
        bytes.words($0).count > 1 && !bytes.isTime(bytes.trimmed($0))
      }
    } * 2 > lines.count
  }

  private func cut() -> LogCut? {
    var cut = LogCut()
    var places = lines.map(\.lowerBound)
    var (hasTime, hasClock) = (false, false)
    // Whatever stands before a time is a field: `192.0.2.1 - ann [22/Jan/2024:03:56:14 +0330]`.
    let before = itemsBeforeTime()
    var isLoose = false
    while cut.fields.count < Self.mostFields {
      let items = zip(lines, places).map { bytes.logItem(at: $1, before: $0.upperBound) }
      let ended = items.count { $0 == nil }
      if isMost(ended) {
        cut.hasMessage = false
        break
      }
      var next = field(items, isAfterTime: hasTime)
      if next == nil, !hasClock, cut.fields.count < before { (next, isLoose) = (.item, true) }
      guard let field = next else { break }
      hasClock = hasClock || field == .time || isMost(items.count { $0.map { bytes.isTime($0) } ?? false })
      hasTime = hasTime || hasClock || isMost(items.count { $0.map(bytes.isDay) ?? false })
      cut.fields.append(field)
      places = zip(lines, places).map { line, offset in
        field.find(at: offset, before: line.upperBound, in: bytes)?.upperBound ?? line.upperBound
      }
      guard hasTime || cut.fields.count < Self.mostBeforeTime else { return nil }
    }
    // `sshd[812]:` is a name with a number.
    cut.keepsColons = lines.contains { line in
      cut.items(line, of: bytes).contains {
        bytes.isNamed($0) && !bytes.isEnclosed($0) && [0x5D, 0x29].contains(bytes[$0.upperBound - 2])
      }
    }
    // Days begin the rows of tables, too.
    guard cut.count > 1, hasClock || hasTime && cut.hasMessage else { return nil }
    return !isLoose || !cut.fields.contains(.time) || cut.fields.contains(.name)
      || columns(of: cut).contains { $0.role == .level }
      ? cut : nil
  }

  /// Returns the number of items before the last time among the first ones, if it is the same in nine of ten lines;
  /// otherwise 0.
  private func itemsBeforeTime() -> Int {
    var items = zip(lines, lines.map(\.lowerBound)).map { bytes.logItem(at: $1, before: $0.upperBound) }
    let beginWithValue = isMost(count(items) { item, _ in bytes.isLogValue(item) })
    var found = 0
    for number in 0..<Self.mostBeforeTime {
      if isMost(
        count(items) {
          bytes.isTime($0) || beginWithValue && bytes.isDay($0)
            || bytes.logTime(at: $0.lowerBound, before: $1) != nil
        })
      {
        found = number
      }
      items = next(items)
    }
    return found
  }

  /// Returns the item behind each of some.
  private func next(_ items: [Range<Int>?]) -> [Range<Int>?] {
    zip(lines, items).map { line, item in
      item.flatMap { bytes.logItem(at: $0.upperBound, before: line.upperBound) }
    }
  }

  /// Returns the columns, with the roles of those whose role is known.
  private func columns(of cut: LogCut) -> [Column] {
    var columns = Array(repeating: Column(name: nil), count: cut.count)
    let rows = lines.map { cut.items($0, of: bytes).map(bytes.trimmed) }
    func first(_ isAlike: (Range<Int>) -> Bool) -> Int? {
      columns.indices.first { column in rows.count { isAlike($0[column]) } * 2 > rows.count }
    }
    if cut.hasMessage { columns[columns.count - 1].role = .message }
    if let level = first({ bytes.isLevel($0) }) { columns[level].role = .level }
    if let time = first({ !$0.isEmpty && bytes.isTime($0) }) { columns[time].role = .time }
    return columns
  }

  private func isMost(_ count: Int) -> Bool { count * 10 >= lines.count * 9 }

  /// Whether three of four lines are alike, which is enough behind a time: some programs have no number, others do
  /// not say their name.
  private func isMore(_ count: Int) -> Bool { count * 4 >= lines.count * 3 }

  /// Returns the common field of the next items; nil if they begin the message.
  private func field(_ items: [Range<Int>?], isAfterTime: Bool) -> LogCut.Field? {
    func count(_ isAlike: (Range<Int>) -> Bool) -> Int { items.count { $0.map(isAlike) ?? false } }
    if isMost(self.count(items) { bytes.logTime(at: $0.lowerBound, before: $1) != nil }) { return .time }
    if isAfterTime, isMost(count { bytes.isStroke($0) }) { return .stroke }
    let names = self.count(items) { bytes.logName(at: $0.lowerBound, before: $1) != nil }
    let values = count { bytes.isLogValue($0) && !bytes.isNamed($0) }
    // If all colons stand alone, they are the next field.
    if isMost(names + values) || isAfterTime && isMore(names), values > 0 || count(bytes.isNamed) > 0 {
      return names > values ? .name : .item
    }
    guard isAfterTime || isMost(count { bytes.isIdentifier($0) }) else { return nil }
    if isAfterTime {
      let levels = count { bytes.isLevel($0) }
      if levels * 2 > lines.count, isMost(count { bytes.words($0).count == 1 }) { return .item }
      if isMost(self.count(items) { bytes.isGap(behind: $0, before: $1) }) { return .padded }
      if isMost(self.count(items) { bytes.logPhrase(at: $0.lowerBound, before: $1) != nil }),
        !isMost(self.count(next(items)) { item, _ in bytes.isStroke(item) })
      {
        return .phrase
      }
    }
    return isBeforeField(items, isAfterTime: isAfterTime) ? .item : nil
  }

  /// Whether a field follows words: `web1 sshd[812]:`, `root - INFO`, `kernel RAS INFO`. Numbers and texts in
  /// brackets follow words of a message, too, so they count behind identifiers only.
  private func isBeforeField(_ items: [Range<Int>?], isAfterTime: Bool) -> Bool {
    var items = items
    for ahead in 1...Self.mostAhead {
      let areIdentifiers = isMost(items.count { $0.map(bytes.isIdentifier) ?? false })
      items = next(items)
      let names = ahead > 1 ? 0 : count(items) { bytes.logName(at: $0.lowerBound, before: $1) != nil }
      let found = count(items) { item, end in
        bytes.isLevel(item) || bytes.logTime(at: item.lowerBound, before: end) != nil
          || ahead == 1 && (bytes.isStroke(item) || bytes.logName(at: item.lowerBound, before: end) != nil)
          || areIdentifiers && bytes.isLogValue(item)
      }
      if isMost(found) || isAfterTime && isMore(names) { return true }
      guard areIdentifiers || isAfterTime else { return false }
    }
    return false
  }

  /// Returns how many items, each with the end of its line, are alike.
  private func count(_ items: [Range<Int>?], _ isAlike: (Range<Int>, _ end: Int) -> Bool) -> Int {
    zip(lines, items).count { line, item in item.map { isAlike($0, line.upperBound) } ?? false }
  }
}

/// The method that cuts a line of a log.
struct LogCut: RowGrammar {
  enum Field: Sendable {
    /// A time of one or more words.
    case time
    /// A word, or a text in brackets or quotes.
    case item
    /// A word with a colon, or with one behind blanks; elsewhere like an item.
    case name
    /// An item that is a field because a gap follows.
    case padded
    /// Words before a stroke.
    case phrase
    /// A sign that only separates fields.
    case stroke

    /// Returns the field after the blanks at `offset`; nil if there is none.
    fileprivate func find(at offset: Int, before end: Int, in bytes: TextBytes) -> Range<Int>? {
      switch self {
      case .time: bytes.logTime(at: offset, before: end)
      case .name:
        // `last message repeated 2 times` has no name.
        bytes.logName(at: offset, before: end)
          ?? bytes.logItem(at: offset, before: end).flatMap { bytes.isLogValue($0) ? $0 : nil }
      case .phrase: bytes.logPhrase(at: offset, before: end)
      case .item, .padded, .stroke: bytes.logItem(at: offset, before: end)
      }
    }
  }

  var fields: [Field] = []
  /// Whether the rest of the line is a cell.
  var hasMessage = true
  /// Whether the colons behind names are parts of them.
  var keepsColons = false

  var hasMarks: Bool { true }

  func fits(_ line: Range<Int>, of bytes: TextBytes, columns: Int) -> Bool { true }

  /// The number of cells.
  var count: Int { fields.count { $0 != .stroke } + (hasMessage ? 1 : 0) }

  /// Cuts a line. If it does not begin like the others, its text is in the last cell. Brackets and quotes around
  /// another cell are no part of it, nor is a colon behind it.
  func cut(_ line: Range<Int>, of bytes: TextBytes, into cells: inout [Range<Int>]) {
    cells = items(line, of: bytes)
    for number in cells.indices.dropLast(hasMessage ? 1 : 0) {
      cells[number] = bytes.inside(cells[number], withColon: keepsColons)
    }
  }

  /// Returns the cells of a line with the brackets and quotes around them.
  func items(_ line: Range<Int>, of bytes: TextBytes) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    var offset = line.lowerBound
    let isMessage = fields.first == .time && bytes.logTime(at: offset, before: line.upperBound) == nil
    for field in fields {
      let item = isMessage ? nil : field.find(at: offset, before: line.upperBound, in: bytes)
      if field != .stroke { cells.append(item ?? offset..<offset) }
      offset = item?.upperBound ?? offset
    }
    if hasMessage {
      cells.append(offset..<line.upperBound)
    } else if let last = cells.popLast() {
      cells.append(last.lowerBound..<line.upperBound)
    }
    return cells
  }
}

extension TextBytes {
  /// Returns the text in brackets or quotes, or the word after the blanks at `offset`; nil at the end of the
  /// line.
  fileprivate func logItem(at offset: Int, before end: Int) -> Range<Int>? {
    var start = offset
    while start < end, base[start].isSpace { start += 1 }
    guard start < end else { return nil }
    var last = start
    let close: UInt8? =
      switch base[start] {
      case UInt8(ascii: "["): UInt8(ascii: "]")
      case ASCII.quote: ASCII.quote
      default: nil
      }
    if let close, let found = first(close, in: (start + 1)..<end) {
      last = found + 1
      // An escaped quote does not end the text; a quote inside a word does not, either.
      while close == ASCII.quote, last < end, !base[last].isSpace || base[last - 2] == ASCII.backslash,
        let next = first(close, in: last..<end)
      { last = next + 1 }
      if last < end, base[last] == UInt8(ascii: "[") { return start..<last }
    }
    while last < end, !base[last].isSpace { last += 1 }
    return start..<last
  }

  /// Whether an item is enclosed in brackets or quotes.
  fileprivate func isEnclosed(_ item: Range<Int>) -> Bool {
    guard item.count > 1, let first = item.first else { return false }
    let last = base[item.upperBound - 1]
    return (base[first] == UInt8(ascii: "[") && (last == UInt8(ascii: "]") || last == ASCII.colon))
      || (base[first] == ASCII.quote && last == ASCII.quote)
  }

  /// Returns an item without brackets or quotes around it, or else without the colon behind it.
  fileprivate func inside(_ item: Range<Int>, withColon: Bool) -> Range<Int> {
    let text = trimmed(item)
    let end = isNamed(text) ? text.upperBound - 1 : text.upperBound
    if isEnclosed(text.lowerBound..<end), logItem(at: text.lowerBound, before: text.upperBound) == text {
      return text.lowerBound + 1..<end - 1
    }
    return withColon ? item : text.lowerBound..<end
  }

  /// Whether an item is a sign between fields, or stands for none: `-`, `---`, `|`, `:`.
  fileprivate func isStroke(_ item: Range<Int>) -> Bool {
    self[item].allSatisfy { $0 == ASCII.minus || $0 == UInt8(ascii: "|") || $0 == ASCII.colon }
  }

  /// Whether an item is a value, or a word with a number at its end: `sshd[812]`, `reg.c:1533`.
  fileprivate func isNumbered(_ item: Range<Int>) -> Bool {
    if isLiteral(item) { return true }
    var end = item.upperBound
    if end > item.lowerBound, base[end - 1] == UInt8(ascii: "]") { end -= 1 }
    var start = end
    while start > item.lowerBound, base[start - 1].isDigit { start -= 1 }
    return start < end && start > item.lowerBound
      && (base[start - 1] == ASCII.colon || base[start - 1] == UInt8(ascii: "["))
  }

  /// Whether an item is a field whatever follows.
  fileprivate func isLogValue(_ item: Range<Int>) -> Bool {
    isNumbered(item) || isStroke(item) || isEnclosed(item)
  }

  /// Returns the words before a stroke, at most three, behind the blanks at `offset`; nil if there are none.
  fileprivate func logPhrase(at offset: Int, before end: Int) -> Range<Int>? {
    var phrase: Range<Int>?
    var offset = offset
    for _ in 0...3 {
      guard let item = logItem(at: offset, before: end) else { return nil }
      if isStroke(item) { return phrase }
      phrase = (phrase?.lowerBound ?? item.lowerBound)..<item.upperBound
      offset = item.upperBound
    }
    return nil
  }

  /// Whether an item is a name before a colon.
  fileprivate func isNamed(_ item: Range<Int>) -> Bool {
    item.count > 1 && base[item.upperBound - 1] == ASCII.colon
  }

  /// Returns the name with a colon after the blanks at `offset`; nil if there is none.
  fileprivate func logName(at offset: Int, before end: Int) -> Range<Int>? {
    guard let item = logItem(at: offset, before: end) else { return nil }
    if isNamed(item) { return item }
    guard base[item.lowerBound].isLetter, let next = logItem(at: item.upperBound, before: end),
      base[next.upperBound - 1] == ASCII.colon
    else { return nil }
    // `DisplayManager :`, `syslogd 1.4.1:`, `Word[144]:`, `launchd[1] (quicklook[45563]):`
    let text = next.dropLast()
    let isNumber =
      base[next.lowerBound] == UInt8(ascii: "(") || self[text].allSatisfy { $0.isDigit || $0 == ASCII.dot }
      || !isLiteral(text) && isNumbered(text)
    return next.count == 1 || isNumber ? item.lowerBound..<next.upperBound : nil
  }

  /// Whether an item is a name and no word of a language: `node-246`, `unix.hw`, `dn228/dn228`.
  fileprivate func isIdentifier(_ item: Range<Int>) -> Bool {
    guard let first = item.first, base[first].isLetter, let last = item.last,
      base[last].isLetter || base[last].isDigit
    else { return false }
    let signs = self[item].lazy.filter { !$0.isLetter }
    return !signs.isEmpty && signs.allSatisfy { $0.isDigit || "-.:/_@#$".utf8.contains($0) }
  }

  /// Whether several blanks follow an item.
  fileprivate func isGap(behind item: Range<Int>, before end: Int) -> Bool {
    item.upperBound + 2 < end && base[item.upperBound].isSpace && base[item.upperBound + 1].isSpace
  }

  private static let levels: Set<String> = [
    "trace", "debug", "info", "information", "notice", "warn", "warning", "error", "err", "crit", "critical",
    "fatal", "alert", "emerg", "panic", "severe", "log", "fine", "finer", "finest", "config", "verbose", "v",
    "d", "i", "w", "e", "f",
  ]

  func isLevel(_ item: Range<Int>) -> Bool {
    item.count <= 12 && Self.levels.contains(string(item).lowercased().filter(\.isLetter))
  }

  /// Whether an item is a time, or is in brackets and begins with one or with seconds: `[   0.446158]`.
  fileprivate func isTime(_ item: Range<Int>) -> Bool {
    guard let first = item.first else { return false }
    guard base[first] == UInt8(ascii: "["), item.count > 1 else {
      return logTime(at: first, before: item.upperBound) != nil
    }
    let inside = trimmed((first + 1)..<(item.upperBound - 1))
    if logTime(at: inside.lowerBound, before: inside.upperBound) != nil { return true }
    // `[10.30 16:49:06]`
    if let word = words(inside).last, case var cursor = ByteCursor(self[word]),
      CellDate(&cursor)?.time != nil
    {
      return true
    }
    return inside.first.map { base[$0].isDigit } ?? false && self[inside].contains(ASCII.dot)
      && self[inside].allSatisfy { $0.isDigit || $0 == ASCII.dot }
  }

  /// Whether an item is a date with its year, or a number of seconds since 1970.
  fileprivate func isDay(_ item: Range<Int>) -> Bool {
    if item.count == 10, base[item.lowerBound] == UInt8(ascii: "1"), self[item].allSatisfy(\.isDigit) {
      return true
    }
    var cursor = ByteCursor(self[item])
    return CellDate(&cursor)?.year != nil
  }

  /// Returns the time after the blanks at `offset`, with its date and its zone; nil if there is none.
  ///
  /// ```text
  /// 2025-01-24T07:00:30,139      17/06/09 20:10:40      Sat Jun 01 02:17:42 2013      I0102 15:04:05.000000
  /// 03-17 16:13:38.811           081109 203615          2005-06-03-15.42.50.363779
  /// ```
  fileprivate func logTime(at offset: Int, before end: Int) -> Range<Int>? {
    var start = offset
    while start < end, base[start].isBlank { start += 1 }
    let begin = start
    // The clock is not set: `*Mar  1 18:46:11:`.
    if start < end, base[start] == UInt8(ascii: "*") { start += 1 }
    guard start < end, base[start].isDigit || base[start].isUppercase else { return nil }
    let words = words(start..<min(end, start + 48))
    if words.count > 1, let clock = shortTime(words[0], words[1]) { return begin..<clock.upperBound }
    // klog joins the level and the date.
    let isCode =
      words[0].count == 5 && base[start].isUppercase && self[words[0]].dropFirst().allSatisfy(\.isDigit)
    var last: Int?
    for word in words.dropFirst(isCode ? 1 : 0).prefix(8) {
      // `INFO` is not the name of a time zone.
      if last != nil, isLevel(word) { break }
      var cursor = ByteCursor(self[words[isCode ? 1 : 0].lowerBound..<word.upperBound])
      if CellDate(&cursor)?.time != nil { last = word.upperBound } else if last != nil { break }
    }
    return last.map { begin..<$0 }
  }

  /// Returns the second word if both are a date without a year, or one of six digits, and a time.
  private func shortTime(_ date: Range<Int>, _ clock: Range<Int>) -> Range<Int>? {
    guard (5...6).contains(date.count), base[date.lowerBound].isDigit else { return nil }
    let pairs = self[date].split { !$0.isDigit }.flatMap { digits in
      stride(from: digits.startIndex, to: digits.endIndex, by: 2).map {
        digits[$0..<min($0 + 2, digits.endIndex)]
      }
    }
    let numbers = pairs.map { $0.reduce(0) { $0 * 10 + Int($1 - ASCII.zero) } }
    guard pairs.allSatisfy({ $0.count == 2 }), numbers.count == (date.count == 6 ? 3 : 2) else { return nil }
    let (month, day) = (numbers[numbers.count - 2], numbers[numbers.count - 1])
    guard (1...12).contains(min(month, day)), (1...31).contains(max(month, day)) else { return nil }
    if date.count == 6, clock.count == 6, self[clock].allSatisfy(\.isDigit) {
      // `203615`: tens of hours, of minutes, of seconds.
      let digits = self[clock].map { $0 - ASCII.zero }
      return digits[0] < 3 && digits[2] < 6 && digits[4] < 6 ? clock : nil
    }
    var cursor = ByteCursor(self[clock])
    return date.count == 5 && CellDate(&cursor)?.time != nil ? clock : nil
  }
}
