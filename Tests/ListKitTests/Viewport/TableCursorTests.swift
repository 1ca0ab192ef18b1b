import ListKit
import TestSupport
import Testing

/// The laws of cursor and viewport, with the numbers of `interaction.md`.
@MainActor
@Suite("The cursor of a table") struct TableCursorTests {
  private func harness(_ count: Int = 40, lines: Int = 8) -> TableHarness<Int> {
    let harness = TableHarness<Int>(lines: lines)
    harness.apply(Array(0..<count))
    harness.draw(at: 0)
    return harness
  }

  @Test("The cursor starts on the first item") func start() {
    let harness = harness()
    expectEqual(harness.cursor.item, 0)
    expectEqual(harness.cursor.line, 0)
  }

  @Test("A data change keeps the cursor on its item and its line", arguments: [0, 1, 5, 7, 20, 38])
  func dataChange(_ position: Int) {
    let harness = harness()
    harness.tableView.perform(.moveCursor(position))
    harness.draw(at: 10)
    let before = harness.cursor
    // A third of the rows is deleted, and rows are inserted above and below.
    var items = Array(0..<40).filter { $0 == before.item || $0 % 3 != 1 }
    items.insert(contentsOf: 100..<115, at: 0)
    items.append(contentsOf: 200..<220)
    harness.apply(items)
    harness.draw(at: 20)
    expectEqual(harness.cursor.item, before.item)
    expectEqual(harness.cursor.line, before.line)
    harness.draw(at: 8000)
    expectEqual(harness.cursor.line, before.line)
  }

  @Test("The cursor of a removed item moves to the next item, otherwise to the previous one")
  func successor() {
    let harness = harness(10)
    harness.tableView.perform(.moveCursor(4))
    harness.draw(at: 10)
    harness.apply([0, 1, 2, 3, 7, 8])
    harness.draw(at: 20)
    expectEqual(harness.cursor.item, 7)
    harness.apply([0, 1, 2])
    harness.draw(at: 30)
    expectEqual(harness.cursor.item, 2)
    harness.apply([])
    harness.draw(at: 40)
    #expect(harness.cursor.item == nil)
    harness.apply([5])
    harness.draw(at: 50)
    expectEqual(harness.cursor.item, 5)
  }

  @Test("An item that is removed and inserted again does not take the cursor back") func returningItem() {
    let harness = harness(10)
    harness.tableView.perform(.moveCursor(4))
    harness.draw(at: 10)
    harness.apply([0, 1, 2, 3, 5, 6])
    harness.draw(at: 20)
    harness.apply(Array(0..<10))
    harness.draw(at: 30)
    expectEqual(harness.cursor.item, 5)
  }

  @Test("A data change keeps the top row while the cursor is out of view") func topRow() {
    let harness = harness(100)
    harness.tableView.perform(.scroll(30))
    let before = harness.draw(at: 10)
    #expect(harness.cursor.line == nil)
    harness.apply(Array(500..<550) + Array(0..<100))
    let after = harness.draw(at: 6000)
    expectEqual(after.map { $0.filter(\.isNumber) }, before.map { $0.filter(\.isNumber) })
    expectEqual(harness.cursor.item, 0)
  }

  @Test("Moving the cursor scrolls only until one line of context is visible") func contextLine() {
    let harness = harness()
    for _ in 0..<6 { harness.tableView.perform(.moveCursor(1)) }
    harness.draw(at: 10)
    expectEqual(harness.cursor.line, 6)
    harness.tableView.perform(.moveCursor(1))
    harness.draw(at: 10)
    expectEqual(harness.cursor.item, 7)
    expectEqual(harness.cursor.line, 6)
    for _ in 0..<5 { harness.tableView.perform(.moveCursor(-1)) }
    harness.draw(at: 10)
    expectEqual(harness.cursor.line, 1)
  }

  @Test(
    "The line of context is there from five lines on",
    arguments: [(4, 3, 0), (5, 3, 1), (6, 4, 1)])
  func linesForContext(lines: Int, lowest: Int, highest: Int) {
    let harness = harness(lines: lines)
    for _ in 0..<20 {
      harness.tableView.perform(.moveCursor(1))
      harness.draw(at: 10)
    }
    expectEqual(harness.cursor.line, lowest)
    for _ in 0..<10 {
      harness.tableView.perform(.moveCursor(-1))
      harness.draw(at: 10)
    }
    expectEqual(harness.cursor.line, highest)
  }

  @Test("Page keys keep the cursor on its line") func pages() {
    let harness = harness(100)
    harness.tableView.perform(.moveCursor(3))
    harness.draw(at: 10)
    harness.tableView.perform(.page(1))
    harness.draw(at: 10)
    expectEqual(harness.cursor.item, 10)
    expectEqual(harness.cursor.line, 3)
    harness.tableView.perform(.page(-1))
    harness.draw(at: 10)
    expectEqual(harness.cursor.item, 3)
    expectEqual(harness.cursor.line, 3)
  }

  @Test("Commands move the cursor to the first and to the last row") func ends() {
    let harness = harness(100)
    harness.tableView.perform(.last)
    expectEqual(harness.draw(at: 10).last, "▌ 99                   ▐")
    harness.tableView.perform(.first)
    expectEqual(harness.draw(at: 10).first, "▌ 0                    ▐")
    harness.tableView.perform(.page(50))
    harness.draw(at: 10)
    harness.tableView.perform(.moveCursor(1000))
    harness.draw(at: 10)
    expectEqual(harness.cursor.item, 99)
  }

  @Test("A resize keeps the cursor's item in view", arguments: [1, 2, 3, 5, 30]) func resize(_ lines: Int) {
    let harness = harness(100)
    harness.tableView.perform(.moveCursor(50))
    harness.draw(at: 10)
    harness.size = Size(columns: 24, lines: lines)
    harness.draw(at: 20)
    expectEqual(harness.cursor.item, 50)
    #expect(harness.cursor.line != nil)
  }

  @Test("The cursor keeps its item if several snapshots are applied before the next frame")
  func severalApplies() {
    let harness = harness(20)
    harness.tableView.perform(.moveCursor(5))
    harness.draw(at: 10)
    harness.apply([])
    harness.apply([7, 5, 3])
    harness.draw(at: 20)
    expectEqual(harness.cursor.item, 5)
  }

  @Test("A pinned header never hides the cursor's row") func pinnedHeader() {
    let harness = TableHarness<Int>()
    harness.dataSource.headerProvider = { ListContentConfiguration(text: $0) }
    harness.apply(sections: [("a", Array(0..<30)), ("b", Array(30..<60))])
    harness.draw(at: 0)
    harness.tableView.perform(.last)
    harness.draw(at: 0)
    for _ in 0..<59 {
      harness.tableView.perform(.moveCursor(-1))
      let lines = harness.draw(at: 0)
      #expect(harness.cursor.line ?? 0 >= 1)
      #expect(lines[0].hasPrefix(" a") || lines[0].hasPrefix(" b"))
    }
    expectEqual(harness.cursor.item, 0)
  }

  @Test("A header is pinned if at least two lines remain below it", arguments: [(2, false), (3, true)])
  func pinningSpace(lines: Int, isPinned: Bool) {
    let harness = TableHarness<Int>(lines: lines)
    harness.dataSource.headerProvider = { ListContentConfiguration(text: $0) }
    harness.apply(sections: [("a", Array(0..<30))])
    harness.tableView.perform(.last)
    expectEqual(harness.draw(at: 0)[0].hasPrefix(" a"), isPinned)
  }
}
