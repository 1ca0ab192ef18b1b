import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Data sources that make contents instead of cells.
@MainActor
@Suite("Lists of contents") struct ContentProviderTests {
  /// A row with an identity and a text that may change.
  private struct Row: Hashable, Sendable {
    let number: Int
    var text: String

    static func == (a: Row, b: Row) -> Bool { a.number == b.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test("A row shows the content of its item, and a changed one after a reconfiguration") func contents() {
    let controller = TableViewController()
    let dataSource = TableViewDiffableDataSource<Int, Row>(tableView: controller.tableView) { row in
      var content = ListContentConfiguration(text: row.text)
      content.secondaryText = "no. \(row.number)"
      return content
    }
    dataSource.contentEqual = { $0.text == $1.text }
    let screen = TestScreen(controller, columns: 40, lines: 6)
    dataSource.apply(
      DiffableDataSourceSnapshot([(0, [Row(number: 1, text: "Eiger"), Row(number: 2, text: "Mönch")])]))
    #expect(screen.contains("Eiger  no. 1") && screen.contains("Mönch  no. 2"))
    dataSource.apply(
      DiffableDataSourceSnapshot([(0, [Row(number: 1, text: "Ogre"), Row(number: 2, text: "Mönch")])]))
    #expect(screen.contains("Ogre  no. 1") && !screen.contains("Eiger"))
  }
}
