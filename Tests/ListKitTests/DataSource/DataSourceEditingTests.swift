import TestSupport
import Testing

@testable import ListKit

@MainActor
@Suite("Edits through the data source") struct DataSourceEditingTests {
  private func harness() -> TableHarness<String> {
    let harness = TableHarness<String>(style: .grouped)
    harness.apply(sections: [("Visited", ["Fuji", "Eiger"]), ("Bucket List", ["K2"])])
    return harness
  }

  private let first = IndexPath(row: 0, section: 0)
  private let second = IndexPath(row: 1, section: 0)

  @Test("The data source performs only edits that its handlers allow") func editing() {
    let harness = harness()
    let dataSource = harness.dataSource!
    #expect(!dataSource.canEdit(at: first))
    #expect(!dataSource.performEditing(.delete, at: first))
    var log: [String] = []
    dataSource.commitEditing = { [unowned dataSource] style, item in
      log.append("\(style) \(item)")
      var snapshot = dataSource.snapshot()
      if style == .delete { snapshot.deleteItems([item]) }
      if style == .insert { snapshot.insertItems(["new"], beforeItem: item) }
      dataSource.apply(snapshot)
    }
    #expect(dataSource.canEdit(at: first))
    dataSource.canEditRow = { $0 != "Eiger" }
    #expect(!dataSource.canEdit(at: second))
    #expect(!dataSource.performEditing(.delete, at: second))
    #expect(!dataSource.performEditing(.none, at: first))
    #expect(!dataSource.performEditing(.delete, at: IndexPath(row: 9, section: 0)))
    #expect(!dataSource.performEditing(.delete, of: "nobody"))
    #expect(dataSource.performEditing(.delete, at: first))
    #expect(dataSource.performEditing(.insert, of: "K2"))
    expectEqual(log, ["delete Fuji", "insert K2"])
    expectEqual(dataSource.snapshot().itemIdentifiers, ["Eiger", "new", "K2"])
  }
}
