import Files
import Foundation
import ListData
import ListKit
import ProgramOptions
import RunsTesting
import TerminalTesting
import TestSupport
import Testing

@testable import muster
@testable import Rows
@testable import Runs

@Suite("The command line") struct OptionsTests {
  private func options(_ line: String, always: String? = nil) throws -> MusterOptions {
    try MusterOptions.read(line.split(separator: " ").map(String.init), always: always)
  }

  @Test(
    "The arguments determine the input",
    arguments: [
      ("", Subject.standardInput), ("-", .standardInput), ("a.csv", .file("a.csv")),
      ("old new", .comparison(old: "old", new: "new")), ("-- ps aux", .words("ps", "aux")),
      ("ps aux", .words("ps", "aux")), ("-s -%CPU ps aux -e", .words("ps", "aux", "-e")),
      ("-n 5 ls -n 5", .words("ls", "-n", "5")), ("/dev/null ps", .comparison(old: "/dev/null", new: "ps")),
      ("-n 5 -- ls -- -l", .words("ls", "--", "-l")), ("-q -- a", .file("a")), ("/bin/sh", .file("/bin/sh")),
      ("-n 5 /bin/sh -c x", .words("/bin/sh", "-c", "x")), ("--interval=5 /bin/sh", .words("/bin/sh")),
      ("-n 5 /dev/null", .file("/dev/null")), ("-n 5 /etc/passwd", .file("/etc/passwd")),
    ])
  func subject(line: String, subject: Subject) throws {
    try expectEqual("\(options(line).subject)", "\(subject)")
  }

  @Test("A single word with shell syntax is run by a shell")
  func shellCommand() throws {
    func words(_ words: String...) throws -> [String] {
      try MusterOptions.read(["--"] + words).commandWords.map { String(decoding: $0, as: UTF8.self) }
    }
    for script in ["ps aux | head", "echo $HOME", "ls *"] {
      try expectEqual(words(script), ["sh", "-c", script])
    }
    try expectEqual(words("no-such-program"), ["no-such-program"])
    try expectEqual(words("ls", "a b"), ["ls", "a b"])
  }

  /// The text of `--help-all`, which the parser takes long to make.
  private static let help: String = {
    do throws(MusterOptions.Answer) {
      _ = try MusterOptions.read(["--help-all"])
      return ""
    } catch {
      if case .asked(let text) = error { return text }
      return ""
    }
  }()

  @Test("The list of options with a value is complete") func valueOptions() {
    let lines = Self.help.split(separator: "\n").map { $0.drop { $0 == " " } }
    for line in lines where line.hasPrefix("-") && line.contains("<") {
      for word in line.split(separator: "<")[0].split(whereSeparator: { ", ".contains($0) }) {
        #expect(OptionSpec.valueNames.contains(String(word)), "\(word)")
      }
    }
  }

  @Test("The argument of --generate-completion-script is not a command", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) {
    #expect(throws: MusterOptions.Answer.self) {
      try MusterOptions.read(["--generate-completion-script", shell])
    }
  }

  @Test("Without options, all settings are automatic") func defaults() throws {
    let options = try options("")
    expectEqual(options.reading.interval, Interval(seconds: 2))
    expectEqual(options.reading.history.bytes, 64 << 20)
    #expect(options.reading.key == nil)
    expectEqual(options.reading.format, .auto)
    #expect(options.use.output == nil)
    #expect(options.use.until == nil)
    #expect(!options.use.isPicker && !options.use.print && !options.reading.update && !options.reading.follow)
  }

  @Test(
    "Every option has a long form, and some have a short form",
    arguments: [
      "-n 0.5 -k PID,2 -f csv -d ; --header 3 -s -CPU -q x -c a,b -o json --history 8 --until gone=a",
      "-n0.5 -kPID,2 -fcsv -d; --header 3 -s-CPU -qx -ca,b -ojson --history 8 --until gone=a",
      """
      --interval 0.5 --key PID,2 --format csv --delimiter ; --header=3 --sort -CPU --query x --columns a,b \
      --output json --history=8 --until=gone=a
      """,
    ])
  func values(line: String) throws {
    let options = try options(line)
    expectEqual(options.reading.interval.duration, .milliseconds(500))
    expectEqual(options.reading.key, .columns([ColumnReference("PID"), ColumnReference("2")]))
    expectEqual(options.reading.format, .csv)
    expectEqual(options.reading.delimiter?.byte, UInt8(ascii: ";"))
    expectEqual(options.reading.header?.header, .line(3))
    expectEqual(options.start.sort, SortOption(argument: "-CPU"))
    expectEqual(
      options.start.sort?.columns, [SortOption.Column(column: ColumnReference("CPU"), isDescending: true)])
    expectEqual(options.start.query, "x")
    expectEqual(options.start.columns?.columns, [ColumnReference("a"), ColumnReference("b")])
    expectEqual(options.use.output, .json)
    expectEqual(options.reading.history.mebibytes, 8)
    expectEqual(options.use.until, .gone("a"))
  }

  @Test("Flags", arguments: ["-u -F -1 -m", "--update --follow --pick --multi", "-uF1m"])
  func flags(line: String) throws {
    let options = try options(line)
    #expect(options.reading.update && options.reading.follow && options.use.pick && options.use.multi)
    #expect(try self.options("-p").use.print && self.options("--print").use.print)
  }

  @Test("Options set the column of groups, the parent column of a tree, and a command for a row")
  func structure() throws {
    try expectEqual(options("-g STATE").start.group, ColumnList(argument: "STATE"))
    try expectEqual(options("-g STATE,USER").start.group?.columns.map(\.text), ["STATE", "USER"])
    try expectEqual(options("--tree PPID").start.tree, TreeOption(argument: "PPID"))
    try expectEqual(options("--tree-path NAME").start.treePath, ColumnReference("NAME"))
    try #expect(options("-g STATE --closed").start.options.startsClosed)
    try expectEqual(
      MusterOptions.read(["-x", "kill {PID}"]).use.exec.map(\.template), [ExecTemplate("kill {PID}")])
  }

  @Test(
    "Actions have keys and names, and run without a question if marked with !",
    arguments: [
      (["-x", "kill {PID}"], nil, "kill {PID}", "kill {PID}", true),
      (["-x", "k=kill {PID}"], "k", "kill {PID}", "kill {PID}", true),
      (["-x", "ctrl-k:end it=kill {PID}"], "ctrl-k", "end it", "kill {PID}", true),
      (["-x", ":=ls"], ":", "ls", "ls", true), (["-x", "==ls"], nil, "==ls", "==ls", true),
      (["-xk=ls"], "k", "ls", "ls", true), (["--exec", "A1=b ls"], nil, "A1=b ls", "A1=b ls", true),
      (["-x!", "k=ls"], "k", "ls", "ls", false), (["--exec!", "ls"], nil, "ls", "ls", false),
      (["-x", "LANG=C sort x=y"], nil, "LANG=C sort x=y", "LANG=C sort x=y", true),
      (["-x!ls"], nil, "ls", "ls", false), (["-x", "! ls"], nil, "! ls", "! ls", true),
    ] as [([String], String?, String, String, Bool)])
  func actions(words: [String], key: String?, name: String, command: String, asks: Bool) throws {
    let action = try #require(try MusterOptions.read(words + ["/dev/null"]).use.exec.first)
    expectEqual(action.key?.name(), key)
    #expect(action.name == name && action.template.text == command && action.asks == asks)
  }

  @Test("A ! after -x applies to options only, not to words of a command") func marksOfCommands() throws {
    let options = try MusterOptions.read(["-x!", "ls", "sh", "-x!", "a"])
    expectEqual(options.use.exec.map(\.asks), [false])
    expectEqual(options.command, ["sh", "-x!", "a"])
    try expectEqual(MusterOptions.read(["-"], always: "-x! 'k=ls a'").use.exec.map(\.asks), [false])
  }

  @Test("Keys, headers, delimiters and conditions have special words") func words() throws {
    try expectEqual(options("-k line").reading.key, .line)
    try expectEqual(options("-k none").reading.key, KeyOption.none)
    try expectEqual(options("--header none").reading.header?.header, ReaderOptions.Header.none)
    try expectEqual(options("-d \\t").reading.delimiter?.byte, 9)
    try expectEqual(options("--until change").use.until, .change)
    try expectEqual(options("--until Running").use.until, .rows(.some, query: "Running"))
    try expectEqual(options("--until countess").use.until, .rows(.some, query: "countess"))
    #expect(UntilOption(argument: "count>=x a") == nil)
  }

  /// Those of options that exclude each other are in `pairs.txt`.
  @Test(
    "Errors are reported in one line",
    arguments: [
      (
        "-n",
        "missing value for '-n'; give seconds from 0.1 to 86400, as 0.5 or 2s, or 0 to run it by F5 only"
      ), ("-t -p", "missing value for '-t'; give a column by name or number, as PPID or PPID:COMMAND"),
      ("--sotr a", "unknown option '--sotr'. Did you mean '--sort'?"),
      ("--watch a", "unknown option '--watch'; here it is --interval"), ("a b c", "unexpected argument 'c'"),
      ("--", "no command after '--'"),
      ("a -- ps", "a file and a command; give one of them"),
      ("- -", "standard input can be read only once; give one '-'"),
      ("-x k=ls -x k=cat", "--exec: two commands for the key k"),
      ("--bind x=r -x x=ls a", "x is the key of two actions; give one of them another key"),
      ("--bind k=r --bind k=s a", "k is the key of two actions; give one of them another key"),
      (
        "-x F5:end=ls",
        "--exec: 'F5' is no key; a key is a character, ctrl-k, alt-k or enter; with a name k:F5=…; a variable: env F5=…"
      ),
    ])
  func wrong(line: String, message: String) {
    #expect(throws: MusterOptions.Answer.wrong(message)) { try options(line) }
  }

  @Test(
    "An invalid value is reported with the values that are valid",
    arguments: [
      ("-n 0.01", "-n <seconds>'; give seconds from 0.1 to 86400, as 0.5 or 2s, or 0 to run it by F5 only"),
      ("-n -1", "-n <seconds>'; give seconds from 0.1 to 86400, as 0.5 or 2s, or 0 to run it by F5 only"),
      (
        "-o xml",
        "-o <format>'. Please provide one of 'raw', 'tsv', 'csv' or 'json'; or a text with {COLUMN} in it"
      ),
      ("--keep 5x", "--keep <time>'; give a time, as 90, 30s, 5m or 1h30m, or always"),
      (
        "--total a=avg",
        "--total <list>'; give columns with their totals, as size=sum,cpu=mean; totals are sum, share, group-share, mean, median, range, distinct"
      ),
      ("--context x", "--context <rows>'; give a number of rows, as 3"),
      ("--header 0", "--header <line>'; give the number of a line, from 1, or none; --title is a text"),
      ("--history -1", "--history <MiB>'; give MiB from 0 to 1048576"),
      ("--memory x", "--memory <MiB>'; give MiB from 128 to 1048576"),
      ("-c a,,b", "-c <list>'; give columns by name or number, as NAME,2, or with total=price*amount"),
    ])
  func invalid(line: String, message: String) {
    let value = line.split(separator: " ")[1]
    #expect(throws: MusterOptions.Answer.wrong("the value '\(value)' is invalid for '\(message)")) {
      try options(line)
    }
  }

  @Test("Whatever option a value is invalid for, the error says what is valid") func everyValue() {
    var reported: Set<String> = []
    for name in OptionSpec.valueNames {
      // The parser takes long in a debug build, so one report of each option is enough.
      for value in ["", ",", "x y", "0", "-1", "\u{7}"] where !reported.contains(name) {
        do {
          _ = try MusterOptions.read([name, value, "/dev/null"])
        } catch MusterOptions.Answer.wrong(let message) where message.contains("is invalid for") {
          let says = ["; give ", "; or ", "Please provide one of", "'; ", "': "]
          #expect(says.contains { message.contains($0) }, "\(message)")
          reported.insert(name)
        } catch {}
      }
    }
    #expect(reported.count > 30, "\(reported.sorted())")
  }

  @Test(
    "Options of display alone leave the choice of a list open",
    arguments: [
      ("", true), ("--theme dark", true), ("--no-mouse --accessible --color 16", true),
      ("--theme dark -n 5", false),
      ("-p", false), ("a", false), ("-- ps", false),
    ])
  func display(line: String, isOfDisplay: Bool) {
    expectEqual(MusterOptions.areOfDisplay(line.split(separator: " ").map(String.init)), isOfDisplay)
  }

  @Test("A name that is neither a file nor a program is reported as such") func unknownName() throws {
    let directory = try TemporaryDirectory()
    for line in ["lss", "-p lss", "--until x lss"] {
      let run = try directory.shell("\"$0\" \(line)")
      #expect(
        run.end == .exited(2)
          && run.standardError == "muster: lss: No such file or directory, and no program has this name\n")
    }
    let options = try directory.shell("\"$0\" lss -la")
    expectEqual(options.end, .exited(64))
    expectEqual(
      options.standardError,
      "muster: lss: No such file or directory, and no program has this name (see muster --help)\n")
    let path = try directory.shell("\"$0\" -p ./lss")
    expectEqual(path.standardError, "muster: ./lss: No such file or directory\n")
  }

  @Test(
    "A misspelt option names the one that is near, or none",
    arguments: [
      ("--foo", nil), ("--bar", nil), ("--xyz", nil), ("--verbose", nil),
      ("--al", "--all"), ("--sotr", "--sort"), ("--srt", "--sort"),
      ("--sorted", "--sort"), ("--colums", "--columns"), ("--column", "--columns"), ("--col", "--color"),
      ("--colour", "--color"), ("--intervall", "--interval"), ("--inter", "--interval"),
      ("--interal", "--interval"), ("--querry", "--query"), ("--qury", "--query"), ("--group-by", "--group"),
      ("--goup", "--group"), ("--fromat", "--format"), ("--fmt", nil), ("--hight", "--height"),
      ("--themes", "--theme"), ("--acessible", "--accessible"), ("--access", "--accessible"),
      ("--versoin", "--version"), ("--hepl", "--help"), ("--on-chnage", "--on-change"),
      ("--tree_path", "--tree-path"), ("--replays", "--replay"), ("--timout", "--timeout"),
    ] as [(String, String?)])
  func misspelt(word: String, suggestion: String?) {
    let said = Misspelling.correcting("Unknown option '\(word)'", optionsIn: Self.help)
    expectEqual(said, "Unknown option '\(word)'" + (suggestion.map { ". Did you mean '\($0)'?" } ?? ""))
  }

  @Test(
    "An option of another program says what to give instead",
    arguments: [
      ("--watch", "here it is --interval"), ("--filter", "here it is --query"),
      ("--tail", "here it is --follow"),
      ("--execute", "here it is --exec"), ("--with-nth", "give --columns"),
      ("--no-sort", "here it is --keep-order"),
      ("--json", "--output json prints rows so"), ("-V", "give --version"),
      ("-i", "words match without regard to case"), ("--ansi", "colours are read without an option"),
      ("-0", "here it is --exit-0"), ("--tiebreak", "give --keep-order"),
      ("--read0", "each line is a row; --format json reads values with line ends"),
      ("--margin", "lists have no border; give --theme or --height"),
      ("--accept-nth", "give --output '{2}'"),
    ])
  func otherWord(word: String, instead: String) { expectEqual(OptionSpec.instead(of: word), instead) }

  @Test("A folder, and a command as one word, are told apart from a file that is not there") func otherNames()
  {
    expectEqual(
      MusterOptions.unknownName("/dev"),
      "/dev: Is a directory; give muster ls -l /dev, or du -a /dev | muster")
    expectEqual(
      MusterOptions.unknownName("ls /dev | head"),
      "ls /dev | head: No such file or directory; a command follows --, as: muster -- 'ls /dev | head'")
    expectEqual(
      MusterOptions.unknownName("+s"),
      "+s: No such file or directory, and no program has this name; give --keep-order")
  }

  @Test(
    "A pause has a unit as other times do", arguments: [("2s", 2), ("1m30s", 90), ("0.5", 0.5), ("0", 0)])
  func pauses(text: String, seconds: Double) throws {
    try expectEqual(options("-n \(text)").reading.interval.seconds, seconds)
    #expect(Interval(argument: "0.01s") == nil && Interval(argument: "2d") == nil)
  }

  @Test("--version prints the version, and --help-all explains every option") func help() {
    #expect(throws: MusterOptions.Answer.asked(ProgramVersion.text)) { try options("--version") }
    #expect(throws: MusterOptions.Answer.help) { try options("--help") }
    for spec in OptionSpec.all where spec.names != ["--generate-completion-script"] {
      #expect(spec.names.allSatisfy(Self.help.contains), "\(spec.names)")
    }
    for (names, _) in Manual.firstOptions {
      for name in names.split(separator: " ") { #expect(Self.help.contains(name), "\(name)") }
    }
  }

  @Test("The short help fits on two screens and has keys, queries and examples")
  @MainActor func firstMinute() {
    let lines = Manual.help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count < 60 && lines.allSatisfy { $0.count < 80 })
    let words = lines.map { $0.split(separator: " ").joined(separator: " ") }
    for line in ["/ filter the rows", "a|b either word; also column:a|b", "muster ps aux run it every 2 s"] {
      #expect(words.contains { $0.hasPrefix(line) }, "\(line)")
    }
  }

  @Test("The man page has all sections, and the program tells it each key and each query")
  @MainActor func manual() throws {
    guard
      case .description(let dump)? = #expect(
        throws: MusterOptions.Answer.self, performing: { try options("--experimental-dump-help") })
    else { return }
    let document = try JSONSerialization.jsonObject(with: Data(Manual.completing(dump).utf8))
    let sections = try #require((document as? [String: Any])?["sections"] as? [[String: Any]])
    expectEqual(
      Set(sections.compactMap { $0["title"] as? String }), ["KEYS", "QUERIES", "EXAMPLES"])
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let file = try Data(contentsOf: URL(fileURLWithPath: "/\(root)/Packaging/muster.man.json"))
    expectEqual(
      (try JSONSerialization.jsonObject(with: file) as? [[String: Any]])?.map { $0["title"] as? String },
      [
        "KEYS", "QUERIES", "COMMANDS FOR ROWS", "EXAMPLES", "ENVIRONMENT", "EXIT STATUS", "FILES", "LIMITS",
      ])
    let terms = sections.flatMap { ($0["entries"] as? [[String]] ?? []).map { $0[0] } }
    for sign in QueryHelp.signs { #expect(terms.contains(sign.typed)) }
    let keys = terms.flatMap { $0.split(separator: " ") }
    for key in "hlsr0bti[]pdDxy-+R/?nN" { #expect(keys.contains("\(key)"), "\(key)") }
  }

  @Test("Options of MUSTER_OPTS come before those of the command line") func always() throws {
    try expectEqual(options("", always: "-n 7 -q 'two words'").start.query, "two words")
    try expectEqual(options("-n 3", always: "-n 7").reading.interval.seconds, 3)
    for (text, message) in [
      (
        "-n x",
        "MUSTER_OPTS: the value 'x' is invalid for '-n <seconds>'; give seconds from 0.1 to 86400, as 0.5 or 2s, or 0 to run it by F5 only"
      ),
      ("file", "MUSTER_OPTS: options only, no file, no command"),
      ("-- ps", "MUSTER_OPTS: options only, no file, no command"), ("'a", "MUSTER_OPTS: unclosed '"),
    ] {
      #expect(throws: MusterOptions.Answer.wrong(message)) { try options("", always: text) }
    }
  }

  @Test("A file has options that always apply, MUSTER_OPTS takes precedence, and the command line over both")
  func optionsOfFile() throws {
    let directory = try TemporaryDirectory()
    try directory.write("# the look\n--theme light\n\n  # and the pace\n-n 5 --title 'a b'\n", to: "config")
    let config = UserFile(path: directory.path + "/config")
    func options(_ always: String?, _ words: String...) throws -> MusterOptions {
      try MusterOptions.read(words + ["--", "true"], always: always, config: config, recipes: nil)
    }
    let alone = try options(nil)
    expectEqual(alone.start.title, "a b")
    expectEqual("\(alone.reading.interval)", "5")
    expectEqual(alone.standing.map(\.description), ["--theme light -n 5 --title 'a b'   from \(config.path)"])
    let both = try options("-n 6")
    expectEqual("\(both.reading.interval)", "6")
    expectEqual(both.standing.map(\.name), [config.path, "MUSTER_OPTS"])
    try expectEqual("\(options("-n 6", "-n", "7").reading.interval)", "7")
    try directory.write("--no-such-option\n", to: "config")
    #expect {
      _ = try options(nil)
    } throws: {
      guard case MusterOptions.Answer.wrong(let message) = $0 else { return false }
      return message.hasPrefix(config.path + ": ") && message.contains("no-such-option")
    }
    let missing = UserFile(path: "\(directory.path)/none")
    try expectEqual(MusterOptions.read(["/dev/null"], always: nil, config: missing).standing.count, 0)
  }

  @Test("The reference in Documentation/muster.md has every option that --help-all has") func reference()
    throws
  {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let page = try String(contentsOfFile: "/\(root)/Documentation/muster.md", encoding: .utf8)
    for spec in OptionSpec.all where spec.names != ["--generate-completion-script"] {
      let name = spec.names.last ?? ""
      #expect(page.contains("`\(name)`") || page.contains("`\(name) "), "\(name): run Scripts/reference.py")
    }
  }
}

extension FilePathBytes: ExpressibleByStringLiteral {
  /// Creates a path from a literal.
  public init(stringLiteral text: String) { self.init(Array(text.utf8)) }
}

extension Subject {
  /// Returns the subject for a command.
  fileprivate static func words(_ words: String...) -> Subject { .command(words.map { Array($0.utf8) }) }
}
