import GRDB
import Testing

@testable import database_browser

/// What is known of real SQLite files, with a clock and without a screen.
@Suite @MainActor struct PagerTests {
  private let database: TemporaryDatabase

  init() throws { database = try TemporaryDatabase.ofAllKinds(rows: 250) }

  /// Somebody who looks at a few rows.
  @MainActor private final class Viewer {
    let pager: Pager<SQLiteEngine>
    var kinds: [Pager<SQLiteEngine>.Model.Update.Kind] = []
    var listing = Pager<SQLiteEngine>.Model.Listing()
    var cursor: Pager<SQLiteEngine>.Model.Listing.Item?
    private var revision = 0
    private var waiting: (condition: () -> Bool, continuation: CheckedContinuation<Void, Never>)?

    init(_ pager: Pager<SQLiteEngine>) {
      self.pager = pager
      pager.didChange = { [weak self] in self?.draw() }
      draw()
    }

    /// Rows around the cursor are seen.
    func draw() {
      while let update = pager.takeUpdate() {
        kinds.append(update.kind)
        (listing, revision) = (update.listing, revision + update.steps)
        if case .replaced(let key) = update.kind { cursor = key.map { .row($0) } }
        if update.jump == .last { cursor = listing.items.last }
      }
      look()
      if let (condition, continuation) = waiting, condition() {
        waiting = nil
        continuation.resume()
      }
    }

    func look() {
      let index = cursor.flatMap(listing.items.firstIndex) ?? 0
      let visible = Array(listing.items[min(index, listing.items.count)...].prefix(10))
      pager.update { $0.look(PageFocus(visible: visible, cursor: cursor, room: 10), at: revision) }
    }

    func wait(until condition: @escaping () -> Bool) async {
      if condition() { return }
      await withCheckedContinuation { waiting = (condition, $0) }
    }

    /// What the column `n` says, from the first known row to the last.
    var numbers: [Int] {
      let column = pager.engine.table.columns.firstIndex { $0.name == "n" } ?? 0
      return listing.items.compactMap { item in
        item.key.flatMap { listing.contents[$0]?[column] }.flatMap { Int($0) }
      }
    }
  }

  private func viewer(
    _ table: String = "indexed", pageSize: Int = 100, obstacles: Obstacles = Obstacles()
  ) throws -> Viewer {
    let engine = SQLiteEngine(pool: database.pool, table: try database.table(table), obstacles: obstacles)
    return Viewer(Pager(engine: engine, query: Filter(""), pageSize: pageSize))
  }

  @Test(.timeLimit(.minutes(1)), arguments: TemporaryDatabase.kinds)
  func onlyWhatIsNearIsRead(table: String) async throws {
    let viewer = try viewer(table, pageSize: 20)
    await viewer.wait { viewer.numbers.count == 20 && viewer.pager.total == 250 }
    #expect(viewer.numbers == (231...250).reversed())
    viewer.cursor = viewer.listing.items[15]
    viewer.look()
    await viewer.wait { viewer.numbers.count > 20 }
    #expect(viewer.numbers == (211...250).reversed())
    viewer.pager.update { $0.jump(to: .last) }
    await viewer.wait { viewer.numbers.last == 1 }
    #expect(viewer.cursor == viewer.listing.items.last)
    #expect(viewer.numbers == (1...20).reversed(), "what is far away is forgotten")
  }

  @Test(.timeLimit(.minutes(1)))
  func aPageThatFailsIsTriedAgain() async throws {
    let viewer = try viewer(obstacles: Obstacles(failRate: 1))
    await viewer.wait { !viewer.listing.failures.isEmpty }
    let gap = try #require(viewer.listing.failures.first)
    #expect(gap.value.contains("--fail-rate"))
    viewer.pager.update { $0.retry(gap.key) }
    #expect(viewer.listing.failures.isEmpty, "it is on its way")
    await viewer.wait { !viewer.listing.failures.isEmpty }
  }

  @Test(.timeLimit(.minutes(1)))
  func onlyTheLastSearchIsAnswered() async throws {
    let viewer = try viewer(obstacles: Obstacles(delay: .milliseconds(20)))
    for query in ["o", "on", "one", "one of 1", "three of 24"] { viewer.pager.search(Filter(query)) }
    await viewer.wait { viewer.numbers == [249, 246, 243, 240, 24] && viewer.pager.total == 5 }
    #expect(viewer.kinds.count == 2, "the empty list, and that of the last search")
  }

  @Test(.timeLimit(.minutes(1)))
  func clearingTheFilterKeepsARowFarDown() async throws {
    let viewer = try viewer(pageSize: 20)
    viewer.pager.search(Filter("one of 1"))
    await viewer.wait { viewer.listing.contents[.rowid(1)] != nil || viewer.numbers.count == 20 }
    viewer.pager.search(Filter(""), keeping: .rowid(100))
    await viewer.wait { viewer.numbers.contains(99) }
    #expect(viewer.cursor == .row(.rowid(100)))
    #expect(viewer.numbers == (81...120).reversed(), "it is read around the row, not up to it")
  }

  @Test(.timeLimit(.minutes(1)))
  func changesOfOthersAreTakenOver() async throws {
    let viewer = try viewer("numbered", pageSize: 20)
    await viewer.wait { viewer.numbers.count == 20 && viewer.pager.total == 250 }
    viewer.kinds = []
    try database.execute(
      """
      INSERT INTO numbered VALUES (251, 'new'), (1000, 'new');
      UPDATE numbered SET word = 'other' WHERE n IN (240, 3);
      DELETE FROM numbered WHERE n IN (235, 2);
      """)
    viewer.pager.update { $0.changed() }
    await viewer.wait { viewer.numbers.contains(1000) }
    #expect(viewer.kinds == [.changed])
    #expect(viewer.numbers == [1000, 251] + (231...250).reversed().filter { $0 != 235 })
    #expect(viewer.listing.contents[.rowid(240)]?[1] == "other")
    #expect(viewer.cursor == .row(.rowid(250)))
  }

  @Test(.timeLimit(.minutes(1)))
  func bothThisProcessAndOthersAreNoticed() async throws {
    let viewer = try viewer("numbered")
    let other = try DatabaseQueue(path: database.path)
    let following = Task { await viewer.pager.follow() }
    await viewer.wait { viewer.pager.total == 250 }
    try await database.pool.write { try $0.execute(sql: "INSERT INTO numbered VALUES (1000, 'own')") }
    await viewer.wait { viewer.numbers.first == 1000 && viewer.pager.total == 251 }
    try await other.write { try $0.execute(sql: "INSERT INTO numbered VALUES (2000, 'of another')") }
    await viewer.wait { viewer.numbers.first == 2000 && viewer.pager.total == 252 }
    following.cancel()
    await following.value
  }

  @Test(.timeLimit(.minutes(1)))
  func aTableThatGoesAwayIsSaidAndItsRowsStay() async throws {
    let viewer = try viewer("plain")
    await viewer.wait { viewer.numbers.count == 100 }
    try database.execute("ALTER TABLE plain RENAME TO away")
    viewer.pager.update { $0.changed() }
    await viewer.wait { viewer.pager.model.refreshFailure != nil }
    #expect(viewer.pager.model.refreshFailure?.contains("no such table") == true)
    #expect(viewer.numbers.count == 100)
    // It is tried again without anybody's doing.
    try database.execute("ALTER TABLE away RENAME TO plain")
    await viewer.wait { viewer.pager.model.refreshFailure == nil }
  }
}
