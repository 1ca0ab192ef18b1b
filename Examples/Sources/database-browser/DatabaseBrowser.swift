import ArgumentParser
import ListKitCurses

/// The program: a list over a database, and a command that changes the database.
@main
struct DatabaseBrowser: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "database-browser",
    abstract: "A list in the terminal over a database of any size.",
    version: "0.1.0",
    subcommands: [BrowseCommand.self, WriteCommand.self, TriggerCommand.self],
    defaultSubcommand: BrowseCommand.self)

  static func main() {
    Terminal.reserveStandardDescriptors()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      Refusal.end(with: fullMessage(for: error), status: exitCode(for: error).rawValue)
    }
  }
}
