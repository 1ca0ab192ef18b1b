import ListData
import Rows
import Runs

/// The observers of all runs: hooks, the printing of events, and the recorder.
struct Observation: Sendable {
  private(set) var observers: [any RunObserver] = []
  private var hooks: HookRunner?

  /// - Parameters:
  ///   - hookOutput: Takes what commands print; nil to report it.
  ///   - report: Shows a message about a problem.
  /// - Throws: The reason why the file cannot be recorded to.
  init(
    _ options: MusterOptions, _ source: Source, hookOutput: HookRunner.Output?,
    report: @escaping @Sendable (String) -> Void
  ) throws {
    if let path = options.use.record {
      observers.append(try Recorder(path: path, source: source, report: report))
    }
    var takers: [ChangeObserver.Taker] = []
    if options.use.events {
      takers.append(EventPrinting(ChangePrinting(options, selection: options.selection)).print)
    }
    if !options.use.hooks.isEmpty {
      let runner = HookRunner(options.use.hooks, output: hookOutput, report: report)
      takers.append(runner.take)
      hooks = runner
    }
    if !takers.isEmpty { observers.append(ChangeObserver(of: source, takers)) }
  }

  /// Returns when all commands have ended.
  func finish() async { await hooks?.finish() }
}
