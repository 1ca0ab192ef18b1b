import ListKit
import TestSupport
import ListKitTesting
import Testing

/// A programming error in a cell provider stops the program with a message that describes the error and its
/// place.
@MainActor
@Suite("Errors in cell providers") struct CellTrapTests {
  @Test("Dequeuing a cell with an unregistered identifier stops the program") func unregistered() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in
      let table = TableView()
      table.register(TableViewCell.self, forCellReuseIdentifier: "cell")
      table.register(nil, forCellReuseIdentifier: "cell")
      _ = table.dequeueReusableCell(withIdentifier: "cell", for: IndexPath(row: 3, section: 1))
    }
    expectTrap(
      result,
      "dequeueReusableCell(withIdentifier:for:) [1, 3]: unable to dequeue a cell with identifier cell"
        + " - must register a class for it", in: nil)
  }

  @Test("A cell provider that returns nil stops the program") func missingCell() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in
      let table = TableView()
      let source = TableViewDiffableDataSource<String, String>(tableView: table) { _, indexPath, _ in
        indexPath.row == 1 ? nil : TableViewCell(style: .default, reuseIdentifier: nil)
      }
      source.apply(DiffableDataSourceSnapshot([("main", ["Denali", "Logan"])]))
      let traits = ScreenTraits.testing(.mono)
      var canvas = Canvas(size: Size(columns: 20, lines: 4), traits: traits)
      table.draw(in: &canvas, at: .zero)
    }
    expectTrap(
      result,
      "TableViewDiffableDataSource cell provider returned nil for index path [0, 1] with item identifier"
        + " 'Logan', which is not allowed. You must always return a cell to the table view")
  }

  @Test("Dequeuing without an index path returns nil if no class is registered") func optionalCell() {
    let table = TableView()
    #expect(table.dequeueReusableCell(withIdentifier: "cell") == nil)
    table.register(TableViewCell.self, forCellReuseIdentifier: "cell")
    expectEqual(table.dequeueReusableCell(withIdentifier: "cell")?.reuseIdentifier, "cell")
    table.register(nil, forCellReuseIdentifier: "cell")
    #expect(table.dequeueReusableCell(withIdentifier: "cell") == nil)
  }
}
