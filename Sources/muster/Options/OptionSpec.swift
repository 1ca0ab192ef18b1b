import ListData
import ListKit
import Rows
import Runs

/// What an option accepts, what it needs, and what it does not apply to.
struct OptionSpec: Sendable {
  /// What else a command line must have.
  enum Need: Sendable {
    case changes, database, each, picker, replay, statement, until, update

    /// The words after the name of an option that lacks it.
    fileprivate var sentence: String {
      switch self {
      case .changes: "needs a list that changes; leave out picking, --explain and a second file"
      case .database: "applies to a database; give a file of one, Parquet files or a postgres:// URL"
      case .each: "applies to --each only"
      case .picker: "applies to a picker only; give --pick or --multi"
      case .replay: "applies to --replay only"
      case .statement: "applies to a database, or to the files that it names; then give no other file"
      case .until: "applies to --until only"
      case .update: "applies to --update only"
      }
    }

    fileprivate func isMet(by options: MusterOptions) -> Bool {
      let use = options.use
      return switch self {
      case .changes: !use.isPicker && !use.explain && (options.files.count != 2 || options.reading.all)
      case .database, .statement: options.database != nil
      case .each: options.waysToPlaces > 0
      case .picker: use.isPicker
      case .replay: use.replay
      case .until: use.until != nil
      case .update: options.reading.update
      }
    }
  }

  /// A way to use the program.
  enum Use: Sendable {
    case database, each, joinedFiles, picker, print, table, twoFiles

    fileprivate func isMade(by options: MusterOptions) -> Bool {
      switch self {
      case .database: options.database != nil
      case .each: options.waysToPlaces > 0
      case .joinedFiles: options.reading.all
      case .picker: options.use.isPicker
      case .print: options.use.print
      case .table: options.databaseSubject?.table != nil
      case .twoFiles: options.isComparison
      }
    }

    fileprivate func sentence(_ name: String, _ options: MusterOptions) -> String {
      let thing =
        switch self {
        case .database, .table: options.databaseSubject?.table == nil ? "a database" : "a table of a database"
        case .each: "several commands"
        case .joinedFiles, .twoFiles: "several files"
        case .picker, .print: "a picker"
        }
      if self == .print { return "--print has no screen for \(name); leave one of them out" }
      return "\(name) does not apply to \(thing); leave it out"
    }
  }

  /// The names, the long one last.
  let names: [String]
  let takesValue: Bool
  /// What the option accepts, for the message about a value that it does not.
  var values: String?
  /// What other programs call it.
  var synonyms: [String] = []
  var needs: Need?
  var notFor: Set<Use> = []
  var isGiven: @Sendable (MusterOptions) -> Bool = { _ in false }

  private var name: String { names.last ?? "" }

  private static func spec(
    _ names: String..., takesValue: Bool = true, values: String? = nil, synonyms: [String] = [],
    needs: Need? = nil, notFor: Set<Use> = [],
    _ isGiven: @escaping @Sendable (MusterOptions) -> Bool = { _ in false }
  ) -> OptionSpec {
    OptionSpec(
      names: names, takesValue: takesValue, values: values, synonyms: synonyms, needs: needs, notFor: notFor,
      isGiven: isGiven)
  }

  private static let columns = "give columns by name or number, as NAME,2"
  private static let totals =
    "give columns with their totals, as size=sum,cpu=mean; totals are "
    + ColumnTotal.Kind.allCases.map(\.rawValue).joined(separator: ", ")
  private static let time = "give a time, as 90, 30s, 5m or 1h30m"

  /// The options that have a value, a condition or a synonym. Where several are wrong, the message is about the
  /// first one.
  static let all: [OptionSpec] = [
    // Input
    spec(
      "-n", "--interval", values: "give seconds from 0.1 to 86400, as 0.5 or 2s, or 0 to run it by F5 only",
      synonyms: ["--watch", "--refresh", "--delay"]),
    spec("-k", "--key", values: "give columns by name or number, as NAME,2, or line, or none"),
    spec("-f", "--format", notFor: [.database]) { $0.reading.format != .auto },
    spec(
      "-d", "--delimiter", values: "give one ASCII character, or \\t", synonyms: ["--separator"],
      notFor: [.database]
    ) { $0.reading.delimiter != nil },
    spec(
      "--header", values: "give the number of a line, from 1, or none; --title is a text", notFor: [.database]
    ) {
      $0.reading.header != nil
    },
    spec("--table", values: "give the number of a table, from 1", notFor: [.database]) {
      $0.reading.table != nil
    },
    spec("--rows", notFor: [.database]) { $0.reading.rows != nil },
    spec("-u", "--update", takesValue: false, notFor: [.twoFiles, .joinedFiles, .each, .database]) {
      $0.reading.update
    },
    spec(
      "-F", "--follow", takesValue: false, synonyms: ["--tail"],
      notFor: [.twoFiles, .joinedFiles, .each, .database]
    ) { $0.reading.follow },
    spec("--runs", notFor: [.twoFiles, .joinedFiles, .each, .database]) { $0.reading.runs != .auto },
    spec("--gone", needs: .update) { $0.reading.gone != nil },
    spec("--sql", needs: .statement) { $0.reading.sql != nil },
    spec("--history", values: "give MiB from 0 to 1048576"),
    spec("--memory", values: "give MiB from 128 to 1048576"),
    spec("--all", takesValue: false, notFor: [.database]) { $0.reading.all },
    spec("--each"), spec("--each-file"), spec("--each-line"),
    spec("--as", needs: .each) { $0.reading.placeColumn != nil },
    spec("--jobs", values: "give a number from 1 to 10000", needs: .each) { $0.reading.jobs != nil },

    // View
    spec("-s", "--sort", values: "give columns by name or number, as NAME,-2"),
    spec("-g", "--group", values: columns, notFor: [.table]) { $0.start.group != nil },
    spec(
      "-t", "--tree", values: "give a column by name or number, as PPID or PPID:COMMAND", notFor: [.table]
    ) { $0.start.tree != nil },
    spec("--tree-path", values: "give a column by name or number", notFor: [.table]) {
      $0.start.treePath != nil
    },
    spec(
      "-q", "--query", values: "give words, as web or status:=Running", synonyms: ["--filter", "--grep"]),
    spec("--context", values: "give a number of rows, as 3", notFor: [.table]) { $0.start.context > 0 },
    spec("--limit", values: "give a number of rows, as 10", notFor: [.table]) { $0.start.limit != nil },
    spec(
      "-c", "--columns", values: "\(columns), or with total=price*amount", synonyms: ["--fields", "--select"]),
    spec("--last", takesValue: false, needs: .database) { $0.start.last },
    spec("--keep", values: "\(time), or always"),
    spec("--total", values: totals, notFor: [.table]) { $0.start.totals != nil },
    spec("--meter", values: totals, notFor: [.print, .picker, .twoFiles, .database]) {
      $0.start.meter != nil
    },
    spec("--name", notFor: [.table]) { $0.start.name != nil },
    spec("--title"),

    // Actions
    spec("--select-1", takesValue: false, needs: .picker) { $0.use.selectsSingle },
    spec("--exit-0", takesValue: false, synonyms: ["-0"], needs: .picker) { $0.use.exitsEmpty },
    spec("--print-query", takesValue: false, needs: .picker) { $0.use.printQuery },
    spec("--keep-order", takesValue: false, synonyms: ["--no-sort"], needs: .picker) { $0.use.keepOrder },
    spec(
      "-x", "--exec", values: "give a command, as 'kill {PID}', or with a key, as k='kill {PID}'",
      synonyms: ["--execute"], notFor: [.print]
    ) { !$0.use.exec.isEmpty },
    spec(
      "--bind",
      values: "give two keys, as ctrl-s=S: the first one does what the second does; -x KEY=COMMAND runs one",
      notFor: [.print]
    ) { !$0.use.bind.isEmpty },
    spec("--preview", values: "give a command, as 'cat {1}'", notFor: [.print]) { $0.use.preview != nil },
    spec("-o", "--output", values: "or a text with {COLUMN} in it"),
    spec(
      "--until",
      values: "give a query, as status:=Running, or change, gone=KEY, all, none or count>=3 before a query",
      notFor: [.twoFiles, .database, .picker]
    ) { $0.use.until != nil },
    spec("--alert", notFor: [.print, .picker]) { $0.use.alert != nil },
    spec("--timeout", values: time, needs: .until) { $0.use.timeout != nil },
    spec("--quiet", takesValue: false, needs: .until) { $0.use.quiet },
    spec("--events", takesValue: false, needs: .changes, notFor: [.database]) { $0.use.events },
    spec(
      "--on-new", values: "give a command, as 'log {NAME}'", needs: .changes, notFor: [.database]
    ) { !$0.use.onNew.isEmpty },
    spec(
      "--on-gone", values: "give a command, as 'log {NAME}'", needs: .changes, notFor: [.database]
    ) { !$0.use.onGone.isEmpty },
    spec(
      "--on-change", values: "give columns and a command, as STATUS='log {NAME} {STATUS}'", needs: .changes,
      notFor: [.database]
    ) { !$0.use.onChange.isEmpty },
    spec("--record", needs: .changes, notFor: [.database]) { $0.use.record != nil },
    spec("--replay", takesValue: false, notFor: [.database]) { $0.use.replay },
    spec("--speed", values: "give a factor, as 10x or 0.5", needs: .replay) { $0.use.speed != nil },
    spec("--course", values: "give a column, and its key if need be, as 'cpu by PID'"),
    spec("--save"), spec("--shell"), spec("--generate-completion-script"),

    // Display
    spec("--motion"), spec("--theme"),
    spec("--color", values: "colours are in --theme, as --theme dark"),
    spec("--height", values: "give lines or a share of the terminal, as 12 or 40%"), spec("--script"),
    spec("--size", values: "give columns and lines, as 80x24"),
  ]

  /// The names of the options with a separate value: the word after them is neither a file nor a command.
  static let valueNames = Set(all.filter(\.takesValue).flatMap(\.names))

  /// Words of other programs, and the other way that there is.
  private static let otherWays = Dictionary(
    [
      ("--json", "--output json prints rows so"), ("--csv", "--output csv prints rows so"),
      ("--ansi", "colours are read without an option"),
      ("--reverse", "the first row is at the top; --sort -COLUMN sorts in descending order"),
      ("--layout", "the first row is at the top"), ("-i +i", "words match without regard to case"),
      ("-V", "give --version"), ("--no-header", "give --header none"),
      ("--header-lines", "give --header LINE"), ("--tac", "give --sort -COLUMN"),
      ("--with-nth", "give --columns"), ("--nth", "give a condition, as --query NAME:word"),
      ("--accept-nth", "give --output '{2}'"),
      ("-e --exact", "words match as they are where a row has them; 'word does always"),
      ("--expect", "give --exec KEY=COMMAND"), ("--print0", "--output json keeps line ends inside values"),
      ("--read0", "each line is a row; --format json reads values with line ends"),
      ("--preview-window", "P, in a picker alt-p, hides and shows the pane, ctrl-o goes to it"),
      ("--prompt", "give --title"), ("--tiebreak --scheme +s", "give --keep-order"),
      ("+m", "leave out --multi"),
      ("--border --margin --padding --style", "lists have no border; give --theme or --height"),
      ("--pointer --marker --info --no-info --inline-info", "signs and the last line stay; give --theme"),
      ("--cycle", "the cursor stops at the ends, to which home and end go"),
      ("--track", "the cursor stays on its row without an option"), ("--wrap", "w wraps the column"),
      ("--walker", "give a command that lists files, as: muster --pick find"), ("--tmux", "give --height"),
      ("--disabled --phony", "leave out --pick: then letters are keys, and / filters"),
    ].flatMap { words, way in words.split(separator: " ").map { (String($0), way) } },
    uniquingKeysWith: { first, _ in first })

  /// Returns what to give instead of an option that other programs have; nil if that is unknown.
  static func instead(of word: String) -> String? {
    otherWays[word] ?? all.first { $0.synonyms.contains(word) }.map { "here it is \($0.name)" }
  }

  /// Returns what an option accepts, by any of its names; nil if the parser says it.
  static func values(of name: String) -> String? { all.first { $0.names.contains(name) }?.values }

  /// Returns the message about the first declared option that lacks what it needs.
  static func lacking(_ needs: Need..., in options: MusterOptions) -> String? {
    for spec in all {
      if let need = spec.needs, needs.contains(need), spec.isGiven(options), !need.isMet(by: options) {
        return "\(spec.name) \(need.sentence)"
      }
    }
    return nil
  }

  /// Returns the message about the first declared option that does not apply to what the program is used for.
  static func misplaced(in uses: Use..., options: MusterOptions) -> String? {
    let made = uses.filter { $0.isMade(by: options) }
    for spec in all {
      if let use = made.first(where: spec.notFor.contains), spec.isGiven(options) {
        return use.sentence(spec.name, options)
      }
    }
    return nil
  }
}
