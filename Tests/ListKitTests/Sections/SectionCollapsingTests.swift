import ListKitTesting
import Testing

@testable import ListKit

/// Sections that a user collapses with their headers.
@MainActor
@Suite struct SectionCollapsingTests {
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

  @Test func headersShowThatTheyClose() {
    #expect(lines == [" ▾ A", "▌ 1", "  2", " ▾ B", "  3", "  4", "  5", " ▾ C", "  6"])
  }

  @Test func theCursorBeginsAtAnItemAndReachesHeaders() {
    #expect(table.cursorIndexPath == IndexPath(item: 0, section: 0))
    press(.moveCursor(-1))
    #expect(table.cursorIndexPath == nil)
    #expect(lines[0] == "▌▾ A")
    press(.moveCursor(3))
    #expect(lines[3] == "▌▾ B")
    press(.last)
    #expect(table.cursorIndexPath == IndexPath(item: 0, section: 2))
  }

  @Test func leftGoesToTheHeaderAndClosesAndRightOpensAndGoesIn() {
    press(.moveCursor(3), .collapse)
    #expect(lines[3] == "▌▾ B")
    press(.collapse)
    #expect(lines == [" ▾ A", "  1", "  2", "▌▸ B  3", " ▾ C", "  6"])
    press(.collapse)
    #expect(dataSource.isCollapsed("B"))
    press(.expand)
    #expect(lines[3...4] == ["▌▾ B", "  3"])
    press(.expand)
    #expect(table.cursorIndexPath == IndexPath(item: 0, section: 1))
  }

  @Test("The mark of a new section does not hide the cursor on its header") func marked() {
    table.motion = .reduced
    show([("B", [3, 4, 5]), ("C", [6]), ("D", [7])])
    #expect(lines.suffix(2) == ["+▾ D", "+ 7"] || lines.suffix(2) == ["+▾ D", " +7"])
    press(.last, .moveCursor(-1))
    #expect(lines.suffix(2).first == "▌▾ D")
  }

  @Test func enterAndSpaceToggle() {
    press(.moveCursor(-1), .primaryAction)
    #expect(lines[0...1] == ["▌▸ A  2", " ▾ B"])
    press(.toggle)
    #expect(lines[0...1] == ["▌▾ A", "  1"])
  }

  @Test func whatIsClosedStaysInTheSnapshot() {
    dataSource.setCollapsed(true, sections: ["B"])
    #expect(dataSource.snapshot().itemIdentifiers == [1, 2, 3, 4, 5, 6])
    #expect(table.content?.numberOfItems(inSection: 1) == 0)
    var snapshot = dataSource.snapshot()
    snapshot.appendItems([7], toSection: "B")
    dataSource.apply(snapshot)
    #expect(lines[3] == " ▸ B  4")
    dataSource.setCollapsed(false, sections: ["B"])
    #expect(lines[3...7] == [" ▾ B", "  3", "  4", "  5", "  7"])
  }

  @Test func aSectionThatComesBackIsAsItWas() {
    dataSource.setCollapsed(true, sections: ["B"])
    show([("A", [1])])
    show([("A", [1]), ("B", [3])])
    #expect(lines == [" ▾ A", "▌ 1", " ▸ B  1"])
  }

  @Test func whoseRowIsHiddenIsAtTheHeader() {
    press(.moveCursor(3))
    dataSource.setCollapsed(true, sections: ["B"])
    #expect(lines[3] == "▌▸ B  3")
  }

  @Test func aHeaderKeepsCursorAndLineWhileRowsComeAndGo() {
    harness.size.lines = 6
    press(.moveCursor(2))
    #expect(harness.draw()[3].hasPrefix("▌▾ B"))
    show([("N", [9, 8]), ("A", [1]), ("B", [3]), ("C", [6, 7])])
    #expect(harness.draw()[3].hasPrefix("▌▾ B"))
  }

  @Test func theNextHeaderTakesTheCursorOfOneThatLeft() {
    press(.moveCursor(2))
    show([("A", [1, 2]), ("C", [6])])
    #expect(lines.contains("▌▾ C"))
  }

  @Test func allClosedIsNotEmpty() {
    press(.collapseAll)
    #expect(lines == ["▌▸ A  2", " ▸ B  3", " ▸ C  1"])
    press(.last)
    #expect(lines[2] == "▌▸ C  1")
    press(.page(-1), .expandAll)
    #expect(lines.count == 9)
  }

  @Test func aClickOnAHeaderClosesIt() {
    table.handle(MouseEvent(.press, at: Point(line: 3, column: 5)))
    #expect(lines[3] == "▌▸ B  3")
    table.handle(MouseEvent(.press, at: Point(line: 3, column: 5)))
    #expect(lines[3] == "▌▾ B")
  }

  @Test func aPinnedHeaderIsClickedToo() {
    harness.size.lines = 4
    show([("A", [1, 2]), ("B", [3, 4, 5]), ("C", [6, 7, 8])])
    press(.scroll(5))
    #expect(harness.draw()[0].hasPrefix(" ▾ B"))
    #expect(harness.draw()[1].hasPrefix("  5"))
    table.handle(MouseEvent(.press, at: Point(line: 0, column: 3)))
    #expect(harness.draw()[0].hasPrefix("▌▸ B"))
  }

  @Test func aClickOnAHeaderWhoseSectionHasGoneDoesNothing() {
    harness.size.lines = 4
    show([("A", [1, 2]), ("B", [3, 4, 5]), ("C", [6, 7, 8])])
    press(.scroll(4))
    harness.apply(sections: [("A", [1, 2])])
    table.handle(MouseEvent(.press, at: Point(line: 0, column: 3)))
    table.handle(MouseEvent(.press, at: Point(line: 3, column: 3)))
    #expect(lines == [" ▾ A", "▌ 1", "  2"])
  }

  @Test func withoutLeaveHeadersAreTexts() {
    table.allowsSectionCollapsing = false
    press(.moveCursor(-1))
    #expect(lines == [" A", "▌ 1", "  2", " B", "  3", "  4", "  5", " C", "  6"])
  }

  @Test func marksAndSelectionAreForItems() {
    table.allowsMultipleSelection = true
    press(.moveCursor(-1), .mark, .markRange)
    #expect(table.indexPathsForSelectedRows == nil)
  }

  @Test func insideACallbackItComesInItsTurn() {
    dataSource.didApply = { [dataSource] _ in dataSource.setCollapsed(true, sections: ["A"]) }
    show([("A", [1, 2]), ("B", [3])])
    #expect(lines == ["▌▸ A  2", " ▾ B", "  3"])
  }
}
