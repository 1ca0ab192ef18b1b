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
    if options.use.events {
      let printing = ChangePrinting(
        options, selection: options.selection)
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
