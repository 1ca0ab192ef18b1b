import ArgumentParser
import ListKit
import ListKitTesting
import TerminalTesting
import TestSupport
import Testing

@testable import tui_demo

extension GalleryEntry {
  /// The demos in this entry.
  fileprivate var demos: [GalleryEntry] {
    if case .demo = content { [self] } else { children.flatMap(\.demos) }
  }

  fileprivate static var demos: [GalleryEntry] { all.flatMap(\.demos) }
}

@MainActor
@Suite("The gallery") struct GalleryTests {
  @Test("The gallery contains every subcommand, in open groups, and each entry has its own title")
  func entries() throws {
    func titles(_ entries: [GalleryEntry]) -> [String] {
      entries.flatMap { [$0.title] + titles($0.children) }
    }
    let all = titles(GalleryEntry.all)
    expectEqual(Set(all).count, all.count)
    let shown = Set(
      GalleryEntry.demos.compactMap {
        $0.commandLine?.split(separator: " ").dropFirst().first.map(String.init)
      })
    for command in TuiDemo.configuration.subcommands where command != GalleryCommand.self {
      #expect(shown.contains(command.configuration.commandName ?? ""), "\(command) is not in the gallery")
    }
    let session = TestScreen(
      GalleryController(entries: GalleryEntry.all, display: try .parse([])), columns: 90, lines: 40)
    #expect(session.cursor?.text.contains(GalleryEntry.all[0].title) == true)
    for demo in GalleryEntry.demos { #expect(session.contains(demo.title), "\(demo.title)") }
  }

  @Test("Every demo of the gallery draws its screen") func demos() throws {
    for leaf in GalleryEntry.demos {
      guard case .demo(let type, let arguments) = leaf.content else { continue }
      let demo = try #require(try type.parseAsRoot(arguments) as? any Demo)
      let screen = TestScreen(try demo.makeController(), columns: 80, lines: 24)
      #expect(screen.lines.contains { !$0.isEmpty }, "\(leaf.title) shows nothing")
    }
  }
}

/// Random sessions with every demo of the gallery: keys, pastes, mouse events, replies of the terminal, new
/// sizes, stops. `SessionRun` lists what counts as a failure.
@Suite("Random sessions with every demo") struct RandomSessionTests {
  /// The gallery, and all its demos.
  private static let campaign = SessionCampaign(
    program: Soak.program ?? BuiltProducts.path(of: "tui-demo"),
    commands: [["gallery"]]
      + GalleryEntry.demos.compactMap { $0.commandLine?.split(separator: " ").dropFirst().map(String.init) })

  /// `make check` and `make soak` play more sessions than `make test`.
  @Test("Random sessions find no failures in any demo") func randomSessions() async {
    let result = await Self.campaign.play(seeds: 0..<UInt64(Self.campaign.sessionCount))
    expectEqual(result.count, Self.campaign.sessionCount)
    for finding in result.findings { Issue.record("\(finding)") }
  }

  @Test(.enabled(if: Soak.seconds != nil)) func soak() async { #expect(await Self.campaign.soak().isEmpty) }

  @Test(.enabled(if: Soak.replay != nil)) func replay() { #expect(Self.campaign.replay()?.isEmpty == true) }
}
