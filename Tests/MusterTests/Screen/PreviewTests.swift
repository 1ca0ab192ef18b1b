import LibC
import TerminalTesting
import TestSupport
import Testing

@testable import muster

/// The preview pane, which follows the cursor.
@Suite("The preview pane", .waitsForProcesses) struct PreviewTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("ID,NAME\n1,one\n2,$(touch PWNED)\n3,three\n", to: "rows.csv")
  }

  private func muster(_ arguments: [String], columns: Int = 120, capturesOutput: Bool = false) throws
    -> PseudoTerminal
  {
    try PseudoTerminal(
      BuiltProducts.path(of: "muster"), arguments + ["rows.csv"], directory: directory.path,
      columns: columns, capturesOutput: capturesOutput)
  }

  /// Waits until the process with the number in a file has ended.
  private func waitUntilGone(_ file: String, _ terminal: PseudoTerminal) throws {
    let process = try #require(pid_t(try directory.read(file).filter(\.isNumber)))
    try terminal.wait("end of the command in \(file)") { _ in kill(process, 0) != 0 }
  }

  @Test("The pane follows the cursor and scrolls, and P hides and shows it") func follows() throws {
    let terminal = try muster(["--preview", "echo shown {NAME}; seq 100 {ID}99"])
    try terminal.wait { $0.contains("shown one") && $0.contains("101") }
    terminal.type("j")
    // All lines have to be there: a text that fits the pane is not scrolled.
    try terminal.wait {
      $0.contains("shown $(touch PWNED)") && !$0.contains("shown one") && $0.contains("120")
    }
    terminal.type("\u{1B}[1;3B")
    try terminal.wait { !$0.contains("shown $(touch") && $0.contains("100") }
    terminal.type("P")
    try terminal.wait { !$0.contains("│") }
    terminal.type("jP")
    // `seq` writes its lines at once, and a search covers the lines that have arrived.
    try terminal.wait { $0.contains("shown three") && $0.contains("120") }
    // ctrl-o moves the keyboard focus to the pane, where / searches.
    terminal.type("\u{F}/2 3\u{8}\u{8}\u{8}150\r")
    try terminal.wait(for: "  150")
    terminal.type("\u{F}")
    try terminal.wait(for: "enter details")
    try terminal.finish(typing: "\u{3}", .exited(130))
    #expect((try? directory.read("PWNED")) == nil)
  }

  @Test("COLUMNS and LINES are the size of the text in the pane", arguments: [0, 1])
  func size(excess: Int) throws {
    let number = #"printf "%0$((COLUMNS + \#(excess)))d\n""#
    let terminal = try muster(
      ["--preview", "echo $COLUMNS $LINES >size; for i in $(seq 2 $LINES); do \(number) $i; done; echo last"])
    try terminal.wait(for: excess == 0 ? "last" : "0000000000")
    let size = try directory.read("size").split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(size.count == 2)
    func line(_ number: Int) -> String {
      let digits = "\(number)"
      return String(repeating: "0", count: size[0] + excess - digits.count) + digits
    }
    // One column more, and each line is wrapped; the last one is not seen then.
    expectEqual(terminal.screen.contains(line(2)), (excess == 0), "\(terminal.screen)")
    expectEqual(terminal.screen.contains(line(size[1])), (excess == 0), "\(terminal.screen)")
    try terminal.finish(typing: "\u{3}", .exited(130))
  }

  @Test("Command output cannot control the terminal; its colours stay") func escapes() throws {
    let script =
      #"printf '\033[31mred\033[0m \033]0;title\007x \033]52;c;eA==\007y\n'; echo oops >&2; exit 3"#
    let terminal = try muster(["--preview", script])
    try terminal.wait { $0.contains("red") && $0.contains("oops") && $0.contains("exit status 3") }
    let output = String(decoding: terminal.output, as: UTF8.self)
    #expect(!output.contains("\u{1B}]0;title") && !output.contains("\u{1B}]52"))
    try terminal.finish(typing: "\u{3}", .exited(130))
  }

  @Test("A running command is ended when the cursor moves, when the pane is hidden, and at exit")
  func ends() throws {
    let terminal = try muster([
      // The title of the pane is the command, so the command does not contain the text it prints.
      "-n", "60", "--preview", "echo $$ >pid{ID}; printf 'u%s\\n' p-{ID}; sleep 1000; echo never",
    ])
    try terminal.wait(for: "up-1")
    terminal.type("j")
    try terminal.wait(for: "up-2")
    try waitUntilGone("pid1", terminal)
    terminal.type("P")
    try waitUntilGone("pid2", terminal)
    terminal.type("jP")
    try terminal.wait(for: "up-3")
    try terminal.finish(typing: "\u{3}", .exited(130))
    try waitUntilGone("pid3", terminal)
  }

  @Test("Large output is bounded, and keys work meanwhile") func flood() throws {
    let terminal = try muster(["--preview", "yes '{NAME}' | head -c {ID}000000000"])
    try terminal.wait { $0.lines.count { $0.contains("one") } > 10 }
    terminal.type("jj")
    try terminal.wait { $0.contains("▌  3") && $0.lines.count { $0.contains("three") } > 10 }
    try terminal.finish(typing: "\u{3}", .exited(130))
  }

  @Test("Output that goes on is shown without waiting for as much again") func goesOn() throws {
    let made = try directory.shell("mkfifo pipe")
    expectEqual(made.end, .exited(0))
    let terminal = try muster([
      "--preview",
      "yes fill | head -c 100000; exec 3<>pipe; read -r line <&3; echo \"got-$line\"; read -r line <&3",
    ])
    try terminal.wait { $0.lines.count { $0.contains("fill") } > 10 }
    // To the end of the pane.
    terminal.type("\u{F}G")
    _ = try directory.shell("echo more >pipe")
    try terminal.wait(for: "got-more")
    try terminal.finish(typing: "\u{3}", .exited(130))
  }

  @Test("alt-p shows the pane in a picker, below on a narrow screen, with the cells if there is no command")
  func picker()
    throws
  {
    let terminal = try muster(["-1", "-o", "{NAME}"], columns: 60, capturesOutput: true)
    try terminal.wait(for: "▌  1")
    terminal.type("thr\u{1B}p")
    try terminal.wait { $0.contains("NAME  three") && $0.contains("────") }
    try terminal.finish(typing: "\r")
    expectEqual(terminal.standardOutput, Array("three\n".utf8))
  }
}
