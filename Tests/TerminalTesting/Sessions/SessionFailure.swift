/// What went wrong in a session.
public struct SessionFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of thing; a shorter session shows the same failure if it shows the same kind.
  public enum Kind: String, Hashable, Sendable {
    /// A signal ended the program.
    case crash
    /// It ended with a status that no user asked for.
    case status
    /// It needed more processor time to answer ctrl-c than is allowed.
    case late
    /// It did not answer them at all.
    case freeze
    /// The terminal was not given back.
    case damage
    /// What stood on the screen was not what the program meant.
    case picture
    /// It never showed anything.
    case start
  }

  /// What kind of thing.
  public let kind: Kind
  /// What was seen.
  public let details: String

  /// The failure in words.
  public var description: String { "\(kind): \(details)" }
}
