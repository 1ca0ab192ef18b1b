import ListData
import ListKit
import ListSearch
import Parallel
import Synchronization
import TextOrder

/// A query, interpreted for the columns of a table.
///
/// Words are those of ``ListSearch/Query``, and match in any cell. Conditions compare cells by their values:
///
/// | typed | rows |
/// | --- | --- |
/// | `size:>1.5G`, `age:<1h`, `date:>=2026-11-01` | with a greater or smaller cell; units as in the column |
/// | `status:=running`, `cpu:!=0` | whose entire cell is, or is not, the value |
/// | `a\|b`, `status:failed\|pending` | with either word |
/// | `~re`, `name:~re` | with a cell that the regular expression matches |
///
/// If no row has the typed words, the screen also matches their letters in order: see ``RowSearch``.
///
/// `!` in front of a condition negates it. A condition without a value has no effect, so that the list does
/// not change before the user types the value. A condition on a column that does not exist is met by no row.
struct RowQuery: Sendable {
  /// The words, which ListSearch finds.
  private var words: Query
  private let conditions: [Condition]
  /// The table, with columns for the members of JSON that the query names.
  private let table: TextTable
  /// The first condition that could not be read, for the user: `'abc' is not a size`. It has no effect.
  let problem: Problem?
  /// The first column of a condition that the table does not have; nil if it has all.
  let missing: ColumnReference.Refusal?
  /// What a query without matches may have meant: `'sttaus:up' is text: no column 'sttaus'`; nil if it names no
  /// column like that.
  let remark: String?

  struct Problem: Error, Hashable, CustomStringConvertible {
    var description: String
  }

  /// A condition of a row: it must meet one of the alternatives or, if they are excluded, none of them.
  private struct Condition: Sendable {
    var alternatives: [Alternative]
    var isExcluded: Bool
  }

  private enum Alternative: Sendable {
    /// A word, and what the bytes of a line must contain for it.
    case word(Query, LineWords?)
    case pattern(RegularExpression, column: Int?)
    case comparison(CellComparison)
  }

  /// Interprets the text of a query.
  ///
  /// - Parameters:
  ///   - text: what the user typed.
  ///   - now: the current time, with which times without a year are read.
  init(_ text: String, for table: TextTable, now: Double) {
    let table = table.opening(membersNamed: Self.columns(namedIn: text).map { String($0.name) })
    self.table = table
    let names = table.columns.indices.map(table.name)
    let parser = ConditionParser(table: table, names: names, now: now)
    var plain: [Substring] = []
    var conditions: [Condition] = []
    var problem: Problem?
    var missing: ColumnReference.Refusal?
    for word in QuotedText.split(text[...], at: \.isWhitespace) {
      do throws(Problem) {
        switch try parser.read(word) {
        case .word: plain.append(word)
        case .condition(let condition) where condition.alternatives.isEmpty: break
        case .condition(let condition): conditions.append(condition)
        case .missing(let name, let isExcluded):
          missing = missing ?? ColumnReference.Refusal(reference: String(name), names: names)
          conditions.append(Condition(alternatives: [], isExcluded: isExcluded))
        }
      } catch {
        problem = problem ?? error
      }
    }
    words = Query(plain.joined(separator: " "), columns: names)
    self.conditions = conditions
    self.problem = problem
    self.missing = missing
    remark = table.columns.contains { $0.name != nil } ? Self.remark(on: plain, names) : nil
  }

  /// Returns the remark on words that could name a column, and not on times and addresses.
  private static func remark(on words: [Substring], _ names: [String]) -> String? {
    for word in words {
      let typed = QueryWord(word)
      guard let name = typed.name, name.first?.isLetter ?? false, let first = typed.value.first, first != "/",
        !names.contains(where: { fold($0) == fold(name) })
      else { continue }
      let missing = ColumnReference.Refusal(reference: String(name), names: names)
      return "'\(typed.text)' is searched as text: \(missing)"
    }
    return nil
  }

  /// Returns the name of a column as the user types it: without blanks and accents, in lower case.
  fileprivate static func fold(_ name: some StringProtocol) -> String {
    Query("'" + name.filter { !$0.isWhitespace }).normalizedText
  }

  /// Whether every row matches.
  var isEmpty: Bool { words.isEmpty && conditions.isEmpty }

  /// Returns those of some rows that match, in their order; none if the task is cancelled.
  ///
  /// - Complexity: O(bytes of the rows · words).
  func rows(among rows: some RandomAccessCollection<Int>) -> [Int] {
    if isEmpty { return Array(rows) }
    let (hasWords, meetsConditions) = (matchesWords, meetsConditions)
    return Self.matching(rows) { hasWords($0) && meetsConditions($0) }
  }

  /// The result of a search.
  struct Found {
    var rows: [Int]
    /// The query as it was answered. It includes the words that match by their letters, and highlights these
    /// letters.
    var query: RowQuery
    /// Whether the best row is the first; otherwise rows are in their order.
    var isRanked = false
  }

  /// Searches some rows of the table.
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

  /// A function that returns whether a row meets all conditions.
  private var meetsConditions: (Int) -> Bool {
    { row in
      // The cells are read once, and only if a condition examines all of them.
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

  /// Returns the ranges of the matches in a cell, as character offsets, in order and not touching each other.
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

  /// A function that returns whether a row has the words.
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
      // Characters beyond ASCII may be another way to write a letter, and so may escapes.
      guard table.bytes.isPlain(range) else { return words.matches(table.texts(of: row)) }
      return hasAll
        && table.withCells(of: row) { cells in
          line.folded.allSatisfy { word in cells.contains { table.bytes.hasWord(word, in: $0) } }
        }
    }
  }

  /// The number of rows that a thread examines before it checks for cancellation.
  private static let rowsAtOnce = 1 << 14

  /// Returns those of some rows that match, using all processors; none if the task is cancelled.
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

  /// Whether a search should continue. Only the thread that started the search belongs to the task; it also
  /// computes parts.
  private static func isGoingOn(_ isEnded: borrowing Atomic<Bool>) -> Bool {
    if Task.isCancelled { isEnded.store(true, ordering: .relaxed) }
    return !isEnded.load(ordering: .relaxed)
  }

  // MARK: Reading conditions

  private enum Part {
    /// A word for ListSearch.
    case word
    /// A condition; without alternatives while its value is missing.
    case condition(Condition)
    /// A condition on a column that does not exist.
    case missing(Substring, isExcluded: Bool)
  }

  private struct ConditionParser {
    let table: TextTable
    let names: [String]
    let now: Double

    func read(_ word: Substring) throws(Problem) -> Part {
      let typed = QueryWord(word)
      let isExcluded = typed.isExcluded
      let column = typed.name.flatMap(index)
      if column == nil, let name = typed.name, typed.isCondition {
        return .missing(name, isExcluded: isExcluded)
      }
      var rest = column == nil ? typed.text : typed.value
      let prefix = String(typed.text.dropLast(rest.count))
      // A word after a quote is literal text.
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

    /// Returns the index of a column by its name, which the user types without blanks.
    private func index(of name: Substring) -> Int? {
      let name = RowQuery.fold(name)
      return name.isEmpty ? nil : names.firstIndex { RowQuery.fold($0) == name }
    }

    private func pattern(_ text: String) throws(Problem) -> RegularExpression {
      guard let pattern = RegularExpression(text) else {
        throw Problem(description: "'\(text)' is not a regular expression")
      }
      return pattern
    }

    private func comparison(
      _ column: Int, _ relation: CellComparison.Relation, _ value: String
    ) throws(Problem) -> Alternative {
      if let comparison = CellComparison(table, column, relation, value, now: now) {
        return .comparison(comparison)
      }
      throw Problem(description: "'\(value)' is not a \(table.columns[column].kind.noun)")
    }
  }
}

/// A word of a query, in parts: `!`, the name of a column, `:`, and the rest.
struct QueryWord {
  var isExcluded: Bool
  /// The word without `!`.
  var text: Substring
  /// The text before the first colon; nil if there is none.
  var name: Substring?
  /// The text after the name and the colon, or the entire text.
  var value: Substring

  init(_ word: Substring) {
    isExcluded = word.hasPrefix("!")
    text = word.dropFirst(isExcluded ? 1 : 0)
    value = text
    guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return }
    name = text[..<colon]
    value = text[text.index(after: colon)...]
  }

  /// Whether the word can only be a condition on a column, as `size:>1G` and `name:~^web`, and not text such as
  /// `10:30` or `https://example.org`.
  var isCondition: Bool {
    guard name != nil, let first = text.first, !"'~^".contains(first) else { return false }
    return value.hasPrefix("~") || CellComparison.Relation.split(value) != nil
  }
}

extension RowQuery {
  /// Returns the words of a query that name a column, as `size:>1G` and `status:failed`, or that would if there
  /// were a column with that name, as `10:30`.
  static func columns(namedIn text: String) -> [(name: Substring, word: QueryWord)] {
    QuotedText.split(text[...], at: \.isWhitespace).map(QueryWord.init).compactMap { word in
      word.name.map { ($0, word) }
    }
  }

  /// Returns the condition for rows with a value in a column: `STATUS:=Running`, `STATUS:="Up 2 hours"`.
  static func condition(_ column: String, is value: String) -> String {
    "\(column.filter { !$0.isWhitespace }):=\(QuotedText.quoted(value))"
  }
}

/// Values with blanks, in quotes after an operator: `status:="Up 2 hours"`, `name:="5"" disk"`.
private enum QuotedText {
  /// Splits a text at separators outside quotes. Only a quote after one of the characters `:=<>|` opens.
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

  /// Returns the index after the closing quote; nil if no quote opens at the index, or none closes.
  private static func endOfQuotes(from place: Substring.Index, in text: Substring) -> Substring.Index? {
    guard text[place] == "\"", place > text.startIndex, ":=<>|".contains(text[text.index(before: place)])
    else {
      return nil
    }
    var next = text.index(after: place)
    while let quote = text[next...].firstIndex(of: "\"") {
      next = text.index(after: quote)
      // Two quotes stand for one quote in the value.
      guard next < text.endIndex, text[next] == "\"" else { return next }
      next = text.index(after: next)
    }
    return nil
  }

  /// Returns a value without its quotes.
  static func bare(_ value: Substring) -> String {
    guard value.count > 1, value.first == "\"", value.last == "\"" else { return String(value) }
    return value.dropFirst().dropLast().replacingAll("\"\"", with: "\"")
  }

  /// Returns a value, in quotes if it needs them.
  static func quoted(_ value: String) -> String {
    let isPlain = !value.isEmpty && !value.contains { $0.isWhitespace || $0 == "|" || $0 == "\"" }
    guard !isPlain else { return value }
    return "\"" + value.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

/// A comparison of the cells of a column with a value: as numbers if the value is one (also a size, a
/// percentage, a date or a duration), and otherwise as text.
struct CellComparison: Sendable {
  enum Relation: String, CaseIterable, Sendable {
    // Longer operators come first, because shorter ones are their prefixes.
    case notEqual = "!="
    case greaterOrEqual = ">="
    case lessOrEqual = "<="
    case equal = "="
    case greater = ">"
    case less = "<"

    /// Returns the operator at the start of a text, and the rest.
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
    /// Lower-case text.
    case text([UInt8])
  }

  private let column: Int
  private let relation: Relation
  private let operand: Operand

  /// - Returns: nil if the value is not of the column's kind, and the operator is neither `=` nor `!=`.
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

  /// Returns the kinds of values that a column can be compared with: `1.5M` also if its cells are numbers of
  /// bytes.
  private static func readings(_ kind: ColumnKind) -> [ColumnKind] {
    switch kind {
    case .integer, .float: [.float, .size, .percent, .duration]
    case .size, .percent, .date, .duration: [kind]
    case .text: []
    }
  }

  /// Whether a cell meets the comparison. If the value is a number, a cell of text meets only `!=`, and an
  /// empty cell meets no comparison.
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
  /// The noun for a value of the kind.
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

/// Words that can be searched in the bytes of a line: plain ASCII without operators, and without quotes,
/// which the input may double.
private struct LineWords: Sendable {
  let folded: [[UInt8]]
  /// Whether the words consist of letters and digits, which never separate cells.
  private let isPlain: Bool

  init?(_ words: [String]) {
    folded = words.map { Array($0.utf8) }
    guard folded.joined().allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\"") }) else { return nil }
    isPlain = folded.joined().allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }

  /// Whether some bytes contain all the words literally.
  func stand(in range: Range<Int>, of bytes: TextBytes) -> Bool {
    folded.allSatisfy { bytes.hasWord($0, in: range) }
  }

  /// Whether some bytes may contain all the words, literally or written in another way.
  func mayStand(in range: Range<Int>, of bytes: TextBytes) -> Bool {
    stand(in: range, of: bytes) || !bytes.isPlain(range)
  }

  /// Whether some bytes may contain the letters of each word in order.
  func mayStandLoosely(in range: Range<Int>, of bytes: TextBytes) -> Bool {
    folded.allSatisfy { bytes.hasLetters(of: $0, in: range) } || !bytes.isPlain(range)
  }

  /// Whether words in a line are always in its cells. Lines of JSON and of records also contain the names of
  /// columns, and a word with a comma may span two cells.
  func areInCells(of format: TableFormat) -> Bool {
    switch format {
    case .lines: true
    case .csv, .tsv, .aligned: isPlain
    case .json, .records, .drawn, .binary: false
    }
  }
}
