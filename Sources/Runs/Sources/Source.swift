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
///  answer    ask ─▶ run 1 ─▶ interval, if it may have changed ─▶ ask ─▶ run 2 …
/// ```
///
/// All reading happens on threads of its own.
package final class Source: Sendable {
  package enum Kind: Sendable {
    case file(FilePathBytes)
    /// The rows of several files.
    case files([FilePathBytes])
    /// A file of recorded runs.
    case recording(FilePathBytes)
    case standardInput
    /// Two files to compare.
    case comparison(old: FilePathBytes, new: FilePathBytes)
    case command(ChildCommand)
    /// A command for each of several places.
    case places(PlacedCommand)
    /// A text that is asked for whenever it may have changed: rows of a database.
    case answers(Answers)
  }

  package let kind: Kind
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
  package convenience init(
    _ subject: Subject, _ options: ReadingOptions, until: UntilOption? = nil, isReadOnce: Bool = false,
    toleratesMissingKey: Bool = false, keptKey: KeyOption? = nil, title: String? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(SystemError) {
    let kind: Kind
    switch subject {
    case .command(let words): kind = .command(try ChildCommand(words))
    case .places(let command): kind = .places(command)
    case .file(let path):
      // Errors are reported before the screen is shown.
      var isRecording = false
      if FileStatus(path: path)?.isRegular ?? true {
        let descriptor = try FileReading.open(path)
        isRecording = Recording.begins(descriptor)
        close(descriptor)
      }
      kind = isRecording ? .recording(path) : .file(path)
    case .files(let paths):
      for path in paths { close(try FileReading.open(path)) }
      kind = .files(paths)
    case .standardInput: kind = .standardInput
    case .comparison(let old, let new): kind = .comparison(old: old, new: new)
    }
    self.init(
      kind, options, until: until, isReadOnce: isReadOnce,
      toleratesMissingKey: toleratesMissingKey
        && (subject == .standardInput || options.follow || options.update), keptKey: keptKey, title: title,
      clock: clock)
  }

  /// - Parameters:
  ///   - toleratesMissingKey: Whether the rows are shown before the columns of their key exist.
  ///   - keptKey: The key of an earlier session; if its columns do not exist, the key is guessed.
  package init(
    _ kind: Kind, _ options: ReadingOptions, until: UntilOption? = nil, isReadOnce: Bool = false,
    toleratesMissingKey: Bool = false, keptKey: KeyOption? = nil, title: String? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.kind = kind
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
    // Rows of different places are different rows.
    if case .places(let command) = kind, case .columns(let columns)? = key {
      key = .columns([ColumnReference(command.column)] + columns.filter { $0.text != command.column })
    }
    identity = RowIdentity(
      choice: key, areUpdates: options.update,
      toleratesMissing: options.key == nil || toleratesMissingKey)
    // Leaves room for all runs of a recording, which take more memory than its file.
    let recorded = if case .recording(let path) = kind { FileStatus(path: path)?.size ?? 0 } else { 0 }
    let bound = max(min(options.history.bytes, ProcessMemory.limit / 8), recorded * 4)
    history = History(bound: bound, identity: identity)
  }

  /// The title above the rows.
  package var title: String {
    if let givenTitle { return givenTitle }
    return switch kind {
    case .file(let path), .recording(let path): path.text
    case .files(let paths): paths.map(\.text).joined(separator: " ")
    case .standardInput: "standard input"
    case .comparison(let old, let new): Self.title(old.text, new.text)
    case .command(let command): command.title
    case .places(let command): command.title
    case .answers(let answers): answers.title
    }
  }

  /// Returns the names of two files; their paths if the names are equal.
  private static func title(_ old: String, _ new: String) -> String {
    let names = [old, new].map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    return (names[0] == names[1] ? [old, new] : names).joined(separator: " → ")
  }

  package var isRecording: Bool { if case .recording = kind { true } else { false } }

  /// Whether it is the comparison of two files, which has neither several runs nor an input of its own.
  package var isComparison: Bool { if case .comparison = kind { true } else { false } }

  package func checkIsRecording() throws(Refusal) {
    if !isRecording { throw Refusal("\(title) is not a recording") }
  }

  /// Whether the source is read again by itself.
  package var isLive: Bool {
    switch kind {
    case .file, .files, .places: true
    case .command: !isStream
    case .answers: true
    case .standardInput, .comparison, .recording: false
    }
  }

  /// Whether muster asks for its text, by a command or of a database; otherwise it is in files or a pipe.
  package var isAsked: Bool {
    switch kind {
    case .command, .places, .answers: true
    case .file, .files, .recording, .standardInput, .comparison: false
    }
  }

  /// Whether rows are shown as they arrive, until the stream ends.
  package var isStream: Bool { reading.follow || reading.update }

  /// Whether the reader gets every run: it shows all of a stream, or prints every row.
  var isPaced: Bool { isStream || isReadOnce }

  /// Whether columns may be added after the first rows; a place may answer later than others.
  package var canGrow: Bool {
    switch kind {
    case .standardInput, .places: true
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
    stream.begin(
      [check.map { OptionChecker($0) }, condition.map { UntilWatch($0) }].compactMap(\.self) + observers
        + [history])
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
    switch kind {
    case .command(let command): start { try await CommandRuns(source: self, command: command).sendRuns() }
    case .places(let command): start { try await PlaceRuns(source: self, command: command).sendRuns() }
    case .answers(let answers): start { try await AnswerRuns(source: self, answers: answers).sendRuns() }
    case .file, .files, .recording, .standardInput, .comparison:
      let signal = WakePipe(clock: clock)
      stream.onEnd { signal.wake() }
      DispatchQueue(label: "muster.reading", qos: .userInitiated).async {
        FileRuns(source: self, signal: signal).sendRuns()
      }
    }
    return RunSequence(stream)
  }

  /// Whether the rows are those of several files, places or runs, as a text of ``JoinedRows``.
  var isJoined: Bool {
    switch kind {
    case .files, .places: true
    case .recording: reading.course != nil
    default: false
    }
  }

  /// Returns what makes runs of the input.
  package func reader(isJoined: Bool? = nil) -> RunReader {
    var options = isJoined ?? self.isJoined ? JoinedRows.options : reading.reader
    // The course of a column has columns of its own.
    options.computed = reading.course == nil ? reading.computed : []
    if case .answers = kind { (options.format, options.header) = (.csv, .line(1)) }
    return RunReader(options: options, identity: identity, isFollowing: reading.follow && !reading.update)
  }
}
