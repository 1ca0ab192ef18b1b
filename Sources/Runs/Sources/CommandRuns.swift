import Files
import ListData
import Rows

/// Runs a command, once or at every interval, and sends what it prints.
struct CommandRuns: Sendable {
  package let source: Source
  package let command: ChildCommand
  private var stream: RunStream { source.stream }

  /// The time after which the output so far of a first run is shown.
  private static let patience = Duration.milliseconds(300)

  /// The maximum number of bytes kept of one run: the memory also holds the run before, and what is known of
  /// the rows of both.
  private static let mostBytes = min(256 << 20, ProcessMemory.limit / 8)

  /// Runs the command until no one reads the runs any more.
  func sendRuns() async throws {
    var pipeline = source.pipeline()
    if source.isStream {
      _ = try await run(
        pipeline, showingEvery: FileReading.pause,
        limits: ChildCommand.Limits(output: FileReading.mostBytes, excess: .wait))
      return
    }
    var pause: Duration? = Self.patience
    while true {
      pipeline = try await source.slowRunTimer.during {
        try await run(
          pipeline, showingEvery: pause, limits: ChildCommand.Limits(output: Self.mostBytes, excess: .drop))
      }
      if source.isReadOnce { return }
      pause = nil
      try await stream.nextRun(after: source.reading.interval.duration)
    }
  }

  /// Runs the command once.
  ///
  /// - Parameter pause: The interval at which new output is shown; nil to show it at the end.
  private func run(
    _ pipeline: any RunPipeline, showingEvery pause: Duration?, limits: ChildCommand.Limits
  ) async throws -> any RunPipeline {
    let buffer = StreamBuffer(pipeline, stream, isPaced: source.isPaced)
    let showing = pause.map { pause in
      Task { [clock = source.clock] in
        while (try? await Stopwatch(clock).sleep(until: pause)) != nil { await buffer.show() }
      }
    }
    defer { showing?.cancel() }
    let outcome = try await command.run(limits: limits) { bytes in
      await buffer.add(bytes)
    } full: { bytes in
      // The rows are shown now: the command may never end.
      _ = try await buffer.finish(RunReader.Reading(bytes: bytes, isCut: true))
    }
    try Task.checkCancellation()
    return try await buffer.finish(outcome)
  }
}

/// The output of a command so far: one task adds to it, another one shows it at intervals.
actor StreamBuffer {
  private var pipeline: any RunPipeline
  private let stream: RunStream
  /// Whether reading waits until the reader wants more; otherwise the run is read to its end.
  private let isPaced: Bool
  /// The bytes that were not shown yet.
  private var news: TextBytes?
  private var shownBytes = 0
  private var isFinished = false
  /// The number of bytes that the pipeline has forgotten since the last ``add(_:)``.
  private var forgotten = 0
  /// Sends the last runs.
  private var sending: Task<Void, Never>?

  /// When this many bytes are waiting, they are shown before more is read.
  private static let piece = 4 << 20

  init(_ pipeline: any RunPipeline, _ stream: RunStream, isPaced: Bool) {
    (self.pipeline, self.stream, self.isPaced) = (pipeline, stream, isPaced)
  }

  /// Takes the bytes so far. If many are waiting, shows them first.
  ///
  /// - Parameter bytes: All bytes except those that were forgotten.
  /// - Returns: The number of bytes at the start that may be dropped.
  package func add(_ bytes: TextBytes) async -> Int {
    news = bytes
    let most = max(Self.piece, pipeline.mostBytes ?? 0)
    if isPaced, bytes.count - shownBytes >= most { await show() }
    defer { forgotten = 0 }
    shownBytes -= forgotten
    news = news?.part(forgotten..<(news?.count ?? forgotten))
    return forgotten
  }

  /// Sends what has arrived since the last call.
  package func show() async {
    if isPaced { await stream.untilWanted() }
    guard !isFinished, let bytes = news.take() else { return }
    shownBytes = bytes.count
    do {
      let runs = try pipeline.grow(to: bytes.part(forgotten..<bytes.count), at: .now)
      forgotten += pipeline.forget()
      await send(runs)
    } catch {
      // The command may never end.
      isFinished = true
      stream.finish(throwing: error)
    }
  }

  /// Sends all of it. Later calls have no effect.
  package func finish(_ reading: RunReader.Reading) async throws -> any RunPipeline {
    guard !isFinished else { return pipeline }
    if isPaced { await stream.untilWanted() }
    isFinished = true
    var reading = reading
    reading.bytes = reading.bytes.part(forgotten..<reading.bytes.count)
    await send(try pipeline.finish(reading, at: .now))
    return pipeline
  }

  /// Sends runs after those that are already being sent.
  private func send(_ runs: [Run]) async {
    let former = sending
    let task = Task { [stream, isPaced] in
      await former?.value
      for run in runs {
        if isPaced { await stream.untilWanted() }
        stream.send(run)
      }
    }
    sending = task
    await task.value
  }
}
