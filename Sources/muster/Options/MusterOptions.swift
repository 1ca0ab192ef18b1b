import ArgumentParser
import ListData
import ScreenOptions

/// What the command line asks for.
///
/// ```text
///  muster [options] [FILE]              one subject: a file, or standard input
///  muster [options] OLD NEW             what changed from one file to the other
///  muster [options] -- COMMAND [ARG…]   a command, run again and again
/// ```
struct MusterOptions: ParsableCommand, Sendable {
  static let configuration = CommandConfiguration(
    commandName: "muster",
    abstract: "Any list, with its rows known by name.",
    usage: """
      muster [<options>] [<file>]
      muster [<options>] <old> <new>
      muster [<options>] -- <command> [<argument> ...]
      """,
    discussion: """
      Shows a file, standard input, or what a command prints, as a list that is kept true: its columns and what \
      identifies its rows are found, rows that come, go, move and change are marked, and the cursor stays on its row. \
      A command is run again and again, without a shell. Two files are compared row by row.

      \(QueryHelp.sentence)

      Where standard output is no terminal, rows are printed. Options that always apply stand in MUSTER_OPTS.

      It ends with 0; 1 where nothing matched or nothing was picked; 2 where it cannot run, and where what is printed is \
      broken JSON, or not what an option says; 3 where a command that was to be printed failed; 64 where an option is wrong; 130 where it was \
      cancelled. Two files that are printed: 0 where they are the same, 1 where they differ, 2 where that cannot be told.

      A file or a pipe is read until half of the memory is taken, and what a command prints in a run up to 256 MiB, a \
      line counted as 64 bytes more than it has; that there was more is said.
      """,
    version: ProgramVersion.text)

  @OptionGroup(title: "What is read") var reading: ReadingOptions
  @OptionGroup(title: "How it starts") var start: StartOptions
  @OptionGroup(title: "What is done with it") var use: UseOptions
  @OptionGroup(title: "The screen") var screen: ScreenOptions

  @Argument(help: "A file; '-' or none is standard input.")
  var file: String?

  @Argument(help: ArgumentHelp("A second file, which the first became.", valueName: "new-file"))
  var newFile: String?

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("A command and its arguments, run again and again.", valueName: "command"))
  var command: [String] = []

  /// The arguments as the system has them: bytes that need not be text.
  var rawArguments: [[UInt8]] = []

  enum CodingKeys: CodingKey { case reading, start, use, screen, file, newFile, command }

  /// The files, in their order.
  var files: [String] { [file, newFile].compactMap(\.self) }

  mutating func validate() throws {
    try check()
  }
}

/// How what arrives is read.
struct ReadingOptions: ParsableArguments, Sendable {
  @Option(
    name: [.customShort("n", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp("Pause between the end of a run and the next, from 0.1 on.", valueName: "seconds"))
  var interval = Interval.standard

  @Option(
    name: [.customShort("k", allowingJoined: true), .long],
    help: ArgumentHelp(
      "What identifies a row: columns by name or number, 'line' for all of it, 'none' for its place.",
      valueName: "columns"))
  var key: KeyOption?

  @Option(
    name: [.customShort("f", allowingJoined: true), .long],
    help: "What it is: auto, csv, tsv, json, table, lines.")
  var format = FormatOption.auto

  @Option(
    name: [.customShort("d", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp("What parts the cells; \\t is a tab.", valueName: "character"))
  var delimiter: DelimiterOption?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The line with the names of the columns, or none.", valueName: "line"))
  var header: HeaderOption?

  @Flag(name: .shortAndLong, help: "A stream in which a repeated key updates its row.")
  var update = false

  @Flag(name: [.customShort("F"), .long], help: "Keep reading, like tail -f; the end is kept in view.")
  var follow = false

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How much of the past is kept.", valueName: "MiB"))
  var history = HistoryBound.standard
}

/// How the list starts.
struct StartOptions: ParsableArguments, Sendable {
  @Option(
    name: [.customShort("s", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "Sort by a column; with a minus before it, the greatest first.", valueName: "[-]column"))
  var sort: SortOption?

  @Option(
    name: [.customShort("g", allowingJoined: true), .long],
    help: ArgumentHelp("Sections, one for each value of a column.", valueName: "column"))
  var group: ColumnReference?

  @Option(
    name: [.customShort("t", allowingJoined: true), .long],
    help: ArgumentHelp(
      "A row is the child of the row whose key stands in this column: --tree PPID.", valueName: "column"))
  var tree: ColumnReference?

  @Option(
    name: [.customShort("q", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp("Only rows that match the query.", valueName: "text"))
  var query: String?

  @Option(
    name: [.customShort("c", allowingJoined: true), .long],
    help: ArgumentHelp("Only these columns, in this order.", valueName: "list"))
  var columns: ColumnList?
}

/// What is done with the rows.
struct UseOptions: ParsableArguments, Sendable {
  @Flag(name: [.customShort("1"), .long], help: "A picker: letters filter, enter prints the row.")
  var pick = false

  @Flag(name: .shortAndLong, help: "A picker of several rows: tab marks, enter prints those marked.")
  var multi = false

  @Option(
    name: [.customShort("x", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "What x does to the row, after asking; {NAME} is the value of a column, quoted for /bin/sh; \\{ is a brace.",
      valueName: "command"))
  var exec: ExecTemplate?

  @Flag(name: .shortAndLong, help: "No screen: print the rows, or the changes of two files, and end.")
  var print = false

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: "How rows are printed: raw, tsv, csv, json (an object a line).")
  var output: OutputFormat?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "End when something changes, when a row has this text, or when the row of this key is gone.",
      valueName: "change|text|gone=key"))
  var until: UntilOption?

  /// Whether rows are picked.
  var isPicker: Bool { pick || multi }
}

/// What is shown.
enum Subject: Hashable, Sendable {
  /// A file, which is read again when it changes.
  case file(FilePathBytes)
  /// Standard input.
  case standardInput
  /// What changed from one file to the other.
  case comparison(old: FilePathBytes, new: FilePathBytes)
  /// A command and its arguments, as bytes that need not be text.
  case command([[UInt8]])
}

extension MusterOptions {
  /// What is shown.
  var subject: Subject {
    if !command.isEmpty { return .command(commandWords) }
    let paths = files.map { FilePathBytes(bytes(of: $0)) }
    switch paths.count {
    case 2: return .comparison(old: paths[0], new: paths[1])
    case 1 where files[0] != "-": return .file(paths[0])
    default: return .standardInput
    }
  }

  /// An argument as it was handed over: the parser sees text only.
  private func bytes(of text: String) -> [UInt8] {
    rawArguments.first { String(decoding: $0, as: UTF8.self) == text } ?? Array(text.utf8)
  }

  /// The words of the command; a single word that only a shell understands is run by one.
  private var commandWords: [[UInt8]] {
    let last = Array(rawArguments.suffix(command.count))
    let isSame = last.map { String(decoding: $0, as: UTF8.self) } == command
    let words = isSame ? last : command.map { Array($0.utf8) }
    guard command.count == 1, command[0].contains(where: " |&;<>()$`\"'*?".contains),
      (try? ProgramPath(command[0])) == nil
    else { return words }
    return ["sh", "-c"].map { Array($0.utf8) } + words
  }

  /// How rows are printed: as asked for; else as they came, or, where only some columns are wanted, between tabs.
  var rowFormat: OutputFormat { use.output ?? (start.columns == nil ? .raw : .tsv) }
}

/// What a query can say: in the help of the screen, in `--help` and on the man page.
enum QueryHelp {
  /// What is typed, and what it finds.
  static let signs = [
    (typed: "word", finds: "rows with it in any cell; of several words, with all"),
    (typed: "!word", finds: "rows without it"),
    (typed: "^word word$", finds: "a cell begins, ends with it"),
    (typed: "'!word", finds: "the word as it is, signs and all"),
    (typed: "column:word", finds: "in this column only; also !column:word, column:^word"),
  ]

  /// The same as a sentence.
  static let sentence =
    "A query is words, in any cell of a row and in any order; "
    + signs.dropFirst().map { "\($0.typed): \($0.finds)" }.joined(separator: "; ")
    + ". A column is typed without the blanks in its name, and no case counts."
}

extension ReadingOptions {
  /// What the reader of tables is told.
  var reader: ReaderOptions {
    let format: TableFormat? =
      switch format {
      case .auto: nil
      case .csv: .csv
      case .tsv: .tsv
      case .json: .json
      case .table: .aligned
      case .lines: .lines
      }
    let header: ReaderOptions.Header =
      switch header {
      case nil: .auto
      case .line(let number)?: .line(number)
      case HeaderOption.none?: .none
      }
    return ReaderOptions(format: format, delimiter: delimiter?.byte, header: header)
  }
}
