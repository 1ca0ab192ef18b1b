import Files
import LibC
import ListData

/// One state of the list: its rows, and the facts about it.
@dynamicMemberLookup
struct Run: Sendable {
  /// How much has been read of what is read at the moment.
  struct Progress: Hashable, Sendable {
    var bytes: Int
    /// How much there is; nil where that is unknown.
    var total: Int?

    /// In percent; nil where that is unknown.
    var percent: Int? { total.map { $0 > 0 ? min(100, bytes * 100 / $0) : 100 } }
  }

  /// Why the rows are those of the last good run.
  enum Problem: Hashable, Sendable {
    /// The command failed. Where there was no good run, the rows are what it printed all the same.
    case failed(CommandEnd)
    /// There was nothing but blanks.
    case nothing
    /// There was no table, but a few words instead.
    case message(String)
    /// It could not be read.
    case unreadable(SystemError)
    /// A database refused it.
    case refused(String)

    /// In a few words.
    ///
    /// - Parameter diagnostics: what the command wrote to standard error.
    func text(_ diagnostics: [UInt8]) -> String {
      switch self {
      case .failed(let end): "failed: \(Self.reason(diagnostics) ?? end.description)"
      case .nothing: "printed nothing"
      case .message(let text): "no table: \(text)"
      case .unreadable(let error): error.description
      case .refused(let reason): reason
      }
    }

    /// Why the command failed, by its own words: the first line of them; the last where the first only announces others, as
    /// `Traceback (most recent call last):` does.
    private static func reason(_ diagnostics: [UInt8]) -> String? {
      let lines = diagnostics.split(separator: UInt8(ascii: "\n"))
        .map { String(decoding: $0, as: UTF8.self) }
        .filter { $0.contains { !$0.isWhitespace } }
      return lines.first?.hasSuffix(":") == true ? lines.last : lines.first
    }
  }

  /// Where a run stands in a stream that is a series of runs.
  enum SeriesPart: Hashable, Sendable {
    /// It is the last so far and may get more rows. Its number is that of the closed run which it becomes.
    case open
    /// Another one follows.
    case closed
  }

  /// What else is to be said.
  enum Note: Hashable, Sendable {
    /// There was more than is kept.
    case cut
    /// The user stopped reading.
    case left
    /// The columns that were found at first do not fit any more.
    case misfit
    /// A recording ends within a run.
    case unfinished
  }

  /// What is known of a run beside its rows; mostly the same for many runs.
  struct Facts: Hashable, Sendable {
    /// What identifies rows; nil while that is not known.
    var key: TableKey?
    /// Which columns it has of those that runs had; see ``RowIdentity``.
    var schema = 0
    /// Nil where all is there.
    var progress: Progress?
    /// Nil for the last run of a stream, and for what is no series.
    var series: SeriesPart?
    var problem: Problem?
    /// When the rows were read, where they are those of an earlier run.
    var rowsTime: WallTime?
    var notes: Set<Note> = []
    /// What a command wrote to standard error.
    var diagnostics: [UInt8] = []
    /// How a command ended.
    var end: CommandEnd?
    /// Whether it meets the condition of `--until`.
    var isAwaited = false
    /// How far it is from that: `3 of 12 rows`.
    var untilProgress: String?
    /// Lines that came and were others again before there was a run to show them in.
    var replaced: [[UInt8]] = []
    /// Whether its rows are changes: every one counts as changed.
    var isListOfChanges = false
  }

  /// Counted from 1. What has not arrived whole has the number it will have.
  var number: Int
  /// When it ended, or was read.
  var time: WallTime
  /// The rows.
  var table: TextTable
  /// An identifier for each row, in the order of the rows.
  var identifiers: RowIdentifiers
  var facts: Facts
  /// The rows among its own that a former run had and it has not; nil where none are shown.
  var goneRows: GoneRows?

  subscript<Fact>(dynamicMember fact: WritableKeyPath<Facts, Fact>) -> Fact {
    get { facts[keyPath: fact] }
    set { facts[keyPath: fact] = newValue }
  }

  /// Whether all is there.
  var isComplete: Bool { self.progress == nil }

  /// The line of a row as it came.
  func line(_ row: Int) -> [UInt8] { goneRows?.line(row) ?? Array(table.bytes[table.line(row)]) }

  /// Whether a row is shown that it has not any more.
  func isGone(_ identifier: Int) -> Bool { goneRows?.identifiers.contains(identifier) ?? false }

  /// Whether it is the same run, with as many rows known by the same names.
  func hasSameRows(as other: Run) -> Bool {
    number == other.number && self.schema == other.schema && self.key == other.key
      && table.rowCount == other.table.rowCount && table.shape == other.table.shape
      && identifiers.count == other.identifiers.count
  }
}

/// The identifiers of a table's rows.
enum RowIdentifiers: Hashable, Sendable, RandomAccessCollection {
  /// Those of a first run: each row's is its place.
  case places(Int)
  case list([Int])

  var startIndex: Int { 0 }

  var endIndex: Int {
    switch self {
    case .places(let count): count
    case .list(let list): list.count
    }
  }

  subscript(row: Int) -> Int {
    switch self {
    case .places: row
    case .list(let list): list[row]
    }
  }

  /// Those of some rows. Where they are places no memory is taken: lists have millions of rows.
  func of(_ rows: [Int]) -> [Int] {
    switch self {
    case .places: rows
    case .list(let list): rows.map { list[$0] }
    }
  }

  /// As an array.
  var array: [Int] {
    switch self {
    case .places(let count): Array(0..<count)
    case .list(let list): list
    }
  }

  static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }

  func hash(into hasher: inout Hasher) { for identifier in self { hasher.combine(identifier) } }
}

/// A point in time as clocks on walls show it.
struct WallTime: Hashable, Comparable, Sendable {
  /// Since the beginning of 1970 in Greenwich.
  var seconds: Double

  static var now: WallTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return WallTime(seconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }

  static func < (one: Self, other: Self) -> Bool { one.seconds < other.seconds }

  /// The time of the day where the user is: `22:04:12`.
  var timeOfDay: String {
    let parts = local
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map(Self.two).joined(separator: ":")
  }

  /// The day where the user is: `2026-11-22`.
  var day: String {
    let parts = local
    return "\(Int(parts.tm_year) + 1900)-\(Self.two(parts.tm_mon + 1))-\(Self.two(parts.tm_mday))"
  }

  /// With the difference to Greenwich (RFC 3339): `2026-11-22T22:04:12.250+01:00`.
  var rfc3339: String {
    let offset = Int(local.tm_gmtoff) / 60
    let milliseconds = Int((seconds - seconds.rounded(.down)) * 1000)
    let fraction = String(milliseconds + 1000).dropFirst()
    let zone =
      (offset < 0 ? "-" : "+") + Self.two(Int32(abs(offset) / 60)) + ":" + Self.two(Int32(abs(offset) % 60))
    return "\(day)T\(timeOfDay).\(fraction)\(zone)"
  }

  /// Since the beginning of 1970 where the user is, as dates without a zone are meant.
  var localSeconds: Double {
    seconds + Double(local.tm_gmtoff)
  }

  /// Its parts where the user is.
  var local: tm {
    var seconds = time_t(seconds.rounded(.down))
    var parts = tm()
    localtime_r(&seconds, &parts)
    return parts
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
