import ListKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Why a screen could not be opened.
public enum CursesError: Error, Hashable, Sendable {
  /// The process has no terminal.
  case noTerminal
  /// `TERM` is unset or empty, so nobody knows how to speak to the terminal.
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
