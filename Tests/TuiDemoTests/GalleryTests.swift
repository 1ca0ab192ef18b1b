import ArgumentParser
import ListKit
import ListKitTesting
import TerminalTesting
import TestSupport
import Testing

@testable import tui_demo

@MainActor
@Suite("The gallery", .waitsForProcesses) struct GalleryTests {
  private var leaves: [GalleryEntry] { leaves(of: GalleryEntry.all) }

  private func leaves(of entries: [GalleryEntry]) -> [GalleryEntry] {
    entries.flatMap { $0.children.isEmpty ? [$0] : leaves(of: $0.children) }
  }

  private func session(lines: Int = 30) throws -> TestScreen<GalleryController> {
    TestScreen(
      GalleryController(entries: GalleryEntry.all, display: try .parse([])), columns: 90, lines: lines)
  }

  @Test("Each entry has its own title") func uniqueTitles() {
    func titles(_ entries: [GalleryEntry]) -> [String] {
      entries.flatMap { [$0.title] + titles($0.children) }
    }
    let all = titles(GalleryEntry.all)
    expectEqual(Set(all).count, all.count)
  }

  @Test("All groups are collapsed at first") func collapsed() throws {
    let session = try session()
    #expect(session.cursor?.text.contains(GalleryEntry.all[0].title) == true)
    for leaf in leaves { #expect(!session.contains("  " + leaf.title + "  "), "\(leaf.title)") }
  }

  @Test("The gallery contains every subcommand") func subcommands() {
    let shown = Set(
      leaves.compactMap { $0.commandLine?.split(separator: " ").dropFirst().first.map(String.init) })
    for command in TuiDemo.configuration.subcommands where command != GalleryCommand.self {
      #expect(shown.contains(command.configuration.commandName ?? ""), "\(command) is not in the gallery")
    }
  }

  @Test("Every demo of the gallery draws its screen") func demos() throws {
    for leaf in leaves {
      guard case .demo(let type, let arguments) = leaf.content else { continue }
      let demo = try #require(try type.parseAsRoot(arguments) as? any Demo)
      let screen = TestScreen(try demo.makeController(), columns: 80, lines: 24)
      #expect(screen.lines.contains { !$0.isEmpty }, "\(leaf.title) shows nothing")
    }
  }

  @Test("esc returns from a demo to its row in the gallery") nonisolated func returning() throws {
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["gallery", "--motion", "none"], environment: [:], columns: 80,
      lines: 24)
    try terminal.wait(for: "Searching")
    terminal.type("*")
    try terminal.wait(for: "By height")
    terminal.type("\u{1b}[B\u{1b}[B\u{1b}[B\r")
    try terminal.wait { $0.line(0) == "Gallery › Mountains" && $0.contains("Mount Everest") }
    terminal.type("\u{1b}")
    try terminal.wait { $0.line(0) == "Gallery" && $0.contains("▌") && $0.contains("By height") }
    let cursor = terminal.screen.lines.first { $0.hasPrefix("▌") }
    #expect(cursor?.contains("By height") == true)
    terminal.type("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectEqual(terminal.settings, terminal.initialSettings)
  }

  @Test("A pipe receives the command lines of the demos") nonisolated func pipe() throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["gallery"])
    expectEqual(run.end, .exited(0))
    #expect(run.standardOutput.contains("By height\tone list, sorted\ttui-demo mountains --flat\n"))
  }
}

/// Random sessions with every demo of the gallery: keys, pastes, mouse events, replies of the terminal, new
/// sizes, stops. `SessionRun` lists what counts as a failure.
@Suite("Random sessions with every demo") struct RandomSessionTests {
  private static let campaign = SessionCampaign(
    program: Soak.program ?? BuiltProducts.path(of: "tui-demo"), commands: commands)

  /// The gallery, and all its demos.
  private static let commands: [[String]] =
    [["gallery"]]
    + leaves(of: GalleryEntry.all).compactMap { entry in
      guard case .demo = entry.content else { return nil }
      return entry.commandLine?.split(separator: " ").dropFirst().map(String.init)
    }

  private static func leaves(of entries: [GalleryEntry]) -> [GalleryEntry] {
    entries.flatMap { $0.children.isEmpty ? [$0] : leaves(of: $0.children) }
  }

  /// `make check` and `make soak` play more sessions than `make test`.
  @Test("Random sessions find no failures in any demo") func randomSessions() async {
    let result = await Self.campaign.play(seeds: 0..<UInt64(Self.campaign.sessionCount))
    expectEqual(result.count, Self.campaign.sessionCount)
    for finding in result.findings { Issue.record("\(finding)") }
  }

  @Test(.enabled(if: Soak.seconds != nil)) func soak() async { #expect(await Self.campaign.soak().isEmpty) }

  @Test(.enabled(if: Soak.replay != nil)) func replay() { #expect(Self.campaign.replay()?.isEmpty == true) }
}
