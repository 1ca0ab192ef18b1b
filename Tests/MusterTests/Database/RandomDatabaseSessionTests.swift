import DatabaseTesting
import TerminalTesting
import TestSupport
import Testing

@testable import DatabaseTesting

/// Random sessions (keys, pastes, mouse events, resizes, stops) with databases that other clients write to.
@Suite("Random sessions with databases") struct RandomDatabaseSessionTests {
  /// The databases of a campaign, and a task that writes to them.
  private final class World: Sendable {
    let campaign: SessionCampaign
    private let file: TemporaryDatabase
    private let server: PostgresServer?
    private let writing: Task<Void, Never>

    private static let tables = """
      CREATE TABLE notes (id int PRIMARY KEY, word text); CREATE TABLE loose (n int, word text);
      INSERT INTO notes SELECT n, 'word ' || n FROM generate_series(1, 3000) n; INSERT INTO loose SELECT * FROM notes;
      CREATE VIEW few AS SELECT * FROM notes WHERE id < 40;
      """

    init() throws {
      let file = try TemporaryDatabase.ofAllKinds(rows: 2000)
      let server = PostgresServer.isInstalled ? try PostgresServer(Self.tables) : nil
      (self.file, self.server) = (file, server)
      // The words of a session do not depend on the directory of its databases.
      let path = "test.sqlite"
      var commands = [
        [path], [path, "numbered"], [path, "plain", "--last"], [path, "looks", "-n", "0.2"],
        [path, "paired", "-s", "-word"], [path, "indexed", "-q", "th", "--preview", "echo {word}"],
        [path, "--sql", "SELECT n % 10, count(*) FROM plain GROUP BY 1", "-n", "0.2"],
        [path, "itself", "-m"],
      ]
      if server != nil {
        commands += [[], ["notes"], ["notes", "-q", "word:7"], ["loose", "--last"], ["few"]].map {
          ["postgres:///postgres", "-n", "0.2"] + $0
        }
      }
      var campaign = SessionCampaign(
        program: BuiltProducts.path(of: "muster"), name: "muster", commands: commands.map { ["muster"] + $0 },
        takesSeed: false,
        environment: ["PAGER": "true", "PGHOST": server?.directory, "PGUSER": "tester"],
        directory: file.directory)
      // Enter in a picker without a match ends it.
      campaign.statuses = { $0.contains("-m") ? [0, 1, 130] : [0, 130] }
      self.campaign = campaign
      writing = Task {
        var count = 2000
        while (try? await Task.sleep(for: .milliseconds(30))) != nil {
          count += 1
          try? file.execute(
            "INSERT INTO numbered VALUES (\(count), 'new'); UPDATE plain SET word = 'at \(count)' WHERE n % 50 = 1; DELETE FROM paired WHERE n = \(count - 1990)"
          )
          _ = try? server?.execute(
            "UPDATE notes SET word = 'at \(count)' WHERE id % 100 = 1; UPDATE loose SET n = \(count) WHERE n = \(count - 1990)"
          )
        }
      }
    }

    deinit { writing.cancel() }
  }

  @Test("Random sessions with changing databases end without a failure") func sessions() async throws {
    let world = try World()
    let count = world.campaign.sessionCount
    let result = await world.campaign.play(seeds: 0..<UInt64(count))
    expectEqual(result.count, count)
    for finding in result.findings { Issue.record("\(finding)") }
    withExtendedLifetime(world) {}
  }

  @Test(.enabled(if: Soak.seconds != nil)) func soak() async throws {
    let world = try World()
    #expect(await world.campaign.soak().isEmpty)
    withExtendedLifetime(world) {}
  }

  @Test(.enabled(if: Soak.replay != nil)) func replay() throws {
    let world = try World()
    #expect(world.campaign.replay()?.isEmpty == true)
    withExtendedLifetime(world) {}
  }
}
