/// A query of muster, as far as databases can answer it exactly: words and conditions that must all hold.
///
/// | typed | rows |
/// | --- | --- |
/// | `word`, `!word`, `'!word` | with it in any column, without it, with the word as it is written |
/// | `^word`, `word$`, `column:word` | in which a value begins, ends with it; in that column alone |
/// | `a\|b` | with either word |
/// | `size:>1.5G`, `name:=x`, `n:!=0` | compared as a number, else as the column's type is |
///
/// What a database cannot do, such as a regular expression, is a ``problem``, and has no effect.
package struct TableFilter: Hashable, Sendable {
  enum Relation: String, CaseIterable, Hashable, Sendable {
    // Longer signs come first: each begins with a shorter one.
    case notEqual = "!="
    case greaterOrEqual = ">="
    case lessOrEqual = "<="
    case equal = "="
    case greater = ">"
    case less = "<"
  }

  enum Alternative: Hashable, Sendable {
    /// A text in a value, at the beginning, at the end or anywhere; nil for any column.
    case text(String, column: Int?, isAtStart: Bool, isAtEnd: Bool)
    /// A number that is more, less or as much as a value of a column.
    case number(Int, Relation, SQLValue)
    /// A value that is more, less or the same as one of a column.
    case value(Int, Relation, String)
  }

  /// What a row has to meet: one of the alternatives, or none of them.
  struct Condition: Hashable, Sendable {
    var alternatives: [Alternative]
    var isExcluded: Bool
  }

  /// Words that may stand in any column, which an index of words can find.
  private(set) var words: [String] = []
  private(set) var conditions: [Condition] = []
  /// The first part that has no effect, and why, for the user.
  package private(set) var problem: String?

  /// A filter that every row passes.
  package init() {}

  /// Understands what was typed.
  package init(_ text: String, of columns: [DatabaseTable.Column]) {
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "\0" }) { add(word, columns) }
  }

  package var isEmpty: Bool { words.isEmpty && conditions.isEmpty }

  /// Whether an index of words answers all of it.
  var isWordsOnly: Bool { !words.isEmpty && conditions.isEmpty }

  /// The texts that are found in a column, for showing where.
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
    if column != nil { rest = rest[rest.firstIndex(of: ":")!...].dropFirst() }
    if rest.hasPrefix("'") {
      rest.removeFirst()
      return add([.text(String(rest), column: column, isAtStart: false, isAtEnd: false)], isExcluded)
    }
    if rest.hasPrefix("~") {
      if rest.count > 1 { report("a regular expression is not looked for in a database") }
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
        report("'\(value)' is no number")
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

  /// `^word`, `word$`, `^whole$`, `word`
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

  /// A number, also with a unit of sizes: `1.5G` is 1.5 · 1024³.
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

  /// The column with a name, which is typed without its blanks.
  private static func index(of name: Substring, _ columns: [DatabaseTable.Column]) -> Int? {
    func folded(_ name: String) -> String { String(name.filter { !$0.isWhitespace }).lowercased() }
    let name = folded(String(name))
    return name.isEmpty ? nil : columns.firstIndex { folded($0.name) == name }
  }
}

// MARK: - SQL

extension TableFilter {
  /// A pattern for FTS5: some word of the row begins with each of the words.
  ///
  /// Between quotes FTS5 knows no operators, and a quote is written twice.
  var fullTextPattern: String { words.map { "\($0.sqlName)*" }.joined(separator: " ") }

  /// A pattern for `to_tsquery`: some word of the row begins with each of the words.
  ///
  /// Between quotes it knows no operators; a quote and a backslash are written twice.
  var vectorPattern: String {
    words.map { "\($0.replacingAll("\\", with: "\\\\").sqlLiteral):*" }.joined(separator: " & ")
  }

  /// The conditions in SQL.
  ///
  /// - Parameter skipsWords: whether an index finds the words.
  func sql(of table: DatabaseTable, in statement: inout SQLStatement, skipsWords: Bool) -> [String] {
    let words =
      skipsWords ? [] : words.map { Alternative.text($0, column: nil, isAtStart: false, isAtEnd: false) }
    let all = words.map { Condition(alternatives: [$0], isExcluded: false) } + conditions
    return all.map { condition in
      let either = condition.alternatives.map { Self.sql($0, table, &statement) }
      let text = "(\(joined(either, "OR")))"
      // NULL is neither; a row with it does not have what is excluded.
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
        // A text is left as it is, for there may be an index on it.
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
      // SQLite keeps a text also in a column of numbers, and takes it for more than any of them.
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

  /// The type by which PostgreSQL compares a number so that an index on the column is of use.
  private static func type(of number: SQLValue, for column: DatabaseTable.Column) -> String {
    switch (column.type, number) {
    case ("smallint", .integer), ("integer", .integer), ("bigint", .integer): "bigint"
    case ("real", _), ("double precision", _): "double precision"
    default: "numeric"
    }
  }
}
