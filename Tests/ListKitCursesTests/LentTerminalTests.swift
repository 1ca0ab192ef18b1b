import LibC
import TerminalTesting
import TestSupport
import Testing

/// Programs that have the terminal while a screen is suspended.
@Suite("Programs that get the terminal", .waitsForProcesses) struct LentTerminalTests {
  private func start(_ redirection: String = "") throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "exec '\(Probe.path)' \(redirection)"], columns: 60, lines: 12)
    try terminal.wait(for: "size 60x12")
    return terminal
  }

  /// Lets the screen give the terminal to the other program.
  private func lend(_ terminal: PseudoTerminal) throws {
    terminal.type("R")
    try terminal.wait(for: "a program")
  }

  @Test(
    "Standard input, output and error of a program are the terminal, whatever those of the screen's program are",
    arguments: ["", "</dev/null", "</etc/passwd", "<&-", ">/dev/null", "2>/dev/null", "<&- >&- 2>&-"])
  func streams(redirection: String) throws {
    let terminal = try start(redirection)
    try lend(terminal)
    terminal.type("typed words\r")
    try terminal.wait { $0.contains("line typed words") && $0.contains("exit status 0; press enter") }
    terminal.type("\r")
    try terminal.wait { $0.lines.contains("status 0") }
    try terminal.finish(typing: "q")
  }

  @Test("A program takes nothing from a pipe to the screen's program, and puts nothing into one from it")
  func pipes() throws {
    let script = "echo data | ('\(Probe.path)'; cat)"
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", script], columns: 60, lines: 12, capturesOutput: true)
    try terminal.wait(for: "size 60x12")
    try lend(terminal)
    terminal.type("typed words\r")
    try terminal.wait { $0.contains("line typed words") && $0.contains("exit status 0; press enter") }
    terminal.type("\r")
    try terminal.wait { $0.lines.contains("status 0") }
    terminal.type("q")
    try terminal.waitForEnd()
    expectEqual(String(decoding: terminal.standardOutput, as: UTF8.self), "answer 0\ndata\n")
  }

  @Test(
    "A program that has the terminal ends with the screen's program", arguments: [SIGTERM, SIGHUP, SIGKILL])
  func ends(signal: Int32) throws {
    // Both have the pipe of standard error, which ends with the last of them.
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "exec '\(Probe.path)' 3>&2 2>/dev/null"], columns: 60, lines: 12, capturesErrors: true
    )
    try terminal.wait(for: "size 60x12")
    try lend(terminal)
    terminal.send(signal: signal)
    try expectEqual(terminal.waitForEnd(), signal == SIGKILL ? .killed(SIGKILL) : .exited(128 + signal))
    if signal != SIGKILL { expectEqual(terminal.damage, []) }
  }

  @Test("ctrl-z stops a program and the screen's program, and both continue in the foreground")
  func stops() throws {
    let terminal = try start()
    try lend(terminal)
    for _ in 0..<3 {
      terminal.type("\u{1A}")
      try expectEqual(terminal.waitForStop(), SIGTSTP)
      terminal.continueInForeground()
    }
    terminal.type("typed words\r")
    try terminal.wait { $0.contains("line typed words") && $0.contains("exit status 0; press enter") }
    terminal.type("\r")
    try terminal.wait { $0.lines.contains("status 0") }
    try terminal.finish(typing: "q")
  }
}
