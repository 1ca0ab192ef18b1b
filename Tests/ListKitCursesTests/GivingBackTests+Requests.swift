import TerminalTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension GivingBackTests {
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
  @Test(.disabled(if: ProgramEnvironment.delaysSignals)) func oneRequestEndsAProgramWhoseFramesNobodyTakes()
    async throws
  {
    let terminal = try Probe.start()
    terminal.type("V")
    try await Task.sleep(for: .milliseconds(300))  // Not read from meanwhile: it fills up.
    terminal.send(signal: SIGTERM)
    for _ in 0..<600 where kill(terminal.process, 0) == 0 { try await Task.sleep(for: .milliseconds(30)) }
    #expect(kill(terminal.process, 0) != 0)
    #expect(try terminal.waitForEnd() == .exited(143))
    #expect(terminal.damage == [])
  }
}
