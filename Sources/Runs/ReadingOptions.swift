package import ListData
package import Rows

/// The pause between the end of a run and the next.
package struct Interval: Hashable, Sendable, CustomStringConvertible {
  package static let standard = Interval(seconds: 2)

  package var seconds: Double

  package init(seconds: Double) { self.seconds = seconds }

  /// Accepts a tenth of a second to a day, as `2`, `0.5` or `1m30s`; 0 for a run that only a key repeats.
  package init?(argument: String) {
    guard let seconds = Double(argument) ?? TimeLimit(argument: argument)?.seconds,
      seconds == 0 || (0.1...86_400).contains(seconds)
    else { return nil }
    self.seconds = seconds
  }

  /// Whether only a key begins the next run.
  package var isManual: Bool { seconds == 0 }

  /// The pause; three years if only a key ends it.
  package var duration: Duration { .seconds(isManual ? 100_000_000 : seconds) }

  /// The number of seconds, without a fraction if it is an integer: `2`, `0.5`.
  package var description: String {
    seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }
}

/// How many times as fast as it was recorded a recording is shown: `10x`, `0.5`.
package struct SpeedOption: Hashable, Sendable {
  package let factor: Double

  package init?(argument: String) {
    guard let factor = Double(argument.hasSuffix("x") ? String(argument.dropLast()) : argument),
      (0.001...1_000_000).contains(factor)
    else { return nil }
    self.factor = factor
  }
}

/// The maximum memory for the history, in MiB.
package struct HistoryBound: Hashable, Sendable, CustomStringConvertible {
  package static let standard = HistoryBound(mebibytes: 64)

  var mebibytes: Int

  package init(mebibytes: Int) { self.mebibytes = mebibytes }

  package init?(argument: String) {
    guard let mebibytes = Int(argument), (0...1_048_576).contains(mebibytes) else { return nil }
    self.mebibytes = mebibytes
  }

  package var bytes: Int { mebibytes << 20 }
  package var description: String { "\(mebibytes)" }
}

package enum FormatOption: String, CaseIterable, Sendable {
  case auto, csv, tsv, json, table, lines
}

/// What starts a new state of the list in a stream.
package enum RunsOption: String, CaseIterable, Sendable {
  case auto, head, page, off
}

/// The separator of cells: one ASCII character, also one of the control characters that separate files, groups,
/// records and units.
package struct DelimiterOption: Hashable, Sendable {
  package var byte: UInt8

  package init?(argument: String) {
    let text = argument == "\\t" || argument == "tab" ? "\t" : argument
    guard text.utf8.count == 1, let byte = text.utf8.first, byte >= 0x1C || byte == 0x09 else { return nil }
    self.byte = byte
  }
}

/// The location of the names of the columns: a number of a line, counted from 1, or `none`.
package struct HeaderOption: Hashable, Sendable {
  package let header: ReaderOptions.Header

  package init?(argument: String) {
    if argument == "none" {
      header = .none
    } else {
      guard let line = Int(argument), line >= 1 else { return nil }
      header = .line(line)
    }
  }
}

/// The number of one of several tables, counted from 1.
package struct TableNumber: Hashable, Sendable {
  package var number: Int

  package init?(argument: String) {
    guard let number = Int(argument), number >= 1 else { return nil }
    self.number = number
  }
}

/// How input is read.
package struct ReadingOptions: Hashable, Sendable {
  /// The pause between the end of a run and the next.
  package var interval = Interval.standard
  /// What identifies rows; nil to guess it.
  package var key: KeyOption?
  package var format = FormatOption.auto
  /// The separator of cells; nil to find it.
  package var delimiter: DelimiterOption?
  /// The location of the names of columns; nil to find it.
  package var header: HeaderOption?
  /// The table to read; nil for the largest.
  package var table: TableNumber?
  /// The path of the array or object of JSON whose elements are the rows: `items`, `a.b`.
  package var rows: String?
  /// What starts a new run in a stream.
  package var runs = RunsOption.auto
  /// Whether a row of a stream replaces the one with the same key.
  package var update = false
  /// In such a stream, the query whose rows are removed.
  package var gone: String?
  /// Whether a file is read on and on, as `tail -f` does.
  package var follow = false
  package var history = HistoryBound.standard
  /// The members of JSON to open, because other options name members inside them.
  package var opened: Set<String> = []
  /// The columns that the user adds.
  package var computed: [ComputedColumn] = []
  /// The column of a recording that is followed, in place of its runs.
  package var course: CourseOption?
  /// How many times as fast as it was recorded a recording is shown; nil to show its last run.
  package var replaySpeed: Double?

  package init() {}

  /// How each of several files or hosts is read: columns are computed of their joined rows.
  var readerOfParts: ReaderOptions {
    var options = reader
    options.computed = []
    return options
  }

  package var reader: ReaderOptions {
    let format: TableFormat? =
      switch format {
      case .auto: nil
      case .csv: .csv
      case .tsv: .tsv
      case .json: .json
      case .table: .aligned
      case .lines: .lines
      }
    var options = ReaderOptions(
      format: rows == nil ? format : format ?? .json, delimiter: delimiter?.byte,
      header: header?.header ?? .auto,
      table: table?.number)
    options.opened = opened
    options.rows = rows
    options.computed = computed
    return options
  }
}
