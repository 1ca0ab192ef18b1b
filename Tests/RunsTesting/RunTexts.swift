import Files
package import ListData

package import Rows
package import Runs

/// Makes runs from the text of tables.
package struct RunMaker {
  private var reader: RunReader
  package let identity: RowIdentity

  package init(key: KeyOption? = nil, format: TableFormat? = nil) {
    self.init(identity: RowIdentity(choice: key), format: format)
  }

  package init(identity: RowIdentity, format: TableFormat? = nil) {
    self.init(identity: identity, options: ReaderOptions(format: format))
  }

  package init(identity: RowIdentity, options: ReaderOptions) {
    self.identity = identity
    reader = RunReader(options: options, identity: identity)
  }

  /// Returns the part of a run that has arrived so far.
  ///
  /// - Parameter total: The number of bytes of the complete run; nil if unknown.
  package mutating func grow(to text: String, of total: Int? = nil) throws -> Run {
    try reader.grow(
      to: TextBytes(text), progress: Run.Progress(bytes: text.utf8.count, total: total), at: .now)
  }

  package mutating func next(_ text: [UInt8]) throws -> Run {
    try reader.finish(RunReader.Reading(bytes: TextBytes(text)), at: .now)
  }

  package mutating func next(_ text: String, end: CommandEnd? = nil, diagnostics: String = "") throws -> Run {
    try reader.finish(
      RunReader.Reading(bytes: TextBytes(text), diagnostics: Array(diagnostics.utf8), end: end), at: .now)
  }
}

package enum Tables {
  package static let processes = """
      PID   PPID  USER   %CPU  COMMAND
        1      0  root    0.1  init
       20      1  root    1.5  sshd
      300     20  ann    30.0  bash
      301    300  ann     2.0  vim
       44      1  daemon  0.0  cron

    """

  /// Two tables below a title.
  package static let several = """
    pods of the cluster
    NAME          READY  STATUS             RESTARTS      AGE
    web-3f        0/1    ContainerCreating  0             2s
    api-1c        0/1    CrashLoopBackOff   4 (30s ago)   2h
    web-9a        1/1    Running            0             41m

    NAME          TYPE       CLUSTER-IP
    kubernetes    ClusterIP  10.96.0.1
    web           NodePort   10.96.0.17

    """

  /// A table in the colours of a terminal.
  package static let colored =
    "\u{1B}[1mNAME    READY  STATUS   AGE\u{1B}[0m\n"
    + "\u{1B}[36mweb-1\u{1B}[0m   1/1    \u{1B}[32mRunning\u{1B}[0m  3\n"
    + "\u{1B}[36mweb-2\u{1B}[0m   0/1    \u{1B}[1;38;5;196mPending\u{1B}[0m  4\n"
}

extension Run {
  /// The texts of all cells, by row.
  package var rows: [[String]] { (0..<table.rowCount).map { table.texts(of: $0) } }
}

extension Subject {
  /// The command with these words.
  package static func words(_ words: [String]) -> Subject { .command(words.map { Array($0.utf8) }) }

  /// The file, or the files together.
  package static func files(_ paths: [String]) -> Subject {
    let paths = paths.map { FilePathBytes($0) }
    return paths.count == 1 ? .file(paths[0]) : .files(paths)
  }
}

extension Source {
  /// Creates the source of an input, read as a closure says.
  package static func reading(
    _ subject: Subject, _ configure: (inout ReadingOptions) -> Void = { _ in }
  ) throws -> Source {
    var options = ReadingOptions()
    configure(&options)
    return try Source(subject, options)
  }

  /// Creates the source of a command.
  package static func reading(
    command words: [String], _ configure: (inout ReadingOptions) -> Void = { _ in }
  ) throws -> Source { try reading(.words(words), configure) }

  /// Creates the source of a file.
  package static func reading(
    files paths: [String], _ configure: (inout ReadingOptions) -> Void = { _ in }
  ) throws -> Source { try reading(.files(paths), configure) }
}
