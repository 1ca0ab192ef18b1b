import LibC
import ListKit

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
  /// Whether a screen reader reads the terminal; nil for what `ACCESSIBLE` in the environment says: anything but nothing
  /// and `0` means that one does.
  public var isAccessible: Bool?

  /// Creates options; without arguments all that the terminal can do is used.
  public init(
    color: ColorChoice = .automatic, mouse: Bool = true, allowsCopying: Bool = true, allowsLinks: Bool = true,
    isAccessible: Bool? = nil
  ) {
    self.color = color
    self.mouse = mouse
    self.allowsCopying = allowsCopying
    self.allowsLinks = allowsLinks
    self.isAccessible = isAccessible
  }
}

/// Why a screen could not be opened.
public enum CursesError: Error, Hashable, Sendable {
  /// The process has no terminal.
  case noTerminal
  /// `TERM` is unset or empty, so the terminal's control sequences are unknown.
  case terminalTypeMissing
  /// Curses knows no terminal of the type that `TERM` names.
  case terminalTypeUnknown(String)
  /// The terminal cannot move its cursor, so it can show lines but no screen.
  case terminalTooPlain(String)
  /// Another screen of this process has the terminal.
  case alreadyOpen
  /// The system refused something; the number is its `errno`.
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
      "cannot use the terminal: too few files may be open at once (ulimit -n)"
    case .system(ENOMEM):
      "cannot use the terminal: too little memory may be used (ulimit -v)"
    case .system(let code):
      "cannot use the terminal: system error \(code), \(String(cString: strerror(code)))"
    }
  }
}
