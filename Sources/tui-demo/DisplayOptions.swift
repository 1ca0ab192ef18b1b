import ArgumentParser
import Files
import ListKit
import ListKitCurses
import ScreenOptions
import SeededRandom

/// The options of every demo.
struct DisplayOptions: ParsableArguments, Sendable {
  @Option(help: "Animations: full, reduced, none (default: LISTKIT_MOTION, or full).")
  var motion: Motion?

  @Option(help: ArgumentHelp("dark, light, high-contrast, mono, terminal, or a file.", valueName: "name"))
  var theme: String?

  @Flag(help: "Describe changes in words, for screen readers.")
  var announce = false

  @Option(help: "Colours: auto, always, never, 16, 256, truecolor.")
  var color = ColorOption.auto

  @Flag(name: .customLong("no-mouse"), help: "Leave the mouse to the terminal.")
  var noMouse = false

  @Option(help: ArgumentHelp("The seed of what is random, to repeat it.", valueName: "number"))
  var seed: UInt64?

  @Flag(
    name: .customLong("dump-screen"), help: "Draw without a terminal, print the last picture as text, exit.")
  var dumpsScreen = false

  @Option(
    help: ArgumentHelp(
      "Press keys first: names as in the help (down, ctrl-o), wait (0.1 s), or text.", valueName: "keys"))
  var script: KeyScript?

  @Option(help: ArgumentHelp("Columns and lines of the printed picture.", valueName: "CxL"))
  var size = ScreenSize(columns: 80, lines: 24)

  var generator: SeededGenerator { SeededGenerator(seed: seed ?? .random(in: 0 ... .max)) }

  var settings: DisplaySettings {
    DisplaySettings(
      motion: motion ?? .environment, theme: theme.map(ThemeOption.init), announcesChanges: announce,
      curses: CursesOptions(color: color.choice, mouse: !noMouse))
  }
}

/// How a demo is displayed.
struct DisplaySettings: Sendable {
  var motion = Motion.environment
  var theme: ThemeOption?
  var announcesChanges = false
  var curses = CursesOptions()

  /// - Throws: why the theme cannot be used.
  @MainActor
  func apply(to controller: ViewController) throws(ThemeOption.Refusal) {
    controller.motion = motion
    controller.announcesChanges = announcesChanges
    controller.theme = try theme?.theme()
  }
}

/// The name of a theme, or the path of a file that contains one as text.
struct ThemeOption: Sendable {
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  var argument: String

  func theme() throws(Refusal) -> Theme {
    if let named = try? Theme(text: "base = \(argument)") { return named }
    do {
      let bytes = try StoredFile(path: argument).contents()
      return try Theme(text: String(decoding: bytes, as: UTF8.self), base: .dark)
    } catch let error as SystemError {
      throw Refusal(description: "\(error); a theme is dark, light, high-contrast, mono, terminal or a file")
    } catch let error as ThemeError {
      throw Refusal(description: "\(argument):\(error.line): \(error.reason)")
    } catch {
      throw Refusal(description: "\(argument): \(error)")
    }
  }
}

/// A size on the command line: `80x24`.
struct ScreenSize: ExpressibleByArgument, Sendable {
  let size: Size

  init(columns: Int, lines: Int) { size = Size(columns: columns, lines: lines) }

  init?(argument: String) {
    let numbers = argument.split(separator: "x").map { Int($0) ?? 0 }
    guard numbers.count == 2, numbers.allSatisfy({ (1...1000).contains($0) }) else { return nil }
    self.init(columns: numbers[0], lines: numbers[1])
  }

  var defaultValueDescription: String { "\(size.columns)x\(size.lines)" }
}

extension Int {
  /// With thousands separators: `8,849`.
  var grouped: String {
    let digits = String(magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return self < 0 ? "-" + text : text
  }
}
