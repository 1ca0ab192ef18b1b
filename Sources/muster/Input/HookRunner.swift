import Files
import LibC
import ListData
import ListKit
import Synchronization

/// Runs the commands of `--on-new`, `--on-gone` and `--on-change` one at a time, in the order of the changes.
///
/// ```text
///  run ─▶ RowChangeReader ─▶ RowHook.words ─▶ queue ─▶ ChildCommand, a minute at most
/// ```
///
/// A command gets its words, and in its environment `MUSTER_EVENT`, `MUSTER_KEY`, `MUSTER_TIME`, each cell as
/// `ROW_NAME`, and the previous value of each cell as `ROW_NAME_old`.
final class HookRunner: RunObserver {
  /// The destination of what commands print.
  enum Output: Sendable {
    /// The first line is reported.
    case report
    case standardOutput
    case standardError
  }

  private struct Job: Sendable {
    var option: String
    var words: [[UInt8]]
    var variables: [String: [UInt8]?]
  }

  private let hooks: [RowHook]
  private let reader: Mutex<RowChangeReader>
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
  ///   - report: Shows a message on the screen or on standard error.
  ///   - clock: Measures the running time of commands.
  init(
    _ hooks: [RowHook], of source: Source, output: Output, clock: any Clock<Duration> = ContinuousClock(),
    report: @escaping @Sendable (String) -> Void
  ) {
    self.hooks = hooks
    self.report = report
    reader = Mutex(RowChangeReader(isStream: source.isStream))
    let (stream, continuation) = AsyncStream<Job>.makeStream(
      bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    jobs = continuation
    work = Task.detached {
      for await job in stream { await Self.run(job, output, clock, report) }
    }
  }

  deinit { work.cancel() }

  /// Accepts no more commands, and returns when all have ended.
  func finish() async {
    jobs.finish()
    await work.value
  }

  func take(_ run: Run) throws {
    guard let changes = reader.withLock({ $0.changes(to: run) }) else { return }
    var skipped = 0
    for change in changes.changes {
      for hook in hooks where changes.concerns(hook.event, change) {
        do throws(RowHook.Refusal) {
          let (words, cells) = try changes.words(of: hook, change)
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
    _ job: Job, _ output: Output, _ clock: any Clock<Duration>, _ report: @Sendable (String) -> Void
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
      let outcome: ChildCommand.Outcome
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
      let printed = Array(outcome.output.text[0..<outcome.output.count])
      switch output {
      case .report:
        if outcome.end.isSuccess, let line = firstLine(printed) { report("\(job.option): \(line)") }
      case .standardOutput: PrintedOutput.handOn(printed, to: STDOUT_FILENO)
      case .standardError: PrintedOutput.handOn(printed, to: STDERR_FILENO)
      }
      if outcome.isCut { report("\(job.option): \(command.name): the rest of its output is dropped") }
      if !outcome.end.isSuccess {
        let reason = firstLine(outcome.diagnostics) ?? "\(outcome.end)"
        report("\(job.option): \(command.name): \(reason)")
      } else if output != .report {
        PrintedOutput.handOn(outcome.diagnostics, to: STDERR_FILENO)
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

/// The observers of all runs: hooks, the printing of events, and the recorder.
struct Observation: Sendable {
  private(set) var observers: [any RunObserver] = []
  private var hooks: HookRunner?

  /// - Parameters:
  ///   - hookOutput: The destination of what commands print.
  ///   - report: Shows a message about a problem.
  /// - Throws: The reason why the file cannot be recorded to.
  init(
    _ options: MusterOptions, _ source: Source, hookOutput: HookRunner.Output,
    report: @escaping @Sendable (String) -> Void
  ) throws {
    if let path = options.use.record {
      observers.append(try Recorder(path: path, title: source.title, report: report))
    }
    if options.use.events {
      let printing = ChangePrinting(
        options, selection: RowSelection(options.start, kept: options.keptForPrinting))
      observers.append(EventPrinting(printing, isStream: source.isStream))
    }
    if !options.use.hooks.isEmpty {
      let runner = HookRunner(options.use.hooks, of: source, output: hookOutput, report: report)
      observers.append(runner)
      hooks = runner
    }
  }

  /// Returns when all commands have ended.
  func finish() async { await hooks?.finish() }
}
