import TerminalTesting
import Testing

/// Sessions with the real program on a pseudo-terminal.
@Suite(.serialized) @MainActor
struct WiFiSessionTests {
  private func start(_ arguments: [String] = [], lines: Int = 30) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["wifi"] + arguments, environment: [:], columns: 70, lines: lines)
  }

  @Test func networksComeAndGoByThemselves() throws {
    let terminal = try start(["--seed", "1", "--announce"])
    try terminal.wait(for: "17 other networks")
    try terminal.wait(for: " removed")
    terminal.type("w")
    try terminal.wait { $0.contains("Wi-Fi is off") && !$0.contains("Aurora Lane") }
    terminal.type("w")
    try terminal.wait { $0.contains("Aurora Lane") && $0.contains("Choose a network") }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.settings == terminal.initialSettings)
  }

  @Test func onTopOfTheGalleryItStopsWhenItIsLeft() throws {
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["gallery", "--motion", "none"], environment: [:], columns: 80,
      lines: 60)
    try terminal.wait(for: "Live data")
    terminal.type("*")
    try terminal.wait(for: "Wi-Fi settings")
    let place = try #require(
      terminal.screen.lines.filter { $0.hasPrefix("▌") || $0.hasPrefix("  ") }
        .firstIndex { $0.contains("Wi-Fi settings") })
    terminal.type(String(repeating: "j", count: place) + "\r")
    try terminal.wait { $0.line(0) == "Gallery › Wi-Fi" }
    terminal.type("\u{1b}")
    try terminal.wait { $0.line(0) == "Gallery" && $0.contains("Wi-Fi settings") }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func aPipeGetsTheNetworks() throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["wifi"])
    #expect(run.end == .exited(0))
    let lines = run.standardOutput.split(separator: "\n")
    #expect(lines.first == "Wi-Fi\ton")
    #expect(lines.count == 19)
    #expect(lines[1] == "Aurora Lane\tconnected\tWPA3\t-43 dBm\t36")
    let off = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["wifi", "--off"])
    #expect(off.standardOutput == "Wi-Fi\toff\n")
  }
}
