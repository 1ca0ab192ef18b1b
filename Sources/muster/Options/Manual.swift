import ListKit
import Rows
import Runs

/// The texts of the help besides the options: one table for each, from which `--help`, the man page and, for
/// queries and keys, the help on the screen are generated. What only the man page has is in
/// `Packaging/muster.man.json`.
@MainActor
enum Manual {
  /// A line of a table: what the user types, and what it does.
  typealias Entry = (term: String, text: String)

  /// A part of a section of the man page.
  struct Section {
    var title: String
    /// The heading of the part.
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

  /// Adds keys, queries and examples to the JSON description of the options that the parser prints, for
  /// `Scripts/manual.py`.
  static func completing(_ dump: String) -> String {
    guard let end = dump.lastIndex(of: "}") else { return dump }
    let forms = array(forms.map(quoted))
    return dump[..<end] + ",\"synopsis\":\(forms),\"sections\":\(array(sections().map(json)))}"
  }

  private static func sections() -> [Section] {
    let keys = keys()
    var groups: [String] = []
    for key in keys where !groups.contains(key.group) { groups.append(key.group) }
    return groups.map { group in
      Section(
        title: "KEYS", text: group, entries: keys.filter { $0.group == group }.map { ($0.keys, $0.title) })
    } + [
      Section(title: "QUERIES", entries: QueryHelp.signs.map { ($0.typed, $0.finds) }),
      Section(title: "EXAMPLES", entries: examples),
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
