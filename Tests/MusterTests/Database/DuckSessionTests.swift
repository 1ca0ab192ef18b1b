import DatabaseTesting
import TerminalTesting
import TestSupport
import Testing

@testable import DatabaseTesting
@testable import Databases
@testable import muster

@Suite(
  "Sessions with files that DuckDB reads", .serialized, .waitsForProcesses,
  .enabled(if: TemporaryDuck.isInstalled, Comment(rawValue: TemporaryDuck.reason)))
struct DuckSessionTests {
  private let files: TemporaryDuck

  init() throws {
    files = try TemporaryDuck(
      """
      COPY (SELECT range AS id, 'word ' || range AS word FROM range(3000)) TO 'DIR/t.parquet';
      ATTACH 'DIR/w.duckdb' AS w; CREATE TABLE w.notes AS SELECT 7 AS id, {'a': [1]} AS record;
      """)
    try files.folder.write("id,word\n1,one\n2,two\n", to: "t.csv")
  }

  private func start(_ arguments: String...) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltProducts.path(of: "muster"), arguments, environment: TemporaryDuck.environment, columns: 80,
      lines: 16)
  }

  private func end(_ terminal: PseudoTerminal) throws { try terminal.finish(typing: "\u{3}", .exited(130)) }

  @Test("A Parquet file is a table; a new one at its path appears by itself") func parquet() throws {
    let terminal = try start(files.folder.file("t.parquet"))
    try terminal.wait { $0.contains("word 5") && $0.line(15).hasPrefix("3,000 rows") }
    #expect(terminal.screen.line(0).hasPrefix("t.parquet · DuckDB"))
    terminal.type("\u{1b}[F")
    try terminal.wait(for: "word 2999")
    terminal.type("/id:<3\r")
    try terminal.wait { $0.contains("word 2") && $0.line(15).hasPrefix("3 rows") }
    try files.execute("COPY (SELECT 1 AS id, 'other' AS word) TO 'DIR/new.parquet'")
    try expectEqual(
      HeadlessRun("/bin/mv", [files.folder.file("new.parquet"), files.folder.file("t.parquet")]).end,
      .exited(0))
    try terminal.wait { $0.contains("other") && $0.line(15).contains("1 row ") }
    try end(terminal)
  }

  @Test("A table of a DuckDB file opens from the list of tables; o opens nested values as lists")
  func database() throws {
    let terminal = try start(files.folder.file("w.duckdb"))
    try terminal.wait { $0.contains("notes") && $0.contains("table") }
    terminal.type("\r")
    try terminal.wait(for: #"{"a":[1]}"#)
    terminal.type("lo")
    try terminal.wait(for: "id has no members")
    terminal.type("lo")
    try terminal.wait { $0.line(0).contains("› record of notes") && $0.line(1).contains("a") }
    terminal.type("lo")
    try terminal.wait { $0.line(0).contains("› a of [1]") && $0.line(2).contains("1") }
    try end(terminal)
  }

  @Test("A statement over files needs no database and follows them; esc ends one that takes for ever")
  func statements() throws {
    let path = files.folder.file("t.csv")
    let terminal = try start("--sql", "SELECT * REPLACE (upper(word) AS word) FROM '\(path)'")
    try terminal.wait { $0.contains("TWO") && $0.contains("2 rows") }
    try files.folder.replace("t.csv", with: "id,word\n1,one\n2,two\n3,three\n")
    try terminal.wait { $0.contains("THREE") && $0.contains("3 rows") }
    try end(terminal)
    let endless = try start(
      "--sql", "SELECT count(*) FROM range(1000000000) a, range(1000000000) b WHERE a.range ^ b.range = 3")
    // The first answer of a statement: esc leaves the program, and what DuckDB does ends with it.
    try endless.wait(for: "reading")
    try endless.finish(typing: "\u{1b}", .exited(0))
  }

  @Test("The interrupt of a terminal does not reach Python, which is asked where its package is")
  func question() throws {
    _ = try files.folder.writeProgram(
      "#!/bin/sh\ntrap '' INT\nkill -INT 0\nPATH=${PATH#*:} exec python3 \"$@\"\n", to: "python3")
    var environment = TemporaryDuck.environment
    environment["PATH"] = "\(files.folder.path):" + ((environment["PATH"] ?? nil) ?? "/usr/bin:/bin")
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "muster"), [files.folder.file("t.parquet")], environment: environment)
    try terminal.wait(for: "word 5")
    try end(terminal)
  }

  @Test("Without DuckDB one line says how to get it; what would write is refused") func refusals() throws {
    let nowhere = try HeadlessRun(
      BuiltProducts.path(of: "muster"), ["-p", files.folder.file("t.parquet")],
      environment: ["MUSTER_DUCKDB": files.folder.file("none.so")])
    expectEqual(nowhere.end, .exited(2))
    #expect(
      nowhere.standardError.contains("none.so is not installed")
        && nowhere.standardError.contains("pip install duckdb"))
    let poor = try HeadlessRun(
      "/bin/sh",
      [
        "-c", "ulimit -d 204800 && exec \"$@\"", "sh", BuiltProducts.path(of: "muster"), "-p",
        files.folder.file("t.parquet"),
      ], environment: TemporaryDuck.environment)
    expectEqual(poor.end, .exited(2))
    #expect(poor.standardError.hasPrefix("muster: not enough memory for DuckDB"))
    let writing = try HeadlessRun(
      BuiltProducts.path(of: "muster"), ["-p", "--sql", "COPY (SELECT 1) TO '\(files.folder.file("x"))'"],
      environment: TemporaryDuck.environment)
    expectEqual(writing.standardError, "muster: only statements that read are allowed\n")
    expectEqual(writing.end, .exited(2))
  }
}
