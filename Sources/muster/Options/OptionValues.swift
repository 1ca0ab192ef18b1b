import ArgumentParser
import ListData
import ListKit
import ListKitCurses

/// The pause between the end of a run and the next.
struct Interval: ExpressibleByArgument, Hashable, Sendable, CustomStringConvertible {
  static let standard = Interval(seconds: 2)

  var seconds: Double

  init(seconds: Double) { self.seconds = seconds }

  /// A tenth of a second to a day.
  init?(argument: String) {
    guard let seconds = Double(argument), (0.1...86_400).contains(seconds) else { return nil }
    self.seconds = seconds
  }

  var duration: Duration { .seconds(seconds) }

  /// Without a fraction where there is none: `2`, `0.5`.
  var description: String {
    seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }
}

/// How much of the past is kept, in MiB.
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

/// What identifies a row, as it was asked for.
enum KeyOption: ExpressibleByArgument, Hashable, Sendable {
  case columns([ColumnReference])
  /// The whole line.
  case line
  /// Its place.
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

/// What is read.
enum FormatOption: String, CaseIterable, ExpressibleByArgument, Sendable {
  case auto, csv, tsv, json, table, lines
}

/// What begins a new state of the list in a stream.
enum RunsOption: String, CaseIterable, ExpressibleByArgument, Sendable {
  case auto, head, page, off
}

/// What parts the cells of a line: one character of ASCII.
struct DelimiterOption: ExpressibleByArgument, Hashable, Sendable {
  var byte: UInt8

  init?(argument: String) {
    let text = argument == "\\t" || argument == "tab" ? "\t" : argument
    guard text.utf8.count == 1, let byte = text.utf8.first, byte >= 0x20 || byte == 0x09 else { return nil }
    self.byte = byte
  }
}

/// Where the names of the columns stand.
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

/// Which of several tables, counted from 1.
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
    /// Whether the greatest comes first.
    var isDescending: Bool
  }

  /// At least one; each decides where the values of those before it are equal.
  let columns: [Column]

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

/// A tree: the column that names the parent, and where it is drawn: `PPID`, `PPID:COMMAND`.
struct TreeOption: ExpressibleByArgument, Hashable, Sendable {
  private let whole: ColumnReference
  /// What stands before the last colon, and behind it.
  private let parts: [ColumnReference]

  init?(argument: String) {
    guard let whole = ColumnReference(argument: argument) else { return nil }
    self.whole = whole
    let sign = argument.lastIndex(of: ":") ?? argument.endIndex
    let texts = [argument[..<sign], argument[sign...].dropFirst()]
    parts = texts.compactMap { ColumnReference(argument: String($0)) }
  }

  /// The columns it names.
  var references: [ColumnReference] { parts.count == 2 ? parts : [whole] }

  /// The columns among those there are: a name may have a colon too.
  func columns(in names: ColumnNames) -> (parent: ColumnReference, column: ColumnReference?) {
    parts.count == 2 && names.index(of: whole.text) == nil ? (parts[0], parts[1]) : (whole, nil)
  }
}

/// What is computed of columns: `size=sum,cpu=mean`; `size` alone is summed.
struct TotalOption: ExpressibleByArgument, Hashable, Sendable {
  struct Column: Hashable, Sendable {
    var column: ColumnReference
    var kind: ColumnTotal.Kind
  }

  let columns: [Column]

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    columns = parts.compactMap { part in
      // A name may have the sign too.
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

/// How rows are printed.
enum OutputFormat: ExpressibleByArgument, Hashable, Sendable {
  /// The lines as they are.
  case raw
  /// Cells between tabs, escaped.
  case tsv
  case csv
  /// JSON Lines, an object a row.
  case json
  /// A text with values of columns in it.
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

/// What `--until` waits for.
enum UntilOption: ExpressibleByArgument, Hashable, Sendable {
  /// Anything to be different from the first run.
  case change
  /// The row of this key to be there no longer.
  case gone(String)
  /// Rows to match a query.
  case rows(Quantity, query: String)

  /// How many rows have to match.
  enum Quantity: Hashable, Sendable {
    case some
    /// Every row, and there is one.
    case all
    case none
    case count(CellComparison.Relation, Int)

    func isMet(by matching: Int, of count: Int) -> Bool {
      switch self {
      case .some: matching > 0
      case .all: matching == count && count > 0
      case .none: matching == 0
      case .count(let relation, let number): relation.holds(matching - number)
      }
    }

    /// Whether it stays met when rows are added.
    var isReachedByGrowing: Bool {
      switch self {
      case .some, .count(.greater, _), .count(.greaterOrEqual, _): true
      case .all, .none, .count: false
      }
    }
  }

  /// `change`, `gone=KEY`, `all QUERY`, `none QUERY`, `count>=3 QUERY`, or a query that some row has to match.
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
      let (relation, text) = CellComparison.Relation.split(first.dropFirst("count".count)),
      let number = Int(text)
    {
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
