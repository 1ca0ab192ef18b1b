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
    // What counts is how often it is woken, not how long that takes.
    let (step, wanted, most) = (Duration.milliseconds(250), 20, 200)
    var (quiet, awake) = (0, 0)
    while quiet < wanted, awake < most {
      let output = terminal.output.count
      terminal.read(for: step)
      let now = turns(of: terminal)
      if now == last && terminal.output.count == output {
        quiet += 1
      } else {
        quiet = 0
        awake += 1
      }
      if let now { last = now }
    }
    #expect(
      quiet == wanted,
      "something was woken in \(awake) quarters of a second, and never rested for five seconds")
  }

  /// How often its threads were given a processor; nil where the system does not count.
  private static func turns(of terminal: PseudoTerminal) -> UInt64? {
    var activity = process_activity()
    return process_activity_read(terminal.process, &activity) == 0 ? activity.turns : nil
  }
}
