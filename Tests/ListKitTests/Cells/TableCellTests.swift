import ListKit
import ListKitTesting
import TestSupport
import Testing

@MainActor
@Suite("Cells of a table") struct TableCellTests {
  @Test("The table requests cells for visible rows only", arguments: [100, 10_000, 200_000])
  func visibleRows(_ count: Int) {
    let harness = TableHarness(lines: 10, showing: Array(0..<count))
    expectEqual(harness.asked, Array(0..<10))
    harness.forgetAsked()
    harness.press(.last, at: 0)
    #expect(Set(harness.asked).count <= 11)
    harness.forgetAsked()
    harness.press(.page(-1), at: 0)
    #expect(harness.asked.count <= 11)
  }

  @Test("Unchanged and moved rows keep their cells") func keptCells() {
    let harness = TableHarness(showing: ["a", "b", "c", "d"])
    harness.forgetAsked()
    harness.apply(["d", "a", "b", "x", "c"])
    harness.draw(at: 10)
    expectEqual(harness.asked, ["x"])
  }

  @Test("Reconfiguring an item keeps its cell, and reloading requests the cell again")
  func reloading() throws {
    let harness = TableHarness(showing: ["a", "b", "c"])
    let first = harness.tableView.cellForRow(at: IndexPath(row: 1, section: 0))
    var snapshot = harness.dataSource.snapshot()
    snapshot.reconfigureItems(["b"])
    harness.dataSource.apply(snapshot)
    harness.draw(at: 10)
    #expect(harness.tableView.cellForRow(at: IndexPath(row: 1, section: 0)) === first)
    expectEqual(harness.asked, ["a", "b", "c", "b"])
    snapshot = harness.dataSource.snapshot()
    #expect(snapshot.reconfiguredItemIdentifiers.isEmpty)
    snapshot.reloadItems(["b"])
    harness.dataSource.apply(snapshot)
    harness.draw(at: 20)
    expectEqual(harness.asked, ["a", "b", "c", "b", "b"])
    #expect(harness.dataSource.snapshot().reloadedItemIdentifiers.isEmpty)
  }

  @Test("Cells are reused without the accessory of their former row") func reuse() {
    let harness = TableHarness(lines: 5, showing: Array(0..<1000))
    let first = harness.tableView.cellForRow(at: IndexPath(row: 0, section: 0))
    first?.accessories = [.checkmark()]
    var seen: Set<ObjectIdentifier> = []
    for _ in 0..<100 {
      harness.press(.page(1), at: 0)
      for indexPath in harness.tableView.indexPathsForVisibleRows {
        if let cell = harness.tableView.cellForRow(at: indexPath) { seen.insert(ObjectIdentifier(cell)) }
      }
    }
    #expect(seen.count <= 20)
    #expect(!harness.frame.description.contains("✓"))
  }

  @Test("An empty table shows its background content") func emptyTable() {
    let harness = TableHarness<Int>(lines: 6)
    harness.tableView.backgroundContent = ListContentConfiguration(
      text: "Nothing here", secondaryText: "esc clears")
    expectEqual(harness.draw(at: 0).filter { !$0.isEmpty }, ["      Nothing here", "       esc clears"])
  }

  @Test("The text of an empty table is wrapped, and as much of it as possible is in view")
  func longBackground() {
    let harness = TableHarness<Int>(columns: 12, lines: 5)
    harness.tableView.backgroundContent = ListContentConfiguration(
      text: "failed: not a git repository", secondaryText: "every 2 s")
    expectEqual(harness.draw(at: 0), ["", "failed: not", "   a git", " repository", " every 2 s"])
    harness.tableView.backgroundContent = ListContentConfiguration(
      text: "one two three four five six seven eight nine ten", secondaryText: "every 2 s")
    expectEqual(
      harness.draw(at: 0), ["  one two", " three four", "  five six", "seven eight", "  nine ten"])
  }
}
