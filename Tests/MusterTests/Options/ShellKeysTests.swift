import Foundation
import TerminalTesting
import TestSupport
import Testing

@testable import muster

@Suite("Keys of the shell start pickers", .waitsForProcesses)
struct ShellKeysTests {
  /// Returns the path of a shell; nil if it is not installed.
  private static func program(_ shell: ShellKeys) -> String? {
    ["/bin", "/usr/bin", "/usr/local/bin"].map { "\($0)/\(shell.rawValue)" }
      .first(where: FileManager.default.isExecutableFile(atPath:))
  }

  @Test("bash accepts its script") func bash() throws { try accepts(.bash) }

  @Test("zsh accepts its script", .enabled(if: Self.program(.zsh) != nil, "zsh is not installed"))
  func zsh() throws { try accepts(.zsh) }

  @Test("fish accepts its script", .enabled(if: Self.program(.fish) != nil, "fish is not installed"))
  func fish() throws { try accepts(.fish) }

  private func accepts(_ shell: ShellKeys) throws {
    let script = try HeadlessRun(BuiltProducts.path(of: "muster"), ["--shell", shell.rawValue]).standardOutput
    let program = try #require(Self.program(shell))
    let directory = try TemporaryDirectory()
    let run = try HeadlessRun(program, ["-n", directory.write(script, to: "keys")])
    expectEqual(run.standardError, "")
    expectEqual(run.end, .exited(0))
  }

  @Test("A shell that is not known is refused with those that are") func unknownShell() throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "muster"), ["--shell", "csh"])
    expectEqual(run.end, .exited(64))
    #expect(run.standardError.contains("'bash', 'zsh' or 'fish'"), "\(run.standardError)")
  }

  /// A bash with the keys in a folder with files, and a history.
  private final class Shell {
    private let directory: TemporaryDirectory
    let terminal: PseudoTerminal
    private(set) var keyCount = 0

    init(history: String = "echo first\nls -la\necho first\necho second\n") throws {
      directory = try TemporaryDirectory()
      try directory.makeDirectory("work/src/deep")
      try directory.makeDirectory("work/a dir")
      for name in ["top.md", "src/main.c", "src/a b.txt", "src/deep/x.c"] {
        try directory.write("in \(name)\n", to: "work/\(name)")
      }
      try directory.write(history, to: "history")
      try directory.makeDirectory("bin")
      try directory.link("bin/muster", to: BuiltProducts.path(of: "muster"))
      try directory.write(
        """
        PATH=$HOME/bin:$PATH PS1='$ ' HISTFILE=$HOME/history LISTKIT_MOTION=none
        bind 'set bell-style none'
        history -c; history -r; cd ~/work
        eval "$(muster --shell bash)"

        """, to: "rc")
      terminal = try PseudoTerminal(
        "/bin/bash", ["--noprofile", "--rcfile", directory.file("rc"), "-i"],
        environment: ["HOME": directory.path, "MUSTER_OPTS": nil], columns: 70, lines: 20)
      try terminal.wait { $0.line(0) == "$" }
    }

    /// Types, and waits until the screen has certain lines.
    func type(_ text: String, until lines: String..., absent: String = "\u{0}") throws {
      terminal.type(text)
      keyCount += text.count
      try terminal.wait("\(lines) after \(text)") { screen in
        lines.allSatisfy { line in screen.lines.contains { $0.hasPrefix(line) } } && !screen.contains(absent)
      }
    }

    /// Runs a command, and waits for its output and the prompt after it: in between, the terminal has its own ctrl-r.
    func run(_ text: String = "", until lines: String...) throws {
      keyCount += text.count + 1
      terminal.type(text + "\r")
      try terminal.wait("\(lines) and a prompt") { screen in
        lines.allSatisfy { line in screen.lines.contains { $0.hasPrefix(line) } }
          && screen.lines.last { !$0.isEmpty } == "$"
      }
    }

    func end() throws {
      terminal.type("\u{5}\u{15}exit\r")
      try expectEqual(terminal.waitForEnd(), .exited(0))
    }
  }

  @Test("ctrl-r finds earlier commands, the latest first, each once") func history() throws {
    let shell = try Shell()
    try shell.type("\u{12}", until: "▌ echo second", "  echo first", "  ls -la", "3 rows")
    expectEqual(
      (1...3).map { shell.terminal.screen.line($0).prefix(13) },
      ["▌ echo second", "  echo first", "  ls -la"])
    try shell.type("la\r", until: "$ ls -la", absent: "rows")
    try shell.type("\u{15}fir\u{12}", until: "❯ fir", "▌ echo first")
    try shell.type("\r", until: "$ echo first", absent: "rows")
    try shell.run(until: "first")
    try shell.end()
  }

  @Test("Seven keys bring an earlier command back, and six insert a path") func keyCounts() throws {
    let shell = try Shell(history: "git pull\ngit push\necho go\n")
    try shell.type("\u{12}", until: "3 rows")
    try shell.type("gpush", until: "▌ git push")
    try shell.type("\r", until: "$ git push", absent: "rows")
    expectEqual(shell.keyCount, 7)
    try shell.type("\u{15}cat ", until: "$ cat")
    let before = shell.keyCount
    try shell.type("\u{14}", until: "7 rows")
    try shell.type("srma", until: "▌ src/main.c")
    try shell.type("\r", until: "$ cat src/main.c", absent: "rows")
    expectEqual(shell.keyCount - before, 6)
    try shell.end()
  }

  @Test("ctrl-r brings a command of several lines back as it was; esc leaves the line") func severalLines()
    throws
  {
    let shell = try Shell()
    try shell.run("echo 'one\r  two'", until: "one", "  two")
    try shell.type("\u{12}", until: "▌ echo 'one␋  two'")
    try shell.type("\r", until: "$ echo 'one", absent: "rows")
    try shell.run(until: "one", "  two")
    try shell.type("kept\u{12}", until: "❯ kept")
    try shell.type("\u{1B}", until: "❯ words")  // The first esc empties the query.
    try shell.type("\u{1B}", until: "$ kept", absent: "❯")
    try shell.end()
  }

  @Test("ctrl-t inserts quoted paths at the cursor") func files() throws {
    let shell = try Shell()
    try shell.type("cat  end\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D\u{14}", until: "❯", "7 rows")
    try shell.type("b.txt", until: "▌ src/a b.txt")
    try shell.type("\r", until: #"$ cat src/a\ b.txt  end"#, absent: "rows")
    try shell.end()
  }

  @Test("Two stars and tab complete a path; tab alone does what it did") func stars() throws {
    let shell = try Shell()
    try shell.type("cat src/ma**\t", until: "❯ ma", "▌ src/main.c")
    try shell.type("\r", until: "$ cat src/main.c", absent: "rows")
    try shell.run(until: "in src/main.c")
    try shell.type("cat ~/work/src/deep/**\t", until: "▌ /")
    try shell.type("\r", until: "$ cat /", absent: "rows")
    try shell.run(until: "in src/deep/x.c")
    try shell.type("cat to\t\r", until: "$ cat top.md", "in top.md")
    try shell.type("cat src/\t", until: "$ cat src/")
    try shell.type("\t", until: "a b.txt")
    try shell.end()
  }

  @Test("alt-c goes to a directory and keeps the line") func directories() throws {
    let shell = try Shell()
    try shell.type("typed\u{1B}c", until: "▌", "3 rows")
    try shell.type("dir\r", until: #"$ builtin cd -- a\ dir"#, "$ typed")
    try shell.type("\u{15}pwd\r", until: "/")
    #expect(shell.terminal.screen.contains("/work/a dir"))
    try shell.type("\u{1B}c", until: "❯")
    try shell.type("\u{1B}", until: "$", absent: "❯")
    try shell.end()
  }
}
