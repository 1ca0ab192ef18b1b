import GRDB
import Testing

@testable import database_browser

/// Pages one after the other are the list, for every kind of table, whatever happens between them.
@Suite struct KeysetTests {
  private static let worlds = TemporaryDatabase.kinds.flatMap { kind in
    [false, true].flatMap { isAscending in ["", "one"].map { (kind, isAscending, $0) } }
  }

  @Test(arguments: worlds)
  func pagesTogetherAreTheList(kind: String, isAscending: Bool, query: String) throws {
    let database = try TemporaryDatabase.ofAllKinds(rows: 50)
    let table = try database.table(kind, isAscending: isAscending)
    let filter = Filter(query)
    try database.pool.read { db in
      let all = try table.records(db, matching: filter, .all)
      let numbers = (1...50).filter { query.isEmpty || $0 % 3 == 1 }
      #expect(try table.numbers(all) == (isAscending ? numbers : numbers.reversed()))
      #expect(try table.count(db, matching: filter) == all.count)
      for size in [1, 7, all.count, 100] {
        var pages: [ListedRow] = []
        while true {
          let part = pages.last.map { BrowsedTable.Part.after($0.key) } ?? .all
          let page = try table.records(db, matching: filter, part, limit: size)
          pages += page
          if page.count < size { break }
        }
        #expect(pages == all, "pages of \(size)")
      }
      for (index, record) in all.enumerated() {
        #expect(try table.records(db, matching: filter, .through(record.key)) == Array(all[...index]))
        #expect(try table.count(db, matching: filter, through: record.key, atMost: 9) == min(index + 1, 9))
      }
    }
  }

  @Test(arguments: TemporaryDatabase.kinds)
  func rowsThatGoBetweenPagesLeaveNoGap(kind: String) throws {
    let database = try TemporaryDatabase.ofAllKinds(rows: 20)
    let table = try database.table(kind)
    let first = try database.pool.read { try table.records($0, matching: Filter(""), .all, limit: 5) }
    #expect(try table.numbers(first) == [20, 19, 18, 17, 16])
    // With OFFSET, 15 and 14 would be skipped now.
    try database.execute("DELETE FROM \(table.sql) WHERE n IN (18, 16)")
    let second = try database.pool.read {
      try table.records($0, matching: Filter(""), .after(first[4].key), limit: 5)
    }
    #expect(try table.numbers(second) == [15, 14, 13, 12, 11])
  }

  @Test func aPageFarDownReadsNoMoreThanTheFirst() throws {
    let database = try TemporaryDatabase.ofAllKinds(rows: 5000)
    for kind in ["numbered", "paired", "indexed"] {
      let table = try database.table(kind)
      let query = kind == "indexed" ? "of" : ""
      let all = try database.pool.read { try table.records($0, matching: Filter(query), .all) }
      let steps = try [BrowsedTable.Part.all, .after(all[4900].key)].map { part in
        try database.steps { try table.records($0, matching: Filter(query), part, limit: 50) }
      }
      #expect(steps[1] <= steps[0] * 2, "\(kind): \(steps) steps")
      let whole = try database.steps { try table.records($0, matching: Filter(query), .all) }
      #expect(whole > steps[0] * 10, "\(kind): the count of steps says nothing")
    }
  }
}

extension BrowsedTable {
  /// The values of the column `n`.
  func numbers(_ records: [ListedRow]) throws -> [Int] {
    let column = columns.firstIndex { $0.name == "n" } ?? 0
    return records.compactMap { $0.texts[column].flatMap { Int($0) } }
  }
}
