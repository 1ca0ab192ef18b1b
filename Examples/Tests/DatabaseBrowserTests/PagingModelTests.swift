import GRDB
import Testing

@testable import database_browser

/// What the model does with real SQLite files, without a screen.
@Suite @MainActor struct PagingModelTests {
  private let database: TemporaryDatabase
  private var changes: Recorder

  /// What the model told.
  @MainActor private final class Recorder {
    var told: [String] = []
    private var waiting: (condition: () -> Bool, continuation: CheckedContinuation<Void, Never>)?

    func note(_ change: PagingModel.Change) {
      switch change {
      case .replaced: told.append("replaced")
      case .appended(let keys): told.append("appended \(keys.count)")
      case .refreshed(let news):
        told.append("+\(news.inserted.flatMap(\.keys).count) −\(news.removed.count) ~\(news.changed.count)")
      case .status: break
      }
      if let (condition, continuation) = waiting, condition() {
        waiting = nil
        continuation.resume()
      }
    }

    /// Waits for a change after which a condition holds.
    func wait(until condition: @escaping () -> Bool) async {
      if condition() { return }
      await withCheckedContinuation { waiting = (condition, $0) }
    }
  }

  init() throws {
    database = try TemporaryDatabase.ofAllKinds(rows: 250)
    changes = Recorder()
  }

  private func model(
    _ table: String = "indexed", pageSize: Int = 100, obstacles: Obstacles = Obstacles()
  ) throws -> PagingModel {
    let source = PageSource(
      reader: database.pool, table: try database.table(table), pageSize: pageSize, obstacles: obstacles)
    let model = PagingModel(source: source)
    model.didChange = { [changes] in changes.note($0) }
    return model
  }

  private func numbers(_ model: PagingModel) throws -> [Int] {
    let records = model.rows.keys.map { ListedRow(key: $0, texts: model.rows.contents[$0] ?? []) }
    return try model.source.table.numbers(records)
  }

  @Test(.timeLimit(.minutes(1)), arguments: TemporaryDatabase.kinds)
  func pagesComeOneByOneUntilAllIsThere(table: String) async throws {
    let model = try model(table)
    model.search("")
    model.loadMore()  // One at a time.
    await changes.wait { model.phase == .idle }
    model.loadMore()
    model.loadMore()
    await changes.wait { model.phase == .idle }
    #expect(model.hasMore)
    model.loadMore()
    await changes.wait { model.phase == .idle && model.total == 250 }
    #expect(!model.hasMore)
    model.loadMore()
    #expect(model.phase == .idle, "nothing is asked for where all is there")
    #expect(changes.told == ["replaced", "appended 100", "appended 50"])
    #expect(try numbers(model) == (1...250).reversed())
  }

  @Test(.timeLimit(.minutes(1)))
  func aFullLastPageIsKnownToBeTheLast() async throws {
    let model = try model(pageSize: 125)
    model.search("")
    await changes.wait { model.phase == .idle }
    model.loadMore()
    await changes.wait { model.phase == .idle }
    #expect(!model.hasMore)
  }

  @Test(.timeLimit(.minutes(1)))
  func aPageThatFailsIsTriedAgain() async throws {
    let model = try model(obstacles: Obstacles(failRate: 0.5, seed: 3))
    model.search("")
    var failures = 0
    while model.hasMore {
      await changes.wait { model.phase != .loading }
      if case .failed(let reason) = model.phase {
        #expect(reason.contains("--fail-rate"))
        failures += 1
        model.loadMore()
        #expect(model.phase != .loading, "what failed waits for somebody to ask again")
        model.retry()
      } else {
        model.loadMore()
      }
    }
    #expect(failures > 0)
    #expect(try numbers(model) == (1...250).reversed())
  }

  @Test(.timeLimit(.minutes(1)))
  func onlyTheLastSearchIsAnswered() async throws {
    let model = try model(obstacles: Obstacles(delay: .milliseconds(20)))
    for query in ["o", "on", "one", "one of 1", "three of 24"] { model.search(query) }
    await changes.wait { model.phase == .idle && model.total != nil }
    #expect(changes.told == ["replaced"])
    #expect(try numbers(model) == [249, 246, 243, 240, 24])
    #expect(model.total == 5)
  }

  @Test(.timeLimit(.minutes(1)))
  func clearingTheFilterKeepsARowFarDown() async throws {
    let model = try model()
    model.search("one of 1")
    await changes.wait { model.phase == .idle }
    let last = try #require(model.rows.keys.last)
    model.search("", keeping: last)
    await changes.wait { model.phase == .idle }
    #expect(last == .rowid(1))
    #expect(model.rows.keys.contains(last))
    #expect(try numbers(model) == (1...250).reversed())
  }

  @Test(.timeLimit(.minutes(1)))
  func changesOfOthersAreTakenOver() async throws {
    let model = try model("numbered")
    model.search("")
    await changes.wait { model.phase == .idle && model.total == 250 }
    try database.execute(
      """
      INSERT INTO numbered VALUES (251, 'new'), (1000, 'new');
      UPDATE numbered SET word = 'other' WHERE n IN (240, 3);
      DELETE FROM numbered WHERE n IN (200, 2);
      """)
    await model.refresh()
    #expect(changes.told.last == "+2 −1 ~1", "the rows not read yet are no news")
    #expect(try numbers(model) == [1000, 251] + (151...250).reversed().filter { $0 != 200 })
    #expect(model.rows.contents[.rowid(240)]?[1] == "other")
    changes.told = []
    await model.refresh()
    #expect(changes.told.isEmpty)
    model.loadMore()
    await changes.wait { model.phase == .idle }
    #expect(try numbers(model).suffix(100) == (51...150).reversed())
  }

  @Test(.timeLimit(.minutes(1)))
  func bothThisProcessAndOthersAreNoticed() async throws {
    let model = try model("numbered")
    let other = try DatabaseQueue(path: database.path)
    model.search("")
    let following = Task {
      await model.follow(TableChanges.stream(of: "numbered", in: database.pool, every: .milliseconds(5)))
    }
    await changes.wait { model.total == 250 }
    try await database.pool.write { try $0.execute(sql: "INSERT INTO numbered VALUES (1000, 'own')") }
    await changes.wait { model.rows.keys.first == .rowid(1000) && model.total == 251 }
    try await other.write { try $0.execute(sql: "INSERT INTO numbered VALUES (2000, 'of another')") }
    await changes.wait { model.rows.keys.first == .rowid(2000) && model.total == 252 }
    following.cancel()
    await following.value
  }

  @Test(.timeLimit(.minutes(1)))
  func aTableThatGoesAwayIsSaid() async throws {
    let model = try model("plain")
    model.search("")
    await changes.wait { model.phase == .idle }
    try database.execute("DROP TABLE plain")
    await model.refresh()
    guard case .failed(let reason) = model.phase else {
      Issue.record("phase \(model.phase)")
      return
    }
    #expect(reason.contains("no such table"))
  }
}
