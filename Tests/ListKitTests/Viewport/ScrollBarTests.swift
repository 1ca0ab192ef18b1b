import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// The scroll bar at the right edge, and the mouse on it.
@MainActor
@Suite("The scroll bar") struct ScrollBarTests {
  @Test("The thumb shows the size and position of the visible part of the list") func thumb() {
    expectEqual(ScrollBar(shown: 0..<10, total: 100, lines: 10).thumb, 0..<1)
    expectEqual(ScrollBar(shown: 20..<40, total: 100, lines: 10).thumb, 2..<4)
    expectEqual(ScrollBar(shown: 80..<100, total: 100, lines: 10).thumb, 8..<10)
    expectEqual(ScrollBar(shown: 999_990..<1_000_000, total: 1_000_000, lines: 10).thumb, 9..<10)
  }

  @Test(
    "Positions of the thumb map to first items in order, limited to the ends of the list",
    arguments: [2, 7, 24], [3, 40, 1000])
  func thumbPositions(_ lines: Int, _ more: Int) {
    let bar = ScrollBar(shown: 0..<lines, total: lines + more, lines: lines)
    let starts = (0...lines - bar.thumb.count).map(bar.firstItem(withThumbAt:))
    expectEqual(starts.first, 0)
    expectEqual(starts.last, more)
    expectEqual(starts, starts.sorted())
    expectEqual(bar.firstItem(withThumbAt: -9), 0)
    expectEqual(bar.firstItem(withThumbAt: 999), more)
  }

  /// Returns a list of a hundred rows on ten lines, with the cursor on row 3.
  private func list() -> TableHarness<Int> {
    let harness = TableHarness<Int>(columns: 24, lines: 10)
    harness.apply(Array(0..<100), animating: false)
    harness.draw()
    harness.tableView.moveCursor(to: IndexPath(item: 3, section: 0))
    harness.draw()
    return harness
  }

  @Test("A drag of the scroll bar after most rows were removed keeps the remaining rows visible")
  func staleBar() {
    for line in [0, 9] {
      let harness = list()
      harness.press(.last)
      harness.apply([1, 2], animating: false)
      harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: line, column: 23)))
      harness.tableView.handle(MouseEvent(.drag, at: ScreenPoint(line: 2, column: 23)))
      harness.tableView.handle(MouseEvent(.release, at: ScreenPoint(line: 2, column: 23)))
      expectEqual(harness.draw().filter { $0.contains("1") || $0.contains("2") }.count, 2)
    }
  }

  private func mouse(_ action: MouseEvent.Action, _ line: Int, _ harness: TableHarness<Int>) -> String {
    harness.tableView.handle(MouseEvent(action, at: ScreenPoint(line: line, column: 23)))
    return harness.draw()[0].trimmingPrefix { " ▐▌█│".contains($0) }.split(separator: " ").first.map(
      String.init) ?? ""
  }

  @Test("Dragging the thumb scrolls the list and keeps the cursor on its row") func dragThumb() {
    let harness = list()
    expectEqual(mouse(.press, 0, harness), "0")
    #expect(harness.tableView.isDragging)
    expectEqual(mouse(.drag, 5, harness), "50")
    expectEqual(mouse(.drag, 9, harness), "90")
    expectEqual(mouse(.drag, 30, harness), "90", "beyond the end is the end")
    expectEqual(mouse(.drag, -5, harness), "0")
    expectEqual(mouse(.drag, 4, harness), "40")
    expectEqual(mouse(.release, 4, harness), "40")
    #expect(!harness.tableView.isDragging)
    expectEqual(
      harness.tableView.cursorIndexPath, IndexPath(item: 3, section: 0), "the cursor stays on its row")
  }

  @Test("A click beside the thumb scrolls by a page and keeps the cursor on its row")
  func clickBesideThumb() {
    let harness = list()
    expectEqual(mouse(.press, 8, harness), "9")
    expectEqual(mouse(.press, 8, harness), "18")
    expectEqual(mouse(.press, 0, harness), "9")
    expectEqual(harness.tableView.cursorIndexPath, IndexPath(item: 3, section: 0))
  }

  @Test("A list that fits has no scroll bar, and a click at its edge hits the row") func noBar() {
    let harness = TableHarness<Int>(columns: 24, lines: 10)
    harness.apply(Array(0..<5), animating: false)
    harness.draw()
    #expect(harness.tableView.newScrollBar == nil)
    _ = mouse(.press, 2, harness)
    expectEqual(harness.tableView.cursorIndexPath, IndexPath(item: 2, section: 0), "the row is clicked")
  }

  @Test("A click on a column title calls the title action, and a click between titles does not")
  func columnTitles() {
    let harness = list()
    var columns: [Int] = []
    harness.tableView.columns = [TableColumn("Name", width: 8...8), TableColumn("Size", width: 6...6)]
    harness.tableView.columnTitleAction = { columns.append($0) }
    harness.draw()
    for column in [3, 14, 10, 20] {
      harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 0, column: column)))
    }
    expectEqual(columns, [0, 1], "the blanks between them are none")
  }
}
