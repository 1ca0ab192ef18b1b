import ListData
import Synchronization

/// Runs a command again and again, and hands on what it printed.
struct CommandRuns: Sendable {
  let source: Source
  let command: Command
  let channel: RunChannel

  /// How long a first run may take before what it printed so far is shown.
  private static let patience = Duration.milliseconds(300)

  /// Runs it until nobody listens any more.
  func go() async {
    do {
      if source.isStream {
        try await run(source.growth(), patience: FileReading.pause, limits: Command.Limits(output: FileReading.mostBytes))
      } else {
        var growth = StreamGrowth.following(source.builder())
        var patience: Duration? = Self.patience
        while !Task.isCancelled {
          growth = try await run(growth, patience: patience, limits: Command.Limits())
          patience = nil
          try await source.gate.pass(after: source.reading.interval.duration)
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
  private func run(_ growth: StreamGrowth, patience: Duration?, limits: Command.Limits) async throws -> StreamGrowth {
    let growing = Mutex(growth)
    let arrivals = Mutex<TextBytes?>(nil)
    let watch = patience.map { patience in
      Task {
        while (try? await Task.sleep(for: patience)) != nil {
          guard let bytes = arrivals.withLock({ $0.take() }) else { continue }
          growing.withLock { growing in
            guard !Task.isCancelled, let run = try? growing.grow(to: bytes, total: nil) else { return }
            channel.send(run)
          }
        }
      }
    }
    defer { watch?.cancel() }
    let outcome = try await command.run(limits: limits) { store in
      let bytes = store.text
      arrivals.withLock { $0 = bytes }
    }
    try Task.checkCancellation()
    watch?.cancel()
    return try growing.withLock { growing in
      channel.send(try growing.finish(RunBuilder.Reading(outcome)))
      return growing
    }
  }
}

extension RunBuilder.Reading {
  init(_ outcome: Command.Outcome) {
    self.init(
      bytes: outcome.output.text, isCut: outcome.isCut, diagnostics: outcome.diagnostics, end: outcome.end)
  }
}
