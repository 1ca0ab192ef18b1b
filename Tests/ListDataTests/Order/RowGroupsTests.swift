import TestSupport
import Testing

@testable import ListData

@Suite("Rows grouped by a column")
struct RowGroupsTests {
  private let table = TextTable(
    ["NAME", "STATE", "N"],
    [
      ["a", "Running", "10"], ["b", "Failed", "9"], ["c", "Running", "9"], ["d", "", "10"],
      ["e", " Failed", "9"],
    ])

  @Test("Groups are in the order of their values, with the rows in table order; the empty value is last")
  func groups() {
    expectEqual(RowGroups(of: table, by: 1, now: 0).groups, [[1, 4], [0, 2], [3]])
    expectEqual(RowGroups(of: table, by: 2, now: 0).groups, [[1, 2, 4], [0, 3]], "numbers as numbers")
  }

  @Test("The rows may have their own order, and too many groups are refused")
  func subset() {
    expectEqual(RowGroups(of: table, [4, 2, 1], by: 1, now: 0).groups, [[4, 1], [2]])
    #expect(RowGroups(of: table, [], by: 1, now: 0).groups.isEmpty)
    let allowed = RowGroups(of: table, 0..<table.rowCount, by: 1, most: 3, now: 0)
    #expect(allowed.groups.count == 3 && !allowed.hasTooMany)
    let refused = RowGroups(of: table, 0..<table.rowCount, by: 1, most: 2, now: 0)
    #expect(refused.groups.isEmpty && refused.hasTooMany)
  }
}
