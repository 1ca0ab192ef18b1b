import TerminalTesting
import Testing

/// The catalogue on a pseudo-terminal.
@Suite(.serialized) @MainActor
struct LooksSessionTests {
  @Test(arguments: ["xterm-256color", "tmux-256color", "linux", "vt100"])
  func itIsLeafedThroughAndPlayed(_ type: String) throws {
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["looks"], environment: ["TERM": type], columns: 80, lines: 24)
    try terminal.wait(for: "TableViewCell(style:reuseIdentifier:)")
    terminal.type("3")
    try terminal.wait {
      $0.line(1).hasPrefix(" Signs ─") && $0.contains("82%") && $0.contains("▁▂▃▃▄▆█▇▅▅▃▂")
    }
    terminal.type("9jjj\r")
    try terminal.wait { $0.contains("a row that came by .right") && $0.contains("the 1st one") }
    terminal.type("\r")
    try terminal.wait { $0.contains("the 2nd one") && !$0.contains("the 1st one") }
    terminal.type("t")
    try terminal.wait(for: "t theme: light")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.settings == terminal.initialSettings)
  }

  @Test func aPipeGetsTheLooks() throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["looks"])
    #expect(run.end == .exited(0))
    let lines = run.standardOutput.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(lines.allSatisfy { $0.count == 3 })
    #expect(lines.first == ["Cell styles", ".default", "the text alone"])
    #expect(lines.contains(["Animations", ".middle", "the row opens from its middle"]))
    #expect(Set(lines.map { $0[0] }).count == 9)
  }
}
