import TerminalTesting

/// The program under test; its source is in `Tests/TerminalProbe`.
enum Probe {
  static let path = BuiltProducts.path(of: "terminal-probe")

  /// Starts the program on a terminal and waits for its first frame.
  static func start(
    _ arguments: [String] = [], environment: [String: String?] = [:], columns: Int = 60, lines: Int = 12,
    standardInput: String? = nil, capturesOutput: Bool = false
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      path, arguments, environment: environment, columns: columns, lines: lines,
      standardInput: standardInput, capturesOutput: capturesOutput)
    try terminal.wait(for: "size \(columns)x\(lines)")
    return terminal
  }
}
