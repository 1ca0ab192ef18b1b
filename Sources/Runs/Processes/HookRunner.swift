import Files
import LibC
import ListData
package import Rows
import Synchronization

/// Finds the changes from run to run once, for all who want to know of them.
package final class ChangeObserver: RunObserver {
  package typealias Taker = @Sendable (RowChanges) throws -> Void

  private let reader: Mutex<RowChangeReader>
  private let takers: [Taker]

  /// - Parameter takers: Called in their order, with at least one change.
  package init(of source: Source, _ takers: [Taker]) {
    reader = Mutex(RowChangeReader(isStream: source.isStream))
    self.takers = takers
  }

  package func take(_ run: inout Run) throws {
    guard let changes = reader.withLock({ $0.changes(to: run) }), !changes.changes.isEmpty else { return }
    for taker in takers { try taker(changes) }
  }
}

/// Runs the commands of `--on-new`, `--on-gone` and `--on-change` one at a time, in the order of the changes.
///
/// ```text
///  RowChanges ─▶ HookWords ─▶ queue ─▶ ChildCommand, a minute at most
/// ```
///
/// A command gets its words, and in its environment `MUSTER_EVENT`, `MUSTER_KEY`, `MUSTER_TIME`, each cell as
/// `ROW_NAME`, and the previous value of each cell as `ROW_NAME_old`.
package final class HookRunner: Sendable {
  /// Takes what a command printed to its standard output or, as diagnostics, to its standard error.
  package typealias Output = @Sendable (_ printed: [UInt8], _ areDiagnostics: Bool) -> Void

  private struct Job: Sendable {
    var option: String
    var words: [[UInt8]]
    var variables: [String: [UInt8]?]
  }

  private let hooks: [RowHook]
  private let jobs: AsyncStream<Job>.Continuation
  private let work: Task<Void, Never>
  private let report: @Sendable (String) -> Void

  /// The maximum number of commands that wait.
  private static let mostWaiting = 1000
  /// The maximum running time of a command.
  static let patience = Duration.seconds(60)
  /// The maximum number of output bytes kept of a command.
  private static let mostOutput = 1 << 20

  /// - Parameters:
  ///   - output: Takes what commands print; nil to report the first line.
  ///   - report: Shows a message on the screen or on standard error.
  ///   - clock: Measures the running time of commands.
  package init(
    _ hooks: [RowHook], output: Output?, clock: any Clock<Duration> = ContinuousClock(),
    report: @escaping @Sendable (String) -> Void
  ) {
    self.hooks = hooks
    self.report = report
    let (stream, continuation) = AsyncStream<Job>.makeStream(
      bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    jobs = continuation
    work = Task.detached {
      for await job in stream { await Self.run(job, output, clock, report) }
    }
  }

  deinit { work.cancel() }

  /// Accepts no more commands, and returns when all have ended.
  package func finish() async {
    jobs.finish()
    await work.value
  }

  /// Runs the commands for some changes, or keeps them until those before have ended.
  package func take(_ changes: RowChanges) {
    var skipped = 0
    // Tables are opened for a hook once, and only if it runs.
    var opened: [Int: RowChanges.HookWords] = [:]
    for change in changes.changes {
      for (number, hook) in hooks.enumerated() where changes.concerns(hook.event, change) {
        let words = opened[number] ?? RowChanges.HookWords(of: hook, changes)
        opened[number] = words
        do throws(Refusal) {
          let (words, cells) = try words.words(of: change)
          var variables: [String: [UInt8]?] = changes.variables(change)
          for cell in cells.all { variables.updateValue(cell.value, forKey: cell.name) }
          let job = Job(option: hook.event.option, words: words, variables: variables)
          if case .dropped = jobs.yield(job) { skipped += 1 }
        } catch {
          report(error.description)
        }
      }
    }
    if skipped > 0 { report("\(skipped) commands of hooks are skipped: \(Self.mostWaiting) are waiting") }
  }

  // MARK: Running

  private static func run(
    _ job: Job, _ output: Output?, _ clock: any Clock<Duration>, _ report: @Sendable (String) -> Void
  ) async {
    do {
      var command = try ChildCommand(job.words)
      command.variables = job.variables
      let running = Task { [command] in
        try await command.run(limits: ChildCommand.Limits(output: mostOutput, excess: .drop))
      }
      let alarm = Task {
        try await Stopwatch(clock).sleep(until: patience)
        running.cancel()
      }
      defer { alarm.cancel() }
      let outcome: RunReader.Reading
      do {
        outcome = try await withTaskCancellationHandler {
          try await running.value
        } onCancel: {
          running.cancel()
        }
      } catch is CancellationError {
        if !Task.isCancelled {
          report("\(job.option): \(command.name) was ended after \(patience.components.seconds) s")
        }
        return
      }
      let printed = Array(outcome.bytes[0..<outcome.bytes.count])
      if let output {
        output(printed, false)
      } else if outcome.end?.isSuccess ?? true, let line = firstLine(printed) {
        report("\(job.option): \(line)")
      }
      if outcome.isCut { report("\(job.option): \(command.name): the rest of its output is dropped") }
      if let end = outcome.end, !end.isSuccess {
        let reason = firstLine(outcome.diagnostics) ?? end.description
        report("\(job.option): \(command.name): \(reason)")
      } else {
        output?(outcome.diagnostics, true)
      }
    } catch {
      report("\(job.option): \(error)")
    }
  }

  private static func firstLine(_ text: [UInt8]) -> String? {
    text.split(separator: UInt8(ascii: "\n")).lazy.map { String(decoding: $0, as: UTF8.self) }
      .first { line in line.contains { !$0.isWhitespace } }
  }
}

extension RowHook {
  /// Throws an error if the command can never run: a value is where no quoting is safe, or the program does
  /// not exist.
  package func check() throws(Refusal) {
    do {
      try command.template.check()
      let words = try CommandLineWords(command.template.text).words
      if let first = words.first, !first.contains("{") { _ = try ProgramPath(first) }
    } catch {
      throw refusal(error)
    }
  }
}
