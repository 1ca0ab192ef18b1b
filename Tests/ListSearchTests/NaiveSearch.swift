@testable import ListSearch

/// A search written as simply as possible: folded strings, no index, no parallel comparison of bytes.
struct NaiveSearch {
  let rows: [[String]]
  var columns: [String] = []

  /// A parsed word of a query.
  struct Word: Hashable {
    var text = ""
    var column: Int?
    var isExcluded = false
    var isAtStart = false
    var isAtEnd = false

    init(_ typed: String, columns: [String]) {
      var rest = Substring(typed)
      func drop(_ sign: Character) -> Bool {
        guard rest.unicodeScalars.first == sign.unicodeScalars.first else { return false }
        rest.unicodeScalars.removeFirst()
        return true
      }
      isExcluded = drop("!")
      if let index = columns.firstIndex(where: { rest.hasPrefix($0 + ":") }) {
        column = index
        rest = rest.dropFirst(columns[index].count + 1)
        if drop("!") { isExcluded.toggle() }
      }
      if !drop("'") {
        isAtStart = drop("^")
        if rest.unicodeScalars.last == "$" {
          isAtEnd = true
          rest.unicodeScalars.removeLast()
        }
      }
      text = String(rest)
    }

    var isPlain: Bool { !isExcluded && !isAtStart && !isAtEnd && column == nil }
  }

  /// Returns the rows in which each word occurs, with their scores. Separate letters do not match.
  func matches(_ text: String) -> [Match] {
    let words = Self.words(text).map { Word($0, columns: columns) }.filter { !$0.text.isEmpty }
    return rows.indices.compactMap { row in
      let fields = rows[row].map { Self.folding($0) }
      var sum = 0
      var seen: Set<Word> = []
      for word in words where seen.insert(word).inserted {
        let score = bestScore(of: word, in: fields)
        if word.isExcluded {
          if score != nil { return nil }
          continue
        }
        guard let score else { return nil }
        sum += score
      }
      if seen.count(where: \.isPlain) > 1 {
        let phrase = words.filter(\.isPlain).map(\.text).joined(separator: " ")
        sum += bestScore(of: Word("'" + phrase, columns: []), in: fields) ?? 0
      }
      let isRanked = words.isEmpty || words.contains { !$0.isExcluded }
      let length = isRanked && !words.isEmpty ? fields.first?.utf8.count ?? 0 : 0
      return Match(row: row, score: sum, length: length)
    }
  }

  /// Returns the characters of a text that a word of the query covers, like `Query.highlights`.
  static func highlights(_ query: String, in text: String) -> [Int] {
    let characters = text.map { Array(folding(String($0)).unicodeScalars) }
    let all = characters.flatMap { $0 }
    let owners = characters.indices.flatMap { Array(repeating: $0, count: characters[$0].count) }
    var marked: Set<Int> = []
    for word in words(query).map({ Word($0, columns: []) }) where !word.isExcluded && !word.text.isEmpty {
      let letters = Array(word.text.unicodeScalars)
      for place in places(of: letters, in: all) {
        if word.isAtStart && place > 0 || word.isAtEnd && place + letters.count < all.count { continue }
        marked.formUnion(owners[place..<place + letters.count])
      }
    }
    return marked.sorted()
  }

  static func words(_ text: String) -> [String] {
    folding(text).unicodeScalars.split(separator: " ").map { String($0) }
  }

  static func folding(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.append(folding: text)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func bestScore(of sought: Word, in fields: [String]) -> Int? {
    let word = Array(sought.text.unicodeScalars)
    var scores: [Int] = []
    for (index, text) in fields.enumerated() {
      if let column = sought.column {
        guard index == column || column == columns.count - 1 && index > column else { continue }
      }
      let field = Array(text.unicodeScalars)
      let name = Self.nameStart(of: text)
      for place in Self.places(of: word, in: field) {
        let end = place + word.count
        if sought.isAtStart && place > 0 || sought.isAtEnd && end < field.count { continue }
        let before = place == 0 ? nil : field[place - 1]
        let after = end == field.count ? nil : field[end]
        scores.append(
          Score.value(
            isWordStart: !Self.isPartOfWord(before), isWordEnd: !Self.isPartOfWord(after),
            isFieldStart: end > name && (before == nil || place == name), isFieldEnd: after == nil,
            field: index + (end > name ? 0 : 1)))
      }
    }
    return scores.max()
  }

  /// Returns the start of the last part of a path; 0 for other texts.
  private static func nameStart(of text: String) -> Int {
    let scalars = Array(text.unicodeScalars)
    let isPath =
      !scalars.contains(" ")
      || ["/", "./", "../", "~/", "~./", "~../"].contains {
        text.unicodeScalars.starts(with: $0.unicodeScalars)
      }
    return isPath ? (scalars.dropLast().lastIndex(of: "/") ?? -1) + 1 : 0
  }

  private static func places(of word: [Unicode.Scalar], in text: [Unicode.Scalar]) -> [Int] {
    guard word.count <= text.count else { return [] }
    return (0...text.count - word.count).filter { text[$0..<$0 + word.count].elementsEqual(word) }
  }

  private static func isPartOfWord(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    return !scalar.isASCII || ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
  }
}
