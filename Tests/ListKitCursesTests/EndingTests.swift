import LibC
import TerminalTesting
import TestSupport
import Testing

/// Every way to end a program that draws as fast as it can, at many moments from its very start on, on
/// terminals that read, that have stopped reading, and that are closed.
///
/// `make test` plays half of the endings of `make check`; `LISTKIT_SOAK_ENDINGS=2000` sets their number.
@Suite("Endings at any moment", .waitsForProcesses) struct EndingTests {
  static let count =
    getenv("LISTKIT_SOAK_ENDINGS").flatMap { Int(String(cString: $0)) } ?? (TestRun.isThorough ? 136 : 68)

  @Test("A program that ends in any way at any moment restores the terminal", arguments: Ending.Way.possible)
  func everyWay(way: Ending.Way) { run(way, of: .probe) }

  /// The program of the README, whose last line is `Terminal.main(controller)`.
  @Test(
    "The README's program restores the terminal when a signal ends it at any moment",
    arguments: Ending.Way.possible.filter { $0.signal != nil })
  func readmeProgram(way: Ending.Way) { run(way, of: .readme) }

  private func run(_ way: Ending.Way, of program: Ending.Program) {
    let share = Self.count / Ending.Way.allCases.count
    var generator = SeededGenerator(seed: way.rawValue.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
    for number in 0..<share {
      let terminal = Ending.Terminal.allCases[[0, 1, 0, 2][number % 4]]
      // An alarm signal ends a program that a terminal blocks.
      if ProgramEnvironment.delaysSignals, terminal == .stalled { continue }
      let ending = Ending(
        program: program, way: way, terminal: terminal,
        // Half of the moments are during the start of the program; in a row of eight, each terminal has both.
        moment: .milliseconds(
          Int.random(in: 0...((number + number / 4).isMultiple(of: 2) ? 40 : 150), using: &generator)))
      expectEqual(ending.problems(), [], "\(ending)")
    }
  }
}

/// One end of a program.
struct Ending {
  /// The program that ends.
  enum Program: Sendable {
    /// A program that draws as fast as it can, and has keys for the ways to end.
    case probe
    /// A program that shows a list.
    case readme

    fileprivate func start() throws -> PseudoTerminal {
      switch self {
      case .probe: try PseudoTerminal(Probe.path, ["--frames"], columns: 60, lines: 12)
      case .readme: try PseudoTerminal(BuiltProducts.path(of: "readme-example"), columns: 60, lines: 12)
      }
    }
  }

  /// The cause of the end.
  enum Way: String, CaseIterable, Sendable {
    case hangup, interrupt, quit, terminate, pipe, user, segmentation, abort, illegal
    case fatalError, exit, returning, throwing, overflow, backgroundCrash, backgroundOverflow, manyCrashes

    /// The ways that can be tested here.
    ///
    /// Sanitizers handle stack overflows themselves. The thread sanitizer treats crash signals as the
    /// program's own, wherever they arrive: a signal from outside may interrupt the sanitizer itself.
    static let possible = allCases.filter { way in
      !(way.overflows && ProgramEnvironment.isSanitized)
        && !(way.isCrashFromOutside && ProgramEnvironment.delaysSignals)
    }

    private var overflows: Bool { self == .overflow || self == .backgroundOverflow }

    private var isCrashFromOutside: Bool { [SIGSEGV, SIGABRT, SIGILL, SIGPIPE].contains(signal) }

    var signal: Int32? {
      switch self {
      case .hangup: SIGHUP
      case .interrupt: SIGINT
      case .quit: SIGQUIT
      case .terminate: SIGTERM
      case .pipe: SIGPIPE
      case .user: SIGUSR1
      case .segmentation: SIGSEGV
      case .abort: SIGABRT
      case .illegal: SIGILL
      default: nil
      }
    }

    /// The key that makes the probe end in this way.
    var key: String {
      switch self {
      case .fatalError: "F"
      case .exit: "X"
      case .returning: "q"
      case .throwing: "T"
      case .overflow: "S"
      case .backgroundCrash: "B"
      case .backgroundOverflow: "O"
      case .manyCrashes: "C"
      default: ""
      }
    }

    /// Whether the signal only requests the end, which then happens in the program's event loop.
    var isRequest: Bool { [SIGHUP, SIGINT, SIGTERM].contains(signal) }
  }

  /// The state of the other side of the terminal.
  enum Terminal: CaseIterable, Sendable {
    case reading, stalled, closed
  }

  var program: Program
  var way: Way
  var terminal: Terminal
  /// The processor time of the program before it is ended; a program that waits is ended at once.
  var moment: Duration

  /// Runs the program, ends it, and returns the problems found afterwards.
  func problems() -> [String] {
    do {
      let program = try program.start()
      switch terminal {
      case .reading: return try endReading(program)
      case .stalled: return try endStalled(program)
      case .closed: return endClosed(program)
      }
    } catch {
      return ["\(error)"]
    }
  }

  private func endReading(_ program: PseudoTerminal) throws -> [String] {
    program.letRun(for: moment)
    strike(program)
    return try judge(program)
  }

  private func endStalled(_ program: PseudoTerminal) throws -> [String] {
    program.letRun(for: moment, reads: false)
    strike(program)
    // A program that draws on a blocked terminal reads no keys, and handles a request late. Users wait until
    // the terminal continues, or repeat the request; the third one ends the program.
    let isKey = way.signal == nil
    var strikes = 1
    while !program.waitUntilGone(patience: isKey || way.isRequest ? Patience(idleLooks: 2) : Patience()) {
      guard way.isRequest, strikes < 50 else { break }
      strike(program)
      strikes += 1
    }
    if !isKey, !program.isGone { return ["still there"] }
    return try judge(program)
  }

  private func endClosed(_ program: PseudoTerminal) -> [String] {
    program.letRun(for: moment)
    program.hangUp()
    strike(program)
    return program.waitUntilGone() ? [] : ["still there"]
  }

  private func strike(_ program: PseudoTerminal) {
    if let signal = way.signal { program.send(signal: signal) } else { program.type(way.key) }
  }

  /// Returns the problems after the end of the program.
  private func judge(_ program: PseudoTerminal) throws -> [String] {
    let end = try program.waitForEnd()
    var problems = program.damage + program.afterthoughts.map { "afterwards \($0)" }
    if let signal = way.signal, end != .killed(signal), !way.isRequest || end != .exited(128 + signal) {
      problems.append("\(end)")
    }
    return problems
  }
}

extension Ending: CustomTestStringConvertible {
  var testDescription: String { "\(program) \(way) after \(moment) of processor time, terminal \(terminal)" }
}
