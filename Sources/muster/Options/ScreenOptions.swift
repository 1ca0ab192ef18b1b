import ArgumentParser
import ListKit
import ListKitCurses
import ScreenOptions

/// How the terminal is used.
struct ScreenOptions: ParsableArguments, Sendable {
  @Option(
    help: "How much moves: full, reduced, none; as LISTKIT_MOTION says unless given, and full without it.")
  var motion: Motion?

  @Option(help: ArgumentHelp("dark, light, high-contrast, mono.", valueName: "name"))
  var theme: ThemeName?

  @Option(help: "Colours: auto, always, never, 16, 256, truecolor.")
  var color = ColorOption.auto

  @Flag(help: "Tell changes in words, for screen readers.")
  var announce = false

  @Flag(name: .customLong("no-mouse"), help: "Leave the mouse to the terminal.")
  var noMouse = false

  /// What is asked of the terminal.
  var curses: CursesOptions { CursesOptions(color: color.choice, mouse: !noMouse) }

  /// What moves, where the environment is asked too.
  var shownMotion: Motion { motion ?? .environment }
}

/// A theme by its name.
struct ThemeName: ExpressibleByArgument, Sendable {
  var theme: Theme

  init?(argument: String) {
    guard let theme = try? Theme(text: "base = \(argument)") else { return nil }
    self.theme = theme
  }
}
