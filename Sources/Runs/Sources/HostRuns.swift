import Files
import ListData
import Rows

/// Runs a command for each of several hosts, at every interval, and sends what they print as one list.
///
/// ```text
///  round ─▶ hosts whose command does not run ─▶ at most `jobs` at a time ─▶ JoinedRows ─▶ Run
/// ```
///
/// A host whose command fails keeps its last rows. One whose command takes long delays no other. Where the
/// hosts are the lines of a file, each round begins with those that it has then.
actor HostRuns {
  /// The command of a host.
  private struct Work {
    /// Reads the output of its command.
    var reader: RunReader
    /// Its last run; nil before the first command ended.
    var run: Run?
    var isRunning = false
    /// Whether its command waits for the end of others.
    var isWaiting = false
    /// Measures how long its command runs, or waits.
    var stopwatch: Stopwatch
  }

  private let source: Source
  private let command: HostCommand
  private var stream: RunStream { source.stream }
  /// The command of each host, in the order of the list.
  private var entries: [HostCommand.Entry]
  /// What is known of each host, by its name.
  private var works: [String: Work] = [:]
  /// Why the hosts could not be read again; nil if they could.
  private var problemOfHosts: String?
  private var reader: RunReader
  /// The number of commands that may start at once, and the ones that wait.
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// The hosts with news since the last list was sent.
  private var news: Set<String> = []
  /// Sends the list although commands still run.
  private var alarm: Task<Void, any Error>?
  private var hasSent = false

  /// The time after which the first list is sent without the hosts whose commands still run.
  private static let patience = Duration.milliseconds(300)
  /// The number of intervals after which a command that still runs is reported.
  private static let fewIntervals = 3
  /// The maximum number of bytes kept of one output.
  private static let mostBytes = min(64 << 20, ProcessMemory.limit / 16)

  init(source: Source, command: HostCommand) {
    (self.source, self.command) = (source, command)
    reader = source.reader()
    free = command.jobs
    entries = command.entries
  }

  /// Makes the works those of the hosts.
  private func addWorks() {
    let known = works
    works = [:]
    for entry in entries {
      works[entry.host] =
        known[entry.host]
        ?? Work(
          reader: RunReader(
            options: source.reading.readerOfParts, identity: RowIdentity(choice: KeyOption.none)),
          stopwatch: Stopwatch(source.clock))
    }
    news.formIntersection(works.keys)
  }

  /// Takes the hosts that the file has now. If they cannot be read, the known ones stay.
  private func readHosts() throws {
    let former = (entries, problemOfHosts)
    do {
      (entries, problemOfHosts) = (try command.entries(unlike: entries) ?? entries, nil)
    } catch {
      problemOfHosts = "\(error)"
    }
    guard former != (entries, problemOfHosts) else { return }
    addWorks()
    try send()
  }

  /// Runs the commands until no one reads the runs any more.
  func sendRuns() async throws {
    defer { alarm?.cancel() }
    addWorks()
    try await withThrowingTaskGroup(of: Void.self) { group in
      var wanted = RunStream.Wanted.all
      while true {
        for entry in entries where wanted.contains(entry.host) && works[entry.host]?.isRunning == false {
          works[entry.host]?.isRunning = true
          works[entry.host]?.stopwatch = Stopwatch(source.clock)
          let isSentAtOnce = wanted != .all
          group.addTask { try await self.run(entry, isSentAtOnce: isSentAtOnce) }
        }
        if source.isReadOnce { break }
        wanted = try await stream.nextRun(after: source.reading.interval.duration)
        try readHosts()
        // Where no host answers, the list says so.
        if works.values.contains(where: { slowness(of: $0) != nil }) { try send() }
      }
      try await group.waitForAll()
    }
  }

  /// Runs the command of a host once there is room for it.
  private func run(_ entry: HostCommand.Entry, isSentAtOnce: Bool) async throws {
    if free > 0 {
      free -= 1
    } else {
      works[entry.host]?.isWaiting = true
      await withCheckedContinuation { waiting.append($0) }
      works[entry.host]?.isWaiting = false
    }
    defer { if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() } }
    try Task.checkCancellation()
    works[entry.host]?.stopwatch = Stopwatch(source.clock)
    let outcome = try await entry.command.run(
      limits: ChildCommand.Limits(output: Self.mostBytes, excess: .drop))
    // The file may have lost the host meanwhile.
    guard var work = works[entry.host] else { return }
    work.run = try work.reader.finish(outcome, at: .now)
    work.isRunning = false
    works[entry.host] = work
    news.insert(entry.host)
    if isSentAtOnce { try sendNow() } else { try send() }
  }

  /// Sends the list if every host has news, or else soon.
  private func send() throws {
    if news.count == works.count { return try sendNow() }
    guard alarm == nil, !source.isReadOnce else { return }
    let pause = hasSent ? source.reading.interval.duration : Self.patience
    alarm = Task { [clock = source.clock] in
      try await Stopwatch(clock).sleep(until: pause)
      // The list may have been sent between the end of the pause and now.
      try Task.checkCancellation()
      do { try sendNow() } catch { stream.finish(throwing: error) }
    }
  }

  private func sendNow() throws {
    alarm?.cancel()
    (alarm, news, hasSent) = (nil, [], true)
    let known = entries.compactMap { entry in works[entry.host].map { (entry.host, $0) } }
    let parts = known.map { name, work in
      var part = ListPart(name: Array(name.utf8))
      // What a command prints before it fails is no list, unless nothing better is known.
      if let run = work.run, run.problem == nil || run.rowsTime != nil {
        (part.table, part.time) = (run.table, run.rowsTime ?? run.time)
      }
      let reason = work.run.flatMap { $0.problem?.text($0.diagnostics) } ?? slowness(of: work)
      part.reason = reason.map { "\(name): \($0)" }
      return part
    }
    var reading = RunReader.Reading(
      bytes: TextBytes(JoinedRows(column: command.column, parts).bytes),
      isCut: known.contains { $1.run?.notes.contains(.cut) ?? false })
    // Only if there are no rows at all, the list has a problem.
    if !parts.contains(where: \.hasRows),
      let (name, work) = known.last(where: { $1.run?.end?.isSuccess == false }), let run = work.run
    {
      reading.end = run.end
      reading.diagnostics = Array("\(name): ".utf8) + run.diagnostics
    }
    var run = try reader.finish(reading, at: .now)
    if run.problem == nil, !parts.contains(where: \.hasRows),
      known.contains(where: { slowness(of: $1) != nil })
    {
      run.problem = parts.compactMap(\.reason).last.map { .unreadable($0) }
    }
    run.staleFiles = parts.compactMap(\.stale) + (problemOfHosts.map { [Run.StaleFile(reason: $0)] } ?? [])
    stream.send(run)
  }

  /// Returns a note about a command that still runs, or waits, long after others ended; nil if it does not.
  private func slowness(of host: Work) -> String? {
    let elapsed = host.stopwatch.elapsed
    let seconds = "for \(elapsed.components.seconds) s"
    guard host.isRunning, elapsed > source.reading.interval.duration * Self.fewIntervals else { return nil }
    return host.isWaiting ? "not asked \(seconds): --jobs \(command.jobs)" : "no answer \(seconds)"
  }
}
