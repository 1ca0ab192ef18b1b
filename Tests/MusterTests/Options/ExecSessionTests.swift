import TerminalTesting
import TestSupport
import Testing

@testable import muster

/// Tests that data cannot run commands or control the terminal through the program.
@Suite("Commands and picked rows on a terminal", .waitsForProcesses) struct ExecSessionTests {
  private let directory: TemporaryDirectory
  /// A row with escape sequences that set the title and the clipboard of the terminal.
  private static let steering = "\u{1B}]0;title\u{7}a\u{1B}]52;c;eA==\u{7}b\u{9B}2J\u{202E}"

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("COL,ID\n\"a\\'; touch PWNED; #\",1\n", to: "in.csv")
  }

  private func muster(_ arguments: String..., capturesOutput: Bool = false) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltProducts.path(of: "muster"), arguments, directory: directory.path, capturesOutput: capturesOutput,
      capturesErrors: true)
  }

  @Test(
    "A command with a placeholder that cannot be quoted is refused before any input is read",
    arguments: [
      "echo ${COL}", "echo \"${COL}\"", "echo $'{COL}'", "cat <<E\n{COL}\nE", "echo `echo {COL}`",
      "echo $(echo {COL})",
    ])
  func refusedAtOnce(template: String) throws {
    let terminal = try muster("-x", template, "no-such-file")
    try expectEqual(terminal.waitForEnd(), .exited(2))
    let error = String(decoding: terminal.standardError, as: UTF8.self)
    #expect(
      error.hasPrefix("muster: {COL} is not safe after ") && error.filter(\.isNewline) == "\n",
      "\(error)")
    #expect(terminal.output.isEmpty)
  }

  @Test("Until the first rows arrive, the screen shows the running time") func slowFirstRun() throws {
    let terminal = try muster("--", "sleep", "100")
    try terminal.wait(for: "running for")
    terminal.type("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
  }

  @Test("A column that does not exist ends the program, and no command runs") func unknownColumn() throws {
    let terminal = try muster("-x", "touch PWNED {CLO}", "in.csv")
    try expectEqual(terminal.waitForEnd(), .exited(2))
    expectEqual(
      String(decoding: terminal.standardError, as: UTF8.self),
      "muster: no column 'CLO'; there are COL, ID; write \\{ for a literal brace\n")
    #expect((try? directory.read("PWNED")) == nil)
    #expect(terminal.damage.isEmpty)
  }

  @Test("The command receives the value, and the shell interprets none of it") func value() throws {
    let terminal = try muster("-x", "printf '%s|%s' \"{COL}\" {COL} >out", "in.csv")
    try terminal.wait(for: "▌ a")
    terminal.type("x")
    try terminal.wait(for: "printf '%s|%s'")
    terminal.type("y")
    try terminal.wait(for: "done: printf")
    terminal.type("\u{3}")
    try terminal.waitForEnd()
    try expectEqual(directory.read("out"), "a\\'; touch PWNED; #|a\\'; touch PWNED; #")
    #expect((try? directory.read("PWNED")) == nil)
  }

  @Test("An answer typed together with the key that opens the question does not run the command")
  func typedTogether() throws {
    let terminal = try muster("-x", "touch RUN", "in.csv")
    try terminal.wait(for: "▌ a")
    terminal.type("xy")
    try terminal.wait(for: "touch RUN")
    terminal.type("n")
    try terminal.wait { !$0.contains("touch RUN") }
    #expect((try? directory.read("RUN")) == nil)
    terminal.type("\u{3}")
    try terminal.waitForEnd()
    #expect((try? directory.read("RUN")) == nil)
  }

  @Test("A command runs for all marked rows without a question; its output stays until enter") func allRows()
    throws
  {
    try directory.write("ID,NAME\n1,$(touch PWNED)\n2,b c\n3,d\n", to: "rows.csv")
    let terminal = try muster("-x!", "k:tell=printf '<%s>' {+NAME}", "-x", "rm {NAME}", "rows.csv")
    try terminal.wait(for: "▌  1")
    terminal.type("\t\tk")
    try terminal.wait { $0.contains("<$(touch PWNED)><b c>") && $0.contains("exit status 0; press enter") }
    terminal.type("\r")
    try terminal.wait(for: "done: printf")
    // The menu names the keys.
    terminal.type("x")
    try terminal.wait { $0.contains("k tell") && $0.contains("rm {NAME}") }
    terminal.type("k")
    // The output of the first run is still on the screen.
    try terminal.wait { $0.lines.count { $0.hasSuffix("press enter to go back") } == 2 }
    terminal.type("\r")
    try terminal.wait(for: "done: printf")
    terminal.type("\u{3}")
    try terminal.waitForEnd()
    #expect((try? directory.read("PWNED")) == nil)
    #expect(terminal.damage.isEmpty)
  }

  @Test("A command runs for each row in turn, also after one fails") func eachRow() throws {
    try directory.write("ID,NAME\n1,a\n2,b\n3,c\n", to: "rows.csv")
    let terminal = try muster("-x!", "k=printf {ID} >>out; [ {ID} != 1 ]", "rows.csv")
    try terminal.wait(for: "▌  1")
    terminal.type("\t\t\tk")
    try terminal.wait(for: "exit status 1; press enter")
    terminal.type("\r")
    try terminal.wait(for: "exit status 1: 3 commands")
    terminal.type("\u{3}")
    try terminal.waitForEnd()
    try expectEqual(directory.read("out"), "123")
  }

  @Test("Picked rows cannot control the terminal they are printed to", arguments: ["-1", "-m"])
  func picked(option: String) throws {
    try directory.write("\(Self.steering)\n", to: "rows")
    let terminal = try muster(option, "-f", "lines", "rows")
    try terminal.wait { $0.lines.contains { $0.contains("title") } }
    terminal.type("\r")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    let output = String(decoding: terminal.output, as: UTF8.self)
    #expect(!output.contains("\u{1B}]0;title") && !output.contains("]52;c;eA==\u{7}"))
    #expect(!output.unicodeScalars.contains { $0 == "\u{9B}" || $0 == "\u{202E}" })
    #expect(output.hasSuffix(#"\x1B]0;title\x07a\x1B]52;c;eA==\x07b\u{9B}2J\u{202E}"# + "\r\n"))
  }

  @Test("Picked rows go into a pipe unchanged") func pickedIntoAPipe() throws {
    try directory.write("\(Self.steering)\n", to: "rows")
    let terminal = try muster("-1", "-f", "lines", "rows", capturesOutput: true)
    try terminal.wait { $0.lines.contains { $0.contains("title") } }
    terminal.type("\r")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectEqual(terminal.standardOutput, Array("\(Self.steering)\n".utf8))
  }

  // MARK: Pickers in scripts

  @Test("A picker with one match prints the query and the row without a screen") func selectsOne()
    throws
  {
    try directory.write("  one\n  two\n", to: "rows")
    let run = try directory.shell("cat rows | \"$0\" -1 --select-1 --print-query -f lines -q tw")
    #expect(run.end == .exited(0) && run.standardOutput == "tw\ntwo\n")
    let none = try directory.shell("cat rows | \"$0\" -1 --exit-0 --print-query -q x")
    #expect(none.end == .exited(1) && none.standardOutput == "x\n")
  }

  @Test("A picker with several matches shows a screen with the rows that were read") func asks() throws {
    try directory.write("ID,NAME\n1,one\n2,two\n", to: "rows.csv")
    let terminal = try muster(
      "-1", "--select-1", "--exit-0", "--print-query", "-o", "{NAME}={ID}", "rows.csv", capturesOutput: true)
    try terminal.wait(for: "▌  1")
    terminal.type("two")
    try terminal.wait(for: "1/2 rows")
    terminal.type("\r")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectEqual(String(decoding: terminal.standardOutput, as: UTF8.self), "two\ntwo=2\n")
  }

  @Test("A picker whose output names a missing column ends with status 2") func missingColumn()
    throws
  {
    try directory.write("ID,NAME\n1,one\n2,two\n", to: "rows.csv")
    let terminal = try muster("-1", "-o", "{NO}", "rows.csv")
    try expectEqual(terminal.waitForEnd(), .exited(2))
    let error = String(decoding: terminal.standardError, as: UTF8.self)
    expectEqual(error, "muster: no column 'NO'; there are ID, NAME\n")
  }
}
