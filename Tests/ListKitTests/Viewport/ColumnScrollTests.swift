import TestSupport
import Testing

@testable import ListKit

/// Columns that do not fit, and how to reach them.
@MainActor
@Suite("Scrolling columns") struct ColumnScrollTests {
  private func harness(columns: Int = 24, lines: Int = 10) -> TableHarness<Int> {
    let harness = TableHarness<Int>(columns: columns, lines: lines)
    harness.tableView.columns = ["a", "b", "c", "d", "e"].map { TableColumn($0, width: 6...6) }
    harness.apply(Array(0..<3))
    harness.draw(at: 0)
    return harness
  }

  private func titles(_ harness: TableHarness<Int>) -> [Substring] {
    harness.draw()[0].split(separator: " ").filter { !$0.hasPrefix("‹") }
  }

  @Test("Keys scroll the columns; the first column stays, and the cursor keeps its row")
  func keysScroll() {
    let harness = harness()
    expectEqual(titles(harness), ["a", "b"])
    #expect(harness.tableView.abilities.contains(.hasMoreColumns))
    harness.tableView.perform(.scrollColumns(1))
    expectEqual(titles(harness), ["a", "c"])
    harness.tableView.perform(.moveCursor(1))
    harness.tableView.perform(.scrollColumns(9))
    #expect(titles(harness) == ["a", "e"] && harness.cursor.item == 1)
    harness.apply([7, 1])
    expectEqual(titles(harness), ["a", "e"], "a change of the rows scrolls nothing")
    harness.tableView.perform(.scrollColumns(-9))
    expectEqual(titles(harness), ["a", "b"])
  }

  @Test("A pinned column stays instead of the first one")
  func pinnedColumn() {
    let harness = harness()
    harness.tableView.columns[1].isPinned = true
    harness.tableView.scrollColumns(by: 2)
    expectEqual(titles(harness), ["b", "c"])
  }

  @Test("A bar below the rows shows which columns are visible; a click beside its thumb scrolls")
  func bar() {
    let harness = harness()
    expectEqual(harness.draw()[9], "▂▂▂▂▂▂")
    expectEqual(harness.tableView.visibleSize, ScreenSize(columns: 24, lines: 8))
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 9, column: 20)))
    #expect(harness.draw()[9].hasPrefix("      ▂") && titles(harness) == ["a", "c"])
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 9, column: 0)))
    expectEqual(titles(harness), ["a", "b"])
    harness.size.columns = 60
    #expect(harness.draw()[9] == "" && titles(harness) == ["a", "b", "c", "d", "e"])
    #expect(!harness.tableView.abilities.contains(.hasMoreColumns))
  }

  @Test("The wheel scrolls sideways while shift is pressed")
  func wheel() {
    let harness = harness()
    let place = ScreenPoint(line: 3, column: 3)
    harness.tableView.handle(MouseEvent(.wheelDown, at: place, modifiers: .shift))
    expectEqual(titles(harness), ["a", "c"])
    harness.tableView.handle(MouseEvent(.wheelUp, at: place, modifiers: .shift))
    expectEqual(titles(harness), ["a", "b"])
  }

  @Test("A program can move the cursor to a column, which scrolls to it")
  func program() {
    let harness = harness()
    harness.tableView.selectionUnit = .cell
    for (column, shown) in [(3, ["a", "d"]), (1, ["a", "b"]), (4, ["a", "e"]), (0, ["a", "e"])] {
      harness.tableView.cursorColumn = column
      expectEqual(titles(harness).map(String.init), shown, "\(column)")
    }
  }

  @Test("Scrolling shows the columns that priority hides in their order")
  func hiddenColumns() {
    let harness = harness()
    harness.tableView.columns[4].priority = 5
    harness.tableView.selectionUnit = .cell
    expectEqual(titles(harness), ["a", "e"])
    for (column, shown) in [(1, ["a", "b"]), (2, ["a", "c"]), (3, ["a", "d"]), (4, ["a", "e"])] {
      harness.tableView.cursorColumn = column
      expectEqual(titles(harness).map(String.init), shown, "\(column)")
    }
    harness.tableView.scrollColumns(by: -1)
    expectEqual(titles(harness), ["a", "d"])
  }
}
