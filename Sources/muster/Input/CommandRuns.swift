import ListData

/// Runs a command, once or every interval, and hands on what it prints.
struct CommandRuns: Sendable {
  let source: Source
  let command: ChildCommand
  let channel: RunChannel

  /// How long a first run may take before what it printed so far is shown.
  private static let patience = Duration.milliseconds(300)

  /// Runs the command until the reader has gone.
  func go() async {
    do {
      if source.isStream {
        _ = try await run(
          source.growth(), showingEvery: FileReading.pause,
          limits: ChildCommand.Limits(isLong: true, output: FileReading.mostBytes))
      } else {
        var growth = source.growth()
        var pause: Duration? = Self.patience
        while true {
          growth = try await source.slowRunTimer.during {
            try await run(growth, showingEvery: pause, limits: ChildCommand.Limits())
          }
          pause = nil
          try await source.pacer.nextRun(after: source.reading.interval.duration)
        }
      }
      channel.finish()
    } catch is CancellationError {
      channel.finish()
    } catch {
      channel.finish(throwing: error)
    }
  }

  /// Runs it once.
  ///
  /// - Parameter pause: how long what arrives is gathered before it is shown; nil to wait for the end.
  private func run(
    _ growth: StreamGrowth, showingEvery pause: Duration?, limits: ChildCommand.Limits
  ) async throws -> StreamGrowth {
    let buffer = StreamBuffer(growth, channel: channel, pacer: source.isPaced ? source.pacer : nil)
    let showing = pause.map { pause in
      Task { [clock = source.clock] in
        while (try? await Stopwatch(clock).sleep(until: pause)) != nil { await buffer.show() }
      }
    }
    defer { showing?.cancel() }
    let outcome = try await command.run(limits: limits) { await buffer.add($0) }
    try Task.checkCancellation()
    return try await buffer.finish(RunBuilder.Reading(outcome))
  }
}

/// What a command has printed so far: filled by the task that reads, shown every now and then.
actor StreamBuffer {
  private var growth: StreamGrowth
  private let channel: RunChannel
  private let pacer: RunPacer?
  /// What was not shown yet.
  private var news: TextBytes?
  private var shownBytes = 0
  private var isFinished = false
  /// How many bytes the growth has forgotten, of which the reader has not been told.
  private var forgotten = 0
  /// Hands on the last runs.
  private var sending: Task<Void, Never>?

  /// From so many bytes on they are shown before more is read.
  private static let piece = 4 << 20

  /// - Parameter pacer: lets a stream wait until the reader wants more; nil for a run that is read to its end.
  init(_ growth: StreamGrowth, channel: RunChannel, pacer: RunPacer?) {
    self.growth = growth
    self.channel = channel
    self.pacer = pacer
  }

  /// Takes what has arrived; returns once there is room for more.
  ///
  /// - Parameter bytes: all that was not forgotten.
  /// - Returns: how many bytes at the beginning are no longer needed.
  func add(_ bytes: TextBytes) async -> Int {
    news = bytes
    if pacer != nil, bytes.count - shownBytes >= Self.piece { await show() }
    defer { forgotten = 0 }
    shownBytes -= forgotten
    news = news?.part(forgotten..<(news?.count ?? forgotten))
    return forgotten
  }

  /// Hands on what has come since.
  func show() async {
    await pacer?.untilWanted()
    guard !isFinished, let bytes = news.take() else { return }
    shownBytes = bytes.count
    // What is wrong is reported at the end.
    let runs = (try? growth.grow(to: bytes.part(forgotten..<bytes.count), total: nil)) ?? []
    forgotten += growth.forget()
    await send(runs)
  }

  /// Hands on all of it; nothing comes after it.
  func finish(_ reading: RunBuilder.Reading) async throws -> StreamGrowth {
    await pacer?.untilWanted()
    isFinished = true
    var reading = reading
    reading.bytes = reading.bytes.part(forgotten..<reading.bytes.count)
    await send(try growth.finish(reading))
    return growth
  }

  /// Hands on runs behind those that are being handed on.
  private func send(_ runs: [Run]) async {
    let former = sending
    let task = Task { [channel, pacer] in
      await former?.value
      for run in runs {
        await pacer?.untilWanted()
        channel.send(run)
      }
    }
    sending = task
    await task.value
  }
}

extension RunBuilder.Reading {
  init(_ outcome: ChildCommand.Outcome) {
    self.init(
      bytes: outcome.output.text, isCut: outcome.isCut, diagnostics: outcome.diagnostics, end: outcome.end)
  }
}
