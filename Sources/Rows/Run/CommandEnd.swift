package enum CommandEnd: Error, Hashable, CustomStringConvertible {
  case exited(Int32)
  case killed(signal: Int32)
  /// The system could not start it, for the reason in its words.
  case notStarted(String)

  package var isSuccess: Bool { self == .exited(0) }

  package var description: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .killed(let signal): "ended by signal \(signal)"
    case .notStarted(let reason): reason
    }
  }
}
