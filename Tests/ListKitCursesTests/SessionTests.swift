import LibC
import TerminalTesting
import TestSupport
import Testing

/// Events while a program has the terminal.
@Suite("Sessions", .waitsForProcesses) struct SessionTests {
  @Test("A program receives the new size of its terminal") func resizing() throws {
    let terminal = try Probe.start()
    for (columns, lines) in [(100, 30), (20, 5), (300, 100), (1, 1), (80, 24)] {
      terminal.resize(columns: columns, lines: lines)
      let text = "size \(columns)x\(lines)".prefix(columns)
      try terminal.wait("size") { $0.line(0).hasPrefix(text) }
    }
  }

  @Test("A stopped program restores the terminal, and sets it up again when it continues")
  func stopping() throws {
    let terminal = try Probe.start()
    let running = terminal.settings
    terminal.type("a\u{1A}")
    try expectEqual(terminal.waitForStop(), SIGTSTP)
    expectEqual(terminal.damage, [])
    terminal.resize(columns: 40, lines: 8)
    terminal.screen.feed(Array("\u{1B}[2Jsomebody else's words".utf8))
    terminal.continueInForeground()
    try terminal.wait { $0.contains("resume") && $0.contains("size 40x8") }
    #expect(!terminal.screen.contains("somebody"))
    expectEqual(terminal.screen.lines.count { $0 == "resume" }, 1)
    expectEqual(terminal.settings, running)
    #expect(terminal.screen.isAlternateScreen)
    expectEqual(terminal.screen.mouse, .drags)
    #expect(terminal.screen.bracketsPastes)
    terminal.type("b")
    try terminal.wait(for: "key b")
    try terminal.finish(typing: "q")
  }

  /// A program can stop at any point of a frame, also while lines scroll between two that stay.
  @Test("A program that stops while it draws restores the terminal") func stopsWhileDrawing() throws {
    let terminal = try PseudoTerminal(Probe.path, ["--frames"], columns: 60, lines: 12)
    try terminal.wait(for: "frame")
    for number in 0..<20 {
      let count = terminal.output.count + number * 97
      try terminal.wait("more frames") { _ in terminal.output.count > count }
      terminal.type("\u{1A}")
      try terminal.waitForStop()
      expectEqual(terminal.damage, [])
      terminal.continueInForeground()
    }
    try terminal.finish(typing: "q")
  }

  /// If the shell's `bg` continues the program, it stops again and does not draw over other output.
  @Test(
    "A program that continues in the background stops again and draws nothing", arguments: [SIGTSTP, SIGSTOP])
  func background(signal: Int32) throws {
    let terminal = try Probe.start()
    terminal.send(signal: signal)
    try terminal.waitForStop()
    let settings = terminal.settings
    terminal.continueInBackground()
    try terminal.wait("a stop in the background") { _ in terminal.stop == SIGTTOU }
    #expect(!terminal.screen.contains("resume"))
    expectEqual(terminal.settings, settings)
    terminal.continueInForeground()
    try terminal.wait { $0.contains("resume") && $0.contains("size 60x12") }
    try terminal.finish(typing: "q")
  }

  #if os(Linux)
    /// The program asks twice at its start whether it has the terminal, and again when it continues.
    @Test("A program stopped while it continues stops again in the background") func backgroundMeanwhile()
      throws
    {
      let terminal = try Probe.start(environment: ["STOP_AFTER_LOOK": "3"])
      terminal.type("\u{1A}")
      try expectEqual(terminal.waitForStop(), SIGTSTP)
      terminal.continueInForeground()
      try terminal.wait("a stop in the foreground") { _ in terminal.stop == SIGSTOP }
      terminal.continueInBackground()
      try terminal.wait("a stop in the background") { _ in terminal.stop == SIGTTOU }
      terminal.continueInForeground()
      try terminal.wait { $0.contains("resume") && $0.contains("size 60x12") }
      try terminal.finish(typing: "q")
    }
  #endif

  @Test(
    "The terminal stores as many titles as it restores, also after SIGCONT",
    arguments: [nil, SIGCONT, SIGSTOP])
  func titles(signal: Int32?) throws {
    let terminal = try Probe.start(environment: ["TERM": "xterm-256color"])
    terminal.type("Z")
    try terminal.wait(for: "key Z")
    if let signal {
      terminal.send(signal: signal)
      if signal == SIGSTOP {
        try terminal.waitForStop()
        terminal.continueInForeground()
      }
      try terminal.wait(for: "resume")
    }
    try terminal.finish(typing: "q")
    func count(_ number: String) -> Int {
      terminal.outputText.split(separator: "\u{1B}[\(number);", omittingEmptySubsequences: false).count - 1
    }
    expectEqual(count("22"), signal == nil ? 2 : 4)
    expectEqual(count("22"), count("23"))
  }

  @Test("A program sets up the terminal again after SIGSTOP") func setupAfterStop() throws {
    let terminal = try Probe.start()
    let running = terminal.settings
    terminal.send(signal: SIGSTOP)
    try expectEqual(terminal.waitForStop(), SIGSTOP)
    terminal.screen.feed(
      Array("\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?1049l\u{1B}[?25hsomebody else's words".utf8))
    terminal.continueInForeground()
    try terminal.wait { $0.contains("resume") && $0.contains("size 60x12") }
    #expect(terminal.screen.isAlternateScreen)
    expectEqual(terminal.screen.mouse, .drags)
    #expect(terminal.screen.bracketsPastes)
    expectEqual(terminal.settings, running)
    #expect(!terminal.screen.contains("somebody"))
    try terminal.finish(typing: "q")
  }

  @Test("ctrl-l draws the screen again") func redrawing() throws {
    let terminal = try Probe.start()
    terminal.screen.feed(Array("\u{1B}[2Jrubbish".utf8))
    terminal.type("\u{C}")
    try terminal.wait { $0.contains("size 60x12") && !$0.contains("rubbish") }
  }

  @Test("Tasks run while the event loop waits") func tasks() throws {
    let terminal = try Probe.start()
    terminal.type("W")
    try terminal.wait(for: "ticks 1")
  }

  @Test("Control keys that a terminal could handle itself reach the program") func controlKeys() throws {
    let terminal = try Probe.start()
    for (byte, name) in [
      ("\u{11}", "ctrl-q"), ("\u{13}", "ctrl-s"), ("\u{F}", "ctrl-o"), ("\u{16}", "ctrl-v"),
    ] {
      terminal.type(byte)
      try terminal.wait(for: "key \(name)")
    }
    terminal.type("\n")
    try terminal.wait(for: "key ctrl-j")
    terminal.type("\r")
    try terminal.wait(for: "key enter")
  }

  @Test("A long paste is a single event") func longPastes() throws {
    let terminal = try Probe.start()
    terminal.type("\u{1B}[200~" + String(repeating: "0123456789", count: 1000) + "\u{1B}[201~")
    try terminal.wait(for: "paste 10000")
    terminal.type("z")
    try terminal.wait(for: "key z")
  }

  @Test("A program can decline mouse events") func noMouse() throws {
    let terminal = try Probe.start(["--no-mouse"])
    expectEqual(terminal.screen.mouse, .none)
  }

  @Test(
    "Options and the environment determine the colour depth",
    arguments: [
      ([], ["NO_COLOR": "1"], "mono"), (["--color=trueColor"], ["NO_COLOR": "1"], "mono"),
      ([], ["NO_COLOR": ""], "palette"), (["--color=never"], [:], "mono"), (["--color=ansi16"], [:], "ansi"),
      (["--color=palette256"], ["TERM": "xterm"], "palette"), ([], ["TERM": "xterm"], "ansi"),
      ([], ["TERM": "vt100"], "mono"), ([], ["TERM": "linux"], "ansi"),
      ([], ["COLORTERM": "truecolor"], "trueColor"), (["--color=trueColor"], [:], "trueColor"),
      ([], ["COLORTERM": "truecolor", "TERM": "screen-256color"], "palette"),
      (["--color=palette256"], ["COLORTERM": "truecolor"], "palette"),
    ])
  func colors(arguments: [String], environment: [String: String], depth: String) throws {
    let terminal = try Probe.start(arguments, environment: environment)
    try terminal.wait(for: "depth \(depth)")
  }

  @Test("The background colour of the terminal determines the interface style")
  func backgroundColor() throws {
    let terminal = try Probe.start()
    terminal.type("\u{1B}]11;rgb:fdfd/f6f6/e3e3\u{7}\u{1B}[?64;1;2c")
    try terminal.wait(for: "traits light")
    terminal.type("\u{1B}[?997;1n\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?64;1;2c")
    try terminal.wait(for: "traits dark")
    #expect(!terminal.screen.contains("key"))
    try terminal.finish(typing: "q")
  }
}
