import TerminalTesting
import TestSupport
import Testing

/// With scarce resources, the program works, or reports in one line why it cannot and does nothing else.
@Suite("Scarce resources", .waitsForProcesses) struct ResourceTests {
  private func start(_ command: String) throws -> PseudoTerminal {
    try PseudoTerminal(
      "/bin/sh", ["-c", "\(command); exec '\(Probe.path)'"], columns: 60, lines: 12, capturesErrors: true)
  }

  private func works(_ terminal: PseudoTerminal) throws -> Bool {
    try terminal.wait("start or end") { $0.contains("size ") || terminal.end != nil }
    guard terminal.end == nil else { return false }
    terminal.type("ab")
    try terminal.wait(for: "key b")
    try terminal.finish(typing: "q")
    return true
  }

  private func expectRefusal(_ terminal: PseudoTerminal, _ words: String) throws {
    try expectEqual(terminal.waitForEnd(), .exited(2))
    expectEqual(String(decoding: terminal.standardError, as: UTF8.self), "terminal-probe: \(words)\n")
    expectEqual(terminal.output, [])
  }

  @Test(
    "With few file descriptors, a program works or reports the limit in one line",
    arguments: [8, 9, 10, 11, 12, 16, 20, 22, 24, 26, 28, 30, 32, 40])
  func fewDescriptors(_ limit: Int) throws {
    let terminal = try start("ulimit -n \(limit)")
    if try works(terminal) {
      #expect(limit > 20)
    } else {
      try expectRefusal(terminal, "cannot use the terminal: too few files may be open at once (ulimit -n)")
    }
  }

  @Test(
    "A program works if the size of files is limited", .disabled(if: ProgramEnvironment.isSanitized),
    arguments: [0, 1, 8])
  func smallFiles(_ limit: Int) throws {
    #expect(try works(start("ulimit -f \(limit)")))
  }

  @Test(
    "With little memory, a program works or reports an error in one line",
    .disabled(if: ProgramEnvironment.isSanitized), arguments: [40_000, 100_000, 200_000])
  func littleMemory(_ limit: Int) throws {
    let terminal = try start("ulimit -v \(limit)")
    if try !works(terminal) {
      // The dynamic linker reports its own error if not even the libraries fit.
      let words = String(decoding: terminal.standardError, as: UTF8.self)
      expectEqual(words.split(separator: "\n").count, 1, "\(words)")
      #expect([.exited(2), .exited(127)].contains(terminal.end))
    }
  }

  @Test(
    "A program works with any LINES and COLUMNS in its environment",
    arguments: ["LINES=32767 COLUMNS=32767", "LINES=1 COLUMNS=1", "LINES=-5 COLUMNS=x"])
  func environmentSizes(_ variables: String) throws {
    #expect(try works(start("export \(variables)")))
  }

  @Test(
    "A program works on a terminal of an impossible size",
    arguments: ["rows 32767 cols 32767", "rows 65535 cols 65535", "rows 0 cols 0", "rows 2 cols 1000"])
  func impossibleSizes(_ size: String) throws {
    let terminal = try start("stty \(size)")
    #expect(try works(terminal))
  }
}
