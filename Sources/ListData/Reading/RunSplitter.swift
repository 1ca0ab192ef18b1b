/// Finds where a stream prints its list again; each part is a run.
///
/// ```text
///  ESC[2J ESC[H      the screen is cleared          docker stats
///  ^L                a page ends                    tables with form feeds between them
///  PID USER …        the header recurs, and         top -b, iostat 1, free -s 1, psql \watch
///                    the keys below it repeat
/// ```
///
/// A page begins only where a line begins: the sequences in a line, such as in the name of a file, are data.
///
/// A header that recurs above different rows, as on every screen of `vmstat 1`, does not begin a run: the
/// list only grows.
package struct RunSplitter: Sendable {
  /// What begins a run.
  package enum Start: String, Sendable, CaseIterable {
    /// A page or a header, whichever is detected.
    case auto
    /// The header.
    case head
    /// A form feed, or a sequence that clears the screen or moves the cursor to its first line.
    case page
    /// Nothing: the stream is one run.
    case off
  }

  private let start: Start
  private var pages: PageBreaks
  private var heads: RepeatedHeads

  /// - Parameter options: Facts about the text that are known in advance.
  package init(_ start: Start, options: ReaderOptions = ReaderOptions()) {
    self.start = start
    pages = PageBreaks(isForced: start == .page)
    heads = RepeatedHeads(isForced: start == .head, options)
  }

  /// Whether the stream is known to be a series of runs.
  package var isSeries: Bool { pages.isSeries || heads.isSeries }

  /// Finds the runs that begin in the new bytes.
  ///
  /// - Parameters:
  ///   - bytes: The stream without the forgotten bytes.
  ///   - isComplete: Whether no bytes follow.
  /// - Returns: The offsets where runs after the first one begin, in order. They may lie in earlier bytes: a
  ///   header proves to begin a run only when rows below it have arrived.
  /// - Complexity: O(*n*) in the number of new bytes.
  package mutating func begins(in bytes: TextBytes, isComplete: Bool) -> [Int] {
    switch start {
    case .off: return []
    case .page: return pages.begins(in: bytes, isComplete: isComplete)
    case .head: return heads.begins(in: bytes, isComplete: isComplete)
    case .auto:
      if !heads.isSeries {
        let begins = pages.begins(in: bytes, isComplete: isComplete)
        if pages.isSeries { return begins }
      }
      return heads.begins(in: bytes, isComplete: isComplete)
    }
  }

  /// Returns the text of a run, without cursor sequences and form feeds if these separate the runs.
  package func text(of run: TextBytes) -> TextBytes { pages.isSeries ? run.withoutCursorControls : run }

  /// Returns the whole text of an input that has ended, without cursor sequences and form feeds if its
  /// beginning shows that these separate pages.
  ///
  /// - Complexity: O(*n*) for a text of pages; otherwise the first 64 KiB are examined.
  package static func whole(_ text: TextBytes) -> TextBytes {
    var pages = PageBreaks(isForced: false)
    _ = pages.begins(in: text.prefix(sample), isComplete: true)
    return pages.isSeries ? text.withoutCursorControls : text
  }

  /// The number of bytes at the start of a text that show whether it consists of pages.
  private static let sample = 64 << 10

  /// Adjusts offsets after the first `count` bytes were removed from the stream.
  package mutating func forget(first count: Int) {
    pages.forget(first: count)
    heads.forget(first: count)
  }
}

/// Finds form feeds and sequences that clear the screen.
private struct PageBreaks: Sendable {
  private let isForced: Bool
  private(set) var isSeries = false
  /// The offset up to which the bytes were searched.
  private var searched = 0
  /// The offset at which the current page begins.
  private var start = 0
  /// Whether the page contains more than blanks and control sequences.
  private var hasText = false
  /// Whether the current line does.
  private var lineHasText = false

  init(isForced: Bool) { self.isForced = isForced }

  mutating func forget(first count: Int) {
    searched = max(0, searched - count)
    start = max(0, start - count)
  }

  mutating func begins(in bytes: TextBytes, isComplete: Bool) -> [Int] {
    var begins: [Int] = []
    while let offset = bytes.first(ASCII.formFeed, or: ASCII.escape, in: searched..<bytes.count) {
      noteText(searched..<offset, of: bytes)
      searched = offset
      guard let control = CursorControl(at: offset, of: bytes, isComplete: isComplete) else { return begins }
      var beginsPage = control.beginsPage && !lineHasText
      if beginsPage, control.isFormFeed, !isForced, hasText {
        guard let isSame = hasSameFirstLine(offset, of: bytes, isComplete: isComplete) else { return begins }
        beginsPage = isSame
      }
      searched = control.end
      guard beginsPage else { continue }
      if hasText { begins.append(offset) }
      isSeries = isSeries || hasText || !control.isFormFeed
      (start, hasText) = (offset, false)
    }
    noteText(searched..<bytes.count, of: bytes)
    searched = bytes.count
    return begins
  }

  private mutating func noteText(_ range: Range<Int>, of bytes: TextBytes) {
    if !hasText { hasText = !bytes.isBlank(range) }
    if let newline = range.last(where: { bytes[$0] == ASCII.newline }) {
      lineHasText = !bytes.isBlank(newline..<range.upperBound)
    } else if !lineHasText {
      lineHasText = !bytes.isBlank(range)
    }
  }

  /// Whether the page after a form feed begins with the same line as the page before. The form feeds in prose
  /// and source code do not separate runs. Nil if the line has not arrived.
  private func hasSameFirstLine(_ offset: Int, of bytes: TextBytes, isComplete: Bool) -> Bool? {
    func firstLine(from start: Int, isComplete: Bool) -> Range<Int>? {
      var start = start
      while start < bytes.count, bytes[start].isSpace || bytes[start] == ASCII.formFeed { start += 1 }
      return bytes.lineEnd(from: start, isComplete: isComplete).map { start..<$0.end }
    }
    guard let next = firstLine(from: offset + 1, isComplete: isComplete),
      let first = firstLine(from: start, isComplete: true)
    else { return isComplete ? false : nil }
    return bytes.headWords(first) == bytes.headWords(next)
  }
}

/// A control sequence or a form feed.
private struct CursorControl {
  let end: Int
  /// Whether the text after it is on a cleared screen, on the first line of the screen, or on a new page.
  var beginsPage = false
  var isFormFeed = false
  /// Whether it colours text.
  var isColor = false

  /// The maximum length of a sequence.
  private static let longest = 64

  /// Creates the control sequence at `offset`; returns nil if its end has not arrived.
  init?(at offset: Int, of bytes: TextBytes, isComplete: Bool) {
    guard bytes[offset] == ASCII.escape else {
      (end, beginsPage, isFormFeed) = (offset + 1, true, true)
      return
    }
    guard offset + 1 < bytes.count else {
      guard isComplete else { return nil }
      end = offset + 1
      return
    }
    guard bytes[offset + 1] == UInt8(ascii: "[") else {
      beginsPage = bytes[offset + 1] == UInt8(ascii: "c")
      end = beginsPage ? offset + 2 : offset + 1
      return
    }
    var last = offset + 2
    let limit = min(bytes.count, offset + Self.longest)
    while last < limit, (0x20..<0x40).contains(bytes[last]) { last += 1 }
    guard last < limit else {
      guard isComplete || limit < bytes.count else { return nil }
      end = offset + 1
      return
    }
    end = last + 1
    switch bytes[last] {
    case UInt8(ascii: "m"): isColor = true
    case UInt8(ascii: "H"), UInt8(ascii: "f"):
      beginsPage =
        bytes[offset + 2..<last].allSatisfy {
          $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "1") || $0 == ASCII.zero
        } && last - offset < 6
    case UInt8(ascii: "J"):
      beginsPage = last == offset + 3 && [UInt8(ascii: "2"), UInt8(ascii: "3")].contains(bytes[offset + 2])
    default: break
    }
  }
}

extension TextBytes {
  /// The text without the form feeds and control sequences at the beginnings and ends of lines, other than
  /// colours. Those between words are data.
  fileprivate var withoutCursorControls: TextBytes {
    guard first(ASCII.escape, or: ASCII.formFeed, in: 0..<count) != nil else { return self }
    var text: [UInt8] = []
    text.reserveCapacity(count)
    var offset = 0
    var isAtLineBegin = true
    while let found = first(ASCII.escape, or: ASCII.formFeed, in: offset..<count) {
      text += self[offset..<found]
      if let newline = (offset..<found).last(where: { self[$0] == ASCII.newline }) {
        isAtLineBegin = isBlank(newline..<found)
      } else {
        isAtLineBegin = isAtLineBegin && isBlank(offset..<found)
      }
      offset = found + 1
      guard let control = CursorControl(at: found, of: self, isComplete: true) else { continue }
      offset = control.end
      // Keep colours, and escapes that do not begin a sequence.
      let isSequence = control.isFormFeed || control.beginsPage || control.end > found + 1
      if control.isColor || !isSequence || !isAtLineBegin && (control.beginsPage || !isLineEnd(offset)) {
        text += self[found..<offset]
      }
    }
    text += self[offset..<count]
    return TextBytes(text)
  }

  /// Whether only control sequences and blanks follow in the line.
  private func isLineEnd(_ offset: Int) -> Bool {
    var offset = offset
    while offset < count, self[offset] != ASCII.newline {
      if self[offset] == ASCII.escape, let control = CursorControl(at: offset, of: self, isComplete: true) {
        offset = control.end
      } else if self[offset].isSpace {
        offset += 1
      } else {
        return false
      }
    }
    return true
  }
}

/// Finds headers that recur.
private struct RepeatedHeads: Sendable {
  private let isForced: Bool
  private let options: ReaderOptions
  private(set) var isSeries = false
  /// Whether the search has ended, because the list only grows.
  private var isOver: Bool
  /// The lines that may be headers.
  private var heads: [RepeatedHead] = []
  /// The offset at which the next line begins.
  private var position = 0
  private var lineCount = 0

  /// The maximum number of possible headers, and the number of lines at the start that can contain them.
  private static let mostHeads = 8
  private static let mostLines = 64
  /// The number of bytes after which the search ends if no run has begun.
  private static let longestRun = 2 << 20

  init(isForced: Bool, _ options: ReaderOptions) {
    self.isForced = isForced
    self.options = options
    // Plain lines have no header.
    isOver = options.format == .lines && [.auto, .none].contains(options.header)
  }

  mutating func forget(first count: Int) {
    position -= count
    for index in heads.indices { heads[index].forget(first: count) }
  }

  mutating func begins(in bytes: TextBytes, isComplete: Bool) -> [Int] {
    var begins: [Int] = []
    while !isOver, position < bytes.count,
      let (end, next) = bytes.lineEnd(from: position, isComplete: isComplete)
    {
      let line = position..<end
      position = next
      lineCount += 1
      let text = bytes.trimmed(line)
      if let index = heads.firstIndex(where: { $0.isHeader(text, of: bytes) }) {
        begins += take(line, index, of: bytes)
      } else if !isSeries, lineCount <= Self.mostLines, heads.count < Self.mostHeads,
        let head = RepeatedHead(line, of: bytes)
      {
        heads.append(head)
      }
      // Without any possible header the search ends after the first lines.
      isOver = !isSeries && (heads.isEmpty ? lineCount > Self.mostLines : position > Self.longestRun)
    }
    guard !isSeries, !isOver else { return begins }
    for index in heads.indices where begins.isEmpty {
      begins = heads[index].decided(
        until: position, of: bytes, options, isWhole: isComplete, isForced: isForced)
      if !begins.isEmpty { settle(on: index) }
    }
    heads.removeAll(where: \.isRefuted)
    return begins
  }

  /// Handles a header that recurs.
  private mutating func take(_ line: Range<Int>, _ index: Int, of bytes: TextBytes) -> [Int] {
    if isSeries { return [heads[index].note(line, of: bytes)] }
    var begins = heads[index].decided(
      until: heads[index].begin(of: line, in: bytes), of: bytes, options, isWhole: true, isForced: isForced)
    let begin = heads[index].note(line, of: bytes)
    guard !begins.isEmpty else { return [] }
    begins.append(begin)
    settle(on: index)
    return begins
  }

  private mutating func settle(on index: Int) {
    isSeries = true
    heads = [heads[index]]
  }
}

/// A line that may be a header, its occurrences, and whether rows below them repeat.
private struct RepeatedHead: Sendable {
  /// A position of the header.
  private struct Occurrence: Sendable {
    /// The start of the run: of the first line above the header that belongs to it.
    var begin: Int
    var header: Range<Int>
  }

  /// The words of the header; nil for times and other values, which differ each time.
  private let words: [[UInt8]?]
  /// The lines above the first occurrence, the nearest first.
  private let above: [[UInt8]]
  /// The most recent occurrences.
  private var occurrences: [Occurrence]
  /// The keys of the rows below the second to last header.
  private var keys: RowSet?
  /// The number of headers that were followed by different rows than the header before.
  private var refutations = 0

  var isRefuted: Bool { refutations >= Self.mostRefutations }

  private static let mostRefutations = 8
  /// The maximum number of title lines above a header.
  private static let mostTitles = 24
  private static let mostOccurrences = 16
  /// The number of bytes below a header that are searched for repeated rows.
  private static let sample = 16 << 10

  /// Creates a head from its first occurrence; returns nil if the line does not look like a header: names,
  /// and perhaps a time.
  init?(_ line: Range<Int>, of bytes: TextBytes) {
    guard line.count < 4096, let words = bytes.namesOfHead(bytes.trimmed(line)) else { return nil }
    self.words = words
    above = bytes.lines(above: line.lowerBound, atMost: Self.mostTitles, downTo: 0).map { Array(bytes[$0]) }
    occurrences = [Occurrence(begin: 0, header: line)]
  }

  mutating func forget(first count: Int) {
    occurrences = occurrences.compactMap { one in
      guard one.begin >= count else { return nil }
      return Occurrence(
        begin: one.begin - count, header: one.header.lowerBound - count..<one.header.upperBound - count)
    }
  }

  /// Notes another occurrence of the header.
  ///
  /// - Returns: The offset where its run begins.
  mutating func note(_ line: Range<Int>, of bytes: TextBytes) -> Int {
    let begin = begin(of: line, in: bytes)
    occurrences.append(Occurrence(begin: begin, header: line))
    // Only the last two are compared; once one begins a run, all do.
    if occurrences.count > Self.mostOccurrences { occurrences.removeFirst() }
    return begin
  }

  /// Returns the start of the run of a header: of the lines above it that are like those above the first one.
  func begin(of header: Range<Int>, in bytes: TextBytes) -> Int {
    let floor = occurrences.last.map { $0.header.upperBound } ?? 0
    var begin = header.lowerBound
    let lines = bytes.lines(above: begin, atMost: above.count, downTo: floor)
    for (line, first) in zip(lines, above) {
      guard first.withUnsafeBufferPointer({ bytes.isAlike(line, $0) }) else { break }
      if !bytes.isBlank(line) { begin = line.lowerBound }
    }
    return begin
  }

  /// Whether a line, without surrounding blanks, has the words of the header.
  func isHeader(_ line: Range<Int>, of bytes: TextBytes) -> Bool {
    // The last word rules out most lines, so that they need not be split into words.
    if let last = words.last, let last {
      guard line.count >= last.count,
        bytes[(line.upperBound - last.count)..<line.upperBound].elementsEqual(last)
      else { return false }
    }
    guard line.count < 4096 else { return false }
    let found = bytes.headWords(line)
    return found.count == words.count && zip(found, words).allSatisfy { $0 == $1 }
  }

  // MARK: Rows

  /// The keys of the rows of a run, and the columns that hold them in other runs.
  private struct RowSet: Sendable {
    private let shape: TableShape
    /// The columns of the key; several candidates if the table has no key.
    private let columns: [[Int]]
    private let keys: [Set<[UInt8]>]
    let count: Int

    /// Creates the set for a run; returns nil if its key contains only quantities.
    init?(_ bytes: TextBytes, _ shape: TableShape) {
      self.shape = shape
      let table = TextTable(bytes, shape: shape)
      count = table.rowCount
      func names(_ column: Int) -> Bool {
        table.columns[column].kind == .text || table.columns[column].identifies
      }
      switch KeyGuess(of: table).key {
      case .columns(let columns): self.columns = columns.contains(where: names) ? [columns] : []
      case .path(let column): columns = [[column]]
      // `CPU` of `mpstat` is not an obvious key, but it identifies the rows.
      case .line, .position:
        columns =
          count < 2
          ? []
          : table.columns.indices.filter(names).map { [$0] }.filter { column in
            Set(Self.keys(of: table, column)).count == table.rowCount
          }
      }
      keys = columns.map { Set(Self.keys(of: table, $0)) }
      if columns.isEmpty { return nil }
    }

    private static func keys(of table: TextTable, _ columns: [Int]) -> [[UInt8]] {
      var keys = JoinedKey(.columns(columns), of: table)
      return (0..<table.rowCount).map { keys.bytes(of: $0, in: table) }
    }

    /// Returns the number of rows in another run, and of those also in this one; nil for a different table.
    func compare(_ bytes: TextBytes) -> (rows: Int, repeated: Int)? {
      guard let shape = shape.fitted(to: bytes) else { return nil }
      let table = TextTable(bytes, shape: shape)
      let repeated = zip(columns, keys).map { columns, keys in
        Self.keys(of: table, columns).count(where: keys.contains)
      }
      return (table.rowCount, repeated.max() ?? 0)
    }
  }

  /// Compares the rows below the last header with those below the previous one.
  ///
  /// - Parameters:
  ///   - isWhole: Whether all rows below the last header have arrived.
  ///   - isForced: Whether every header of a table begins a run.
  /// - Returns: The offsets where runs begin, if the last header begins one.
  mutating func decided(
    until end: Int, of bytes: TextBytes, _ options: ReaderOptions, isWhole: Bool, isForced: Bool
  ) -> [Int] {
    guard occurrences.count > 1, !isRefuted else { return [] }
    let (former, last) = (occurrences[occurrences.count - 2], occurrences[occurrences.count - 1])
    let begins = occurrences.map(\.begin).filter { $0 > 0 }
    if isForced {
      if shape(of: bytes.part(former.begin..<last.begin), options) != nil { return begins }
      refutations = Self.mostRefutations
      return []
    }
    guard end > last.header.upperBound, hasSameTitles(former, last, bytes) else {
      if isWhole { refute() }
      return []
    }
    if keys == nil {
      let run = bytes.part(former.begin..<last.begin)
      guard let shape = shape(of: run, options) else {
        // The line is not a header.
        refutations = Self.mostRefutations
        return []
      }
      keys = RowSet(run, shape)
      guard keys != nil else {
        refute()
        return []
      }
    }
    let part = bytes.part(last.begin..<min(end, last.header.upperBound + Self.sample))
    guard let keys, let (rows, repeated) = keys.compare(part) else { return [] }
    let isEnough = isWhole || rows >= min(3, keys.count)
    if isEnough, rows > 0, repeated * 2 >= rows { return begins }
    if isWhole { refute() }
    return []
  }

  /// Returns the shape of the table below this header in a run; nil if the line is not a header there.
  private func shape(of run: TextBytes, _ options: ReaderOptions) -> TableShape? {
    TableReader.shapes(of: run, options: options).first { shape in
      guard let number = shape.headerLine, let line = run.line(number: number) else { return false }
      return run.headWords(run.trimmed(line)) == words
    }
  }

  private mutating func refute() {
    refutations += 1
    keys = nil
  }

  /// Whether the lines above two headers have the same words, apart from values such as times: `Chain INPUT`
  /// and `Chain FORWARD` are two tables.
  private func hasSameTitles(_ one: Occurrence, _ other: Occurrence, _ bytes: TextBytes) -> Bool {
    let first = bytes.lines(above: one.header.lowerBound, atMost: above.count, downTo: one.begin)
    let second = bytes.lines(above: other.header.lowerBound, atMost: above.count, downTo: other.begin)
    return zip(first, second).allSatisfy { bytes.headWords($0) == bytes.headWords($1) }
  }
}

extension TextBytes {
  /// Returns the words of a line that may be a header; nil if it does not look like one.
  fileprivate func namesOfHead(_ line: Range<Int>) -> [[UInt8]?]? {
    let words = headWords(line)
    let names = words.compactMap(\.self)
    guard names.count * 2 > words.count, words.count > 1 || first(ASCII.comma, in: line) != nil,
      names.allSatisfy({ name in
        name[0].isLetter || name[0] >= 0x80 || [ASCII.percent, 0x23, 0x3C, 0x5F].contains(name[0])
      })
    else { return nil }
    return words
  }

  fileprivate func line(number: Int) -> Range<Int>? {
    var start = 0
    for _ in 1..<max(number, 1) {
      guard let (_, next) = lineEnd(from: start, isComplete: false) else { return nil }
      start = next
    }
    return lineEnd(from: start, isComplete: true).map { start..<$0.end }
  }

  /// Returns the lines that end before `offset`, the nearest first.
  fileprivate func lines(above offset: Int, atMost count: Int, downTo floor: Int) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var end = offset
    while lines.count < count, end > floor, self[end - 1] == ASCII.newline {
      var start = end - 1
      while start > floor, self[start - 1] != ASCII.newline { start -= 1 }
      guard start == 0 || self[start - 1] == ASCII.newline else { break }
      lines.append(start..<end - 1)
      end = start
    }
    return lines
  }

  /// Whether two lines correspond in two runs: both blank, both a rule, with the same first word, or with
  /// values in the same places.
  fileprivate func isAlike(_ line: Range<Int>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
    let first = TextBytes(Array(other))
    let whole = 0..<first.count
    guard isBlank(line) == first.isBlank(whole) else { return false }
    if isBlank(line) { return true }
    if isRule(line), first.isRule(whole) { return true }
    let (one, two) = (headWords(line), first.headWords(whole))
    if let word = one.first, let word, two.first == word { return true }
    return one.count == two.count && zip(one, two).allSatisfy { ($0 == nil) == ($1 == nil) }
  }
}
