import DatabaseTesting
import LibC
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

  private static let (down, end) = ("\u{1b}[B", "\u{1b}[F")

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

  @Test("The bell rings when the first row of --alert appears, and the title of the window says it")
  func alertAppears() throws {
    let terminal = try start("numbered", "--alert", "word:=new")
    try terminal.wait { $0.line(0).contains("numbered · test.sqlite") && status(terminal).hasPrefix("1,000") }
    try database.execute("INSERT INTO numbered VALUES (2000, 'new')")
    try terminal.wait { $0.line(0).contains("1 alert") }
    try database.execute("DELETE FROM numbered WHERE n = 2000")
    try terminal.wait { !$0.line(0).contains("alert") }
    try end(terminal)
    #expect(terminal.outputText.contains("\u{7}\u{1B}]2;1 alert · numbered · test.sqlite\u{1B}\\"))
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
      (["t", "-s", "x"], 2, "muster: no column 'x'; there are id\n"),
      (
        ["t", "--name", "x"], 64,
        "muster: --name does not apply to a table of a database; leave it out (see muster --help)\n"
      ),
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
