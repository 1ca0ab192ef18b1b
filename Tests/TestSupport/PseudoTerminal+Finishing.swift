public import TerminalTesting
public import Testing

extension PseudoTerminal {
  /// Types the last keys, and checks how the program ends and that it restores the terminal.
  public func finish(
    typing keys: String = "", _ expected: ProgramEnd = .exited(0),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    type(keys)
    try expectEqual(waitForEnd(), expected, sourceLocation: sourceLocation)
    expectEqual(damage, [], sourceLocation: sourceLocation)
  }
}
