import CPseudoTerminal
import LibC

/// How long a test waits for an event that may never happen.
///
/// A busy machine makes a program late, not wrong. So patience does not use the clock, but counts what the
/// program does: the test gives up after many checks at which every process of the program's session was
/// asleep, or after much processor time.
public struct Patience: Sendable {
  /// The number of checks at which all processes may be asleep.
  public var idleLooks: Int
  /// The processor time that the processes may use.
  public var processorTime: Duration

  /// Creates a patience; with the default values, a test gives up only on programs that hang.
  public init(idleLooks: Int = 600, processorTime: Duration = .seconds(300)) {
    self.idleLooks = idleLooks
    self.processorTime = processorTime
  }

  /// The minimum time between two checks, in milliseconds.
  static let interval: Int32 = 100

  /// The activity of a session's processes since the test began to wait for them.
  struct Count {
    private let session: pid_t
    private var ran: UInt64?
    private(set) var idleLooks = 0
    private(set) var processorTime = Duration.zero

    init(session: pid_t) { self.session = session }

    /// Checks the processes; call this when nothing has arrived from them for a while.
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
