/// Themes as text, so that users of a program can have their own.
///
/// ```text
///   # what it is based on; first, where it is given
///   base = dark
///   cursor = reverse bold
///   header = #5fafd7 bold
///   inserted.flash = on #146034
///   inserted.mark = green bold
///   background = #101014
/// ```
///
/// A line is a name, `=`, and a style: words in any order, of which each replaces what the base says.
///
/// - Names: `title text secondaryText header columnTitle cursor match prompt status scrollBar border`,
///   `inserted deleted changed moved`, each with `.mark` or `.flash`, and `background`, a colour alone.
/// - A colour, or `on` and a colour for what is behind: `default`, `black red green yellow blue magenta cyan
///   white`, the same with `bright-` before them, a number of the palette from 0 to 255, or `#rrggbb`.
/// - Attributes: `bold dim italic underline reverse strikethrough`. `plain` alone is the terminal's own style.
/// - Empty lines, and what follows `#` and a blank, do not count.
extension Theme {
  /// Reads a theme.
  ///
  /// - Parameters:
  ///   - text: lines as above.
  ///   - base: what the lines do not name, unless they begin with another one.
  /// - Throws: the first line that cannot be read, and why.
  /// - Complexity: O(length of the text).
  public init(text: String, base: Theme = .mono) throws(ThemeError) {
    self = base
    var isFirst = true
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let words = Self.words(of: line)
      guard !words.isEmpty else { continue }
      do {
        try apply(words, isFirst: isFirst)
      } catch {
        throw ThemeError(line: index + 1, reason: error)
      }
      isFirst = false
    }
  }

  private static func words(of line: Substring) -> [Substring] {
    var words: [Substring] = []
    let spaced = line.split { $0 == " " || $0 == "\t" }
    for word in spaced {
      if word == "#" || (words.isEmpty && word.hasPrefix("#")) { break }
      guard let sign = word.firstIndex(of: "="), words.count < 2, !words.contains("=") else {
        words.append(word)
        continue
      }
      // `name=style` is three words too.
      let parts = [word[..<sign], "=", word[word.index(after: sign)...]]
      words += parts.filter { !$0.isEmpty }
    }
    return words
  }

  private mutating func apply(_ words: [Substring], isFirst: Bool) throws(ThemeError.Reason) {
    let name = String(words[0])
    guard words.count > 1, words[1] == "=" else { throw .missingEquals }
    let value = words.dropFirst(2)
    guard let first = value.first else { throw .missingStyle }
    switch name {
    case "base":
      guard isFirst else { throw .lateBase }
      guard value.count == 1, let base = Self.named[String(first)] else { throw .unknownBase(String(first)) }
      self = base
    case "background":
      guard value.count == 1, let color = Color(word: first) else { throw .unknownWord(String(first)) }
      background = color
    default:
      guard let place = Self.places.first(where: { $0.name == name }) else { throw .unknownName(name) }
      self[keyPath: place.style] = try Style(words: value)
    }
  }

  private static let named = [
    "dark": Theme.dark, "light": .light, "high-contrast": .highContrast, "mono": .mono,
  ]

  fileprivate static var places: [(name: String, style: WritableKeyPath<Theme, Style>)] {
    [
      ("title", \.title), ("text", \.text), ("secondaryText", \.secondaryText), ("header", \.header),
      ("columnTitle", \.columnTitle), ("cursor", \.cursor), ("match", \.match), ("prompt", \.prompt),
      ("status", \.status), ("scrollBar", \.scrollBar), ("border", \.border),
      ("inserted.mark", \.inserted.mark), ("inserted.flash", \.inserted.flash),
      ("deleted.mark", \.deleted.mark), ("deleted.flash", \.deleted.flash),
      ("changed.mark", \.changed.mark), ("changed.flash", \.changed.flash),
      ("moved.mark", \.moved.mark), ("moved.flash", \.moved.flash),
    ]
  }
}

extension Theme: CustomStringConvertible {
  /// The theme as lines of text, from which it can be read again.
  public var description: String {
    var lines = Self.places.map { "\($0.name) = \(self[keyPath: $0.style].words)" }
    lines.append("background = \(background.word)")
    return lines.joined(separator: "\n") + "\n"
  }
}
