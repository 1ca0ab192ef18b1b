import Files
import ListKitPaging

/// Reports that a table may have changed. If the table has the trigger, a connection waits for its
/// notifications, which costs nothing while there are no writes. Without the trigger, or if notifications do
/// not arrive, reports a possible change at every interval.
struct PostgresChanges: Sendable {
  let address: String
  /// The server's number for the table.
  let table: String
  let interval: Duration

  /// The name of the trigger, which sends notifications on the channel of a table; see
  /// `Documentation/databases.md`.
  static let trigger = "listkit_notify"

  /// Returns a stream with a value after each change.
  func stream() -> AsyncStream<PageChange> {
    .reported { signal, report in follow(until: signal, report: report) }
  }

  private func follow(until signal: WakePipe, report: (PageChange) -> Void) {
    var attempts = 0
    while true {
      switch listen(
        until: signal,
        report: { change in
          attempts = 0
          report(change)
        })
      {
      case .ended: return
      case .lost:
        // Writes after the last notification may have been missed, so a change is reported. Attempts to
        // reconnect slow down.
        report(.certain)
        attempts += 1
        if signal.wait(for: -1, atMost: .milliseconds(250 << min(attempts, 5))) == .woken { return }
      case .untold:
        while signal.wait(for: -1, atMost: interval) != .woken { report(.possible) }
        return
      }
    }
  }

  private enum Outcome {
    case ended
    case lost
    /// The server sends no notifications.
    case untold
  }

  private func listen(until signal: WakePipe, report: (PageChange) -> Void) -> Outcome {
    guard let connection = try? PostgresConnection(address) else { return .lost }
    let channel = "listkit_\(table)".sqlName
    do {
      let trigger = SQLStatement(
        "SELECT 1 FROM pg_catalog.pg_trigger WHERE tgrelid = $1::oid AND tgname = $2::name AND tgenabled <> 'D'",
        .postgres, [SQLValue(table), SQLValue(Self.trigger)])
      guard !table.isEmpty, try !connection.exchange([trigger])[0].isEmpty else { return .untold }
      guard try isTold(on: connection, until: signal) else { return .untold }
      try connection.exchange([SQLStatement("LISTEN \(channel)", .postgres)])
    } catch {
      return (error as? DatabaseError)?.kind == .lost ? .lost : .untold
    }
    // The table may have changed before LISTEN.
    report(.certain)
    while true {
      switch take(connection) {
      case nil: return .lost
      case true?: report(.certain)
      case false?: break
      }
      if signal.wait(for: connection.library.socket(connection.handle), atMost: nil) == .woken {
        return .ended
      }
    }
  }

  /// Returns whether notifications of other connections arrive. A connection pooler that lends a connection
  /// for a single transaction accepts LISTEN, but loses the notifications.
  private func isTold(on connection: PostgresConnection, until signal: WakePipe) throws -> Bool {
    let probe = "listkit_probe_\(UInt64.random(in: 0 ... .max))"
    try connection.exchange([SQLStatement("LISTEN \(probe)", .postgres)])
    // Another connection sends it, when a pooler has already taken this one back.
    try PostgresConnection(address).exchange([SQLStatement("NOTIFY \(probe)", .postgres)])
    for _ in 0..<20 {
      if take(connection) == true {
        try connection.exchange([SQLStatement("UNLISTEN \(probe)", .postgres)])
        return true
      }
      let news = signal.wait(for: connection.library.socket(connection.handle), atMost: .milliseconds(100))
      if news == .woken { return false }
    }
    // The connection of the pooler should not keep listening.
    try connection.exchange([SQLStatement("UNLISTEN \(probe)", .postgres)])
    return false
  }

  /// Takes notifications, and returns whether there were any; nil if the connection is lost.
  private func take(_ connection: PostgresConnection) -> Bool? {
    let library = connection.library
    // Twice: the first call may read only the last bytes of a closed connection, whose end the socket does
    // not report again.
    for _ in 0..<2 where library.consumeInput(connection.handle) == 0 { return nil }
    var isTold = false
    while let notification = library.notification(connection.handle) {
      library.freeMemory(notification)
      isTold = true
    }
    return isTold
  }
}
