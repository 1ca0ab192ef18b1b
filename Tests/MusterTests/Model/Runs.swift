import ListData

@testable import muster

/// Makes runs from the text of tables.
struct Runs {
  private var builder: RunBuilder
  let identity: RowIdentity

  init(key: KeyOption? = nil, format: TableFormat? = nil) {
    self.init(identity: RowIdentity(choice: key), format: format)
  }

  init(identity: RowIdentity, format: TableFormat? = nil) {
    self.init(identity: identity, options: ReaderOptions(format: format))
  }

  init(identity: RowIdentity, options: ReaderOptions) {
    self.identity = identity
    builder = RunBuilder(options: options, identity: identity)
  }

  /// Returns the part of a run that has arrived so far.
  ///
  /// - Parameter total: The number of bytes of the complete run; nil if unknown.
  mutating func grow(to text: String, of total: Int? = nil) throws -> Run {
    try builder.grow(to: TextBytes(text), progress: Run.Progress(bytes: text.utf8.count, total: total))
  }

  mutating func next(_ text: [UInt8]) throws -> Run {
    try builder.finish(RunBuilder.Reading(bytes: TextBytes(text)))
  }

  mutating func next(_ text: String, end: CommandEnd? = nil, diagnostics: String = "") throws -> Run {
    try builder.finish(
      RunBuilder.Reading(bytes: TextBytes(text), diagnostics: Array(diagnostics.utf8), end: end))
  }
}

enum Tables {
  static let processes = """
      PID   PPID  USER   %CPU  COMMAND
        1      0  root    0.1  init
       20      1  root    1.5  sshd
      300     20  ann    30.0  bash
      301    300  ann     2.0  vim
       44      1  daemon  0.0  cron

    """
}
