import LibC

/// What the system refused, and why.
package struct SystemError: Error, Hashable, CustomStringConvertible, Sendable {
  /// What it was about: a path, a command, standard input.
  package var subject: String
  /// The number of the error.
  package var code: Int32

  package init(subject: String, code: Int32) {
    self.subject = subject
    self.code = code
  }

  /// Why, in the system's words.
  package var reason: String { String(cString: strerror(code)) }
  package var description: String { "\(subject.isEmpty ? "''" : subject): \(reason)" }

  /// The error of the last call.
  package static func last(_ subject: String) -> SystemError { SystemError(subject: subject, code: errno) }
}
