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

  @Test func whatNobodyHasCountedIsLeftOpen() {
    #expect(RowLook.status(nil, readIn: nil, columns: 40) == "… rows")
    #expect(RowLook.status(nil, readIn: nil, columns: 3) == "…")
  }
}
