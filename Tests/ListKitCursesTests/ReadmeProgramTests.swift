import LibC
import TerminalTesting
import TestSupport
import Testing

/// The program of the README, which new users start with, ends as terminal programs should.
@Suite("The program of the README", .waitsForProcesses) struct ReadmeProgramTests {
  private static let path = BuiltProducts.path(of: "readme-example")

  private func start() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(Self.path, columns: 40, lines: 8)
    try terminal.wait(for: "Eiger")
    return terminal
  }

  @Test(
    "A signal that requests the end restores the terminal and determines the exit status",
    arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGINT, 130)] as [(Int32, Int32)])
  func requests(signal: Int32, status: Int32) throws {
    let terminal = try start()
    terminal.send(signal: signal)
    try terminal.finish(.exited(status))
  }

  @Test("A request at the first frame ends the program") func earlyRequest() throws {
    for _ in 0..<50 {
      let terminal = try start()
      terminal.send(signal: SIGTERM)
      try terminal.finish(.exited(143))
    }
  }

  @Test("The key q ends the program and restores the terminal") func quitting() throws {
    let terminal = try start()
    try terminal.finish(typing: "q")
  }

  @Test("Without a terminal, the program reports this in one line and ends") func noTerminal() throws {
    let run = try HeadlessRun(Self.path)
    expectEqual(run.end, .exited(2))
    expectEqual(run.standardError, "readme-example: no terminal to draw on and read keys from\n")
    expectEqual(run.standardOutput, "")
  }
}
