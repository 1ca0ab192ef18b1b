import ListData
import ListKit
import ListSearch
import Parallel
import Synchronization
import TextOrder

/// A query, as it is understood for the columns of a table.
///
/// Words are those of ``ListSearch/Query``, in any cell. Conditions compare cells by what they mean:
///
/// | typed | rows |
/// | --- | --- |
/// | `size:>1.5G`, `age:<1h`, `date:>=2026-11-01` | whose cell is greater, less; units as in the column |
/// | `status:=running`, `cpu:!=0` | whose whole cell is, is not, the value |
/// | `a\|b`, `status:failed\|pending` | with either word |
/// | `~re`, `name:~re` | with a cell that the regular expression matches |
///
/// Where no row has the words that are typed on the screen, letters in order match: see ``RowSearch``.
///
/// `!` in front of a condition negates it. A condition without a value has no effect, so that the list waits for it.
struct RowQuery: Sendable {
  /// The words, which ListSearch looks for.
  private var words: Query
  private let conditions: [Condition]
  /// The table, with columns for the members of JSON that are named.
  private let table: TextTable
  /// The first condition that cannot be understood, for the user: `'abc' is no size`. It has no effect.
  let problem: Problem?

  struct Problem: Error, Hashable, CustomStringConvertible {
    var description: String
  }

  /// What a row has to meet: one of the alternatives, or none of them.
  private struct Condition: Sendable {
    var alternatives: [Alternative]
    var isExcluded: Bool
  }

  private enum Alternative: Sendable {
    /// A word, and what the bytes of a line must have for it.
    case word(Query, LineWords?)
    case pattern(RegularExpression, column: Int?)
    case comparison(CellComparison)
  }

  /// Understands a query.
  ///
  /// - Parameters:
  ///   - text: what the user typed.
  ///   - now: the present, by which times without a year are read.
  init(_ text: String, for table: TextTable, now: Double) {
    let table = table.opening(membersNamed: MemberPath.names(inQuery: text))
    self.table = table
    let names = table.columns.indices.map(table.name)
    let parser = ConditionParser(table: table, names: names, now: now)
    var plain: [Substring] = []
    var conditions: [Condition] = []
    var problem: Problem?
    for word in QuotedText.split(text[...], at: \.isWhitespace) {
      do throws(Problem) {
        switch try parser.read(word) {
        case .word: plain.append(word)
        case .condition(let condition) where condition.alternatives.isEmpty: break
        case .condition(let condition): conditions.append(condition)
        }
      } catch {
        problem = problem ?? error
      }
    }
    words = Query(plain.joined(separator: " "), columns: names)
    self.conditions = conditions
    self.problem = problem
  }

  /// Whether every row matches.
  var isEmpty: Bool { words.isEmpty && conditions.isEmpty }

  /// Those of some rows that match, in their order; none where the task is cancelled meanwhile.
  ///
  /// - Complexity: O(bytes of the rows · words).
  func rows(among rows: some RandomAccessCollection<Int>) -> [Int] {
    if isEmpty { return Array(rows) }
    let (hasWords, meetsConditions) = (matchesWords, meetsConditions)
    return Self.matching(rows) { hasWords($0) && meetsConditions($0) }
  }

  /// What a search finds.
  struct Found {
    var rows: [Int]
    /// The query as it was answered: it knows the words whose letters stand apart, and highlights these letters.
    var query: RowQuery
    /// Whether the best row is the first; else rows are in their order.
    var isRanked = false
  }

  /// Looks for rows among some of the table.
  ///
  /// - Complexity: O(bytes of the rows · words).
  func search(among rows: some RandomAccessCollection<Int>, _ search: RowSearch) -> Found {
    if words.isEmpty { return Found(rows: self.rows(among: rows), query: self) }
    switch search {
    case .words: return Found(rows: self.rows(among: rows), query: self)
    case .letters: return searchLetters(among: rows)
    case .ranked(let index):
      guard let (ranked, answered) = index.search(words, table) else { return searchLetters(among: rows) }
      let query = with(words: answered)
      let isAll = rows.count == table.rowCount
      let wanted = isAll ? ranked : ranked.filter(Set(rows).contains)
      return Found(rows: query.meetingConditions(wanted), query: query, isRanked: true)
    }
  }

  private func searchLetters(among rows: some RandomAccessCollection<Int>) -> Found {
    let found = Self.matching(rows, matchesWords)
    guard found.isEmpty else { return Found(rows: meetingConditions(found), query: self) }
    let loosened = words.loosened { !Self.hasMatch(rows, with(words: $0).matchesWords) }
    let query = with(words: loosened)
    return Found(rows: loosened == words ? [] : query.rows(among: rows), query: query)
  }

  private func with(words: Query) -> RowQuery {
    var query = self
    query.words = words
    return query
  }

  private func meetingConditions(_ matching: [Int]) -> [Int] {
    conditions.isEmpty ? matching : Self.matching(matching, meetsConditions)
  }

  /// Whether a row meets all conditions.
  private var meetsConditions: (Int) -> Bool {
    { row in
      // The cells are read once, and only where a condition looks at all of them.
      var texts: [String]?
      return conditions.allSatisfy { condition in
        condition.alternatives.contains { alternative in
          switch alternative {
          case .comparison(let comparison): return comparison.isMet(by: row, of: table)
          case .pattern(let pattern, let column?): return pattern.matches(table.text(row, column))
          case .pattern(let pattern, nil):
            let cells = texts ?? table.texts(of: row)
            texts = cells
            return cells.contains(where: pattern.matches)
          case .word(let query, let required):
            if let required, !required.mayStand(in: table.line(row), of: table.bytes) { return false }
            let cells = texts ?? table.texts(of: row)
            texts = cells
            return query.matches(cells)
          }
        } != condition.isExcluded
      }
    }
  }

  /// Where what was found stands in a cell, as offsets of characters, in order and not touching each other.
  func highlights(in text: String, column: Int) -> [Range<Int>] {
    var ranges = words.highlights(in: text, column: column)
    for condition in conditions where !condition.isExcluded {
      for alternative in condition.alternatives {
        switch alternative {
        case .word(let query, _): ranges += query.highlights(in: text, column: column)
        case .pattern(let pattern, let only) where only == nil || only == column:
          ranges += pattern.matches(in: text)
        case .pattern, .comparison: break
        }
      }
    }
    return conditions.isEmpty ? ranges : Self.joined(ranges)
  }

  private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, range in
      if let last = joined.last, last.upperBound >= range.lowerBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
  }

  /// Whether a row has the words.
  private var matchesWords: (Int) -> Bool {
    if words.isEmpty { return { _ in true } }
    guard let line = words.plainWords.flatMap(LineWords.init) else {
      let required = LineWords(words.requiredWords)
      let loose = LineWords(words.looseWords)
      return { row in
        let line = table.line(row)
        if let required, !required.mayStand(in: line, of: table.bytes) { return false }
        if let loose, !loose.mayStandLoosely(in: line, of: table.bytes) { return false }
        return words.matches(table.texts(of: row))
      }
    }
    let accepts = line.areInCells(of: table.shape.format)
    return { row in
      let range = table.line(row)
      let hasAll = line.stand(in: range, of: table.bytes)
      if hasAll, accepts { return true }
      // What is beyond ASCII may be another way to write a letter, and so may be what is escaped.
      guard table.bytes.isPlain(range) else { return words.matches(table.texts(of: row)) }
      return hasAll
        && table.withCells(of: row) { cells in
          line.folded.allSatisfy { word in cells.contains { table.bytes.hasWord(word, in: $0) } }
        }
    }
  }

  /// The rows that a thread examines before it asks whether the task was cancelled.
  private static let rowsAtOnce = 1 << 14

  /// Those of some rows that match, on all processors; none where the task is cancelled meanwhile.
  private static func matching(
    _ rows: some RandomAccessCollection<Int>, _ isMatching: (Int) -> Bool
  ) -> [Int] {
    let isCancelled = Atomic(false)
    let parts = Parallel.map(of: rows.count, size: rowsAtOnce, while: { isGoingOn(isCancelled) }) { part in
      rows.dropFirst(part.lowerBound).prefix(part.count).filter(isMatching)
    }
    return parts?.flatMap(\.self) ?? []
  }

  private static func hasMatch(
    _ rows: some RandomAccessCollection<Int>, _ isMatching: (Int) -> Bool
  ) -> Bool {
    let isFound = Atomic(false)
    Parallel.forEachPart(of: rows.count, size: rowsAtOnce) { part in
      if isGoingOn(isFound), rows.dropFirst(part.lowerBound).prefix(part.count).contains(where: isMatching) {
        isFound.store(true, ordering: .relaxed)
      }
    }
    return isFound.load(ordering: .relaxed)
  }

  /// Whether nothing has ended a search. Only the thread that began it belongs to the task, and it computes parts as well.
  private static func isGoingOn(_ isEnded: borrowing Atomic<Bool>) -> Bool {
    if Task.isCancelled { isEnded.store(true, ordering: .relaxed) }
    return !isEnded.load(ordering: .relaxed)
  }

  // MARK: Reading conditions

  private enum Part {
    /// A word for ListSearch.
    case word
    /// A condition; without an alternative, it waits for its value.
    case condition(Condition)
  }

  private struct ConditionParser {
    let table: TextTable
    let names: [String]
    let now: Double

    func read(_ word: Substring) throws(Problem) -> Part {
      var rest = word
      let isExcluded = rest.hasPrefix("!")
      if isExcluded { rest.removeFirst() }
      let column = rest.firstIndex(of: ":").flatMap { index(of: rest[..<$0]) }
      let prefix = column == nil ? "" : rest.prefix { $0 != ":" } + ":"
      rest.removeFirst(prefix.count)
      // A quoted word is text.
      guard !rest.hasPrefix("'") else { return .word }
      var condition = Condition(alternatives: [], isExcluded: isExcluded)
      if rest.hasPrefix("~") {
        rest.removeFirst()
        if !rest.isEmpty {
          condition.alternatives = [.pattern(try pattern(String(rest)), column: column)]
        }
        return .condition(condition)
      }
      let alternatives = QuotedText.split(rest, at: { $0 == "|" })
      for alternative in alternatives {
        if let column, let (relation, value) = CellComparison.Relation.split(alternative) {
          guard !value.isEmpty else { continue }
          condition.alternatives.append(try comparison(column, relation, QuotedText.bare(value)))
        } else if rest.contains("|") {
          let query = Query(prefix + alternative, columns: names)
          condition.alternatives.append(.word(query, LineWords(query.requiredWords)))
        } else {
          return .word
        }
      }
      return alternatives.isEmpty && !rest.contains("|") ? .word : .condition(condition)
    }

    /// The column with a name, which is typed without its blanks.
    private func index(of name: Substring) -> Int? {
      let name = Self.folded(String(name))
      return name.isEmpty ? nil : names.firstIndex { Self.folded($0) == name }
    }

    private static func folded(_ name: String) -> String {
      Query("'" + name.filter { !$0.isWhitespace }).normalizedText
    }

    private func pattern(_ text: String) throws(Problem) -> RegularExpression {
      guard let pattern = RegularExpression(text) else {
        throw Problem(description: "'\(text)' is no regular expression")
      }
      return pattern
    }

    private func comparison(
      _ column: Int, _ relation: CellComparison.Relation, _ value: String
    ) throws(Problem) -> Alternative {
      if let comparison = CellComparison(table, column, relation, value, now: now) {
        return .comparison(comparison)
      }
      throw Problem(description: "'\(value)' is no \(table.columns[column].kind.noun)")
    }
  }
}

extension RowQuery {
  /// The condition that finds the rows with a value in a column: `STATUS:=Running`, `STATUS:="Up 2 hours"`.
  static func condition(_ column: String, is value: String) -> String {
    "\(column.filter { !$0.isWhitespace }):=\(QuotedText.quoted(value))"
  }
}

/// Values that have blanks, in quotes behind their sign: `status:="Up 2 hours"`, `name:="5"" disk"`.
private enum QuotedText {
  /// Parts a text, but for what stands in quotes. A quote opens behind a sign, `:=<>|`, and closes before an end.
  static func split(_ text: Substring, at isSeparator: (Character) -> Bool) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var place = start
    while place < text.endIndex {
      if let end = endOfQuotes(from: place, in: text) {
        place = end
      } else {
        if isSeparator(text[place]) {
          if start < place { parts.append(text[start..<place]) }
          start = text.index(after: place)
        }
        place = text.index(after: place)
      }
    }
    if start < text.endIndex { parts.append(text[start...]) }
    return parts
  }

  /// Behind the closing quote; nil where none opens at a place, or it is not closed.
  private static func endOfQuotes(from place: Substring.Index, in text: Substring) -> Substring.Index? {
    guard text[place] == "\"", place > text.startIndex, ":=<>|".contains(text[text.index(before: place)])
    else {
      return nil
    }
    var next = text.index(after: place)
    while let quote = text[next...].firstIndex(of: "\"") {
      next = text.index(after: quote)
      // Two of them are one of the value.
      guard next < text.endIndex, text[next] == "\"" else { return next }
      next = text.index(after: next)
    }
    return nil
  }

  /// A value without its quotes.
  static func bare(_ value: Substring) -> String {
    guard value.count > 1, value.first == "\"", value.last == "\"" else { return String(value) }
    return value.dropFirst().dropLast().replacingAll("\"\"", with: "\"")
  }

  /// A value in quotes, where it needs them.
  static func quoted(_ value: String) -> String {
    let isPlain = !value.isEmpty && !value.contains { $0.isWhitespace || $0 == "|" || $0 == "\"" }
    guard !isPlain else { return value }
    return "\"" + value.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

/// A comparison of the cells of a column with a value, by what both mean.
struct CellComparison: Sendable {
  enum Relation: String, CaseIterable, Sendable {
    // Longer signs come first: each begins with a shorter one.
    case notEqual = "!="
    case greaterOrEqual = ">="
    case lessOrEqual = "<="
    case equal = "="
    case greater = ">"
    case less = "<"

    /// The sign that a text begins with, and what follows.
    static func split(_ text: Substring) -> (Relation, Substring)? {
      allCases.first { text.hasPrefix($0.rawValue) }.map { ($0, text.dropFirst($0.rawValue.count)) }
    }

    func holds(_ order: Int) -> Bool {
      switch self {
      case .notEqual: order != 0
      case .greaterOrEqual: order >= 0
      case .lessOrEqual: order <= 0
      case .equal: order == 0
      case .greater: order > 0
      case .less: order < 0
      }
    }
  }

  private enum Operand: Sendable {
    case number(Double, CellReading)
    /// Lower case.
    case text([UInt8])
  }

  private let column: Int
  private let relation: Relation
  private let operand: Operand

  /// - Returns: nil if the value is none of the column's kind, and an order is asked for.
  init?(_ table: TextTable, _ column: Int, _ relation: Relation, _ value: String, now: Double) {
    self.column = column
    self.relation = relation
    let bytes = Array(value.utf8)
    let kind = table.columns[column].kind
    for kind in Self.readings(kind) {
      let reading = CellReading(kind, of: column, in: table, now: now)
      if let number = bytes.withUnsafeBufferPointer({ reading.value(of: $0).number }) {
        operand = .number(number, reading)
        return
      }
    }
    guard kind == .text || relation == .equal || relation == .notEqual else { return nil }
    operand = .text(Array(value.lowercased().utf8))
  }

  /// How a value may be written in a column of a kind: `1.5M` also where the cells are numbers of bytes.
  private static func readings(_ kind: ColumnKind) -> [ColumnKind] {
    switch kind {
    case .integer, .float: [.float, .size, .percent, .duration]
    case .size, .percent, .date, .duration: [kind]
    case .text: []
    }
  }

  /// A cell without a value meets no comparison, but differs from every value that it is not.
  func isMet(by row: Int, of table: TextTable) -> Bool {
    switch operand {
    case .number(let number, let reading):
      switch table.withCell(row, column, reading.value(of:)) {
      case .number(let value): return relation.holds(value < number ? -1 : value > number ? 1 : 0)
      case .text: return relation == .notEqual
      case .empty: return false
      }
    case .text(let text):
      let cell = Array(table.text(row, column).lowercased().utf8)
      return text.withUnsafeBufferPointer { text in
        cell.withUnsafeBufferPointer { relation.holds(NaturalOrder.compare($0.trimmed, text)) }
      }
    }
  }
}

extension ColumnKind {
  /// What a value of the kind is called.
  var noun: String {
    switch self {
    case .integer, .float: "number"
    case .size: "size"
    case .percent: "percentage"
    case .date: "date"
    case .duration: "duration"
    case .text: "text"
    }
  }
}

/// Words that can be looked for in the bytes of a line: plain ASCII, without operators, and no quote, which may be
/// written twice.
private struct LineWords: Sendable {
  let folded: [[UInt8]]
  /// Whether the words are letters and digits, which part no cells.
  private let isPlain: Bool

  init?(_ words: [String]) {
    folded = words.map { Array($0.utf8) }
    guard folded.joined().allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\"") }) else { return nil }
    isPlain = folded.joined().allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }

  /// Whether all the words stand in some bytes as they are written.
  func stand(in range: Range<Int>, of bytes: TextBytes) -> Bool {
    folded.allSatisfy { bytes.hasWord($0, in: range) }
  }

  /// Whether the words may stand in some bytes, written as they are or otherwise.
  func mayStand(in range: Range<Int>, of bytes: TextBytes) -> Bool {
    stand(in: range, of: bytes) || !bytes.isPlain(range)
  }

  /// Whether the letters of each word may stand in their order in some bytes.
  func mayStandLoosely(in range: Range<Int>, of bytes: TextBytes) -> Bool {
    folded.allSatisfy { bytes.hasLetters(of: $0, in: range) } || !bytes.isPlain(range)
  }

  /// Whether words in a line are words in its cells: lines of JSON and of records hold the names of columns too, and a
  /// word with a comma may stand in two cells.
  func areInCells(of format: TableFormat) -> Bool {
    switch format {
    case .lines: true
    case .csv, .tsv, .aligned: isPlain
    case .json, .records, .drawn, .binary: false
    }
  }
}
