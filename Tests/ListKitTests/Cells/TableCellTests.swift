import ListKit
import ListKitTesting
import TestSupport
import Testing

@MainActor
@Suite("Cells of a table") struct TableCellTests {
  @Test("The table requests cells for visible rows only", arguments: [100, 10_000, 200_000])
  func visibleRows(_ count: Int) {
    let harness = TableHarness<Int>(lines: 10)
    harness.apply(Array(0..<count))
    harness.draw(at: 0)
    expectEqual(harness.asked, Array(0..<10))
    harness.forgetAsked()
    harness.tableView.perform(.last)
    harness.draw(at: 0)
    #expect(Set(harness.asked).count <= 11)
    harness.forgetAsked()
    harness.tableView.perform(.page(-1))
    harness.draw(at: 0)
    #expect(harness.asked.count <= 11)
  }

  @Test("Unchanged and moved rows keep their cells") func keptCells() {
    let harness = TableHarness<String>()
    harness.apply(["a", "b", "c", "d"])
    harness.draw(at: 0)
    harness.forgetAsked()
    harness.apply(["d", "a", "b", "x", "c"])
    harness.draw(at: 10)
    expectEqual(harness.asked, ["x"])
  }

  @Test("Reconfiguring an item keeps its cell, and reloading requests the cell again")
  func reloading() throws {
    let harness = TableHarness<String>()
    harness.apply(["a", "b", "c"])
    harness.draw(at: 0)
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
    let harness = TableHarness<Int>(lines: 5)
    harness.apply(Array(0..<1000))
    harness.draw(at: 0)
    let first = harness.tableView.cellForRow(at: IndexPath(row: 0, section: 0))
    first?.accessories = [.checkmark()]
    var seen: Set<ObjectIdentifier> = []
    for _ in 0..<100 {
      harness.tableView.perform(.page(1))
      harness.draw(at: 0)
      for indexPath in harness.tableView.indexPathsForVisibleRows {
        if let cell = harness.tableView.cellForRow(at: indexPath) { seen.insert(ObjectIdentifier(cell)) }
      }
    }
    #expect(seen.count <= 20)
    #expect(!harness.frame.description.contains("✓"))
  }

  @Test("An apply in a cell provider is performed after the frame is drawn") func applying() {
    let tableView = TableView()
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "cell")
    var dataSource: TableViewDiffableDataSource<Int, Int>!
    var applied = false
    dataSource = TableViewDiffableDataSource(tableView: tableView) { tableView, indexPath, item in
      if !applied {
        applied = true
        dataSource.apply(DiffableDataSourceSnapshot([(0, [7])]))
      }
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      cell.contentConfiguration = ListContentConfiguration(text: "\(item)")
      return cell
    }
    dataSource.apply(DiffableDataSourceSnapshot([(0, [1, 2, 3])]))
    var canvas = Canvas(size: Size(columns: 10, lines: 3), traits: .testing(.mono))
    tableView.draw(in: &canvas, at: .zero)
    expectEqual(canvas.frame.description, "▌ 1\n  2\n  3")
    expectEqual(dataSource.snapshot().itemIdentifiers, [7])
    canvas = Canvas(size: Size(columns: 10, lines: 3), traits: .testing(.mono))
    tableView.draw(in: &canvas, at: .seconds(10))
    #expect(canvas.frame.text(ofLine: 0).hasSuffix("7"))
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

  @Test("The scroll indicator shows the scroll position") func scrollIndicator() {
    let harness = TableHarness<Int>(columns: 12, lines: 6)
    harness.apply(Array(0..<60))
    func thumb() -> [Int] { (0..<6).filter { harness.frame[$0, 11].scalar == "▐" } }
    harness.draw(at: 0)
    expectEqual(thumb(), [0])
    harness.tableView.perform(.last)
    harness.draw(at: 0)
    expectEqual(thumb(), [5])
  }
}
