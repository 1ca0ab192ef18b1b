import TerminalTesting
import TestSupport
import Testing

@Suite("Scarce resources of lists", .waitsForProcesses, .disabled(if: ProgramEnvironment.isSanitized))
struct ResourceTests {
  private func start(_ limit: String, _ arguments: [String]) throws -> PseudoTerminal {
    let directory = try TemporaryDirectory()
    let file = try directory.write("id,name\n1,ann\n2,bob\n", to: "in.csv")
    return try PseudoTerminal(
      "/bin/sh",
      ["-c", "ulimit \(limit); exec \"$@\"", "sh", BuiltProducts.path(of: "muster")] + arguments + [file],
      capturesErrors: true)
  }

  @Test(
    "A list is shown and left, or one line says which limit is too small",
    arguments: [6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 60].map { "-n \($0)" }
      + stride(from: 100_000, to: 700_000, by: 50_000).map { "-v \($0)" })
  func scarce(limit: String) throws {
    for arguments in [[], ["-p"]] {
      let terminal = try start(limit, arguments)
      try terminal.wait("rows or end") { $0.contains("bob") || terminal.end != nil }
      if terminal.end == nil { terminal.type("q") }
      let end = try terminal.waitForEnd()
      guard end != .exited(0) else { continue }
      let words = String(decoding: terminal.standardError, as: UTF8.self)
      expectEqual(words.split(separator: "\n").count, 1, "\(words)")
      // The dynamic linker reports its own error if not even the libraries fit.
      #expect(end == .exited(2) || end == .exited(127), "\(words)")
      expectEqual(terminal.damage, [])
    }
  }
}
