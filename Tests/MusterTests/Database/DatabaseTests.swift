import DatabaseTesting
import LibC
import ListKit
import ListKitTesting
import TerminalTesting
import TestSupport
import Testing

@testable import DatabaseTesting
@testable import Databases
@testable import muster

@Suite("Sessions with an SQLite file", .serialized, .waitsForProcesses) struct DatabaseSessionTests {
  private let database: TemporaryDatabase

  init() throws { database = try TemporaryDatabase.ofAllKinds(rows: 1000) }

  private func start(_ arguments: String..., columns: Int = 80, lines: Int = 16) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltProducts.path(of: "muster"), [database.path] + arguments, columns: columns, lines: lines)
  }

  private func end(_ terminal: PseudoTerminal) throws {
    try terminal.finish(typing: "\u{3}", .exited(130))
  }

  private func cursorLine(_ terminal: PseudoTerminal) -> String {
    terminal.screen.lines.first { $0.hasPrefix("▌") } ?? ""
  }

  private func status(_ terminal: PseudoTerminal) -> String { terminal.screen.line(15) }

  private static let (down, end, home) = ("\u{1b}[B", "\u{1b}[F", "\u{1b}[H")

  @Test("Enter opens a table of the list, and esc returns to the list")
  func listOfTables() throws {
    let terminal = try start()
    try terminal.wait { $0.contains("an index") && $0.contains("numbered") && $0.contains("virtual table") }
    #expect(terminal.screen.lines.contains { $0.contains("numbered") && $0.contains("1000") })
    terminal.type("/numb\r")
    try terminal.wait { _ in cursorLine(terminal).contains("numbered") }
    terminal.type("\r")
    try terminal.wait { $0.contains("one of 1") && status(terminal).hasPrefix("1,000 rows") }
    #expect(terminal.screen.line(0).contains("› numbered"))
    terminal.type("P")
    try terminal.wait { $0.lines.filter { $0.contains("one of 1 ") || $0.hasSuffix("one of 1") }.count == 2 }
    terminal.type("P")
    try terminal.wait { $0.lines.filter { $0.contains("one of 1 ") || $0.hasSuffix("one of 1") }.count == 1 }
    terminal.type("\u{1b}")
    try terminal.wait { $0.contains("virtual table") || cursorLine(terminal).contains("numbered") }
    try end(terminal)
  }

  @Test("esc after / keeps the found row or, if no row matched, the row from before")
  func clearedFilter() throws {
    let terminal = try start("numbered")
    try terminal.wait { $0.contains("one of 1") && status(terminal).hasPrefix("1,000 rows") }
    terminal.type("/500\r")
    try terminal.wait { _ in cursorLine(terminal).contains("500") && status(terminal).hasPrefix("1 row") }
    terminal.type("\u{1b}")
    try terminal.wait { _ in cursorLine(terminal).contains("500") && status(terminal).hasPrefix("1,000 rows")
    }
    terminal.type(Self.end)
    try terminal.wait { _ in cursorLine(terminal).contains("of 1000") }
    terminal.type("/nomatch\r")
    try terminal.wait(for: "No row matches")
    terminal.type("\u{1b}")
    try terminal.wait { _ in
      cursorLine(terminal).contains("of 1000") && status(terminal).hasPrefix("1,000 rows")
    }
    try end(terminal)
  }

  @Test("Home and End go to the ends of a table, and keys select, hide and sort columns")
  func columnsAndEnds() throws {
    let terminal = try start("numbered")
    try terminal.wait { $0.contains("one of 1") && status(terminal).hasPrefix("1,000 rows") }
    terminal.type(Self.end)
    try terminal.wait { _ in cursorLine(terminal).contains("of 1000") }
    terminal.type(Self.home + Self.down)
    try terminal.wait { _ in cursorLine(terminal).hasSuffix("two of 2") }
    terminal.type("lls")
    try terminal.wait { $0.contains("word ▲") && status(terminal).contains("by word ▲") }
    terminal.type("s")
    try terminal.wait { $0.contains("word ▼") && status(terminal).contains("by word ▼") }
    #expect(cursorLine(terminal).hasSuffix("two of 2"), "the cursor stays on its row")
    terminal.type("h-")
    try terminal.wait { !$0.line(1).contains("n ") && $0.contains("word") }
    terminal.type("+b")
    try terminal.wait { _ in status(terminal).contains("groups need all rows, as with --sql") }
    try end(terminal)
  }

  @Test("The database applies a filter, the status names its unsupported parts, and esc removes it")
  func filter() throws {
    let terminal = try start("plain", "--last")
    try terminal.wait { _ in cursorLine(terminal).contains("of 1000") }
    terminal.type("/n:>=998 !word:two")
    try terminal.wait { _ in status(terminal).hasPrefix("2 rows") }
    terminal.type(" ~x")
    try terminal.wait { _ in status(terminal).contains("a database cannot search for a regular expression")
    }
    terminal.type("\u{1b}")
    try terminal.wait { _ in status(terminal).hasPrefix("1,000 rows") }
    try end(terminal)
  }

  @Test("Enter shows all values of a row, NULL differs from text, and external changes are marked in place")
  func rowsAndChanges() throws {
    try database.execute(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b); INSERT INTO t VALUES (1, 'first', NULL), (2, 'second', x'00FF')"
    )
    let terminal = try start("t", "--motion", "reduced")
    try terminal.wait {
      $0.contains("NULL") && $0.contains("blob of 2 bytes") && status(terminal).hasPrefix("2 rows")
    }
    terminal.type(Self.down)
    terminal.type("\r")
    try terminal.wait(for: "x'00FF'")
    terminal.type("\u{1b}")
    try terminal.wait { !$0.contains("x'00FF'") }
    try database.execute("UPDATE t SET a = 'changed' WHERE id = 1; INSERT INTO t VALUES (3, 'third', 5)")
    try terminal.wait {
      $0.contains("changed") && $0.contains("third") && status(terminal).hasPrefix("3 rows")
    }
    #expect(cursorLine(terminal).contains("second"))
    // The program shows a new column without a restart.
    try database.execute("ALTER TABLE t ADD COLUMN later DEFAULT 'soon'")
    try terminal.wait { $0.contains("later") && $0.contains("soon") }
    try database.execute("ALTER TABLE t RENAME TO away")
    try terminal.wait { _ in status(terminal).contains("not up to date: no such table") }
    #expect(terminal.screen.contains("changed"), "what was read stays")
    try database.execute("ALTER TABLE away RENAME TO t")
    try terminal.wait { _ in
      status(terminal).contains("3 rows") && !status(terminal).contains("not up to date")
    }
    try end(terminal)
  }

  @Test("A table reports the lock of another program and shows the blocked changes later")
  func locks() throws {
    let other = try TemporaryDatabase(
      "CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('first')", journal: "delete")
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "muster"), [other.path, "t"], columns: 80, lines: 16)
    try terminal.wait(for: "first")
    try other.execute("BEGIN EXCLUSIVE; INSERT INTO t VALUES ('second')")
    terminal.type("/x")
    try terminal.wait { $0.contains("database is locked by another program") }
    try other.execute("COMMIT")
    terminal.type("\u{1b}")
    try terminal.wait { $0.contains("second") && status(terminal).hasPrefix("2 rows") }
    try end(terminal)
  }

  @Test("esc stops a slow search and keeps the previous rows") func stopping() throws {
    // A search compares the values of all rows. The values after row 5000, which are off screen, take
    // milliseconds each.
    let slow = try TemporaryDatabase(
      """
      CREATE TABLE t (
        n INTEGER PRIMARY KEY,
        word TEXT AS (CASE WHEN n <= 5000 THEN 'quick' ELSE hex(zeroblob(5000000)) END) VIRTUAL);
      INSERT INTO t WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < 100000) SELECT n FROM c;
      """)
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "muster"), [slow.path, "t"], columns: 80, lines: 16)
    try terminal.wait { _ in cursorLine(terminal).contains("quick") }
    terminal.type("/zzz")
    try terminal.wait { _ in
      status(terminal).contains("searching") && status(terminal).contains("esc stops")
    }
    terminal.type("\u{1b}")
    try terminal.wait { _ in
      status(terminal).hasPrefix("stopped") && !terminal.screen.contains("zzz")
        && cursorLine(terminal).contains("quick")
    }
    try end(terminal)
  }

  @Test("Views and queries are read again at intervals, and a key identifies their rows")
  func queries() throws {
    try database.execute("CREATE VIEW small AS SELECT n, word FROM numbered WHERE n <= 5")
    let view = try start("small", "-n", "0.2")
    try view.wait { $0.contains("two of 5") && status(view).contains("5 rows") }
    try database.execute("UPDATE numbered SET word = 'another' WHERE n = 5")
    try view.wait {
      $0.lines.contains { $0.hasPrefix("~") && $0.contains("another") } || $0.contains("another")
    }
    try end(view)
    let query = try start("--sql", "SELECT n % 10 AS digit, count(*) AS many FROM plain GROUP BY 1")
    try query.wait { $0.contains("digit") && $0.contains("many") && status(query).contains("10 rows") }
    try end(query)
  }

  @Test("A pane shows the row under the cursor, or the output of a command for that row")
  func preview() throws {
    let terminal = try start("numbered", "--preview", "echo shown {n} {word}", columns: 120)
    try terminal.wait(for: "shown 1 one of 1")
    terminal.type(Self.down)
    try terminal.wait(for: "shown 2 two of 2")
    terminal.type(Self.end)
    try terminal.wait(for: "shown 1000 one of 1000")
    terminal.type("P")
    try terminal.wait { !$0.contains("shown 1000") }
    try end(terminal)
    let cells = try start("numbered", columns: 120)
    try cells.wait(for: "one of 1")
    cells.type("P")
    try cells.wait { $0.lines.filter { $0.contains("one of 1 ") || $0.hasSuffix("one of 1") }.count == 2 }
    try database.execute("UPDATE numbered SET word = 'another' WHERE n = 1")
    try cells.wait { $0.lines.filter { $0.contains("another") }.count == 2 }
    try end(cells)
  }

  @Test("The pager shows a value in full, Y copies it, and W writes it to a new file")
  func values() throws {
    try database.execute(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO t VALUES (1, printf('%.5000c', 'x') || 'behind')"
    )
    let file = database.directory + "/value"
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "muster"), [database.path, "t"],
      environment: ["PAGER": #"sh -c 'tail -c 12 "$0"; read -r _'"#],
      columns: 80,
      lines: 16)
    try terminal.wait { $0.contains("xxxxx") && status(terminal).hasPrefix("1 row") }
    terminal.type("llv")
    try terminal.wait(for: "xxxxxxbehind")
    terminal.type("\r")
    try terminal.wait { $0.line(0).contains("test.sqlite") }
    terminal.type("Y")
    try terminal.wait { _ in status(terminal).contains("for the clipboard: the value") }
    terminal.type("W")
    try terminal.wait(for: "to a new file")
    terminal.type(file + "\r")
    try terminal.wait { _ in status(terminal).contains("wrote 5006 bytes") }
    terminal.type("W")
    try terminal.wait(for: "to a new file")
    terminal.type(file + "\r")
    try terminal.wait { _ in status(terminal).contains("not written: ") && status(terminal).contains("exists")
    }
    try end(terminal)
  }

  @Test("The # key counts all rows that match a filter")
  func exactNumber() throws {
    let large = try TemporaryDatabase(
      """
      CREATE TABLE t (n INTEGER PRIMARY KEY, word TEXT);
      INSERT INTO t WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < 12345) SELECT n, 'w' FROM c;
      """)
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "muster"), [large.path, "t", "-q", "w"], columns: 80, lines: 16)
    try terminal.wait { _ in status(terminal).contains("10,000 rows or more") }
    terminal.type("#")
    try terminal.wait { _ in status(terminal).hasPrefix("12,345 rows") }
    try end(terminal)
  }

  @Test("= totals a column of the rows that match, in the database, and follows changes") func totals() throws
  {
    let terminal = try start("numbered")
    try terminal.wait { _ in status(terminal).hasPrefix("1,000 rows") }
    terminal.type("=")
    try terminal.wait(for: "sum 500,500")
    for total in ["mean 500.5", "median 500.5", "range 1 to 1000", "distinct 1,000"] {
      terminal.type("=")
      try terminal.wait(for: total)
    }
    try database.execute("INSERT INTO numbered VALUES (2000, 'new')")
    try terminal.wait(for: "distinct 1,001")
    terminal.type("/n:<=3\r")
    try terminal.wait { $0.contains("distinct 3") && status(terminal).hasPrefix("3 rows") }
    terminal.type("=")
    try terminal.wait { !$0.contains("distinct") && status(terminal).hasPrefix("n: no total") }
    terminal.type("ll=")
    try terminal.wait { $0.contains("3 distinct") }
    try end(terminal)
  }

  @Test("The user filters a table, sorts it and sums a column with 17 keys") func filterSortSum() throws {
    try database.execute(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, city TEXT, amount REAL); INSERT INTO t VALUES (1, 'Bonn', 410.25), (2, 'Ulm', 90), (3, 'Jena', 480.5), (4, 'Ulm', 400)"
    )
    let terminal = try start("t")
    try terminal.wait { _ in status(terminal).hasPrefix("4 rows") }
    let keys = ["/amount:>400\r", "h", "ss", "="]
    expectEqual(keys.joined().count, 17)
    terminal.type(keys[0])
    try terminal.wait { _ in status(terminal).hasPrefix("2 rows") }
    terminal.type(keys[1] + keys[2])
    try terminal.wait { $0.contains("amount ▼") && cursorLine(terminal).contains("480.5") }
    let rows = terminal.screen.lines.filter { $0.contains("Bonn") || $0.contains("Jena") }
    expectEqual(Set(rows.map { $0.prefix { $0 != "." }.count }).count, 1, "\(rows)")
    terminal.type(keys[3])
    try terminal.wait { $0.contains("890.75") }
  }

  @Test("F shows how often each value of the rows that match occurs, and enter filters by one")
  func valueCounts() throws {
    try database.execute(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, city TEXT); INSERT INTO t VALUES (1, 'Bonn'), (2, 'Ulm'), (3, 'Bonn'), (4, NULL), (5, ''), (6, 'Jena')"
    )
    let terminal = try start("t")
    try terminal.wait { _ in status(terminal).hasPrefix("6 rows") }
    terminal.type("/id:<6\rllF")
    try terminal.wait { _ in status(terminal).hasPrefix("4 values in 5 rows") }
    #expect(cursorLine(terminal).contains("Bonn") && terminal.screen.contains("NULL"))
    #expect(!terminal.screen.contains("Jena"))
    terminal.type("\r")
    try terminal.wait { $0.contains("city:=Bonn") && status(terminal).hasPrefix("2 rows") }
    terminal.type("\u{1b}")
    try terminal.wait { _ in status(terminal).hasPrefix("6 rows") }
    terminal.type("F/NULL\r")
    try terminal.wait { _ in status(terminal).hasPrefix("1/5 values") && cursorLine(terminal).contains("NULL")
    }
    terminal.type("\r")
    try terminal.wait { _ in status(terminal).hasPrefix("a query cannot ask for NULL") }
    try end(terminal)
  }

  @Test("Rows of --alert stand out, the database counts them, and e and E go to them wherever they are")
  func alerts() throws {
    let terminal = try start("numbered", "--alert", "n:=2|n:=500|n:>=990")
    try terminal.wait { $0.line(0).contains("numbered · test.sqlite · 13 alerts") && $0.contains("two of 2") }
    let bold = (2..<15).filter { terminal.screen[$0, 8].attributes.contains(.bold) }
    expectEqual(bold.map { terminal.screen.line($0) }, ["    2  two of 2"])
    for (key, row) in [("ee", "of 500"), ("e", "of 990"), ("EE", "two of 2")] {
      terminal.type(key)
      try terminal.wait { _ in cursorLine(terminal).hasSuffix(row) }
    }
    terminal.type("E")
    try terminal.wait { _ in status(terminal).hasPrefix("no earlier alert") }
    try database.execute("INSERT INTO numbered VALUES (2000, 'new')")
    try terminal.wait { $0.line(0).contains("14 alerts") }
    try end(terminal)
  }

  @Test("The bell rings when the first row of --alert appears, and the status says what no database can find")
  func alertAppears() throws {
    let terminal = try start("numbered", "--alert", "word:=new")
    try terminal.wait { $0.line(0).contains("numbered · test.sqlite") && status(terminal).hasPrefix("1,000") }
    try database.execute("INSERT INTO numbered VALUES (2000, 'new')")
    try terminal.wait { $0.line(0).contains("1 alert") }
    try database.execute("DELETE FROM numbered WHERE n = 2000")
    try terminal.wait { !$0.line(0).contains("alert") }
    try end(terminal)
    #expect(terminal.outputText.contains("\u{7}\u{1B}]2;1 alert · numbered · test.sqlite\u{1B}\\"))
    let other = try start("numbered", "--alert", "~new")
    try other.wait { _ in
      status(other).hasPrefix("--alert: a database cannot search for a regular expression")
    }
    try end(other)
    let misnamed = try start("numbered", "--alert", "wrd:new", "-q", "m:1")
    try misnamed.wait { _ in status(misnamed).hasPrefix("'m:1' is searched as text: no column 'm'; there ar")
    }
    misnamed.type("\u{1B}")
    try misnamed.wait { _ in status(misnamed).hasPrefix("--alert: 'wrd:new' is searched as text: no column") }
    try end(misnamed)
  }

  @Test("A sorted table shows its top until the cursor is moved, and then keeps the row") func sortedTop()
    throws
  {
    let values = try TemporaryDatabase(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, size INTEGER);
      INSERT INTO t WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < 900) SELECT n, (n + 400) % 900 FROM c;
      """)
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "muster"), [values.path, "t"], columns: 60, lines: 12)
    try terminal.wait { $0.line(2).hasPrefix("▌") && $0.line(2).hasSuffix("401") }
    terminal.type("lls")
    try terminal.wait {
      $0.line(2).hasPrefix("▌") && $0.line(2).contains("500") && $0.line(3).hasSuffix(" 1")
    }
    terminal.type("s")
    try terminal.wait {
      $0.line(2).hasPrefix("▌") && $0.line(2).hasSuffix("899") && $0.line(3).hasSuffix("898")
    }
    terminal.type(Self.down + "s")
    try terminal.wait { $0.contains("▲") && cursorLine(terminal).hasSuffix("898") }
    try end(terminal)
  }

  @Test("C lists the columns of a table, and changes their choice, widths and wrapping") func columns() throws
  {
    let terminal = try start("numbered")
    try terminal.wait { $0.contains("one of 1") && status(terminal).hasPrefix("1,000 rows") }
    terminal.type("C")
    try terminal.wait { $0.contains("columns of numbered") && status(terminal).hasPrefix("2/2 columns") }
    #expect(terminal.screen.lines.contains { $0.contains("word") && $0.contains("TEXT") })
    terminal.type(Self.end + " ")
    try terminal.wait { _ in status(terminal).hasPrefix("1/2 columns") }
    terminal.type("\u{1b}")
    try terminal.wait { !$0.contains("one of 1") && $0.contains("▌") }
    terminal.type("+<<<")
    try terminal.wait { $0.contains("word") }
    try end(terminal)
  }

  @Test("Each key of a list of runs has an effect on a table, or the status says why not")
  @MainActor func keysOfRuns() async throws {
    let options = try MusterOptions.read([database.path, "numbered"], always: nil)
    let tables = try DatabaseAddress.file(database.path).open()
    let table = try await tables.table(named: "numbered", key: nil)
    let model = TableList(
      engine: TableEngine(tables, table), options: options, query: TableQuery(), columns: nil, isPushed: false
    )
    let screen = ListScreenController(model, options)
    let keys = Set(screen.keyMap.bindings.flatMap(\.keys))
    let others = try ListSession().screen.controller.keyMap.bindings
    for key in others.flatMap(\.keys) where !keys.contains(key) { Issue.record("\(key) is missing") }
  }

  @Test("The values of a column are counted again when the rows that match become others")
  @MainActor func recounted() async throws {
    let options = try MusterOptions.read([database.path, "numbered"], always: nil)
    let model = TableList(
      engine: try await database.engine("numbered"), options: options, query: TableQuery(), columns: nil,
      isPushed: false)
    let screen = TestScreen(ListScreenController(model, options), columns: 80, lines: 16)
    await screen.wait { $0.contains("one of 1") }
    screen.type("/n:<6")
    screen.press(.enter, "F")
    await screen.wait { $0.lines.last?.hasPrefix("5 values in 5 rows") == true }
    // The page covers the list, which is not drawn meanwhile.
    model.filter(by: "n:<4")
    #expect(await screen.wait { $0.lines.last?.hasPrefix("3 values in 3 rows") == true })
  }

  @Test("A picker prints all cells of the selected row")
  func picking() throws {
    let terminal = try start("numbered", "-1", "-o", "json")
    try terminal.wait(for: "one of 1")
    terminal.type("of 77")
    try terminal.wait { _ in cursorLine(terminal).contains("of 77") }
    terminal.type("\r")
    try terminal.wait(for: "{\"n\":77,\"word\":\"two of 77\"}")
    try expectEqual(terminal.waitForEnd(), .exited(0))
  }
}

@Suite("Databases printed without a terminal", .waitsForProcesses) struct DatabasePrintingTests {
  private func muster(_ database: TemporaryDatabase, _ arguments: String...) throws -> HeadlessRun {
    try HeadlessRun(BuiltProducts.path(of: "muster"), [database.path] + arguments)
  }

  @Test("Tables are printed in every format, and NULL is null in JSON")
  func formats() throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, size REAL, data BLOB);
      INSERT INTO t VALUES (1, 'a' || char(9) || 'b', 1.5, NULL), (2, '007', NULL, x'0102'), (3, 'say "hi", you', 3, NULL);
      """)
    try expectEqual(
      muster(database, "t").standardOutput,
      "id\tname\tsize\tdata\n1\ta\\tb\t1.5\t\n2\t007\t\tx'0102'\n3\tsay \"hi\", you\t3.0\t\n")
    try expectEqual(
      muster(database, "t", "-o", "csv", "-c", "name,id", "-q", "id:>1").standardOutput,
      "name,id\n007,2\n\"say \"\"hi\"\", you\",3\n")
    try expectEqual(
      muster(database, "t", "-o", "json", "-s", "-id", "-q", "id:<3").standardOutput
        .split(separator: "\n").last, "{\"id\":1,\"name\":\"a\\tb\",\"size\":1.5,\"data\":null}")
    let none = try muster(database, "t", "-q", "nothing")
    #expect(none.end == .exited(1) && none.standardOutput == "id\tname\tsize\tdata\n")
    try expectEqual(
      muster(database, "t", "-q", "nam:x").standardError,
      "muster: 'nam:x' is searched as text: no column 'nam'; there are id, name, size, data\n")
    #expect(
      try muster(database, "-p", "-o", "csv").standardOutput.hasPrefix("name,kind,rows,size\nt,table,3,"))
    try expectEqual(
      muster(database, "--sql", "SELECT id, name FROM t WHERE id = 2").standardOutput, "id\tname\n2\t007\n")
    try expectEqual(
      muster(database, "--sql", "SELECT id, size FROM t", "-s", "-id", "-o", "csv").standardOutput,
      "id,size\n3,3.0\n2,\n1,1.5\n")
    // Columns of a pivot have names that look like values.
    try expectEqual(
      muster(database, "--sql", "SELECT id AS '2020', size AS '2021' FROM t", "-q", "1.5").standardOutput,
      "2020\t2021\n1\t1.5\n")
  }

  @Test("A file in WAL mode in a read-only folder is readable if it has no log")
  func readOnlyFolder() throws {
    let database = try TemporaryDatabase("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    let folder = database.directory + "/closed"
    let file = folder + "/copy %?#.sqlite"
    expectEqual(mkdir(folder, 0o755), 0)
    func setsMode(_ mode: String) { _ = try? HeadlessRun("/bin/chmod", [mode, folder]) }
    defer {
      setsMode("u+w")
      for suffix in ["", "-wal", "-shm"] { unlink(file + suffix) }
      rmdir(folder)
    }
    try database.execute("VACUUM INTO '\(file)'")
    try TemporaryDatabase.Writer(file).execute("PRAGMA journal_mode = wal")
    setsMode("a-w")
    // Root can write to any folder, so the test drops that capability.
    let command = geteuid() == 0 ? ["/usr/bin/setpriv", "--bounding-set", "-all"] : []
    func read() throws -> HeadlessRun {
      let words = command + [BuiltProducts.path(of: "muster"), file, "t"]
      return try HeadlessRun(words[0], Array(words.dropFirst()))
    }
    let run = try read()
    #expect(run.end == .exited(0) && run.standardOutput == "a\n1\n", "\(run.standardError)")
    // The log may hold the latest changes of another program, and is not readable in this folder.
    setsMode("u+w")
    let log = try #require(fopen(file + "-wal", "w"))
    fputs("x", log)
    fclose(log)
    setsMode("a-w")
    let refused = try read()
    #expect(refused.end == .exited(2) && refused.standardError.hasPrefix("muster: \(file): "))
  }

  @Test("Templates, --select-1 and --exit-0 work as they do for other lists")
  func pickersWithoutScreen() throws {
    let database = try TemporaryDatabase.ofAllKinds(rows: 100)
    func output(_ arguments: String...) throws -> String {
      let run = try HeadlessRun(BuiltProducts.path(of: "muster"), [database.path] + arguments)
      return "\(run.end) \(run.standardOutput)\(run.standardError)"
    }
    try expectEqual(
      output("numbered", "-o", "{word}: {n}\\t{n}", "-q", "n:<3"),
      "\(exited(0)) one of 1: 1\t1\ntwo of 2: 2\t2\n")
    try expectEqual(
      output("--sql", "SELECT n, word FROM plain WHERE n = 3", "-o", "<{word}>"),
      "\(exited(0)) <three of 3>\n")
    try expectEqual(output("plain", "-o", "{x}"), "\(exited(2)) muster: no column 'x'; there are n, word\n")
    try expectEqual(
      output("numbered", "-1", "--select-1", "-q", "n:=42", "-o", "{word}"), "\(exited(0)) three of 42\n")
    try expectEqual(
      output("numbered", "-1", "--exit-0", "--print-query", "-q", "n:=420"), "\(exited(1)) n:=420\n")
    try expectEqual(
      output("--sql", "SELECT n, word FROM plain WHERE n = 3", "-1", "--select-1", "-o", "csv"),
      "\(exited(0)) 3,three of 3\n")
    try expectEqual(output("looks", "-1", "--exit-0", "-q", "nothing"), "\(exited(1)) ")
  }

  private func exited(_ status: Int32) -> ProgramEnd { .exited(status) }

  @Test("Arguments that do not apply are refused in one line")
  func refusals() throws {
    let database = try TemporaryDatabase("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    for (arguments, status, message) in [
      (["u"], 2, "muster: no table 'u'; there are t\n"),
      (
        ["t", "-g", "id"], 64,
        "muster: --group does not apply to a table of a database; leave it out (see muster --help)\n"
      ),
      (
        ["t", "--total", "id"], 64,
        "muster: --total does not apply to a table of a database; leave it out (see muster --help)\n"
      ),
      (
        ["t", "--name", "x"], 64,
        "muster: --name does not apply to a table of a database; leave it out (see muster --help)\n"
      ),
      (["t", "-s", "x"], 2, "muster: no column 'x'; there are id\n"),
      (["t", "--sql", "SELECT 1"], 64, "muster: a table and --sql; give one of them (see muster --help)\n"),
      (["--sql", "DELETE FROM t"], 2, "muster: only statements that read are allowed\n"),
      (["--sql", "SELECT 1; DELETE FROM t"], 2, "muster: several statements; give one\n"),
      (["--sql", "SELECT 1;; SELECT 2 --x"], 2, "muster: several statements; give one\n"),
      (["--sql", "SELECT 1; x"], 2, "muster: several statements; give one\n"),
      (["--sql", " ; -- x"], 2, "muster: no statement\n"),
      (["--sql", "; /* a */ SELECT id FROM t ; -- x\n;/* y"], 0, ""),
    ] as [([String], Int32, String)] {
      let run = try HeadlessRun(BuiltProducts.path(of: "muster"), [database.path] + arguments)
      #expect(run.end == .exited(status) && run.standardError == message)
    }
    let memory = try HeadlessRun(BuiltProducts.path(of: "muster"), [":memory:"])
    #expect(memory.end == .exited(2) && memory.standardError.contains("no other can read it"))
    let nowhere = try HeadlessRun(
      BuiltProducts.path(of: "muster"), ["postgres://me:secret@/x?host=/dev/null/none"])
    #expect(nowhere.end == .exited(2) && !nowhere.standardError.contains("secret"))
    let file = try HeadlessRun(BuiltProducts.path(of: "muster"), ["/etc/passwd", "--sql", "SELECT 1"])
    expectEqual(file.end, .exited(64))
  }
}
