#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// What the system refused, and why.
struct SystemError: Error, Hashable, CustomStringConvertible, Sendable {
  /// What it was about: a path, a command, standard input.
  var subject: String
  /// The number of the error.
  var code: Int32

  /// Why, in the system's words.
  var reason: String { String(cString: strerror(code)) }
  var description: String { "\(subject.isEmpty ? "''" : subject): \(reason)" }

  /// The error of the last call.
  static func last(_ subject: String) -> SystemError { SystemError(subject: subject, code: errno) }
}
