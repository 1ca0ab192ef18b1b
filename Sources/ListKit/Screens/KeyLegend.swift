/// A key that the status line names; see ``ViewController/keyHints``.
///
/// ```swift
/// keyHints = ["a", KeyHint("d", "delete")]
/// ```
public struct KeyHint: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The key.
  public var key: KeyPress
  /// What it does; nil for the short title of its command.
  public var title: String?

  /// Names a key.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - title: what it does; nil for the short title of its command.
  public init(_ key: KeyPress, _ title: String? = nil) { (self.key, self.title) = (key, title) }

  /// Names a key by its name in the help, as in `"ctrl-o"`; traps if it is no name of a key.
  public init(stringLiteral name: String) { self.init(KeyPress(stringLiteral: name)) }
}

/// The name of a key and what it does, in the status line and in the lower edge of a box: the key stands out from the words.
struct KeyLegend: Equatable {
  var key: String
  var title: String

  init(_ key: String, _ title: String) {
    self.key = key
    self.title = title
  }
}

extension [KeyLegend] {
  private static var separator: String { "  " }

  /// The number of columns that the hints need; the names of keys are ASCII, and titles are measured.
  func columns(_ metrics: TextMetrics) -> Int {
    reduce(Swift.max(0, count - 1) * Self.separator.count) {
      $0 + metrics.width(of: $1.key) + 1 + metrics.width(of: $1.title)
    }
  }

  /// Returns the hints as one text, to be drawn over a plain style.
  func text(_ theme: Theme) -> StyledText {
    var text = StyledText("")
    var keyStyle = theme.text
    keyStyle.attributes.insert(.bold)
    for hint in self {
      if !text.isEmpty { text = text.appending(StyledText(Self.separator)) }
      text = text.appending(StyledText(hint.key, style: keyStyle))
        .appending(StyledText(" " + hint.title, style: theme.status))
    }
    return text
  }
}
