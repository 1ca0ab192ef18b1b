import Foundation
import GRDB
import ListKit
import Testing

@testable import database_browser

/// What is found out about tables that others made.
@Suite struct BrowsedTableTests {
  @Test func keysAndIndexesAreFound() throws {
    let database = try TemporaryDatabase.ofAllKinds(rows: 1)
    #expect(try database.table("plain").key == .rowid(alias: "rowid"))
    #expect(try database.table("odd \"name\"").key == .rowid(alias: "oid"))
    #expect(try database.table("paired").key == .primaryKey(["major", "minor"]))
    #expect(try database.table("INDEXED").index == FullTextIndex(name: "an index"))
    #expect(try database.table("itself").index == FullTextIndex(name: "itself"))
    #expect(try database.table("plain").index == nil)
  }

  @Test func columnsAreThoseOneCanRead() throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE t (a TEXT, b INT, c DECIMAL(5,2), d, sum REAL GENERATED ALWAYS AS (b + c));
      INSERT INTO t VALUES ('x', 1, 2.5, x'010203');
      """)
    let table = try database.table()
    #expect(table.columns.map(\.name) == ["a", "b", "c", "d", "sum"])
    #expect(table.columns.map(\.isNumeric) == [false, true, true, false, true])
    let record = try database.pool.read { try table.page($0, .all, matching: TableQuery("")).rows }.first
    #expect(record?.content == ["x", "1", "2.5", "blob of 3 bytes", "3.5"])
    let full = try database.pool.read { try table.fullRecord($0, RowKey(rowid: 1)) }
    #expect(full?.map(\.text) == ["x", "1", "2.5", "x'010203'", "3.5"])
  }

  @Test(arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func nothingIsCutAtANUL(encoding: String) throws {
    let database = try TemporaryDatabase(encoding: encoding)
    let text = "山の\0\u{1b}]0;pwn\u{7}é."
    try database.execute("CREATE TABLE t (a TEXT, b TEXT)")
    try database.execute(
      "INSERT INTO t VALUES (CAST(? AS TEXT), ?)",
      arguments: [
        Data(text.utf8), String(repeating: "é", count: 20_000),
      ])
    let table = try database.table()
    try database.pool.read { db in
      #expect(try String.fetchOne(db, sql: "PRAGMA encoding") == encoding)
      let shown = try #require(try table.page(db, .all, matching: TableQuery("")).rows.first?.content)
      #expect(shown[0] == text)
      #expect(shown[1]?.allSatisfy { $0 == "é" } == true && shown[1]?.count ?? 0 > 400)
      #expect(try table.fullRecord(db, RowKey(rowid: 1))?[0].text == text)
      try table.forEachRow(db, matching: TableQuery("")) { texts in
        #expect(texts[0] == text)
        #expect(texts[1]?.count == 20_000)
      }
    }
  }

  @Test func onlyTablesThatAPersonMadeAreNamed() throws {
    let database = try TemporaryDatabase.ofAllKinds(rows: 1)
    let names = try database.pool.read { try BrowsedTable.names($0) }
    #expect(names == (TemporaryDatabase.kinds + ["an index"]).sorted())
  }

  @Test func refusalsNameTheTablesThereAre() throws {
    let database = try TemporaryDatabase("CREATE TABLE a (x); CREATE TABLE b (x); CREATE VIEW v AS SELECT 1;")
    for name in ["c", "v", "a; DROP TABLE a"] {
      #expect(throws: TableError.noTable(name, tables: ["a", "b"])) { try database.table(name) }
    }
    #expect(throws: TableError.tableNotNamed(tables: ["a", "b"])) { try database.table(nil) }
    #expect("\(TableError.noTable("c", tables: ["a", "b"]))" == "no table 'c'; there are a, b")
    let empty = try TemporaryDatabase()
    #expect(throws: TableError.noTables(empty.path)) { try empty.table("a") }
    #expect(throws: TableError.noTables(empty.path)) { try empty.table(nil) }
  }

  @Test(
    arguments: [
      ("CREATE VIRTUAL TABLE i USING fts5(a, b, content='t')", "t", nil),
      (
        "create virtual table if not exists i using FTS5 (a, content = \"my t\", content_rowid=[the id])",
        "my t", "the id"
      ),
      (
        "CREATE VIRTUAL TABLE i USING fts5(a, content=t, content_rowid=`id`, tokenize='porter (x, content=no)')",
        "t", "id"
      ),
      ("CREATE VIRTUAL TABLE i USING fts5(a, content='')", nil, nil),
      ("CREATE VIRTUAL TABLE i USING fts5(a)", nil, nil),
    ] as [(String, String?, String?)])
  func declarationsAreRead(sql: String, content: String?, rowid: String?) throws {
    let declaration = try #require(FullTextDeclaration(sql: sql))
    #expect(declaration.content == content)
    #expect(declaration.rowidColumn == rowid)
  }

  @Test(arguments: ["", "CREATE TABLE t (a)", "CREATE VIRTUAL TABLE t USING rtree(a, b, c)", "fts5("])
  func otherStatementsAreNoDeclarations(sql: String) {
    #expect(FullTextDeclaration(sql: sql) == nil)
  }

  @Test func anIndexByAnotherColumnIsNotUsed() throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE t (word TEXT, number INT);
      INSERT INTO t VALUES ('alpha', 70), ('beta', 1);
      CREATE VIRTUAL TABLE i USING fts5(word, content='t', content_rowid='number');
      INSERT INTO i(i) VALUES ('rebuild');
      """)
    let table = try database.table("t")
    #expect(table.index == nil)
    #expect(try database.pool.read { try table.count($0, matching: Filter("lph")) } == 1)
  }
}
