import Dispatch
package import Files
import LibC
import ListData
package import Rows

/// The source of rows: a file, a pipe, a command, or a text that is asked for.
///
/// ```text
///  file      read ─▶ run 1 ─▶ it changes ─▶ read ─▶ run 2 …     follow, update: read on
///  pipe      read ─▶ run 1 ─▶ end
///  command   run ─▶ run 1 ─▶ interval ─▶ run ─▶ run 2 …         follow, update: read as it comes, once
///  polled    ask ─▶ run 1 ─▶ interval, if it may have changed ─▶ ask ─▶ run 2 …
/// ```
///
/// All reading happens on threads of its own.
package final class Source: Sendable {
  package let subject: Subject
  /// The command that is run; nil for other input.
  private let command: ChildCommand?
  /// Whether the input is a file of recorded runs.
  package let isRecording: Bool
  /// The title above the rows, if it is not the name of the source.
  package let givenTitle: String?
  /// What identifies the rows.
  package let identity: RowIdentity
  /// The runs so far.
  package let history: History
  /// The runs on their way to the reader, and what it wants: a pause, the next run at once.
  package let stream: RunStream
  /// Measures how long the command takes.
  package let slowRunTimer: SlowRunTimer
  package let reading: ReadingOptions
  /// The condition that ends the runs.
  package let until: UntilOption?
  /// Whether a file is read only once, to its current end.
  package let isReadOnce: Bool
  package let clock: any Clock<Duration>

  /// - Parameters:
  ///   - toleratesMissingKey: Whether a stream is shown before the columns of its key exist.
  ///   - keptKey: The key of an earlier session; if its columns do not exist, the key is guessed.
  /// - Throws: The reason why the source cannot be read: no such file, command not found.
  package init(
    _ subject: Subject, _ options: ReadingOptions, until: UntilOption? = nil, isReadOnce: Bool = false,
    toleratesMissingKey: Bool = false, keptKey: KeyOption? = nil, title: String? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(SystemError) {
    self.subject = subject
    command = if case .command(let words) = subject { try ChildCommand(words) } else { nil }
    var (isRecording, isInput) = (false, false)
    switch subject {
    case .file(let path):
      // Errors are reported before the screen is shown.
      if FileStatus(path: path)?.isRegular ?? true {
        let descriptor = try FileReading.open(path)
        isRecording = Recording.begins(descriptor)
        close(descriptor)
      }
    case .files(let paths):
      for path in paths { close(try FileReading.open(path)) }
    case .standardInput: isInput = true
    case .command, .hosts, .comparison, .polledText: break
    }
    self.isRecording = isRecording
    givenTitle = title
    reading = options
    self.until = until
    self.isReadOnce = isReadOnce
    self.clock = clock
    stream = RunStream(clock: clock)
    slowRunTimer = SlowRunTimer(clock: clock)
    var key = options.key ?? keptKey
    // A course has the key of the recorded list.
    if options.course != nil { key = nil }
    // Rows of different hosts are different rows.
    if case .hosts(let command) = subject, case .columns(let columns)? = key {
      key = .columns([ColumnReference(command.column)] + columns.filter { $0.text != command.column })
    }
    identity = RowIdentity(
      choice: key, areUpdates: options.update,
      toleratesMissing: options.key == nil
        || toleratesMissingKey && (isInput || options.follow || options.update))
    // Leaves room for all runs of a recording, which take more memory than its file.
    let recorded =
      if isRecording, case .file(let path) = subject { FileStatus(path: path)?.size ?? 0 } else { 0 }
    let bound = max(min(options.history.bytes, ProcessMemory.limit / 8), recorded * 4)
    history = History(bound: bound, identity: identity)
  }

  /// The title above the rows.
  package var title: String {
    if let givenTitle { return givenTitle }
    return switch subject {
    case .file(let path): path.text
    case .files(let paths): paths.map(\.text).joined(separator: " ")
    case .standardInput: "standard input"
    case .comparison(let old, let new): Self.title(old.text, new.text)
    case .command: command?.title ?? ""
    case .hosts(let command): command.title
    case .polledText(let text): text.title
    }
  }

  /// Returns the names of two files; their paths if the names are equal.
  private static func title(_ old: String, _ new: String) -> String {
    let names = [old, new].map { StoredFile(path: $0).name }
    return (names[0] == names[1] ? [old, new] : names).joined(separator: " → ")
  }

  /// Whether it is the comparison of two files, which has neither several runs nor an input of its own.
  package var isComparison: Bool { if case .comparison = subject { true } else { false } }

  package func checkIsRecording() throws(Refusal) {
    if !isRecording { throw Refusal("\(title) is not a recording") }
  }

  /// Whether the source is read again by itself.
  package var isLive: Bool {
    switch subject {
    case .file: !isRecording
    case .files, .hosts, .polledText: true
    case .command: !isStream
    case .standardInput, .comparison: false
    }
  }

  /// Whether muster asks for its text, by a command or of a database; otherwise it is in files or a pipe.
  package var isPolled: Bool {
    if case .polledText = subject { true } else { subject.isCommand }
  }

  /// Whether rows are shown as they arrive, until the stream ends.
  package var isStream: Bool { reading.follow || reading.update }

  /// Whether the reader gets every run: it shows all of a stream, or prints every row.
  var isPaced: Bool { isStream || isReadOnce }

  /// Whether columns may be added after the first rows; a host may answer later than others.
  package var canGrow: Bool {
    switch subject {
    case .standardInput, .hosts: true
    default: isStream
    }
  }

  /// Begins to read. Call this once.
  ///
  /// - Parameters:
  ///   - check: Checks that the columns exist that options name.
  ///   - observers: Receive every run.
  /// - Returns: The runs. The sequence throws an error that makes all reading useless, such as a key that
  ///   names no column.
  package func runs(check: OptionCheck? = nil, observers: [any RunObserver] = []) -> RunSequence {
    let condition = until.map { UntilCondition($0, isUpdating: reading.update) }
    let first: [(any RunObserver)?] = [check, condition.map { UntilWatch($0) }]
    stream.begin(first.compactMap(\.self) + observers + [history])
    func start(_ send: @escaping @Sendable () async throws -> Void) {
      let task = Task.detached { [stream] in
        do {
          try await send()
          stream.finish()
        } catch {
          stream.finish(throwing: error is CancellationError ? nil : error)
        }
      }
      stream.onEnd { task.cancel() }
    }
    switch subject {
    case .command:
      if let command { start { try await CommandRuns(source: self, command: command).sendRuns() } }
    case .hosts(let command): start { try await HostRuns(source: self, command: command).sendRuns() }
    case .polledText(let text): start { try await PolledTextRuns(source: self, text: text).sendRuns() }
    case .file, .files, .standardInput, .comparison:
      let signal = WakePipe(clock: clock)
      stream.onEnd { signal.wake() }
      DispatchQueue(label: "muster.reading", qos: .userInitiated).async {
        FileRuns(source: self, signal: signal).sendRuns()
      }
    }
    return RunSequence(stream)
  }

  /// Whether the rows are those of several files, hosts or runs, as a text of ``JoinedRows``.
  var isJoined: Bool {
    switch subject {
    case .files, .hosts: true
    default: isRecording && reading.course != nil
    }
  }

  /// Returns what makes runs of the input.
  package func reader(isJoined: Bool? = nil) -> RunReader {
    var options = isJoined ?? self.isJoined ? JoinedRows.options : reading.reader
    // The course of a column has columns of its own.
    options.computed = reading.course == nil ? reading.computed : []
    if case .polledText = subject { (options.format, options.header) = (.csv, .line(1)) }
    return RunReader(options: options, identity: identity, isFollowing: reading.follow && !reading.update)
  }
}
