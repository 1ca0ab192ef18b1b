import ListKit
import ListKitTesting
import TestSupport
import Testing

/// What happens if a program passes an index path without a row: a question is answered with nil. ``TableTrapTests``
/// tests the requests, which stop the program.
@MainActor
@Suite("Index paths without a row") struct AbsentRowTests {
  typealias DataSource = TableViewDiffableDataSource<String, Int>

  /// Creates a table with the sections `["a": 1, 2]` and `["b"]`.
  static func table() -> (TableView, DataSource) {
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
}
