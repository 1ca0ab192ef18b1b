import LibC
import TerminalTesting
import TestSupport
import Testing

extension GivingBackTests {
  /// Rarely used signals of the operating system.
  private static let rareSignals: [Int32] = {
    #if os(Linux)
      [SIGPROF, SIGIO, SIGPWR]
    #else
      [SIGPROF]
    #endif
  }()

  @Test(
    "A fatal signal restores the terminal and ends the program",
    arguments: [SIGSEGV, SIGQUIT, SIGPIPE, SIGUSR1, SIGALRM] + rareSignals)
  func onFatalSignal(signal: Int32) throws {
    let terminal = try Probe.start()
    terminal.send(signal: signal)
    try terminal.finish(.killed(signal))
  }

  @Test("ctrl-backslash restores the terminal and ends the program with SIGQUIT")
  func onControlBackslash() throws {
    let terminal = try Probe.start()
    try terminal.finish(typing: "\u{1C}", .killed(SIGQUIT))
  }

  #if os(Linux)
    /// A ctrl-c discards what was typed before it, even while the program is about to read it.
    @Test("ctrl-c ends the program while it reads another key") func controlCDuringRead() throws {
      let terminal = try Probe.start(environment: ["SLOW_READ": "1"])
      terminal.type("a")
      try terminal.wait("a reading that has begun") { _ in terminal.outputText.contains("slow-read") }
      try terminal.finish(typing: "\u{3}", .exited(130))
    }
  #endif

  @Test(
    "A request restores the terminal and ends a program whose main queue never runs again",
    arguments: [SIGTERM, SIGHUP, SIGINT])
  func hungProgram(signal: Int32) throws {
    let terminal = try Probe.start()
    terminal.type("D")
    try terminal.wait(for: "key D")
    terminal.send(signal: signal)
    try terminal.finish(.exited(128 + signal))
  }

  /// The first work of the screen keeps the main queue after the request was read.
  @Test("A request ends a program that answers it by work without end")
  func workWhileEnding() throws {
    let terminal = try PseudoTerminal(Probe.path, ["--list", "--hung-end"])
    try terminal.wait(for: "an empty list")
    terminal.send(signal: SIGTERM)
    try terminal.finish(.exited(143))
  }

  /// A frame that the terminal does not accept keeps the program from ending. The program cannot write to such
  /// a terminal, but it can reset the modes, which are in the kernel.
  @Test("A request ends a program that waits for a blocked terminal")
  func blockedProgram() throws {
    let terminal = try Probe.start()
    terminal.type("L")
    try terminal.waitUntilBlocked()
    terminal.send(signal: SIGINT)
    #expect(terminal.waitUntilGone())
    try expectEqual(terminal.waitForEnd(), .exited(130))
    expectEqual(terminal.settings, terminal.initialSettings)
  }

  /// A blocked terminal keeps no program from ending, even one that draws again before it has read the
  /// request.
  @Test("A single request ends a program whose frames a blocked terminal does not accept")
  func blockedFrames() throws {
    let terminal = try Probe.start()
    terminal.type("V")
    try terminal.waitUntilBlocked()
    terminal.send(signal: SIGTERM)
    #expect(terminal.waitUntilGone())
    try terminal.finish(.exited(143))
  }
}
