import TerminalTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whatever ends the program, the terminal is as it was before.
@Suite struct GivingBackTests {
  @Test func theTerminalIsTakenFirst() throws {
    let terminal = try Probe.start()
    #expect(terminal.screen.isAlternateScreen)
    #expect(terminal.screen.mouse == .drags)
    #expect(terminal.screen.bracketsPastes)
    #expect(terminal.settings?.isEchoing == false)
    #expect(terminal.settings != terminal.initialSettings)
  }

  @Test func onReturn() throws {
    let terminal = try Probe.start()
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.damage == [])
    #expect(terminal.screen.line(0) == "answer 0")
  }

  @Test func onThrow() throws {
    let terminal = try Probe.start()
    terminal.type("T")
    #expect(try terminal.waitForEnd() == .exited(1))
    #expect(terminal.damage == [])
    #expect(terminal.screen.line(0) == "terminal-probe: thrown on purpose")
  }

  @Test func onExit() throws {
    let terminal = try Probe.start()
    terminal.type("X")
    #expect(try terminal.waitForEnd() == .exited(3))
    #expect(terminal.damage == [])
  }

  @Test(arguments: [
    ("F", "Fatal error: fatal on purpose"), ("I", "Fatal error: Index out of range"),
    ("B", "Fatal error: background on purpose"),
  ])
  func onTrap(key: String, message: String) throws {
    let terminal = try Probe.start()
    terminal.type(key)
    #expect([.killed(SIGILL), .killed(SIGTRAP)].contains(try terminal.waitForEnd()))
    #expect(terminal.damage == [])
    #expect(terminal.outputText.contains(message), "\(terminal.screen)")
  }

  @Test func onAbort() throws {
    let terminal = try Probe.start()
    terminal.type("A")
    #expect(try terminal.waitForEnd() == .killed(SIGABRT))
    #expect(terminal.damage == [])
  }

  @Test(.disabled(if: ProgramEnvironment.isSanitized)) func onStackOverflow() throws {
    let terminal = try Probe.start()
    terminal.type("S")
    #expect([.killed(SIGSEGV), .killed(SIGBUS)].contains(try terminal.waitForEnd()))
    #expect(terminal.damage == [])
  }

  /// Threads of queues and tasks have a stack for handlers as well.
  @Test(.disabled(if: ProgramEnvironment.isSanitized), arguments: ["O", "P"])
  func onStackOverflowInTheBackground(key: String) throws {
    let terminal = try Probe.start()
    terminal.type(key)
    #expect([.killed(SIGSEGV), .killed(SIGBUS)].contains(try terminal.waitForEnd()))
    #expect(terminal.damage == [])
  }

  @Test func onSeveralCrashesAtOnce() throws {
    for _ in 0..<10 {
      let terminal = try Probe.start()
      terminal.type("C")
      #expect([.killed(SIGILL), .killed(SIGTRAP)].contains(try terminal.waitForEnd()))
      #expect(terminal.damage == [])
      #expect(terminal.outputText.contains("many on purpose"))
    }
  }

  #if os(Linux)
    /// Swift's backtracer would wait half a minute for a key, with the terminal's modes changed.
    @Test(.disabled(if: ProgramEnvironment.isSanitized)) func theBacktracerAsksNothing() throws {
      let terminal = try Probe.start(
        environment: ["SWIFT_BACKTRACE": "symbolicate=off,cache=no,color=no"], columns: 80)
      terminal.type("F")
      #expect([.killed(SIGILL), .killed(SIGTRAP)].contains(try terminal.waitForEnd()))
      #expect(terminal.damage == [])
      #expect(terminal.outputText.contains("Fatal error: fatal on purpose"))
      #expect(terminal.outputText.contains("Backtrace took"))
      #expect(!terminal.screen.contains("Press space"))
    }

    /// A fault happens again once the backtracer is done, which a signal somebody sent does not.
    @Test(.disabled(if: ProgramEnvironment.isSanitized)) func aSentSignalEndsWithAReport() throws {
      let terminal = try Probe.start(
        environment: ["SWIFT_BACKTRACE": "symbolicate=off,cache=no,color=no"], columns: 80)
      terminal.send(signal: SIGILL)
      #expect(try terminal.waitForEnd() == .killed(SIGILL))
      #expect(terminal.damage == [])
      #expect(terminal.outputText.contains("Backtrace took"))
    }
  #endif

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func onRequest(signal: Int32) throws {
    let terminal = try Probe.start()
    terminal.send(signal: signal)
    #expect(try terminal.waitForEnd() == .exited(128 + signal))
    #expect(terminal.damage == [])
  }

  /// Signals of the operating system that hardly anybody knows.
  private static let rareSignals: [Int32] = {
    #if os(Linux)
      [SIGPROF, SIGIO, SIGPWR]
    #else
      [SIGPROF]
    #endif
  }()

  @Test(arguments: [SIGSEGV, SIGQUIT, SIGPIPE, SIGUSR1, SIGALRM] + rareSignals)
  func onFatalSignal(signal: Int32) throws {
    let terminal = try Probe.start()
    terminal.send(signal: signal)
    #expect(try terminal.waitForEnd() == .killed(signal))
    #expect(terminal.damage == [])
  }

  @Test func onControlBackslash() throws {
    let terminal = try Probe.start()
    terminal.type("\u{1C}")
    #expect(try terminal.waitForEnd() == .killed(SIGQUIT))
    #expect(terminal.damage == [])
  }

  @Test func onControlC() throws {
    let terminal = try Probe.start()
    terminal.type("\u{3}")
    #expect(try terminal.waitForEnd() == .exited(130))
    #expect(terminal.damage == [])
  }

  /// A ctrl-c throws away what was typed before it, also what the program is just about to read.
  @Test func onControlCWhileAKeyIsBeingRead() throws {
    for delay in [20, 40, 60, 80] as [Int32] {
      let terminal = try Probe.start(environment: ["SLOW_READ": "100"])
      terminal.type("a")
      poll(nil, 0, delay)
      terminal.type("\u{3}")
      #expect(try terminal.waitForEnd() == .exited(130))
      #expect(terminal.damage == [])
    }
  }

  @Test func theThirdControlCEndsAHungProgram() throws {
    let terminal = try Probe.start()
    terminal.type("D")
    try terminal.wait(for: "key D")
    for _ in 0..<50 where terminal.end == nil {
      terminal.type("\u{3}")
      try? terminal.wait(timeout: .milliseconds(100)) { _ in terminal.end != nil }
    }
    #expect(terminal.end == .exited(130))
    #expect(terminal.damage == [])
  }

  /// A frame that nobody takes keeps the program from ending; the third request does not wait for it. What
  /// the terminal does not take it cannot be told either, but its modes are the kernel's.
  @Test func theThirdControlCEndsABlockedProgram() async throws {
    let terminal = try Probe.start()
    terminal.type("L")
    try await Task.sleep(for: .milliseconds(300))  // Not read from meanwhile: it fills up.
    // Signals that come together are one, and on a busy machine many do; three is what it takes at best.
    for _ in 0..<300 where kill(terminal.process, 0) == 0 {
      terminal.send(signal: SIGINT)
      try await Task.sleep(for: .milliseconds(30))
    }
    #expect(kill(terminal.process, 0) != 0)
    #expect(try terminal.waitForEnd() == .exited(130))
    #expect(terminal.settings == terminal.initialSettings)
  }

  /// A terminal that takes nothing keeps no program from ending.
  @Test func oneRequestEndsAProgramWhoseFramesNobodyTakes() async throws {
    let terminal = try Probe.start()
    terminal.type("V")
    try await Task.sleep(for: .milliseconds(300))  // Not read from meanwhile: it fills up.
    terminal.send(signal: SIGTERM)
    for _ in 0..<600 where kill(terminal.process, 0) == 0 { try await Task.sleep(for: .milliseconds(30)) }
    #expect(kill(terminal.process, 0) != 0)
    #expect(try terminal.waitForEnd() == .exited(143))
    #expect(terminal.damage == [])
  }

  @Test func theTerminalMayBeTakenAgain() throws {
    let terminal = try Probe.start(["--twice"])
    terminal.type("a")
    try terminal.wait(for: "key a")
    terminal.type("q")
    try terminal.wait { $0.contains("size 60x12") && !$0.contains("key a") }
    terminal.type("b")
    try terminal.wait(for: "key b")
    terminal.send(signal: SIGTERM)
    #expect(try terminal.waitForEnd() == .exited(143))
    #expect(terminal.damage == [])
  }

  @Test func answeredRequestsDoNotAddUp() throws {
    let terminal = try Probe.start(["--stubborn"])
    for count in 1...5 {
      terminal.type("\u{3}")
      try terminal.wait { $0.lines.count { $0 == "key terminate" || $0 == "terminate 2" } == count }
    }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func standardErrorIsShownAfterwards() throws {
    let terminal = try Probe.start()
    terminal.type("Ea")
    try terminal.wait(for: "key a")
    #expect(!terminal.screen.contains("stray words"))
    terminal.type("q")
    try terminal.waitForEnd()
    #expect(terminal.screen.line(0) == "stray words")
    #expect(terminal.screen.line(1) == "answer 0")
  }

  /// Much of it is kept in part: the beginning, and the end, where a crash says why.
  @Test func muchStandardErrorIsShortened() throws {
    let terminal = try Probe.start()
    terminal.type("Ma")
    try terminal.wait(for: "key a")
    terminal.type("F")
    try terminal.waitForEnd()
    #expect(terminal.damage == [])
    let text = terminal.outputText
    #expect(text.contains("stray line 1\r\nstray line 2\r\n"))
    #expect(text.contains("stray line 200000\r\n"))
    #expect(!text.contains("stray line 100000\r\n"))
    #expect(text.contains(/\[\.\.\. 3\d{6} bytes of standard error left out \.\.\.\]/))
    #expect(text.contains("Fatal error: fatal on purpose"))
    #expect(text.utf8.count < 200_000)
  }

  /// Consoles have no second screen: what is said last must stand below the picture.
  @Test(arguments: ["linux", "vt100"])
  func messagesStandBelowThePicture(type: String) throws {
    let terminal = try Probe.start(environment: ["TERM": type])
    terminal.type("F")
    try terminal.waitForEnd()
    #expect(terminal.damage == [])
    #expect(terminal.outputText.contains("Fatal error: fatal on purpose"), "\(terminal.screen)")
  }

  @Test func theTerminalMayVanish() throws {
    let terminal = try Probe.start()
    terminal.hangUp()
    // SIGHUP does not come, as the shell in between lives; reading tells.
    #expect(try terminal.waitForEnd() == .exited(9))
  }
}
