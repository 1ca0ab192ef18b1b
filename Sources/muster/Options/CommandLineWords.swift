/// The words of `MUSTER_OPTS`, parted as a shell would: by blanks, unless quoted.
///
/// ```text
///  -n 5 --query 'two words' --theme\ x   ▶   -n │ 5 │ --query │ two words │ --theme x
/// ```
struct CommandLineWords: Hashable, Sendable {
  /// A quote without its end.
  struct OpenQuote: Error, Hashable, CustomStringConvertible {
    var quote: Character
    var description: String { "a \(quote) without its end" }
  }

  private(set) var words: [String] = []

  init(_ text: String) throws(OpenQuote) {
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        // Within quotes a backslash stands for itself, but before what it can quote there.
        if quote == "\"", character != "\"", character != "\\" { word?.append("\\") }
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        word = word ?? ""
      } else if let open = quote {
        if character == open { quote = nil } else { word?.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let quote { throw OpenQuote(quote: quote) }
    if isEscaped { throw OpenQuote(quote: "\\") }
    if let word { words.append(word) }
  }
}
