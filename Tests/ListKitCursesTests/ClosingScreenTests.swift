import LibC
import TerminalTesting
import TestSupport
import Testing

/// A screen that asks before the user ends the program.
@Suite("Closing a screen on a terminal") struct ClosingScreenTests {
  /// Returns a form with a changed field.
  private func form() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(Probe.path, ["--form"], columns: 60, lines: 12)
    try terminal.wait(for: "Form")
    terminal.type("x")
    try terminal.wait(for: "ax")
    return terminal
  }

  @Test("The first ctrl-c asks about changes, and the second ends the program with status 130")
  func interrupting() throws {
    let terminal = try form()
    terminal.type("\u{3}")
    try terminal.wait(for: "Discard the changes?")
    terminal.type("\r")
    try terminal.wait { screen in !screen.lines.contains { $0.contains("Discard") } }
    terminal.type("\u{3}")
    try terminal.wait(for: "Discard the changes?")
    try terminal.finish(typing: "\u{3}", .exited(130))
  }

  @Test("SIGTERM and SIGHUP end a program that asks", arguments: [SIGTERM, SIGHUP])
  func requests(_ signal: Int32) throws {
    let terminal = try form()
    terminal.send(signal: SIGINT)
    try terminal.wait(for: "Discard the changes?")
    terminal.send(signal: signal)
    try terminal.finish(.exited(128 + signal))
  }
}
