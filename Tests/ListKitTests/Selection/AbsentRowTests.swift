import ListKit
import ListKitTesting
import TestSupport
import Testing

/// What happens if a program passes an index path without a row: a question is answered with nil, and a
/// request stops the program.
@MainActor
@Suite("Index paths without a row") struct AbsentRowTests {
  private typealias DataSource = TableViewDiffableDataSource<String, Int>

  /// Creates a table with the sections `["a": 1, 2]` and `["b"]`.
  private static func table() -> (TableView, DataSource) {
    let table = TableView()
    let source = DataSource(tableView: table) { _, _, _ in
      TableViewCell(style: .default, reuseIdentifier: nil)
    }
    source.apply(DiffableDataSourceSnapshot([("a", [1, 2]), ("b", [])]))
    return (table, source)
  }

  @Test("Questions about a row that does not exist are answered with nil")
  func questions() {
    let (table, source) = Self.table()
    let absent = [
      [], [0], [0, 2], [0, -1], [-1, 0], [1, 0], [2, 0], [0, 0, 0], [.max, .min], [.min, .max],
    ]
    for path in absent.map(IndexPath.init(indexes:)) {
      #expect(source.itemIdentifier(for: path) == nil, "\(path)")
      #expect(table.cellForRow(at: path) == nil, "\(path)")
      table.deselectRow(at: path, animated: false)
    }
    expectEqual(source.itemIdentifier(for: IndexPath(row: 1, section: 0)), 2)
  }

  @Test("Requests for the rows of a closed section change nothing") func hiddenRows() {
    let (table, source) = Self.table()
    source.setCollapsed(true, sections: ["a"])
    let path = IndexPath(row: 1, section: 0)
    table.selectRow(at: path, animated: false, scrollPosition: .top)
    table.scrollToRow(at: path, at: .top, animated: false)
    table.reconfigureRows(at: [path])
    table.moveCursor(to: path)
    #expect(table.indexPathsForSelectedRows.isEmpty && table.cursorIndexPath == nil)
  }

  @Test("Scrolling to a row that does not exist stops the program") func scrolling() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in
      let (table, source) = Self.table()
      table.scrollToRow(at: IndexPath(row: 2, section: 0), at: .top, animated: false)
      _ = source
    }
    expectTrap(
      result, "scrollToRow(at:at:animated:) [0, 2]: index path out of range, section 0, a, has 2 items",
      in: nil)
  }

  @Test("Selecting a row that does not exist stops the program") func selecting() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in
      let (table, source) = Self.table()
      table.selectRow(at: IndexPath(row: 0, section: 2), animated: false)
      _ = source
    }
    expectTrap(
      result,
      "selectRow(at:animated:scrollPosition:) [2, 0]: index path out of range, there are 2 sections", in: nil)
  }

  @Test("Reconfiguring a row that does not exist stops the program") func reconfiguring() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in
      let (table, source) = Self.table()
      table.reconfigureRows(at: [IndexPath(row: 0, section: 0), IndexPath(indexes: [1])])
      _ = source
    }
    expectTrap(
      result, "reconfigureRows(at:) [1]: the index path of a row has two indexes, section and row", in: nil)
  }

  @Test("Moving the cursor of a table without data source stops the program") func movingTheCursor() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in TableView().moveCursor(to: IndexPath(row: 0, section: 0))
    }
    expectTrap(
      result, "moveCursor(to:scrollPosition:) [0, 0]: the table view has no data source", in: nil)
  }

  @Test("Reading a line outside a frame stops the program") func absentLine() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Frame(size: Size(columns: 3, lines: 2)).line(2)
    }
    expectTrap(result, "frame of 3×2: line 2 is out of range", in: nil)
  }

  @Test("Reading the row of an index path with one index stops the program") func shortPaths() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = IndexPath(indexes: [3]).row
    }
    expectTrap(
      result, "IndexPath.row of [3]: the index path of a row has two indexes, section and row", in: nil)
  }
}
