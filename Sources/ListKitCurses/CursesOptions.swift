/// How a ``CursesScreen`` uses its terminal.
public struct CursesOptions: Sendable {
  /// Which colours to draw with.
  ///
  /// A non-empty `NO_COLOR` in the environment outranks every choice.
  public enum ColorChoice: String, CaseIterable, Sendable {
    /// What the terminal says it can do: `COLORTERM`, then its terminfo entry.
    case automatic
    /// The same; for programs that also print without a screen.
    case always
    /// None: attributes only.
    case never
    /// The sixteen ANSI colours at most.
    case ansi16
    /// The palette of 256, even where the terminfo entry knows of fewer.
    case palette256
    /// Direct colours, even where `COLORTERM` does not promise them.
    case trueColor
  }

  /// Which colours to draw with.
  public var color: ColorChoice
  /// Whether clicks and the wheel come as events; otherwise the terminal keeps them for itself.
  public var mouse: Bool
  /// Whether ``Terminal/copy(_:)`` reaches the clipboard.
  public var allowsCopying: Bool
  /// Whether a text with a `Style.link` can be clicked; otherwise it is text.
  public var allowsLinks: Bool

  /// Creates options; without arguments all that the terminal can do is used.
  public init(
    color: ColorChoice = .automatic, mouse: Bool = true, allowsCopying: Bool = true, allowsLinks: Bool = true
  ) {
    self.color = color
    self.mouse = mouse
    self.allowsCopying = allowsCopying
    self.allowsLinks = allowsLinks
  }
}
