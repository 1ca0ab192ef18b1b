import Dispatch
package import Files
import ListData
package import Rows

/// Reads two files to compare; `-` is standard input, which is read once.
package struct ComparedReading: Sendable {
  private let paths: [FilePathBytes]
  private let options: ReadingOptions
  /// The files when they were about to be read.
  private var statuses: [FileStatus?]

  package init(from old: FilePathBytes, to new: FilePathBytes, _ options: ReadingOptions) {
    (paths, self.options) = ([old, new], options)
    statuses = Self.statuses(paths)
  }

  private static func statuses(_ paths: [FilePathBytes]) -> [FileStatus?] {
    paths.map { FileStatus(path: $0) }
  }

  /// Reads both files.
  ///
  /// - Throws: An error if a file cannot be read, or if a column of the key does not exist.
  package func read(after former: ComparedTables? = nil) throws -> ComparedTables {
    let old = try Self.bytes(paths[0], former?.old)
    return try ComparedTables(
      from: old, to: Self.bytes(paths[1], former?.new), options.reader, key: options.key, after: former)
  }

  private static func bytes(_ path: FilePathBytes, _ former: TextTable?) throws -> TextBytes {
    let isInput = path.text == "-"
    if isInput, let former { return former.bytes }
    let descriptor = isInput ? 0 : try FileReading.open(path)
    var reading = try FileReading(descriptor, name: isInput ? "standard input" : path.text)
    let end = try reading.read(WakePipe()) { _ in 0 }
    guard end == .end else { throw ByteStore.Full(capacity: reading.store.capacity) }
    let whole = reading.reading(end)
    if let end = whole.end, !end.isSuccess {
      throw DamagedInput(name: reading.name, diagnostics: whole.diagnostics, end: end)
    }
    return RunSplitter.whole(whole.bytes)
  }

  /// Reads the files again whenever one of them has changed.
  ///
  /// - Parameter first: The files as they were read first.
  /// - Returns: What was read, or why it could not be read, until nobody waits for it.
  package func changes(
    after first: ComparedTables, clock: any Clock<Duration> = ContinuousClock()
  ) -> AsyncStream<Result<ComparedTables, any Error>> {
    let (stream, continuation) = AsyncStream<Result<ComparedTables, any Error>>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let signal = WakePipe(clock: clock)
    continuation.onTermination = { _ in signal.wake() }
    DispatchQueue(label: "muster.reading", qos: .userInitiated).async { [self] in
      var (known, last) = (statuses, first)
      let watch = FileWatch(paths)
      repeat {
        guard Self.statuses(paths) != known else { continue }
        guard signal.wait(for: -1, atMost: FileRuns.gathering) != .woken else { return }
        known = Self.statuses(paths)
        let result = Result { try read(after: last) }
        last = (try? result.get()) ?? last
        continuation.yield(result)
      } while watch.wait(signal, atMost: options.interval.duration)
    }
    return stream
  }
}
