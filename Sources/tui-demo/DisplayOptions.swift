import ArgumentParser
import ListKit
import ListKitCurses
import ScreenOptions
import SeededRandom

/// Options that every demo has.
struct DisplayOptions: ParsableArguments, Sendable {
  @Option(
    help: "How much moves: full, reduced, none; as LISTKIT_MOTION says unless given, and full without it.")
  var motion: Motion?

  @Option(help: ArgumentHelp("dark, light, high-contrast, mono, or a file with styles.", valueName: "name"))
  var theme: String?

  @Flag(help: "Tell changes in words, for screen readers.")
  var announce = false

  @Option(help: "Colours: auto, always, never, 16, 256, truecolor.")
  var color = ColorOption.auto

  @Flag(name: .customLong("no-mouse"), help: "Leave the mouse to the terminal.")
  var noMouse = false

  @Option(
    help: ArgumentHelp("Repeat what is random: the same number, the same session.", valueName: "number"))
  var seed: UInt64?

  @Flag(
    name: .customLong("dump-screen"), help: "Draw without a terminal, print the last picture as text, end.")
  var dumpsScreen = false

  @Option(
    help: ArgumentHelp(
      "Press keys first: names as in the help (down, ctrl-o), wait (0.1 s), or text. Then it is the user's turn.",
      valueName: "keys"))
  var script: KeyScript?

  @Option(help: ArgumentHelp("Columns and lines of the picture that is printed.", valueName: "CxL"))
  var size = ScreenSize(columns: 80, lines: 24)

  /// The random numbers of this run.
  var generator: SeededGenerator { SeededGenerator(seed: seed ?? .random(in: 0 ... .max)) }

  var settings: DisplaySettings {
    DisplaySettings(
      motion: motion ?? .environment, theme: theme.map(ThemeOption.init), announcesChanges: announce,
      curses: CursesOptions(color: color.choice, mouse: !noMouse))
  }
}

/// What the options of every demo come to.
struct DisplaySettings: Sendable {
  var motion = Motion.environment
  var theme: ThemeOption?
  var announcesChanges = false
  var curses = CursesOptions()
}
