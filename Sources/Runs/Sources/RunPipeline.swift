import ListData
import Rows

/// Bytes in, runs out, while a stream is being read.
///
/// ```text
///  grow ─▶ runs ─▶ forget ─▶ grow ─▶ … ─▶ finish ─▶ the last runs
/// ```
protocol RunPipeline: Sendable {
  /// Takes bytes that have arrived and returns the runs that they make.
  ///
  /// - Parameters:
  ///   - bytes: All bytes except those that were forgotten.
  ///   - time: When the last of them arrived.
  mutating func grow(to bytes: TextBytes, at time: WallTime) throws -> [Run]

  /// Takes the end of the stream. What follows is another stream. Returns at least one run.
  mutating func finish(_ reading: RunReader.Reading, at time: WallTime) throws -> [Run]

  /// Forgets what no later run needs.
  ///
  /// - Returns: The number of bytes at the start of the stream to drop. Later offsets do not count them.
  mutating func forget() -> Int

  /// The number of bytes to pass on at once; nil if that makes no difference.
  var mostBytes: Int? { get }
}

extension Source {
  /// Returns what makes runs of the bytes of this source.
  func pipeline() -> any RunPipeline {
    reading.update
      ? UpdatingRows(
        reader: reader(), gone: reading.gone, keepsReplaced: until != nil)
      : RunSeries(
        reader: reader(), splitter: RunSplitter(runStart, options: reading.reader), ending: seriesEnding)
  }

  /// What begins a run. A file is one run, unless `--runs` says that it is a recorded stream; so is
  /// the output of a command that is printed, because the command will end.
  private var runStart: RunSplitter.Start {
    switch reading.runs {
    case .auto: seriesEnding == .whole && (!isPolled || isReadOnce) ? .off : .auto
    case .head: .head
    case .page: .page
    case .off: .off
    }
  }

  /// The result of a series when its input ends.
  private var seriesEnding: RunSeries.Ending {
    if reading.follow || [.head, .page].contains(reading.runs) { return .runs }
    // The rows of all runs of a pipe are printed, one run after another.
    if case .standardInput = subject, reading.runs != .off { return isReadOnce ? .runs : .runsAndWhole }
    return .whole
  }
}
