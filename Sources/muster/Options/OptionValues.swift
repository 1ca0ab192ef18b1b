import ArgumentParser
import ListData
import ListKit
import ListKitCurses
import ListSearch

/// What values options accept, for the errors about those that they do not.
enum OptionValues {
  static let valid: [(options: Set<String>, values: String)] = [
    (["-n", "--interval"], "give seconds from 0.1 to 86400, as 0.5"),
    (["-k", "--key"], "give columns by name or number, as NAME,2, or line, or none"),
    (["-d", "--delimiter"], "give one ASCII character, or \\t"),
    (["--header"], "give the number of a line, from 1, or none"),
    (["--table"], "give the number of a table, from 1"),
    (["--history"], "give MiB from 0 to 1048576"),
    (["-s", "--sort"], "give columns by name or number, as NAME,-2"),
    (["-g", "--group"], "give a column by name or number"),
    (["-t", "--tree"], "give a column by name or number, as PPID or PPID:COMMAND"),
    (["-c", "--columns"], "give columns by name or number, as NAME,2"),
    (["--keep"], "give a time, as 90, 30s, 5m or 1h30m, or always"),
    (["--timeout"], "give a time, as 90, 30s, 5m or 1h30m"),
    (
      ["--total"],
      "give columns with their totals, as size=sum,cpu=mean; totals are "
        + ColumnTotal.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    ),
    (["-o", "--output"], "or a text with {COLUMN} in it"),
    (["-x", "--exec"], "give a command, as 'kill {PID}', or with a key, as k='kill {PID}'"),
    (["--preview"], "give a command, as 'cat {1}'"),
    (
      ["--until"],
      "give a query, as status:=Running, or change, gone=KEY, all, none or count>=3 before a query"
    ),
    (["--on-new", "--on-gone"], "give a command, as 'log {NAME}'"),
    (["--on-change"], "give columns and a command, as STATUS='log {NAME} {STATUS}'"),
    (["--size"], "give columns and lines, as 80x24"),
  ]
}

/// The pause between the end of a run and the next.
struct Interval: ExpressibleByArgument, Hashable, Sendable, CustomStringConvertible {
  static let standard = Interval(seconds: 2)

  var seconds: Double

  init(seconds: Double) { self.seconds = seconds }

  /// Accepts a tenth of a second to a day.
  init?(argument: String) {
    guard let seconds = Double(argument), (0.1...86_400).contains(seconds) else { return nil }
    self.seconds = seconds
  }

  var duration: Duration { .seconds(seconds) }

  /// The number of seconds, without a fraction if it is an integer: `2`, `0.5`.
  var description: String {
    seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }
}

/// The maximum memory for the history, in MiB.
struct HistoryBound: ExpressibleByArgument, Hashable, Sendable, CustomStringConvertible {
  static let standard = HistoryBound(mebibytes: 64)

  var mebibytes: Int

  init(mebibytes: Int) { self.mebibytes = mebibytes }

  init?(argument: String) {
    guard let mebibytes = Int(argument), (0...1_048_576).contains(mebibytes) else { return nil }
    self.mebibytes = mebibytes
  }

  var bytes: Int { mebibytes << 20 }
  var description: String { "\(mebibytes)" }
}

/// The requested key of rows.
enum KeyOption: ExpressibleByArgument, Hashable, Sendable {
  case columns([ColumnReference])
  /// The entire line.
  case line
  /// The position of the row.
  case none

  init?(argument: String) {
    switch argument {
    case "line": self = .line
    case "none": self = .none
    default:
      guard let list = ColumnList(argument: argument) else { return nil }
      self = .columns(list.columns)
    }
  }
}

/// The format of the input.
enum FormatOption: String, CaseIterable, ExpressibleByArgument, Sendable {
  case auto, csv, tsv, json, table, lines
}

/// What starts a new state of the list in a stream.
enum RunsOption: String, CaseIterable, ExpressibleByArgument, Sendable {
  case auto, head, page, off
}

/// The separator of cells: one ASCII character, also one of the control characters that separate files, groups,
/// records and units.
struct DelimiterOption: ExpressibleByArgument, Hashable, Sendable {
  var byte: UInt8

  init?(argument: String) {
    let text = argument == "\\t" || argument == "tab" ? "\t" : argument
    guard text.utf8.count == 1, let byte = text.utf8.first, byte >= 0x1C || byte == 0x09 else { return nil }
    self.byte = byte
  }
}

/// The location of the names of the columns.
enum HeaderOption: ExpressibleByArgument, Hashable, Sendable {
  /// The number of a line, counted from 1.
  case line(Int)
  case none

  init?(argument: String) {
    if argument == "none" {
      self = .none
    } else if let line = Int(argument), line >= 1 {
      self = .line(line)
    } else {
      return nil
    }
  }
}

/// The number of one of several tables, counted from 1.
struct TableNumber: ExpressibleByArgument, Hashable, Sendable {
  var number: Int

  init?(argument: String) {
    guard let number = Int(argument), number >= 1 else { return nil }
    self.number = number
  }
}

/// The order of the rows at the start.
struct SortOption: ExpressibleByArgument, Hashable, Sendable {
  struct Column: Hashable, Sendable {
    var column: ColumnReference
    /// Whether the greatest value comes first.
    var isDescending: Bool
  }

  /// One or more columns; each decides among rows with equal values in those before it.
  var columns: [Column]

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    columns = parts.compactMap { part in
      let isDescending = part.hasPrefix("-")
      return ColumnReference(argument: String(part.dropFirst(isDescending ? 1 : 0)))
        .map { Column(column: $0, isDescending: isDescending) }
    }
    guard columns.count == parts.count else { return nil }
  }
}

/// A tree: the column with the key of the parent, and the column in which the tree is drawn: `PPID`,
/// `PPID:COMMAND`.
struct TreeOption: ExpressibleByArgument, Hashable, Sendable {
  private let whole: ColumnReference
  /// The parts before and after the last colon.
  private let parts: [ColumnReference]

  init?(argument: String) {
    guard let whole = ColumnReference(argument: argument) else { return nil }
    self.whole = whole
    let sign = argument.lastIndex(of: ":") ?? argument.endIndex
    let texts = [argument[..<sign], argument[sign...].dropFirst()]
    parts = texts.compactMap { ColumnReference(argument: String($0)) }
  }

  /// The columns that the option names.
  var references: [ColumnReference] { parts.count == 2 ? parts : [whole] }

  /// Returns the columns of a table that the option names: a name may contain a colon too.
  func columns(in names: ColumnNames) -> (parent: ColumnReference, column: ColumnReference?) {
    parts.count == 2 && names.index(of: whole.text) == nil ? (parts[0], parts[1]) : (whole, nil)
  }
}

/// The totals of columns: `size=sum,cpu=mean`; `size` alone means its sum.
struct TotalOption: ExpressibleByArgument, Hashable, Sendable {
  struct Column: Hashable, Sendable {
    var column: ColumnReference
    var kind: ColumnTotal.Kind
  }

  let columns: [Column]

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    columns = parts.compactMap { part in
      // A name may contain the sign too.
      let sign = part.lastIndex(of: "=")
      guard
        let kind = sign.map({ ColumnTotal.Kind(rawValue: String(part[part.index(after: $0)...])) }) ?? .sum
      else { return nil }
      return ColumnReference(argument: String(part[..<(sign ?? part.endIndex)]))
        .map { Column(column: $0, kind: kind) }
    }
    guard columns.count == parts.count else { return nil }
  }
}

/// The format of printed rows.
enum OutputFormat: ExpressibleByArgument, Hashable, Sendable {
  /// The lines as they are read.
  case raw
  /// Tab-separated cells, escaped.
  case tsv
  case csv
  /// JSON Lines, one object per row.
  case json
  /// A text that contains values of columns.
  case template(OutputTemplate)

  private static let named: KeyValuePairs<String, OutputFormat> = [
    "raw": .raw, "tsv": .tsv, "csv": .csv, "json": .json,
  ]
  static let allValueStrings = named.map(\.key)
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  init?(argument: String) {
    let named = Self.named.first { $0.key == argument }?.value
    guard let format = named ?? OutputTemplate(argument).map(OutputFormat.template) else { return nil }
    self = format
  }

  var template: OutputTemplate? { if case .template(let template) = self { template } else { nil } }
}

/// The condition of `--until`.
enum UntilOption: ExpressibleByArgument, Hashable, Sendable {
  /// Anything differs from the first run.
  case change
  /// The row with this key no longer exists.
  case gone(String)
  /// Rows match a query.
  case rows(Quantity, query: String)

  /// The number of rows that have to match.
  enum Quantity: Hashable, Sendable {
    case some
    /// Every row, and at least one.
    case all
    case none
    case count(QuerySyntax.Relation, Int)

    func isMet(by matching: Int, of count: Int) -> Bool {
      switch self {
      case .some: matching > 0
      case .all: matching == count && count > 0
      case .none: matching == 0
      case .count(let relation, let number): relation.holds(matching - number)
      }
    }

    /// Whether the condition stays met when rows are added.
    var isReachedByGrowing: Bool {
      switch self {
      case .some, .count(.greater, _), .count(.greaterOrEqual, _): true
      case .all, .none, .count: false
      }
    }
  }

  /// Accepts `change`, `gone=KEY`, `all QUERY`, `none QUERY`, `count>=3 QUERY`, or a query that some row has
  /// to match.
  init?(argument: String) {
    let words = argument.split(separator: " ", maxSplits: 1)
    guard let first = words.first else { return nil }
    let rest = words.count > 1 ? String(words[1]) : nil
    if argument == "change" {
      self = .change
    } else if argument.hasPrefix("gone=") {
      let key = argument.dropFirst("gone=".count)
      guard !key.isEmpty else { return nil }
      self = .gone(String(key))
    } else if let rest, first == "all" || first == "none" {
      self = .rows(first == "all" ? .all : .none, query: rest)
    } else if first.hasPrefix("count"),
      let (relation, text) = QuerySyntax.Relation.split(first.dropFirst("count".count))
    {
      guard let number = Int(text) else { return nil }
      self = .rows(.count(relation, number), query: rest ?? "")
    } else {
      self = .rows(.some, query: argument)
    }
  }
}

/// A span of time on the command line: `90`, `90s`, `5m`, `1h30m`.
struct TimeLimit: ExpressibleByArgument, Hashable, Sendable {
  let seconds: Double

  init?(argument: String) {
    let number = Array(argument.utf8).withUnsafeBufferPointer { bytes in
      Double(argument) ?? CellReading(.duration, now: 0).value(of: bytes).number
    }
    guard let number, (0.001...31_622_400).contains(number) else { return nil }
    seconds = number
  }
}

/// How long a changed row stays marked: a span of time, or `always`.
struct KeepOption: ExpressibleByArgument, Hashable, Sendable {
  let seconds: Double

  init?(argument: String) {
    if argument == "always" {
      seconds = .infinity
    } else {
      guard let limit = TimeLimit(argument: argument) else { return nil }
      seconds = limit.seconds
    }
  }
}
