import TerminalTesting
import Testing

/// Sessions with the real program on a pseudo-terminal.
@Suite(.serialized) @MainActor
struct EditSessionTests {
  @Test(arguments: ["xterm-256color", "vt100"])
  func editing(_ type: String) throws {
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["edit"], environment: ["TERM": type], columns: 70, lines: 24)
    try terminal.wait(for: "4 mountains, the highest Mont Blanc")
    terminal.type("d")
    try terminal.wait(for: "delete?")
    terminal.type("d")
    try terminal.wait { $0.contains("3 mountains") && !$0.contains("Ben Nevis") }
    terminal.type("u")
    try terminal.wait { $0.contains("Ben Nevis") && !$0.contains("3 mountains") }
    terminal.type("e")
    try terminal.wait(for: "e is done")
    // The mouse takes a row by its text and drops it where the button comes up.
    let from = try #require(terminal.screen.lines.firstIndex { $0.contains("Ben Nevis") })
    let to = try #require(terminal.screen.lines.firstIndex { $0.contains("Matterhorn") })
    if type != "vt100" {
      terminal.type("\u{1b}[<0;9;\(from + 1)M\u{1b}[<32;9;\(to + 1)M\u{1b}[<0;9;\(to + 1)m")
      try terminal.wait { $0.contains("5 mountains") && $0.contains("3 mountains") }
    }
    // Editing is left first, then the program.
    terminal.type("qq")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.settings == terminal.initialSettings)
  }

  @Test func aPipeGetsTheLists() throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["edit"])
    #expect(run.end == .exited(0))
    let lines = run.standardOutput.split(separator: "\n")
    #expect(lines.count == 8)
    #expect(lines.first == "Visited\tBen Nevis\t1345")
    #expect(lines.last == "Bucket List\tAconcagua\t6961")
  }
}
