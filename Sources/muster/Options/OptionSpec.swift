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
      case .each: options.waysToHosts > 0
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
      case .each: options.waysToHosts > 0
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

  private static func flag(
    _ names: String..., synonyms: [String] = [], needs: Need? = nil, notFor: Set<Use> = [],
    _ isGiven: @escaping @Sendable (MusterOptions) -> Bool = { _ in false }
  ) -> OptionSpec {
    OptionSpec(
      names: names, takesValue: false, synonyms: synonyms, needs: needs, notFor: notFor, isGiven: isGiven)
  }

  private static func value(
    _ names: String..., values: String? = nil, synonyms: [String] = [], needs: Need? = nil,
    notFor: Set<Use> = [], _ isGiven: @escaping @Sendable (MusterOptions) -> Bool = { _ in false }
  ) -> OptionSpec {
    OptionSpec(
      names: names, takesValue: true, values: values, synonyms: synonyms, needs: needs, notFor: notFor,
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
    value(
      "-n", "--interval", values: "give seconds from 0.1 to 86400, as 0.5 or 2s, or 0 to run it by F5 only",
      synonyms: ["--watch", "--refresh", "--delay"]),
    value("-k", "--key", values: "give columns by name or number, as NAME,2, or line, or none"),
    value("-f", "--format", notFor: [.database]) { $0.reading.format != .auto },
    value(
      "-d", "--delimiter", values: "give one ASCII character, or \\t", synonyms: ["--separator"],
      notFor: [.database]
    ) { $0.reading.delimiter != nil },
    value(
      "--header", values: "give the number of a line, from 1, or none; --title is a text", notFor: [.database]
    ) {
      $0.reading.header != nil
    },
    value("--table", values: "give the number of a table, from 1", notFor: [.database]) {
      $0.reading.table != nil
    },
    value("--rows", notFor: [.database]) { $0.reading.rows != nil },
    flag("-u", "--update", notFor: [.twoFiles, .joinedFiles, .each, .database]) {
      $0.reading.update
    },
    flag(
      "-F", "--follow", synonyms: ["--tail"],
      notFor: [.twoFiles, .joinedFiles, .each, .database]
    ) { $0.reading.follow },
    value("--runs", notFor: [.twoFiles, .joinedFiles, .each, .database]) { $0.reading.runs != .auto },
    value("--gone", needs: .update) { $0.reading.gone != nil },
    value("--sql", needs: .statement) { $0.reading.sql != nil },
    value("--history", values: "give MiB from 0 to 1048576"),
    value("--memory", values: "give MiB from 128 to 1048576"),
    flag("--all", notFor: [.database]) { $0.reading.all },
    value("--each"), value("--each-file"), value("--each-line"),
    value("--as", needs: .each) { $0.reading.hostColumn != nil },
    value("--jobs", values: "give a number from 1 to 10000", needs: .each) { $0.reading.jobs != nil },

    // View
    value("-s", "--sort", values: "give columns by name or number, as NAME,-2"),
    value("-g", "--group", values: columns, notFor: [.table]) { $0.start.group != nil },
    value(
      "-t", "--tree", values: "give a column by name or number, as PPID or PPID:COMMAND", notFor: [.table]
    ) { $0.start.tree != nil },
    value("--tree-path", values: "give a column by name or number", notFor: [.table]) {
      $0.start.treePath != nil
    },
    value(
      "-q", "--query", values: "give words, as web or status:=Running", synonyms: ["--filter", "--grep"]),
    value("--context", values: "give a number of rows, as 3", notFor: [.table]) { $0.start.context > 0 },
    value("--limit", values: "give a number of rows, as 10", notFor: [.table]) { $0.start.limit != nil },
    value(
      "-c", "--columns", values: "\(columns), or with total=price*amount", synonyms: ["--fields", "--select"]),
    flag("--last", needs: .database) { $0.start.last },
    value("--keep", values: "\(time), or always"),
    value("--total", values: totals, notFor: [.table]) { $0.start.totals != nil },
    value("--meter", values: totals, notFor: [.print, .picker, .twoFiles, .database]) {
      $0.start.meter != nil
    },
    value("--name", notFor: [.table]) { $0.start.name != nil },
    value("--title"),

    // Actions
    flag("--select-1", needs: .picker) { $0.use.selectsSingle },
    flag("--exit-0", synonyms: ["-0"], needs: .picker) { $0.use.exitsEmpty },
    flag("--print-query", needs: .picker) { $0.use.printQuery },
    flag("--keep-order", synonyms: ["--no-sort"], needs: .picker) { $0.use.keepOrder },
    value(
      "-x", "--exec", values: "give a command, as 'kill {PID}', or with a key, as k='kill {PID}'",
      synonyms: ["--execute"], notFor: [.print]
    ) { !$0.use.exec.isEmpty },
    value(
      "--bind",
      values: "give two keys, as ctrl-s=S: the first one does what the second does; -x KEY=COMMAND runs one",
      notFor: [.print]
    ) { !$0.use.bind.isEmpty },
    value("--preview", values: "give a command, as 'cat {1}'", notFor: [.print]) { $0.use.preview != nil },
    value("-o", "--output", values: "or a text with {COLUMN} in it"),
    value(
      "--until",
      values: "give a query, as status:=Running, or change, gone=KEY, all, none or count>=3 before a query",
      notFor: [.twoFiles, .database, .picker]
    ) { $0.use.until != nil },
    value("--alert", notFor: [.print, .picker]) { $0.use.alert != nil },
    value("--timeout", values: time, needs: .until) { $0.use.timeout != nil },
    flag("--quiet", needs: .until) { $0.use.quiet },
    flag("--events", needs: .changes, notFor: [.database]) { $0.use.events },
    value(
      "--on-new", values: "give a command, as 'log {NAME}'", needs: .changes, notFor: [.database]
    ) { !$0.use.onNew.isEmpty },
    value(
      "--on-gone", values: "give a command, as 'log {NAME}'", needs: .changes, notFor: [.database]
    ) { !$0.use.onGone.isEmpty },
    value(
      "--on-change", values: "give columns and a command, as STATUS='log {NAME} {STATUS}'", needs: .changes,
      notFor: [.database]
    ) { !$0.use.onChange.isEmpty },
    value("--record", needs: .changes, notFor: [.database]) { $0.use.record != nil },
    flag("--replay", notFor: [.database]) { $0.use.replay },
    value("--speed", values: "give a factor, as 10x or 0.5", needs: .replay) { $0.use.speed != nil },
    value("--course", values: "give a column, and its key if need be, as 'cpu by PID'"),
    value("--save"), value("--shell"), value("--generate-completion-script"),

    // Display
    value("--motion"), value("--theme"),
    value("--color", values: "colours are in --theme, as --theme dark"),
    value("--height", values: "give lines or a share of the terminal, as 12 or 40%"), value("--script"),
    value("--size", values: "give columns and lines, as 80x24"),
  ]

  /// The names of the options with a separate value: the word after them is neither a file nor a command.
  static let valueNames = Set(all.filter(\.takesValue).flatMap(\.names))

  /// Words of other programs, and the other way that there is.
  private static let otherWays = Dictionary(
    uniqueKeysWithValues: [
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
    ].flatMap { words, way in words.split(separator: " ").map { (String($0), way) } })

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
