import CNcurses
import LibC
public import ListKit

/// The environment variables that describe the terminal.
struct Environment {
  private let read: (String) -> String?

  static var process: Environment {
    Environment { name in getenv(name).map { String(cString: $0) } }
  }

  /// Creates an environment with the given variables only.
  init(_ variables: [String: String]) { read = { variables[$0] } }

  private init(read: @escaping (String) -> String?) { self.read = read }

  /// The value of a variable; nil if it is unset or empty, which means the same for all variables used here.
  subscript(name: String) -> String? {
    guard let value = read(name), !value.isEmpty else { return nil }
    return value
  }

  /// How long an escape may be the start of another key: `ESCDELAY`, in milliseconds, as in curses.
  var escapeDelay: Duration {
    guard let text = self["ESCDELAY"], let milliseconds = Int(text), milliseconds >= 0 else {
      return .milliseconds(25)
    }
    return .milliseconds(min(milliseconds, 30_000))  // The maximum of curses.
  }

  /// Whether the terminal's background is light or dark, according to `COLORFGBG` (`foreground;background`,
  /// set by rxvt, konsole and others); the Linux console is dark.
  var userInterfaceStyle: UserInterfaceStyle {
    guard let last = self["COLORFGBG"]?.split(separator: ";").last, let color = Int(last) else {
      return self["TERM"]?.hasPrefix("linux") == true ? .dark : .unspecified
    }
    return color == 7 || (9...15).contains(color) ? .light : .dark
  }

  /// Whether a screen reader reads the terminal, according to `ACCESSIBLE=1`.
  var isAccessible: Bool { self["ACCESSIBLE"].map { $0 != "0" } ?? false }

  /// Whether the terminal reorders right-to-left text, as VTE, Konsole and mlterm do.
  var reordersText: Bool {
    ["VTE_VERSION", "KONSOLE_VERSION", "MLTERM"].contains { self[$0] != nil }
  }

  /// Whether the terminal may be asked for its colours. GNU screen answers at the wrong time, and terminals
  /// that do not support the question may display it.
  var answersQuestions: Bool {
    guard ignoresUnknownStrings else { return false }
    return self["TERM"]?.hasPrefix("screen") != true || self["TMUX"] != nil
  }

  /// Whether the terminal is one of tmux, and not one that a program inside tmux has opened.
  var isInTmux: Bool {
    guard let type = self["TERM"], self["TMUX"] != nil else { return false }
    return type.hasPrefix("tmux") || type.hasPrefix("screen")
  }

  /// Whether the terminal ignores control strings that it does not support, and does not display them.
  var ignoresUnknownStrings: Bool {
    guard let type = self["TERM"], self["STY"] == nil else { return false }
    return type != "dumb" && !type.hasPrefix("linux")
  }
}

/// The terminfo entries to try for a terminal.
enum TerminalType {
  /// Returns the names to try, best first; the last is the one in `TERM`.
  ///
  /// Entries with direct colours are often not installed (Debian has them in `ncurses-term`), so there is
  /// always another one after them.
  static func candidates(for name: String, color: CursesOptions.ColorChoice, environment: Environment)
    -> [String]
  {
    let promisesTrueColor = ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased())
    switch color {
    case .automatic, .always: return (promisesTrueColor ? direct(name) : []) + [name]
    case .trueColor: return direct(name) + indexed(name) + [name]
    case .palette256: return indexed(name) + [name]
    case .never, .ansi16: return [name]
    }
  }

  /// Returns the names to try if none of ``candidates(for:color:environment:)`` is known, for terminals that
  /// are compatible with another type and whose own entries are new or come with the terminal.
  static func substitutes(for name: String) -> [String] {
    let likeXterm = [
      "xterm-", "alacritty", "contour", "foot", "ghostty", "gnome", "iterm", "kitty", "konsole", "mintty",
      "rio", "st-",
      "vte", "wezterm",
    ]
    if likeXterm.contains(where: name.hasPrefix) { return ["xterm-256color", "xterm"] }
    return name.hasPrefix("tmux") || name.hasPrefix("screen.") ? ["screen-256color", "screen"] : []
  }

  private static func family(_ name: String) -> String {
    for suffix in ["-256color", "-88color", "-16color"] where name.hasSuffix(suffix) {
      return String(name.dropLast(suffix.count))
    }
    return name
  }

  private static func direct(_ name: String) -> [String] {
    if name.place(of: "-direct") != nil { return [] }
    let family = family(name)
    switch family {
    // The first keeps palette colours in the user's theme, besides direct ones.
    case "xterm": return ["xterm-direct256", "xterm-direct"]
    // The direct colours of "xterm-kitty" are in the entry "kitty-direct".
    case _ where family.hasPrefix("xterm-"): return ["\(family.dropFirst(6))-direct"]
    default: return ["\(family)-direct"]
    }
  }

  private static func indexed(_ name: String) -> [String] {
    let family = family(name)
    return name.place(of: "color") != nil || name.place(of: "-direct") != nil ? [] : ["\(family)-256color"]
  }
}

/// The character set of the process, which curses and `wcwidth` depend on.
enum TerminalLocale {
  /// Activates the user's locale, and returns whether it is UTF-8.
  ///
  /// Programs start in the C locale, in which only ASCII has widths. If the environment names no locale, or
  /// one that is not installed (both common in containers), plain UTF-8 is used: every current terminal
  /// supports it. If the user requests `C` or `POSIX`, that is used.
  static func activate(_ environment: Environment) -> Bool {
    let chosen = environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"]
    if let chosen, setlocale(LC_CTYPE, chosen) != nil {
      if isUTF8 || chosen == "C" || chosen == "POSIX" { return isUTF8 }
    }
    // The names of this locale on Linux and macOS.
    for name in ["C.UTF-8", "UTF-8", "en_US.UTF-8"] where setlocale(LC_CTYPE, name) != nil {
      if isUTF8 { return true }
    }
    return false
  }

  private static var isUTF8: Bool {
    guard let name = cn_codeset() else { return false }
    let codeset = String(cString: name)
    return codeset == "UTF-8" || codeset == "utf8" || codeset == "UTF8"
  }

  /// Returns the number of columns of a character in curses: 0 for a combining mark, -1 for a character that
  /// cannot be shown.
  @Sendable static func width(of scalar: Unicode.Scalar) -> Int {
    // Most characters are ASCII; this saves a call into libc.
    if (0x20..<0x7F).contains(scalar.value) { return 1 }
    return Int(cn_width(scalar.value))
  }
}

extension ScreenTraits {
  /// Returns the traits of a screen without a terminal, for pictures and tests.
  ///
  /// The widths of characters are those of the C library in the process's locale, which this function
  /// activates from the environment, like a terminal screen.
  ///
  /// - Parameters:
  ///   - colorDepth: the colour depth of the picture.
  ///   - isAccessible: whether the picture is for a screen reader; nil for the value of `ACCESSIBLE` in the
  ///     environment.
  @MainActor
  public static func offscreen(colorDepth: ColorDepth = .mono, isAccessible: Bool? = nil) -> ScreenTraits {
    let isUnicode = TerminalLocale.activate(.process)
    return ScreenTraits(
      colorDepth: colorDepth, isUnicode: isUnicode,
      isAccessible: isAccessible ?? Environment.process.isAccessible, width: TerminalLocale.width(of:))
  }
}
