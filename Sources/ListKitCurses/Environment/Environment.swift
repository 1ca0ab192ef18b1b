import ListKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// The variables that say what the terminal is and can do.
struct Environment {
  private let read: (String) -> String?

  /// The environment of the process.
  static var process: Environment {
    Environment { name in getenv(name).map { String(cString: $0) } }
  }

  /// An environment that holds `variables` and nothing else.
  init(_ variables: [String: String]) { read = { variables[$0] } }

  private init(read: @escaping (String) -> String?) { self.read = read }

  /// The value of a variable; nil where it is unset or empty, which mean the same to every variable
  /// used here.
  subscript(name: String) -> String? {
    guard let value = read(name), !value.isEmpty else { return nil }
    return value
  }

  /// How long escape may be the beginning of another key: `ESCDELAY`, in milliseconds, as curses has it.
  var escapeDelay: Duration {
    guard let text = self["ESCDELAY"], let milliseconds = Int(text), milliseconds >= 0 else {
      return .milliseconds(25)
    }
    return .milliseconds(min(milliseconds, 30_000))  // As long as curses would wait at most.
  }

  /// Whether the terminal's background is light or dark, as far as `COLORFGBG` (`foreground;background`, set by
  /// rxvt, konsole and others) tells; the console of Linux is dark.
  var userInterfaceStyle: UserInterfaceStyle {
    guard let last = self["COLORFGBG"]?.split(separator: ";").last, let color = Int(last) else {
      return self["TERM"]?.hasPrefix("linux") == true ? .dark : .unspecified
    }
    return color == 7 || (9...15).contains(color) ? .light : .dark
  }

  /// A blank that is read from left to right: where terminals draw one without width, U+200E on a blank, which is
  /// copied as a blank; else an empty Braille pattern.
  var isolator: Glyph {
    let drawsMark = self["VTE_VERSION"] != nil || self["KONSOLE_VERSION"] != nil
    return drawsMark ? Glyph(" ", marks: [0x200E, 0, 0, 0]) : Glyph("\u{2800}")
  }

  /// Whether the terminal may be asked for its colours: GNU screen answers at the wrong moment, and what knows no
  /// such questions may show them.
  var answersQuestions: Bool {
    guard ignoresUnknownStrings else { return false }
    return self["TERM"]?.hasPrefix("screen") != true || self["TMUX"] != nil
  }

  /// Whether control strings that the terminal does not know are not shown.
  var ignoresUnknownStrings: Bool {
    guard let type = self["TERM"], self["STY"] == nil else { return false }
    return type != "dumb" && !type.hasPrefix("linux")
  }
}
