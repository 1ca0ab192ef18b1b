import TerminalTesting

/// The program under test: see `Tests/TerminalProbe`.
enum Probe {
  static let path = BuiltProducts.path(of: "terminal-probe")

  /// Starts it on a terminal and waits for its first frame.
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

extension PseudoTerminal {
  /// What is not as it was before the program started; empty where the terminal has been given back.
  var damage: [String] {
    var damage: [String] = []
    if settings != initialSettings {
      damage.append("modes \(settings.map(\.description) ?? "unknown"), were \(initialSettings)")
    }
    if screen.isAlternateScreen { damage.append("alternate screen") }
    if !screen.isCursorVisible { damage.append("no cursor") }
    if screen.mouse != .none { damage.append("mouse \(screen.mouse)") }
    if screen.bracketsPastes { damage.append("pastes in brackets") }
    return damage
  }
}
