import ArgumentParser
import Databases
import Files
import ListData
import ListKitOptions
import ProgramOptions
import Rows
import Runs

/// The options and arguments of the command line.
///
/// ```text
///  muster [options] [FILE]                a file, or standard input
///  muster [options] OLD NEW               the changes from one file to the other
///  muster [options] [--] COMMAND [ARG…]   a command, run every interval
///  muster [options] DATABASE [TABLE]      an SQLite or DuckDB file, Parquet files, or a server
/// ```
struct MusterOptions: ParsableCommand, Sendable {
  static let configuration = CommandConfiguration(
    commandName: "muster",
    abstract: Manual.abstract,
    usage: Manual.forms.map { "muster \($0)" }.joined(separator: "\n"),
    discussion: """
      Reads a file, a pipe, or a command that it runs every interval. Finds the columns and the key of the rows. Marks \
      added, removed, moved and changed rows; the cursor stays on its row. Where standard output is not a terminal, it \
      prints the rows. Keys: F1. Examples: muster --help. Queries, exit codes and limits: man muster.
      """,
    version: ProgramVersion.text)

  @OptionGroup(title: "Input") var reading: ReadingArguments
  @OptionGroup(title: "View") var start: StartArguments
  @OptionGroup(title: "Actions") var use: UseArguments
  @OptionGroup(title: "Display") var screen: ScreenArguments

  @Argument(
    help:
      "A file; '-' or none is standard input. Also an SQLite, DuckDB or Parquet file or a postgres:// URL.",
    completion: .file())
  var file: String?

  @Argument(
    help: ArgumentHelp(
      "A second file, to compare the first with; a table of the database.", valueName: "new-file"),
    completion: .file())
  var newFile: String?

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("A command and its arguments; run without a shell.", valueName: "command"))
  var command: [String] = []

  /// The arguments as the system passes them: bytes that need not be text.
  var rawArguments: [[UInt8]] = []
  /// The database that the first argument names.
  var database: DatabaseAddress?
  /// The command for several hosts, once they are known; see ``readHosts()``.
  var hostCommand: HostCommand?
  /// The arguments that `--save` saves, without `--save` itself.
  var savedWords: [String] = []
  /// What to say on standard error before anything else.
  var notes: [String] = []
  /// The options that always apply, for `--explain`.
  var standing: [StandingOptions] = []
  /// The actions of recipes for the same command. If rows lack one of their columns, they say so only when they are
  /// used.
  var offered: [RowAction] = []
  /// All actions for rows.
  var actions: [RowAction] { use.exec + offered }
  /// The saved view of the list; empty unless the list has a name.
  var kept = KeptOptions()

  enum CodingKeys: CodingKey { case reading, start, use, screen, file, newFile, command }

  /// The files of `--all` after the first two.
  var moreFiles: [String] = []

  /// All files, in order.
  var files: [String] { [file, newFile].compactMap(\.self) + moreFiles }

  mutating func validate() throws {
    reading.opened = MemberPath.outer(of: namedColumns)
    reading.computed = start.columns?.computed ?? []
    database = file.flatMap(DatabaseAddress.init)
    if file == nil, command.isEmpty, reading.sql != nil { database = .duck(.statement) }
    try check()
  }
}

/// The options that are saved under the name of `--name`.
struct KeptOptions: Sendable {
  var start: ArrangementOptions?
  var key: KeyOption?
  /// The view as it is in the file.
  var view = KeptView(words: [])
}

/// Options for reading the input.
struct ReadingArguments: ParsableArguments, Sendable {
  @Option(
    "seconds", short: "n", parsing: .unconditional,
    "Pause between two runs of a command, 0.1 or more; 0: only F5 runs it again.")
  var interval = Interval.standard

  @Flag(help: "Run the command once; F5 runs it again. The same as --interval 0.")
  var once = false

  @Option(
    "columns", short: "k", completion: Completions.columns,
    "Columns that identify a row, by name or number, or 'line', or 'none' (its position); detected by default."
  )
  var key: KeyOption?

  @Option("format", short: "f", "Format of the input.")
  var format = FormatOption.auto

  @Option(
    "character", short: "d", parsing: .unconditional,
    "Character between cells; \\t is a tab; detected by default.")
  var delimiter: DelimiterOption?

  @Option(
    "line", parsing: .unconditional,
    "Number of the line with the column names, or 'none'; detected by default.")
  var header: HeaderOption?

  @Option("number", "Number of the table in the input; default: the largest.")
  var table: TableNumber?

  @Option("path", "JSON: the array or object whose elements are the rows, as items or a.b.")
  var rows: String?

  @Option("mark", "What starts a new run in a stream: a repeated header, a page.")
  var runs = RunsOption.auto

  @Flag(name: .shortAndLong, help: "The input is a stream in which a repeated key updates its row.")
  var update = false

  @Option(
    "query", parsing: .unconditional,
    "With --update: remove rows that match, besides those whose EVENT or TYPE is DELETED.")
  var gone: String?

  @Flag(name: [.customShort("F"), .long], help: "Keep reading, as tail -f does; the end stays in view.")
  var follow = false

  @Option(
    "query", parsing: .unconditional,
    "Rows of a query to the database, or without one to the files it names, read again every interval.")
  var sql: String?

  @Option("MiB", parsing: .unconditional, "Memory for the history of runs.")
  var history = HistoryBound.standard

  @Option(
    "MiB", parsing: .unconditional,
    "Memory for rows: DuckDB reads a larger text file; default: half of what muster may use.")
  var memory: Int?

  @Flag(help: "The rows of all files as one list, with a column FILE.")
  var all = false

  @Option(
    "words", parsing: .unconditional,
    "Run the command for each of these words, which {} stands for, all at the same time, as one list.")
  var each: String?

  @Option("file", completion: .file(), "As --each, with the lines of a file.")
  var eachFile: String?

  @Option("command", parsing: .unconditional, "As --each, with the lines that a shell command prints.")
  var eachLine: String?

  @Option("name", long: "as", "With --each: name of the column with the word.")
  var hostColumn: String?

  @Option("number", "With --each: number of commands that run at the same time.")
  var jobs: Int?

  /// The members of JSON to open, because other options name members inside them.
  var opened: Set<String> = []
  /// The columns that `--columns` computes.
  var computed: [ComputedColumn] = []

  var options: ReadingOptions {
    var options = ReadingOptions()
    (options.key, options.format, options.delimiter, options.header) = (key, format, delimiter, header)
    (options.table, options.rows, options.runs, options.update) = (table, rows, runs, update)
    (options.gone, options.follow, options.history) = (gone, follow, history)
    (options.interval, options.opened) = (once ? Interval(seconds: 0) : interval, opened)
    options.computed = computed
    return options
  }

  enum CodingKeys: CodingKey {
    case interval, once, key, format, delimiter, header, table, rows, runs, update, gone, follow, sql,
      history, memory, all, each,
      eachFile, eachLine, hostColumn, jobs
  }
}

/// Options for the view at the start.
struct StartArguments: ParsableArguments, Sendable {
  @Option(
    "list", short: "s", parsing: .unconditional, completion: Completions.columns,
    "Sort by a column; -column: descending; several: colour,-qty.")
  var sort: SortOption?

  @Option(
    "list", short: "g", completion: Completions.columns,
    "Group rows by a column; several: groups in groups, as state,user.")
  var group: ColumnList?

  @Option(
    "parent[:column]", short: "t", completion: Completions.columns,
    "Show a tree: the column has the key of the parent, as PPID; PPID:CMD draws it in CMD.")
  var tree: TreeOption?

  @Option("column", completion: Completions.columns, "Show a tree of the paths in a column, as of find -ls.")
  var treePath: ColumnReference?

  @Flag(help: "Groups and trees are closed at first.")
  var closed = false

  @Option(
    "text", short: "q", parsing: .unconditional,
    "Only rows that match; word, !word, a|b, column:word, column:>1G, ~regex.")
  var query: String?

  @Option(
    "rows", parsing: .unconditional,
    "Also this many rows before and after each row that matches, dim, in the order of the input.")
  var context = 0

  @Option(
    "list", short: "c", completion: Completions.columns,
    "Only these columns, in this order, * being all others; also of what is printed. total=price*amount adds a column."
  )
  var columns: ColumnsOption?

  @Option(
    "rows", parsing: .unconditional,
    "Only this many rows, the first ones of the order; with groups, of each.")
  var limit: Int?

  @Flag(help: "A table of a database: start at its last row.")
  var last = false

  @Option("name", "Save columns, order, groups and key under a name, and restore them the next time.")
  var name: String?

  @Option("text", "The title of the list, in place of its command or file.")
  var title: String?

  @Option("time", "How long a changed row stays marked: 30s, 5m, always.")
  var keep: KeepOption?

  @Option(
    "list", long: "total", completion: Completions.columns,
    "Totals of columns and groups: size=sum,cpu=mean; also share, group-share, median, range, distinct.")
  var totals: TotalOption?

  @Option(
    "list", completion: Completions.columns,
    "Totals of all rows in the title, with their course over the last runs: cpu=mean,mem.")
  var meter: TotalOption?

  var options: ArrangementOptions {
    ArrangementOptions(
      query: query, context: context, limit: limit, sort: sort, group: group, tree: tree, treePath: treePath,
      startsClosed: closed,
      columns: columns, totals: totals)
  }
}

/// Options for actions on the rows.
struct UseArguments: ParsableArguments, Sendable {
  @Flag(name: [.customShort("1"), .long], help: "Pick a row: letters filter, enter prints it.")
  var pick = false

  @Flag(name: .shortAndLong, help: "Pick several rows: tab marks, enter prints the marked rows.")
  var multi = false

  @Flag(name: .customLong("select-1"), help: "Picker: a single match is picked without a screen.")
  var selectsSingle = false

  @Flag(name: .customLong("exit-0"), help: "Picker: end with 1, without a screen, if no row matches.")
  var exitsEmpty = false

  @Flag(help: "Picker: print the query on a line before the rows.")
  var printQuery = false

  @Flag(help: "Picker: of equally good matches the first one comes first, not the shortest.")
  var keepOrder = false

  @Option(
    name: [.customShort("x", allowingJoined: true), .long], parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Command for the row or the marked rows, run by x or KEY after asking (-x!: without); several are a menu. {COLUMN} is \
      a value, quoted for /bin/sh, {+COLUMN} those of all marked rows.
      """,
      valueName: "[key[:name]=]command"))
  var exec: [RowAction] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A key that does what another key of the list does: ctrl-s=S. Several can be given.",
      valueName: "key=key"))
  var bind: [BoundKey] = []

  @Option(
    "command", parsing: .unconditional,
    "Command whose output a pane shows for the row under the cursor; P shows and hides it.")
  var preview: ExecTemplate?

  @Flag(name: .shortAndLong, help: "Print the rows, or the changes of two files, without a screen.")
  var print = false

  @Option(
    "format", short: "o",
    "Format of printed and picked rows: raw, tsv, csv, json (one object per line), or a text with {COLUMN} in it. Default: raw, with --columns tsv."
  )
  var output: OutputFormat?

  @Flag(
    help:
      "Print how the input was read (format, columns, key, other lines), and the options that override it.")
  var explain = false

  @Option(
    "query", parsing: .unconditional,
    "Wait for a row that matches; also all, none or count>=3 before the query, gone=KEY, change.")
  var until: UntilOption?

  @Option(
    "query", parsing: .unconditional,
    "Rows that match stand out, are counted in the titles of list and window, and ring the bell when they appear."
  )
  var alert: String?

  @Option("time", "With --until: end with 124 after this time, as 90s, 5m or 1h30m.")
  var timeout: TimeLimit?

  @Flag(help: "With --until: print no rows and no progress; the exit code is the result.")
  var quiet = false

  @Option(
    name: .customLong("on-new"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Run a command for each new row; no shell; {COLUMN} is a value. Several can be given.",
      valueName: "command"))
  var onNew: [RowHook.HookCommand] = []

  @Option(
    name: .customLong("on-gone"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run a command for each removed row.", valueName: "command"))
  var onGone: [RowHook.HookCommand] = []

  @Option(
    name: .customLong("on-change"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Run a command for each row in which the columns change: STATUS='notify {NAME} {STATUS.old} {STATUS}'.",
      valueName: "column=command"))
  var onChange: [ChangeHook] = []

  @Flag(help: "Print added, removed and changed rows as they occur: one JSON object per line, with the time.")
  var events = false

  @Option("file", completion: .file(), "Append each run, with its time, to a file that muster can show.")
  var record: String?

  @Flag(help: "Show a recording from its first run; [ and ] go through it, T to a time.")
  var replay = false

  @Option(
    "speed",
    "With --replay: the runs follow by themselves, so many times as fast as they were recorded: 10x.")
  var speed: SpeedOption?

  @Option(
    "column", parsing: .unconditional, completion: Completions.columns,
    "The values of a column in all runs of a recording, a row a key: 'cpu by PID'. Printed with a column a run."
  )
  var course: CourseOption?

  @Option("name", "Save the rest of the command line as recipe: muster @NAME.")
  var save: String?

  @Flag(help: "Print the line of a recipe, such as @procs, or all lines, for a file of recipes.")
  var showRecipe = false

  @Option("shell", "Print key bindings: ctrl-r history, ctrl-t files, alt-c directories, **<tab> paths.")
  var shell: ShellKeys?

  @Flag(name: .customLong("help-all"), help: "Show all options.")
  var helpAll = false

  /// Whether every run is observed, shown or not: for events, for commands that run for rows, or for a
  /// recording.
  var observesRows: Bool { events || !hooks.isEmpty || record != nil }

  /// Whether the input has to be a recording.
  var needsRecording: Bool { replay || course != nil }

  var isPicker: Bool { pick || multi }

  /// The commands with placeholders.
  var templates: [ExecTemplate] { exec.map(\.template) + [preview].compactMap(\.self) }

  /// Whether the program may end without a screen, depending on the number of rows that match.
  var mayNeedNoScreen: Bool { selectsSingle || exitsEmpty }
}

extension MusterOptions {
  /// The database that the command line names, or a table of it.
  var databaseSubject: DatabaseSubject? {
    guard command.isEmpty, let database else { return nil }
    return DatabaseSubject(
      address: database, table: newFile ?? (reading.sql == nil ? database.table : nil), sql: reading.sql)
  }

  /// The input that the command line names, if it names no database.
  var subject: Subject {
    if let hostCommand { return .hosts(hostCommand) }
    if !command.isEmpty { return .command(commandWords) }
    let paths = files.map { FilePathBytes(bytes(of: $0)) }
    if reading.all { return .files(paths) }
    switch paths.count {
    case 2: return .comparison(old: paths[0], new: paths[1])
    case 1 where files[0] != "-": return .file(paths[0])
    default: return .standardInput
    }
  }

  /// Returns an argument as the system passed it: the parser sees text only.
  private func bytes(of text: String) -> [UInt8] {
    rawArguments.first { String(decoding: $0, as: UTF8.self) == text } ?? Array(text.utf8)
  }

  /// The words of the command. A shell runs a single word that only a shell understands.
  var commandWords: [[UInt8]] {
    let last = Array(rawArguments.suffix(command.count))
    let isSame = last.map { String(decoding: $0, as: UTF8.self) } == command
    let words = isSame ? last : command.map { Array($0.utf8) }
    guard command.count == 1, command[0].contains(where: " |&;<>()$`\"'*?".contains),
      (try? ProgramPath(command[0])) == nil
    else { return words }
    return ["sh", "-c"].map { Array($0.utf8) } + words
  }

  /// The columns that options name, except queries and commands, which open members themselves.
  private var namedColumns: [String] {
    var columns =
      (start.group?.columns ?? []) + (start.tree?.references ?? []) + [start.treePath].compactMap(\.self)
      + (start.sort?.columns.map(\.column) ?? [])
    columns +=
      (start.columns?.columns.filter { !ColumnsOption.isRest($0) } ?? [])
      + ([start.totals, start.meter].compactMap(\.self).flatMap(\.columns).map(\.column))
    columns += use.output?.template?.columns ?? []
    columns += (start.columns?.computed ?? []).flatMap(\.references).map { ColumnReference($0) }
    if case .columns(let key)? = reading.key { columns += key }
    return columns.map(\.text)
  }

  /// Whether an option names columns. If so, muster does not open members of JSON by itself, because that
  /// would replace columns.
  var namesColumns: Bool { !namedColumns.isEmpty }

  /// Whether words have the colours of their meaning.
  var colorsMeaning: Bool { screen.options.color != .plain }

  /// The format of printed rows: the requested one, or else entire lines, or, if columns were requested,
  /// tab-separated cells.
  var rowFormat: OutputFormat {
    use.output ?? (start.columns == nil && keptForPrinting?.columns == nil ? .raw : .tsv)
  }

  /// Returns how the input is read.
  ///
  /// - Parameter spreadsRuns: Whether each run of a course has a column of its own.
  func readingOptions(spreadsRuns: Bool) -> ReadingOptions {
    var options = reading.options
    options.course = use.course
    options.course?.spreadsRuns = spreadsRuns
    options.replaySpeed = use.speed?.factor
    if start.columns == nil { options.computed = kept.start?.columns?.computed ?? [] }
    return options
  }

  /// The rows and columns to print.
  var selection: RowSelection { RowSelection(start.options, kept: keptForPrinting) }

  /// The saved view for printed rows. What a picker prints does not depend on how it was left last.
  var keptForPrinting: ArrangementOptions? { use.isPicker ? nil : kept.start }
}

extension Option {
  /// Declares an option without a value of its own.
  ///
  /// - Parameters:
  ///   - value: What the help calls its value.
  ///   - short: The letter beside its long name.
  ///   - long: That name, if it is not the one of the property.
  init<T: ExpressibleByArgument>(
    _ value: String, short: Character? = nil, long: String? = nil,
    parsing: SingleValueParsingStrategy = .next, completion: CompletionKind? = nil, _ help: String
  ) where Value == T? {
    self.init(
      name: .of(short, long), parsing: parsing, help: ArgumentHelp(help, valueName: value),
      completion: completion)
  }
}

extension Option where Value: ExpressibleByArgument {
  /// Declares an option that has the value of its property unless it is given.
  init(
    wrappedValue: Value, _ value: String, short: Character? = nil, long: String? = nil,
    parsing: SingleValueParsingStrategy = .next, completion: CompletionKind? = nil, _ help: String
  ) {
    self.init(
      wrappedValue: wrappedValue, name: .of(short, long), parsing: parsing,
      help: ArgumentHelp(help, valueName: value), completion: completion)
  }
}

extension NameSpecification {
  fileprivate static func of(_ short: Character?, _ long: String?) -> NameSpecification {
    let names = [short.map { Element.customShort($0, allowingJoined: true) }].compactMap(\.self)
    return NameSpecification(names + [long.map { .customLong($0) } ?? .long])
  }
}

/// The syntax of queries, for the help of the screen, of the command line and the man page.
enum QueryHelp {
  /// What the user types, and what it finds.
  static let signs = [
    (typed: "word", finds: "rows with all words in any cell, else their letters in order"),
    (typed: "!word", finds: "rows without it"),
    (typed: "^word word$", finds: "a cell begins, ends with it"),
    (typed: "'!word", finds: "the literal word, operators included"),
    (typed: "column:word", finds: "in this column only; also !column:word, column:^word"),
    (typed: "column>1.5G", finds: "a greater value; also >= < <= = !="),
    (typed: "column=\"a b\"", finds: "an exact value with blanks; quoted text is literal"),
    (typed: "a|b", finds: "either word; also column:a|b"),
    (typed: "~regex", finds: "a cell that the regular expression matches"),
  ]
}

extension UseArguments {
  /// How a picker ranks the rows.
  var pickerSearch: RowSearch { .ranked(RowIndex(shorterFirst: !keepOrder)) }

  /// The commands for rows that were added, removed or changed.
  var hooks: [RowHook] {
    onNew.map { RowHook(event: .new, command: $0) } + onGone.map { RowHook(event: .gone, command: $0) }
      + onChange.map { RowHook(event: .changed($0.columns), command: $0.command) }
  }
}

extension OptionCheck {
  /// Checks the options of a command line.
  convenience init(_ options: MusterOptions, of source: Source, isPrinting: Bool) {
    var queries = [("--gone", options.reading.gone)]
    queries.append(isPrinting ? ("--query", options.start.query) : ("--alert", options.use.alert))
    if case .rows(_, let query)? = options.use.until { queries.append(("--until", query)) }
    self.init(
      queries: queries, hooks: options.use.hooks,
      selection: isPrinting ? (options.selection, options.rowFormat) : nil, canGrow: source.canGrow)
  }
}
