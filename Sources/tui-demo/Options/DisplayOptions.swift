public import ArgumentParser
public import ListKit
import ListKitCurses

/// Options that every demo has.
struct DisplayOptions: ParsableArguments {
  @Option(help: "How much moves: \(Motion.allCases.map(\.rawValue).joined(separator: ", ")).")
  var motion = Motion.full

  @Option(help: "Colours: auto, always, never, 16, 256, truecolor.")
  var color = ColorOption.auto

  @Flag(name: .customLong("no-mouse"), help: "Leave the mouse to the terminal.")
  var noMouse = false

  var settings: DisplaySettings {
    DisplaySettings(motion: motion, curses: CursesOptions(color: color.choice, mouse: !noMouse))
  }
}

/// What the options of every demo come to.
struct DisplaySettings: Sendable {
  var motion = Motion.full
  var curses = CursesOptions()
}

/// The words for colours on the command line.
enum ColorOption: String, CaseIterable, ExpressibleByArgument {
  case auto
  case always
  case never
  case ansi16 = "16"
  case palette256 = "256"
  case truecolor

  var choice: CursesOptions.ColorChoice {
    switch self {
    case .auto: .automatic
    case .always: .always
    case .never: .never
    case .ansi16: .ansi16
    case .palette256: .palette256
    case .truecolor: .trueColor
    }
  }
}

extension Motion: ExpressibleByArgument {}
