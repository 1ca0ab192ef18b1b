/// Finds where a stream prints its list anew, so that each part is a run of its own.
///
/// ```text
///  ESC[2J ESC[H      the screen is cleared          docker stats
///  ^L                a page ends                    tables with form feeds between them
///  PID USER …        the header comes again, and    top -b, iostat 1, free -s 1, psql \watch
///                    keys below it repeat
/// ```
///
/// A header that comes again above rows of their own, as every screenful of `vmstat 1` has one, makes no new run: the list
/// only grows.
public struct RunSplitter: Sendable {
  /// What begins a run.
  public enum Mark: String, Sendable, CaseIterable {
    /// What seems to: the two below.
    case auto
    /// The header.
    case head
    /// A form feed, or a sequence that clears the screen or moves the cursor to its first line.
    case page
    /// Nothing: the stream is one run.
    case off
  }

  private let mark: Mark
  private var pages: PageBreaks
  private var heads: RepeatedHeads

  /// - Parameter options: what is known of the text beforehand.
  public init(_ mark: Mark, options: ReaderOptions = ReaderOptions()) {
    self.mark = mark
    pages = PageBreaks(isForced: mark == .page)
    heads = RepeatedHeads(isForced: mark == .head, options)
  }

  /// Whether the stream is known to be a series of runs.
  public var isSeries: Bool { pages.isSeries || heads.isSeries }

  /// Finds the runs that begin in the bytes that are new.
  ///
  /// - Parameters:
  ///   - bytes: all of the stream that was not forgotten.
  ///   - isComplete: whether nothing follows.
  /// - Returns: where runs begin behind the first one, in order. A begin may lie in bytes that were there before: a header is
  ///   known to begin a run once rows stand below it.
  /// - Complexity: O(*n*) in the number of new bytes.
  public mutating func begins(in bytes: TextBytes, isComplete: Bool) -> [Int] {
    switch mark {
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

  /// The text of a run: without what clears the screen and moves the cursor, where that parts the runs.
  public func text(of run: TextBytes) -> TextBytes { pages.isSeries ? run.withoutCursorControls : run }

  /// The first `count` bytes are no longer in the stream.
  public mutating func forget(first count: Int) {
    pages.forget(first: count)
    heads.forget(first: count)
  }
}

/// Finds form feeds and sequences that clear the screen.
private struct PageBreaks: Sendable {
  private let isForced: Bool
  private(set) var isSeries = false
  /// Up to where the bytes were searched.
  private var searched = 0
  /// Where the page begins that is open.
  private var start = 0
  /// Whether it has more than blanks and control sequences.
  private var hasText = false

  init(isForced: Bool) { self.isForced = isForced }

  mutating func forget(first count: Int) {
    searched = max(0, searched - count)
    start = max(0, start - count)
  }

  mutating func begins(in bytes: TextBytes, isComplete: Bool) -> [Int] {
    var begins: [Int] = []
    while let place = bytes.first(ASCII.formFeed, or: ASCII.escape, in: searched..<bytes.count) {
      noteText(searched..<place, of: bytes)
      searched = place
      guard let control = CursorControl(at: place, of: bytes, isComplete: isComplete) else { return begins }
      var beginsPage = control.beginsPage
      if control.isFormFeed, !isForced, hasText {
        guard let isSame = hasSameFirstLine(place, of: bytes, isComplete: isComplete) else { return begins }
        beginsPage = isSame
      }
      searched = control.end
      guard beginsPage else { continue }
      if hasText { begins.append(place) }
      isSeries = isSeries || hasText || !control.isFormFeed
      (start, hasText) = (place, false)
    }
    noteText(searched..<bytes.count, of: bytes)
    searched = bytes.count
    return begins
  }

  private mutating func noteText(_ range: Range<Int>, of bytes: TextBytes) {
    if !hasText { hasText = !bytes.isBlank(range) }
  }

  /// Whether the page behind a form feed begins as the one before does: those of prose and sources part no runs. Nil if that is
  /// not there yet.
  private func hasSameFirstLine(_ place: Int, of bytes: TextBytes, isComplete: Bool) -> Bool? {
    func firstLine(from start: Int, isComplete: Bool) -> Range<Int>? {
      var start = start
      while start < bytes.count, bytes[start].isSpace || bytes[start] == ASCII.formFeed { start += 1 }
      return bytes.lineEnd(from: start, isComplete: isComplete).map { start..<$0.end }
    }
    guard let next = firstLine(from: place + 1, isComplete: isComplete),
      let first = firstLine(from: start, isComplete: true)
    else { return isComplete ? false : nil }
    return bytes.headWords(first) == bytes.headWords(next)
  }
}

/// A control sequence, or a form feed.
private struct CursorControl {
  let end: Int
  /// Whether what follows stands on a cleared screen, on its first line, or on a new page.
  var beginsPage = false
  var isFormFeed = false
  /// Whether it colours text.
  var isColor = false

  /// Longer ones are none.
  private static let longest = 64

  /// The one at `place`; nil if its end has not arrived.
  init?(at place: Int, of bytes: TextBytes, isComplete: Bool) {
    guard bytes[place] == ASCII.escape else {
      (end, beginsPage, isFormFeed) = (place + 1, true, true)
      return
    }
    guard place + 1 < bytes.count else {
      guard isComplete else { return nil }
      end = place + 1
      return
    }
    guard bytes[place + 1] == UInt8(ascii: "[") else {
      beginsPage = bytes[place + 1] == UInt8(ascii: "c")
      end = beginsPage ? place + 2 : place + 1
      return
    }
    var last = place + 2
    let limit = min(bytes.count, place + Self.longest)
    while last < limit, (0x20..<0x40).contains(bytes[last]) { last += 1 }
    guard last < limit else {
      guard isComplete || limit < bytes.count else { return nil }
      end = place + 1
      return
    }
    end = last + 1
    switch bytes[last] {
    case UInt8(ascii: "m"): isColor = true
    case UInt8(ascii: "H"), UInt8(ascii: "f"):
      beginsPage =
        bytes[place + 2..<last].allSatisfy {
          $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "1") || $0 == ASCII.zero
        } && last - place < 6
    case UInt8(ascii: "J"):
      beginsPage = last == place + 3 && [UInt8(ascii: "2"), UInt8(ascii: "3")].contains(bytes[place + 2])
    default: break
    }
  }
}

extension TextBytes {
  /// The same without form feeds and control sequences other than colours.
  fileprivate var withoutCursorControls: TextBytes {
    guard first(ASCII.escape, or: ASCII.formFeed, in: 0..<count) != nil else { return self }
    var text: [UInt8] = []
    text.reserveCapacity(count)
    var place = 0
    while let found = first(ASCII.escape, or: ASCII.formFeed, in: place..<count) {
      text += self[place..<found]
      place = found + 1
      guard let control = CursorControl(at: found, of: self, isComplete: true) else { continue }
      // A colour, and an escape that begins no sequence, stay.
      let isSequence = control.isFormFeed || control.beginsPage || control.end > found + 1
      if control.isColor || !isSequence { text += self[found..<control.end] }
      place = control.end
    }
    text += self[place..<count]
    return TextBytes(text)
  }
}

/// Finds headers that come again.
private struct RepeatedHeads: Sendable {
  private let isForced: Bool
  private let options: ReaderOptions
  private(set) var isSeries = false
  /// Whether nothing more is looked for: the list only grows.
  private var isOver = false
  /// From how many bytes headers were found; from few bytes they may be wrong.
  private var looked = 0
  /// The headers of the tables that the stream begins with.
  private var heads: [RepeatedHead] = []

  /// So many tables of a run are watched.
  private static let mostHeads = 4
  /// No run is expected to be longer.
  private static let longestRun = 16 << 20

  init(isForced: Bool, _ options: ReaderOptions) {
    self.isForced = isForced
    self.options = options
  }

  mutating func forget(first count: Int) {
    for index in heads.indices { heads[index].forget(first: count) }
  }

  mutating func begins(in bytes: TextBytes, isComplete: Bool) -> [Int] {
    guard !isOver else { return [] }
    if !isSeries {
      look(at: bytes, isComplete: isComplete)
      if heads.isEmpty, looked > Sample.mostBytes { isOver = true }
    }
    for index in heads.indices {
      let begins = heads[index].begins(
        in: bytes, options, isComplete: isComplete, isKnown: isSeries || isForced)
      guard isSeries || !begins.isEmpty else { continue }
      isSeries = true
      heads = [heads[index]]
      return begins
    }
    if bytes.count > Self.longestRun || !heads.isEmpty && heads.allSatisfy(\.isRefuted) { isOver = true }
    return []
  }

  /// Finds the headers, again while little is known.
  private mutating func look(at bytes: TextBytes, isComplete: Bool) {
    guard looked <= Sample.mostBytes, bytes.count >= 2 * looked || isComplete else { return }
    guard let end = bytes.lastLineEnd else { return }
    looked = bytes.count
    let lines = bytes.prefix(end)
    var found: [RepeatedHead] = []
    // One run alone is read more surely than several.
    let run = lines.firstRepeatedLine.map { TableReader.shapes(of: lines.prefix($0), options: options) } ?? []
    for shape in run + TableReader.shapes(of: lines, options: options) where found.count < Self.mostHeads {
      guard let head = RepeatedHead(of: shape, in: lines), !found.contains(where: { $0.isSame(as: head) })
      else { continue }
      found.append(head)
    }
    let isNew = found.count != heads.count || !zip(found, heads).allSatisfy { $0.isSame(as: $1) }
    if isNew { heads = found }
  }
}

/// A header, where it stands, and whether rows below it repeat.
private struct RepeatedHead: Sendable {
  /// Where it stands.
  private struct Occurrence: Sendable {
    /// Where the run begins: the first of the lines above the header that belong to it.
    var begin: Int
    var header: Range<Int>
  }

  /// The words of the header; nil for times and other values, each time others.
  private let words: [[UInt8]?]
  /// The lines above the first one, the nearest first.
  private var above: [[UInt8]] = []
  /// The last ones.
  private var occurrences: [Occurrence] = []
  /// How many headers there were.
  private var headerCount = 0
  /// Where the next line begins.
  private var position = 0
  /// The keys of the rows below the last header but one.
  private var keys: RowSet?
  /// How many headers were followed by other rows than stood below the one before.
  private var refutations = 0

  var isRefuted: Bool { refutations >= 8 }

  /// So many lines may stand above a header.
  private static let mostTitles = 24
  private static let mostOccurrences = 16
  /// So many bytes below a header are read to find repeated rows.
  private static let sample = 16 << 10

  /// The header of a table; nil if it has none that could be recognised.
  init?(of shape: TableShape, in bytes: TextBytes) {
    guard let number = shape.headerLine, shape.encoding == .utf8 || shape.encoding == .windows1252,
      let line = bytes.line(number: number)
    else { return nil }
    let words = bytes.headWords(line)
    guard words.count > 1 || shape.columns.count > 1, words.contains(where: { $0 != nil }) else { return nil }
    self.words = words
  }

  func isSame(as other: RepeatedHead) -> Bool { words == other.words }

  mutating func forget(first count: Int) {
    position -= count
    occurrences = occurrences.compactMap { one in
      guard one.begin >= count else { return nil }
      return Occurrence(
        begin: one.begin - count, header: one.header.lowerBound - count..<one.header.upperBound - count)
    }
  }

  /// Where runs begin in the lines that are new, once rows have shown that they do.
  ///
  /// - Parameter isKnown: whether every header begins a run.
  mutating func begins(
    in bytes: TextBytes, _ options: ReaderOptions, isComplete: Bool, isKnown: Bool
  ) -> [Int] {
    var begins: [Int] = []
    while position < bytes.count, let (end, next) = bytes.lineEnd(from: position, isComplete: isComplete) {
      let line = position..<end
      position = next
      guard isHeader(line, of: bytes) else { continue }
      if !isKnown, begins.isEmpty, occurrences.count > 1 {
        begins = decided(until: begin(of: line, in: bytes), of: bytes, options, isWhole: true)
      }
      note(line, of: bytes)
      if isKnown || !begins.isEmpty, headerCount > 1, let last = occurrences.last {
        begins.append(last.begin)
      }
    }
    guard !isKnown, begins.isEmpty, occurrences.count > 1 else { return begins }
    return decided(until: position, of: bytes, options, isWhole: isComplete)
  }

  private mutating func note(_ line: Range<Int>, of bytes: TextBytes) {
    headerCount += 1
    if headerCount == 1 {
      above = bytes.lines(above: line.lowerBound, atMost: Self.mostTitles, downTo: 0).map { Array(bytes[$0]) }
    }
    occurrences.append(Occurrence(begin: headerCount == 1 ? 0 : begin(of: line, in: bytes), header: line))
    // The last two are compared; all are runs once one is.
    if occurrences.count > Self.mostOccurrences { occurrences.removeFirst() }
  }

  /// Where the run of a header begins: above it stand lines such as stand above the first one.
  private func begin(of header: Range<Int>, in bytes: TextBytes) -> Int {
    let floor = occurrences.last.map { $0.header.upperBound } ?? 0
    var begin = header.lowerBound
    let lines = bytes.lines(above: begin, atMost: above.count, downTo: floor)
    for (line, first) in zip(lines, above) {
      guard first.withUnsafeBufferPointer({ bytes.isAlike(line, $0) }) else { break }
      if !bytes.isBlank(line) { begin = line.lowerBound }
    }
    return begin
  }

  private func isHeader(_ line: Range<Int>, of bytes: TextBytes) -> Bool {
    let line = bytes.trimmed(line)
    // Most lines are told apart without being cut into words.
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

  /// The keys of the rows of a run, and how to find those of another.
  private struct RowSet: Sendable {
    private let shape: TableShape
    /// The columns of the key; several that may be one where none is.
    private let columns: [[Int]]
    private let keys: [Set<[UInt8]>]
    let count: Int

    /// The rows of a run; nil if its key is a number that says how much.
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
      // `CPU` of `mpstat` is no key that a person would choose, and tells its rows apart all the same.
      case .line, .place:
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
      (0..<table.rowCount).map { row in
        // No UTF-8 has this byte.
        columns.flatMap { column in table.withCell(row, column) { Array($0) + [0xFF] } }
      }
    }

    /// How many rows another run has, and how many of them stand here too; nil if it is no such table.
    func compare(_ bytes: TextBytes) -> (rows: Int, repeated: Int)? {
      guard let shape = shape.fitted(to: bytes) else { return nil }
      let table = TextTable(bytes, shape: shape)
      let repeated = zip(columns, keys).map { columns, keys in
        Self.keys(of: table, columns).count(where: keys.contains)
      }
      return (table.rowCount, repeated.max() ?? 0)
    }
  }

  /// Compares the rows below the last header with those below the one before.
  ///
  /// - Parameter isWhole: whether they are all there.
  /// - Returns: where runs begin, if the last header begins one.
  private mutating func decided(
    until end: Int, of bytes: TextBytes, _ options: ReaderOptions, isWhole: Bool
  ) -> [Int] {
    let (former, last) = (occurrences[occurrences.count - 2], occurrences[occurrences.count - 1])
    guard end > last.header.upperBound, hasSameTitles(former, last, bytes) else {
      if isWhole { refute() }
      return []
    }
    if keys == nil {
      keys = rows(of: bytes.part(former.begin..<last.begin), options)
      guard keys != nil else {
        refute()
        return []
      }
    }
    let part = bytes.part(last.begin..<min(end, last.header.upperBound + Self.sample))
    guard let keys, let (rows, repeated) = keys.compare(part) else { return [] }
    let begins = occurrences.map(\.begin).filter { $0 > 0 }
    let isEnough = isWhole || rows >= min(3, keys.count)
    if isEnough, rows > 0, repeated * 2 >= rows { return begins }
    if isWhole { refute() }
    return []
  }

  /// The rows below this header in a run; nil if they have no keys.
  private func rows(of run: TextBytes, _ options: ReaderOptions) -> RowSet? {
    let shapes = TableReader.shapes(of: run, options: options)
    let shape = shapes.first { RepeatedHead(of: $0, in: run)?.isSame(as: self) ?? false }
    return shape.flatMap { RowSet(run, $0) }
  }

  private mutating func refute() {
    refutations += 1
    keys = nil
  }

  /// Whether the lines above two headers have the same words, values such as times apart: `Chain INPUT` and `Chain FORWARD`
  /// are two tables.
  private func hasSameTitles(_ one: Occurrence, _ other: Occurrence, _ bytes: TextBytes) -> Bool {
    let first = bytes.lines(above: one.header.lowerBound, atMost: above.count, downTo: one.begin)
    let second = bytes.lines(above: other.header.lowerBound, atMost: above.count, downTo: other.begin)
    return zip(first, second).allSatisfy { bytes.headWords($0) == bytes.headWords($1) }
  }
}

extension TextBytes {
  /// The end of the last line that has one.
  fileprivate var lastLineEnd: Int? { (0..<count).last { self[$0] == ASCII.newline }.map { $0 + 1 } }

  /// Where the first line stands that was there before, values apart, and has several words.
  fileprivate var firstRepeatedLine: Int? {
    var known: Set<[[UInt8]?]> = []
    var start = 0
    while start < min(count, Sample.mostBytes), let (end, next) = lineEnd(from: start, isComplete: false) {
      let words = headWords(trimmed(start..<end))
      if words.contains(where: { $0 != nil }), words.count > 1 || first(ASCII.comma, in: start..<end) != nil,
        !known.insert(words).inserted
      {
        return start
      }
      start = next
    }
    return nil
  }

  /// A line by its number, counted from 1.
  fileprivate func line(number: Int) -> Range<Int>? {
    var start = 0
    for _ in 1..<max(number, 1) {
      guard let (_, next) = lineEnd(from: start, isComplete: false) else { return nil }
      start = next
    }
    return lineEnd(from: start, isComplete: true).map { start..<$0.end }
  }

  /// The lines that end before `place`, the nearest first.
  fileprivate func lines(above place: Int, atMost count: Int, downTo floor: Int) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var end = place
    while lines.count < count, end > floor, self[end - 1] == ASCII.newline {
      var start = end - 1
      while start > floor, self[start - 1] != ASCII.newline { start -= 1 }
      guard start == 0 || self[start - 1] == ASCII.newline else { break }
      lines.append(start..<end - 1)
      end = start
    }
    return lines
  }

  /// Whether two lines are the same line of two runs: blank, a rule, with the same first word, or values in the same places.
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
