import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// A programming error with a table stops the program with a message that describes the error and its place.
@MainActor
@Suite("Programming errors with tables") struct TableTrapTests {
  nonisolated private static let mistakes: [Mistake] = [
    Mistake(
      "scrollToRow(at:at:animated:) [0, 2]: index path out of range, section 0, a, has 2 items", in: nil
    ) {
      let (table, source) = AbsentRowTests.table()
      table.scrollToRow(at: IndexPath(row: 2, section: 0), at: .top, animated: false)
      _ = source
    },
    Mistake(
      "selectRow(at:animated:scrollPosition:) [2, 0]: index path out of range, there are 2 sections", in: nil
    ) {
      let (table, source) = AbsentRowTests.table()
      table.selectRow(at: IndexPath(row: 0, section: 2), animated: false)
      _ = source
    },
    Mistake(
      "reconfigureRows(at:) [1]: the index path of a row has two indexes, section and row", in: nil
    ) {
      let (table, source) = AbsentRowTests.table()
      table.reconfigureRows(at: [IndexPath(row: 0, section: 0), IndexPath(indexes: [1])])
      _ = source
    },
    Mistake("moveCursor(to:scrollPosition:) [0, 0]: the table view has no data source", in: nil) {
      TableView().moveCursor(to: IndexPath(row: 0, section: 0))
    },
    Mistake("frame of 3×2: line 2 is out of range", in: nil) {
      _ = Frame(size: ScreenSize(columns: 3, lines: 2)).line(2)
    },
    Mistake("IndexPath.row of [3]: the index path of a row has two indexes, section and row", in: nil) {
      _ = IndexPath(indexes: [3]).row
    },
    Mistake(
      "dequeueReusableCell(withIdentifier:for:) [1, 3]: unable to dequeue a cell with identifier cell"
        + " - must register a class for it", in: nil
    ) {
      let table = TableView()
      table.register(TableViewCell.self, forCellReuseIdentifier: "cell")
      table.register(nil, forCellReuseIdentifier: "cell")
      _ = table.dequeueReusableCell(withIdentifier: "cell", for: IndexPath(row: 3, section: 1))
    },
    Mistake(
      "TableViewDiffableDataSource cell provider returned nil for index path [0, 1] with item identifier"
        + " 'Logan', which is not allowed. You must always return a cell to the table view"
    ) {
      let table = TableView()
      let source = TableViewDiffableDataSource<String, String>(tableView: table) { _, indexPath, _ in
        indexPath.row == 1 ? nil : TableViewCell(style: .default, reuseIdentifier: nil)
      }
      source.apply(DiffableDataSourceSnapshot([("main", ["Denali", "Logan"])]))
      var canvas = Canvas(size: ScreenSize(columns: 20, lines: 4), traits: .testing(.mono))
      table.draw(in: &canvas, at: .zero)
    },
    Mistake(
      "apply(_:animatingDifferences:): Fatal: supplied item identifiers are not unique."
        + " Duplicate identifiers: {(7)}; already present: 7 in section one, two"
    ) {
      let source = TableViewDiffableDataSource<String, Int>(tableView: TableView()) { _, _, _ in nil }
      var outline = DiffableDataSourceSectionSnapshot<Int>()
      outline.append([7])
      source.apply([("one", outline), ("two", outline)])
    },
    Mistake(
      "addKeyCommand(_:title:when:action:): no TableViewController shows the table, so that it receives no keys"
    ) {
      TableView().addRowCommand(["d"], nil, nil, [], #fileID, #line) { _ in }
    },
  ]

  @Test("A programming error stops the program with a message that describes it", arguments: mistakes.indices)
  func trap(_ number: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [number] in
      await TableTrapTests.mistakes[number].make()
    }
    expectTrap(result, Self.mistakes[number].message, in: Self.mistakes[number].file)
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
