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
    if name.contains("-direct") { return [] }
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
    return name.contains("color") || name.contains("-direct") ? [] : ["\(family)-256color"]
  }
}
