import TerminalTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Keys as terminals send them, on a pseudo-terminal.
@Suite(.serialized) @MainActor
struct KeysSessionTests {
  private func start(_ environment: [String: String?] = [:]) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["keys", "--motion", "none"], environment: environment,
      columns: 140, lines: 24)
    try terminal.wait(for: "Press a key")
    return terminal
  }

  /// Waits until the newest row says something.
  private func wait(_ terminal: PseudoTerminal, for text: String) throws {
    try terminal.wait("“\(text)” in the newest row") { $0.line(3).contains(text) }
  }

  @Test func keysAreNamedHoweverTheyAreSent() throws {
    let terminal = try start()
    let keys = [
      ("\u{1b}[1;5C", "ctrl-right"), ("\u{1b}[1;2A", "shift-up"), ("\u{1b}[Z", "shift-tab"),
      ("\u{1b}b", "alt-b"), ("\u{1b}[15~", "F5"), ("\u{1b}[5;3~", "alt-pgup"), ("\u{17}", "ctrl-w"),
      ("\u{1b}[97;5u", "ctrl-a"), ("\u{1b}[27;6;116~", "ctrl-t"), ("\u{7f}", "backspace"),
      ("\u{0}", "ctrl-space"), ("é", #".character("é")"#), ("漢", #".character("漢")"#),
    ]
    for (bytes, name) in keys {
      terminal.type(bytes)
      try wait(terminal, for: name)
    }
    terminal.type("\u{1b}OP")
    try terminal.wait(for: "leave, when pressed twice")
    terminal.type("\u{3}")
    #expect(try terminal.waitForEnd() == .exited(130))
    #expect(terminal.settings == terminal.initialSettings)
  }

  @Test func mousePasteAndSizeAreTold() throws {
    let terminal = try start()
    terminal.type("\u{1b}[<0;11;6M")
    try wait(terminal, for: "line 5, column 10")
    terminal.type("\u{1b}[<36;12;6M")
    try wait(terminal, for: "line 5, column 11")
    try terminal.wait(for: "drag  line 5, column 11, .shift")
    terminal.type("\u{1b}[<0;12;6m")
    try wait(terminal, for: "release")
    terminal.type("\u{1b}[200~two\rlines\u{1b}[201~")
    try wait(terminal, for: "9 characters")
    try terminal.wait(for: "❯ two lines")
    terminal.resize(columns: 120, lines: 20)
    try wait(terminal, for: "120x20")
    terminal.send(signal: SIGTSTP)
    try terminal.waitForStop()
    terminal.continueInForeground()
    try wait(terminal, for: "after a stop")
    terminal.type("\u{1b}")
    try terminal.wait(for: "esc again leaves")
    terminal.type("\u{1b}")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.settings == terminal.initialSettings)
  }

  @Test(arguments: ["linux", "vt100", "tmux-256color"]) func itWorksOn(_ type: String) throws {
    let terminal = try start(["TERM": type])
    terminal.type("\u{1b}[A")
    try wait(terminal, for: ".up")
    terminal.type("abc\u{17}")
    try wait(terminal, for: "delete a word")
    terminal.type("\u{1b}")
    try terminal.wait(for: "esc again leaves")
    terminal.type("\u{1b}")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func itSpeaksAsciiWhereThatIsAll() throws {
    let terminal = try start(["LC_ALL": "C", "LANG": "C"])
    terminal.type("a\u{1b}[A")
    try wait(terminal, for: "up")
    #expect(terminal.screen.lines.joined().allSatisfy { $0.isASCII && $0 != "?" })
    terminal.send(signal: SIGTERM)
    #expect(try terminal.waitForEnd() == .exited(143))
  }

  @Test func aScriptPlaysHere() throws {
    let run = try HeadlessRun(
      BuiltProducts.path(of: "tui-demo"),
      ["keys", "--dump-screen", "--size", "120x20", "--motion", "none", "--script", "pic ctrl-w f12"])
    #expect(run.end == .exited(0))
    let lines = run.standardOutput.split(separator: "\n")
    #expect(lines[0].hasPrefix("Keys ") && lines[3].contains("F12") && lines[4].contains("delete a word"))
  }

  @Test func aPipeGetsTheKeyMap() throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["keys"])
    #expect(run.end == .exited(0))
    let lines = run.standardOutput.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    #expect(lines.count > 60 && lines.allSatisfy { $0.count == 4 && !$0[0].isEmpty && !$0[1].isEmpty })
    #expect(lines.contains(["up ctrl-p ctrl-k", "up", ".moveCursor(-1)", ""]))
    #expect(
      lines.contains(["ctrl-w alt-backspace", "delete a word", ".edit(.deleteWordBackward)", ".hasQuery"]))
  }
}
