import LibC
import TerminalTesting
import TestSupport
import Testing

/// Every way to end a program that draws as fast as it can, at many moments from its very start on, on
/// terminals that read, that have stopped reading, and that are gone.
///
/// `LISTKIT_SOAK_ENDINGS=2000` runs as many endings instead of the usual ones.
@Suite struct EndingTests {
  static let count = getenv("LISTKIT_SOAK_ENDINGS").flatMap { Int(String(cString: $0)) } ?? 136

  @Test(arguments: Ending.Way.possible)
  func theTerminalIsGivenBack(way: Ending.Way) { run(way, of: .probe) }

  /// The program of the README, whose last line is `Terminal.main(controller)`.
  @Test(arguments: Ending.Way.possible.filter { $0.signal != nil })
  func theTerminalIsGivenBackByTheMainOfATerminal(way: Ending.Way) { run(way, of: .readme) }

  private func run(_ way: Ending.Way, of program: Ending.Program) {
    let share = Self.count / Ending.Way.allCases.count
    var generator = SeededGenerator(seed: way.rawValue.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
    for number in 0..<share {
      let terminal = Ending.Terminal.allCases[[0, 1, 0, 2][number % 4]]
      // It is the alarm that ends a program which a terminal holds up.
      if ProgramEnvironment.delaysSignals, terminal == .stalled { continue }
      let ending = Ending(
        program: program, way: way, terminal: terminal,
        // Half of them while the program starts.
        moment: .milliseconds(Int.random(in: 0...(number % 8 < 4 ? 40 : 150), using: &generator)))
      #expect(ending.problems() == [], "\(ending)")
    }
  }
}

/// One end of a program.
struct Ending {
  /// What is ended.
  enum Program: Sendable {
    /// Draws as fast as it can, and knows ways to end.
    case probe
    /// Shows a list.
    case readme

    fileprivate func start() throws -> PseudoTerminal {
      switch self {
      case .probe: try PseudoTerminal(Probe.path, ["--frames"], columns: 60, lines: 12)
      case .readme: try PseudoTerminal(BuiltProducts.path(of: "readme-example"), columns: 60, lines: 12)
      }
    }
  }

  /// What ends it.
  enum Way: String, CaseIterable, Sendable {
    case hangup, interrupt, quit, terminate, pipe, user, segmentation, abort, illegal
    case fatalError, exit, returning, throwing, overflow, backgroundCrash, backgroundOverflow, manyCrashes

    /// Those that can be told here.
    ///
    /// Sanitizers do their own to a stack that overflows. The thread sanitizer takes signals of crashes for the
    /// program's own, wherever they arrive: one from outside may interrupt the sanitizer itself.
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

    /// The key that makes the probe end like this.
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

    /// Whether the program is only asked to end: it does so in its event loop.
    var isRequest: Bool { [SIGHUP, SIGINT, SIGTERM].contains(signal) }
  }

  /// What becomes of the other side of the terminal.
  enum Terminal: CaseIterable, Sendable {
    case reading, stalled, closed
  }

  var program: Program
  var way: Way
  var terminal: Terminal
  /// The processor time the program has had when it is ended; one that waits for something itself is ended then.
  var moment: Duration

  /// Runs the program and ends it; answers what is wrong afterwards.
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
    // A program that draws on a terminal that takes nothing reads no keys, and hears a request late. Users wait
    // until the terminal goes on; requests they repeat, and the third ends the program.
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

  /// What is wrong when the program has ended.
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
