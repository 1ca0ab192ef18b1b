import LibC
import ListKit

/// Options for how a ``CursesScreen`` uses its terminal.
public struct CursesOptions: Sendable {
  /// The colours to use.
  ///
  /// A non-empty `NO_COLOR` in the environment takes precedence over every choice.
  public enum ColorChoice: String, CaseIterable, Sendable {
    /// The colours that the terminal supports according to `COLORTERM` and its terminfo entry.
    case automatic
    /// The same as ``automatic``; for programs that also print without a screen.
    case always
    /// No colours, only attributes.
    case never
    /// At most the 16 ANSI colours.
    case ansi16
    /// The palette of 256 colours, even if the terminfo entry has fewer.
    case palette256
    /// Direct colours, even if `COLORTERM` does not promise them.
    case trueColor
  }

  /// The colours to use.
  public var color: ColorChoice
  /// Whether the screen receives clicks and the wheel as events; otherwise the terminal handles them.
  public var mouse: Bool
  /// Whether ``Terminal/copy(_:)`` may write to the clipboard.
  public var allowsCopying: Bool
  /// Whether texts with a `Style.link` are clickable; otherwise they are plain text.
  public var allowsLinks: Bool
  /// Whether a screen reader reads the terminal. If nil, `ACCESSIBLE` in the environment decides: any value
  /// but an empty one and `0` means yes.
  public var isAccessible: Bool?
  /// The lines below the prompt to draw in, without the alternate screen and without leaving a trace. If nil,
  /// or if the terminal does not support it or does not report its cursor, the whole terminal.
  public var height: Height?

  /// The number of lines of a screen below the prompt.
  public enum Height: Hashable, Sendable {
    /// This many lines, or as many as the terminal has.
    case lines(Int)
    /// A share of the terminal's lines, but at least 5 lines.
    case percent(Int)

    /// Creates a height from a text such as `12` or `40%`; nil if it is none.
    public init?(_ text: String) {
      let isShare = text.hasSuffix("%")
      guard let number = Int(isShare ? text.dropLast() : text[...]),
        (1...(isShare ? 100 : 1000)).contains(number)
      else { return nil }
      self = isShare ? .percent(number) : .lines(number)
    }

    /// Returns the height on a terminal of some lines, which may be fewer.
    func lines(of terminal: Int) -> Int {
      switch self {
      case .lines(let lines): lines
      case .percent(let share): max(5, terminal * share / 100)
      }
    }
  }

  /// Creates options; the default is to use all features of the terminal.
  public init(
    color: ColorChoice = .automatic, mouse: Bool = true, allowsCopying: Bool = true, allowsLinks: Bool = true,
    isAccessible: Bool? = nil, height: Height? = nil
  ) {
    self.color = color
    self.mouse = mouse
    self.allowsCopying = allowsCopying
    self.allowsLinks = allowsLinks
    self.isAccessible = isAccessible
    self.height = height
  }
}

/// An error that prevents opening a screen.
public enum CursesError: Error, Hashable, Sendable {
  /// The process has no terminal.
  case noTerminal
  /// `TERM` is unset or empty, so the terminal's control sequences are unknown.
  case terminalTypeMissing
  /// The terminfo database does not contain the type that `TERM` names.
  case terminalTypeUnknown(String)
  /// The terminal cannot move its cursor, so it can show lines but not a screen.
  case terminalTooPlain(String)
  /// Another screen of this process is using the terminal.
  case alreadyOpen
  /// The system refused a call; the number is its `errno`.
  case system(Int32)
}

extension CursesError: CustomStringConvertible {
  /// The error in one line, without a full stop.
  public var description: String {
    switch self {
    case .noTerminal:
      "no terminal to draw on and read keys from"
    case .terminalTypeMissing:
      "TERM is not set, so the type of the terminal is unknown"
    case .terminalTypeUnknown(let type):
      "unknown terminal type '\(EscapedText(type).text)' in TERM; TERM=xterm-256color suits most terminals"
    case .terminalTooPlain(let type):
      "a terminal of type '\(EscapedText(type).text)' cannot move its cursor"
    case .alreadyOpen:
      "the terminal is already taken by another screen of this process"
    case .system(EMFILE):
      "cannot use the terminal: \(ResourceLimit(isMemory: false))"
    case .system(ENOMEM):
      "cannot use the terminal: \(ResourceLimit(isMemory: true))"
    case .system(let code):
      "cannot use the terminal: system error \(code), \(String(cString: strerror(code)))"
    }
  }
}
