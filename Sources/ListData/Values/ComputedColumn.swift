/// A column that the user adds to a table: an expression over its other columns.
///
/// ```text
/// total = price * amount          numbers, in the notation of their columns
/// left  = size - used             sizes and durations; the difference of two dates is a duration
/// name  = first + ' ' + last      texts
/// load  = {load avg}              a name with blanks or signs is in braces; also another name for a column
/// ```
///
/// `*` and `/` come before `+` and `-`. A cell is empty if a value is missing or no number, and if it is divided by 0.
package struct ComputedColumn: Sendable, Hashable {
  /// The name of the column.
  package let name: String
  /// The expression as it was written.
  package let expression: String
  let formula: Formula
  /// The present, which completes dates without a year.
  let now: Double

  /// Reads `total=price*amount`.
  ///
  /// - Parameter now: The present, as in ``CellReading``.
  /// - Returns: nil if there is no name, or the expression cannot be read or has more than 4,096 bytes.
  package init?(_ definition: String, now: Double) {
    guard definition.utf8.count <= Self.mostBytes, let sign = definition.firstIndex(of: "=") else {
      return nil
    }
    name = definition[..<sign].trimmingSpaces
    expression = definition[definition.index(after: sign)...].trimmingSpaces
    var parser = FormulaParser(expression[...])
    guard !name.isEmpty, let formula = parser.formula() else { return nil }
    (self.formula, self.now) = (formula, now)
  }

  /// Each operation of an expression takes a part of the stack.
  private static let mostBytes = 4096

  /// The columns that the expression names.
  package var references: [String] { formula.references }
}

indirect enum Formula: Sendable, Hashable {
  case column(String)
  case number(String, ColumnKind)
  case text(String)
  case operation(Character, Formula, Formula)

  fileprivate var references: [String] {
    switch self {
    case .column(let name): [name]
    case .number, .text: []
    case .operation(_, let one, let other): one.references + other.references
    }
  }
}

private struct FormulaParser {
  private var rest: Substring

  init(_ text: Substring) { rest = text }

  mutating func formula() -> Formula? {
    guard let formula = sum(), next == nil else { return nil }
    return formula
  }

  /// The next character that is no blank.
  private var next: Character? {
    mutating get {
      rest = rest.drop { $0 == " " }
      return rest.first
    }
  }

  private mutating func sum() -> Formula? { operations("+", "-") { $0.product() } }

  private mutating func product() -> Formula? { operations("*", "/") { $0.factor() } }

  private mutating func operations(_ signs: Character..., of operand: (inout Self) -> Formula?) -> Formula? {
    guard var formula = operand(&self) else { return nil }
    while let sign = next, signs.contains(sign) {
      rest.removeFirst()
      guard let other = operand(&self) else { return nil }
      formula = .operation(sign, formula, other)
    }
    return formula
  }

  private mutating func factor() -> Formula? {
    guard let sign = next else { return nil }
    switch sign {
    case "-":
      rest.removeFirst()
      return factor().map { .operation("-", .number("0", .integer), $0) }
    case "(":
      rest.removeFirst()
      guard let formula = sum(), next == ")" else { return nil }
      rest.removeFirst()
      return formula
    case "{": return text(until: "}").flatMap { $0.isEmpty ? nil : .column($0) }
    case "'", "\"": return text(until: sign).map { .text($0) }
    default: return word()
    }
  }

  /// Reads up to a sign, and skips the signs around.
  private mutating func text(until sign: Character) -> String? {
    rest.removeFirst()
    guard let end = rest.firstIndex(of: sign) else { return nil }
    defer { rest = rest[rest.index(after: end)...] }
    return String(rest[..<end])
  }

  private mutating func word() -> Formula? {
    let word = String(rest.prefix { !" +-*/(){}'\"".contains($0) })
    guard let first = word.first else { return nil }
    rest.removeFirst(word.count)
    // A capital M is a size, a small one are minutes.
    let isSize = word.contains(where: \.isUppercase)
    let kinds: [ColumnKind] =
      [.integer, .float, .percent] + (isSize ? [.size, .duration] : [.duration, .size])
    let kind = first.isNumber || first == "." ? kinds.first { Self.number(word, $0) } : nil
    return kind.map { .number(word, $0) } ?? .column(word)
  }

  private static func number(_ word: String, _ kind: ColumnKind) -> Bool {
    Array(word.utf8).withUnsafeBufferPointer { cell in
      // 1.5 is no integer.
      CellReading(kind, now: 0).value(of: cell).number != nil
        && (kind != .integer || cell.allSatisfy(\.isDigit))
    }
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    let start = drop { $0 == " " }
    return String(
      start[..<(start.lastIndex { $0 != " " }.map { start.index(after: $0) } ?? start.startIndex)])
  }
}

// MARK: - The cells of a table

/// The cells of a computed column, which are computed when they are read.
struct ComputedCells: Sendable {
  private indirect enum Term: Sendable {
    case column(Int, CellReading)
    case number(Double, [UInt8])
    case text([UInt8])
    case operation(Character, Term, Term, ColumnKind)
    /// A column that does not exist, or values that have no result together.
    case missing
  }

  /// A number, with what its notation shows.
  private struct Number {
    var value: Double
    /// The number if it is whole and written without decimals.
    var whole: Int?
    var decimals = 0
    /// Whether it has as many decimals as needed.
    var isQuotient = false
  }

  let kind: ColumnKind
  private let term: Term
  /// What is wrong with the expression; nil if it can be computed.
  let problem: ComputedColumn.Problem?

  /// Finds the columns of an expression.
  ///
  /// - Parameter unknown: The places of columns that cannot be computed yet: this one and later ones.
  init(_ column: ComputedColumn, of table: TextTable, unknown: Range<Int>) {
    var problem: ComputedColumn.Problem?
    func resolved(_ formula: Formula) -> (term: Term, kind: ColumnKind) {
      switch formula {
      case .column(let name):
        guard let number = table.column(referredToAs: name), !unknown.contains(number) else {
          problem = problem ?? .unknown(name)
          return (.missing, .text)
        }
        let kind = table.columns[number].kind
        let reading =
          kind == .text
          ? CellReading(.float, now: column.now)
          : CellReading(kind, of: number, in: table, now: column.now)
        return (.column(number, reading), kind)
      case .number(let text, let kind):
        let bytes = Array(text.utf8)
        let value = bytes.withUnsafeBufferPointer { CellReading(kind, now: 0).value(of: $0).number }
        return (value.map { .number($0, bytes) } ?? .missing, kind)
      case .text(let text): return (.text(Array(text.utf8)), .text)
      case .operation(let sign, let one, let other):
        let (left, right) = (resolved(one), resolved(other))
        guard let kind = Self.kind(sign, left.kind, right.kind) else {
          problem = problem ?? .kinds(sign, left.kind, right.kind)
          return (.missing, .text)
        }
        return (.operation(sign, left.term, right.term, kind), kind)
      }
    }
    (term, kind) = resolved(column.formula)
    if table.columns.contains(where: { $0.name == column.name }) { problem = .taken }
    self.problem = problem
  }

  /// Returns the kind of a result; nil if the values have none.
  private static func kind(_ sign: Character, _ one: ColumnKind, _ other: ColumnKind) -> ColumnKind? {
    if sign == "+", one == .text || other == .text { return .text }
    // A column of text may have numbers in some rows.
    var (one, other) = (one == .text ? .float : one, other == .text ? .float : other)
    if one == .date || other == .date { return sign == "-" && one == other ? .duration : nil }
    if sign == "*" || sign == "/" {
      (one, other) = (one == .percent ? .float : one, other == .percent ? .float : other)
    }
    let isPlain = (one: [.integer, .float].contains(one), other: [.integer, .float].contains(other))
    switch (sign, isPlain.one, isPlain.other) {
    case ("/", true, true): return .float
    case (_, true, true): return one == other ? one : .float
    case ("/", true, false): return .float
    case (_, true, false): return other
    case (_, false, true): return one
    case ("*", false, false): return .float
    // Bytes each second are a size too.
    case ("/", false, false): return one == .size && other == .duration ? .size : .float
    case (_, false, false): return one == other ? one : nil
    }
  }

  /// Returns the text of a cell.
  func text(_ row: Int, of table: TextTable) -> [UInt8] { text(term, row, table) ?? [] }

  private func text(_ term: Term, _ row: Int, _ table: TextTable) -> [UInt8]? {
    switch term {
    case .column(let column, _): return table.withCell(row, column) { Array($0.trimmed) }
    case .number(_, let text), .text(let text): return text
    case .missing: return nil
    case .operation(_, let one, let other, .text):
      return text(one, row, table).flatMap { left in text(other, row, table).map { left + $0 } }
    case .operation(_, _, _, let kind):
      var format = ValueText(kind)
      return number(term, row, table, &format, kind).map { Array(Self.text($0, kind, format).utf8) }
    }
  }

  /// - Parameter format: Gets the notation of the cells.
  private func number(
    _ term: Term, _ row: Int, _ table: TextTable, _ format: inout ValueText, _ kind: ColumnKind
  ) -> Number? {
    switch term {
    case .column(let column, let reading):
      return table.withCell(row, column) { cell in
        let cell = cell.trimmed
        guard let value = reading.value(of: cell).number, value.isFinite else { return nil }
        let isPlain = [.integer, .float].contains(reading.kind) && kind != .percent
        if reading.kind == kind || isPlain { format.note(cell) }
        let decimals = ValueText.decimals(of: cell)
        return Number(value: value, whole: decimals == 0 ? reading.whole(in: cell) : nil, decimals: decimals)
      }
    case .number(let value, let text):
      return text.withUnsafeBufferPointer { cell in
        let decimals = ValueText.decimals(of: cell)
        return Number(value: value, whole: decimals == 0 ? Int(exactly: value) : nil, decimals: decimals)
      }
    case .text, .missing: return nil
    case .operation(let sign, let one, let other, _):
      guard let left = number(one, row, table, &format, kind),
        let right = number(other, row, table, &format, kind)
      else { return nil }
      var result = Number(
        value: left.value + right.value, decimals: max(left.decimals, right.decimals),
        isQuotient: left.isQuotient || right.isQuotient || sign == "/")
      var operation = Int.addingReportingOverflow
      switch sign {
      case "-": (result.value, operation) = (left.value - right.value, Int.subtractingReportingOverflow)
      case "*":
        (result.value, operation) = (left.value * right.value, Int.multipliedReportingOverflow)
        result.decimals = left.decimals + right.decimals
      case "/": result.value = left.value / right.value
      default: break
      }
      if sign != "/", let one = left.whole, let other = right.whole,
        case let whole = operation(one)(other), !whole.overflow
      {
        result.whole = whole.partialValue
      }
      return result.value.isFinite ? result : nil
    }
  }

  private static func text(_ number: Number, _ kind: ColumnKind, _ format: ValueText) -> String {
    guard [.integer, .float, .percent].contains(kind) else { return format.text(number.value) }
    if kind != .percent, let whole = number.whole { return format.notation(of: "\(whole)") }
    guard number.isQuotient else { return format.text(number.value, decimals: number.decimals) }
    // Three decimals, of small numbers three digits.
    var (decimals, size) = (3, number.value.magnitude)
    while size > 0, size < 0.1, decimals < 9 { (decimals, size) = (decimals + 1, size * 10) }
    var factor = (0..<decimals).reduce(1.0) { factor, _ in factor * 10 }
    let rounded = (number.value * factor).rounded() / factor
    while decimals > 0, (rounded * factor / 10).rounded() == (rounded * factor).rounded() / 10 {
      (decimals, factor) = (decimals - 1, factor / 10)
    }
    return format.text(rounded, decimals: decimals)
  }
}

extension ComputedColumn {
  /// Why the cells of a column cannot be computed.
  package enum Problem: Sendable, Equatable {
    /// The table has no such column, or not before this one.
    case unknown(String)
    /// Values of these kinds have no result.
    case kinds(Character, ColumnKind, ColumnKind)
    /// The table has a column with this name.
    case taken
  }
}
