/// How a program ended.
public enum ProgramEnd: Equatable, Sendable {
  /// It ended itself, with this code.
  case exited(Int32)
  /// A signal ended it.
  case killed(Int32)
}

/// What a test waited for did not happen.
public struct WaitFailure: Error, CustomStringConvertible {
  /// What was waited for, and what was there instead.
  public let description: String
}
