import ListData
import Synchronization

/// Runs a command again and again, and hands on what it printed.
struct CommandRuns: Sendable {
  let source: Source
  let command: ChildCommand
  let channel: RunChannel

  /// How long a first run may take before what it printed so far is shown.
  private static let patience = Duration.milliseconds(300)

  /// Runs it until nobody listens any more.
  func go() async {
    do {
      if source.isStream {
        try await run(
          source.growth(), patience: FileReading.pause,
          limits: ChildCommand.Limits(output: FileReading.mostBytes))
      } else {
        var growth = StreamGrowth.following(source.builder())
        var patience: Duration? = Self.patience
        while !Task.isCancelled {
          growth = try await source.slowRunTimer.during {
            try await run(growth, patience: patience, limits: ChildCommand.Limits())
          }
          patience = nil
          try await source.pacer.pass(after: source.reading.interval.duration)
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
  /// - Parameter patience: How long what arrives is gathered before it is shown; nil to wait for the end.
  @discardableResult
  private func run(_ growth: StreamGrowth, patience: Duration?, limits: ChildCommand.Limits) async throws
    -> StreamGrowth
  {
    let growing = StreamBuffer(growth)
    let watch = patience.map { patience in
      Task { [channel, source] in
        while (try? await Stopwatch(source.clock).sleep(until: patience)) != nil {
          guard source.isStream else {
            growing.grow(channel.send)
            continue
          }
          // Who is faster than it is shown waits, and so does who writes.
          await source.pacer.going()
          growing.grow(channel.send)
          await channel.taken()
          growing.makeRoom()
        }
      }
    }
    defer { watch?.cancel() }
    let outcome = try await command.run(limits: limits) { store in
      growing.arrived(store.text)
      if source.isStream { await growing.waitForRoom() }
    }
    try Task.checkCancellation()
    if source.isStream { await source.pacer.going() }
    watch?.cancel()
    try growing.finish(RunBuilder.Reading(outcome), channel.send)
    return growing.growth
  }
}

/// What a command has printed so far: written by who reads it, shown by who watches.
final class StreamBuffer: Sendable {
  private struct State {
    var growth: StreamGrowth
    /// What was not shown yet.
    var news: TextBytes?
    /// How much was shown.
    var shownBytes = 0
    var isFinished = false
    /// Who reads, where nothing more is to be read for the moment.
    var reader: CheckedContinuation<Void, Never>?

    var isFull: Bool { !isFinished && (news?.count ?? 0) - shownBytes >= StreamBuffer.piece }
  }

  /// So much is read before it is shown.
  private static let piece = 4 << 20

  private let state: Mutex<State>

  init(_ growth: StreamGrowth) { state = Mutex(State(growth: growth)) }

  var growth: StreamGrowth { state.withLock(\.growth) }

  /// Whether who reads waits for room.
  var isReaderWaiting: Bool { state.withLock { $0.reader != nil } }

  func arrived(_ bytes: TextBytes) { state.withLock { $0.news = bytes } }

  /// Hands on what has come since; nothing comes behind the end.
  func grow(_ send: (Run) -> Void) {
    state.withLock { state in
      guard !state.isFinished, let bytes = state.news.take() else { return }
      state.shownBytes = bytes.count
      // What is wrong is said at the end.
      if let run = try? state.growth.grow(to: bytes, total: nil) { send(run) }
    }
  }

  /// Waits while there is much that was not shown yet.
  func waitForRoom() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { reader in
        let hasRoom = state.withLock { state in
          if Task.isCancelled || !state.isFull { return true }
          state.reader = reader
          return false
        }
        if hasRoom { reader.resume() }
      }
    } onCancel: {
      makeRoom()
    }
  }

  /// What there was to read was shown.
  func makeRoom() { state.withLock { $0.reader.take() }?.resume() }

  /// Hands on all of it.
  func finish(_ reading: RunBuilder.Reading, _ send: (Run) -> Void) throws {
    try state.withLock { state in
      state.isFinished = true
      send(try state.growth.finish(reading))
    }
  }
}

extension RunBuilder.Reading {
  init(_ outcome: ChildCommand.Outcome) {
    self.init(
      bytes: outcome.output.text, isCut: outcome.isCut, diagnostics: outcome.diagnostics, end: outcome.end)
  }
}
