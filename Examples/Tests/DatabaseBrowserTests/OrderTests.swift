import Foundation
import GRDB
import ListKit
import SeededRandom
import Testing

@testable import database_browser

/// Any column is an order, whatever is in it, and any stretch of it can be read.
@Suite struct OrderTests {
  private static let columns = ["id", "mixed", "number", "amount", "word", "body", "full", "empty"]

  /// What `columns` hold: NULLs, the same value again and again, and in `mixed` values of all types.
  private static let definition = """
    id INTEGER NOT NULL, mixed, number INTEGER, amount REAL, word TEXT COLLATE NOCASE, body TEXT, full INTEGER NOT NULL,
    empty TEXT
    """

  private static func database() throws -> TemporaryDatabase {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE plain (\(definition));
      CREATE TABLE "by index" (\(definition), PRIMARY KEY (id));
      CREATE TABLE paired (major TEXT, minor REAL, \(definition), PRIMARY KEY (major, minor)) WITHOUT ROWID;
      CREATE TABLE indexed (\(definition), PRIMARY KEY (id));
      CREATE VIRTUAL TABLE words USING fts5(word, content='indexed', content_rowid='id');
      CREATE INDEX "by mixed" ON "by index" (mixed);
      CREATE INDEX "by number" ON "by index" (number);
      CREATE INDEX "by word" ON "by index" (word);
      """)
    var generator = SeededGenerator(seed: 7)
    try database.pool.write { db in
      for id in 1...60 {
        func pick(_ values: [(any DatabaseValueConvertible)?]) -> (any DatabaseValueConvertible)? {
          values.randomElement(using: &generator) ?? nil
        }
        // A text with a NUL in it cannot be bound as one.
        let text = pick(["a", "A", "b", "\u{0}", "a\u{0}b", "a\u{0}c", "", "12", "é", nil])
        let mixed = pick([
          nil, 1, 1.0, 1.5, -3, Int64.max, 9.2e18, 9_007_199_254_740_993, Double.infinity, Data([1, 2]),
          Data(), Data("a".utf8),
          (text as? String).map { Data($0.utf8) },
        ])
        let values: StatementArguments = [
          id, mixed, pick([nil, 1, 2, 30_000_000_000]), pick([nil, 0.1, -0.0, 0.0, 1e300]),
          pick([nil, "one", "ONE", "two", "One more"]), (text as? String).map { Data($0.utf8) },
          pick([1, 2, 3]), nil,
        ]
        let marks = "?, ?, ?, ?, ?, CAST(? AS TEXT), ?, ?"
        for table in ["plain", "by index", "indexed"] {
          try db.execute(sql: "INSERT INTO \"\(table)\" VALUES (\(marks))", arguments: values)
        }
        try db.execute(
          sql: "INSERT INTO paired VALUES (?, ?, \(marks))",
          arguments: ["\(id % 5)", Double(id) / 3] + values)
      }
      // Texts among the values of all types.
      for table in ["plain", "by index", "indexed", "paired"] {
        try db.execute(sql: "UPDATE \"\(table)\" SET mixed = body WHERE id % 3 = 0")
      }
      try db.execute(sql: "INSERT INTO words(words) VALUES ('rebuild')")
    }
    return database
  }

  private static let tables = ["plain", "by index", "paired", "indexed"]

  @Test(arguments: tables, [false, true])
  func anyStretchOfAnyOrderIsReadAsOneQueryWouldGiveIt(name: String, isAscending: Bool) throws {
    let database = try Self.database()
    let table = try database.table(name)
    var generator = SeededGenerator(seed: 1)
    try database.pool.read { db in
      for column in Self.columns {
        for text in ["", "one"] {
          let place = try #require(table.columns.firstIndex { $0.name == column })
          let query = TableQuery(
            filter: Filter(text), order: table.shape.order(by: place, isAscending: isAscending))
          let all = try table.page(db, .all, matching: query).rows
          let direction = isAscending ? "ASC" : "DESC"
          let terms = ["\(column) IS NULL", column] + table.keyColumns
          let ids = try String.fetchAll(
            db,
            sql: """
              SELECT id FROM \(table.sql) WHERE \(text.isEmpty ? "1" : "word LIKE '%one%'")
              ORDER BY \(terms.map { "\($0) \(direction)" }.joined(separator: ", "))
              """)
          let id = try #require(table.columns.firstIndex { $0.name == "id" })
          #expect(all.map { $0.content[id] } == ids, "\(name) by \(column), “\(text)”")
          #expect(Set(all.map(\.key)).count == all.count)
          var printed: [String?] = []
          try table.forEachRow(db, matching: query) { printed.append($0[id]) }
          #expect(printed == ids)
          for request in RandomPages.requests(of: all, count: 40, using: &generator) {
            let page = try table.page(db, request, matching: query)
            #expect(page == RandomPages.page(of: all, request), "\(name) by \(column): \(request)")
          }
          for row in all {
            let key = RowKey(identity: row.key.identity)
            #expect(try table.place(db, of: key, in: query.order) == row.key)
          }
        }
      }
    }
  }

  /// Tables of all kinds have such orders, also one that is an index itself.
  @Test(arguments: TemporaryDatabase.kinds, [false, true])
  func tablesOfAllKindsAreOrdered(name: String, isAscending: Bool) throws {
    let database = try TemporaryDatabase.ofAllKinds(rows: 40)
    let table = try database.table(name)
    let word = try #require(table.columns.firstIndex { $0.name == "word" })
    var generator = SeededGenerator(seed: 2)
    try database.pool.read { db in
      for text in ["", "one"] {
        let query = TableQuery(text, by: word, isAscending: isAscending)
        let all = try table.page(db, .all, matching: query).rows
        let words = all.compactMap { $0.content[word] }
        #expect(words == words.sorted(by: isAscending ? { $0 < $1 } : { $0 > $1 }))
        #expect(words.count == (text.isEmpty ? 40 : 14))
        for request in RandomPages.requests(of: all, count: 30, using: &generator) {
          let page = try table.page(db, request, matching: query)
          #expect(page == RandomPages.page(of: all, request), "\(request)")
        }
      }
    }
  }

  @Test func aRowThatIsGoneStandsNowhere() throws {
    let database = try Self.database()
    let table = try database.table("plain")
    #expect(
      try database.pool.read { try table.place($0, of: RowKey(rowid: 1000), in: TableOrder(column: 2)) }
        == nil)
  }

  /// In the middle of rows with the same value too, and of those without one.
  @Test func aPageFarDownAnyOrderReadsNoMoreThanTheFirst() throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, word TEXT NOT NULL);
      WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < 4000)
        INSERT INTO t SELECT n, CASE WHEN n % 2 THEN n / 1000 END, 'word ' || (n % 2) FROM c;
      CREATE INDEX "by n" ON t (n);
      CREATE INDEX "by word" ON t (word);
      """)
    let table = try database.table()
    for column in [1, 2] {
      for isAscending in [false, true] {
        let query = TableQuery("", by: column, isAscending: isAscending)
        let keys = try database.pool.read { try table.page($0, .all, matching: query).rows.map(\.key) }
        let requests = [0, 700, 1990, 2010, 3900].flatMap { place in
          [
            PageRequest(first: .upTo(keys[place]), last: .edge, limit: 50),
            PageRequest(first: .edge, last: .upTo(keys[place]), isFromEnd: true, limit: 50),
          ]
        }
        let steps = try requests.map { request in
          try database.steps { try table.page($0, request, matching: query) }
        }
        let whole = try database.steps { try table.page($0, .all, matching: query) }
        #expect(steps.allSatisfy { $0 * 30 < whole }, "column \(column): \(steps) steps of \(whole)")
      }
    }
  }
}
