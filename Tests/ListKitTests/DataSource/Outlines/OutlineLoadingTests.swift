import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Children that load slowly, on screens drawn as text.
@MainActor
@Suite("Children that load slowly") struct OutlineLoadingTests {
  typealias Outline = DiffableDataSourceSectionSnapshot<String>

  @Test("An item expands at once and shows a spinner after 100 ms until its children are loaded")
  func spinner() async {
    let (harness, loader) = TableHarness<String>.loading()
    harness.tableView.perform(.expand)
    expectEqual(harness.draw(at: 1000).prefix(3), ["▌ ▾ a", "  ▸ b", "  ▸ c"])
    expectEqual(harness.draw(at: 1099).prefix(2), ["▌ ▾ a", "  ▸ b"])
    expectEqual(harness.tableView.nextFrame(after: harness.now), .milliseconds(1100))
    let lines = harness.draw(at: 1100)
    expectEqual(lines.prefix(4), ["▌ ▾ a", "    ⠙ loading", "  ▸ b", "  ▸ c"])
    #expect(harness.tableView.nextFrame(after: harness.now) ?? .zero <= .milliseconds(1200))
    expectEqual(harness.draw(at: 1200)[1], "    ⠹ loading")
    await loader.found("a", ["a1", "a2"])
    expectEqual(loader.asked, ["a: "])
    expectEqual(harness.draw(at: 9000).prefix(4), ["▌ ▾ a", "+ │ ▸ a1", "+ │ ▸ a2", "  ▸ b"])
    harness.draw(at: 19000)
    #expect(harness.tableView.nextFrame(after: harness.now) == nil)
  }

  @Test("Children that load at once are displayed without a spinner") func fastLoad() async {
    let (harness, loader) = TableHarness<String>.loading()
    harness.tableView.perform(.expand)
    await loader.found("a", ["a1"])
    expectEqual(harness.draw(at: 1000).prefix(3), ["▌ ▾ a", "+ │ ▸ a1", "  ▸ b"])
  }

  @Test("The handlers of an expansion are called in order before the children are loaded")
  func handlers() async {
    let (harness, loader) = TableHarness<String>.loading()
    var log: [String] = []
    var handlers = harness.dataSource.sectionSnapshotHandlers
    handlers.shouldExpandItem = {
      log.append("should \($0)"); return true
    }
    handlers.willExpandItem = { log.append("will \($0)") }
    handlers.snapshotForExpandingParent = { parent, _ in
      log.append("at once \(parent)")
      var known = Outline()
      known.append(["known"])
      return known
    }
    harness.dataSource.sectionSnapshotHandlers = handlers
    harness.tableView.perform(.expand)
    expectEqual(log, ["should a", "will a", "at once a"])
    #expect(harness.draw(at: 0)[1].contains("known"))
    await loader.found("a", ["known", "more"])
    expectEqual(loader.asked, ["a: known"])
    expectEqual(harness.dataSource.snapshot().itemIdentifiers, ["a", "known", "more", "b", "c"])
  }

  @Test("If a load removes the child at the cursor, the cursor moves to the parent") func cursor() async {
    let (harness, loader) = TableHarness<String>.loading()
    harness.dataSource.sectionSnapshotHandlers.snapshotForExpandingParent = { _, _ in
      var known = Outline()
      known.append(["known", "forgotten"])
      return known
    }
    harness.press(.expand, at: 0)
    harness.tableView.perform(.moveCursor(2))
    expectEqual(harness.dataSource.cursorItemIdentifier, "forgotten")
    await loader.found("a", ["a1", "a2", "a3"])
    #expect(harness.draw(at: 9000)[0].hasPrefix("▌ ▾ a"))
    expectEqual(harness.dataSource.cursorItemIdentifier, "a")
  }

  @Test("A load that returns nil keeps the existing children") func noResult() async {
    let (harness, loader) = TableHarness<String>.loading()
    harness.tableView.perform(.expand)
    await loader.found("a", ["a1"])
    harness.tableView.perform(.collapse)
    harness.tableView.perform(.expand)
    await loader.found("a", nil)
    expectEqual(loader.asked, ["a: ", "a: a1"])
    expectEqual(harness.dataSource.snapshot().itemIdentifiers, ["a", "a1", "b", "c"])
    #expect(harness.dataSource.loads.isEmpty)
  }

  @Test("A failed load shows its error, and a key, a click or a new expansion loads again")
  func failure() async {
    let (harness, loader) = TableHarness<String>.loading()
    harness.tableView.perform(.expand)
    await loader.failed("a", "permission denied")
    expectEqual(harness.draw(at: 1000).prefix(3), ["▌ ▾ a", "    ! permission d…", "  ▸ b"])
    // The key that moves to the first child tries again, and so does a click on the error message.
    harness.tableView.perform(.expand)
    expectEqual(harness.cursor.item, "a")
    await loader.failed("a", "still not")
    expectEqual(harness.draw(at: 2000)[1], "    ! still not")
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 1, column: 8)))
    #expect(harness.draw(at: 3000)[1].hasSuffix("loading"))
    await loader.failed("a", "never")
    harness.tableView.perform(.collapse)
    expectEqual(harness.draw(at: 4000).prefix(2), ["▌ ▸ a", "  ▸ b"])
    harness.tableView.perform(.expand)
    await loader.found("a", ["a1"])
    expectEqual(harness.draw(at: 9000).prefix(2), ["▌ ▾ a", "+ │ ▸ a1"])
    expectEqual(loader.asked.count, 4)
  }

  @Test("For a screen reader, no rule below a row covers the note of the row") func noteWithRule() async {
    let (harness, loader) = TableHarness<String>.loading()
    (harness.traits, harness.size.columns) = (.testing(isAccessible: true), 40)
    harness.tableView.perform(.expand)
    await loader.failed("a", "permission denied")
    harness.draw(at: 1000)
    harness.tableView.cellForRow(at: IndexPath(row: 0, section: 0))?.hasRuleBelow = true
    #expect(harness.draw(at: 1000)[1].hasSuffix("permission denied"))
  }

  @Test("mayHaveChildren decides which items can be expanded; empty ones can load again")
  func emptyParents() async {
    let (harness, loader) = TableHarness<String>.loading(["dir", "file"])
    harness.dataSource.sectionSnapshotHandlers.mayHaveChildren = { $0 == "dir" }
    expectEqual(harness.draw(at: 0).prefix(2), ["▌ ▸ dir", "    file"])
    harness.tableView.perform(.expandSubtree)
    await loader.found("dir", [])
    // An empty item can be collapsed, and expanded to load again.
    expectEqual(harness.draw(at: 5000).prefix(2), ["▌ ▾ dir", "    file"])
    harness.tableView.perform(.expand)
    expectEqual(harness.cursor.item, "dir")
    harness.tableView.perform(.collapse)
    harness.tableView.perform(.expand)
    await loader.found("dir", ["late"])
    expectEqual(harness.draw(at: 15000).prefix(3), ["▌ ▾ dir", "+ │   late", "    file"])
  }

  @Test("The spinner and the loaded children do not move the cursor to another line")
  func spinnerPosition() async {
    let (harness, loader) = TableHarness<String>.loading(Array("abcdefghijkl").map(String.init))
    harness.tableView.perform(.last)
    for _ in 0..<3 { harness.tableView.perform(.moveCursor(-1)) }
    harness.tableView.perform(.scroll(-3))
    harness.tableView.perform(.scroll(1))
    harness.tableView.perform(.moveCursor(0))
    let before = harness.draw(at: 0)
    let line = harness.cursor.line
    harness.press(.expand, at: 10)
    let after = harness.draw(at: 500)
    expectEqual(harness.cursor.line, line)
    let above = before.prefix(line ?? 0).map { $0.filter(\.isLetter) }
    expectEqual(after.prefix(line ?? 0).map { $0.filter(\.isLetter) }, above)
    await loader.found("i", ["i1"])
    harness.draw(at: 600)
    expectEqual(harness.cursor.line, line)
  }

  @Test("Loading 100,000 children requests only the cells of the visible rows") func manyChildren() async {
    let (harness, loader) = TableHarness<String>.loading()
    harness.press(.expand, at: 0)
    await loader.found("a", (0..<100_000).map { "a\($0)" })
    harness.forgetAsked()
    harness.draw(at: 200)
    expectEqual(harness.dataSource.snapshot().numberOfItems, 100_003)
    #expect(harness.asked.count <= harness.size.lines)
    #expect(harness.cursor == ("a", 0))
  }

  @Test("With reduced motion, a static sign indicates a load") func reducedMotion() async {
    let (harness, _) = TableHarness<String>.loading()
    harness.tableView.motion = .reduced
    harness.press(.expand, at: 0)
    expectEqual(harness.draw(at: 100)[1], "    … loading")
    harness.draw(at: 9000)
    #expect(harness.tableView.nextFrame(after: harness.now) == nil)
  }
}
