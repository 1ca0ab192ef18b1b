import TerminalTesting
import Testing

/// Sessions with the real program on a pseudo-terminal.
@Suite(.serialized) @MainActor
struct CardsSessionTests {
  @Test func cardsAreRemovedAndBroughtBack() throws {
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["cards", "--seed", "1"], environment: [:], columns: 70, lines: 24)
    try terminal.wait(for: "The Quiet Compiler")
    terminal.type("x")
    try terminal.wait { $0.contains("7/8 cards") && !$0.contains("The Quiet Compiler") }
    terminal.type("n")
    try terminal.wait(for: "day 2")
    terminal.type("s")
    terminal.type("r")
    try terminal.wait(for: "8/8 cards")
    terminal.type("\u{1b}")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.settings == terminal.initialSettings)
  }

  @Test func aPipeGetsTheRows() throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["cards"])
    #expect(run.end == .exited(0))
    #expect(run.standardOutput.hasPrefix("101\tThe Quiet Compiler\tAuthor\tInes Halloran\n"))
    #expect(run.standardOutput.split(separator: "\n").count == 8 * 3 + 2)
  }
}
