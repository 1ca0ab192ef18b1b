import CPseudoTerminal
import LibC

/// How long a test waits for a program that may never do what the test waits for.
///
/// A busy machine makes a program late, not wrong. So patience is counted in what the program does, not on the clock: the
/// test gives up after many looks at which every process of the program's session slept, or after much processor time.
public struct Patience: Sendable {
  /// At how many looks all processes may be asleep.
  public var idleLooks: Int
  /// How long they may run.
  public var processorTime: Duration

  /// Creates a patience; with the values it has by default, only what hangs is given up.
  public init(idleLooks: Int = 600, processorTime: Duration = .seconds(300)) {
    self.idleLooks = idleLooks
    self.processorTime = processorTime
  }

  /// Milliseconds between two looks at least.
  static let interval: Int32 = 100

  /// What the processes of a session have done since the test began to wait for them.
  struct Count {
    private let session: pid_t
    private var ran: UInt64?
    private(set) var idleLooks = 0
    private(set) var processorTime = Duration.zero

    init(session: pid_t) { self.session = session }

    /// Looks at the processes; to be called when nothing has arrived from them for a while.
    mutating func look() {
      var now = process_activity()
      session_activity_read(session, &now)
      if now.is_running == 0 { idleLooks += 1 }
      if let ran, now.ran > ran { processorTime += .nanoseconds(Int64(now.ran - ran)) }
      ran = now.ran
    }

    /// Whether the test gives up.
    func exceeds(_ patience: Patience) -> Bool {
      idleLooks >= patience.idleLooks || processorTime >= patience.processorTime
    }
  }
}
