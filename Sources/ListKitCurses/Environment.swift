import CNcurses
import LibC
public import ListKit

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

  /// Whether a screen reader reads the terminal, as `ACCESSIBLE=1` says.
  var isAccessible: Bool { self["ACCESSIBLE"].map { $0 != "0" } ?? false }

  /// Whether the terminal reorders text that is read from right to left, as VTE, Konsole and mlterm do.
  var reordersText: Bool {
    ["VTE_VERSION", "KONSOLE_VERSION", "MLTERM"].contains { self[$0] != nil }
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

/// Which entries of the terminfo database to try for a terminal, best first.
enum TerminalType {
  /// The names to try before, and ending with, the one in `TERM`.
  ///
  /// Entries with direct colours are rare on a fresh machine (Debian keeps them in `ncurses-term`), so
  /// there is always one after them.
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

  /// The names to try where none of ``candidates(for:color:environment:)`` is known: terminals that behave as another
  /// one does, and whose own descriptions are new or travel with them.
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
    // The first keeps palette colours as the user's theme has them, besides direct ones.
    case "xterm": return ["xterm-direct256", "xterm-direct"]
    // "xterm-kitty" is described as "kitty-direct".
    case _ where family.hasPrefix("xterm-"): return ["\(family.dropFirst(6))-direct"]
    default: return ["\(family)-direct"]
    }
  }

  private static func indexed(_ name: String) -> [String] {
    let family = family(name)
    return name.place(of: "color") != nil || name.place(of: "-direct") != nil ? [] : ["\(family)-256color"]
  }
}

/// The character set of the process, on which curses and `wcwidth` depend.
enum TerminalLocale {
  /// Takes the user's locale over and says whether it can show all of Unicode.
  ///
  /// Programs start in the C locale, in which nothing but ASCII has a width. Where the environment names
  /// no locale, or one that is not installed (both common in containers), plain UTF-8 is used: every
  /// current terminal supports it. Where the user asks for `C` or `POSIX`, that is used.
  static func activate(_ environment: Environment) -> Bool {
    let chosen = environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"]
    if let chosen, setlocale(LC_CTYPE, chosen) != nil {
      if isUTF8 || chosen == "C" || chosen == "POSIX" { return isUTF8 }
    }
    // The names by which Linux and macOS know it.
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

  /// The columns a character takes, as curses counts: 0 for a combining mark, -1 for one that cannot be
  /// shown.
  @Sendable static func width(of scalar: Unicode.Scalar) -> Int {
    // Most of what is drawn; spares a call into libc.
    if (0x20..<0x7F).contains(scalar.value) { return 1 }
    return Int(cn_width(scalar.value))
  }
}

extension ScreenTraits {
  /// The traits of a screen without a terminal: for pictures and tests.
  ///
  /// Characters have the widths that the C library gives them in the locale of the process, which this takes over
  /// from the environment as a terminal does.
  ///
  /// - Parameters:
  ///   - colorDepth: how many colours the picture may have.
  ///   - isAccessible: whether it is one for a screen reader; nil for what `ACCESSIBLE` in the environment says.
  @MainActor
  public static func offscreen(colorDepth: ColorDepth = .mono, isAccessible: Bool? = nil) -> ScreenTraits {
    let isUnicode = TerminalLocale.activate(.process)
    return ScreenTraits(
      colorDepth: colorDepth, isUnicode: isUnicode,
      isAccessible: isAccessible ?? Environment.process.isAccessible, width: TerminalLocale.width(of:))
  }
}
