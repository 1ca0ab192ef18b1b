import TestSupport
import Testing

@testable import ListKit

/// Rows that are moved with keys and with the mouse.
@MainActor
@Suite("Moving rows") struct ReorderingTests {
  private func harness(
    _ sections: [(String, [Int])] = [("a", Array(0..<4)), ("b", Array(10..<13))], lines: Int = 12,
    headers: Bool = true
  ) -> TableHarness<Int> {
    let harness = TableHarness<Int>(columns: 12, lines: lines, depth: .mono)
    if headers { harness.dataSource.headerProvider = { ListContentConfiguration(text: $0) } }
    harness.dataSource.reorderingHandlers.canReorderItem = { $0 != 3 }
    harness.apply(sections: sections)
    harness.draw(at: 0)
    return harness
  }

  @discardableResult
  private func draw(_ harness: TableHarness<Int>) -> [String] {
    harness.now += .seconds(10)
    harness.draw()
    harness.now += .seconds(10)
    return harness.draw().map { String($0.filter { $0 != " " }) }
  }

  private func mouse(_ harness: TableHarness<Int>, _ action: MouseEvent.Action, _ line: Int) {
    harness.tableView.handle(MouseEvent(action, at: ScreenPoint(line: line, column: 4)))
  }

  @Test("A key moves a row at once, also across sections, and the cursor stays on it") func immediateMove() {
    let harness = harness()
    for _ in 0..<2 { harness.tableView.perform(.moveRow(1)) }
    expectEqual(harness.items, [[1, 2, 0, 3], [10, 11, 12]])
    expectEqual(draw(harness), ["a", "1", "2", "▌0", "3", "b", "10", "11", "12", "", "", ""])
    for _ in 0..<2 { harness.tableView.perform(.moveRow(1)) }
    expectEqual(harness.items, [[1, 2, 3], [0, 10, 11, 12]])
    for _ in 0..<9 { harness.tableView.perform(.moveRow(-1)) }
    expectEqual(harness.items, [[0, 1, 2, 3], [10, 11, 12]])
    expectEqual(draw(harness).prefix(3), ["a", "▌0", "1"])
    #expect(harness.tableView.notice == nil)
  }

  @Test("Arrows carry a grabbed row, and enter drops it and calls the handlers") func grabAndDrop() {
    let harness = harness()
    var calls: [String] = []
    harness.dataSource.reorderingHandlers.willReorder = { _ in calls.append("will") }
    harness.dataSource.reorderingHandlers.didReorder = { _ in calls.append("did") }
    harness.tableView.perform(.moveCursor(1))
    harness.tableView.perform(.grab)
    expectEqual(draw(harness), ["a", "0", "▌≡1", "2", "3", "b", "10", "11", "12", "", "", ""])
    #expect(harness.tableView.notice?.contains("esc cancels") ?? false)
    for _ in 0..<3 { harness.tableView.perform(.moveCursor(1)) }
    expectEqual(draw(harness), ["a", "0", "1", "2", "3", "b", "▌≡1", "10", "11", "12", "", ""])
    expectEqual(harness.items, [[0, 1, 2, 3], [10, 11, 12]])
    expectEqual(harness.frame.cursor, ScreenPoint(line: 6, column: 0))
    harness.tableView.perform(.primaryAction)
    expectEqual(harness.items, [[0, 2, 3], [1, 10, 11, 12]])
    expectEqual(draw(harness), ["a", "0", "2", "3", "b", "▌1", "10", "11", "12", "", "", ""])
    expectEqual(calls, ["will", "did"])
    expectEqual(harness.cursor.item, 1)
  }

  @Test("Esc and a drop at the original position change nothing and call no handler") func cancelling() {
    let harness = harness()
    harness.dataSource.reorderingHandlers.willReorder = { _ in Issue.record("nothing was moved") }
    let before = draw(harness)
    harness.tableView.perform(.grab)
    harness.tableView.perform(.last)
    harness.tableView.perform(.back)
    expectEqual(draw(harness), before)
    harness.tableView.perform(.grab)
    harness.tableView.perform(.moveCursor(2))
    harness.tableView.perform(.moveCursor(-2))
    harness.tableView.perform(.grab)
    expectEqual(draw(harness), before)
    #expect(harness.tableView.notice == nil)
  }

  @Test("An attempt to move a row that cannot be moved shows a notice") func immovableRow() {
    let harness = harness()
    harness.tableView.perform(.moveCursor(3))
    for command in [Command.grab, .moveRow(-1)] {
      harness.tableView.perform(command)
      expectEqual(harness.tableView.notice, "this row cannot be moved")
      #expect(!harness.tableView.isModal)
    }
    harness.tableView.perform(.moveCursor(-1))
    #expect(harness.tableView.notice == nil)
    expectEqual(harness.items, [[0, 1, 2, 3], [10, 11, 12]])
  }

  @Test("A row can be moved into empty sections, with and without headers", arguments: [true, false])
  func emptySections(_ headers: Bool) {
    let harness = harness([("a", [1, 2]), ("b", []), ("c", [])], headers: headers)
    for expected in [[[2, 1], [], []], [[2], [1], []], [[2], [], [1]], [[2], [], [1]]] {
      harness.tableView.perform(.moveRow(1))
      expectEqual(harness.items, expected)
    }
    harness.tableView.perform(.grab)
    harness.tableView.perform(.moveCursor(-1))
    expectEqual(draw(harness).filter { $0.contains("≡") }, ["▌≡1"])
    harness.tableView.perform(.primaryAction)
    expectEqual(harness.items, [[2], [1], []])
  }

  /// Two open items with their children, at lines 1 to 5.
  private func openItems() -> TableHarness<Int> {
    let harness = harness([("a", [])])
    var outline = DiffableDataSourceSectionSnapshot<Int>()
    outline.append([1, 2])
    outline.append([10, 11], to: 1)
    outline.append([20], to: 2)
    outline.expand([1, 2])
    harness.dataSource.apply(outline, to: "a")
    draw(harness)
    return harness
  }

  @Test(
    "An open item moves with its rows and stays open, at once, grabbed or dragged; before, the rows are as shown",
    arguments: ["at once", "grabbed", "dragged", "dragged over its own rows"])
  func openItem(_ way: String) {
    let harness = openItems()
    var before: [[Int]] = []
    harness.dataSource.reorderingHandlers.willReorder = { [unowned harness] in
      before += [$0.initialSnapshot.itemIdentifiers, harness.items[0]]
    }
    switch way {
    case "at once": harness.tableView.perform(.moveRow(1))
    case "grabbed":
      harness.tableView.perform(.grab)
      expectEqual(harness.tableView.notice, "moving 3 rows: arrows, enter drops, esc cancels")
      harness.tableView.perform(.moveCursor(1))
      let lines = draw(harness)
      #expect(lines[4].hasSuffix("2") && lines[5].hasPrefix("▌≡") && lines[5].hasSuffix("1×3"), "\(lines)")
      harness.tableView.perform(.primaryAction)
    default:
      mouse(harness, .press, 1)
      if way != "dragged" {
        for line in [2, 3, 2] { mouse(harness, .drag, line) }
        expectEqual(draw(harness).prefix(6).count { $0.contains("1") }, 3, "at home")
      }
      mouse(harness, .drag, 4)
      mouse(harness, .release, 4)
    }
    let tree = harness.dataSource.snapshot(for: "a")
    expectEqual(tree.visibleItems, [2, 1, 10, 11, 20])
    #expect(tree.parent(of: 1) == 2 && tree.children(of: 1) == [10, 11])
    expectEqual(before, [[1, 10, 11, 2, 20], [1, 10, 11, 2, 20]])
    expectEqual(harness.cursor.item, 1)
  }

  @Test("Esc leaves an open item open") func cancelledOpenItem() {
    let harness = openItems()
    let lines = draw(harness)
    for command in [Command.grab, .moveCursor(2), .back] { harness.tableView.perform(command) }
    expectEqual(draw(harness), lines)
  }

  @Test("Moving rows by keys opens and closes none, and keeps the rows below each item", arguments: 0..<20)
  func movedOutlines(_ seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let harness = harness([("a", []), ("b", [])])
    harness.dataSource.reorderingHandlers.canReorderItem = { _ in true }
    for (index, section) in ["a", "b"].enumerated() {
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      for item in 0..<10 {
        let above = generator.chance(60) ? tree.items.randomElement(using: &generator) : nil
        tree.append([10 * index + item], to: above)
      }
      tree.expand(tree.items.filter { _ in generator.chance(60) })
      harness.dataSource.apply(tree, to: section)
    }
    draw(harness)
    func trees() -> [DiffableDataSourceSectionSnapshot<Int>] {
      ["a", "b"].map { harness.dataSource.snapshot(for: $0) }
    }
    for _ in 0..<60 {
      harness.tableView.perform(.moveCursor(generator.number(-6..<7)))
      guard let item = harness.cursor.item, let former = trees().first(where: { $0.contains(item) }) else {
        return
      }
      let below = former.snapshot(of: item)
      let open = Set(trees().flatMap(\.expandedItems))
      harness.tableView.perform(.moveRow(generator.chance(50) ? 1 : -1))
      expectEqual(Set(trees().flatMap(\.expandedItems)), open)
      expectEqual(trees().first { $0.contains(item) }?.snapshot(of: item), below)
      expectEqual(harness.cursor.item, item)
    }
  }

  // MARK: Refused places

  /// Two folders and files, which are in folders only.
  private func folders(open: Int...) -> TableHarness<Int> {
    let harness = harness([("a", [])])
    var outline = DiffableDataSourceSectionSnapshot<Int>()
    outline.append([100, 200])
    outline.append([1, 2], to: 100)
    outline.append([5], to: 200)
    outline.expand(open)
    harness.dataSource.apply(outline, to: "a")
    harness.dataSource.reorderingHandlers.canDrop = { $0 >= 100 ? $1 == nil : $1 ?? 0 >= 100 }
    draw(harness)
    return harness
  }

  @Test("canDrop refuses a move to a parent, and nothing changes") func refusedParents() throws {
    let harness = folders(open: 100, 200)
    let dataSource = harness.dataSource!
    dataSource.reorderingHandlers.willReorder = { _ in Issue.record("nothing may be moved") }
    let before = harness.items
    #expect(throws: ReorderingError.refused) { try dataSource.reorder(200, to: .after(100)) }
    #expect(throws: ReorderingError.refused) { try dataSource.reorder(1, to: .before(100)) }
    #expect(throws: ReorderingError.refused) { try dataSource.reorder([5, 200], to: .after(1)) }
    #expect(throws: ReorderingError.refused) { try dataSource.changeLevel(of: [2], by: -1) }
    #expect(throws: ReorderingError.refused) { try dataSource.changeLevel(of: [2], by: 1) }
    harness.apply(sections: [("flat", [7, 8])])
    #expect(throws: ReorderingError.refused) { try dataSource.reorder(7, to: .after(8)) }
    expectEqual(harness.items, [[7, 8]])
    expectEqual(before, [[100, 1, 2, 200, 5]])
  }

  @Test("Where two levels meet, a row takes the one that canDrop allows") func allowedLevel() throws {
    let harness = folders(open: 100, 2)
    let dataSource = harness.dataSource!
    dataSource.reorderingHandlers.canDrop = { _, parent in parent == 100 }
    var tree = dataSource.snapshot(for: "a")
    tree.append([20], to: 1)
    tree.expand([1])
    dataSource.apply(tree, to: "a")
    tree.collapse([2])
    dataSource.apply(tree, to: "a")
    try dataSource.reorder(20, to: .before(200))
    expectEqual(dataSource.snapshot(for: "a").children(of: 100), [1, 2, 20])
  }

  @Test("Keys that move a row pass the places that canDrop refuses") func passedPlaces() {
    let harness = folders(open: 100)
    harness.tableView.perform(.last)
    harness.tableView.perform(.moveRow(-1))
    expectEqual(harness.items, [[200, 100, 1, 2]])
    #expect(harness.tableView.notice == nil)
    for _ in 0..<2 { harness.tableView.perform(.moveRow(1)) }
    expectEqual(harness.items, [[100, 1, 2, 200]])
    harness.tableView.perform(.moveCursor(-1))
    harness.tableView.perform(.moveRow(1))
    expectEqual(harness.items, [[100, 1, 2, 200]])
    expectEqual(harness.tableView.notice, "this row cannot be moved there")
    expectEqual(harness.cursor.item, 2)
  }

  @Test("The delegate can redirect a move to another position") func redirection() {
    final class Redirector: TableViewDelegate {
      func tableView(
        _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
        toProposedIndexPath proposed: IndexPath
      ) -> IndexPath { proposed.section == source.section ? proposed : source }
    }
    let harness = harness()
    let redirector = Redirector()
    harness.tableView.delegate = redirector
    harness.tableView.perform(.grab)
    harness.tableView.perform(.last)
    harness.tableView.perform(.primaryAction)
    expectEqual(harness.items, [[0, 1, 2, 3], [10, 11, 12]])
    harness.tableView.perform(.moveRow(2))
    expectEqual(harness.items, [[1, 2, 0, 3], [10, 11, 12]])
  }

  @Test("The mouse drags rows to other positions, and esc cancels a drag") func mouseDrag() {
    let harness = harness()
    mouse(harness, .press, 2)
    mouse(harness, .release, 2)
    expectEqual(harness.items, [[0, 1, 2, 3], [10, 11, 12]])
    mouse(harness, .press, 2)
    for line in 3...7 { mouse(harness, .drag, line) }
    #expect(draw(harness).contains("▌≡1"))
    mouse(harness, .release, 7)
    expectEqual(harness.items, [[0, 2, 3], [10, 1, 11, 12]])
    draw(harness)
    mouse(harness, .press, 1)
    mouse(harness, .drag, 11)
    mouse(harness, .drag, 40)
    mouse(harness, .release, 40)
    expectEqual(harness.items, [[2, 3], [10, 1, 11, 12, 0]])
    draw(harness)
    mouse(harness, .press, 1)
    mouse(harness, .drag, 3)
    harness.tableView.perform(.back)
    mouse(harness, .release, 3)
    expectEqual(harness.items, [[2, 3], [10, 1, 11, 12, 0]])
    mouse(harness, .press, 2)
    mouse(harness, .drag, 1)
    expectEqual(harness.tableView.notice, "this row cannot be moved")
  }

  @Test("The list scrolls while a dragged row rests at an edge") func edgeScroll() throws {
    let harness = harness([("a", Array(100..<160))], lines: 8, headers: false)
    mouse(harness, .press, 2)
    mouse(harness, .drag, 4)
    harness.draw(at: 20_000)
    #expect(harness.tableView.nextFrame(after: harness.now) == nil)
    mouse(harness, .drag, 7)
    harness.draw(at: 20_010)
    let due = try #require(harness.tableView.nextFrame(after: harness.now))
    expectEqual(due, .milliseconds(20_090))
    var film: [String] = []
    for step in 1...3 {
      harness.draw(at: 20_010 + 80 * step)
      film.append(String(harness.frame.text(ofLine: 0).filter(\.isNumber)))
    }
    expectEqual(film, ["101", "102", "103"])
    harness.draw(at: 40_000)
    for step in 1...60 { harness.draw(at: 40_000 + step * 200) }
    #expect(harness.tableView.nextFrame(after: harness.now) == nil)
    mouse(harness, .release, 7)
    expectEqual(harness.items[0].suffix(2), [159, 102])
  }
}
