public import ArgumentParser
import Foundation
public import ListKit
public import ListKitCurses

/// How the list looks: the options of `tui-demo`.
struct DisplayOptions: ParsableArguments {
  @Option(
    help: "How much moves: full, reduced, none; as LISTKIT_MOTION says unless given, and full without it.")
  var motion: Motion?

  @Option(help: ArgumentHelp("dark, light, high-contrast, mono, or a file with styles.", valueName: "name"))
  var theme: String?

  @Flag(help: "Tell changes in words, for screen readers.")
  var announce = false

  @Option(help: "Colours: auto, always, never, 16, 256, truecolor.")
  var color = CursesOptions.ColorChoice.automatic

  @Flag(name: .customLong("no-mouse"), help: "Leave the mouse to the terminal.")
  var noMouse = false

  /// Shows a screen as the whole program.
  @MainActor
  func run(_ controller: ViewController) throws -> Never {
    let usual = ProcessInfo.processInfo.environment["LISTKIT_MOTION"].flatMap { Motion(rawValue: $0) }
    controller.motion = motion ?? usual ?? .full
    controller.announcesChanges = announce
    controller.theme = try theme.map(Self.theme)
    Terminal.main(controller, options: CursesOptions(color: color, mouse: !noMouse))
  }

  private static func theme(_ name: String) throws -> Theme {
    if let named = try? Theme(text: "base = \(name)") { return named }
    guard let text = try? String(contentsOfFile: name, encoding: .utf8) else {
      throw Refusal("\(name): a theme is dark, light, high-contrast, mono or a file")
    }
    do {
      return try Theme(text: text, base: .dark)
    } catch {
      throw Refusal("\(name), \(error)")
    }
  }
}

extension Motion: @retroactive ExpressibleByArgument {}

extension CursesOptions.ColorChoice: @retroactive ExpressibleByArgument {
  /// Takes the words of `tui-demo`, and the names of the cases, by which the help tells the default.
  public init?(argument: String) {
    let named = Self.allCases.first { $0.word == argument }
    guard let choice = named ?? Self(rawValue: argument) else { return nil }
    self = choice
  }

  /// The words, for the help.
  public static var allValueStrings: [String] { allCases.map(\.word) }

  private var word: String {
    switch self {
    case .automatic: "auto"
    case .always: "always"
    case .never: "never"
    case .ansi16: "16"
    case .palette256: "256"
    case .trueColor: "truecolor"
    }
  }
}
