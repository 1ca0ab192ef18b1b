import TerminalTesting
import Testing

@testable import tui_demo

/// Every demo of the gallery, played by nobody in particular: keys, pastes, mouse, answers of the terminal, new sizes,
/// stops. `SessionRun` says what must never happen.
@Suite struct RandomSessionTests {
  private static let campaign = SessionCampaign(
    program: Soak.program ?? BuiltProducts.path(of: "tui-demo"), commands: commands)

  /// The gallery, and all that it shows.
  private static let commands: [[String]] =
    [["gallery"]]
    + leaves(of: GalleryEntry.all).compactMap { entry in
      guard case .demo = entry.content else { return nil }
      return entry.commandLine?.split(separator: " ").dropFirst().map(String.init)
    }

  private static func leaves(of entries: [GalleryEntry]) -> [GalleryEntry] {
    entries.flatMap { $0.children.isEmpty ? [$0] : leaves(of: $0.children) }
  }

  /// Three sessions of each; `make soak` plays more.
  @Test func nothingDiesFreezesLiesOrLeaks() async {
    let result = await Self.campaign.play(seeds: 0..<UInt64(3 * Self.commands.count))
    #expect(result.count == 3 * Self.commands.count)
    for finding in result.findings { Issue.record("\(finding)") }
  }

  @Test(.enabled(if: Soak.seconds != nil)) func soak() async { #expect(await Self.campaign.soak().isEmpty) }

  @Test(.enabled(if: Soak.replay != nil)) func replay() { #expect(Self.campaign.replay()?.isEmpty == true) }
}
