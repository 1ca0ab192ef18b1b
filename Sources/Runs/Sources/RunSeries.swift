import ListData
import Rows

/// The runs of a stream that may print its list again and again.
///
/// ```text
///  bytes   header a b header a c header a            the end
///  runs    1 closed ──┤2 closed ─┤3 open      ──▶    a b a c a, as a file with these bytes
/// ```
///
/// An open run is shown, and may get more rows.
struct RunSeries: RunPipeline {
  /// What becomes of the runs when the input ends.
  enum Ending: Sendable {
    /// They stay.
    case runs
    /// They stay, and a last run has all rows.
    case runsAndWhole
    /// One run with all rows replaces them.
    case whole
  }

  /// What the input consists of, if it is a series.
  private struct Parts {
    /// The offset at which the open run begins.
    var start = 0
    var hasClosed = false
    /// Whether closed runs were forgotten, so that the runs stay at the end.
    var hasForgotten = false
  }

  private var reader: RunReader
  /// The reader before the first run of the current input.
  private var freshReader: RunReader
  private var splitter: RunSplitter
  private let freshSplitter: RunSplitter
  private let ending: Ending
  /// Nil as long as the input is one run.
  private var parts: Parts?

  /// Closed runs are forgotten once they have this many bytes, if the input has many more or only its runs
  /// are needed. Until then an input may end and become one run.
  private static let worthForgetting = 1 << 20
  private static let worthKeeping = min(64 << 20, FileReading.mostBytes / 4)

  init(reader: RunReader, splitter: RunSplitter, ending: Ending = .runs) {
    (self.reader, freshReader) = (reader, reader)
    (self.splitter, freshSplitter) = (splitter, splitter)
    self.ending = ending
  }

  /// Bytes are kept anyway.
  var mostBytes: Int? { nil }

  mutating func grow(to bytes: TextBytes, at time: WallTime) throws -> [Run] {
    var runs = try closed(in: bytes, isComplete: false, time)
    guard let parts else {
      return [try reader.grow(to: bytes, progress: Run.Progress(bytes: bytes.count), at: time)]
    }
    let open = splitter.text(of: bytes.part(parts.start..<bytes.count).wholeLines)
    if reader.fits(open) {
      // The open run has the number that it will have when it is closed.
      var preview = reader
      var run = try preview.finish(RunReader.Reading(bytes: open), at: time)
      run.series = .open
      runs.append(run)
    }
    return runs
  }

  mutating func finish(_ reading: RunReader.Reading, at time: WallTime) throws -> [Run] {
    defer { (freshReader, splitter, parts) = (reader, freshSplitter, nil) }
    if ending == .runs || parts?.hasForgotten == true { return try lastRuns(reading, time) }
    var runs: [Run] = []
    if ending == .runsAndWhole {
      runs = try closed(in: reading.bytes, isComplete: true, time)
      let last = rest(of: reading.bytes)
      if parts?.hasClosed == true, !last.isBlank { runs.append(try closedRun(of: last, time)) }
      freshReader.takeNumber(of: reader)
    }
    var whole = reading
    whole.bytes = RunSplitter.whole(reading.bytes)
    if parts != nil || whole.bytes.count != reading.bytes.count { reader = freshReader }
    // An open run without a closed one is not in the history.
    let replaced: RunReader.Parts? = parts.map { $0.hasClosed && ending == .runsAndWhole ? .kept : .replaced }
    var run = try reader.finish(whole, after: replaced, at: time)
    if parts?.hasClosed == true { run.series = .whole }
    return runs + [run]
  }

  /// Returns the runs that end with the input.
  private mutating func lastRuns(_ reading: RunReader.Reading, _ time: WallTime) throws -> [Run] {
    var runs = try closed(in: reading.bytes, isComplete: true, time)
    var reading = reading
    reading.bytes = rest(of: reading.bytes)
    if reading.bytes.isBlank, var last = runs.popLast() {
      (last.series, last.end, last.diagnostics) = (nil, reading.end, reading.diagnostics)
      return runs + [last]
    }
    return runs + [try reader.finish(reading, at: time)]
  }

  /// Returns the text of the open run.
  private func rest(of bytes: TextBytes) -> TextBytes {
    splitter.text(of: bytes.part((parts?.start ?? 0)..<bytes.count))
  }

  /// Returns the runs that ended in these bytes.
  private mutating func closed(in bytes: TextBytes, isComplete: Bool, _ time: WallTime) throws -> [Run] {
    let begins = splitter.begins(in: bytes, isComplete: isComplete)
    if splitter.isSeries, parts == nil {
      parts = Parts()
      reader.beginSeries()
    }
    var runs: [Run] = []
    for begin in begins {
      guard let start = parts?.start, begin > start else { continue }
      let text = splitter.text(of: bytes.part(start..<begin))
      parts?.start = begin
      if !text.isBlank { runs.append(try closedRun(of: text, time)) }
    }
    return runs
  }

  private mutating func closedRun(of text: TextBytes, _ time: WallTime) throws -> Run {
    parts?.hasClosed = true
    var run = try reader.finish(RunReader.Reading(bytes: text), at: time)
    run.series = .closed
    return run
  }

  mutating func forget() -> Int {
    guard let parts else { return 0 }
    let isEndless = ending == .runs || parts.hasForgotten
    guard parts.start >= (isEndless ? Self.worthForgetting : Self.worthKeeping) else { return 0 }
    self.parts = Parts(hasClosed: parts.hasClosed, hasForgotten: true)
    splitter.forget(first: parts.start)
    return parts.start
  }
}
