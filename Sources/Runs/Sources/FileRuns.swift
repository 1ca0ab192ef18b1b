import Files
import LibC
import ListData
import Rows

/// Reads a file again whenever it changes, or a pipe to its end, and sends the runs.
struct FileRuns: Sendable {
  package let source: Source
  var stream: RunStream { source.stream }
  package let signal: WakePipe

  /// The time to wait for further changes before a changed file is read.
  static let gathering = Duration.milliseconds(50)

  /// Reads until no one reads the runs any more.
  package func sendRuns() {
    do {
      switch source.subject {
      case .file(let path) where source.isRecording:
        try source.reading.course.map { try follow($0, in: path) } ?? replay(path)
      case .file(let path):
        let descriptor = try FileReading.open(path)
        // With --runs head or page, a file is a recorded stream and is read once.
        let isRecorded = [.head, .page].contains(source.reading.runs) && !source.isStream
        if FileStatus(descriptor: descriptor)?.isRegular ?? false, !source.isReadOnce, !isRecorded {
          source.isStream
            ? try FileFollowing(path, descriptor, self).sendRuns() : try watch(path, descriptor)
        } else {
          try readStream(descriptor, path.text, again: source.reading.follow ? path : nil)
        }
      case .files(let paths): try watch(paths)
      default: try readStream(STDIN_FILENO, "standard input")
      }
      stream.finish()
    } catch {
      stream.finish(throwing: error)
    }
  }

  /// Reads a pipe to its end.
  ///
  /// - Parameter path: The pipe to reopen for the next writer when one has written something and ended; nil
  ///   to end.
  private func readStream(_ descriptor: Int32, _ name: String, again path: FilePathBytes? = nil) throws {
    var pipeline = source.pipeline()
    var reading = try FileReading(descriptor, name: name, clock: source.clock)
    func take(_ bytes: TextBytes) throws -> Int {
      sendInTime(try pipeline.grow(to: bytes, at: .now))
      return pipeline.forget()
    }
    var end = try reading.read(signal, most: { pipeline.mostBytes }, arrived: take)
    while end == .end, reading.fileBytes > 0, !reading.isDecompressing, let path {
      if let news = reading.unshown() { try reading.forget(first: take(news)) }
      try reading.switchFile(to: FileReading.open(path))
      end = try reading.read(signal, most: { pipeline.mostBytes }, arrived: take)
    }
    defer { if end == .cut { reading.keepOpen() } }
    guard end != .stopped else { return }
    sendInTime(try pipeline.finish(reading.reading(end), at: .now))
  }

  // MARK: A recording

  /// Reads a recording; nil if no one reads the runs any more.
  private func recording(in path: FilePathBytes) throws -> RecordingReader? {
    var reading = try FileReading(try FileReading.open(path), name: path.text, clock: source.clock)
    guard try reading.read(signal, arrived: { _ in 0 }) != .stopped else { return nil }
    guard let recording = RecordingReader(reading.store.text) else {
      throw SystemError(subject: path.text, code: EINVAL)
    }
    return recording
  }

  /// Sends the course of a column as one run.
  private func follow(_ option: CourseOption, in path: FilePathBytes) throws {
    guard var recording = try recording(in: path) else { return }
    var course = Course(option)
    var next = recording.next()
    let options = recording.isJoined ? JoinedRows.options : source.reading.reader
    var runs = RunReader(options: options, identity: RowIdentity(choice: KeyOption.none))
    while let state = next, !signal.isWoken, !source.stream.isReadingStopped {
      let run = try runs.finish(RunReader.Reading(bytes: TextBytes(state.text)), at: state.time)
      // The rows of a run with a problem are those of the run before.
      if run.problem == nil { try course.add(run.table, at: state.time) }
      next = recording.next()
    }
    var reader = source.reader()
    var run = try reader.finish(RunReader.Reading(bytes: TextBytes(course.bytes)), at: .now)
    if recording.isCut, !source.stream.isReadingStopped { run.notes.insert(.unfinished) }
    sendInTime([run])
  }

  /// Sends the runs of a recording with their original times. A reader that does not need every run gets one
  /// for each percent that is read, to be shown without marks, and the last run.
  private func replay(_ path: FilePathBytes) throws {
    guard var recording = try self.recording(in: path) else { return }
    var next = recording.next()
    var reader = source.reader(isJoined: recording.isJoined)
    reader.beginSeries()
    var percent = 0
    guard next != nil else {
      return sendInTime([try reader.finish(RunReader.Reading(bytes: TextBytes([])), at: .now)])
    }
    var clock = ReplayClock(speed: source.reading.replaySpeed)
    while let state = next, !signal.isWoken {
      if let pause = clock.pause(before: state.time) {
        guard signal.wait(for: -1, atMost: pause) != .woken else { return }
        source.stream.waitUntilWanted()
      }
      next = source.stream.isReadingStopped ? nil : recording.next()
      var run = try reader.finish(RunReader.Reading(bytes: TextBytes(state.text)), at: state.time)
      run.series = next == nil || clock.isRunning ? nil : .closed
      if next == nil, source.stream.isReadingStopped {
        run.notes.insert(.left)
      } else if next == nil, recording.isCut {
        run.notes.insert(.unfinished)
      }
      if clock.isRunning {
        stream.send(run)
        continue
      }
      if source.isPaced || next == nil {
        sendInTime([run])
        continue
      }
      guard stream.keep(run) != nil, run.number > 1 else { continue }
      run.progress = Run.Progress(bytes: recording.end, total: recording.count)
      guard let now = run.progress?.percent, now > percent else { continue }
      percent = now
      run.series = .open
      stream.send(run)
    }
  }

  /// Sends runs. If the reader wants each one, waits until it asks for it; meanwhile nothing is read, and the
  /// writer of a pipe waits.
  func sendInTime(_ runs: [Run]) {
    for run in runs {
      if source.isPaced { source.stream.waitUntilWanted() }
      stream.send(run)
    }
  }

  // MARK: A file that is read again

  private func watch(_ path: FilePathBytes, _ descriptor: Int32) throws {
    let watch = FileWatch([path])
    var reader = source.reader()
    var status = FileStatus(descriptor: descriptor)
    guard var last = try read(path, descriptor, &reader, isFirst: true) else { return }
    stream.send(try reader.finish(last, at: .now))
    var shown = last.bytes
    var sinceRead = Stopwatch(source.clock)
    // A file is read whole, which takes at most a fifth of the time while a program writes to it.
    var pause = Self.gathering
    var problem: SystemError?
    while watch.wait(signal, atMost: source.reading.interval.duration) {
      guard !source.stream.isPaused else { continue }
      guard problem != nil || FileStatus(path: path) != status else {
        // A last line without a line end is a row once the file no longer grows.
        if !shown.isSame(as: last.bytes), sinceRead.elapsed >= source.reading.interval.duration {
          shown = last.bytes
          stream.send(try reader.finish(last, at: .now))
        }
        continue
      }
      guard signal.wait(for: -1, atMost: pause) != .woken else { return }
      do {
        let stopwatch = Stopwatch(source.clock)
        let descriptor = try FileReading.open(path)
        status = FileStatus(descriptor: descriptor)
        guard let whole = try read(path, descriptor, &reader) else { return }
        sinceRead = Stopwatch(source.clock)
        pause = max(Self.gathering, stopwatch.elapsed * 4)
        var part = whole
        let isGrowing = whole.end == nil && last.bytes.isBeginning(of: whole.bytes)
        if isGrowing, !whole.bytes.isSame(as: last.bytes) { part.bytes = whole.bytes.wholeLines }
        last = whole
        // What was shown without its line end stays.
        if part.bytes.count < shown.count, isGrowing { continue }
        if !part.bytes.isSame(as: shown) || problem != nil {
          shown = part.bytes
          stream.send(try reader.finish(part, at: .now))
        }
        problem = nil
      } catch let error as SystemError {
        // The file may be back in a moment: editors replace a file by a new one.
        if problem != error { stream.send(reader.repeatGood(.unreadable(error.description), at: .now)) }
        (problem, status) = (error, nil)
      }
    }
  }

  /// Reads an entire file.
  ///
  /// - Parameter isFirst: Whether nothing is shown yet, so that its parts are shown as they are read.
  /// - Returns: The contents; nil if no one reads the runs any more.
  private func read(
    _ path: FilePathBytes, _ descriptor: Int32, _ reader: inout RunReader, isFirst: Bool = false
  ) throws -> RunReader.Reading? {
    let status = FileStatus(descriptor: descriptor)
    let total = Compression.of(descriptor) == nil ? status?.size : nil
    var reading = try FileReading(descriptor, name: path.text, clock: source.clock)
    let end = try reading.read(signal, isRestUnwanted: { isFirst && source.stream.isReadingStopped }) {
      bytes in
      guard isFirst else { return 0 }
      stream.send(
        try reader.grow(to: bytes, progress: Run.Progress(bytes: bytes.count, total: total), at: .now))
      return 0
    }
    guard end != .stopped else { return nil }
    var whole = reading.reading(end)
    whole.fileTime = status.map { WallTime(seconds: Double($0.changed) / 1e9) }
    let text = RunSplitter.whole(whole.bytes)
    if text.count != whole.bytes.count {
      reader.startOver()
      whole.bytes = text
    }
    return whole
  }
}

/// The pauses between the runs of a recording that is shown as fast as it was recorded, or a number of times as fast.
private struct ReplayClock {
  /// Nil if there are no pauses.
  let speed: Double?
  private var last: WallTime?

  init(speed: Double?) { self.speed = speed }

  var isRunning: Bool { speed != nil }

  /// Returns the pause before a run; nil if there is none.
  mutating func pause(before time: WallTime) -> Duration? {
    guard let speed else { return nil }
    defer { last = time }
    return last.map { .seconds(max(0, time.seconds - $0.seconds) / speed) } ?? .zero
  }
}

/// Reads what is appended to a file, and then the file that replaces it, as log rotation does. The rows that
/// were read stay.
///
/// ```text
///  log      a b c ┊           the file grows
///  log.1    a b c d e ┊       and is renamed; what is still written to it is read
///  log      f ┊               until the new file has contents
/// ```
final class FileFollowing {
  private let path: FilePathBytes
  private let runs: FileRuns
  private let watch: FileWatch
  private var reading: FileReading
  private var pipeline: any RunPipeline
  private var opened: FileStatus?
  /// Its status when its contents were last compared with what was read.
  private var checked: FileStatus?
  /// The last run, which is sent again to report a problem.
  private var last: Run?
  private var problem: SystemError?

  /// Takes ownership of the descriptor.
  init(_ path: FilePathBytes, _ descriptor: Int32, _ runs: FileRuns) throws {
    (self.path, self.runs) = (path, runs)
    watch = FileWatch([path])
    (opened, checked) = (FileStatus(descriptor: descriptor), FileStatus(descriptor: descriptor))
    pipeline = runs.source.pipeline()
    reading = try FileReading(descriptor, name: path.text, clock: runs.source.clock)
  }

  /// Reads until no one reads the runs any more.
  package func sendRuns() throws {
    while try readOn(), watch.wait(runs.signal, atMost: runs.source.reading.interval.duration) {
      guard let descriptor = replacement() else { continue }
      let status = FileStatus(descriptor: descriptor)
      // First read what was written to the old file until now. What replaces its contents is no part of it.
      if !isOpen(status) { guard try readOn() else { return } }
      try reading.switchFile(to: descriptor, without: head)
      (opened, checked) = (status, status)
    }
  }

  /// Reads to the current end of the file. Returns whether to go on.
  private func readOn() throws -> Bool {
    let end = try reading.read(runs.signal, most: { pipeline.mostBytes }, arrived: take)
    // A compressed file is complete; nothing is appended to it.
    let isOver = end == .cut || end == .end && reading.isDecompressing
    if isOver { try send(pipeline.finish(reading.reading(end), at: .now)) }
    guard end == .end, !isOver else { return false }
    if let news = reading.unshown() { try reading.forget(first: take(news)) }
    return true
  }

  private func take(_ bytes: TextBytes) throws -> Int {
    try send(pipeline.grow(to: bytes, at: .now))
    return pipeline.forget()
  }

  private func send(_ runs: [Run]) {
    guard let last = runs.last else { return }
    (self.last, problem) = (last, nil)
    self.runs.sendInTime(runs)
  }

  // MARK: Another file

  /// Returns the file to read next: a new file at the path, once it has contents, or the same file if it has
  /// become shorter or has other contents; nil if there is none.
  private func replacement() -> Int32? {
    var isRewritten = false
    if let status = FileStatus(path: path) {
      isRewritten = isOpen(status) && hasOtherContents(status)
      if !isRewritten, !isReplacement(status) {
        if problem != nil, let last { send([last]) }
        return nil
      }
    }
    do throws(SystemError) {
      let descriptor = try FileReading.open(path)
      // The file may have been replaced again meanwhile.
      if isRewritten || FileStatus(descriptor: descriptor).map(isReplacement) ?? false { return descriptor }
      close(descriptor)
    } catch {
      // The file may be back in a moment.
      say(error)
    }
    return nil
  }

  private func isReplacement(_ status: FileStatus) -> Bool {
    isOpen(status) ? status.size < reading.fileBytes : status.size > 0
  }

  /// Whether it is the file that is being read.
  private func isOpen(_ status: FileStatus?) -> Bool {
    status?.identity == opened?.identity
  }

  /// Whether the file was written to since the last check, and no longer begins with what was read: an editor
  /// or `cp` wrote it again. If it has grown, only the ends of what was read are compared.
  private func hasOtherContents(_ status: FileStatus) -> Bool {
    guard status.changed != checked?.changed, status.size >= reading.fileBytes else { return false }
    checked = status
    return !reading.isInFile(atEndsOnly: status.size > reading.fileBytes)
  }

  private func say(_ error: SystemError) {
    guard problem != error, var run = last else { return }
    problem = error
    run.problem = .unreadable(error.description)
    runs.stream.send(run)
  }

  /// The bytes above the rows, which the next file may repeat and which are skipped then.
  private var head: [UInt8] {
    guard let table = last?.table, table.rowCount > 0, table.shape.headerLine != nil else { return [] }
    return Array(table.bytes[0..<table.line(0).lowerBound])
  }
}
