import ListKit
import Rows
import Runs

/// The texts of the help and the man page besides the options: one table for each, from which `--help`, the
/// man page and, for queries and keys, the help on the screen are generated.
@MainActor
enum Manual {
  /// A line of a table: what the user types, and what it does.
  typealias Entry = (term: String, text: String)

  /// A section of the man page.
  struct Section {
    var title: String
    /// The text before the entries.
    var text = ""
    var entries: [Entry] = []
  }

  nonisolated static let abstract = "A live viewer for any list: tracks rows by key and shows what changed."

  /// The forms of the command line, without the program's name.
  nonisolated static let forms = [
    "[<options>] [<file>]", "[<options>] <old> <new>", "[<options>] [--] <command> [<argument> ...]",
    "[<options>] <database> [<table>]",
  ]

  nonisolated static let examples: [Entry] = [
    ("muster ps aux", "run it every 2 s, mark what changed"),
    ("kubectl get pods -w | muster -u", "a stream; a known key updates its row"),
    ("muster sales.csv", "a file, read again when it changes"),
    ("muster old.csv new.csv", "what changed, row by row"),
    ("muster my.sqlite", "its tables; enter opens one; or postgres://…"),
    ("git branch -v | muster -1", "a picker: type, enter prints the line"),
    ("muster -x 'kill {PID}' ps aux", "x runs the command for the row"),
  ]

  /// Examples that only the man page has.
  private static let otherExamples: [Entry] = [
    ("muster -n 5 -- 'ps aux | head -20'", "a single word with shell syntax is run by sh -c"),
    ("top -b | muster", "a stream that prints its list repeatedly: a run each time, with marks and history"),
    (
      "muster -x 'k:end=kill {+PID}' -x! 'l=less {FILE}' ...",
      "actions with keys; {+PID} is the value of each marked row, -x! runs without asking"
    ),
    ("git log --oneline | muster -1 --preview 'git show {1}'", "a pane with the commit under the cursor"),
    (
      "kill $(ps aux | muster -m -o '{PID}' --height 40%)", "a picker below the prompt that prints one column"
    ),
    ("eval \"$(muster --shell bash)\"", "ctrl-r, ctrl-t, alt-c and **<tab> start pickers; also zsh, fish"),
    (
      "muster --tree PPID ps -ef", "each row below the row whose key it names; PPID:CMD draws the tree in CMD"
    ),
    ("du -a | muster", "folders that open and close, the largest first"),
    ("muster -g USER --total RSS=sum,%CPU=mean ps aux", "groups with totals of their columns"),
    ("muster -p --total SIZE=sum sales.csv", "rows on standard output, totals on standard error"),
    ("muster -p -o json -s -SIZE sales.csv", "prints the rows as JSON Lines, the largest first"),
    ("git ls-files | muster -p -1 -q fxpg", "prints the matches as a picker ranks them"),
    ("muster -c id,http.status log.jsonl", "named members of objects are columns"),
    ("muster postgres://host/mail inbox -q 'size:>1M'", "a table of a server, filtered by the server"),
    ("muster my.sqlite --sql 'SELECT …'", "the rows of a query, read again"),
    ("muster 'data/*.parquet'", "Parquet files as one table, read by DuckDB"),
    ("muster --sql \"FROM 'a.csv' JOIN 'b.csv' USING (id)\"", "a join of files, by DuckDB"),
    ("muster --explain report.txt", "how the input was read: format, columns, key, other lines"),
    (
      "muster --each 'web1 web2' --as HOST -- ssh {} ps aux",
      "the command for each host, all at the same time, as one list"
    ),
    ("muster *.csv --all", "the rows of several files as one list, with a column FILE"),
    ("muster sales.csv.zst", "compressed data, read through gzip, xz, zstd or bzip2"),
    (
      "muster --events kubectl get pods",
      "prints added, removed and changed rows as JSON Lines, with the time"
    ),
    ("muster -p --on-gone 'notify-send {NAMES}' docker ps", "runs a command for each removed row"),
    ("muster --record day.rec ps aux", "writes each run; muster day.rec shows them, T 22:04 goes to a time"),
    ("muster --course '%CPU by PID' day.rec", "the values of a column in all runs: least, most, last, drawn"),
    ("muster --alert '%CPU:>90' ps aux", "marks and counts such rows, and rings the bell when they appear"),
    ("muster --until gone=web-1 docker ps", "waits until the row with this key disappears"),
    (
      "muster --until 'all status:=Running' --timeout 5m kubectl get pods",
      "waits until every pod runs; ends with 124 after five minutes"
    ),
    ("muster --save pods -n 5 kubectl get pods", "saves a command line as a recipe; muster @pods shows it"),
  ]

  /// The options that a new user needs first.
  nonisolated static let firstOptions: [Entry] = [
    ("-n, --interval", "seconds between two runs of a command"),
    ("-q, --query", "only rows that match"),
    ("-s, --sort", "sort by a column; -column: descending"),
    ("-g, --group", "group by a column"),
    ("-k, --key", "the columns that identify a row"),
    ("-1, --pick", "pick a row; -m, --multi: several"),
    ("-x, --exec", "a command that x runs for the row"),
    ("-p, --print", "print the rows; -o, --output: raw, tsv, csv, json"),
    ("--preview", "a pane with what a command prints for the row"),
    ("--until", "wait for a row that matches"),
  ]

  private static let rowCommands: [Entry] = [
    (
      "--on-new COMMAND, --on-gone COMMAND, --on-change COLUMN,...=COMMAND",
      "Run for each row that is added, removed, or has a new value in one of the columns: words, without a shell. {COLUMN} is a "
        + "value and {COLUMN.old} the previous one; a value is an argument, as in --exec. Commands run one after another, "
        + "for a minute each at most; they end with muster."
    ),
    (
      "MUSTER_EVENT, MUSTER_KEY, MUSTER_TIME, ROW_NAME, ROW_NAME_old",
      "Environment of such a command: new, gone or changed; the key of the row; the time; its cells."
    ),
    (
      "Rows of the first run",
      "do not count as new. In a stream (-F, -u) every row is new when it arrives."
    ),
  ]

  private static let values: [Entry] = [
    (
      "{COLUMN} in --exec, --preview, --on-new ...",
      "One whole argument, or a part of one, whatever it contains. muster refuses a command in which it would choose the program, or be "
        + "code of a shell, an interpreter or a tool that muster knows (sh -c, perl -e, awk, ssh), and a value that starts with - or "
        + "+ where it could be an option, unless -- comes before it. What a program makes of its arguments is its own."
    ),
    (
      "ROW_COLUMN",
      "The cells of the row in the environment of the command, for code: _ stands for each character of the name other than ASCII "
        + "letters and digits. A value with a NUL or of more than 32 KiB is not there, and none is if a command runs for all rows, "
        + "{+COLUMN}."
    ),
  ]

  private static let files: [Entry] = [
    (
      "$XDG_STATE_HOME/muster/NAME, ~/.local/state/muster/NAME",
      "Views saved by --name: columns, order, groups and key, as options."
    ),
    (
      "$XDG_CONFIG_HOME/muster/recipes, ~/.config/muster/recipes",
      "The recipes: a name and a command line each. muster without arguments lists them."
    ),
  ]

  private static let exitStatus: [Entry] = [
    (
      "0",
      "Success. A list that was left on the screen is one, whatever it showed, also two files that differ. With --print, "
        + "two compared files are equal."
    ),
    ("1", "No row matched or was picked; with --print, two compared files differ."),
    (
      "2",
      "muster could not start, read or write; JSON was not valid, compressed data were damaged, or an option does not fit the input. One line on "
        + "standard error says why."
    ),
    ("3", "With --print, the command failed."),
    ("64", "Invalid option."),
    ("124", "--timeout passed before the condition of --until was met."),
    ("128 + n", "Signal n ended muster; 130 also if a choice was cancelled."),
  ]

  private static let environment: [Entry] = [
    ("MUSTER_OPTS", "Options that always apply, split as in a shell."),
    (
      "$XDG_CONFIG_HOME/muster/config, ~/.config/muster/config",
      "Options that always apply, on any number of lines; # begins a comment. MUSTER_OPTS takes precedence."
    ),
    ("LISTKIT_MOTION", "full, reduced or none, unless --motion is given."),
    ("ACCESSIBLE", "1 has the effect of --accessible: for a screen reader."),
    ("PGHOST, PGPASSWORD, ~/.pgpass …", "Connection settings of libpq."),
    ("MUSTER_DUCKDB", "DuckDB's library, or the folder of Python's package duckdb."),
    ("NO_COLOR, TERM, COLORTERM", "Which colours are used, unless --color is given."),
  ]

  private static let limits = """
    A file or a pipe is read until half of the memory of the machine, the container or the data segment (ulimit -d) is used; of \
    a command's run, 256 MiB or an eighth of that memory. With --update, memory holds the rows, not what was read; rows with new \
    keys are dropped where it is used up. The rest of a command's output is dropped; with --follow the command waits. The status \
    line says so. Rows beyond the end of a truncated run are neither removed nor new. History takes up to the size given with \
    --history and at most an eighth of the memory; where it is full, the oldest runs go.
    """

  /// Returns the keys of the viewer, as its help lists them, with the names of their groups.
  private static func keys() -> [(group: String, keys: String, title: String)] {
    guard
      let options = try? MusterOptions.read(
        ["-x", "x:the command of -x, for the row=true", "/dev/null"], recipes: nil),
      let source = try? Source(options.subject, options.reading.options)
    else { return [] }
    return ListScreenController(
      RunList(source: source, options: options, runs: RunSequence(RunStream())), options
    ).keyDescriptions(under: [.hasOutline, .hasMoreColumns])
  }

  // MARK: Help

  /// The output of `--help`, for a new user.
  static var help: String {
    let first = keys().filter(\.group.isEmpty).map { ($0.keys, $0.title) }
    return """
      \(abstract)

      \(forms.map { "  muster \($0)" }.joined(separator: "\n"))

      Examples
      \(table(examples))

      Options
      \(table(firstOptions))

      Keys
      \(table(first))

      Queries, in / and -q
      \(table(QueryHelp.signs.map { ($0.typed, $0.finds) }))

      All options: --help-all. All keys: F1. Exit codes and limits: man muster.
      """
  }

  private static func table(_ entries: [Entry]) -> String {
    let width = entries.map(\.term.count).max() ?? 0
    return entries.map { entry in
      "  " + entry.term + String(repeating: " ", count: width - entry.term.count + 2) + entry.text
    }.joined(separator: "\n")
  }

  // MARK: Man page

  /// Adds the other sections of the man page to the JSON description of the options that the parser prints.
  static func completing(_ dump: String) -> String {
    guard let end = dump.lastIndex(of: "}") else { return dump }
    let forms = array(forms.map(quoted))
    return dump[..<end] + ",\"synopsis\":\(forms),\"sections\":\(array(sections().map(json)))}"
  }

  private static func sections() -> [Section] {
    let keys = keys()
    var groups: [String] = []
    for key in keys where !groups.contains(key.group) { groups.append(key.group) }
    let first = Section(
      title: "KEYS", text: "The keys of the viewer. In a picker letters filter; F1 lists its keys.")
    return [first]
      + groups.map { group in
        Section(
          title: "", text: group, entries: keys.filter { $0.group == group }.map { ($0.keys, $0.title) })
      } + [
        Section(
          title: "QUERIES",
          text:
            "A query is words. A row matches if each word is in some cell; case and accents do not count. The same in /, "
            + "-q, --until and a picker. On the screen, if no row has the words, their letters in order match: fxpg finds "
            + "fix/pager. Type the name of a column without its blanks.",
          entries: QueryHelp.signs.map { ($0.typed, $0.finds) }),
        Section(title: "COMMANDS FOR ROWS", entries: rowCommands + values),
        Section(title: "EXAMPLES", entries: examples + otherExamples),
        Section(title: "ENVIRONMENT", entries: environment),
        Section(title: "EXIT STATUS", entries: exitStatus),
        Section(title: "FILES", entries: files),
        Section(title: "LIMITS", text: limits),
      ]
  }

  private static func json(_ section: Section) -> String {
    let entries = array(section.entries.map { array([quoted($0.term), quoted($0.text)]) })
    return "{\"title\":\(quoted(section.title)),\"text\":\(quoted(section.text)),\"entries\":\(entries)}"
  }

  private static func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }

  private static func quoted(_ text: String) -> String {
    String(decoding: JSONText.string(Array(text.utf8)), as: UTF8.self)
  }
}
