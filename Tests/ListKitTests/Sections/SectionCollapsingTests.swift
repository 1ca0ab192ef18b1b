import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Sections that a user collapses with their headers.
@MainActor
@Suite("Collapsible sections") struct SectionCollapsingTests {
  private let harness = TableHarness<Int>(lines: 12)
  private var table: TableView { harness.tableView }
  private var dataSource: TableHarness<Int>.DataSource { harness.dataSource }

  init() {
    harness.dataSource.headerProvider = { ListContentConfiguration(text: $0) }
    harness.tableView.motion = .none
    harness.tableView.allowsSectionCollapsing = true
    show([("A", [1, 2]), ("B", [3, 4, 5]), ("C", [6])])
  }

  private func show(_ sections: [(String, [Int])]) {
    harness.apply(sections: sections)
    harness.draw()
  }

  /// The lines that are not blank, without trailing spaces.
  private var lines: [String] {
    harness.draw().map { String($0.reversed().drop { $0 == " " }.reversed()) }.filter { !$0.isEmpty }
  }

  private func press(_ commands: Command...) {
    for command in commands {
      table.perform(command)
      harness.draw()
    }
  }

  @Test("The headers of collapsible sections show a disclosure sign") func signs() {
    expectEqual(lines, [" ▾ A", "▌ 1", "  2", " ▾ B", "  3", "  4", "  5", " ▾ C", "  6"])
  }

  @Test("The cursor starts on the first item and can move to headers") func start() {
    expectEqual(table.cursorIndexPath, IndexPath(item: 0, section: 0))
    press(.moveCursor(-1))
    #expect(table.cursorIndexPath == nil)
    expectEqual(lines[0], "▌▾ A")
    press(.moveCursor(3))
    expectEqual(lines[3], "▌▾ B")
    press(.last)
    expectEqual(table.cursorIndexPath, IndexPath(item: 0, section: 2))
  }

  @Test("Left moves to the header and collapses it, right expands it and moves to its first item")
  func leftAndRight() {
    press(.moveCursor(3), .collapse)
    expectEqual(lines[3], "▌▾ B")
    press(.collapse)
    expectEqual(lines, [" ▾ A", "  1", "  2", "▌▸ B  3", " ▾ C", "  6"])
    press(.collapse)
    #expect(dataSource.isCollapsed("B"))
    press(.expand)
    expectEqual(lines[3...4], ["▌▾ B", "  3"])
    press(.expand)
    expectEqual(table.cursorIndexPath, IndexPath(item: 0, section: 1))
  }

  @Test("The mark of a new section does not hide the cursor on its header") func marked() {
    table.motion = .reduced
    show([("B", [3, 4, 5]), ("C", [6]), ("D", [7])])
    #expect(lines.suffix(2) == ["+▾ D", "+ 7"] || lines.suffix(2) == ["+▾ D", " +7"])
    press(.last, .moveCursor(-1))
    expectEqual(lines.suffix(2).first, "▌▾ D")
  }

  @Test("Enter and space collapse and expand a section") func enterAndSpace() {
    press(.moveCursor(-1), .primaryAction)
    expectEqual(lines[0...1], ["▌▸ A  2", " ▾ B"])
    press(.toggle)
    expectEqual(lines[0...1], ["▌▾ A", "  1"])
  }

  @Test("The items of a collapsed section remain in the snapshot") func collapsedItems() {
    dataSource.setCollapsed(true, sections: ["B"])
    expectEqual(dataSource.snapshot().itemIdentifiers, [1, 2, 3, 4, 5, 6])
    expectEqual(table.content?.numberOfItems(inSection: 1), 0)
    var snapshot = dataSource.snapshot()
    snapshot.appendItems([7], toSection: "B")
    dataSource.apply(snapshot)
    expectEqual(lines[3], " ▸ B  4")
    dataSource.setCollapsed(false, sections: ["B"])
    expectEqual(lines[3...7], [" ▾ B", "  3", "  4", "  5", "  7"])
  }

  @Test("A collapsed section that is removed and inserted again is still collapsed") func returningSection() {
    dataSource.setCollapsed(true, sections: ["B"])
    show([("A", [1])])
    show([("A", [1]), ("B", [3])])
    expectEqual(lines, [" ▾ A", "▌ 1", " ▸ B  1"])
  }

  @Test("Collapsing a section moves the cursor from its row to its header") func hiddenRow() {
    press(.moveCursor(3))
    dataSource.setCollapsed(true, sections: ["B"])
    expectEqual(lines[3], "▌▸ B  3")
  }

  @Test("A header with the cursor keeps its line when rows are inserted and removed") func headerLine() {
    harness.size.lines = 6
    press(.moveCursor(2))
    #expect(harness.draw()[3].hasPrefix("▌▾ B"))
    show([("N", [9, 8]), ("A", [1]), ("B", [3]), ("C", [6, 7])])
    #expect(harness.draw()[3].hasPrefix("▌▾ B"))
  }

  @Test("The cursor of a removed header moves to the next header") func removedHeader() {
    press(.moveCursor(2))
    show([("A", [1, 2]), ("C", [6])])
    #expect(lines.contains("▌▾ C"))
  }

  @Test("If all sections are collapsed, the cursor moves from header to header") func allCollapsed() {
    press(.collapseAll)
    expectEqual(lines, ["▌▸ A  2", " ▸ B  3", " ▸ C  1"])
    press(.last)
    expectEqual(lines[2], "▌▸ C  1")
    press(.page(-1), .expandAll)
    expectEqual(lines.count, 9)
  }

  @Test("A click on a header collapses or expands its section") func headerClick() {
    table.handle(MouseEvent(.press, at: ScreenPoint(line: 3, column: 5)))
    expectEqual(lines[3], "▌▸ B  3")
    table.handle(MouseEvent(.press, at: ScreenPoint(line: 3, column: 5)))
    expectEqual(lines[3], "▌▾ B")
  }

  @Test("A click on a pinned header collapses its section") func pinnedHeader() {
    harness.size.lines = 4
    show([("A", [1, 2]), ("B", [3, 4, 5]), ("C", [6, 7, 8])])
    press(.scroll(5))
    #expect(harness.draw()[0].hasPrefix(" ▾ B"))
    #expect(harness.draw()[1].hasPrefix("  5"))
    table.handle(MouseEvent(.press, at: ScreenPoint(line: 0, column: 3)))
    #expect(harness.draw()[0].hasPrefix("▌▸ B"))
  }

  @Test("A click on the header of a removed section does nothing") func staleClick() {
    harness.size.lines = 4
    show([("A", [1, 2]), ("B", [3, 4, 5]), ("C", [6, 7, 8])])
    press(.scroll(4))
    harness.apply(sections: [("A", [1, 2])])
    table.handle(MouseEvent(.press, at: ScreenPoint(line: 0, column: 3)))
    table.handle(MouseEvent(.press, at: ScreenPoint(line: 3, column: 3)))
    expectEqual(lines, [" ▾ A", "▌ 1", "  2"])
  }

  @Test("If sections cannot be collapsed, headers have no signs and the cursor skips them")
  func fixedSections() {
    table.allowsSectionCollapsing = false
    press(.moveCursor(-1))
    expectEqual(lines, [" A", "▌ 1", "  2", " B", "  3", "  4", "  5", " C", "  6"])
  }

  @Test("Marking commands on a header select nothing") func marking() {
    table.allowsMultipleSelection = true
    press(.moveCursor(-1), .mark, .markRange)
    #expect(table.indexPathsForSelectedRows.isEmpty)
  }

  @Test("A section can be collapsed in the callback of an applied snapshot") func callback() {
    dataSource.didApply = { [dataSource] _ in dataSource.setCollapsed(true, sections: ["A"]) }
    show([("A", [1, 2]), ("B", [3])])
    expectEqual(lines, ["▌▸ A  2", " ▾ B", "  3"])
  }
}
