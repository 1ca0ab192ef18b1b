import ArgumentParser

/// The demo program: each subcommand shows one thing lists can do.
@main
struct TuiDemo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tui-demo",
    abstract: "Lists in the terminal that never lie about what changed.",
    version: "0.1.0",
    subcommands: [MountainsCommand.self],
    defaultSubcommand: MountainsCommand.self)
}
