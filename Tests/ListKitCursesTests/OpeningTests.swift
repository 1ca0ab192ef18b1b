import Foundation
import ListKitCurses
import TerminalTesting
import TestSupport
import Testing

/// If no screen is possible, the program reports the reason in one line and does nothing else.
@Suite("Opening the screen", .waitsForProcesses) struct OpeningTests {
  @Test(
    "A program reports an unusable terminal type in one line and ends",
    arguments: [
      ("dumb", "a terminal of type 'dumb' cannot move its cursor"),
      (
        "no-such-terminal",
        "unknown terminal type 'no-such-terminal' in TERM; TERM=xterm-256color suits most terminals"
      ),
      ("", "TERM is not set, so the type of the terminal is unknown"),
      (nil, "TERM is not set, so the type of the terminal is unknown"),
    ])
  func unusableTerminals(type: String?, reason: String) throws {
    let terminal = try PseudoTerminal(
      Probe.path, environment: ["TERM": type], columns: 80, lines: 5, capturesErrors: true)
    try expectEqual(terminal.waitForEnd(), .exited(2))
    expectEqual(String(decoding: terminal.standardError, as: UTF8.self), "terminal-probe: \(reason)\n")
    expectEqual(terminal.damage, [])
    expectEqual(terminal.output, [], "\(terminal.screen)")
  }

  @Test("A program without a terminal reports this in one line and ends") func noTerminal() throws {
    let run = try HeadlessRun(Probe.path)
    expectEqual(run.end, .exited(2))
    expectEqual(run.standardError, "terminal-probe: no terminal to draw on and read keys from\n")
    expectEqual(run.standardOutput, "")
  }

  /// The terminal sends such a program no signals.
  @Test("A program without a controlling terminal uses the terminal of its standard error or output")
  func standardFileTerminal() throws {
    for redirection in ["2>/dev/null", ">/dev/null", "</dev/null"] {
      let script = "exec setsid -w '\(Probe.path)' \(redirection)"
      let terminal = try PseudoTerminal("/bin/sh", ["-c", script], columns: 60, lines: 12)
      try terminal.wait(for: "size 60x12")
      terminal.resize(columns: 40, lines: 10)
      terminal.type("z")
      try terminal.wait(for: "size 40x10")
      terminal.type("\u{3}")
      try terminal.wait(for: "key ctrl-c")
      try terminal.finish(typing: "q")
    }
  }

  @Test("A second screen of the process reports that the terminal is taken") func secondScreen() throws {
    let terminal = try Probe.start(columns: 80)
    terminal.type("N")
    try terminal.wait(for: "the terminal is already taken by another screen of this process")
    try terminal.finish(typing: "q")
  }

  @Test("A program uses the terminal while its standard input and output are redirected")
  func redirection() throws {
    let terminal = try Probe.start(
      standardInput: String(repeating: "data\n", count: 100_000), capturesOutput: true)
    terminal.type("a")
    try terminal.wait(for: "key a")
    terminal.type("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectEqual(String(decoding: terminal.standardOutput, as: UTF8.self), "answer 0\n")
    expectEqual(terminal.damage, [])
  }

  /// A program that continues after its screen, for example to print the user's choice.
  @Test("A program continues after its screen ends") func continuing() throws {
    let terminal = try PseudoTerminal(Probe.path, ["--list"], columns: 60, lines: 12)
    try terminal.wait(for: "an empty list")
    terminal.type("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectEqual(terminal.screen.line(0), "ending finished(status: 0)")
    expectEqual(terminal.damage, [])
  }

  @Test("Work before the first screen shows its progress and returns its result") func workProgress() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("work-\(UUID())").path
    let terminal = try PseudoTerminal(Probe.path, ["--work=\(file)"], columns: 60, lines: 12)
    try terminal.wait { $0.line(11).contains("reading") && $0.line(11).contains("50%") }
    #expect(terminal.screen.line(11).contains("esc stops"))
    #expect(FileManager.default.createFile(atPath: file, contents: nil))
    defer { try? FileManager.default.removeItem(atPath: file) }
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(terminal.screen.line(0) == "answer 42" && terminal.damage == [])
    let brief = try PseudoTerminal(Probe.path, ["--work=/"], columns: 60, lines: 12)
    try expectEqual(brief.waitForEnd(), .exited(0))
    #expect(brief.screen.line(0) == "answer 42" && brief.damage == [])
  }

  @Test("esc and ctrl-c stop work before the first screen", arguments: ["\u{1b}", "\u{3}"])
  func stoppedWork(_ key: String) throws {
    let terminal = try PseudoTerminal(Probe.path, ["--work=/dev/null/none"], columns: 60, lines: 12)
    try terminal.wait { $0.line(11).contains("50%") }
    terminal.type(key)
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(terminal.screen.line(0) == "stopped" && terminal.damage == [])
  }

  @Test("A program runs on a new terminal type without a terminfo entry") func unknownVariant() throws {
    let terminal = try Probe.start(environment: ["TERM": "xterm-ghostty-of-tomorrow"])
    try terminal.finish(typing: "q")
  }
}

@Suite("Errors") struct CursesErrorTests {
  static let errors: [(CursesError, culprit: String)] = [
    (.noTerminal, "terminal"), (.terminalTypeMissing, "TERM"), (.terminalTypeUnknown("vt999"), "vt999"),
    (.terminalTooPlain("dumb"), "dumb"), (.alreadyOpen, "already"), (.system(13), "13"),
  ]

  /// The form of `program: error`: no capital letter, no full stop, no second line.
  @Test("The description of an error is a single line that names the cause", arguments: errors)
  func descriptions(_ error: CursesError, _ culprit: String) {
    let line = "\(error)"
    #expect(line.contains(culprit))
    #expect(!line.contains("\n") && !line.hasSuffix("."))
    #expect(line.prefix(while: \.isUppercase).count != 1)
  }
}
