import DatabaseTesting
import Databases
import ListKit
import ListKitTesting
import TestSupport
import Testing

@testable import DatabaseTesting
@testable import muster

/// The screen of a table of an SQLite file, without a terminal.
@MainActor
private final class TableSession {
  let screen: TestScreen<ListScreenController>
  let model: TableList

  init(
    _ database: TemporaryDatabase, _ table: String, _ arguments: String..., columns: Int = 80, lines: Int = 16
  ) async throws {
    let options = try MusterOptions.read([database.path, table] + arguments, always: nil)
    let engine = try await database.engine(table, alert: options.use.alert)
    model = TableList(
      engine: engine, options: options, query: try options.databaseQuery(of: engine.table), columns: nil,
      isPushed: false)
    let controller = ListScreenController(model, options)
    controller.motion = Motion.none
    screen = TestScreen(controller, columns: columns, lines: lines)
  }

  var cursor: String { screen.cursor?.text ?? "" }

  var status: String { screen.lines.last ?? "" }

  /// Types a text, in which `\r` is enter and `\u{1B}` is esc.
  func type(_ text: String) {
    for character in text {
      switch character {
      case "\r": screen.press(.enter)
      case "\u{1B}": screen.press(.escape)
      default: screen.press(.character(character))
      }
    }
  }

  /// Waits until texts are on the screen, in the line of the cursor, and in the status.
  func see(
    _ texts: String..., cursor: String? = nil, status: String? = nil, but absent: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    // Many tests share the main actor.
    let isSeen = await screen.wait(timeout: .seconds(3600)) { screen in
      texts.allSatisfy(screen.contains) && cursor.map(self.cursor.contains) ?? true
        && status.map(self.status.contains) ?? true && !(absent.map(screen.contains) ?? false)
    }
    #expect(isSeen, "\(screen.lines)", sourceLocation: sourceLocation)
  }
}

@MainActor
@Suite("The screen of a database table") struct TableSessionTests {
  private let database: TemporaryDatabase

  init() throws { database = try TemporaryDatabase.ofAllKinds(rows: 1000) }

  @Test("esc after / keeps the found row or, if no row matched, the row from before") func clearedFilter()
    async throws
  {
    let session = try await TableSession(database, "numbered")
    await session.see("one of 1", status: "1,000 rows")
    session.type("/500\r")
    await session.see(cursor: "of 500", status: "1 row ")
    session.type("\u{1B}")
    await session.see(cursor: "of 500", status: "1,000 rows")
    session.screen.press(.end)
    await session.see(cursor: "of 1000")
    session.type("/nomatch\r")
    await session.see("No row matches")
    session.type("\u{1B}")
    await session.see(cursor: "of 1000", status: "1,000 rows")
  }

  @Test("Home and End go to the ends of a table, and keys select, hide and sort columns")
  func columnsAndEnds() async throws {
    let session = try await TableSession(database, "numbered")
    await session.see("one of 1")
    session.screen.press(.end)
    await session.see(cursor: "of 1000")
    session.screen.press(.home)
    await session.see(cursor: "one of 1")
    session.screen.press(.down)
    session.type("lls")
    await session.see("word ▲", status: "by word ▲")
    session.type("s")
    await session.see("word ▼", cursor: "two of 2", status: "by word ▼")
    session.type("h-")
    await session.see("word", but: " n ")
    session.type("+b")
    await session.see(status: "groups need all rows, as with --sql")
  }

  @Test("The database applies a filter, the status names its unsupported parts, and esc removes it")
  func filter() async throws {
    let session = try await TableSession(database, "plain", "--last")
    await session.see(cursor: "of 1000")
    session.type("/n:>=998 !word:two")
    await session.see(status: "2 rows")
    session.type(" ~x")
    await session.see(status: "a database cannot search for a regular expression")
    session.type("\u{1B}")
    await session.see(status: "1,000 rows")
  }

  @Test("Enter shows all values of a row, NULL differs from text, and changes of others are shown in place")
  func rowsAndChanges() async throws {
    try database.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b);
      INSERT INTO t VALUES (1, 'first', NULL), (2, 'second', x'00FF')
      """)
    let session = try await TableSession(database, "t")
    await session.see("NULL", "blob of 2 bytes", status: "2 rows")
    session.screen.press(.down, .enter)
    await session.see("x'00FF'")
    session.type("\u{1B}")
    await session.see("first", but: "x'00FF'")
    try database.execute("UPDATE t SET a = 'changed' WHERE id = 1; INSERT INTO t VALUES (3, 'third', 5)")
    await session.see("changed", "third", cursor: "second", status: "3 rows")
    // A new column needs no restart.
    try database.execute("ALTER TABLE t ADD COLUMN later DEFAULT 'soon'")
    await session.see("later", "soon")
    try database.execute("ALTER TABLE t RENAME TO away")
    await session.see("changed", status: "not up to date: no such table")
    try database.execute("ALTER TABLE away RENAME TO t")
    await session.see(status: "3 rows", but: "not up to date")
  }

  @Test("The # key counts all rows that match a filter") func exactNumber() async throws {
    let large = try TemporaryDatabase(
      """
      CREATE TABLE t (n INTEGER PRIMARY KEY, word TEXT);
      INSERT INTO t WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < 12345)
        SELECT n, 'w' FROM c;
      """)
    let session = try await TableSession(large, "t", "-q", "w")
    await session.see(status: "10,000 rows or more")
    session.type("#")
    await session.see(status: "12,345 rows")
  }

  @Test("= totals a column of the rows that match, in the database, and follows changes") func totals()
    async throws
  {
    let session = try await TableSession(database, "numbered")
    await session.see(status: "1,000 rows")
    for total in ["sum 500,500", "mean 500.5", "median 500.5", "range 1 to 1000", "distinct 1,000"] {
      session.type("=")
      await session.see(total)
    }
    try database.execute("INSERT INTO numbered VALUES (2000, 'new')")
    await session.see("distinct 1,001")
    session.type("/n:<=3\r")
    await session.see("distinct 3", status: "3 rows")
    session.type("=")
    await session.see(status: "n: no total", but: "distinct")
    session.type("ll=")
    await session.see("3 distinct")
  }

  @Test("F shows how often each value of the rows that match occurs, and enter filters by one")
  func valueCounts() async throws {
    try database.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, city TEXT);
      INSERT INTO t VALUES (1, 'Bonn'), (2, 'Ulm'), (3, 'Bonn'), (4, NULL), (5, ''), (6, 'Jena')
      """)
    let session = try await TableSession(database, "t")
    await session.see(status: "6 rows")
    session.type("/id:<6\rllF")
    await session.see("NULL", cursor: "Bonn", status: "4 values in 5 rows", but: "Jena")
    session.type("\r")
    await session.see("city:=Bonn", status: "2 rows")
    session.type("\u{1B}")
    await session.see(status: "6 rows")
    session.type("F/NULL\r")
    await session.see(cursor: "NULL", status: "1/5 values")
    session.type("\r")
    await session.see(status: "a query cannot ask for NULL")
  }

  @Test("The values of a column are counted again when the rows that match become others") func recounted()
    async throws
  {
    let session = try await TableSession(database, "numbered")
    await session.see("one of 1")
    session.type("/n:<6\rF")
    await session.see(status: "5 values in 5 rows")
    // The page covers the list, which is not drawn meanwhile.
    session.model.filter(by: "n:<4")
    await session.see(status: "3 values in 3 rows")
  }

  @Test("Rows of --alert stand out, the database counts them, and e and E go to them wherever they are")
  func alerts() async throws {
    let session = try await TableSession(database, "numbered", "--alert", "n:=2|n:=500|n:>=990")
    await session.see("numbered · test.sqlite · 13 alerts", "two of 2")
    let areBold = ["one of 1", "two of 2", "three of 3"].map {
      session.screen.style(of: $0)?.attributes.contains(.bold)
    }
    expectEqual(areBold, [false, true, false])
    for (key, row) in [("ee", "of 500"), ("e", "of 990"), ("EE", "two of 2")] {
      session.type(key)
      await session.see(cursor: row)
    }
    session.type("E")
    await session.see(status: "no earlier alert")
    try database.execute("INSERT INTO numbered VALUES (2000, 'new')")
    await session.see("14 alerts")
  }

  @Test("The status says what a database cannot search, and which words of a query name no column")
  func wrongQueries() async throws {
    let session = try await TableSession(database, "numbered", "--alert", "~new")
    await session.see(status: "--alert: a database cannot search for a regular expression")
    let misnamed = try await TableSession(database, "numbered", "--alert", "wrd:new", "-q", "m:1")
    await misnamed.see(status: "'m:1' is searched as text: no column 'm'; there ar")
    misnamed.type("\u{1B}")
    await misnamed.see(status: "--alert: 'wrd:new' is searched as text: no column")
  }

  @Test("A sorted table shows its top until the cursor is moved, and then keeps the row") func sortedTop()
    async throws
  {
    let values = try TemporaryDatabase(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, size INTEGER);
      INSERT INTO t WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < 900)
        SELECT n, (n + 400) % 900 FROM c;
      """)
    let session = try await TableSession(values, "t", columns: 60, lines: 12)
    await session.see(cursor: " 401")
    session.type("lls")
    await session.see("501       1", cursor: "500       0")
    session.type("s")
    await session.see("498     898", cursor: "499     899")
    session.screen.press(.down, "s")
    await session.see("▲", cursor: " 898")
  }

  @Test("C lists the columns of a table, and changes their choice, widths and wrapping") func columns()
    async throws
  {
    let session = try await TableSession(database, "numbered")
    await session.see("one of 1")
    session.type("C")
    await session.see("columns of numbered", "TEXT", status: "2/2 columns")
    session.screen.press(.end, " ")
    await session.see(status: "1/2 columns")
    session.type("\u{1B}")
    await session.see("▌", but: "one of 1")
    session.type("+<<<")
    await session.see("word")
  }

  @Test("Each key of a list of runs has an effect on a table, or the status says why not")
  func keysOfRuns() async throws {
    let session = try await TableSession(database, "numbered")
    let keys = Set(session.screen.controller.keyMap.bindings.flatMap(\.keys))
    let others = try ListSession().screen.controller.keyMap.bindings
    for key in others.flatMap(\.keys) where !keys.contains(key) { Issue.record("\(key) is missing") }
  }
}
