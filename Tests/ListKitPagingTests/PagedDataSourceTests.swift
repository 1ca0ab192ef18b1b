import Dispatch
import ListKitTesting
import Synchronization
import TestSupport
import Testing

@testable import ListKit
@testable import ListKitPaging

/// A table over an engine that is slow, fails, answers in any order and changes at the same time.
@Suite("Paged data sources") @MainActor struct PagedDataSourceTests {
  private let clock = TestClock()

  /// Returns the screen and its engine.
  private func shelf(rows: Int = 1000, lines: Int = 12) -> (
    screen: TestScreen<ShelfController>, engine: ShelfEngine
  ) {
    let engine = ShelfEngine(rows: rows, clock: clock)
    return (
      TestScreen(ShelfController(engine, clock: clock), columns: 60, lines: lines, clock: clock), engine
    )
  }

  /// Advances the clock until a condition holds; returns whether it does.
  private func pass(
    _ screen: TestScreen<ShelfController>, until condition: (TestScreen<ShelfController>) -> Bool
  ) async -> Bool {
    for _ in 0..<20_000 {
      if condition(screen) { return true }
      await screen.advance(by: .milliseconds(20))
    }
    return false
  }

  private func settle(_ screen: TestScreen<ShelfController>) async -> Bool {
    let source = screen.controller.dataSource!
    var quiet = 0
    return await pass(screen) { _ in
      let isQuiet =
        source.engine.now.openReads == 0 && source.pager.model.reads.isEmpty
        && !source.pager.model.needsRefresh
        && source.pager.model.updates.isEmpty
      quiet = isQuiet ? quiet + 1 : 0
      return quiet > 3
    }
  }

  @Test("A data source calls an engine only on the engine's executor") func engineExecutor() async {
    let engine = ShelfEngine(
      rows: 1000, clock: clock, executor: QueueExecutor(DispatchQueue(label: "shelf")))
    let screen = TestScreen(ShelfController(engine, clock: clock), columns: 60, lines: 12, clock: clock)
    func pass(until condition: (TestScreen<ShelfController>) -> Bool) async -> Bool {
      await screen.wait { screen in
        await screen.advance(by: .milliseconds(20))
        return condition(screen)
      }
    }
    #expect(await pass { $0.contains("row 1") && $0.controller.dataSource.rowCount == .exactly(1000) })
    #expect(await pass { _ in engine.now.isFollowed })
    engine.write { $0[2] = "another" }
    #expect(await pass { $0.contains("another") })
    screen.controller.dataSource.search(7)
    #expect(await pass { !$0.contains("row 1 ") && $0.contains("row 14") })
    #expect(engine.state.withLock(\.callsElsewhere) == 0 && engine.now.counts > 1)
  }

  @Test("Rows near the screen are read before they are visible, and distant rows are discarded")
  func nearbyRows() async {
    let (screen, engine) = shelf(rows: 20_000)
    #expect(screen.contains("Reading"))
    #expect(
      await pass(screen) { $0.contains("row 1") && $0.controller.dataSource.rowCount == .exactly(20_000) })
    let source = screen.controller.dataSource!
    #expect(source.rows.map(\.key).starts(with: 1...20) && source.rows.count <= 60)
    for _ in 0..<40 {
      screen.press(.pageDown)
      #expect(await settle(screen))
      #expect(source.rows.count < 120, "no more than around the screen")
      #expect(!screen.contains("Reading"), "it was read before it was seen")
    }
    #expect(screen.cursor?.text.contains("row ") == true)
    #expect((source.cursorRow?.key ?? 0) > 300)
    #expect(engine.now.pageReads < 60, "\(engine.now.pageReads) reads for 40 screens")
    #expect(source.indexPath(for: 1) == nil)
    expectEqual(
      source.cursorRow.flatMap { source.indexPath(for: $0.key) }, screen.controller.tableView.cursorIndexPath)
    #expect(!screen.controller.tableView.showsVerticalScrollIndicator)
  }

  @Test("Keys pressed while rows are found or read act after that, in order, and a click or q does not wait")
  func keysDuringReads() async {
    let (screen, engine) = shelf(rows: 20_000)
    let source = screen.controller.dataSource!
    var (chosen, hasLeft) = ([Int?](), false)
    /// Moves the cursor to the next row whose number is a multiple of 500, which the test finds later.
    screen.controller.addKeyCommand("e", title: "next") {
      source.moveCursor {
        try? await clock.sleep(for: .seconds(5))
        return source.cursorRow.map { ($0.key / 500 + 1) * 500 }
      }
    }
    screen.controller.addKeyCommand("y", title: "choose") { chosen.append(source.cursorRow?.key) }
    screen.controller.addKeyCommand("q", title: "quit") { hasLeft = true }
    #expect(await settle(screen))
    engine.state.withLock { $0.slowness = 1000 }
    func settled() async -> Bool {
      var quiet = 0
      return await pass(screen) { _ in
        quiet = source.isMovingCursor || !source.pager.model.reads.isEmpty ? 0 : quiet + 1
        return quiet > 5
      }
    }
    screen.press(.end, .up, .up, "y")
    #expect(chosen.isEmpty)
    #expect(await settled())
    expectEqual(chosen, [19_998])
    screen.press(.home, .down, "e", "e", .down, "y", "e", "y")
    #expect(await settled())
    expectEqual(chosen, [19_998, 1001, 1500])
    source.moveCursor { 3000 }
    screen.press("q", "y")
    #expect(hasLeft && chosen.count == 3)
    #expect(await settled())
    expectEqual(chosen.last, 3000)
    // A row near the cursor's own that is not known, because the view is elsewhere.
    for _ in 0..<40 {
      screen.controller.tableView.perform(.scroll(8))
      #expect(await settled())
    }
    #expect(source.indexPath(for: 3005) == nil)
    source.moveCursor { 3005 }
    screen.press("y")
    #expect(await settled())
    expectEqual(chosen.last, 3005)
    // Keys after one that waits go to the screen that it opens, also those without a meaning on this one.
    let page = ViewController()
    var typed: [String] = []
    page.addKeyCommand("z", title: "last") { typed.append("z") }
    page.addKeyCommand("/", title: "find") { typed.append("/") }
    screen.controller.addKeyCommand("p", title: "page") {
      screen.controller.navigationController?.pushViewController(page)
    }
    source.moveCursor { 7000 }
    screen.press("p", "/", "z")
    #expect(typed.isEmpty && !screen.controller.isSearching)
    #expect(await settled())
    expectEqual(typed, ["/", "z"])
  }

  @Test("Enter reads a page again that could not be read") func enterRetries() async {
    let (screen, engine) = shelf()
    #expect(await settle(screen))
    engine.state.withLock { $0.failPercent = 100 }
    screen.press(.end)
    #expect(await pass(screen) { $0.contains("Not read: the shelf is out of reach") })
    #expect(screen.contains("enter tries again") && screen.controller.dataSource.rows.first?.key == 1)
    engine.state.withLock { $0.failPercent = 0 }
    screen.press(.enter)
    #expect(await pass(screen) { $0.contains("row 1000") })
    #expect(!screen.contains("Not read"))
  }

  @Test("Changes by others appear in place, and the cursor keeps its row and line")
  func externalChanges() async {
    let (screen, engine) = shelf()
    #expect(await settle(screen))
    screen.press(.down, .down, .down)
    let line = screen.cursor?.line
    engine.write { rows in
      rows[2] = nil
      rows[-1] = "row of another"
      rows[5] = "row 5, changed"
    }
    #expect(
      await pass(screen) {
        $0.contains("row 5, changed") && $0.controller.dataSource.rowCount == .exactly(1000)
      })
    #expect(screen.cursor?.text.contains("row 4") == true && screen.cursor?.line == line)
    let keys = screen.controller.dataSource.rows.map(\.key)
    #expect(keys.starts(with: [-1, 1, 3, 4, 5]) && Set(keys).count == keys.count)
  }

  @Test("A newer query cancels former reads, and the old rows stay until it is answered")
  func newerQuery() async {
    let (screen, engine) = shelf()
    #expect(await settle(screen))
    let source = screen.controller.dataSource!
    engine.state.withLock { $0.slowness = 1000 }
    for divisor in [2, 3, 5, 7] {
      source.search(divisor)
      #expect(await pass(screen) { _ in engine.now.openReads > 0 })
      #expect(screen.contains("row 1"), "what was shown stays")
    }
    #expect(await settle(screen))
    #expect(source.query == 7 && source.rows.map(\.key).starts(with: [7, 14, 21]))
    #expect(await pass(screen) { _ in source.rowCount == .exactly(142) })
    #expect(engine.now.cancelled >= 1)
    expectEqual(
      screen.controller.shown.count { $0 }, 3, "the empty list, the first one, and that of the last query")
    source.search(1, keeping: 700)
    #expect(await settle(screen))
    #expect(
      source.cursorRow?.key == 700 && source.row(for: source.indexPath(for: 701)!)?.content == "row 701")
  }

  @Test("Without changes, the data source reads nothing and the screen draws nothing") func idle() async {
    let (screen, engine) = shelf()
    #expect(await settle(screen))
    await screen.advance(by: .seconds(60))
    let (before, frames) = (engine.now, screen.frameCount)
    await screen.advance(by: .seconds(3600))
    #expect(engine.now.pageReads == before.pageReads && engine.now.counts == before.counts)
    expectEqual(screen.frameCount, frames)
  }

  @Test("After a possible change, rows are counted again only if the rows read have changed")
  func possibleChange() async {
    let (screen, engine) = shelf()
    #expect(await settle(screen))
    await screen.advance(by: .seconds(60))
    let before = engine.now
    engine.write(.possible) { _ in }
    #expect(await pass(screen) { _ in engine.now.pageReads == before.pageReads + 1 })
    #expect(await settle(screen))
    expectEqual(engine.now.counts, before.counts)
    engine.write(.possible) { $0[0] = "row 0" }
    #expect(
      await pass(screen) { $0.controller.dataSource.rowCount == .exactly(1001) && $0.contains("row 0") })
    screen.controller.dataSource.refresh()
    #expect(await pass(screen) { _ in engine.now.pageReads == before.pageReads + 3 })
  }

  @Test("A failed count is tried again, even if nothing changes and nothing is read")
  func failedCount() async {
    let (screen, engine) = shelf()
    engine.state.withLock { $0.failingCounts = 3 }
    #expect(await settle(screen))
    let source = screen.controller.dataSource!
    #expect(source.rowCount == nil)
    #expect(await pass(screen) { _ in source.rowCount == .exactly(1000) })
    expectEqual(engine.now.counts, 4)
    // A later count that fails keeps the former number, and the next count corrects it.
    engine.state.withLock { $0.failingCounts = 2 }
    engine.write { $0[0] = "row 0" }
    #expect(await pass(screen) { _ in source.rowCount == .exactly(1001) })
    await screen.advance(by: .seconds(60))
    let counts = engine.now.counts
    await screen.advance(by: .seconds(3600))
    expectEqual(engine.now.counts, counts)
  }

  @Test("Slow reads are less frequent after a minute without a key, until the next key")
  func idleScreen() async {
    let (screen, engine) = shelf()
    #expect(await settle(screen))
    engine.state.withLock { $0.slowness = 2000 }
    func reads(in seconds: Int) async -> Int {
      let before = engine.now.pageReads
      for _ in 0..<(seconds * 2) {
        engine.write(.possible) { _ in }
        await screen.advance(by: .milliseconds(500))
      }
      return engine.now.pageReads - before
    }
    let awake = await reads(in: 50)
    _ = await reads(in: 60)
    let asleep = await reads(in: 50)
    #expect(asleep * 4 < awake, "\(awake) reads, and then \(asleep)")
    screen.press(.down)
    #expect(await reads(in: 50) > asleep * 4)
  }

  @Test("After many failures, the next change is read at once") func recovery() async {
    let (screen, engine) = shelf()
    #expect(await settle(screen))
    let source = screen.controller.dataSource!
    engine.state.withLock { $0.failPercent = 100 }
    engine.write { $0[1] = nil }
    await screen.advance(by: .seconds(100))
    #expect(source.refreshFailure != nil)
    engine.state.withLock { $0.failPercent = 0 }
    let reads = engine.now.pageReads
    engine.write { $0[1] = "row one" }
    // Without the change, the next attempt is up to 16 s later.
    for _ in 0..<60 { await screen.advance(by: .milliseconds(20)) }
    #expect(source.refreshFailure == nil && source.rows.contains { $0.content == "row one" })
    #expect(engine.now.pageReads <= reads + 2)
  }

  @Test("A deallocated screen cancels its read and stops following changes") func deallocation() async {
    let engine = ShelfEngine(rows: 100, clock: clock)
    engine.state.withLock { $0.slowness = 1000 }
    var controller: ShelfController? = ShelfController(engine, clock: clock)
    await wait { engine.now.openReads > 0 && engine.now.isFollowed }
    _ = controller
    controller = nil
    await wait { engine.now.openReads == 0 && !engine.now.isFollowed }
    expectEqual(engine.now.cancelled, 1)
  }

  @Test(
    "After random events, the rows are those of the engine, and the cursor is on a row",
    arguments: 0..<12 as Range<UInt64>)
  func randomEvents(seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    let (screen, engine) = shelf(rows: 400, lines: 8)
    engine.state.withLock { state in
      (state.failPercent, state.slowness) = (15, 200)
      state.generator = SeededGenerator(seed: seed + 100)
    }
    let source = screen.controller.dataSource!
    for step in 0..<120 {
      switch generator.number(0..<10) {
      case 0: screen.press(.end)
      case 1: screen.press(.home)
      case 2, 3: screen.press(.pageDown)
      case 4: screen.press(.pageUp)
      case 5: screen.press(.down, .down, .enter)
      case 6: source.search([1, 2, 3][generator.number(0..<3)], keeping: source.cursorRow?.key)
      case 7:
        let key = generator.number(-10..<420)
        engine.write { $0[key] = $0[key] == nil || step.isMultiple(of: 2) ? "written \(step)" : nil }
      default: await screen.advance(by: .milliseconds(generator.number(0..<150)))
      }
      let keys = source.rows.map(\.key)
      #expect(keys == keys.sorted() && Set(keys).count == keys.count, "in order, and nothing twice")
    }
    engine.state.withLock { $0.failPercent = 0 }
    engine.write { $0[100_000] = "the last one" }
    let isRight = await pass(screen) { screen in
      if screen.contains("Not read") { screen.press(.enter) }
      guard source.pager.model.reads.isEmpty, !source.pager.model.needsRefresh,
        source.pager.model.updates.isEmpty
      else { return false }
      let (rows, found) = (source.rows, engine.found(source.query))
      let contents = engine.state.withLock { state in rows.allSatisfy { state.rows[$0.key] == $0.content } }
      let isKnown = rows.allSatisfy { found.contains($0.key) }
      // The visible rows have no gaps.
      let visible = screen.controller.tableView.indexPathsForVisibleRows.compactMap {
        source.row(for: $0)?.key
      }
      let start = visible.first.flatMap(found.firstIndex)
      return contents && isKnown
        && start.map { Array(found[$0...].prefix(visible.count)) == visible } ?? found.isEmpty
    }
    #expect(isRight)
    #expect(source.cursorRow != nil)
  }
}
