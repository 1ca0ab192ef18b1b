/// What sees every run beside the reader: what is run for rows, what prints events, what records.
struct Observation: Sendable {
  private(set) var observers: [any RunObserver] = []
  private var hooks: HookRunner?

  /// - Parameters:
  ///   - hookOutput: where what commands print goes.
  ///   - report: says what goes wrong meanwhile.
  /// - Throws: why nothing can be recorded.
  init(
    _ options: MusterOptions, _ source: Source, hookOutput: HookRunner.Output,
    report: @escaping @Sendable (String) -> Void
  ) throws {
    if let path = options.use.record {
      observers.append(try Recorder(path: path, title: source.title, report: report))
    }
    if options.use.events {
      let printing = ChangePrinting(options, selection: RowSelection(options.start))
      observers.append(EventPrinting(printing, isStream: source.isStream))
    }
    if !options.use.hooks.isEmpty {
      let runner = HookRunner(options.use.hooks, of: source, output: hookOutput, report: report)
      observers.append(runner)
      hooks = runner
    }
  }

  /// Returns when all has been done that was begun.
  func finish() async { await hooks?.finish() }
}
