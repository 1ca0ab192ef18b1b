import LibC
import ListKit
import TerminalTesting
import TestSupport
import Testing

@testable import ListKitOptions
@testable import tui_demo

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

  private func run(_ arguments: String...) throws -> HeadlessRun {
    try HeadlessRun(BuiltProducts.path(of: "tui-demo"), arguments)
  }

  @Test("The option --dump-screen prints the last screen of a script") func dumpScreen() throws {
    let run = try run(
      "mountains", "--dump-screen", "--size", "60x12", "--motion", "none", "--script", "aconx backspace c")
    expectEqual(run.end, .exited(0))
    let lines = run.standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 13 && lines[12].isEmpty)
    #expect(lines[0] == "Mountains" && lines[1] == "❯ aconc")
    #expect(lines.contains { $0.hasPrefix("▌") && $0.contains("Aconcagua") })
  }

  @Test("Each key applies to the screen that the previous key produced") func keySequence() throws {
    let run = try run(
      "gallery", "--dump-screen", "--motion", "none", "--script", "right down right down enter")
    #expect(run.standardOutput.hasPrefix("Gallery › Mountains\n"))
  }

  @Test("A wrong --size is refused", arguments: ["0x5", "80", "axb", "80x24x3", "2000x2"])
  func wrongSize(_ size: String) throws {
    let run = try run("gallery", "--dump-screen", "--size", size)
    expectEqual(run.end, .exited(64))
    #expect(run.standardError.contains(size))
  }

  @Test("A script requires a terminal or --dump-screen") func noScreen() throws {
    let run = try run("gallery", "--script", "down")
    expectEqual(run.end, .exited(2))
    expectEqual(run.standardError, "tui-demo: --script needs a terminal or --dump-screen\n")
    #expect(run.standardOutput.isEmpty)
  }

  @Test("The keys after one that ends the program are not pressed") func endingKey() throws {
    // The keys after the one that ends the program are never pressed.
    let run = try run("gallery", "--dump-screen", "--script", "q down")
    expectEqual(run.end, .exited(0))
    #expect(run.standardOutput.hasPrefix("Gallery\n"))
  }
}

/// Scripts that are played on a pseudo-terminal before its user takes over.
@Suite("Scripts on a terminal", .waitsForProcesses) struct ScriptedScreenTests {
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

  @Test("The keys of a script are pressed, and then those of the user") func keys() throws {
    let terminal = try start("right down right down enter")
    try terminal.wait { $0.line(0) == "Gallery › Mountains" && $0.contains("Mount Everest") }
    terminal.type("k2")
    try terminal.wait(for: "❯ k2")
    terminal.type("\u{1b}")
    try terminal.wait { $0.contains("❯") && !$0.contains("❯ k2") }
    terminal.type("\u{1b}")
    try terminal.wait { $0.line(0) == "Gallery" }
    terminal.type("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectEqual(terminal.settings, terminal.initialSettings)
  }

  @Test("A script can end the program") func ending() throws {
    let terminal = try start("down wait q down down")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectEqual(terminal.settings, terminal.initialSettings)
  }

  @Test("A signal ends the program during a script", arguments: [SIGINT, SIGTERM])
  func signals(_ signal: Int32) throws {
    let terminal = try start("down" + String(repeating: " wait", count: 600))
    try terminal.wait(for: "Searching")
    terminal.send(signal: signal)
    try expectEqual(terminal.waitForEnd(), .exited(128 + signal))
    expectEqual(terminal.settings, terminal.initialSettings)
  }

  @Test("A hangup of the terminal ends the program during a script") func hangUp() throws {
    let terminal = try start("down" + String(repeating: " wait", count: 600))
    try terminal.wait(for: "Searching")
    terminal.hangUp()
    try expectEqual(terminal.waitForEnd(), .exited(129))
  }

  @Test("Keys and window sizes of the user take effect during a script") func userInput() throws {
    let terminal = try start("*" + String(repeating: " wait", count: 600) + " q")
    try terminal.wait(for: "By height")
    let before = cursor(of: terminal)
    terminal.type("j")
    try terminal.wait { _ in cursor(of: terminal) != before }
    terminal.resize(columns: 60, lines: 12)
    try terminal.wait { $0.line(11).contains("F1 help") }
    terminal.type("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
  }

  @Test("Keys of the user do not delay the end of a script") func typing() throws {
    let terminal = try start(String(repeating: "wait ", count: 10) + "q")
    try terminal.wait(for: "Searching")
    // A key for each frame comes faster than a pause of the script ends.
    try terminal.wait("end of the script") { _ in
      terminal.type("j")
      return terminal.end != nil
    }
    expectEqual(terminal.end, .exited(0))
  }

  @Test("An unknown type of terminal is reported in one line") func unknownTerminal() throws {
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["gallery", "--script", "down"],
      environment: ["TERM": "no-such-terminal"], capturesErrors: true)
    try expectEqual(terminal.waitForEnd(), .exited(2))
    let message = String(decoding: terminal.standardError, as: UTF8.self)
    expectEqual(
      message,
      "tui-demo: unknown terminal type 'no-such-terminal' in TERM; TERM=xterm-256color suits most terminals\n"
    )
  }
}
