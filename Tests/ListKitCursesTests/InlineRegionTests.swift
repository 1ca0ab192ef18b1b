import LibC
import ListKit
import TerminalTesting
import TestSupport
import Testing

@testable import ListKitCurses

/// A screen below the prompt draws like one of its own, and leaves the terminal as it was.
@Suite("A screen below the prompt", .waitsForProcesses) struct InlineRegionTests {
  /// Prints lines, as a user's earlier commands, and runs the probe below them.
  private func start(
    height: String = "5", above: Int = 2, prompt: String = "", lines: Int = 12,
    type: String = "xterm-256color"
  ) throws -> PseudoTerminal {
    let program =
      #"i=0; while [ $i -lt \#(above) ]; do i=$((i + 1)); echo "above $i"; done; printf '%s' "$2"; "#
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", program + #"exec "$1" "$3""#, "sh", Probe.path, prompt, "--height=\(height)"],
      environment: ["TERM": type, "SWIFT_BACKTRACE": "enable=no"], columns: 60, lines: lines)
    try terminal.wait(for: "size 60x")
    return terminal
  }

  private func lines(_ terminal: PseudoTerminal) -> [String] {
    (0..<terminal.screen.size.lines).map(terminal.screen.line)
  }

  /// Ends the probe with a key; nothing of it but its answer is left.
  private func finish(_ terminal: PseudoTerminal, leaving rest: [String], cursor: (line: Int, column: Int))
    throws
  {
    try terminal.finish(typing: "q")
    let blank = [String](repeating: "", count: terminal.screen.size.lines - rest.count)
    expectEqual(lines(terminal), rest + blank)
    expectEqual(terminal.screen.cursor.line, cursor.line)
    expectEqual(terminal.screen.cursor.column, cursor.column)
  }

  @Test(
    "It draws in its lines below the prompt and leaves no trace",
    arguments: ["xterm-256color", "tmux-256color", "linux"])
  func place(type: String) throws {
    let terminal = try start(type: type)
    #expect(terminal.screen.line(2).hasPrefix("size 60x5 "))
    expectEqual(lines(terminal)[..<2], ["above 1", "above 2"])
    #expect(!terminal.screen.isAlternateScreen)
    #expect(terminal.screen.switches.contains("scroll region 3…7"))
    for _ in 0..<9 { terminal.type("a") }
    try terminal.wait { $0.lines.count { $0 == "key a" } == 4 }
    expectEqual(lines(terminal)[6...], ["key a", "", "", "", "", ""])
    try finish(terminal, leaving: ["above 1", "above 2", "answer 0"], cursor: (3, 0))
  }

  @Test(
    "On a tiny terminal it has no alternate screen either",
    arguments: [(5, 3), (3, 2), (2, 3), (5, 1), (1, 1)])
  func tiny(columns: Int, lines: Int) throws {
    let terminal = try PseudoTerminal(
      Probe.path, ["--height=5"], environment: ["TERM": "xterm-256color"], columns: columns, lines: lines)
    try terminal.wait(for: String("size".prefix(columns)))
    #expect(!terminal.screen.isAlternateScreen)
    try terminal.finish(typing: "q")
    #expect(!terminal.outputText.contains("1049"))
  }

  @Test("At the bottom of the terminal it scrolls the lines above it") func bottom() throws {
    let terminal = try start(above: 11)
    expectEqual(lines(terminal)[..<7], (5...11).map { "above \($0)" }[...])
    #expect(terminal.screen.line(7).hasPrefix("size 60x5 "))
    try finish(terminal, leaving: (5...11).map { "above \($0)" } + ["answer 0"], cursor: (8, 0))
  }

  @Test("Behind a prompt it starts on the next line, and the cursor comes back", arguments: [0, 3, 11])
  func prompt(above: Int) throws {
    let terminal = try start(above: above, prompt: "$ ")
    let line = min(above, 6)
    expectEqual(terminal.screen.line(line), "$")
    #expect(terminal.screen.line(line + 1).hasPrefix("size 60x5 "))
    let kept = (above - line + 1..<above + 1).map { "above \($0)" }
    try finish(terminal, leaving: kept + ["$ answer 0"], cursor: (line + 1, 0))
  }

  @Test(
    "Its height is a number of lines or a share of the terminal",
    arguments: [("40%", 9), ("1%", 5), ("100%", 24), ("7", 7), ("900", 24)])
  func height(text: String, lines: Int) throws {
    let terminal = try start(height: text, lines: 24)
    #expect(terminal.screen.contains("size 60x\(lines) "))
    try terminal.finish(typing: "q")
  }

  @Test("Texts that are no height are refused", arguments: ["", "0", "0%", "101%", "-3", "x", "%", "4 %"])
  func noHeight(text: String) { expectEqual(CursesOptions.Height(text), nil) }

  @Test("Clicks have their line in the region; others are not on the screen") func mouse() throws {
    let terminal = try start()
    terminal.type("\u{1B}[<0;9;2M\u{1B}[<0;9;8M\u{1B}[<0;9;4M")
    try terminal.wait { $0.lines.contains("mouse press 1,8") }
    expectEqual(terminal.screen.lines.count { $0.contains("mouse") }, 1)
    terminal.type("\u{1B}[<32;9;9M\u{1B}[<0;9;1m")
    try terminal.wait { $0.lines.contains("mouse drag 4,8") && $0.lines.contains("mouse release 0,8") }
    try terminal.finish(typing: "q")
  }

  @Test("A terminal that becomes larger or smaller keeps the lines above") func resizing() throws {
    let terminal = try start(height: "50%", above: 3)
    terminal.resize(columns: 50, lines: 20)
    try terminal.wait { $0.contains("size 50x10 ") && $0.contains("resize 50x10") }
    expectEqual(lines(terminal)[..<3], ["above 1", "above 2", "above 3"])
    #expect(terminal.screen.line(3).hasPrefix("size 50x10"))
    terminal.resize(columns: 40, lines: 10)
    try terminal.wait { $0.contains("size 40x5 ") && $0.contains("resize 40x5") }
    expectEqual(lines(terminal)[..<3], ["above 1", "above 2", "above 3"])
    terminal.resize(columns: 40, lines: 6)
    try terminal.wait { $0.lines.count { $0.contains("resize 40x5") } == 2 }
    expectEqual(lines(terminal)[0], "above 3")
    #expect(terminal.screen.line(1).hasPrefix("size 40x5"))
    try finish(terminal, leaving: ["above 3", "answer 0"], cursor: (2, 0))
  }

  @Test("ctrl-z gives the lines back; in the foreground it starts again at the cursor") func stopping() throws
  {
    let terminal = try start()
    terminal.type("\u{1A}")
    try terminal.waitForStop()
    expectEqual(terminal.damage, [])
    expectEqual(lines(terminal), ["above 1", "above 2"] + [String](repeating: "", count: 10))
    terminal.screen.feed(Array("stopped\r\n".utf8))
    terminal.continueInForeground()
    try terminal.wait(for: "resume")
    expectEqual(lines(terminal)[2], "stopped")
    #expect(terminal.screen.line(3).hasPrefix("size 60x5 "))
    try finish(terminal, leaving: ["above 1", "above 2", "stopped", "answer 0"], cursor: (4, 0))
  }

  @Test("A stop that it cannot see coming leaves it below the cursor") func unannouncedStop() throws {
    let terminal = try start()
    terminal.send(signal: SIGSTOP)
    try terminal.waitForStop()
    terminal.continueInForeground()
    try terminal.wait(for: "resume")
    expectEqual(lines(terminal)[..<2], ["above 1", "above 2"])
    #expect(!terminal.screen.isAlternateScreen)
    try terminal.finish(typing: "q")
  }

  @Test("An abort, a stack overflow or a signal gives the lines back", arguments: ["A", "S", "term"])
  func crash(key: String) throws {
    let terminal = try start()
    if key == "term" { terminal.send(signal: SIGTERM) } else { terminal.type(key) }
    #expect(try terminal.waitForEnd() != .exited(0))
    expectEqual(terminal.damage, [])
    expectEqual(lines(terminal)[..<2], ["above 1", "above 2"])
    #expect(!terminal.screen.contains("size 60x5"))
  }

  @Test("Scrolling rows stay within the region") func scrolling() throws {
    let program = #"echo above; exec "$1" --height=6 --frames"#
    let terminal = try PseudoTerminal("/bin/sh", ["-c", program, "sh", Probe.path], columns: 60, lines: 12)
    try terminal.wait(for: "frame 5")
    terminal.read(for: .milliseconds(300))
    expectEqual(terminal.screen.line(0), "above")
    #expect((7..<12).allSatisfy { terminal.screen.line($0).isEmpty })
    try terminal.finish(typing: "q")
  }

  @Test("A terminal without the capabilities gives its whole screen") func wholeScreen() throws {
    let terminal = try start(type: "vt100")
    #expect(terminal.screen.line(0).hasPrefix("size 60x12 "))
    try terminal.finish(typing: "q")
  }
}

extension InProcess {
  /// The answers of the terminal wait in the keyboard before the screen asks.
  @Suite("A region of a terminal") @MainActor struct Regions {
    @Test("Sequences of curses that name lines are shifted; others stay") func shifting() throws {
      let drawn = try DrawnScreen(
        columns: 20, lines: 10, options: CursesOptions(height: .lines(4)),
        typed: "\u{1B}[4;1R\u{1B}[5;1R")
      defer { drawn.close() }
      expectEqual(drawn.screen.size.lines, 4)
      drawn.present(["first", "second", "third", "fourth"])
      expectEqual((3..<7).map(drawn.emulator.line), ["first", "second", "third", "fourth"])
      drawn.present(["first", "2", "third", "4"])
      expectEqual(
        (0..<10).map(drawn.emulator.line), ["", "", "", "first", "2", "third", "4", "", "", ""])
    }

    @Test("Answers that arrive together all take effect") func together() throws {
      let background = "\u{1B}]11;rgb:ffff/ffff/ffff\u{7}"
      let drawn = try DrawnScreen(
        columns: 20, lines: 10, options: CursesOptions(height: .lines(4)),
        typed: "\u{1B}[4;1R\(background)\u{1B}[5;1R")
      defer { drawn.close() }
      expectEqual(drawn.screen.size.lines, 4)
      expectEqual(drawn.screen.traits.userInterfaceStyle, .light)
    }

    @Test("A terminal that does not report its cursor gives its whole screen") func silence() throws {
      let drawn = try DrawnScreen(columns: 20, lines: 10, options: CursesOptions(height: .lines(4)))
      defer { drawn.close() }
      expectEqual(drawn.screen.size.lines, 10)
      #expect(drawn.emulator.isAlternateScreen)
    }
  }
}
