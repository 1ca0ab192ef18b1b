import ArgumentParser

/// The program: a list over a database, and somebody who changes it.
@main
struct DatabaseBrowser: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "database-browser",
    abstract: "A list in the terminal over a database of any size.",
    version: "0.1.0",
    subcommands: [BrowseCommand.self, WriteCommand.self],
    defaultSubcommand: BrowseCommand.self)
}
