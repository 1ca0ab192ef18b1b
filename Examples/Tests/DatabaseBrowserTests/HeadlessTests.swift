import Foundation
import GRDB
import TerminalTesting
import Testing

@testable import database_browser

/// The real program without a terminal.
@Suite struct HeadlessTests {
  static let program = BuiltProducts.path(of: "database-browser")

  private let database: TemporaryDatabase

  init() throws { database = try TemporaryDatabase.ofAllKinds(rows: 30) }

  private func run(_ arguments: [String]) throws -> HeadlessRun {
    try HeadlessRun(Self.program, arguments, environment: ["XDG_CACHE_HOME": database.directory])
  }

  @Test func madeUpRowsAreTheSameForTheSameSeed() throws {
    let first = try run(["--rows", "300", "--seed", "5"])
    #expect(first.end == .exited(0))
    let lines = first.standardOutput.split(separator: "\n")
    #expect(lines.count == 300)
    #expect(lines.first?.hasPrefix("300\t") == true)
    #expect(lines.allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count == 9 })
    let path = "\(database.directory)/listkit/parcels-300-5.sqlite"
    #expect(FileManager.default.fileExists(atPath: path))
    let again = try run(["--rows", "300", "--seed", "5"])
    #expect(again.standardOutput == first.standardOutput)
    #expect(again.standardError.isEmpty, "made once")
    try FileManager.default.removeItem(atPath: path)
    #expect(try run(["--rows", "300", "--seed", "5"]).standardOutput == first.standardOutput)
    #expect(try run(["--rows", "300", "--seed", "6"]).standardOutput != first.standardOutput)
  }

  @Test func theFilterReachesTheDatabase() throws {
    let found = try run(["--rows", "300", "--query", "ber germ"])
    #expect(found.end == .exited(0))
    let lines = found.standardOutput.split(separator: "\n")
    #expect(!lines.isEmpty && lines.count < 100)
    #expect(lines.allSatisfy { $0.contains("Germany") })
    let nothing = try run(["--rows", "300", "--query", "zzzz"])
    #expect(nothing.end == .exited(1))
    #expect(nothing.standardOutput.isEmpty)
  }

  @Test(arguments: TemporaryDatabase.kinds)
  func tablesOfOnesOwnArePrinted(table: String) throws {
    let found = try run(["--database", database.path, "--table", table, "--ascending", "--query", "three"])
    #expect(found.end == .exited(0))
    let lines = found.standardOutput.split(separator: "\n")
    #expect(lines.count == 10)
    #expect(lines.first?.contains("3\tthree of 3") == true)
  }

  @Test func rowsArePrintedInTheOrderOfAColumn() throws {
    try database.execute(
      "CREATE TABLE t (a TEXT, b); INSERT INTO t VALUES ('x', 2), ('y', NULL), ('z', 10), ('u', '1'), ('v', 2)"
    )
    func printed(_ arguments: String...) throws -> [String] {
      let run = try run(["--database", database.path, "--table", "t"] + arguments)
      #expect(run.end == .exited(0))
      return run.standardOutput.split(separator: "\n").map { String($0.prefix(1)) }
    }
    #expect(try printed("--order", "b", "--ascending") == ["x", "v", "z", "u", "y"], "NULL is the largest")
    #expect(try printed("--order", "B") == ["y", "u", "z", "v", "x"])
    #expect(try printed("--order", "a", "--query", "2") == ["x", "v"])
  }

  @Test func aTableOfOnesOwnIsOnlyRead() throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: database.path))
    _ = try run(["--database", database.path, "--table", "plain"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: database.path)) == before)
    let refused = try run(["--database", database.path, "--table", "plain", "--rate", "5"])
    #expect(refused.end == .exited(64))
  }

  @Test func whatWouldBreakALineOrDoWorseIsSpelledOut() throws {
    try database.execute(
      """
      CREATE TABLE t (a, b);
      INSERT INTO t VALUES ('1\t2', '3' || char(10) || '4'), (NULL, x'00FF'),
        (char(27) || ']0;pwn' || char(7) || '\\', 'a' || char(0) || 'b')
      """)
    let found = try run(["--database", database.path, "--table", "t", "--ascending"])
    #expect(found.standardOutput == "1\\t2\t3\\n4\n\tx'00FF'\n\\x1B]0;pwn\\x07\\\\\ta\\x00b\n")
  }

  @Test func namesOfTablesDoNoHarm() throws {
    try database.execute("CREATE TABLE \"\u{1b}]0;pwn\u{7}\" (a)")
    for arguments in [[], ["--table", "\u{1b}[2J"]] {
      let refused = try run(["--database", database.path] + arguments)
      #expect(refused.end == .exited(2))
      #expect(refused.standardError.contains("\\x1B]0;pwn\\x07"))
      #expect(refused.standardError.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    }
    let unknown = try run(["--\u{1b}]0;pwn\u{7}"])
    #expect(unknown.end == .exited(64))
    #expect(unknown.standardError.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
  }

  private func shell(_ script: String) throws -> HeadlessRun {
    try HeadlessRun(
      "/bin/bash", ["-c", script],
      environment: [
        "XDG_CACHE_HOME": database.directory, "BROWSER": Self.program, "DATABASE": database.path,
        "SWIFT_BACKTRACE": "enable=no",
      ])
  }

  @Test(arguments: [
    #""$BROWSER" --database "$DATABASE" --table plain"#, #""$BROWSER" write --rows 30 --count 2 --rate 1000"#,
    #""$BROWSER" --help"#,
  ])
  func outputThatIsLostIsSaid(command: String) throws {
    for target in [">/dev/full", ">&-"] {
      let run = try shell("\(command) \(target)")
      #expect(run.end == .exited(2), "\(target)")
      let lines = run.standardError.split(separator: "\n").filter { $0.hasPrefix("database-browser: ") }
      #expect(lines.count == 1, "\(run.standardError)")
    }
  }

  @Test(arguments: ["auto", "automatic", "16", "256", "truecolor"]) func coloursByTheNamesOfTheHelp(
    name: String
  ) throws {
    #expect(try shell(#""$BROWSER" --rows 1000 --color \#(name) >/dev/null"#).end == .exited(0))
  }

  @Test func aReaderThatHasEnoughIsNoError() throws {
    let run = try shell(#""$BROWSER" --rows 3000 2>/dev/null; "$BROWSER" --rows 3000 | head -1 | cut -f1"#)
    #expect(run.standardOutput.hasSuffix("\n3000\n"))
    #expect(run.standardError.isEmpty)
  }

  @Test func firstStartsAtOnceAllWork() throws {
    let run = try shell(
      """
      for number in 1 2 3 4; do "$BROWSER" --rows 2000 >"$XDG_CACHE_HOME/$number" & jobs+=($!); done
      for job in "${jobs[@]}"; do wait "$job" || echo "failed with $?"; done
      cmp "$XDG_CACHE_HOME/1" "$XDG_CACHE_HOME/2" && cmp "$XDG_CACHE_HOME/3" "$XDG_CACHE_HOME/4"
      wc -l <"$XDG_CACHE_HOME/1"
      """)
    #expect(run.end == .exited(0))
    #expect(run.standardOutput.split(separator: "\n").last?.contains("2000") == true)
    #expect(!run.standardOutput.contains("failed"), "\(run.standardOutput)")
    #expect(
      run.standardError.components(separatedBy: "Making").count == 2, "one makes it: \(run.standardError)")
  }

  /// A program that was killed while it made the database leaves no lock behind.
  @Test func aStartThatWasKilledIsForgotten() throws {
    let run = try shell(
      """
      "$BROWSER" --rows 10000000 >/dev/null 2>&1 & job=$!
      until [ -s "$XDG_CACHE_HOME/listkit/parcels-10000000-1.sqlite.new-wal" ]; do sleep 0.01; done
      kill -9 $job; wait $job 2>/dev/null
      mv "$XDG_CACHE_HOME/listkit/parcels-10000000-1.sqlite.new" "$XDG_CACHE_HOME/listkit/parcels-50-1.sqlite.new"
      : >"$XDG_CACHE_HOME/listkit/parcels-50-1.sqlite"
      "$BROWSER" --rows 50 | wc -l
      """)
    #expect(run.standardOutput.split(separator: "\n").last?.contains("50") == true, "\(run.standardError)")
  }

  @Test func refusalsAreOneLine() throws {
    let text = database.directory + "/text"
    try Data("no database at all, but long enough to have a header".utf8).write(
      to: URL(fileURLWithPath: text))
    let cases: [([String], String)] = [
      (["--database", "/nowhere.sqlite"], "/nowhere.sqlite: no such file"),
      (["--database", text], "\(text): file is not a database"),
      (["--database", database.directory], database.directory),
      (
        ["--database", database.path, "--table", "nope"],
        "no table 'nope'; there are an index, indexed, itself"
      ),
      (
        ["--database", database.path, "--table", "plain", "--order", "nope"],
        "no column 'nope'; there are n, word"
      ),
      (["--database", database.path], "which table? --table takes one of an index, indexed"),
    ]
    for (arguments, message) in cases {
      let refused = try run(arguments)
      #expect(refused.end == .exited(2))
      #expect(refused.standardOutput.isEmpty)
      let lines = refused.standardError.split(separator: "\n")
      #expect(lines.count == 1)
      #expect(lines.first?.hasPrefix("database-browser: \(message)") == true, "\(lines)")
    }
  }

  @Test func theWriterTellsWhatItDoes() throws {
    let written = try run(["write", "--rows", "300", "--count", "40", "--rate", "1000"])
    #expect(written.end == .exited(0))
    let steps = written.standardOutput.split(separator: "\n").map { $0.split(separator: "\t").first }
    #expect(steps.count == 40)
    #expect(Set(steps) == ["insert", "update", "delete"])
    let inserted = steps.count { $0 == "insert" } - steps.count { $0 == "delete" }
    #expect(try run(["--rows", "300"]).standardOutput.split(separator: "\n").count == 300 + inserted)
  }
}
