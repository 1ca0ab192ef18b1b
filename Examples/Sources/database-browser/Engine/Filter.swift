/// What a person typed, as words that a row must all contain.
struct Filter: Hashable, Sendable {
  let words: [String]

  /// Takes text as typed: nothing in it has a meaning of its own.
  init(_ text: String) {
    words = text.replacing("\0", with: "").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  var isEmpty: Bool { words.isEmpty }

  /// A pattern for FTS5: some word of the row begins with each of the words.
  ///
  /// Between quotes FTS5 knows no operators, and a quote is written twice.
  var fullTextPattern: String {
    words.map { "\"\($0.replacing("\"", with: "\"\""))\"*" }.joined(separator: " ")
  }

  /// A pattern for `to_tsquery`: some word of the row begins with each of the words.
  ///
  /// Between quotes it knows no operators; a quote and a backslash are written twice.
  var wordPattern: String {
    words.map { "'\($0.replacing("\\", with: "\\\\").replacing("'", with: "''"))':*" }.joined(
      separator: " & ")
  }

  /// A pattern for each word, for LIKE with a backslash as ESCAPE: the text contains the word.
  var likePatterns: [String] {
    words.map { word in
      let escaped = word.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
      return "%\(escaped)%"
    }
  }
}
