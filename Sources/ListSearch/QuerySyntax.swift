/// The parts of a query as typed: the one syntax for all lists, which search indexes, tables of text and databases
/// evaluate.
///
/// ```text
///  alps  !range:^mont        words: anywhere, or excluded, in a column, at the start of a cell
///  size:>1.5G|<1K            a condition with two alternatives
///  size>1.5G                 the same without the colon, if there is a column of this name; else a word
///  name:~^web-[0-9]+$        a regular expression
///  "a|b"  status:="Up 2"     a quoted text is literal and may contain blanks; two quotes in it stand for one
/// ```
///
/// An operator without a word or a value has no effect, so that the list does not change before it is typed.
package struct QuerySyntax: Hashable, Sendable {
  /// A condition on a row: it must meet one of the alternatives or, if they are excluded, none of them.
  package struct Condition: Hashable, Sendable {
    package var alternatives: [Alternative]
    package var isExcluded = false

    /// The word, if the condition is a single word, which may itself be excluded.
    package var word: Word? {
      alternatives.count == 1 && !isExcluded ? alternatives[0].word : nil
    }
  }

  package enum Alternative: Hashable, Sendable {
    case word(Word)
    /// A regular expression for the cells of a row, or of a column.
    case pattern(String, column: Int?)
    /// The cell of a column has this relation to a value.
    case comparison(column: Int, Relation, String)
    /// A condition on a column that does not exist; no row meets it.
    case missing(column: String)

    package var word: Word? { if case .word(let word) = self { word } else { nil } }
  }

  package struct Word: Hashable, Sendable {
    /// The word without operators.
    package var text = ""
    /// The index of the only column in which it counts.
    package var column: Int?
    package var isExcluded = false
    /// Whether a cell must begin, or end, with the word.
    package var isAtStart = false
    package var isAtEnd = false
    /// Whether it was typed after `'` or in quotes: its letters must be together, and operators in it are literal.
    package var isExact = false

    /// The texts before the first colon, and before the first relation, which may be meant as names of columns, and
    /// the text after each.
    fileprivate var named: [(name: Substring, value: Substring)] {
      guard column == nil, !isExact else { return [] }
      let colon = text.firstIndex(of: ":").map { (text[..<$0], text[text.index(after: $0)...]) }
      let relation = Relation.first(in: text[...]).map { (text[..<$0], Relation.split(text[$0...])?.1 ?? "") }
      return [colon, relation].compactMap(\.self).filter { !$0.0.isEmpty }
    }
  }

  package enum Relation: String, CaseIterable, Hashable, Sendable {
    // Longer operators come first, because shorter ones are their prefixes.
    case notEqual = "!="
    case greaterOrEqual = ">="
    case lessOrEqual = "<="
    case equal = "="
    case greater = ">"
    case less = "<"

    /// Returns the operator at the start of a text, and the rest.
    package static func split(_ text: Substring) -> (Relation, Substring)? {
      allCases.first { text.hasPrefix($0.rawValue) }.map { ($0, text.dropFirst($0.rawValue.count)) }
    }

    /// Returns the place of the first operator in a text.
    fileprivate static func first(in text: Substring) -> String.Index? {
      text.indices.first { "!<=>".contains(text[$0]) && split(text[$0...]) != nil }
    }

    /// Whether the relation holds for two values: the first is less (negative), equal (0) or greater.
    package func holds(_ order: Int) -> Bool {
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

  /// The conditions, which must all be met.
  package private(set) var conditions: [Condition] = []

  /// Parses text as typed.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns, which the user types without their blanks.
  ///   - hasOnlyWords: Whether `|`, `~`, comparisons and quotes are ordinary text.
  package init(_ text: String, columns: [String] = [], hasOnlyWords: Bool = false) {
    guard !text.isEmpty else { return }
    let namesColumns = text.unicodeScalars.contains { $0.isSign(":") || "<=>".unicodeScalars.contains($0) }
    let reader = WordReader(
      columns: namesColumns ? columns.map(Self.folded) : [], hasOnlyWords: hasOnlyWords)
    conditions = reader.split(text[...], at: \.properties.isWhitespace).compactMap(reader.condition)
  }

  /// Returns the characters of the first part of a text, each of which is a condition, that satisfies a predicate.
  package static func characters(in text: String, where predicate: (String) -> Bool) -> Range<Int>? {
    let parts = WordReader(columns: [], hasOnlyWords: false).split(text[...], at: \.properties.isWhitespace)
    guard let part = parts.first(where: { predicate(String($0)) }) else { return nil }
    let start = text.distance(from: text.startIndex, to: part.startIndex)
    return start..<start + part.count
  }

  /// The columns to which conditions are restricted, by index.
  package var columns: Set<Int> {
    Set(
      conditions.lazy.flatMap(\.alternatives).compactMap { alternative in
        switch alternative {
        case .word(let word): word.column
        case .pattern(_, let column): column
        case .comparison(let column, _, _): column
        case .missing: nil
        }
      })
  }

  /// The words that are conditions of their own.
  package var words: [Word] { conditions.compactMap(\.word) }

  /// Returns a remark on the first word that could name a column, and is no time and no address.
  package func remark(_ columns: [String]) -> String? {
    for word in words where !word.isAtStart {
      guard let (name, value) = word.named.first, name.first?.isLetter ?? false, value.first ?? "/" != "/"
      else { continue }
      return
        "'\(word.text)' is searched as text: no column '\(name)'; there are \(columns.joined(separator: ", "))"
    }
    return nil
  }

  /// The first column of a condition that does not exist.
  package var missing: String? {
    for case .missing(let column) in conditions.lazy.flatMap(\.alternatives) { return column }
    return nil
  }

  /// Returns the texts of a query that name a column, as `size:>1G` and `status:failed`, or that would if there
  /// were a column with that name, as `10:30` and `a=b`.
  package static func columns(namedIn text: String) -> [String] {
    QuerySyntax(text).conditions.flatMap(\.alternatives).flatMap { alternative -> [String] in
      switch alternative {
      case .word(let word): word.named.map { String($0.name) }
      case .missing(let column): [column]
      case .pattern, .comparison: []
      }
    }
  }

  /// Returns the condition for rows with a value in a column: `STATUS:=Running`, `STATUS:="Up 2 hours"`.
  package static func condition(_ column: String, is value: String) -> String {
    let isPlain = !value.isEmpty && !value.contains { $0.isWhitespace || $0 == "|" || $0 == "\"" }
    let quoted = value.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    return "\(column.filter { !$0.isWhitespace }):=\(isPlain ? value : "\"\(quoted)\"")"
  }

  /// Returns the name of a column as users may type it: without blanks and accents, in lower case.
  package static func folded(_ name: some StringProtocol) -> [UInt8] {
    var folded: [UInt8] = []
    folded.append(folding: String(name))
    folded.removeAll { $0 == UInt8(ascii: " ") }
    return folded
  }
}

/// Reads the words of a query, which white space separates.
private struct WordReader {
  let columns: [[UInt8]]
  let hasOnlyWords: Bool

  typealias Alternative = QuerySyntax.Alternative

  /// Reads `!`, then the name of a column and `:`, then alternatives; nil if nothing is left.
  func condition(_ typed: Substring) -> QuerySyntax.Condition? {
    var rest = typed
    let isExcluded = rest.drop("!")
    let column = takeColumn(&rest)
    if !hasOnlyWords, rest == "~" { return nil }
    let only: Alternative? =
      !hasOnlyWords && rest.first == "~"
      ? .pattern(String(rest.dropFirst()), column: column) : column == nil ? missing(rest) : nil
    if let only { return QuerySyntax.Condition(alternatives: [only], isExcluded: isExcluded) }
    // After a quote, operators are literal.
    let parts = hasOnlyWords || rest.first == "'" ? [rest] : split(rest, at: { $0 == "|" })
    let alternatives = parts.enumerated().compactMap { place, part in
      alternative(part, column, isFirst: place == 0)
    }
    switch alternatives.first {
    case nil: return nil
    case .word(var word)? where alternatives.count == 1:
      word.isExcluded = word.isExcluded != isExcluded
      return QuerySyntax.Condition(alternatives: [.word(word)])
    default: return QuerySyntax.Condition(alternatives: alternatives, isExcluded: isExcluded)
    }
  }

  /// Removes the name of a column and its colon, or the name before a relation.
  ///
  /// - Returns: The index of the column; nil, and the text is unchanged, if it names none.
  private func takeColumn(_ text: inout Substring) -> Int? {
    func column(before end: String.Index) -> Int? {
      let name = QuerySyntax.folded(text[..<end])
      return name.isEmpty ? nil : columns.firstIndex(of: name)
    }
    if let colon = text.unicodeScalars.firstIndex(where: { $0.isSign(":") }),
      let column = column(before: colon)
    {
      text = text[text.unicodeScalars.index(after: colon)...]
      return column
    }
    guard !hasOnlyWords, let relation = QuerySyntax.Relation.first(in: text),
      let column = column(before: relation)
    else { return nil }
    text = text[relation...]
    return column
  }

  /// Returns a condition on a column that does not exist; nil for text such as `10:30` or `https://example.org`.
  private func missing(_ text: Substring) -> Alternative? {
    guard !hasOnlyWords, let first = text.first, !"'^~:\"".contains(first),
      let colon = text.firstIndex(of: ":")
    else { return nil }
    let (name, value) = (text[..<colon], text[text.index(after: colon)...])
    let isCondition = value.first == "~" || QuerySyntax.Relation.split(value) != nil
    return isCondition && !name.contains("|") ? .missing(column: String(name)) : nil
  }

  /// Reads a comparison, or a word with `!`, and with `'` or `^` and `$`; nil if there is no value or word.
  ///
  /// - Parameters:
  ///   - column: The column of the condition, which applies unless the alternative names its own.
  ///   - isFirst: Whether no `|` precedes; only behind `:` and `|` it may be excluded.
  private func alternative(_ text: Substring, _ column: Int?, isFirst: Bool) -> Alternative? {
    var rest = text
    var word = QuerySyntax.Word(column: column)
    if !isFirst {
      var own = text
      let isExcluded = own.drop("!")
      let named = takeColumn(&own)
      if named == nil, let missing = missing(own) { return missing }
      if named != nil || column == nil { (rest, word.column, word.isExcluded) = (own, named, isExcluded) }
    }
    if let column = word.column {
      if !hasOnlyWords, !word.isExcluded, let (relation, value) = QuerySyntax.Relation.split(rest) {
        return value.isEmpty ? nil : .comparison(column: column, relation, Self.bare(value))
      }
      if rest.drop("!") { word.isExcluded.toggle() }
    }
    word.isExact = rest.drop("'")
    word.text = String(rest)
    if !word.isExact {
      word.isAtStart = rest.drop("^")
      if rest.unicodeScalars.last?.isSign("$") == true {
        rest.unicodeScalars.removeLast()
        word.isAtEnd = true
      }
      word.text = hasOnlyWords ? String(rest) : Self.bare(rest)
      word.isExact = word.text.utf8.count < rest.utf8.count
    }
    return word.text.isEmpty ? nil : .word(word)
  }

  // MARK: Quotes

  /// Splits a text at separators outside quotes. Only a quote at the start of a word, or after one of the operators
  /// `:=<>|!^`, opens.
  func split(_ text: Substring, at isSeparator: (Unicode.Scalar) -> Bool) -> [Substring] {
    let scalars = text.unicodeScalars
    var parts: [Substring] = []
    var start = scalars.startIndex
    var place = start
    while place < scalars.endIndex {
      if !hasOnlyWords, let end = Self.endOfQuotes(from: place, in: scalars) {
        place = end
      } else {
        if isSeparator(scalars[place]) {
          if start < place { parts.append(text[start..<place]) }
          start = scalars.index(after: place)
        }
        place = scalars.index(after: place)
      }
    }
    if start < scalars.endIndex { parts.append(text[start...]) }
    return parts
  }

  /// Returns the index after the closing quote; nil if no quote opens at the index, or none closes.
  private static func endOfQuotes(
    from place: String.Index, in text: Substring.UnicodeScalarView
  ) -> String.Index? {
    guard text[place] == "\"" else { return nil }
    if place > text.startIndex {
      let former = text[text.index(before: place)]
      guard former.properties.isWhitespace || ":=<>|!^".unicodeScalars.contains(former) else { return nil }
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

  /// Returns a text without its quotes, if it is a single one in quotes.
  private static func bare(_ value: Substring) -> String {
    let scalars = value.unicodeScalars
    guard !scalars.isEmpty, endOfQuotes(from: scalars.startIndex, in: scalars) == scalars.endIndex else {
      return String(value)
    }
    var bare = ""
    var isSecond = false
    for scalar in scalars.dropFirst().dropLast() {
      isSecond = scalar == "\"" && !isSecond
      if !isSecond { bare.unicodeScalars.append(scalar) }
    }
    return bare
  }
}

extension Substring {
  /// Removes a sign at the start; returns false if it is not there.
  fileprivate mutating func drop(_ sign: Unicode.Scalar) -> Bool {
    guard unicodeScalars.first?.isSign(sign) == true else { return false }
    unicodeScalars.removeFirst()
    return true
  }
}

extension Unicode.Scalar {
  /// Whether this is an operator, or a form of it that folding makes equal, such as the full-width one.
  fileprivate func isSign(_ sign: Unicode.Scalar) -> Bool {
    if self == sign { return true }
    var folded: [UInt8] = []
    folded.append(folding: self)
    return folded == [UInt8(ascii: sign)]
  }
}
