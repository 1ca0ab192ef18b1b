import Dispatch
import Files
import LibC
import ListData
import ListKit
import ListKitCurses
import Rows
import Runs
import Synchronization

/// Prints rows without a screen, and ends the program.
struct Printing: Sendable {
  let options: MusterOptions
  private let selection: RowSelection

  init(_ options: MusterOptions) {
    self.options = options
    selection = RowSelection(
      options.start.options, kept: options.keptForPrinting,
      search: options.use.isPicker ? options.use.pickerSearch : .words)
  }

  private var isExact: Bool { options.use.output != nil }

  /// Prints, and ends the program.
  ///
  /// - Parameter print: Prints, and returns the exit status.
  @MainActor
  static func main(_ print: @escaping @Sendable () async throws -> Int32) -> Never {
    // Regular expressions use the locale to classify characters.
    setlocale(LC_CTYPE, "")
    EndSignals.answer()
    Task.detached {
      do {
        EndSignals.exit(try await print())
      } catch {
        EndSignals.fail(error)
      }
    }
    dispatchMain()
  }

  /// Prints what the options request. Returns the exit status.
  func print() async throws -> Int32 {
    try PrintedOutput.check()
    if case .comparison(let old, let new) = options.subject {
      return try ChangePrinting(options, selection: selection).print(from: old, to: new)
    }
    if options.use.explain { return try await explain() }
    if isCopy { return try copy() }
    // To follow the input, to wait for a condition, or to record a command, the source keeps reading.
    let isReadOnce =
      runsOnce
      || !options.reading.follow && options.use.until == nil && (recordsOnly || !options.use.observesRows)
    let source = try Source(
      options.subject, options.readingOptions(spreadsRuns: true), until: options.use.until,
      isReadOnce: isReadOnce,
      keptKey: options.kept.key)
    if options.use.needsRecording { try source.checkIsRecording() }
    if recordsOnly {
      let observation = try Observation(options, source, hookOutput: PrintedOutput.ofHooks(to: STDOUT_FILENO))
      { EndSignals.note($0) }
      return try await print(source, observers: observation.observers)
    }
    let check = OptionCheck(options, of: source, isPrinting: true)
    if options.use.observesRows { return try await observe(source, check) }
    guard let until = options.use.until else { return try await print(source) }
    return try await wait(for: until, source.runs(check: check))
  }

  /// Whether a command runs once: only a key would run it again.
  private var runsOnce: Bool { options.subject.isCommand && options.reading.options.interval.isManual }

  /// Whether an input that is read once is recorded, and printed as without a recording.
  private var recordsOnly: Bool {
    if options.subject.isCommand, !runsOnce { return false }
    return options.use.record != nil && !options.use.events && options.use.hooks.isEmpty
      && options.use.until == nil && !options.reading.follow && !options.use.quiet
  }

  // MARK: By row

  /// Prints events, and runs commands for rows, until there are no more runs or the condition of `--until` is
  /// met.
  private func observe(_ source: Source, _ check: OptionCheck) async throws -> Int32 {
    let observation = try Observation(
      options, source,
      hookOutput: PrintedOutput.ofHooks(to: options.use.events ? STDERR_FILENO : STDOUT_FILENO)
    ) { EndSignals.note($0) }
    let runs = source.runs(check: check, observers: observation.observers)
    let status =
      if let until = options.use.until { try await wait(for: until, runs) } else { try await report(runs) }
    await observation.finish()
    return status
  }

  /// Reports problems on standard error until there are no more runs. Returns the exit status.
  private func report(_ runs: RunSequence) async throws -> Int32 {
    var last: Run?
    for try await run in runs {
      if run.problem != last?.problem, let problem = run.problem, run.isComplete {
        EndSignals.note(problem.text(run.diagnostics))
      }
      noteOnce(run, after: last)
      last = run
    }
    if let problem = last?.optionProblem, problem.kind != .remark { throw problem }
    return last?.problem == nil ? 0 : 3
  }

  // MARK: Bytes

  /// Whether the program only has to copy bytes.
  private var isCopy: Bool {
    if options.subject.isCommand { return false }
    return options.use.output == .raw && selection.isEverything && !selection.hasTotals
      && !options.use.observesRows
      && options.use.until == nil
      && !options.reading.update
      && !options.reading.follow && options.reading.table == nil && isatty(STDOUT_FILENO) == 0
  }

  /// The name of the input, for errors.
  private var inputName: String {
    if case .file(let path) = options.subject { path.text } else { "standard input" }
  }

  private func copy() throws -> Int32 {
    let path: FilePathBytes? =
      if case .file(let path) = options.subject { path } else { nil }
    let name = inputName
    var descriptor = try path.map { path throws(SystemError) in try FileReading.open(path) } ?? STDIN_FILENO
    // A pipe that no process has opened for writing is not at its end yet.
    if path != nil { FileReading.waitForWriter(descriptor) }
    var output = PrintedOutput(isExact: true)
    var buffer = [UInt8](repeating: 0, count: 256 * 1024)
    var decompressor: Decompressor?
    // The bytes that were read before the program knows whether they are compressed.
    var beginning: [UInt8]? = []
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { break }
      guard count > 0 else {
        let code = errno
        // The pipe is shared with a program that made it non-blocking.
        if code == EAGAIN { FileReading.waitForInput(descriptor) }
        guard code == EINTR || code == EAGAIN else { throw SystemError(subject: name, code: code) }
        continue
      }
      if let first = beginning {
        let bytes = first + buffer[..<count]
        let finding = Compression.find(in: bytes.prefix(Compression.longestSignature))
        beginning = finding == .undecided ? bytes : nil
        if case .compressed(let compression) = finding {
          let started = try Decompressor(compression, of: descriptor, after: bytes, name: name)
          descriptor = started.output
          decompressor = started
        } else if finding == .plain {
          try output.write(bytes)
        }
      } else {
        try buffer.withUnsafeBufferPointer { try output.write(UnsafeBufferPointer(rebasing: $0[..<count])) }
      }
      try output.flush()
    }
    try output.write(beginning ?? [])
    try output.finish()
    guard let (end, diagnostics) = decompressor?.finish(), !end.isSuccess else { return 0 }
    Muster.note("\(DamagedInput(name: name, diagnostics: diagnostics, end: end))")
    return 2
  }

  // MARK: How the input was read

  /// Prints the findings about the first complete run.
  private func explain() async throws -> Int32 {
    var reading = options.reading.options
    // The page is about the whole input, as the one on the screen is once a pipe has ended.
    if reading.runs == .auto, !reading.follow { reading.runs = .off }
    let source = try Source(options.subject, reading, isReadOnce: true)
    for try await whole in source.runs() where whole.isComplete {
      // The screen makes the same choice.
      var reader = source.reader()
      if !options.namesColumns {
        reader.choose(await ReadingChoice.identifying(whole, source.reading.reader))
      }
      let run = reader.chosen(whole)
      let findings = ReadingReport(
        of: run, title: source.title, alternatives: source.identity.alternatives(of: run.schema))
      var output = PrintedOutput(isExact: false)
      try output.write(Array((findings.text + "\n").utf8))
      let always = options.standing.map { "\n\($0.description)" }.joined()
      if !always.isEmpty { try output.write(Array("\noptions that always apply\(always)\n".utf8)) }
      try output.finish()
      return try status(run, run.table.rowCount)
    }
    return 1
  }

  // MARK: Rows

  /// Prints rows as they arrive.
  func print(_ source: Source, observers: [any RunObserver] = []) async throws -> Int32 {
    var last: Run?
    do {
      return try await printRows(of: source, observers, last: &last)
    } catch  where !(error is SystemError) {
      // The options are about a list, of which a command that failed printed at most a part: its own error is the
      // reason.
      guard let last, case .failed? = last.problem else { throw error }
      return try status(last, 0)
    }
  }

  private func printRows(
    of source: Source, _ observers: [any RunObserver], last: inout Run?
  ) async throws -> Int32 {
    // A growing input may turn out to have several tables after a part of it was printed.
    let isVerbatim =
      options.reading.table == nil
      && (options.use.output == .raw || options.reading.follow || options.reading.update)
    var rows = PrintedRows(selection, options.rowFormat, isExact: isExact, isVerbatim: isVerbatim)
    let runs = source.runs(check: OptionCheck(options, of: source, isPrinting: true), observers: observers)
    for try await run in runs where run.series != .open {
      // A run with a problem repeats the rows of the run before, which were printed.
      if run.series != nil, run.problem != nil { continue }
      noteOnce(run, after: last)
      // What the program finds in few bytes may be wrong; with --follow it prints the rows anyway, unless it
      // waits for a column.
      let isSure =
        run.isComplete || (run.progress?.bytes ?? 0) > Run.sample
        || options.reading.follow && run.optionProblem?.kind != .open
      let isWhole = run.isComplete && run.series == nil && !options.reading.update
      if isWhole, let problem = run.optionProblem, problem.kind != .remark { throw problem }
      last = run
      if isSure, !options.reading.update { try rows.add(run) }
      if isWhole { break }
    }
    guard let last else { return 1 }
    if let problem = last.optionProblem, problem.kind != .remark { throw problem }
    if options.reading.update { try rows.add(last) }
    let note = rows.note(on: last)
    let count = try rows.finish()
    if let note { EndSignals.note(note) }
    for line in try selection.totalLines(of: last.table) { EndSignals.note(line) }
    return try status(last, count)
  }

  // MARK: Waiting

  /// How near the condition of `--until` is to being met.
  private static let progress = Mutex(String?.none)

  /// Waits for the condition of `--until`, and prints the rows that meet it.
  private func wait(for until: UntilOption, _ runs: RunSequence) async throws -> Int32 {
    let isQuiet = options.use.quiet
    let timeout = options.use.timeout.map { limit in
      Task {
        try await Task.sleep(for: .seconds(limit.seconds))
        if !isQuiet { EndSignals.note(limit.note(Self.progress.withLock(\.self))) }
        EndSignals.exit(Self.timedOut)
      }
    }
    defer { timeout?.cancel() }
    var last: Run?
    let showsLine = !isQuiet && isatty(STDERR_FILENO) != 0
    for try await run in runs {
      guard run.isAwaited else {
        noteOnce(run, after: last)
        last = run
        Self.progress.withLock { $0 = run.untilProgress }
        if showsLine {
          EndSignals.show("waiting, \(run.time.timeOfDay)" + (run.untilProgress.map { ": \($0)" } ?? ""))
        }
        continue
      }
      timeout?.cancel()
      EndSignals.eraseLine()
      try printRows(of: run, meeting: until)
      return 0
    }
    EndSignals.eraseLine()
    if let problem = last?.optionProblem, problem.kind != .remark { throw problem }
    return 1
  }

  /// Notes a remark on an option, and a column that no row of JSON has so far: later rows may have it.
  private func noteOnce(_ run: Run, after last: Run?) {
    guard let problem = run.optionProblem, run.isComplete,
      last?.optionProblem == nil || last?.isComplete == false
    else { return }
    if problem.kind == .remark { EndSignals.note("\(problem)") }
    if problem.kind == .open, run.table.shape.format == .json { EndSignals.note("\(problem), so far") }
  }

  /// The exit status after the time of `--timeout`, as for timeout(1).
  static let timedOut: Int32 = 124

  /// Prints the rows that met a condition: those that match; all rows, if the condition is about all of them
  /// or about a change; none, if it is about rows that do not exist.
  func printRows(of run: Run, meeting until: UntilOption) throws {
    var start = options.start.options
    switch until {
    case .gone, .rows(.none, _): return
    case .change, .rows(.all, _): break
    case .rows(_, let query): start.query = [start.query, query].compactMap(\.self).joined(separator: " ")
    }
    guard !options.use.quiet, !options.use.events else { return }
    var rows = PrintedRows(
      RowSelection(start, kept: options.keptForPrinting), options.rowFormat, isExact: isExact)
    var run = run
    run.progress = nil
    try rows.add(run)
    _ = try rows.finish()
  }

  private func status(_ run: Run, _ count: Int) throws -> Int32 {
    if case .failed(let end)? = run.problem, case .notStarted = end { throw end }
    if case .failed(let end)? = run.problem, options.command.isEmpty {
      Muster.note("\(DamagedInput(name: inputName, diagnostics: run.diagnostics, end: end))")
      return 2
    }
    PrintedOutput.handOn(run.diagnostics, to: STDERR_FILENO)
    if run.notes.contains(.cut) {
      Muster.note("the output is truncated here: not enough memory")
    }
    if run.notes.contains(.unfinished) { Muster.note(Run.unfinished) }
    if case .failed(let end)? = run.problem {
      EndSignals.note("the command failed: \(end)")
      return 3
    }
    if !run.staleFiles.isEmpty {
      for file in run.staleFiles { EndSignals.note(file.reason) }
      return 3
    }
    if let flaw = run.table.flaw, !run.notes.contains(.cut) {
      Muster.note(flaw)
      return 2
    }
    guard count == 0, selection.isFiltered else { return 0 }
    if let remark = selection.query(for: run.table).remark { EndSignals.note(remark) }
    return 1
  }
}
