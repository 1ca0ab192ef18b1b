import Files
import ListData
import Rows
import Synchronization

/// CSV below its column names that is asked for again whenever it may have changed.
package struct PolledText: Sendable {
  package struct Answer: Sendable {
    package var bytes: [UInt8] = []
    /// Whether there is more.
    package var isCut = false
    /// Whether the columns contain numbers; nil for a column if that shows in its cells only.
    package var areNumbers: [Bool?] = []

    package init() {}
  }

  /// The title above the rows.
  package let title: String
  package let ask: @Sendable () async throws -> Answer
  /// Calls a function whenever the text may have changed, until the task is cancelled; looks at least in this
  /// interval.
  package let watch: @Sendable (_ interval: Duration, _ mayHaveChanged: @Sendable () -> Void) async -> Void

  package init(
    title: String, ask: @escaping @Sendable () async throws -> Answer,
    watch: @escaping @Sendable (_ interval: Duration, _ mayHaveChanged: @Sendable () -> Void) async -> Void
  ) {
    (self.title, self.ask, self.watch) = (title, ask, watch)
  }
}

/// Asks for a text again whenever it may have changed, and sends its rows as runs.
struct PolledTextRuns: Sendable {
  package let source: Source
  package let text: PolledText
  private var stream: RunStream { source.stream }

  /// Reads until no one reads the runs any more.
  func sendRuns() async throws {
    let staleness = Staleness()
    let watch = Task { [text, interval = source.reading.interval.duration] in
      await text.watch(interval) { staleness.set() }
    }
    defer { watch.cancel() }
    var reader = source.reader()
    var hasRows = false
    while true {
      let stopwatch = Stopwatch(source.clock)
      var reading: RunReader.Reading?
      do {
        let answer = try await source.slowRunTimer.during { try await text.ask() }
        reader.options.areNumbers = answer.areNumbers
        reading = RunReader.Reading(bytes: TextBytes(answer.bytes), isCut: answer.isCut)
      } catch  where hasRows && !(error is CancellationError) {
        // The rows of the last answer stay.
        stream.send(reader.repeatGood(.unreadable("\(error)"), at: .now))
        staleness.set()
      }
      if let reading {
        stream.send(try reader.finish(reading, at: .now))
        hasRows = true
      }
      if source.isReadOnce { return }
      // Reading takes at most a fifth of the time.
      try await stream.nextRun(after: max(source.reading.interval.duration, stopwatch.elapsed * 4))
      while !staleness.take() { try await stream.nextRun(after: source.reading.interval.duration) }
    }
  }
}

/// Whether the text may have changed since the last ``take()``.
private final class Staleness: Sendable {
  private let flag = Atomic(false)

  func set() { flag.store(true, ordering: .relaxed) }

  func take() -> Bool { flag.exchange(false, ordering: .relaxed) }
}
