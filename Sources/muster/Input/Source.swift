import Dispatch
import Files
import LibC
import ListData

/// Where rows come from: a file, a pipe, a command.
///
/// ```text
///  file      read ─▶ run 1 ─▶ it changes ─▶ read ─▶ run 2 …     follow, update: read on
///  pipe      read ─▶ run 1 ─▶ end
///  command   run ─▶ run 1 ─▶ interval ─▶ run ─▶ run 2 …         follow, update: read as it comes, once
///  database  ask ─▶ run 1 ─▶ interval, if it may have changed ─▶ ask ─▶ run 2 …
/// ```
///
/// All reading is done on threads of its own.
final class Source: Sendable {
  /// What is read.
  enum Kind: Sendable {
    case file(FilePathBytes)
    /// The rows of several files.
    case files([FilePathBytes])
    /// A file of runs that were recorded.
    case recording(FilePathBytes)
    case standardInput
    /// Two files, each read once.
    case comparison(old: FilePathBytes, new: FilePathBytes)
    case command(ChildCommand)
    /// Rows of a database, read as a whole.
    case database(DatabaseListing)
  }

  let kind: Kind
  /// What is shown above the rows in place of what is read.
  let givenTitle: String?
  /// What identifies the rows.
  let identity: RowIdentity
  /// The runs so far.
  let history: History
  /// When runs begin, and when more of a stream is wanted.
  let pacer: RunPacer
  /// How long the command takes.
  let slowRunTimer: SlowRunTimer
  let reading: ReadingOptions
  /// With what the runs end.
  let until: UntilOption?
  /// Whether a file is read once, to the end it has.
  let isReadOnce: Bool
  /// Measures all waiting.
  let clock: any Clock<Duration>

  /// - Parameters:
  ///   - toleratesMissingKey: whether a stream is shown before the columns of its key exist.
  ///   - keptKey: what identified rows the last time; a guess does where it is not there.
  /// - Throws: why it cannot be read: no such file, command not found.
  convenience init(
    _ subject: Subject, _ options: ReadingOptions, until: UntilOption? = nil, isReadOnce: Bool = false,
    toleratesMissingKey: Bool = false, keptKey: KeyOption? = nil, title: String? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(SystemError) {
    let kind: Kind
    switch subject {
    case .command(let words): kind = .command(try ChildCommand(words))
    case .file(let path):
      // Whether it can be read is said before a screen comes.
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
    case .database: fatalError("a database is opened before it is a source")
    }
    self.init(
      kind, options, until: until, isReadOnce: isReadOnce,
      toleratesMissingKey: toleratesMissingKey
        && (subject == .standardInput || options.follow || options.update), keptKey: keptKey, title: title,
      clock: clock)
  }

  /// - Parameters:
  ///   - toleratesMissingKey: whether it is shown before the columns of its key exist.
  ///   - keptKey: what identified rows the last time; a guess does where it is not there.
  init(
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
    pacer = RunPacer(clock: clock)
    slowRunTimer = SlowRunTimer(clock: clock)
    identity = RowIdentity(
      choice: options.key ?? keptKey, areUpdates: options.update,
      toleratesMissing: options.key == nil || toleratesMissingKey)
    // What is recorded takes about as much again.
    let recorded = if case .recording(let path) = kind { FileStatus(path: path)?.size ?? 0 } else { 0 }
    history = History(bound: max(options.history.bytes, recorded * 4), identity: identity)
  }

  /// What is shown above the rows.
  var title: String {
    if let givenTitle { return givenTitle }
    return switch kind {
    case .file(let path), .recording(let path): path.text
    case .files(let paths): paths.map(\.text).joined(separator: " ")
    case .standardInput: "standard input"
    case .comparison(let old, let new): "\(old.text) → \(new.text)"
    case .command(let command): command.title
    case .database(let listing): listing.title
    }
  }

  /// Whether it is a recording.
  var isRecording: Bool { if case .recording = kind { true } else { false } }

  /// Refuses what is no recording.
  func checkIsRecording() throws(Recorder.Refusal) {
    if !isRecording { throw Recorder.Refusal(description: "\(title) is no recording") }
  }

  /// Whether it is run or read again by itself.
  var isLive: Bool {
    switch kind {
    case .file, .files: true
    case .command: !isStream
    case .database: true
    case .standardInput, .comparison, .recording: false
    }
  }

  /// Whether what arrives is shown as it comes, for as long as it does.
  var isStream: Bool { reading.follow || reading.update }

  /// Whether the reader gets each run: it shows all that comes of a stream, and prints every row.
  var isPaced: Bool { isStream || isReadOnce }

  /// Whether columns may come that are not there at first.
  var canGrow: Bool { if case .standardInput = kind { true } else { isStream } }

  /// Begins to read; once.
  ///
  /// - Parameter observers: see every run.
  /// - Returns: the runs. It throws what makes all reading useless, such as a key that names no column.
  func runs(observers: [any RunObserver] = []) -> Runs {
    let (channel, runs) = RunChannel.make(
      history: history, pacer: pacer,
      until: until.map { UntilCondition($0, isUpdating: reading.update) }, observers: observers)
    switch kind {
    case .command(let command):
      let task = Task.detached { await CommandRuns(source: self, command: command, channel: channel).go() }
      channel.onEnd { task.cancel() }
    case .database(let listing):
      let task = Task.detached { await DatabaseRuns(source: self, listing: listing, channel: channel).go() }
      channel.onEnd { task.cancel() }
    case .file, .files, .recording, .standardInput, .comparison:
      do {
        let signal = try StopSignal(clock: clock)
        channel.onEnd { signal.stop() }
        DispatchQueue(label: "muster.reading", qos: .userInitiated).async {
          FileRuns(source: self, channel: channel, signal: signal).go()
        }
      } catch {
        channel.finish(throwing: error)
      }
    }
    return runs
  }

  /// What makes runs of what is read.
  func builder() -> RunBuilder {
    var options = reading.reader
    if case .files = kind { options = JoinedFiles.options }
    return RunBuilder(options: options, identity: identity, isFollowing: reading.follow && !reading.update)
  }
}
