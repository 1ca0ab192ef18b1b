import ListKit
import TestSupport
import Testing

/// The laws of cursor and viewport, with the numbers of `interaction.md`.
@MainActor
@Suite("The cursor of a table") struct TableCursorTests {
  private func harness(_ count: Int = 40, lines: Int = 8) -> TableHarness<Int> {
    let harness = TableHarness(lines: lines, showing: Array(0..<count))
    return harness
  }

  @Test("The cursor of a removed item moves to the next item, otherwise to the previous one")
  func successor() {
    let harness = harness(10)
    harness.press(.moveCursor(4), at: 10)
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

  @Test(
    "The line of context is there from five lines on",
    arguments: [(4, 3, 0), (5, 3, 1), (6, 4, 1)])
  func linesForContext(lines: Int, lowest: Int, highest: Int) {
    let harness = harness(lines: lines)
    for _ in 0..<20 {
      harness.press(.moveCursor(1), at: 10)
    }
    expectEqual(harness.cursor.line, lowest)
    for _ in 0..<10 {
      harness.press(.moveCursor(-1), at: 10)
    }
    expectEqual(harness.cursor.line, highest)
  }

  @Test("Page keys keep the cursor on its line") func pages() {
    let harness = harness(100)
    harness.press(.moveCursor(3), at: 10)
    harness.press(.page(1), at: 10)
    expectEqual(harness.cursor.item, 10)
    expectEqual(harness.cursor.line, 3)
    harness.press(.page(-1), at: 10)
    expectEqual(harness.cursor.item, 3)
    expectEqual(harness.cursor.line, 3)
  }

  @Test("Commands move the cursor to the first and to the last row") func ends() {
    let harness = harness(100)
    harness.tableView.perform(.last)
    expectEqual(harness.draw(at: 10).last, "▌ 99                   ▐")
    harness.tableView.perform(.first)
    expectEqual(harness.draw(at: 10).first, "▌ 0                    ▐")
    harness.press(.page(50), at: 10)
    harness.press(.moveCursor(1000), at: 10)
    expectEqual(harness.cursor.item, 99)
  }

  @Test("The cursor keeps its item if several snapshots are applied before the next frame")
  func severalApplies() {
    let harness = harness(20)
    harness.press(.moveCursor(5), at: 10)
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
    harness.press(.last, at: 0)
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
