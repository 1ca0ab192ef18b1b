import TerminalTesting
import Testing

/// The insertion sort on a pseudo-terminal.
@Suite(.serialized) @MainActor
struct SortSessionTests {
  private func start(_ arguments: [String], environment: [String: String?] = [:]) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["sort"] + arguments, environment: environment, columns: 40,
      lines: 10)
  }

  private func backgrounds(_ screen: VirtualTerminal, line: Int) -> [VirtualTerminal.Color] {
    (0..<screen.size.columns).map { screen[line, $0].background }
  }

  @Test(arguments: ["xterm-256color", "tmux-256color", "linux", "vt100"])
  func itSortsAndBeginsAnew(_ type: String) throws {
    let terminal = try start(["--speed", "50", "--seed", "1"], environment: ["TERM": type])
    try terminal.wait(for: "step 19 of 19")
    terminal.type(" ")
    try terminal.wait(for: "stopped")
    let sorted = terminal.screen.lines
    let colors = backgrounds(terminal.screen, line: 1)
    #expect(type == "vt100" ? sorted[1].hasPrefix("▁▁▁▁") : Set(colors.map { "\($0)" }).count > 4)
    terminal.type(" ")
    try terminal.wait { !$0.contains("19 of 19") && $0.contains("sorting") }
    #expect(type == "vt100" || backgrounds(terminal.screen, line: 1) != colors)
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.settings == terminal.initialSettings)
  }

  @Test func aStoppedSortStaysAsItIsAndFitsAnotherWindow() throws {
    let terminal = try start(["--seed", "1", "--swatch-size", "4", "--speed", "1"])
    try terminal.wait(for: "of 9, 1/s")
    terminal.type(" ")
    try terminal.wait(for: "stopped")
    terminal.type("]")
    try terminal.wait(for: "of 5")
    terminal.resize(columns: 60, lines: 20)
    try terminal.wait { $0.line(19).contains("step 0 of 9") }
    #expect(backgrounds(terminal.screen, line: 18).allSatisfy { $0 != .default })
    terminal.type("\u{1b}")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func withoutColoursItIsBars() throws {
    let terminal = try start(["--speed", "50", "--seed", "1"], environment: ["NO_COLOR": "1"])
    try terminal.wait { $0.line(1).hasPrefix("▁▁▁▁") && $0.line(8).hasSuffix("▇▇██") }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(!terminal.outputText.contains("\u{1b}[48"))
  }

  @Test func aScriptTakesStepByStep() throws {
    let arguments = ["sort", "--seed", "3", "--speed", "1", "--dump-screen", "--size", "64x18"]
    let run = try HeadlessRun(
      BuiltProducts.path(of: "tui-demo"), arguments + ["--script", "space n n n n"])
    #expect(run.end == .exited(0))
    // One step a second comes by itself, where the first key waits for the first picture that long.
    #expect(run.standardOutput.contains(/stopped, step [4-9] of 31/))
  }

  @Test func aPipeGetsTheSwatches() throws {
    let program = BuiltProducts.path(of: "tui-demo")
    let run = try HeadlessRun(program, ["sort", "--seed", "1"])
    #expect(run.end == .exited(0))
    let lines = run.standardOutput.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(lines.count == 40 * 22)
    #expect(Set(lines.prefix(40).compactMap { Int($0[1]) }) == Set(1...40))
    #expect(lines.allSatisfy { $0.count == 3 && $0[2].first == "#" })
    #expect(try HeadlessRun(program, ["sort", "--seed", "1"]).standardOutput == run.standardOutput)
    #expect(try HeadlessRun(program, ["sort", "--seed", "2"]).standardOutput != run.standardOutput)
  }

  @Test(arguments: [
    ["--speed", "0"], ["--speed", "101"], ["--swatch-size", "0"], ["--swatch-size", "13"],
  ])
  func optionsBeyondTheirLimitsGetTheUsage(_ arguments: [String]) throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["sort"] + arguments)
    #expect(run.end == .exited(64))
    #expect(run.standardError.contains(arguments[0]))
  }
}
