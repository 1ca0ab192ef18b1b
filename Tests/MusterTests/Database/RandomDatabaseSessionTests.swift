import DatabaseTesting
import LibC
import TerminalTesting
import TestSupport
import Testing

@testable import DatabaseTesting
@testable import Databases

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
      let duck = TemporaryDuck.isInstalled ? try Self.duck(file.directory) : nil
      if duck != nil {
        commands += [
          ["t.parquet"], ["t.parquet", "-s", "-word", "-q", "1"], ["part*.parquet", "--last"], ["w.duckdb"],
          ["w.duckdb", "rows", "--alert", "n:<5"],
          ["--sql", "FROM 't.parquet' JOIN 'part1.parquet' USING (n)", "-n", "0.2"],
          ["--sql", "PIVOT 't.parquet' ON word USING sum(n)", "-m"],
        ]
      }
      var campaign = SessionCampaign(
        program: BuiltProducts.path(of: "muster"), name: "muster", commands: commands.map { ["muster"] + $0 },
        takesSeed: false,
        environment: ["PAGER": "true", "PGHOST": server?.directory, "PGUSER": "tester"].merging(
          TemporaryDuck.environment
        ) { $1 },
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
          if count % 20 == 0 { try? duck?(count) }
          _ = try? server?.execute(
            "UPDATE notes SET word = 'at \(count)' WHERE id % 100 = 1; UPDATE loose SET n = \(count) WHERE n = \(count - 1990)"
          )
        }
      }
    }

    deinit { writing.cancel() }

    /// Writes files with DuckDB, and returns a function that replaces one of them.
    private static func duck(_ folder: String) throws -> @Sendable (Int) throws -> Void {
      @Sendable func execute(_ sql: String) throws { _ = try DuckInstance(nil, folder: folder, setup: [sql]) }
      try execute(
        """
        COPY (\(TemporaryDuck.rowsOfAllTypes(2000))) TO '\(folder)/t.parquet';
        COPY (SELECT range AS n, 'a' AS x FROM range(30)) TO '\(folder)/part1.parquet';
        COPY (SELECT range AS n, 'b' AS y FROM range(30)) TO '\(folder)/part2.parquet';
        ATTACH '\(folder)/w.duckdb' AS w; CREATE TABLE w.rows AS \(TemporaryDuck.rowsOfAllTypes(500));
        CREATE VIEW w.looks AS SELECT n FROM w.rows
        """)
      return { count in
        try execute("COPY (\(TemporaryDuck.rowsOfAllTypes(count))) TO '\(folder)/new.parquet'")
        rename("\(folder)/new.parquet", "\(folder)/t.parquet")
      }
    }
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
