import ListKit
import Testing

@testable import database_browser

@Suite struct RowLookTests {
  /// On a narrow screen words go, then how long it took; a number that was cut would be another one.
  @Test(arguments: [
    (PageCount.about(99_999_904), 71, "about 99,999,904 rows  5.5 ms"),
    (.about(99_999_904), 22, "about 99,999,904 rows"), (.about(99_999_904), 20, "~99,999,904"),
    (.atLeast(10_000), 30, "10,000 rows or more  5.5 ms"), (.atLeast(10_000), 11, "10,000+"),
    (.exactly(1_000_000), 14, "1,000,000 rows"), (.exactly(1_000_000), 11, "1,000,000"),
  ])
  func theNumberOfRowsIsNeverCut(count: PageCount, columns: Int, status: String) {
    #expect(RowLook.status(count, readIn: .milliseconds(5.5), columns: columns) == status)
  }

  @Test func theOrderIsToldWhereThereIsRoom() {
    let table = TableShape(
      name: "t", columns: [.init(name: "id", isNumeric: true), .init(name: "city", isNumeric: false)],
      keyColumn: 0,
      hasWordIndex: false)
    let look = RowLook(table: table)
    func titles(_ order: TableOrder) -> [String] { (0...1).map { look.title(of: $0, in: order) } }
    #expect(titles(TableOrder()) == ["id ▼", "city"])
    #expect(titles(TableOrder(column: 1, isAscending: true)) == ["id", "city ▲"])
    #expect(table.order(by: 0, isAscending: true) == TableOrder(isAscending: true), "the key is one")
    func status(_ columns: Int) -> String {
      RowLook.status(.exactly(5), by: "city ▲", readIn: .milliseconds(1), columns: columns)
    }
    #expect([30, 20, 10].map(status) == ["5 rows, by city ▲  1.0 ms", "5 rows, by city ▲", "5 rows"])
  }

  @Test func whatNobodyHasCountedIsLeftOpen() {
    #expect(RowLook.status(nil, readIn: nil, columns: 40) == "… rows")
    #expect(RowLook.status(nil, readIn: nil, columns: 3) == "…")
  }
}
