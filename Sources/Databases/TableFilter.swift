/// A query of muster, as far as a database can answer it exactly: words and conditions that must all hold.
///
/// | typed | rows |
/// | --- | --- |
/// | `word`, `!word`, `'!word` | that contain `word` in any column; that do not; that contain `!word` |
/// | `^word`, `word$`, `column:word` | with a value that begins or ends with it; with it in that column |
/// | `a\|b` | that contain either word |
/// | `size:>1.5G`, `name:=x`, `n:!=0` | compared as numbers, or by the type of the column |
///
/// A part that a database cannot answer, such as a regular expression, sets ``problem`` and has no effect. So
/// does a condition on a column that does not exist.
package struct TableFilter: Hashable, Sendable {
  enum Relation: String, CaseIterable, Hashable, Sendable {
    // Longer operators come first, because some of them begin with a shorter one.
    case notEqual = "!="
    case greaterOrEqual = ">="
    case lessOrEqual = "<="
    case equal = "="
    case greater = ">"
    case less = "<"
  }

  enum Alternative: Hashable, Sendable {
    /// A text in a value: at the beginning, at the end or anywhere; in one column, or if that is nil in any
    /// column.
    case text(String, column: Int?, isAtStart: Bool, isAtEnd: Bool)
    /// A comparison of the values of a column with a number.
    case number(Int, Relation, SQLValue)
    /// A comparison of the values of a column with a text.
    case value(Int, Relation, String)
  }

  /// A condition on rows: one of the alternatives must hold, or if it is excluded, none of them.
  struct Condition: Hashable, Sendable {
    var alternatives: [Alternative]
    var isExcluded: Bool
  }

  /// Words that may occur in any column; a word index can find them.
  private(set) var words: [String] = []
  private(set) var conditions: [Condition] = []
  /// The first part that has no effect, and the reason, for the user.
  package private(set) var problem: String?

  /// Creates a filter that every row passes.
  package init() {}

  /// Parses typed text.
  package init(_ text: String, of columns: [DatabaseTable.Column]) {
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "\0" }) { add(word, columns) }
  }

  package var isEmpty: Bool { words.isEmpty && conditions.isEmpty }

  /// Whether a word index answers the entire filter.
  var isWordsOnly: Bool { !words.isEmpty && conditions.isEmpty }

  /// Returns the texts to highlight in a column.
  package func texts(inColumn column: Int) -> [String] {
    words
      + conditions.filter { !$0.isExcluded }.flatMap(\.alternatives).compactMap { alternative in
        if case .text(let text, let only, _, _) = alternative, only ?? column == column { text } else { nil }
      }
  }

  private mutating func add(_ word: Substring, _ columns: [DatabaseTable.Column]) {
    var rest = word
    let isExcluded = rest.hasPrefix("!") && rest.count > 1
    if isExcluded { rest.removeFirst() }
    let column = rest.firstIndex(of: ":").flatMap { Self.index(of: rest[..<$0], columns) }
    if let colon = rest.firstIndex(of: ":") {
      let value = rest[rest.index(after: colon)...]
      if column != nil {
        rest = value
      } else if colon > rest.startIndex, let first = rest.first, !"'~^".contains(first),
        value.hasPrefix("~") || Relation.allCases.contains(where: { value.hasPrefix($0.rawValue) })
      {
        let names = columns.map(\.name).joined(separator: ", ")
        return report("no column '\(rest[..<colon])'; there are \(names)")
      }
    }
    if rest.hasPrefix("'") {
      rest.removeFirst()
      return add([.text(String(rest), column: column, isAtStart: false, isAtEnd: false)], isExcluded)
    }
    if rest.hasPrefix("~") {
      if rest.count > 1 { report("a database cannot search for a regular expression") }
      return
    }
    var alternatives: [Alternative] = []
    for part in rest.split(separator: "|") {
      guard let column, let relation = Relation.allCases.first(where: { part.hasPrefix($0.rawValue) }) else {
        alternatives.append(Self.text(part, column))
        continue
      }
      let value = String(part.dropFirst(relation.rawValue.count))
      if value.isEmpty { continue }
      guard let comparison = Self.comparison(column, relation, value, columns[column]) else {
        report("'\(value)' is not a number")
        continue
      }
      alternatives.append(comparison)
    }
    add(alternatives, isExcluded)
  }

  private mutating func add(_ alternatives: [Alternative], _ isExcluded: Bool) {
    let alternatives = alternatives.filter { alternative in
      if case .text(let text, _, _, _) = alternative { !text.isEmpty } else { true }
    }
    if alternatives.isEmpty { return }
    if alternatives.count == 1, !isExcluded, case .text(let word, nil, false, false) = alternatives[0] {
      return words.append(word)
    }
    conditions.append(Condition(alternatives: alternatives, isExcluded: isExcluded))
  }

  private mutating func report(_ text: String) { problem = problem ?? text }

  /// Returns the condition of a word: `^word`, `word$`, `^whole$` or `word`.
  private static func text(_ part: Substring, _ column: Int?) -> Alternative {
    var part = part
    let isAtStart = part.count > 1 && part.hasPrefix("^")
    if isAtStart { part.removeFirst() }
    let isAtEnd = part.count > 1 && part.hasSuffix("$")
    if isAtEnd { part.removeLast() }
    return .text(String(part), column: column, isAtStart: isAtStart, isAtEnd: isAtEnd)
  }

  private static func comparison(
    _ column: Int, _ relation: Relation, _ text: String, _ description: DatabaseTable.Column
  ) -> Alternative? {
    switch description.kind {
    case .text, .other: return .value(column, relation, text)
    case .number: return number(text).map { .number(column, relation, $0) }
    case .anything:
      return number(text).map { .number(column, relation, $0) } ?? .value(column, relation, text)
    }
  }

  /// Parses a number, optionally with a unit of size: `1.5G` is 1.5 · 1024³.
  static func number(_ text: String) -> SQLValue? {
    if let whole = Int64(text) { return .integer(whole) }
    if let number = Double(text), number.isFinite, text.last?.isNumber ?? false { return .real(number) }
    var digits = text[...]
    if digits.last == "B" || digits.last == "b" { digits.removeLast() }
    if digits.last == "i" { digits.removeLast() }
    guard let unit = digits.popLast(), let power = "KMGTP".firstIndex(of: Character(unit.uppercased())),
      let number = Double(digits)
    else { return nil }
    let factor = "KMGTP"[...power].reduce(1.0) { size, _ in size * 1024 }
    return Int64(exactly: number * factor).map { .integer($0) } ?? .real(number * factor)
  }

  /// Returns the column with a name, which is typed without its blanks.
  private static func index(of name: Substring, _ columns: [DatabaseTable.Column]) -> Int? {
    func folded(_ name: String) -> String { String(name.filter { !$0.isWhitespace }).lowercased() }
    let name = folded(String(name))
    return name.isEmpty ? nil : columns.firstIndex { folded($0.name) == name }
  }
}

// MARK: - SQL

extension TableFilter {
  /// A pattern for FTS5: for each of the words, some word of the row must begin with it.
  ///
  /// Inside quotes FTS5 has no operators; a quote is written twice.
  var fullTextPattern: String { words.map { "\($0.sqlName)*" }.joined(separator: " ") }

  /// A pattern for `to_tsquery`: for each of the words, some word of the row must begin with it.
  ///
  /// Inside quotes there are no operators; a quote and a backslash are written twice.
  var vectorPattern: String {
    words.map { "\($0.replacingAll("\\", with: "\\\\").sqlLiteral):*" }.joined(separator: " & ")
  }

  /// Returns the conditions in SQL.
  ///
  /// - Parameter skipsWords: Whether an index finds the words.
  func sql(of table: DatabaseTable, in statement: inout SQLStatement, skipsWords: Bool) -> [String] {
    let words =
      skipsWords ? [] : words.map { Alternative.text($0, column: nil, isAtStart: false, isAtEnd: false) }
    let all = words.map { Condition(alternatives: [$0], isExcluded: false) } + conditions
    return all.map { condition in
      let either = condition.alternatives.map { Self.sql($0, table, &statement) }
      let text = "(\(joined(either, "OR")))"
      // A condition may be NULL; such a row does not contain the excluded text.
      return condition.isExcluded ? "NOT coalesce(\(text), false)" : text
    }
  }

  private static func sql(
    _ alternative: Alternative, _ table: DatabaseTable, _ statement: inout SQLStatement
  ) -> String {
    let isServer = table.dialect == .postgres
    switch alternative {
    case .text(let text, let column, let isAtStart, let isAtEnd):
      let escaped = "%_".reduce(text.replacingAll("\\", with: "\\\\")) { text, sign in
        text.replacingAll(sign, with: "\\\(sign)")
      }
      let pattern = statement.place(SQLValue((isAtStart ? "" : "%") + escaped + (isAtEnd ? "" : "%")))
      let columns = column.map { [table.columns[$0]] } ?? table.columns
      let conditions = columns.map { column in
        // A text column has no cast, because there may be an index on it.
        isServer
          ? "\(column.sql)\(column.kind == .text ? "" : "::text") ILIKE \(pattern)"
          : "\(column.sql) LIKE \(pattern) ESCAPE '\\'"
      }
      return "(\(joined(conditions, "OR")))"
    case .number(let column, let relation, let number):
      let name = table.columns[column].sql
      if isServer {
        return
          "\(name) \(relation.rawValue) \(statement.place(number, type: type(of: number, for: table.columns[column])))"
      }
      // SQLite allows texts in numeric columns, and sorts them after all numbers.
      return
        "(\(name) \(relation.rawValue) \(statement.place(number)) AND typeof(\(name)) IN ('integer', 'real'))"
    case .value(let column, let relation, let value):
      let description = table.columns[column]
      guard description.kind != .other else {
        return
          "\(description.sql) \(relation.rawValue) \(statement.place(SQLValue(value), type: description.type))"
      }
      let place = statement.place(SQLValue(value))
      guard relation == .equal || relation == .notEqual else {
        return "\(description.sql) \(relation.rawValue) \(place)"
      }
      return "lower(\(description.sql)) \(relation.rawValue) lower(\(place))"
    }
  }

  /// Returns the type for a number with which PostgreSQL can use an index on the column.
  private static func type(of number: SQLValue, for column: DatabaseTable.Column) -> String {
    switch (column.type, number) {
    case ("smallint", .integer), ("integer", .integer), ("bigint", .integer): "bigint"
    case ("real", _), ("double precision", _): "double precision"
    default: "numeric"
    }
  }
}
