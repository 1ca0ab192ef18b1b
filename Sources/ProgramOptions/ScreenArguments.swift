public import ArgumentParser
public import ListKit
public import ListKitCurses
package import ListKitOptions

/// The command line arguments for ``ScreenOptions``, in the help of both programs.
package struct ScreenArguments: ParsableArguments, Sendable {
  @Option(help: "Animation; default: LISTKIT_MOTION, else full.")
  var motion: Motion?

  @Option(
    help: ArgumentHelp("dark, light, high-contrast, mono, terminal, or a file.", valueName: "name"),
    completion: .list(Theme.names), transform: { try Theme(argument: $0) })
  var theme: Theme?

  @Option(help: "Number of colours.")
  var color = ColorOption.auto

  @Flag(
    help: "For a screen reader: words in place of symbols, one line per row, no motion. Also ACCESSIBLE=1.")
  var accessible = false

  @Flag(help: "Report changes and the row under the cursor as sentences in the status line.")
  var announce = false

  @Flag(name: .customLong("no-mouse"), help: "Leave the mouse to the terminal.")
  var noMouse = false

  @Option(
    help: ArgumentHelp(
      "Draw below the prompt, in 12 lines or 40% of the terminal, and leave no trace.", valueName: "lines"))
  var height: CursesOptions.Height?

  @Option(
    help: ArgumentHelp(
      "Press keys first: names as in the help (down, ctrl-o), wait (0.1 s), or text.", valueName: "keys"))
  var script: KeyScript?

  @Flag(
    name: .customLong("dump-screen"), help: "Draw without a terminal, print the last screen as text, exit.")
  var dumpsScreen = false

  @Option(help: ArgumentHelp("Columns and lines of the printed screen.", valueName: "CxL"))
  var size = SizeArgument(columns: 80, lines: 24)

  package init() {}

  /// The options that were read.
  package var options: ScreenOptions {
    var options = ScreenOptions()
    (options.motion, options.theme, options.color) = (motion, theme, color)
    (options.accessible, options.announce, options.noMouse) = (accessible, announce, noMouse)
    options.height = height
    (options.script, options.dumpsScreen, options.size) = (script, dumpsScreen, size)
    return options
  }
}

// The parser reads these properties at each start. Its default implementations look types up by name.

extension Motion: ExpressibleByArgument {
  /// The words on the command line.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
  /// The word on the command line.
  public var defaultValueDescription: String { rawValue }
}

extension ColorOption: ExpressibleByArgument {
  package static var allValueStrings: [String] { allCases.map(\.rawValue) }
  package var defaultValueDescription: String { rawValue }
}

extension CursesOptions.Height: ExpressibleByArgument {
  /// Creates a height from a text such as `12` or `40%`; nil if it is none.
  public init?(argument: String) { self.init(argument) }
}

extension KeyScript: ExpressibleByArgument {}

extension SizeArgument: ExpressibleByArgument {
  package var defaultValueDescription: String { text }
}
