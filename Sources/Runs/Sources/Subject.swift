package import Files

/// The input that is read.
package enum Subject: Sendable {
  /// A file, which is read again when it changes.
  case file(FilePathBytes)
  case standardInput
  /// The rows of several files.
  case files([FilePathBytes])
  /// The changes from one file to the other.
  case comparison(old: FilePathBytes, new: FilePathBytes)
  /// A command and its arguments, as bytes that need not be text.
  case command([[UInt8]])
  /// A command for each of several hosts.
  case hosts(HostCommand)
  /// A text that is asked for whenever it may have changed: rows of a database.
  case polledText(PolledText)

  /// Whether a command is run, once or for several hosts.
  package var isCommand: Bool {
    switch self {
    case .command, .hosts: true
    case .file, .standardInput, .files, .comparison, .polledText: false
    }
  }
}
