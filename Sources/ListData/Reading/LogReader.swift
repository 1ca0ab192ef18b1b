/// Finds logs: lines with a time among their first fields, of which the fields up to the message are cells.
///
/// ```text
/// 2013-12-31 17:39:54.767815 [WARNING] reg.c:1533 auth challenge on profile 'internal'
/// Jun  1 10:00:00 web1 sshd[812]: Accepted publickey for ann
/// 192.0.2.10 - - [22/Jan/2019:03:56:14 +0330] "GET / HTTP/1.1" 200 30577
/// ```
///
/// A field is the same kind of item in nine of ten lines: a time, a level, a text in brackets or quotes, a
/// number, a name with a colon. The first item that is only a word begins the message, which is one cell.
struct LogReader: RowFormat {
  private let bytes: TextBytes
  /// The lines that begin a message; indented lines continue one.
  private let lines: [Range<Int>]

  /// The maximum numbers of lines that are examined, and of fields.
  private static let mostLines = 100
  private static let mostFields = 12
  /// The number of fields among which a time is searched.
  private static let mostBeforeTime = 4

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
    let shape = TableShape(.aligned, columns: columns(of: cut), body: lines[0].lowerBound, cut: .log(cut))
    // Times alone are above and in the first column of `mpstat`, too.
    return [Candidate(shape, cut.count > 2 || cut.fields[0] == .item ? .time : .padded)]
  }

  private func cut() -> LogCut? {
    var cut = LogCut()
    var places = lines.map(\.lowerBound)
    var (hasTime, isLoose) = (false, false)
    while cut.fields.count < Self.mostFields {
      let items = zip(lines, places).map { bytes.logItem(at: $1, before: $0.upperBound) }
      let ended = items.count { $0 == nil }
      if isMost(ended) {
        cut.hasMessage = false
        break
      }
      var next = field(items, isAfterTime: hasTime)
      // `192.0.2.1 - ann [22/Jan/2024:03:56:14 +0330]`: words are fields between a value and a time in brackets.
      if next == nil, !hasTime, !cut.fields.isEmpty { (next, isLoose) = (.item, true) }
      guard let field = next, field != .time || !isLoose else { break }
      if field == .time || isMost(items.count { $0.map { bytes.isTime($0) } ?? false }) { hasTime = true }
      cut.fields.append(field)
      places = zip(lines, places).map { line, place in
        field.find(at: place, before: line.upperBound, in: bytes)?.upperBound ?? line.upperBound
      }
      guard hasTime || cut.fields.count < Self.mostBeforeTime else { return nil }
    }
    return hasTime && cut.count > 1 ? cut : nil
  }

  /// Returns the columns, with the roles of those whose role is known.
  private func columns(of cut: LogCut) -> [Column] {
    var columns = Array(repeating: Column(name: nil), count: cut.count)
    let rows = lines.map { line in
      var cells: [Range<Int>] = []
      cut.cut(line, of: bytes, into: &cells)
      return cells.map(bytes.trimmed)
    }
    func first(_ isAlike: (Range<Int>) -> Bool) -> Int? {
      columns.indices.first { column in rows.count { isAlike($0[column]) } * 2 > rows.count }
    }
    if cut.hasMessage { columns[columns.count - 1].role = .message }
    if let level = first({ bytes.isLevel($0) }) { columns[level].role = .level }
    if let time = first({ !$0.isEmpty && bytes.isTime($0) }) { columns[time].role = .time }
    return columns
  }

  private func isMost(_ count: Int) -> Bool { count * 10 >= lines.count * 9 }

  /// Returns the common field of the next items; nil if they begin the message.
  private func field(_ items: [Range<Int>?], isAfterTime: Bool) -> LogCut.Field? {
    func count(_ isAlike: (Range<Int>) -> Bool) -> Int { items.count { $0.map(isAlike) ?? false } }
    func next(_ item: Range<Int>) -> Range<Int>? {
      let end = lines.first { $0.upperBound >= item.upperBound }?.upperBound ?? item.upperBound
      return bytes.logItem(at: item.upperBound, before: end)
    }
    let times = zip(lines, items).count { line, item in
      item.map { bytes.logTime(at: $0.lowerBound, before: line.upperBound) != nil } ?? false
    }
    if isMost(times) { return .time }
    if isAfterTime, isMost(count { bytes.isStroke($0) }) { return .stroke }
    let isClosed = isMost(count { bytes.isNumbered($0) || bytes.isStroke($0) || bytes.isEnclosed($0) })
    if isClosed || isMost(count { bytes.isNamed($0) }) { return .item }
    guard isAfterTime else { return nil }
    let levels = count { bytes.isLevel($0) }
    if levels * 2 > lines.count, isMost(count { bytes.words($0).count == 1 }) { return .item }
    // `web1 sshd[812]:`, `root - INFO`, `Version  : text`
    let isBeforeField = isMost(
      count { item in
        next(item).map { bytes.isNamed($0) || bytes.isStroke($0) || bytes.isLevel($0) } ?? false
      })
    return isBeforeField ? .item : nil
  }
}

/// The method that cuts a line of a log.
struct LogCut: Sendable, Equatable {
  enum Field: Sendable {
    /// A time of one or more words.
    case time
    /// A word, or a text in brackets or quotes.
    case item
    /// A sign that only separates fields.
    case stroke

    /// Returns the field after the blanks at `place`; nil if there is none.
    fileprivate func find(at place: Int, before end: Int, in bytes: TextBytes) -> Range<Int>? {
      self == .time ? bytes.logTime(at: place, before: end) : bytes.logItem(at: place, before: end)
    }
  }

  var fields: [Field] = []
  /// Whether the rest of the line is a cell.
  var hasMessage = true

  /// The number of cells.
  var count: Int { fields.count { $0 != .stroke } + (hasMessage ? 1 : 0) }

  /// Cuts a line. If it does not begin like the others, its text is in the last cell.
  func cut(_ line: Range<Int>, of bytes: TextBytes, into cells: inout [Range<Int>]) {
    var place = line.lowerBound
    let isMessage = fields.first == .time && bytes.logTime(at: place, before: line.upperBound) == nil
    for field in fields {
      let item = isMessage ? nil : field.find(at: place, before: line.upperBound, in: bytes)
      if field != .stroke { cells.append(item ?? place..<place) }
      place = item?.upperBound ?? place
    }
    if hasMessage {
      cells.append(place..<line.upperBound)
    } else if let last = cells.popLast() {
      cells.append(last.lowerBound..<line.upperBound)
    }
  }
}

extension TextBytes {
  /// Returns the text in brackets or quotes, or the word after the blanks at `place`; nil at the end of the line.
  fileprivate func logItem(at place: Int, before end: Int) -> Range<Int>? {
    var start = place
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

  /// Whether an item is a name before a colon.
  fileprivate func isNamed(_ item: Range<Int>) -> Bool {
    item.count > 1 && base[item.upperBound - 1] == ASCII.colon
  }

  private static let levels: Set<String> = [
    "trace", "debug", "info", "information", "notice", "warn", "warning", "error", "err", "crit", "critical",
    "fatal", "alert", "emerg", "panic", "severe", "log", "fine", "finer", "finest", "config", "verbose", "v",
    "d", "i", "w", "e", "f",
  ]

  fileprivate func isLevel(_ item: Range<Int>) -> Bool {
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
    return inside.first.map { base[$0].isDigit } ?? false && self[inside].contains(ASCII.dot)
      && self[inside].allSatisfy { $0.isDigit || $0 == ASCII.dot }
  }

  /// Returns the time after the blanks at `place`, with its date and its zone; nil if there is none.
  ///
  /// ```text
  /// 2025-01-24T07:00:30,139      17/06/09 20:10:40      Sat Jun 01 02:17:42 2013      I0102 15:04:05.000000
  /// ```
  fileprivate func logTime(at place: Int, before end: Int) -> Range<Int>? {
    var start = place
    while start < end, base[start].isBlank { start += 1 }
    guard start < end, base[start].isDigit || base[start].isUppercase else { return nil }
    let words = words(start..<min(end, start + 48))
    // klog joins the level and the date.
    let isCode =
      words[0].count == 5 && base[start].isUppercase && self[words[0]].dropFirst().allSatisfy(\.isDigit)
    var last: Int?
    for word in words.dropFirst(isCode ? 1 : 0).prefix(6) {
      // `INFO` is not the name of a time zone.
      if last != nil, isLevel(word) { break }
      var cursor = ByteCursor(self[words[isCode ? 1 : 0].lowerBound..<word.upperBound])
      if CellDate(&cursor)?.time != nil { last = word.upperBound } else if last != nil { break }
    }
    return last.map { start..<$0 }
  }
}
