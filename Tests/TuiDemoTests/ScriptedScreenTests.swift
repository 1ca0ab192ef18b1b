import LibC
import TerminalTesting
import Testing

/// Scripts played on a pseudo-terminal before its user has it alone.
@Suite(.serialized) @MainActor
struct ScriptedScreenTests {
  private func start(_ script: String, _ arguments: [String] = ["gallery"], columns: Int = 80) throws
    -> PseudoTerminal
  {
    try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), arguments + ["--motion", "none", "--script", script],
      environment: [:], columns: columns, lines: 24)
  }

  private func cursor(of terminal: PseudoTerminal) -> String? {
    terminal.screen.lines.first { $0.hasPrefix("▌") }
  }

  @Test func itsKeysArePressedAndThenThoseOfTheUser() throws {
    let terminal = try start("right down right down enter")
    try terminal.wait { $0.line(0) == "Gallery › Mountains" && $0.contains("Mount Everest") }
    terminal.type("k2")
    try terminal.wait(for: "❯ k2")
    terminal.type("\u{1b}")
    try terminal.wait { $0.contains("❯") && !$0.contains("❯ k2") }
    terminal.type("\u{1b}")
    try terminal.wait { $0.line(0) == "Gallery" }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.settings == terminal.initialSettings)
  }

  @Test func aScriptMayEndTheProgram() throws {
    let terminal = try start("down wait q down down")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.settings == terminal.initialSettings)
  }

  @Test(arguments: [SIGINT, SIGTERM]) func aSignalEndsItInTheMiddle(_ signal: Int32) throws {
    let terminal = try start("down" + String(repeating: " wait", count: 600))
    try terminal.wait(for: "Searching")
    terminal.send(signal: signal)
    #expect(try terminal.waitForEnd() == .exited(128 + signal))
    #expect(terminal.settings == terminal.initialSettings)
  }

  @Test func aTerminalThatGoesEndsItInTheMiddle() throws {
    let terminal = try start("down" + String(repeating: " wait", count: 600))
    try terminal.wait(for: "Searching")
    terminal.hangUp()
    #expect(try terminal.waitForEnd() == .exited(129))
  }

  @Test func keysAndSizesOfTheUserArriveMeanwhile() throws {
    let terminal = try start("*" + String(repeating: " wait", count: 600) + " q")
    try terminal.wait(for: "By height")
    let before = cursor(of: terminal)
    terminal.type("j")
    try terminal.wait { _ in cursor(of: terminal) != before }
    terminal.resize(columns: 60, lines: 12)
    try terminal.wait { $0.line(11).contains("F1 help") }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func aUserWhoTypesDoesNotHoldItUp() throws {
    let terminal = try start(String(repeating: "wait ", count: 10) + "q")
    try terminal.wait(for: "Searching")
    // A key with every picture comes faster than a pause of the script ends.
    try terminal.wait("end of the script") { _ in
      terminal.type("j")
      return terminal.end != nil
    }
    #expect(terminal.end == .exited(0))
  }

  @Test func aTerminalThatCannotShowItIsToldOnOneLine() throws {
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["gallery", "--script", "down"],
      environment: ["TERM": "no-such-terminal"], capturesErrors: true)
    #expect(try terminal.waitForEnd() == .exited(2))
    let message = String(decoding: terminal.standardError, as: UTF8.self)
    #expect(
      message
        == "tui-demo: unknown terminal type 'no-such-terminal' in TERM; TERM=xterm-256color suits most terminals\n"
    )
  }
}
