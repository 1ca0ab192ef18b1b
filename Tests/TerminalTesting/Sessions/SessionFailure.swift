/// A failure of a session.
public struct SessionFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure; a shorter session shows the same failure if it shows the same kind.
  public enum Kind: String, Hashable, Sendable {
    /// A signal ended the program.
    case crash
    /// The program ended with an unexpected exit status.
    case status
    /// The program needed more processor time to answer ctrl-c than is allowed.
    case late
    /// The program did not answer ctrl-c at all.
    case freeze
    /// The program did not restore the terminal.
    case damage
    /// The screen did not show what the program had drawn.
    case picture
    /// The program never showed anything.
    case start
  }

  /// The kind of failure.
  public let kind: Kind
  /// The details of the failure.
  public let details: String

  /// The failure in words.
  public var description: String { "\(kind): \(details)" }
}
