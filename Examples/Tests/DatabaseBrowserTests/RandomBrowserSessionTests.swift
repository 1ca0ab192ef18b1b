import Foundation
import TerminalTesting
import Testing

/// Random sessions of the browser: rows that come meanwhile, pages that are slow or fail, and all that
/// `SessionRun` does to a program.
@Suite struct RandomBrowserSessionTests {
  private static let commands = [
    [], ["--rate", "100"], ["--page", "10", "--delay", "0.01"], ["--fail-rate", "0.3", "--page", "20"],
    ["--ascending"], ["--order", "city", "--rate", "20", "--page", "10"],
    ["--rate", "20", "--page", "5", "--query", "ber"],
  ].map { ["database", "--rows", "2000"] + $0 }

  /// Where the made-up rows are, and nothing of the user's.
  private let directory =
    FileManager.default.temporaryDirectory.path + "/listkit-sessions-\(UUID().uuidString)"
  private let campaign: SessionCampaign

  init() throws {
    let environment = ["XDG_CACHE_HOME": directory]
    // The rows are made on the first run: it is not what is tried here.
    _ = try HeadlessRun(HeadlessTests.program, ["--rows", "2000", "--query", "x"], environment: environment)
    campaign = SessionCampaign(
      program: HeadlessTests.program, name: "database", commands: Self.commands, takesSeed: false,
      environment: environment)
  }

  private func removeDatabase() { try? FileManager.default.removeItem(atPath: directory) }

  @Test(.enabled(if: Soak.seconds != nil)) func soak() async {
    defer { removeDatabase() }
    #expect(await campaign.soak().isEmpty)
  }

  @Test(.enabled(if: Soak.replay != nil)) func replay() {
    defer { removeDatabase() }
    #expect(campaign.replay()?.isEmpty == true)
  }
}
