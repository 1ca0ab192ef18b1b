import GRDB
import ListKit
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
    let table = try database.table(kind)
    let wanted = TableQuery(query, isAscending: isAscending)
    try database.pool.read { db in
      let all = try table.page(db, .all, matching: wanted).rows
      let numbers = (1...50).filter { query.isEmpty || $0 % 3 == 1 }
      #expect(try table.numbers(all) == (isAscending ? numbers : numbers.reversed()))
      #expect(try table.count(db, matching: wanted.filter) == all.count)
      for size in [1, 7, all.count, 100] {
        for isFromEnd in [false, true] {
          var pages: [PageRow<RowKey, [String?]>] = []
          var isComplete = false
          while !isComplete {
            var request = PageRequest<RowKey>(first: .edge, last: .edge, isFromEnd: isFromEnd, limit: size)
            if let key = (isFromEnd ? pages.first : pages.last)?.key {
              if isFromEnd { request.last = .upTo(key) } else { request.first = .upTo(key) }
            }
            let page = try table.page(db, request, matching: wanted)
            pages = isFromEnd ? page.rows + pages : pages + page.rows
            isComplete = page.isComplete
            #expect(isComplete || page.rows.count == size)
          }
          #expect(pages == all, "pages of \(size)")
        }
      }
      for (index, row) in all.enumerated() {
        let upTo = PageRequest<RowKey>(first: .edge, last: .through(row.key), limit: 100)
        #expect(try table.page(db, upTo, matching: wanted).rows == Array(all[...index]))
        let alone = PageRequest<RowKey>(first: .through(row.key), last: .through(row.key), limit: 1)
        #expect(try table.page(db, alone, matching: wanted) == Page(rows: [row], isComplete: true))
      }
    }
  }

  @Test(arguments: TemporaryDatabase.kinds)
  func rowsThatGoBetweenPagesLeaveNoGap(kind: String) throws {
    let database = try TemporaryDatabase.ofAllKinds(rows: 20)
    let table = try database.table(kind)
    let start = PageRequest<RowKey>(first: .edge, last: .edge, limit: 5)
    let first = try database.pool.read { try table.page($0, start, matching: TableQuery("")).rows }
    #expect(try table.numbers(first) == [20, 19, 18, 17, 16])
    // With OFFSET, 15 and 14 would be skipped now.
    try database.execute("DELETE FROM \(table.sql) WHERE n IN (18, 16)")
    let second = try database.pool.read {
      try table.page(
        $0, PageRequest(first: .upTo(first[4].key), last: .edge, limit: 5), matching: TableQuery("")
      ).rows
    }
    #expect(try table.numbers(second) == [15, 14, 13, 12, 11])
  }

  @Test func aPageFarDownReadsNoMoreThanTheFirst() throws {
    let database = try TemporaryDatabase.ofAllKinds(rows: 5000)
    for kind in ["numbered", "paired", "indexed"] {
      let table = try database.table(kind)
      let query = kind == "indexed" ? "of" : ""
      let all = try database.pool.read { try table.page($0, .all, matching: TableQuery(query)).rows }
      let key = all[4900].key
      let requests: [PageRequest<RowKey>] = [
        PageRequest(first: .edge, last: .edge, limit: 50),
        PageRequest(first: .upTo(key), last: .edge, limit: 50),
        PageRequest(first: .edge, last: .upTo(key), isFromEnd: true, limit: 50),
        PageRequest(first: .edge, last: .edge, isFromEnd: true, limit: 50),
      ]
      let steps = try requests.map { request in
        try database.steps { try table.page($0, request, matching: TableQuery(query)) }
      }
      #expect(steps.allSatisfy { $0 <= steps[0] * 2 }, "\(kind): \(steps) steps")
      let whole = try database.steps { try table.page($0, .all, matching: TableQuery(query)) }
      #expect(whole > steps[0] * 10, "\(kind): the count of steps says nothing")
    }
  }
}

extension TableQuery {
  /// What a user typed, in the order of a column or of the key.
  init(_ text: String, by column: Int? = nil, isAscending: Bool = false) {
    self.init(filter: Filter(text), order: TableOrder(column: column, isAscending: isAscending))
  }
}

extension RowKey {
  /// The key of a row in the order of rowids.
  init(rowid: Int64) { self.init(identity: [StoredValue([false.databaseValue, rowid.databaseValue])]) }
}

extension PageRequest<RowKey> {
  /// The whole list.
  static var all: Self { Self(first: .edge, last: .edge, limit: 1_000_000) }
}

extension BrowsedTable {
  /// The values of the column `n`.
  func numbers(_ rows: [PageRow<RowKey, [String?]>]) throws -> [Int] {
    let column = columns.firstIndex { $0.name == "n" } ?? 0
    return rows.compactMap { $0.content[column].flatMap { Int($0) } }
  }
}
