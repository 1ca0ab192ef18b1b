@testable import ListSearch

/// Search as one would write it in five minutes: folded strings, no index, no bytes compared at once.
struct NaiveSearch {
  let rows: [[String]]

  /// The rows in which each word occurs, with their scores.
  func matches(_ text: String) -> [Match] {
    let words = Self.words(text)
    return rows.indices.compactMap { row in
      let fields = rows[row].map { Self.folding($0) }
      var sum = 0
      var seen: Set<String> = []
      for word in words where seen.insert(word).inserted {
        guard let score = Self.bestScore(of: word, in: fields) else { return nil }
        sum += score
      }
      if seen.count > 1 { sum += Self.bestScore(of: words.joined(separator: " "), in: fields) ?? 0 }
      return Match(row: row, score: sum)
    }
  }

  /// The characters of a text that are touched by a word of the query, as `Query.highlights` gives them.
  static func highlights(_ query: String, in text: String) -> [Int] {
    let characters = text.map { Array(folding(String($0)).unicodeScalars) }
    let all = characters.flatMap { $0 }
    let owners = characters.indices.flatMap { Array(repeating: $0, count: characters[$0].count) }
    var marked: Set<Int> = []
    for word in words(query).map({ Array($0.unicodeScalars) }) {
      for place in places(of: word, in: all) { marked.formUnion(owners[place..<place + word.count]) }
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

  private static func bestScore(of word: String, in fields: [String]) -> Int? {
    let word = Array(word.unicodeScalars)
    var scores: [Int] = []
    for (index, field) in fields.enumerated() {
      let field = Array(field.unicodeScalars)
      for place in places(of: word, in: field) {
        let before = place == 0 ? nil : field[place - 1]
        let after = place + word.count == field.count ? nil : field[place + word.count]
        scores.append(
          Score.place(
            isWordStart: !isPartOfWord(before), isWordEnd: !isPartOfWord(after),
            isFieldStart: before == nil, isFieldEnd: after == nil, field: index))
      }
    }
    return scores.max()
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
