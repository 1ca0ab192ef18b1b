import Foundation
import TerminalTesting
import Testing

/// Sessions with the real program on a pseudo-terminal, as a person would have them.
@Suite(.serialized) @MainActor
struct MountainsSessionTests {
  private func start(
    _ arguments: [String] = [], columns: Int = 80, lines: Int = 24, environment: [String: String?] = [:]
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), arguments, environment: environment, columns: columns, lines: lines)
  }

  @Test(arguments: ["xterm-256color", "tmux-256color", "screen", "linux", "vt100"])
  func strangerSearchesAndLeaves(_ type: String) throws {
    let terminal = try start(environment: ["TERM": type])
    try terminal.wait(for: "Mount Everest")
    terminal.type("kili")
    try terminal.wait(for: "1/")
    try terminal.wait(for: "Kilimanjaro")
    terminal.type("\r")
    try terminal.wait(for: "ft")
    terminal.type("\u{1b}")
    try terminal.wait { !$0.contains(" ft") }
    terminal.type("\u{1b}")
    try terminal.wait { $0.contains("Mount Kenya") && $0.contains("Kilimanjaro") }
    terminal.type("\u{1b}")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.settings == terminal.initialSettings)
    #expect(!terminal.screen.isAlternateScreen)
    #expect(terminal.screen.isCursorVisible)
  }

  @Test func resizingKeepsTheRow() throws {
    let terminal = try start()
    try terminal.wait(for: "Mount Everest")
    terminal.type("denali")
    try terminal.wait(for: "1/")
    terminal.resize(columns: 40, lines: 10)
    try terminal.wait { $0.line(1).hasPrefix("❯ denali") && $0.contains("Denali") }
    terminal.resize(columns: 15, lines: 3)
    try terminal.wait(for: "Denali")
    terminal.resize(columns: 100, lines: 40)
    try terminal.wait { $0.line(39).contains("help") && $0.contains("Denali") }
    terminal.type("\u{3}")
    #expect(try terminal.waitForEnd() == .exited(130))
    #expect(terminal.settings == terminal.initialSettings)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func signalsGiveTheTerminalBack(_ signal: Int32) throws {
    let terminal = try start()
    try terminal.wait(for: "Mount Everest")
    terminal.send(signal: signal)
    #expect(try terminal.waitForEnd() == .exited(128 + signal))
    #expect(terminal.settings == terminal.initialSettings)
    #expect(!terminal.screen.isAlternateScreen)
    #expect(terminal.screen.mouse == .none)
  }

  @Test func suspendingGivesTheTerminalBackAndGoingOnRedraws() throws {
    let terminal = try start()
    try terminal.wait(for: "Mount Everest")
    terminal.type("elbr")
    try terminal.wait(for: "1/")
    terminal.type("\u{1a}")
    _ = try terminal.waitForStop()
    #expect(terminal.settings == terminal.initialSettings)
    #expect(!terminal.screen.isAlternateScreen)
    terminal.resize(columns: 60, lines: 20)
    terminal.continueInForeground()
    try terminal.wait { $0.isAlternateScreen && $0.contains("Elbrus") && $0.line(19).contains("1/") }
    terminal.type("\u{1b}\u{1b}")
    terminal.send(signal: SIGTERM)
    _ = try terminal.waitForEnd()
    #expect(terminal.settings == terminal.initialSettings)
  }

  @Test func longPasteAndBytesThatAreNoTextDoNoHarm() throws {
    let terminal = try start()
    try terminal.wait(for: "Mount Everest")
    terminal.type([0xFF, 0xC3, 0xE2, 0x82, 0xFE, 0x80])
    terminal.type("\u{1b}[200~" + String(repeating: "mont blanc ", count: 1000) + "\u{1b}[201~")
    try terminal.wait(for: "Mont Blanc")
    terminal.type("\u{15}k2")
    try terminal.wait(for: "❯ k2")
    terminal.type("\u{3}")
    #expect(try terminal.waitForEnd() == .exited(130))
  }

  @Test func clickMovesTheCursorAndTheSignToggles() throws {
    let terminal = try start()
    try terminal.wait(for: "Mount Everest")
    let line = try #require(terminal.screen.lines.firstIndex { $0.contains("▾") })
    terminal.type("\u{1b}[<0;3;\(line + 1)M\u{1b}[<0;3;\(line + 1)m")
    try terminal.wait { $0.line(line).contains("▸") && !$0.contains("Mount Everest") }
    terminal.send(signal: SIGTERM)
    _ = try terminal.waitForEnd()
  }

  @Test func noColorMeansNoColor() throws {
    let terminal = try start(environment: ["NO_COLOR": "1"])
    try terminal.wait(for: "Mount Everest")
    terminal.type("k2")
    try terminal.wait(for: "❯ k2")
    terminal.send(signal: SIGTERM)
    _ = try terminal.waitForEnd()
    #expect(!terminal.outputText.contains("\u{1b}[38;"))
    #expect(terminal.outputText.firstMatch(of: /\u{1b}\[(3|4)[0-7]m/) == nil)
  }

  @Test func pipeGetsPlainLines() throws {
    let found = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["--query", "k2", "--flat"])
    #expect(found.end == .exited(0))
    #expect(found.standardOutput.hasPrefix("K2\t"))
    let nothing = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["mountains", "--query", "zzzz"])
    #expect(nothing.end == .exited(1))
    #expect(nothing.standardOutput.isEmpty)
  }

  @Test(arguments: [["--nonsense"], ["nonsense"], ["--motion", "wild"], ["--color", "plaid"]])
  func wrongOptionsGetTheUsage(_ arguments: [String]) throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), arguments)
    #expect(run.end == .exited(64))
    #expect(run.standardError.contains("Usage:"))
  }

  @Test(arguments: [["--version"], ["--help"], ["mountains", "--help"]])
  func questionsAreAnswered(_ arguments: [String]) throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), arguments)
    #expect(run.end == .exited(0))
    #expect(!run.standardOutput.isEmpty)
  }

  @Test(arguments: ["dumb", "no-such-terminal", nil])
  func terminalThatCannotIsRefusedInOneLine(_ type: String?) throws {
    let terminal = try start(environment: ["TERM": type])
    #expect(try terminal.waitForEnd() == .exited(2))
    let lines = terminal.outputText.split(whereSeparator: \.isNewline)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("tui-demo: ") == true)
    #expect(terminal.settings == terminal.initialSettings)
  }

  @Test func aThemeMayComeFromAFileAndIsRefusedInOneLine() throws {
    let path = "/tmp/listkit-theme-\(getpid())"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "base = light\ntitle = bold reverse\n".write(toFile: path, atomically: true, encoding: .utf8)
    let terminal = try start(["mountains", "--theme", path])
    try terminal.wait(for: "Mount Everest")
    terminal.type("\u{3}")
    #expect(try terminal.waitForEnd() == .exited(130))
    try "title = bold\ntitle = pinkish\n".write(toFile: path, atomically: true, encoding: .utf8)
    let refused = try start(["mountains", "--theme", path])
    #expect(try refused.waitForEnd() == .exited(2))
    #expect(refused.outputText.contains(":2: 'pinkish' is no colour and no attribute"))
    let missing = try start(["mountains", "--theme", "/nowhere"])
    #expect(try missing.waitForEnd() == .exited(2))
    #expect(missing.outputText.contains("a theme is dark, light, high-contrast, mono or a file"))
  }

  @Test(arguments: [("none", false), ("full", true), ("wild", true)])
  func theEnvironmentSaysHowMuchMoves(_ motion: String, _ marks: Bool) throws {
    let terminal = try start(["mountains", "--announce"], environment: ["LISTKIT_MOTION": motion])
    try terminal.wait(for: "Mount Everest")
    terminal.type("alps")
    try terminal.wait(for: "63/")
    try terminal.wait { $0.contains(" removed") == marks }
    terminal.type("\u{3}")
    #expect(try terminal.waitForEnd() == .exited(130))
  }

  /// However much arrives, keys behind it are answered, and so are requests to end.
  @Test func aFloodOfKeysIsTakenInTime() throws {
    let terminal = try start()
    try terminal.wait(for: "Mount Everest")
    // Of four bytes each, so that the pieces in which they are typed end where a key ends.
    terminal.type(String(repeating: "\u{1b}[1B", count: 60_000))
    terminal.type("\u{1b}OP")
    try terminal.wait(for: "Keys")
    #expect(!terminal.screen.contains("❯ B"), "no key is taken for letters")
  }

  // No escape sequences: the end of one that comes late makes the escape key, which ends the demo.
  @Test(arguments: ["x", "\u{e}\u{10}"]) func aRequestToEndIsAnsweredDuringAFlood(_ keys: String) throws {
    let terminal = try start()
    try terminal.wait(for: "Mount Everest")
    let flood = String(repeating: keys, count: 4096 / keys.utf8.count)
    for _ in 0..<10 { terminal.type(flood) }
    terminal.send(signal: SIGTERM)
    for _ in 0..<10_000 where terminal.end == nil { terminal.type(flood) }
    #expect(terminal.end == .exited(143))
    #expect(terminal.damage == [])
  }
}
