import GRDB
import ListKit
import ListKitTesting
import Testing

@testable import database_browser

/// The browser's screen over real SQLite files.
@Suite @MainActor struct SQLiteBrowsingTests {
  private typealias Screen = TestScreen<BrowserController<SQLiteEngine>>

  private let database: TemporaryDatabase

  init() throws { database = try TemporaryDatabase.ofAllKinds(rows: 250) }

  private func browse(
    _ table: String = "indexed", pageSize: Int = 20, obstacles: Obstacles = Obstacles()
  ) throws -> Screen {
    let engine = SQLiteEngine(pool: database.pool, table: try database.table(table), obstacles: obstacles)
    return TestScreen(
      BrowserController(engine: engine, pageSize: pageSize, title: table), columns: 80, lines: 12)
  }

  /// What the column `n` says, from the first known row to the last.
  private func numbers(_ screen: Screen) -> [Int] {
    let column = screen.controller.dataSource.engine.table.columns.firstIndex { $0.name == "n" } ?? 0
    return screen.controller.dataSource.rows.compactMap { $0.content[column].flatMap { Int($0) } }
  }

  @Test(.timeLimit(.minutes(60)), arguments: TemporaryDatabase.kinds)
  func onlyWhatIsNearIsRead(table: String) async throws {
    let screen = try browse(table)
    #expect(await screen.wait { numbers($0).count == 20 && $0.contains("250 rows") })
    #expect(numbers(screen) == (231...250).reversed())
    for _ in 0..<15 { screen.press(.down) }
    #expect(await screen.wait { numbers($0) == (211...250).reversed() })
    screen.press(.end)
    #expect(await screen.wait { numbers($0) == (1...20).reversed() }, "what is far away is forgotten")
  }

  @Test(.timeLimit(.minutes(60)))
  func aPageThatFailsIsTriedAgain() async throws {
    let screen = try browse(obstacles: Obstacles(failRate: 1))
    #expect(await screen.wait { $0.contains("--fail-rate") && $0.contains("enter tries again") })
    screen.press(.enter)
    #expect(screen.contains("Reading"), "it is on its way")
    #expect(await screen.wait { $0.contains("--fail-rate") })
  }

  @Test(.timeLimit(.minutes(60)))
  func pagesThatFailNowAndThenAreReadInTheEnd() async throws {
    let screen = try browse(obstacles: Obstacles(failRate: 0.5, seed: 3))
    var failures = 0
    #expect(await screen.wait { $0.contains("Not read") || $0.contains("of 250") })
    while screen.contains("Not read") {
      failures += 1
      screen.press(.enter)
      #expect(await screen.wait { $0.contains("Not read") || $0.contains("of 250") })
    }
    #expect(failures > 0 && screen.contains("of 250"))
  }

  @Test(.timeLimit(.minutes(60)))
  func onlyTheLastSearchIsAnswered() async throws {
    let screen = try browse(obstacles: Obstacles(delay: .milliseconds(20)))
    screen.type("three of 24")
    #expect(await screen.wait { numbers($0) == [249, 246, 243, 240, 24] && $0.contains("5 rows") })
  }

  @Test(.timeLimit(.minutes(60)))
  func clearingTheFilterKeepsARowFarDown() async throws {
    let screen = try browse()
    screen.type("one of 100")
    #expect(await screen.wait { numbers($0) == [100] })
    screen.press(.escape)
    #expect(await screen.wait { numbers($0).contains(99) })
    #expect(screen.cursor?.text.contains("of 100") == true)
    #expect(numbers(screen) == (81...120).reversed(), "it is read around the row, not up to it")
  }

  @Test(.timeLimit(.minutes(60)))
  func changesOfThisProcessAndOfOthersAreTakenOver() async throws {
    let screen = try browse("numbered")
    let other = try DatabaseQueue(path: database.path)
    #expect(await screen.wait { numbers($0).count == 20 && $0.contains("250 rows") })
    screen.press(.down)
    try database.execute(
      """
      INSERT INTO numbered VALUES (251, 'new'), (1000, 'new');
      UPDATE numbered SET word = 'other' WHERE n IN (245, 3);
      DELETE FROM numbered WHERE n IN (235, 2);
      """)
    #expect(await screen.wait { numbers($0).contains(1000) && $0.contains("other") })
    #expect(numbers(screen) == [1000, 251] + (231...250).reversed().filter { $0 != 235 })
    #expect(screen.cursor?.text.contains("of 249") == true)
    try await other.write { try $0.execute(sql: "INSERT INTO numbered VALUES (2000, 'of another')") }
    #expect(await screen.wait { numbers($0).first == 2000 && $0.contains("251 rows") })
  }

  @Test(.timeLimit(.minutes(60)))
  func aTableThatGoesAwayIsSaidAndItsRowsStay() async throws {
    let screen = try browse("plain")
    #expect(await screen.wait { numbers($0).count == 20 })
    try database.execute("ALTER TABLE plain RENAME TO away")
    #expect(await screen.wait { $0.contains("not up to date: no such table") })
    #expect(numbers(screen).count == 20)
    // It is tried again without anybody's doing.
    try database.execute("ALTER TABLE away RENAME TO plain")
    #expect(await screen.wait { $0.contains("250 rows") })
  }
}
