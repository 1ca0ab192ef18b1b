import CPseudoTerminal
import TerminalTesting
import Testing

/// What a program does that has nothing to do.
enum Rest {
  /// Checks that a time comes in which no thread of the program is woken and nothing is drawn.
  ///
  /// Threads of a pool end some seconds after their last work, for which they are woken once more. Whatever wakes up
  /// again and again, were it once in a while, leaves no such time.
  static func check(_ terminal: PseudoTerminal) {
    // The thread sanitizer has a thread of its own, and not every system counts.
    guard !ProgramEnvironment.isSanitized, var last = turns(of: terminal) else { return }
    var quiet = 0
    var rounds = 0
    let (step, wanted, most) = (Duration.milliseconds(250), 20, 240)
    while quiet < wanted, rounds < most {
      let output = terminal.output.count
      terminal.read(for: step)
      let now = turns(of: terminal)
      quiet = now == last && terminal.output.count == output ? quiet + 1 : 0
      if let now { last = now }
      rounds += 1
    }
    #expect(quiet == wanted, "within a minute there were no three seconds in which nothing was woken")
  }

  /// How often its threads were given a processor; nil where nobody counts.
  private static func turns(of terminal: PseudoTerminal) -> UInt64? {
    var activity = process_activity()
    return process_activity_read(terminal.process, &activity) == 0 ? activity.turns : nil
  }
}
