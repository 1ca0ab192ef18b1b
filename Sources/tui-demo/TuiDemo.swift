import ArgumentParser
import ListKitCurses
import ScreenOptions

/// The demo program: each subcommand shows one thing lists can do.
@main
struct TuiDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tui-demo",
    abstract: "Lists in the terminal that never lie about what changed.",
    version: ProgramVersion.text,
    subcommands: [
      MountainsCommand.self, GalleryCommand.self, FeedCommand.self, StressCommand.self, EmojiCommand.self,
      FilesCommand.self, SortCommand.self, ReorderCommand.self, WiFiCommand.self, EditCommand.self,
      CardsCommand.self,
    ],
    defaultSubcommand: MountainsCommand.self)

  /// What demos are called.
  private static var names: [String] { configuration.subcommands.map { $0._commandName } }

  /// Starts at once, on this thread, where there is nothing to parse: the first frame waits neither for the
  /// parser nor for a thread.
  @MainActor
  static func main() {
    Terminal.reserveStandardDescriptors()
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.isEmpty || arguments == ["mountains"] { MountainsCommand.start() }
    if let word = arguments.first, !word.hasPrefix("-"), word != "help", !names.contains(word) {
      let usage = "Usage: tui-demo [<demo>] [<options>]\n  See 'tui-demo --help' for more information.\n"
      let known = names.joined(separator: ", ")
      Session.refuse("Error: no demo '\(word)'; there are \(known)\n" + usage, status: 64)
    }
    do {
      var command = try parseAsRoot()
      if let demo = command as? any Demo { demo.start() }
      try command.run()
    } catch {
      let (text, code) = (fullMessage(for: error), exitCode(for: error))
      // Help and version.
      if code.isSuccess { Session.print([text]) }
      Session.refuse(text, status: code.rawValue)
    }
  }
}
