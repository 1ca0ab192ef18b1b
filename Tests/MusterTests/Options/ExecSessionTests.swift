import LibC
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

  @Test("A command with a placeholder that cannot be quoted is refused before any input is read")
  func refusedAtOnce() throws {
    let terminal = try muster("-x", "echo ${COL}", "no-such-file")
    try expectEqual(terminal.waitForEnd(), .exited(2))
    let error = String(decoding: terminal.standardError, as: UTF8.self)
    #expect(
      error.hasPrefix("muster: {COL} is not safe after ") && error.filter(\.isNewline) == "\n", "\(error)")
    #expect(terminal.output.isEmpty)
  }

  @Test("Until the first rows arrive, the screen shows the running time") func slowFirstRun() throws {
    let terminal = try muster("--", "sleep", "100")
    try terminal.wait(for: "running for")
    try terminal.finish(typing: "q")
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
    try terminal.finish(typing: "\u{3}", .exited(130))
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
    try terminal.finish(typing: "\u{3}", .exited(130))
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
    try terminal.finish(typing: "\u{3}", .exited(130))
    #expect((try? directory.read("PWNED")) == nil)
  }

  @Test("A command runs for each row in turn, also after one fails") func eachRow() throws {
    try directory.write("ID,NAME\n1,a\n2,b\n3,c\n", to: "rows.csv")
    let terminal = try muster("-x!", "k=printf {ID} >>out; [ {ID} != 1 ]", "rows.csv")
    try terminal.wait(for: "▌  1")
    terminal.type("\t\t\tk")
    try terminal.wait(for: "exit status 1; press enter")
    terminal.type("\r")
    try terminal.wait(for: "exit status 1: 3 commands")
    try terminal.finish(typing: "\u{3}", .exited(130))
    try expectEqual(directory.read("out"), "123")
  }

  private static let endless = ": >started; exec sleep 100000"

  @Test(
    "Whatever signal ends the program, its commands end with it",
    arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGKILL],
    [
      ["--", "sh", "-c", endless], ["--preview", endless, "in.csv"],
      ["--each", "one two", "--", "sh", "-c", ": {}; \(endless)"],
    ])
  func ended(signal: Int32, arguments: [String]) throws {
    // All processes of the program have the pipe of its standard error, which ends with the last of them.
    let program = BuiltProducts.path(of: "muster")
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", #"exec 3>&2 2>/dev/null "$@""#, "sh", program] + arguments, directory: directory.path,
      capturesErrors: true)
    try terminal.wait("the command") { _ in (try? directory.read("started")) != nil }
    try terminal.waitUntilIdle()
    terminal.send(signal: signal)
    try terminal.waitForEnd()
  }

  @Test("Only picked rows go to the output of a picker, also while an action prints") func pickedAlone()
    throws
  {
    let terminal = try muster(
      "-1", "-x!", "alt-e=echo VIEW {ID}; read -r word; echo read $word", "in.csv", capturesOutput: true)
    try terminal.wait(for: "▌ a")
    terminal.type("\u{1B}e")
    try terminal.wait(for: "VIEW 1")
    terminal.type("word\r")
    try terminal.wait { $0.contains("read word") && $0.contains("exit status 0; press enter") }
    terminal.type("\r")
    try terminal.wait(for: "done: echo")
    try terminal.finish(typing: "\r")
    expectEqual(String(decoding: terminal.standardOutput, as: UTF8.self), "\"a\\'; touch PWNED; #\",1\n")
  }

  @Test("Inside tmux, y hands the row to tmux, and the status says so") func copiesWithTmux() throws {
    // The file is written by a child that has ended before the program is started.
    let fake = ##"printf '#!/bin/sh\necho "$@" >"$0.words"; cat >"$0.text"\n' >tmux; chmod +x tmux"##
    _ = try directory.shell(fake)
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "muster"), ["in.csv"],
      environment: [
        "TERM": "screen-256color", "TMUX": "socket", "PATH": "\(directory.path):/usr/local/bin:/usr/bin:/bin",
      ], directory: directory.path)
    try terminal.wait(for: "▌ a")
    terminal.type("y")
    try terminal.wait(for: "handed to tmux for the clipboard: the row")
    try expectEqual(directory.read("tmux.words"), "load-buffer -w -\n")
    try expectEqual(directory.read("tmux.text"), "\"a\\'; touch PWNED; #\",1")
    #expect(!terminal.outputText.contains("]52;c"))
    try terminal.finish(typing: "q")
  }

  @Test("A letter of --exec that was a key of the list is named once, and enter can run a command")
  func keysOfActions() throws {
    let terminal = try muster("-x!", "g:go=printf %s {ID} >out", "-x!", "enter=echo {} >line", "in.csv")
    try terminal.wait { $0.contains("g is go, not ") && $0.contains("▌ a") }
    terminal.type("\r")
    try terminal.wait(for: "done: echo")
    try expectEqual(directory.read("line"), "\"a\\'; touch PWNED; #\",1\n")
    terminal.type("g")
    // A key that is typed before would be the command's.
    try terminal.wait(for: "done: printf")
    try expectEqual(directory.read("out"), "1")
    #expect(!terminal.screen.contains("g is go"))
    try terminal.finish(typing: "q")
    let picker = try muster("-1", "-x", "enter=echo {}", "in.csv")
    try expectEqual(picker.waitForEnd(), .exited(64))
  }

  @Test("A letter of another keyboard layout says that it is no key") func otherLayout() throws {
    let terminal = try muster("in.csv")
    try terminal.wait(for: "▌ a")
    terminal.type("о")
    try terminal.wait(for: "о is no key")
    terminal.type("/о")
    try terminal.wait { $0.contains("0/1") || $0.contains("0 of 1") }
    try terminal.finish(typing: "\u{3}", .exited(130))
  }

  @Test("An action takes no rows from the pipe that the list is read from") func pipedRows() throws {
    let line =
      "(seq 5; echo end) | '\(BuiltProducts.path(of: "muster"))' -f lines -F -x! 'k=echo begin; cat; echo read {}'"
    let terminal = try PseudoTerminal("/bin/sh", ["-c", line])
    try terminal.wait(for: "▌ end")
    terminal.type("k")
    try terminal.wait { $0.contains("begin") && !$0.contains("▌ end") }
    terminal.type("typed\r\u{4}")
    try terminal.wait { $0.contains("typed") && $0.contains("read end") && $0.contains("press enter") }
    terminal.type("\r")
    try terminal.wait(for: "done: echo begin")
    terminal.type("q")
    try terminal.waitForEnd()
  }

  @Test("Picked rows cannot control the terminal they are printed to", arguments: ["-1", "-m"])
  func picked(option: String) throws {
    try directory.write("\(Self.steering)\n", to: "rows")
    let terminal = try muster(option, "-f", "lines", "rows")
    try terminal.wait { $0.lines.contains { $0.contains("title") } }
    try terminal.finish(typing: "\r")
    let output = String(decoding: terminal.output, as: UTF8.self)
    #expect(!output.contains("\u{1B}]0;title") && !output.contains("]52;c;eA==\u{7}"))
    #expect(!output.unicodeScalars.contains { $0 == "\u{9B}" || $0 == "\u{202E}" })
    #expect(output.hasSuffix(#"\x1B]0;title\x07a\x1B]52;c;eA==\x07b\u{9B}2J\u{202E}"# + "\r\n"))
  }

  @Test("Picked rows go into a pipe unchanged") func pickedIntoAPipe() throws {
    try directory.write("\(Self.steering)\n", to: "rows")
    let terminal = try muster("-1", "-f", "lines", "rows", capturesOutput: true)
    try terminal.wait { $0.lines.contains { $0.contains("title") } }
    try terminal.finish(typing: "\r")
    expectEqual(terminal.standardOutput, Array("\(Self.steering)\n".utf8))
  }

  // MARK: Pickers in scripts

  @Test("A picker with several matches shows a screen with the rows that were read") func asks() throws {
    try directory.write("ID,NAME\n1,one\n2,two\n", to: "rows.csv")
    let terminal = try muster(
      "-1", "--select-1", "--exit-0", "--print-query", "-o", "{NAME}={ID}", "rows.csv", capturesOutput: true)
    try terminal.wait(for: "▌  1")
    terminal.type("two")
    try terminal.wait(for: "1/2 rows")
    try terminal.finish(typing: "\r")
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
