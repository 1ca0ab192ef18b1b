import ListKit

/// A JSON value on several lines, indented, with colours for names, texts and other values.
///
/// ```text
///  {
///    "name": "web",
///    "ports": [
///      80
///    ]
///  }
/// ```
struct IndentedJSON {
  private let theme: Theme
  private var text = ""
  private var count = 0
  private var runs: [StyledText.Run] = []
  private var depth = 0

  /// Returns the value in this form.
  ///
  /// - Parameter json: an object or array that is valid.
  /// - Complexity: O(length).
  static func text(_ json: String, theme: Theme) -> StyledText {
    var writer = IndentedJSON(theme: theme)
    writer.write(json)
    return StyledText(writer.text, runs: writer.runs)
  }

  private init(theme: Theme) { self.theme = theme }

  private mutating func write(_ json: String) {
    var rest = json[...]
    while let first = rest.first {
      switch first {
      case "{", "[":
        let inner = rest.dropFirst().drop(while: \.isWhitespace)
        if let end = inner.first, end == "}" || end == "]" {
          append("\(first)\(end)")
          rest = inner.dropFirst()
          continue
        }
        depth += 1
        append("\(first)")
        breakLine()
      case "}", "]":
        depth -= 1
        breakLine()
        append("\(first)")
      case ",":
        append(",")
        breakLine()
      case ":": append(": ")
      case _ where first.isWhitespace: break
      default:
        let token = Self.token(rest)
        rest = rest[token.endIndex...]
        let isName = first == "\"" && rest.drop(while: \.isWhitespace).first == ":"
        append(String(token), style(of: token, isName: isName))
        continue
      }
      rest = rest.dropFirst()
    }
  }

  /// Returns the string, number or literal at the start of a text.
  private static func token(_ text: Substring) -> Substring {
    guard text.first == "\"" else { return text.prefix { !",:]}".contains($0) && !$0.isWhitespace } }
    var isEscaped = true
    let end = text.firstIndex { character in
      if isEscaped {
        isEscaped = false
        return false
      }
      isEscaped = character == "\\"
      return character == "\""
    }
    return end.map { text[...$0] } ?? text
  }

  private func style(of token: Substring, isName: Bool) -> TextStyle {
    if isName { return TextStyle(foreground: theme.prompt.foreground) }
    if token.first == "\"" { return TextStyle(foreground: theme.inserted.mark.foreground) }
    return token == "null" ? theme.secondaryText : TextStyle(foreground: theme.changed.mark.foreground)
  }

  private mutating func breakLine() { append("\n" + String(repeating: "  ", count: max(0, depth))) }

  private mutating func append(_ piece: String, _ style: TextStyle? = nil) {
    text += piece
    if let style { runs.append(StyledText.Run(count..<count + piece.count, style)) }
    count += piece.count
  }
}
