import LibC
import TerminalTesting
import TestSupport
import Testing

/// Programs that start with closed standard files (`2>&-`): the terminal must not get their descriptors.
@Suite("Closed standard files", .waitsForProcesses) struct StandardFileTests {
  static let closings = ["0<&-", "1>&-", "2>&-", "0<&- 1>&-", "0<&- 2>&-", "1>&- 2>&-", "0<&- 1>&- 2>&-"]

  private func start(_ closing: String) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "exec '\(Probe.path)' \(closing)"], columns: 60, lines: 12)
    try terminal.wait(for: "size 60x12")
    return terminal
  }

  @Test("Keys reach a program with closed standard files", arguments: closings)
  func keys(closing: String) throws {
    let terminal = try start(closing)
    terminal.type("ab")
    try terminal.wait(for: "key b")
    try terminal.finish(typing: "q")
  }

  @Test("A crash of a program with closed standard files restores the terminal", arguments: closings)
  func crashes(closing: String) throws {
    let terminal = try start(closing)
    terminal.type("F")
    #expect([.killed(SIGILL), .killed(SIGTRAP)].contains(try terminal.waitForEnd()))
    expectEqual(terminal.damage, [])
    expectEqual(terminal.outputText.contains("fatal on purpose"), !closing.contains("2"))
  }

  #if os(Linux)
    @Test("Closed standard files are opened as /dev/null", arguments: closings)
    func replacements(closing: String) throws {
      let terminal = try start(closing)
      for file in 0...2 where closing.contains("\(file)") {
        var target = [UInt8](repeating: 0, count: 100)
        let count = target.withUnsafeMutableBytes {
          readlink(
            "/proc/\(terminal.process)/fd/\(file)", $0.bindMemory(to: CChar.self).baseAddress!, $0.count)
        }
        expectEqual(String(decoding: target.prefix(max(0, count)), as: UTF8.self), "/dev/null")
      }
    }

    /// A program that waited for a closed file would be woken all the time.
    @Test("A waiting program with a closed standard error uses no processor time") func idling() throws {
      let terminal = try start("2>&-")
      terminal.type("a")
      try terminal.wait(for: "key a")
      try terminal.waitUntilIdle(patience: Patience(processorTime: .seconds(10)))
    }
  #endif
}
