import ListKit
import ListSearch

/// A query of muster, as far as a database can answer it exactly: a ``QuerySyntax`` whose values have the types of
/// the columns.
///
/// A condition that a database cannot answer, such as a regular expression, sets ``problem`` and has no effect.
package struct TableFilter: Hashable, Sendable {
  enum Alternative: Hashable, Sendable {
    case word(QuerySyntax.Word)
    /// A comparison of the values of a column with a number.
    case number(Int, QuerySyntax.Relation, SQLValue)
    /// A comparison of the values of a column with a text.
    case value(Int, QuerySyntax.Relation, String)
    /// No row meets a condition on a column that does not exist.
    case never
  }

  /// A condition on rows: one of the alternatives must hold, or if it is excluded, none of them.
  struct Condition: Hashable, Sendable {
    var alternatives: [Alternative]
    var isExcluded: Bool
  }

  private(set) var conditions: [Condition] = []
  /// The words to highlight.
  private var words = Query("")
  /// The columns to which conditions are restricted.
  package private(set) var columns: Set<Int> = []
  /// The first part that has no effect, or a column that does not exist, for the user.
  package private(set) var problem: String?
  /// What a filter without matches may have meant; nil if it names no column that does not exist.
  package private(set) var remark: String?

  /// Creates a filter that every row passes.
  package init() {}

  /// Parses typed text.
  package init(_ text: String, of columns: [DatabaseTable.Column]) {
    let names = columns.map(\.name)
    // A database has no texts with NUL.
    let syntax = QuerySyntax(String(text.map { $0 == "\0" ? " " : $0 }), columns: names)
    for condition in syntax.conditions {
      let alternatives = condition.alternatives.compactMap { alternative(of: $0, columns) }
      guard alternatives.count == condition.alternatives.count else { continue }
      conditions.append(Condition(alternatives: alternatives, isExcluded: condition.isExcluded))
    }
    self.columns = syntax.columns
    remark = syntax.remark(names)
    let found = syntax.conditions.filter { !$0.isExcluded }.flatMap(\.alternatives)
    words = Query(found.compactMap(\.word).filter { !$0.isExcluded }, columnCount: columns.count)
  }

  package var isEmpty: Bool { conditions.isEmpty }

  /// Returns a filter for the rows that pass this one and another one.
  func and(_ other: TableFilter) -> TableFilter {
    var both = self
    both.conditions += other.conditions
    return both
  }

  /// Returns the ranges of the words in a value, as character offsets.
  package func highlights(in text: String, column: Int) -> [Range<Int>] {
    words.highlights(in: text, column: column)
  }

  /// Returns the alternative for the columns; nil if a database cannot answer it.
  private mutating func alternative(
    of typed: QuerySyntax.Alternative, _ columns: [DatabaseTable.Column]
  ) -> Alternative? {
    switch typed {
    case .word(let word): return .word(word)
    case .pattern: report("a database cannot search for a regular expression")
    case .missing(let name):
      report("no column '\(name)'; there are \(columns.map(\.name).joined(separator: ", "))")
      return .never
    case .comparison(let column, let relation, let value):
      switch (columns[column].kind, Self.number(value)) {
      case (.number, let number?), (.anything, let number?): return .number(column, relation, number)
      case (.number, nil): report("'\(value)' is not a number")
      case (.text, _), (.other, _), (.anything, nil): return .value(column, relation, value)
      }
    }
    return nil
  }

  private mutating func report(_ text: String) { problem = problem ?? text }

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
}

// MARK: - SQL

extension TableFilter {
  /// Returns the conditions in SQL.
  func sql(of table: DatabaseTable, in statement: inout SQLStatement) -> [String] {
    conditions.map { condition in
      let either = condition.alternatives.map { Self.sql($0, table, &statement) }
      // A condition may be NULL; such a row does not contain the excluded text.
      let text = "(\(joined(either, "OR")))"
      return condition.isExcluded ? Self.negated(text) : text
    }
  }

  private static func negated(_ condition: String) -> String { "NOT coalesce(\(condition), false)" }

  private static func sql(
    _ alternative: Alternative, _ table: DatabaseTable, _ statement: inout SQLStatement
  ) -> String {
    switch alternative {
    case .never: return "1 = 0"
    case .word(let word):
      let escaped = "%_".reduce(word.text.replacingAll("\\", with: "\\\\")) { text, sign in
        text.replacingAll(String(sign), with: "\\\(sign)")
      }
      let pattern = statement.parameter(
        SQLValue((word.isAtStart ? "" : "%") + escaped + (word.isAtEnd ? "" : "%")))
      let columns = word.column.map { [table.columns[$0]] } ?? table.columns
      let conditions = columns.map { column in
        switch table.dialect {
        case .sqlite: "\(column.sql) LIKE \(pattern) ESCAPE '\\'"
        // A text column has no cast, because there may be an index on it.
        case .postgres: "\(column.sql)\(column.kind == .text ? "" : "::text") ILIKE \(pattern)"
        case .duckdb:
          "\(column.isBlob ? "\(column.sql)::text" : table.dialect.text(of: column)) ILIKE \(pattern) ESCAPE '\\'"
        }
      }
      let text = "(\(joined(conditions, "OR")))"
      return word.isExcluded ? negated(text) : text
    case .number(let column, let relation, let number):
      let name = table.columns[column].sql
      let parameter = statement.parameter(
        number, type: type(of: number, for: table.columns[column], table.dialect))
      let comparison = "\(name) \(relation.rawValue) \(parameter)"
      switch table.dialect {
      case .postgres, .duckdb: return comparison
      // SQLite allows texts in numeric columns, and sorts them after all numbers; they differ from every number.
      case .sqlite where relation == .notEqual: return comparison
      case .sqlite: return "(\(comparison) AND typeof(\(name)) IN ('integer', 'real'))"
      }
    case .value(let column, let relation, let value):
      let description = table.columns[column]
      guard description.kind != .other else {
        return
          "\(description.sql) \(relation.rawValue) \(statement.parameter(SQLValue(value), type: description.type))"
      }
      let parameter = statement.parameter(SQLValue(value))
      guard relation == .equal || relation == .notEqual else {
        return "\(description.sql) \(relation.rawValue) \(parameter)"
      }
      return "lower(\(description.sql)) \(relation.rawValue) lower(\(parameter))"
    }
  }

  /// Returns the type for a number with which a database can use an index on the column.
  private static func type(
    of number: SQLValue, for column: DatabaseTable.Column, _ dialect: SQLDialect
  ) -> String {
    switch (dialect, column.type, number) {
    case (.duckdb, _, .integer): "bigint"
    case (.duckdb, _, _): "double"
    case (.postgres, "smallint", .integer), (.postgres, "integer", .integer), (.postgres, "bigint", .integer):
      "bigint"
    case (.postgres, "real", _), (.postgres, "double precision", _): "double precision"
    case (.postgres, _, _), (.sqlite, _, _): "numeric"
    }
  }
}
