import TerminalTesting
import Testing

/// Sessions with the real program on a pseudo-terminal, as a person would have them.
@Suite(.serialized) @MainActor
struct EmojiSessionTests {
  private func start(_ arguments: [String] = [], environment: [String: String?] = [:]) throws
    -> PseudoTerminal
  {
    try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["emoji", "--seed", "1", "--motion", "none"] + arguments,
      environment: environment, columns: 80, lines: 24)
  }

  @Test(arguments: ["xterm-256color", "linux", "vt100"])
  func strangerStarsOneLooksIntoItAndLeaves(_ type: String) throws {
    let terminal = try start(environment: ["TERM": type])
    try terminal.wait { $0.contains("Recents") && $0.contains("Smileys & Emotion  166") }
    // Down to the first group, which opens as a whole row; then its first subgroup.
    terminal.type("\u{1b}[B\r")
    try terminal.wait(for: "face-smiling")
    terminal.type("\u{1b}[B\r")
    try terminal.wait(for: "grinning face")
    // Up into the groups again and closed, down to the list.
    terminal.type("-")
    try terminal.wait { !$0.contains("face-smiling") || $0.contains("All") }
    terminal.type("G")
    try terminal.wait(for: "flag: Wales")
    terminal.type("\u{1b}[1;3D")
    try terminal.wait(for: "[Star]")
    terminal.type("\u{1b}[1;3D")
    try terminal.wait { $0.lines.contains { $0.contains("flag: Wales") && $0.contains("★") } }
    terminal.type("\r")
    try terminal.wait { $0.contains("Unicode Emoji 5.0") && $0.contains("U+1F3F4") && $0.contains("WAVING") }
    terminal.type("\u{1b}")
    try terminal.wait { $0.lines.contains { $0.contains("▌") && $0.contains("Wales") && $0.contains("★") } }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.settings == terminal.initialSettings)
  }

  @Test func theListIsSearched() throws {
    let terminal = try start(["--list"])
    try terminal.wait(for: "grinning face")
    terminal.type("kangaroo")
    try terminal.wait { $0.contains("kangaroo") && $0.contains("animal-mammal") && !$0.contains("grinning") }
    terminal.type("\r")
    try terminal.wait(for: "U+1F998")
    terminal.type("\u{1b}")
    try terminal.wait(for: "❯ kangaroo")
    terminal.type("\u{3}")
    #expect(try terminal.waitForEnd() == .exited(130))
  }

  @Test func aPipeGetsThemAll() throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["emoji"])
    #expect(run.end == .exited(0))
    let lines = run.standardOutput.split(separator: "\n")
    #expect(lines.count == 3655)
    #expect(lines.contains("🦘\tkangaroo\tAnimals & Nature\tanimal-mammal"))
    #expect(lines.contains("🧔🏿\tperson: dark skin tone, beard\tPeople & Body\tperson"))
  }
}
