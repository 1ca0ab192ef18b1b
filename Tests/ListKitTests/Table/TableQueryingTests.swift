import Testing

@testable import ListKit

@MainActor
@Suite struct TableQueryingTests {
  private func harness() -> TableHarness<String> {
    let harness = TableHarness<String>(columns: 12, lines: 8)
    harness.tableView.columns = [TableColumn("Name", width: 4...8)]
    harness.apply(Array("abcdefghij").map { String($0) })
    harness.draw(at: 0)
    return harness
  }

  @Test func everyPlaceOfTheScreenLeadsToItsRowAndBack() {
    let harness = harness()
    let table = harness.tableView
    #expect(table.numberOfSections == 1 && table.numberOfRows(inSection: 0) == 10)
    #expect(table.indexPathForRow(at: Point(line: 0, column: 3)) == nil)
    for line in 1..<8 {
      let indexPath = table.indexPathForRow(at: Point(line: line, column: 3))
      #expect(indexPath == IndexPath(row: line - 1, section: 0))
      #expect(indexPath.flatMap(table.rectForRow)?.lines == line..<line + 1)
    }
    #expect(table.rectForRow(at: IndexPath(row: 8, section: 0)) == nil)
    #expect(table.rectForRow(at: IndexPath(row: 9, section: 3)) == nil)
    #expect(table.indexPathForRow(at: Point(line: 40, column: 0)) == nil)
  }

  @Test func cellsOnTheScreenKnowTheirRowsAndOthersDoNot() {
    let harness = harness()
    let table = harness.tableView
    let cells = table.visibleCells
    #expect(cells.count == 7)
    #expect(cells.map { table.indexPath(for: $0)?.row } == Array(0..<7))
    harness.apply(["c", "a", "b", "d"])
    #expect(table.indexPath(for: cells[0])?.row == 1)
    #expect(table.indexPath(for: TableViewCell(style: .default, reuseIdentifier: nil)) == nil)
    #expect(TableView().numberOfSections == 0)
  }
}
