import ListData

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Reads what is added to a file, and what is in another one that has been put in its place, as is done with logs. What
/// was read stays.
///
/// ```text
///  log      a b c ┊           the file grows
///  log.1    a b c d e ┊       and is renamed: what is still written to it comes first,
///  log      f ┊               until there is something in the new one
/// ```
final class FileFollowing {
  private let path: FilePathBytes
  private let runs: FileRuns
  private let watch: FileWatch
  private var reading: FileReading
  private var growth: StreamGrowth
  private var opened: FileStatus?
  /// The last run, for what is to be said of it.
  private var last: Run?
  private var problem: SystemError?

  /// Takes the descriptor over.
  init(_ path: FilePathBytes, _ descriptor: Int32, _ runs: FileRuns) throws {
    (self.path, self.runs) = (path, runs)
    watch = FileWatch(path)
    opened = FileStatus(descriptor: descriptor)
    growth = runs.source.growth()
    reading = try FileReading(descriptor, name: path.text, clock: runs.source.clock)
  }

  /// Reads until nobody listens any more.
  func go() throws {
    while try readOn(), watch.wait(runs.signal, atMost: runs.source.reading.interval.duration) {
      guard let descriptor = replacement() else { continue }
      // What was written to the file before until now comes first.
      guard try readOn() else { return }
      try reading.goOn(with: descriptor, without: head)
      opened = FileStatus(descriptor: descriptor)
    }
  }

  /// Reads to the end that the file has now.
  ///
  /// - Returns: whether to go on.
  private func readOn() throws -> Bool {
    let end = try reading.read(runs.signal) { try take($0.text) }
    if end == .cut { try send(growth.finish(RunBuilder.Reading(bytes: reading.store.text, isCut: true))) }
    guard end == .end else { return false }
    if let news = reading.unshown() { try take(news) }
    return true
  }

  private func take(_ bytes: TextBytes) throws {
    if let run = try growth.grow(to: bytes, total: nil) { send(run) }
  }

  private func send(_ run: Run) {
    (last, problem) = (run, nil)
    runs.sendInTime(run)
  }

  // MARK: Another file

  /// The file that is there instead of the one that was read: another one, as soon as there is something in it, or the same
  /// where it has become shorter; nil where there is none.
  private func replacement() -> Int32? {
    if let status = FileStatus(path: path), !isReplacement(status) {
      if problem != nil, let last { send(last) }
      return nil
    }
    do throws(SystemError) {
      let descriptor = try FileReading.open(path)
      // Another one may have come meanwhile.
      if FileStatus(descriptor: descriptor).map(isReplacement) ?? false { return descriptor }
      close(descriptor)
    } catch {
      // It may be there again in a moment.
      say(error)
    }
    return nil
  }

  private func isReplacement(_ status: FileStatus) -> Bool {
    let isSame = status.number == opened?.number && status.device == opened?.device
    return isSame ? status.size < reading.fileBytes : status.size > 0
  }

  private func say(_ error: SystemError) {
    guard problem != error, var run = last else { return }
    problem = error
    run.problem = .unreadable(error)
    runs.channel.send(run)
  }

  /// What stands above the rows, and need not stand between them once more.
  private var head: [UInt8] {
    guard let table = last?.table, table.rowCount > 0, table.shape.headerLine != nil else { return [] }
    return Array(table.bytes[0..<table.line(0).lowerBound])
  }
}
