import LibC
import TerminalTesting
import TestSupport
import Testing

/// However the program ends, it restores the terminal.
@Suite("Restoring the terminal", .waitsForProcesses) struct GivingBackTests {
  @Test("A program sets up the screen, the mouse, pastes and the terminal modes") func setup() throws {
    let terminal = try Probe.start()
    #expect(terminal.screen.isAlternateScreen)
    expectEqual(terminal.screen.mouse, .drags)
    #expect(terminal.screen.bracketsPastes)
    #expect(terminal.settings?.isEchoing == false)
    #expect(terminal.settings != terminal.initialSettings)
  }

  @Test("A program that returns restores the terminal and prints its answer") func onReturn() throws {
    let terminal = try Probe.start()
    try terminal.finish(typing: "q")
    expectEqual(terminal.screen.line(0), "answer 0")
  }

  @Test("A program that throws restores the terminal and prints the error") func onThrow() throws {
    let terminal = try Probe.start()
    try terminal.finish(typing: "T", .exited(1))
    expectEqual(terminal.screen.line(0), "terminal-probe: thrown on purpose")
  }

  @Test(
    "A trap restores the terminal and prints its message",
    arguments: [
      ("F", "Fatal error: fatal on purpose"), ("I", "Fatal error: Index out of range"),
      ("B", "Fatal error: background on purpose"),
    ])
  func onTrap(key: String, message: String) throws {
    let terminal = try Probe.start()
    terminal.type(key)
    #expect([.killed(SIGILL), .killed(SIGTRAP)].contains(try terminal.waitForEnd()))
    expectEqual(terminal.damage, [])
    #expect(terminal.outputText.contains(message), "\(terminal.screen)")
  }

  /// Threads of queues and tasks have a signal stack too.
  @Test(
    "A stack overflow in a background thread restores the terminal",
    .disabled(if: ProgramEnvironment.isSanitized), arguments: ["O", "P"])
  func onBackgroundOverflow(key: String) throws {
    let terminal = try Probe.start()
    terminal.type(key)
    #expect([.killed(SIGSEGV), .killed(SIGBUS)].contains(try terminal.waitForEnd()))
    expectEqual(terminal.damage, [])
  }

  #if os(Linux)
    /// Swift's backtracer would wait half a minute for a key, with the terminal's modes changed.
    @Test(
      "Swift's backtracer prints its report and does not wait for a key",
      .disabled(if: ProgramEnvironment.isSanitized))
    func backtracer() throws {
      let terminal = try Probe.start(
        environment: ["SWIFT_BACKTRACE": "symbolicate=off,cache=no,color=no"], columns: 80)
      terminal.type("F")
      #expect([.killed(SIGILL), .killed(SIGTRAP)].contains(try terminal.waitForEnd()))
      expectEqual(terminal.damage, [])
      #expect(terminal.outputText.contains("Fatal error: fatal on purpose"))
      #expect(terminal.outputText.contains("Backtrace took"))
      #expect(!terminal.screen.contains("Press space"))
    }

    /// A fault happens again when the backtracer has finished; a signal from kill() does not.
    @Test(
      "A signal from another process ends the program with a backtrace",
      .disabled(if: ProgramEnvironment.isSanitized))
    func sentSignal() throws {
      let terminal = try Probe.start(
        environment: ["SWIFT_BACKTRACE": "symbolicate=off,cache=no,color=no"], columns: 80)
      terminal.send(signal: SIGILL)
      try terminal.finish(.killed(SIGILL))
      #expect(terminal.outputText.contains("Backtrace took"))
    }
  #endif

  @Test("A program can use the terminal again after it restored it") func secondSession() throws {
    let terminal = try Probe.start(["--twice"])
    terminal.type("a")
    try terminal.wait(for: "key a")
    terminal.type("q")
    try terminal.wait { $0.contains("size 60x12") && !$0.contains("key a") }
    terminal.type("b")
    try terminal.wait(for: "key b")
    terminal.send(signal: SIGTERM)
    try terminal.finish(.exited(143))
  }

  /// Each signal arrives while the first screen closes.
  @Test("A ctrl-z that a screen did not take stops the program at the next one") func untakenStop() throws {
    let terminal = try Probe.start(["--twice"])
    terminal.type("K")
    try expectEqual(terminal.waitForStop(), SIGTSTP)
    expectEqual(terminal.damage, [])
    terminal.continueInForeground()
    terminal.type("b")
    try terminal.wait(for: "key b")
    try terminal.finish(typing: "q")
  }

  @Test("A request to end that a screen did not take ends the next one") func untakenRequest() throws {
    let terminal = try Probe.start(["--twice"])
    terminal.type("J")
    // If it arrives between the screens, it ends the program at once.
    #expect(try [.exited(143), .killed(SIGTERM)].contains(terminal.waitForEnd()))
    expectEqual(terminal.damage, [])
  }

  @Test("Requests that the program handles do not accumulate to a forced end") func handledRequests() throws {
    let terminal = try Probe.start(["--stubborn"])
    for count in 1...5 {
      terminal.type("\u{3}")
      try terminal.wait { $0.lines.count { $0 == "key terminate" || $0 == "terminate 2" } == count }
    }
    terminal.type("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
  }

  @Test("Output that a program prints is shown after it ends") func printedOutput() throws {
    let terminal = try Probe.start()
    terminal.type("EYa")
    try terminal.wait(for: "key a")
    #expect(!terminal.screen.contains("words"))
    terminal.type("q")
    try terminal.waitForEnd()
    expectEqual((0..<3).map(terminal.screen.line), ["stray words", "printed words", "answer 0"])
  }

  /// Long output to standard error is shortened: its beginning stays, and its end, which explains a crash.
  @Test("Long output to standard error is shortened in the middle") func longOutput() throws {
    let terminal = try Probe.start()
    terminal.type("Ma")
    try terminal.wait(for: "key a")
    terminal.type("F")
    try terminal.waitForEnd()
    expectEqual(terminal.damage, [])
    let text = terminal.outputText
    #expect(text.contains("stray line 1\r\nstray line 2\r\n"))
    #expect(text.contains("stray line 200000\r\n"))
    #expect(!text.contains("stray line 100000\r\n"))
    #expect(text.contains(/\[\.\.\. 3\d{6} bytes of output left out \.\.\.\]/))
    #expect(text.contains("Fatal error: fatal on purpose"))
    #expect(text.utf8.count < 200_000)
  }

  /// Consoles have no second screen: the last message must be below the program's screen.
  @Test("A crash prints its message on terminals without an alternate screen", arguments: ["linux", "vt100"])
  func consoleMessages(type: String) throws {
    let terminal = try Probe.start(environment: ["TERM": type])
    terminal.type("F")
    try terminal.waitForEnd()
    expectEqual(terminal.damage, [])
    #expect(terminal.outputText.contains("Fatal error: fatal on purpose"), "\(terminal.screen)")
  }

  @Test("A program ends if its terminal disappears") func lostTerminal() throws {
    let terminal = try Probe.start()
    terminal.hangUp()
    // SIGHUP does not arrive, because the shell in between is alive; the read fails instead.
    try expectEqual(terminal.waitForEnd(), .exited(9))
  }
}
