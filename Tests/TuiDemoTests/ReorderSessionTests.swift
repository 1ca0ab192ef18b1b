import Foundation
import TerminalTesting
import Testing

/// Moving rows by hand on a pseudo-terminal, and what the file has of it afterwards.
@Suite(.serialized) @MainActor
struct ReorderSessionTests {
  private let place: TemporaryDirectory
  private var path: String { place.path + "/order" }

  init() throws { place = try TemporaryDirectory() }

  private func start(_ type: String = "xterm-256color", columns: Int = 80, lines: Int = 24) throws
    -> PseudoTerminal
  {
    try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["reorder", "--file", path, "--motion", "none"],
      environment: ["TERM": type], columns: columns, lines: lines)
  }

  /// The items as a pipe gets them.
  private func saved() throws -> [String] {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["reorder", "--file", path])
    #expect(run.end == .exited(0))
    return run.standardOutput.split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["xterm-256color", "tmux-256color", "linux", "vt100"])
  func theOrderSurvivesBeingKilled(_ type: String) throws {
    let (first, second) = ("Water the tomatoes", "Buy bread and coffee")
    for drop in 1...3 {
      let terminal = try start(type)
      let order = drop % 2 == 1 ? [second, first] : [first, second]
      try terminal.wait(for: first)
      terminal.type("mj\r")
      // While the row is in the hand it is seen at its new place, too.
      try terminal.wait { screen in
        let lines = order.compactMap { name in screen.lines.firstIndex { $0.contains(name) } }
        return lines.count == 2 && lines[0] < lines[1] && screen.contains("kept in")
      }
      terminal.send(signal: SIGKILL)
      #expect(try terminal.waitForEnd() == .killed(SIGKILL))
      let names = try saved().map { String($0.split(separator: "\t")[1]) }
      #expect(Array(names.prefix(2)) == order)
      #expect(names.count == 25)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["order"])
  }

  @Test func rowsAreDraggedWithTheMouse() throws {
    let terminal = try start(lines: 44)
    try terminal.wait(for: "Write down the recipes")
    func line(_ text: String) throws -> Int {
      try #require(terminal.screen.lines.firstIndex { $0.contains(text) })
    }
    let (from, to) = (try line("Water the tomatoes") + 1, try line("Mend the bicycle") + 1)
    terminal.type("\u{1b}[<0;9;\(from)M\u{1b}[<32;9;\(to)M\u{1b}[<0;9;\(to)m")
    try terminal.wait(for: "This week  8")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.settings == terminal.initialSettings)
    #expect(try saved().contains("this week\tWater the tomatoes"))
  }

  @Test(arguments: [
    ("", "line 1: not an order that tui-demo has saved"),
    ("order 1\n[today]\nWater the tomatoes\n", "it breaks off"),
    ("order 1\n[tomorrow]\n[end]\n", "line 2: unknown section “tomorrow”"),
  ])
  func aDamagedFileIsRefusedInOneLineAndStays(_ text: String, _ message: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let terminal = try start()
    #expect(try terminal.waitForEnd() == .exited(2))
    let lines = terminal.outputText.split(whereSeparator: \.isNewline)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("tui-demo: \(path), ") == true)
    #expect(lines.first?.contains(message) == true)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    #expect(terminal.settings == terminal.initialSettings)
  }

  @Test func aFileNobodyCanKeepIsRefused() throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["reorder", "--file", path + "/order"])
    #expect(run.end == .exited(2))
    #expect(run.standardError == "tui-demo: \(path): No such file or directory\n")
  }

  @Test func aFileOfOnesOwnIsMerged() throws {
    try "order 1\n[some day]\nOwn\nWater the tomatoes\n[end]\n".write(
      toFile: path, atomically: true, encoding: .utf8)
    let lines = try saved()
    #expect(lines.count == 26)
    #expect(lines.first == "today\tBuy bread and coffee")
    #expect(lines.contains("some day\tOwn"))
  }
}
