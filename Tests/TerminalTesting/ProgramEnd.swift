/// How a program ended.
public enum ProgramEnd: Equatable, Sendable {
  /// The program exited with this code.
  case exited(Int32)
  /// This signal ended the program.
  case killed(Int32)
}

/// The error of a wait for something that did not happen.
public struct WaitFailure: Error, CustomStringConvertible {
  /// The expected state, and the actual one.
  public let description: String
}
