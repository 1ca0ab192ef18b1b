import LibC
package import ListData

/// One state of the list: its rows, and facts about them.
@dynamicMemberLookup
package struct Run: Sendable {
  /// The number of bytes from which the shape of a table is found. A shape found from fewer bytes may still
  /// change.
  package static let sample = 64 * 1024

  /// How much of the current input has been read.
  package struct Progress: Hashable, Sendable {
    package var bytes: Int
    /// The size of the input in bytes; nil if it is unknown.
    package var total: Int?

    package init(bytes: Int, total: Int? = nil) {
      (self.bytes, self.total) = (bytes, total)
    }

    /// The progress in percent; nil if the size of the input is unknown.
    package var percent: Int? { total.map { $0 > 0 ? min(100, bytes * 100 / $0) : 100 } }
  }

  /// The reason why the rows are those of the last good run.
  package enum Problem: Hashable, Sendable {
    /// The command failed. If there was no good run, the rows are those that it printed anyway.
    case failed(CommandEnd)
    /// The input was empty or blank.
    case nothing
    /// The input was not a table but a short message.
    case message(String)
    /// The input could not be read: the reason in the words of the system or of the database.
    case unreadable(String)

    /// Returns a short description.
    ///
    /// - Parameter diagnostics: what the command wrote to standard error.
    package func text(_ diagnostics: [UInt8]) -> String {
      switch self {
      case .failed(let end): "failed: \(Self.reason(diagnostics) ?? end.description)"
      case .nothing: "printed nothing"
      case .message(let text): "no table: \(text)"
      case .unreadable(let reason): reason
      }
    }

    /// Returns the reason for a failure in the command's own words: the first line that it wrote, or the last
    /// line if the first only introduces others, as `Traceback (most recent call last):` does, or comes again, as
    /// `Permission denied, please try again.` of ssh does.
    private static func reason(_ diagnostics: [UInt8]) -> String? {
      let lines = String(decoding: diagnostics, as: UTF8.self).split(whereSeparator: \.isNewline)
        .filter { $0.contains { !$0.isWhitespace } }
      guard let first = lines.first, let last = lines.last else { return nil }
      return String(first.hasSuffix(":") || lines.dropFirst().contains(first) ? last : first)
    }
  }

  /// The position of a run in a stream that is a series of runs.
  package enum SeriesPart: Hashable, Sendable {
    /// The last run so far, which may get more rows. It has the number of the closed run that it becomes.
    case open
    /// A run that is followed by another.
    case closed
    /// All rows of an input that printed its list again and has ended. Its runs were shown until then, and
    /// are not compared with it.
    case whole
  }

  /// An additional remark about a run.
  package enum Note: Hashable, Sendable {
    /// The input exceeded the limit and was cut.
    case cut
    /// The user stopped reading.
    case left
    /// The columns that were found at first no longer fit.
    case misfit
    /// The recording ends within a run, or is damaged there.
    case unfinished
  }

  /// The words for ``Note/unfinished``.
  package static let unfinished = "the recording is cut or damaged here: later runs are not read"

  /// A file of several whose rows are those of an earlier run, because it is empty or cannot be read.
  package struct StaleFile: Hashable, Sendable, CustomStringConvertible {
    package var reason: String
    /// The file or the word of the command, as its rows show it.
    package var name: [UInt8]
    /// The time at which its rows were read; nil if it had none.
    package var time: WallTime?

    package init(reason: String, name: [UInt8] = [], time: WallTime? = nil) {
      (self.reason, self.name, self.time) = (reason, name, time)
    }

    /// Since when its rows have not been read again; nil if it had none.
    package var age: String? { time.map { "rows from \($0.timeOfDay)" } }

    package var description: String { reason + (age.map { ", its \($0)" } ?? "") }
  }

  /// The facts about a run besides its rows; mostly the same for many runs.
  package struct Facts: Hashable, Sendable {
    /// What identifies rows; nil while it is unknown.
    package var key: TableKey?
    /// The number of the run's set of columns; see ``RowIdentity``.
    package var schema = 0
    /// How much has been read; nil once the run is complete.
    package var progress: Progress?
    /// Nil for the last run of a stream that stays a series, and for a run that is not in a series.
    package var series: SeriesPart?
    package var problem: Problem?
    /// The time at which the rows were read, if they are those of an earlier run.
    package var rowsTime: WallTime?
    /// When its file was changed; nil if it is of no file, or its rows are still being read.
    package var fileTime: WallTime?
    /// The files whose rows are those of an earlier run.
    package var staleFiles: [StaleFile] = []
    package var notes: Set<Note> = []
    /// The standard error output of the command.
    package var diagnostics: [UInt8] = []
    package var end: CommandEnd?
    /// Whether the run meets the condition of `--until`.
    package var isAwaited = false
    /// The progress towards that condition: `3 of 12 rows`, `web-1 is still there`.
    package var untilProgress: String?
    /// The identifiers of the rows that match the query of `--alert`; nil without that option.
    package var alerts: Set<Int>?
    /// An option that the run does not meet.
    package var optionProblem: OptionProblem?
    /// Lines that arrived and were replaced or ended their row before a run could show them.
    package var replaced: [[UInt8]] = []
    /// Whether the rows are changes themselves: the first column says which one.
    package var isListOfChanges = false
    /// The number of unchanged rows in a list of changes, whose first cell is empty.
    package var unchangedCount = 0
    package var changedCells = ChangedCells()
    /// The numbers of added, removed, changed and moved rows in a list of changes: `+2 −1 ~4`.
    package var changeSummary = ""

    package init(
      key: TableKey? = nil, schema: Int = 0, progress: Progress? = nil, series: SeriesPart? = nil,
      problem: Problem? = nil, rowsTime: WallTime? = nil, notes: Set<Note> = [], diagnostics: [UInt8] = [],
      end: CommandEnd? = nil, replaced: [[UInt8]] = [], fileTime: WallTime? = nil
    ) {
      (
        self.key, self.schema, self.progress, self.series, self.problem, self.rowsTime, self.notes,
        self.diagnostics, self.end, self.replaced, self.fileTime
      ) = (key, schema, progress, series, problem, rowsTime, notes, diagnostics, end, replaced, fileTime)
    }
  }

  /// The number of the run, counted from 1. An incomplete run has the number that it keeps when it is
  /// complete.
  package var number: Int
  /// The time at which the run ended or was read.
  package var time: WallTime
  /// The rows.
  package var table: TextTable
  package var identifiers: RowIdentifiers
  private var boxed: BoxedFacts
  /// The rows of a former run that this run no longer has but shows; nil if it shows none.
  package var removedRows: RemovedRows?

  /// Facts in an object: a copy of a run retains it instead of each fact. Copies of all facts, in every structure
  /// that holds a run, were 140 KB of the program.
  private final class BoxedFacts: Sendable {
    let facts: Facts

    init(_ facts: Facts) { self.facts = facts }
  }

  package init(
    number: Int, time: WallTime, table: TextTable, identifiers: RowIdentifiers, facts: Facts,
    removedRows: RemovedRows? = nil
  ) {
    (self.number, self.time, self.table, self.identifiers) = (number, time, table, identifiers)
    (boxed, self.removedRows) = (BoxedFacts(facts), removedRows)
  }

  package var facts: Facts {
    get { boxed.facts }
    set { boxed = BoxedFacts(newValue) }
  }

  package subscript<Fact>(dynamicMember fact: WritableKeyPath<Facts, Fact>) -> Fact {
    get { boxed.facts[keyPath: fact] }
    set { facts[keyPath: fact] = newValue }
  }

  /// Whether everything has been read.
  package var isComplete: Bool { self.progress == nil }

  /// Whether rows may be missing, because reading stopped before the end: they were not removed.
  package var isPart: Bool { self.notes.contains(.cut) || self.notes.contains(.left) }

  /// Returns the line of a row as it was read.
  package func line(_ row: Int) -> [UInt8] { removedRows?.line(row) ?? Array(table.bytes[table.line(row)]) }

  /// Whether a shown row no longer exists in this run.
  package func isRemoved(_ identifier: Int) -> Bool { removedRows?.identifiers.contains(identifier) ?? false }

  /// Whether another value is the same run, with the same number of rows and the same key.
  package func hasSameRows(as other: Run) -> Bool {
    number == other.number && self.schema == other.schema && self.key == other.key
      && table.rowCount == other.table.rowCount && table.shape == other.table.shape
      && identifiers.count == other.identifiers.count
  }
}

/// The identifiers of a table's rows.
package enum RowIdentifiers: Hashable, Sendable, RandomAccessCollection {
  /// Each row's identifier is its position, as in the first run.
  case positions(Int)
  case list([Int])

  package var startIndex: Int { 0 }

  package var endIndex: Int {
    switch self {
    case .positions(let count): count
    case .list(let list): list.count
    }
  }

  package subscript(row: Int) -> Int {
    switch self {
    case .positions: row
    case .list(let list): list[row]
    }
  }

  /// Returns the identifiers of some rows. Positions take no additional memory: lists have millions of rows.
  package func of(_ rows: [Int]) -> [Int] {
    switch self {
    case .positions: rows
    case .list(let list): rows.map { list[$0] }
    }
  }

  /// The identifiers as an array.
  package var array: [Int] {
    switch self {
    case .positions(let count): Array(0..<count)
    case .list(let list): list
    }
  }

  package static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }

  package func hash(into hasher: inout Hasher) { for identifier in self { hasher.combine(identifier) } }
}

/// A point in time, as wall clocks show it.
package struct WallTime: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01 00:00 UTC.
  package var seconds: Double

  package init(seconds: Double) { self.seconds = seconds }

  package static var now: WallTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return WallTime(seconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }

  package static func < (one: Self, other: Self) -> Bool { one.seconds < other.seconds }

  /// The local time of day: `22:04:12`.
  package var timeOfDay: String {
    let parts = local
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map(Self.two).joined(separator: ":")
  }

  /// The local date: `2026-11-22`.
  package var day: String {
    let parts = local
    return "\(Int(parts.tm_year) + 1900)-\(Self.two(parts.tm_mon + 1))-\(Self.two(parts.tm_mday))"
  }

  /// The local time of day, with the date unless that is today.
  package var moment: String { (day == Self.now.day ? "" : day + " ") + timeOfDay }

  /// The local time with its UTC offset (RFC 3339): `2026-11-22T22:04:12.250+01:00`.
  var rfc3339: String {
    let offset = Int(local.tm_gmtoff) / 60
    let milliseconds = Int((seconds - seconds.rounded(.down)) * 1000)
    let fraction = String(milliseconds + 1000).dropFirst()
    let zone =
      (offset < 0 ? "-" : "+") + Self.two(Int32(abs(offset) / 60)) + ":" + Self.two(Int32(abs(offset) % 60))
    return "\(day)T\(timeOfDay).\(fraction)\(zone)"
  }

  /// Seconds since 1970-01-01 00:00 local time, as dates without a time zone are read.
  package var localSeconds: Double {
    seconds + Double(local.tm_gmtoff)
  }

  /// The components of the local time.
  var local: tm {
    var seconds = time_t(seconds.rounded(.down))
    var parts = tm()
    localtime_r(&seconds, &parts)
    return parts
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// An option that the input does not meet: it names a column, a table or an array that does not exist.
package struct OptionProblem: Error, Hashable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// Rows that still arrive may have the column.
    case open
    /// The rows that still arrive can hardly change this.
    case sure
    /// The option has a meaning, but probably not the one that the user meant.
    case remark
  }

  package var description: String
  package var kind: Kind

  package init(description: String, kind: Kind) {
    (self.description, self.kind) = (description, kind)
  }
}
