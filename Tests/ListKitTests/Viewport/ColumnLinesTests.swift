import TestSupport
import Testing

@testable import ListKit

/// Columns with footers, with texts of several lines, and with the outline in one of them.
@MainActor
@Suite("Footers, high rows and outlines in columns") struct ColumnLinesTests {
  private func harness(lines: Int = 10, _ fields: @escaping (Int) -> [StyledText]) -> TableHarness<Int> {
    let harness = TableHarness<Int>(columns: 30, lines: lines, fields: fields)
    harness.tableView.motion = .none
    harness.tableView.columns = [
      TableColumn("n", width: 4...4, alignment: .trailing), TableColumn("text", width: 8...14),
    ]
    return harness
  }

  @Test("Footers are below the rows, aligned like their columns, and take a line from the rows")
  func footers() {
    let harness = harness { ["\($0)", "row"] }
    harness.apply(Array(0..<20))
    harness.draw()
    expectEqual(harness.tableView.visibleSize.lines, 9)
    harness.tableView.columns[0].footer = "190"
    let lines = harness.draw()
    #expect(lines[9] == "   190" && lines[8] == "     7  row")
    harness.tableView.perform(.last)
    #expect(harness.draw()[8].contains("19  row") && harness.draw()[9] == "   190")
    harness.tableView.columns[0].footer = nil
    #expect(harness.draw()[9].contains("row"))
  }

  @Test("Titles are hidden if fewer than three rows would fit", arguments: 1...8)
  func titles(lines: Int) {
    let harness = harness(lines: lines) { ["\($0)", "row"] }
    harness.apply(Array(0..<20))
    expectEqual(harness.draw()[0].contains("text"), (lines >= 4))
    expectEqual(harness.tableView.visibleSize.lines, (lines >= 4 ? lines - 1 : lines))
  }

  @Test("Texts of several lines make their row higher and stay in their column")
  func wrapping() {
    let harness = harness { ["\($0)", "words that take lines"] }
    harness.apply([1, 2])
    expectEqual(harness.draw()[1...2], ["▌    1  words that ta…", "     2  words that ta…"])
    harness.tableView.columns[1].numberOfLines = 0
    let lines = harness.draw()
    expectEqual(
      lines[1...4], ["▌    1  words that", "        take lines", "     2  words that", "        take lines"])
    harness.tableView.columns[1].numberOfLines = 1
    expectEqual(harness.draw()[2], "     2  words that ta…")
  }

  @Test("An outline in a column indents only that column, and its sign can be clicked")
  func outline() {
    let harness = harness { ["\($0)", "row \($0)"] }
    var outline = DiffableDataSourceSectionSnapshot<Int>()
    outline.append([1, 2])
    outline.append([10], to: 1)
    outline.append([100], to: 10)
    outline.expand([1, 10])
    harness.tableView.columns[1].isOutline = true
    harness.dataSource.apply(outline, to: "", animatingDifferences: false, completion: nil)
    expectEqual(
      harness.draw()[1...4],
      ["▌    1  ▾ row 1", "    10  │ ▾ row 10", "   100  │ │   row 100", "     2    row 2"])
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 2, column: 10)))
    harness.tableView.handle(MouseEvent(.release, at: ScreenPoint(line: 2, column: 10)))
    expectEqual(harness.draw()[1...3], ["     1  ▾ row 1", "▌   10  │ ▸ row 10", "     2    row 2"])
  }

  @Test("The text of a deeply nested row keeps some columns")
  func deepOutline() {
    let harness = harness { ["\($0)", "row \($0)"] }
    var outline = DiffableDataSourceSectionSnapshot<Int>()
    outline.append([0])
    for item in 1..<20 { outline.append([item], to: item - 1) }
    outline.expand(outline.items)
    harness.tableView.columns[1].isOutline = true
    harness.dataSource.apply(outline, to: "", animatingDifferences: false, completion: nil)
    harness.draw()
    harness.tableView.perform(.last)
    #expect(harness.draw().contains { $0.hasPrefix("▌   19 ") && $0.contains("ro…") })
  }
}
