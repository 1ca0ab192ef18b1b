import DatabaseTesting
import TerminalTesting
import Testing

@testable import DatabaseTesting
@testable import muster

/// The real program on an SQLite file, as a person would use it.
@Suite(.serialized) struct DatabaseSessionTests {
  private let database: TemporaryDatabase

  init() throws { database = try TemporaryDatabase.ofAllKinds(rows: 1000) }

  private func start(_ arguments: String..., columns: Int = 80, lines: Int = 16) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltProducts.path(of: "muster"), [database.path] + arguments, columns: columns, lines: lines)
  }

  private func end(_ terminal: PseudoTerminal) throws {
    terminal.type("\u{3}")
    #expect(try terminal.waitForEnd() == .exited(130))
    #expect(terminal.damage.isEmpty)
  }

  private func cursorLine(_ terminal: PseudoTerminal) -> String {
    terminal.screen.lines.first { $0.hasPrefix("▌") } ?? ""
  }

  private func status(_ terminal: PseudoTerminal) -> String { terminal.screen.line(15) }

  private static let (down, end, home) = ("\u{1b}[B", "\u{1b}[F", "\u{1b}[H")

  @Test("Enter opens a table of the list, and esc comes back")
  func listOfTables() throws {
    let terminal = try start()
    try terminal.wait { $0.contains("an index") && $0.contains("numbered") && $0.contains("virtual table") }
    #expect(terminal.screen.lines.contains { $0.contains("numbered") && $0.contains("1000") })
    terminal.type("/numb\r")
    try terminal.wait { _ in cursorLine(terminal).contains("numbered") }
    terminal.type("\r")
    try terminal.wait { $0.contains("one of 1") && status(terminal).hasPrefix("1,000 rows") }
    #expect(terminal.screen.line(0).contains("› numbered"))
    terminal.type("\u{1b}")
    try terminal.wait { $0.contains("virtual table") || cursorLine(terminal).contains("numbered") }
    try end(terminal)
  }

  @Test("The ends of a table are one key away, and columns are chosen, hidden and sorted by the database")
  func columnsAndEnds() throws {
    let terminal = try start("numbered")
    try terminal.wait { $0.contains("one of 1") && status(terminal).hasPrefix("1,000 rows") }
    terminal.type(Self.end)
    try terminal.wait { _ in cursorLine(terminal).contains("of 1000") }
    terminal.type(Self.home)
    try terminal.wait { _ in cursorLine(terminal).hasSuffix("one of 1") }
    terminal.type("lls")
    try terminal.wait { $0.contains("word ▲") && status(terminal).contains("by word ▲") }
    terminal.type("s")
    try terminal.wait { $0.contains("word ▼") && status(terminal).contains("by word ▼") }
    #expect(cursorLine(terminal).hasSuffix("one of 1"), "the cursor stays on its row")
    terminal.type("h-")
    try terminal.wait { !$0.line(1).contains("n ") && $0.contains("word") }
    terminal.type("+b")
    try terminal.wait { _ in status(terminal).contains("groups: only for lists that are read as a whole") }
    try end(terminal)
  }

  @Test("A filter is answered by the database; what it cannot say is told, and esc keeps the row")
  func filter() throws {
    let terminal = try start("plain", "--last")
    try terminal.wait { _ in cursorLine(terminal).contains("of 1000") }
    terminal.type("/n:>=998 !word:two")
    try terminal.wait { _ in status(terminal).hasPrefix("3 rows") || status(terminal).hasPrefix("2 rows") }
    terminal.type(" ~x")
    try terminal.wait { _ in status(terminal).contains("a regular expression is not looked for in a database")
    }
    terminal.type("\u{1b}")
    try terminal.wait { _ in status(terminal).hasPrefix("1,000 rows") }
    try end(terminal)
  }

  @Test("Enter shows the whole row, NULL is told from text, and changes of others are marked in place")
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
    // Other columns are taken over without a new start.
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

  @Test("A lock of another program is told, and what it kept away is shown later")
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

  @Test("A view and a query are lists that are read again, known by key")
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

  @Test("A row is picked, by its cells, whole")
  func picking() throws {
    let terminal = try start("numbered", "-1", "-o", "json")
    try terminal.wait(for: "one of 1")
    terminal.type("of 77")
    try terminal.wait { _ in cursorLine(terminal).contains("of 77") }
    terminal.type("\r")
    try terminal.wait(for: "{\"n\":77,\"word\":\"two of 77\"}")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}

/// Rows of databases that are printed, without a terminal.
@Suite struct DatabasePrintingTests {
  private func muster(_ database: TemporaryDatabase, _ arguments: String...) throws -> HeadlessRun {
    try HeadlessRun(BuiltProducts.path(of: "muster"), [database.path] + arguments)
  }

  @Test("Tables are printed in every format, and NULL is told in JSON")
  func formats() throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, size REAL, data BLOB);
      INSERT INTO t VALUES (1, 'a' || char(9) || 'b', 1.5, NULL), (2, '007', NULL, x'0102'), (3, 'say "hi", you', 3, NULL);
      """)
    #expect(
      try muster(database, "t").standardOutput
        == "id\tname\tsize\tdata\n1\ta\\tb\t1.5\t\n2\t007\t\tx'0102'\n3\tsay \"hi\", you\t3.0\t\n")
    #expect(
      try muster(database, "t", "-o", "csv", "-c", "name,id", "-q", "id:>1").standardOutput
        == "name,id\n007,2\n\"say \"\"hi\"\", you\",3\n")
    #expect(
      try muster(database, "t", "-o", "json", "-s", "-id", "-q", "id:<3").standardOutput
        .split(separator: "\n").last == "{\"id\":1,\"name\":\"a\\tb\",\"size\":1.5,\"data\":null}")
    let none = try muster(database, "t", "-q", "nothing")
    #expect(none.end == .exited(1) && none.standardOutput == "id\tname\tsize\tdata\n")
    #expect(
      try muster(database, "-p", "-o", "csv").standardOutput.hasPrefix("name,kind,rows,size\nt,table,3,"))
    #expect(
      try muster(database, "--sql", "SELECT id, name FROM t WHERE id = 2").standardOutput
        == "id\tname\n2\t007\n")
    #expect(
      try muster(database, "--sql", "SELECT id, size FROM t", "-s", "-id", "-o", "csv").standardOutput
        == "id,size\n3,3.0\n2,\n1,1.5\n")
  }

  @Test("What does not apply is refused, in one line")
  func refusals() throws {
    let database = try TemporaryDatabase("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    for (arguments, status, message) in [
      (["u"], 2, "muster: no table 'u'; there are t\n"),
      (
        ["t", "-g", "id"], 64,
        "muster: --group does not apply to a table of a database; leave it out (see muster --help)\n"
      ),
      (["t", "-s", "x"], 2, "muster: no column 'x'; there are id\n"),
      (["t", "--sql", "SELECT 1"], 64, "muster: a table and --sql; give one of them (see muster --help)\n"),
      (["--sql", "DELETE FROM t"], 2, "muster: only statements that read are carried out\n"),
    ] as [([String], Int32, String)] {
      let run = try HeadlessRun(BuiltProducts.path(of: "muster"), [database.path] + arguments)
      #expect(run.end == .exited(status) && run.standardError == message)
    }
    let memory = try HeadlessRun(BuiltProducts.path(of: "muster"), [":memory:"])
    #expect(memory.end == .exited(2) && memory.standardError.contains("no other can read it"))
    let nowhere = try HeadlessRun(
      BuiltProducts.path(of: "muster"), ["postgres://me:secret@/x?host=/nonexistent"])
    #expect(nowhere.end == .exited(2) && !nowhere.standardError.contains("secret"))
    let file = try HeadlessRun(BuiltProducts.path(of: "muster"), ["/etc/passwd", "--sql", "SELECT 1"])
    #expect(file.end == .exited(64))
  }
}
