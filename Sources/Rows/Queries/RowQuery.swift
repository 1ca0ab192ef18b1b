package import ListData
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
package struct RowQuery: Sendable {
  /// The words, which ListSearch finds.
  private var words: Query
  private let conditions: [Condition]
  /// The table, with columns for the members of JSON that the query names.
  private let table: TextTable
  /// These members, and the shape of the table without them.
  private let members: [String]
  private let shape: TableShape
  /// The first condition that could not be read, for the user: `'abc' is not a size`. It has no effect.
  package let problem: Refusal?
  /// The first column of a condition that the table does not have; nil if it has all.
  package let missing: ColumnReference.Refusal?
  /// What a query without matches may have meant: `'sttaus:up' is text: no column 'sttaus'`; nil if it names no
  /// column like that.
  package let remark: String?

  /// A condition of a row: it must meet one of the alternatives or, if they are excluded, none of them.
  private struct Condition: Sendable {
    var alternatives: [Alternative]
    var isExcluded: Bool
  }

  fileprivate enum Alternative: Sendable {
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
  ///   - former: the query before this one. If it names the same members of the same text, the table is not read
  ///     again.
  package init(_ text: String, for table: TextTable, now: Double, after former: RowQuery? = nil) {
    let members = QuerySyntax.columns(namedIn: text)
    (self.members, shape) = (members, table.shape)
    let known = former.flatMap { $0.members == members && $0.isAbout(table) ? $0.table : nil }
    let table = known ?? table.opening(membersNamed: members)
    self.table = table
    let names = table.columns.indices.map(table.name)
    let syntax = QuerySyntax(text, columns: names)
    words = Query(syntax.words, columnCount: names.count)
    var problem: Refusal?
    conditions = syntax.conditions.compactMap { condition -> Condition? in
      if condition.word != nil { return nil }
      do throws(Refusal) {
        var read = Condition(alternatives: [], isExcluded: condition.isExcluded)
        for alternative in condition.alternatives {
          if let alternative = try Alternative(alternative, of: table, names, now: now) {
            read.alternatives.append(alternative)
          }
        }
        return read
      } catch {
        problem = problem ?? error
        return nil
      }
    }
    self.problem = problem
    missing = syntax.missing.map { ColumnReference.Refusal(reference: $0, names: names) }
    remark = table.columns.contains { $0.name != nil } ? syntax.remark(names) : nil
  }

  /// Returns the characters of the first condition that cannot be read or names a column that does not exist; nil if
  /// there is none.
  ///
  /// - Parameter text: the text of this query.
  package func wrongCharacters(in text: String, now: Double) -> Range<Int>? {
    guard problem != nil || missing != nil else { return nil }
    return QuerySyntax.characters(in: text) { part in
      let query = RowQuery(part, for: table, now: now)
      return query.problem != nil || query.missing != nil
    }
  }

  private func isAbout(_ other: TextTable) -> Bool {
    shape == other.shape && table.rowCount == other.rowCount
      && table.bytes.base == other.bytes.base && table.bytes.count == other.bytes.count
  }

  /// Whether every row matches.
  package var isEmpty: Bool { words.isEmpty && conditions.isEmpty }

  /// Returns those of some rows that match, in their order; none if the task is cancelled.
  ///
  /// - Complexity: O(bytes of the rows · words).
  package func rows(among rows: some RandomAccessCollection<Int>) -> [Int] {
    if isEmpty { return Array(rows) }
    let (hasWords, meetsConditions) = (matchesWords, meetsConditions)
    return Self.matching(rows) { hasWords($0) && meetsConditions($0) }
  }

  /// The result of a search.
  package struct Found {
    package var rows: [Int]
    /// The query as it was answered. It includes the words that match by their letters, and highlights these
    /// letters.
    package var query: RowQuery
    /// Whether the best row is the first; otherwise rows are in their order.
    var isRanked = false

    package init(rows: [Int], query: RowQuery, isRanked: Bool = false) {
      (self.rows, self.query, self.isRanked) = (rows, query, isRanked)
    }
  }

  /// Searches some rows of the table.
  ///
  /// - Complexity: O(bytes of the rows · words).
  package func search(among rows: some RandomAccessCollection<Int>, _ search: RowSearch) -> Found {
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
            if let required, !table.hasComputedCells,
              !required.mayHaveAll(in: table.line(row), of: table.bytes)
            {
              return false
            }
            let cells = texts ?? table.texts(of: row)
            texts = cells
            return query.matches(cells)
          }
        } != condition.isExcluded
      }
    }
  }

  /// Returns the ranges of the matches in a cell, as character offsets, in order and not touching each other.
  package func highlights(in text: String, column: Int) -> [Range<Int>] {
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
    if table.hasComputedCells { return { words.matches(table.texts(of: $0)) } }
    guard let line = words.plainWords.flatMap(LineWords.init) else {
      let required = LineWords(words.requiredWords)
      let loose = LineWords(words.looseWords)
      return { row in
        let line = table.line(row)
        if let required, !required.mayHaveAll(in: line, of: table.bytes) { return false }
        if let loose, !loose.mayHaveLetters(in: line, of: table.bytes) { return false }
        return words.matches(table.texts(of: row))
      }
    }
    let accepts = line.areInCells(of: table.shape.format)
    return { row in
      let range = table.line(row)
      let hasAll = line.areAll(in: range, of: table.bytes)
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
}

extension RowQuery.Alternative {
  /// - Returns: nil for a column that does not exist, which no row meets.
  fileprivate init?(
    _ alternative: QuerySyntax.Alternative, of table: TextTable, _ names: [String], now: Double
  ) throws(Refusal) {
    switch alternative {
    case .missing: return nil
    case .word(let word):
      let query = Query([word], columnCount: names.count)
      self = .word(query, LineWords(query.requiredWords))
    case .pattern(let text, let column):
      guard let pattern = RegularExpression(text) else {
        throw Refusal("'\(text)' is not a regular expression")
      }
      self = .pattern(pattern, column: column)
    case .comparison(let column, let relation, let value):
      guard let comparison = CellComparison(table, column, relation, value, now: now) else {
        throw Refusal("'\(value)' is not a \(table.columns[column].kind.noun)")
      }
      self = .comparison(comparison)
    }
  }
}

/// A comparison of the cells of a column with a value: as numbers if the value is one (also a size, a
/// percentage, a date or a duration), and otherwise as text.
struct CellComparison: Sendable {
  private enum Operand: Sendable {
    case number(Double, whole: Int?, CellReading)
    /// Lower-case text.
    case text([UInt8])
  }

  private let column: Int
  private let relation: QuerySyntax.Relation
  private let operand: Operand

  /// - Returns: nil if the value is not of the column's kind, and the operator is neither `=` nor `!=`.
  init?(_ table: TextTable, _ column: Int, _ relation: QuerySyntax.Relation, _ value: String, now: Double) {
    self.column = column
    self.relation = relation
    let bytes = Array(value.utf8)
    let kind = table.columns[column].kind
    for kind in Self.readings(kind) {
      let reading = CellReading(kind, of: column, in: table, now: now)
      if let number = bytes.withUnsafeBufferPointer({ reading.value(of: $0).number }) {
        let whole = bytes.withUnsafeBufferPointer(reading.whole(in:))
        operand = .number(number, whole: whole, reading)
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
  package func isMet(by row: Int, of table: TextTable) -> Bool {
    switch operand {
    case .number(let number, let whole, let reading):
      switch table.withCell(row, column, reading.value(of:)) {
      case .number(let value):
        if value == number, let whole, let cell = table.withCell(row, column, reading.whole(in:)) {
          return relation.holds(cell < whole ? -1 : cell > whole ? 1 : 0)
        }
        return relation.holds(value < number ? -1 : value > number ? 1 : 0)
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
    // White space in a line may be another kind than in the word.
    guard folded.joined().allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: " ") })
    else { return nil }
    isPlain = folded.joined().allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }

  /// Whether some bytes contain all the words literally.
  func areAll(in range: Range<Int>, of bytes: TextBytes) -> Bool {
    folded.allSatisfy { bytes.hasWord($0, in: range) }
  }

  /// Whether some bytes may contain all the words, literally or written in another way.
  func mayHaveAll(in range: Range<Int>, of bytes: TextBytes) -> Bool {
    areAll(in: range, of: bytes) || !bytes.isPlain(range)
  }

  /// Whether some bytes may contain the letters of each word in order.
  func mayHaveLetters(in range: Range<Int>, of bytes: TextBytes) -> Bool {
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

extension RowQuery {
  /// Returns the identifiers of the rows of a run that match a query, off the main actor; of none if the query has a
  /// problem.
  ///
  /// - Complexity: O(bytes of the rows).
  @concurrent
  package static func identifiers(of run: Run, matching text: String) async -> Set<Int> {
    let query = RowQuery(text, for: run.table, now: run.time.localSeconds)
    guard query.problem == nil, query.missing == nil else { return [] }
    return Set(
      query.rows(among: 0..<min(run.table.rowCount, run.identifiers.count)).map { run.identifiers[$0] })
  }
}
