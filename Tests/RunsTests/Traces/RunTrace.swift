import ListData
import RunsTesting
import Synchronization

@testable import Rows
@testable import Runs

/// The runs of a scripted input, one line each; their times are left out.
///
/// ```text
///  2 closed 3×2 key 0 ids 0,1,5 schema 0 «web-1 Running|…» misfit exited(0)
/// ```
struct RunTrace {
  private(set) var lines: [String] = []
  /// A part of texts that differs each time, such as the path of a temporary folder.
  var hidden = ""

  /// The number of runs, and their checksum.
  var summary: String { "\(lines.count) runs \(Self.checksum(lines.joined(separator: "\n")))" }

  mutating func add(_ run: Run) {
    let table = run.table
    var cells = run.rows.map { $0.joined(separator: " ") }.joined(separator: "|")
    if !hidden.isEmpty { cells = cells.replacing(hidden, with: "") }
    var words = [
      "\(run.number)", run.series.map { "\($0)" } ?? "", run.isComplete ? "" : "growing",
      "\(table.rowCount)×\(table.columns.count)", "\(table.shape.format)", Self.text(run.key),
      "ids " + Self.short(run.identifiers.map(String.init).joined(separator: ",")), "schema \(run.schema)",
      "«\(Self.short(cells))»",
    ]
    words.append(Self.short(table.columns.map { "\($0.name ?? "")/\($0.kind)" }.joined(separator: ",")))
    words += run.problem.map { ["\($0)", run.rowsTime == nil ? "no rows before" : "rows of before"] } ?? []
    words += run.notes.map { "\($0)" }.sorted() + run.staleFiles.map(\.reason)
    words += run.end.map { ["\($0)"] } ?? []
    words += run.diagnostics.isEmpty ? [] : [String(decoding: run.diagnostics, as: UTF8.self)]
    words += run.replaced.map { "replaced " + String(decoding: $0, as: UTF8.self) }
    words += run.isAwaited ? ["awaited"] : []
    words += run.untilProgress.map { [$0] } ?? []
    lines.append(
      words.filter { !$0.isEmpty }.joined(separator: " ").split { $0.isNewline }.joined(separator: "⏎"))
  }

  private static func text(_ key: TableKey?) -> String {
    switch key {
    case .columns(let columns)?: "key " + columns.map(String.init).joined(separator: ",")
    case .path(let column)?: "path \(column)"
    case .line?: "line"
    case .position?: "place"
    case nil: "no key"
    }
  }

  /// Returns a text, or its beginning and its checksum.
  private static func short(_ text: String) -> String {
    text.count <= 60 ? text : "\(text.prefix(40))… \(checksum(text))"
  }

  static func checksum(_ text: String) -> String {
    String(
      text.utf8.reduce(14_695_981_039_346_656_037 as UInt64) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 },
      radix: 36)
  }
}

extension RunTrace {
  /// Traces the runs of an input that arrives in pieces, and ends.
  ///
  /// - Parameters:
  ///   - ends: The numbers of bytes that have arrived each time.
  ///   - reading: How the input ends.
  mutating func read(
    _ bytes: [UInt8], upTo ends: [Int], by pipeline: inout any RunPipeline,
    _ change: (inout RunReader.Reading) -> Void = { _ in }
  ) {
    var dropped = 0
    do {
      for end in ends {
        let text = TextBytes(Array(bytes[dropped..<end]))
        for run in try pipeline.grow(to: text, at: .now) { add(run) }
        dropped += pipeline.forget()
      }
      var reading = RunReader.Reading(bytes: TextBytes(Array(bytes[dropped...])))
      change(&reading)
      for run in try pipeline.finish(reading, at: .now) { add(run) }
    } catch {
      lines.append("\(error)")
    }
  }
}

/// Traces every run of a source that closes or ends.
final class TracingObserver: RunObserver {
  private let trace: Mutex<RunTrace>

  init(hiding hidden: String) {
    var trace = RunTrace()
    trace.hidden = hidden
    self.trace = Mutex(trace)
  }

  func take(_ run: inout Run) {
    if run.isComplete, run.series != .open { trace.withLock { $0.add(run) } }
  }

  var lines: [String] { trace.withLock(\.lines) }
}
