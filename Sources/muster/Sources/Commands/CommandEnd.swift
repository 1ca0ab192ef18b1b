/// How a command ended.
enum CommandEnd: Hashable, Sendable, CustomStringConvertible {
  case exited(Int32)
  case killed(signal: Int32)
  /// It could not be started, for a reason in the system's words.
  case notStarted(SystemError)

  var isSuccess: Bool { self == .exited(0) }

  var description: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .killed(let signal): "ended by signal \(signal)"
    case .notStarted(let error): error.description
    }
  }
}
