import LibC
import ListKit
import TerminalTesting
import TestSupport
import Testing

@testable import ListKitOptions

@Suite("Scripts of keys", .waitsForProcesses) struct ScriptingTests {
  @Test("The words of a script are keys, pauses or text") func words() {
    expectEqual(
      KeyScript(argument: "down ctrl-o  wait alps shift-left x f1").steps,
      [
        .press(KeyPress(.down)), .press(.control("o")), .wait, .press(.character("a")),
        .press(.character("l")), .press(.character("p")), .press(.character("s")),
        .press(KeyPress(.left, .shift)), .press(.character("x")), .press(KeyPress(.function(1))),
      ])
    #expect(KeyScript(argument: "").steps.isEmpty)
  }

  @Test("The option --dump-screen prints the last screen of a script") func dumpScreen() throws {
    let run = try runDemo(
      "mountains", "--dump-screen", "--size", "60x12", "--motion", "none", "--script", "aconx backspace c")
    expectEqual(run.end, .exited(0))
    let lines = run.standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 13 && lines[12].isEmpty)
    #expect(lines[0] == "Mountains" && lines[1] == "❯ aconc")
    #expect(lines.contains { $0.hasPrefix("▌") && $0.contains("Aconcagua") })
  }

  @Test(
    "Each key applies to the screen that the previous key produced, and none is pressed after the end",
    arguments: [("down down enter", "Gallery › Mountains\n"), ("q down", "Gallery\n")])
  func keySequence(_ script: String, _ start: String) throws {
    let run = try runDemo("gallery", "--dump-screen", "--motion", "none", "--script", script)
    expectEqual(run.end, .exited(0))
    #expect(run.standardOutput.hasPrefix(start))
  }

  @Test("A script requires a terminal or --dump-screen") func noScreen() throws {
    let run = try runDemo("gallery", "--script", "down")
    expectEqual(run.end, .exited(2))
    expectEqual(run.standardError, "tui-demo: --script needs a terminal or --dump-screen\n")
    #expect(run.standardOutput.isEmpty)
  }

  // MARK: On a terminal

  private func start(_ script: String) throws -> PseudoTerminal {
    try startDemo("gallery", "--motion", "none", "--script", script)
  }

  private static let waits = String(repeating: " wait", count: 600)

  @Test("The keys of a script are pressed, and then those of the user") func keys() throws {
    let terminal = try start("down down enter")
    try terminal.wait { $0.line(0) == "Gallery › Mountains" && $0.contains("Mount Everest") }
    terminal.type("k2")
    try terminal.wait(for: "❯ k2")
    terminal.type("\u{1b}")
    try terminal.wait { $0.contains("❯") && !$0.contains("❯ k2") }
    terminal.type("\u{1b}")
    try terminal.wait { screen in
      screen.line(0) == "Gallery" && screen.lines.contains { $0.hasPrefix("▌") && $0.contains("By range") }
    }
    try terminal.finish(typing: "q")
  }

  @Test("A signal or a hangup ends the program during a script", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(_ signal: Int32) throws {
    let terminal = try start("down" + Self.waits)
    try terminal.wait(for: "Searching")
    if signal == SIGHUP { terminal.hangUp() } else { terminal.send(signal: signal) }
    try expectEqual(terminal.waitForEnd(), .exited(128 + signal))
    if signal != SIGHUP { expectEqual(terminal.damage, []) }
  }

  @Test("Keys and window sizes of the user take effect during a script") func userInput() throws {
    let terminal = try start("*" + Self.waits + " q")
    try terminal.wait(for: "By height")
    func cursor(_ screen: VirtualTerminal) -> String? { screen.lines.first { $0.hasPrefix("▌") } }
    let before = cursor(terminal.screen)
    terminal.type("j")
    try terminal.wait { cursor($0) != before }
    terminal.resize(columns: 60, lines: 12)
    try terminal.wait { $0.line(11).contains("F1 help") }
    try terminal.finish(typing: "q")
  }

  @Test("Keys of the user do not delay the end of a script") func typing() throws {
    let terminal = try start(String(repeating: "wait ", count: 10) + "q down down")
    try terminal.wait(for: "Searching")
    // A key for each frame comes faster than a pause of the script ends.
    try terminal.wait("end of the script") { _ in
      terminal.type("j")
      return terminal.end != nil
    }
    expectEqual(terminal.end, .exited(0))
    expectEqual(terminal.damage, [])
  }
}
