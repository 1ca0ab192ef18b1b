import ArgumentParser
import ListKit
import ListKitCurses
import ListKitOptions
import ProgramOptions
import SeededRandom

/// A subcommand that shows one screen on the terminal, or prints plain lines into a pipe.
protocol Demo: ParsableCommand, Sendable {
  var display: DisplayOptions { get set }

  /// Makes the screen.
  ///
  /// - Throws: an error with a one-line description, if the screen cannot be shown.
  @MainActor func makeController() throws -> ViewController

  /// Returns the initial content of the screen: a line for each item, with fields separated by tabs.
  ///
  /// - Throws: an error with a one-line description, if the lines cannot be printed.
  @MainActor func plainLines() throws -> [String]
}

/// The demo program. Each subcommand is in the file of its name.
@main
struct TuiDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tui-demo",
    abstract: "Diffable lists for the terminal.",
    version: ProgramVersion.text,
    subcommands: [
      MountainsCommand.self, GalleryCommand.self, FeedCommand.self, StressCommand.self, EmojiCommand.self,
      FilesCommand.self, SortCommand.self, ReorderCommand.self, WiFiCommand.self, EditCommand.self,
      CardsCommand.self,
    ],
    defaultSubcommand: MountainsCommand.self)

  @MainActor
  static func main() {
    Terminal.reserveStandardDescriptors()
    Heap.returnLargeBlocks()
    Heap.share()
    do { try Terminal.checkResources() } catch { Session.fail(error) }
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.isEmpty || arguments == ["mountains"] { MountainsCommand.startAtOnce() }
    let names = configuration.subcommands.map { $0._commandName }
    let others = ["help"] + configuration.subcommands.flatMap { $0.configuration.aliases }
    if let word = arguments.first, !word.hasPrefix("-"), !(names + others).contains(word) {
      let usage = "Usage: tui-demo [<demo>] [<options>]\n  See 'tui-demo --help' for more information.\n"
      let known = names.joined(separator: ", ")
      Session.refuse("Error: unknown demo '\(word)'; the demos are \(known)\n" + usage, status: 64)
    }
    do {
      var command = try parseAsRoot()
      if let demo = command as? any Demo { Session.run(demo) }
      try command.run()
    } catch {
      let text = fullMessage(for: error)
      let code = exitCode(for: error)
      // --help and --version.
      if code.isSuccess { Session.print([text]) }
      let demo =
        configuration.subcommands.first { $0._commandName == arguments.first } ?? MountainsCommand.self
      Session.refuse(
        Misspelling.correcting(text, optionsIn: helpMessage(for: demo)), status: code.rawValue)
    }
  }
}

struct DisplayOptions: ParsableArguments, Sendable {
  @OptionGroup var screen: ScreenArguments

  @Option(help: ArgumentHelp("Seed of the random numbers, to repeat a session.", valueName: "number"))
  var seed: UInt64?

  var generator: SeededGenerator { SeededGenerator(seed: seed ?? .random(in: 0 ... .max)) }
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
