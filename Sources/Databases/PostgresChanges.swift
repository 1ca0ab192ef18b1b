import Dispatch
import ListKit

/// Tells that a table may have changed: by its trigger, for which a connection waits that costs nothing while nothing is
/// written; or, where it has none, or notifications do not arrive, at an interval, without knowing.
struct PostgresChanges: Sendable {
  let address: String
  /// The number by which the server knows the table.
  let table: String
  let interval: Duration

  /// The trigger that sends notifications on the channel of a table; see `Documentation/databases.md`.
  static let trigger = "listkit_notify"

  /// A value after each change; changes that come faster than they are taken are one.
  func stream() -> AsyncStream<PageChange> {
    let (changes, mailbox) = AsyncStream<PageChange>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let signal = WakePipe()
    mailbox.onTermination = { _ in signal.wake() }
    DispatchQueue(label: "databases.postgres.changes").async {
      follow(until: signal) { mailbox.yield($0) }
    }
    return changes
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
        // The server may have gone after what was read last. Another connection is made, at growing distances.
        report(.certain)
        attempts += 1
        if signal.wait(for: -1, atMost: .milliseconds(250 << min(attempts, 5))) == nil { return }
      case .untold:
        while signal.wait(for: -1, atMost: interval) != nil { report(.possible) }
        return
      }
    }
  }

  private enum Outcome {
    case ended
    case lost
    /// The server tells of no changes.
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
    // Meanwhile something may have happened.
    report(.certain)
    while true {
      switch take(connection) {
      case nil: return .lost
      case true?: report(.certain)
      case false?: break
      }
      if signal.wait(for: connection.library.socket(connection.handle), atMost: nil) == nil { return .ended }
    }
  }

  /// Whether notifications of other connections arrive. A pooler that lends its connections for one transaction each
  /// answers LISTEN with OK, and loses them.
  private func isTold(on connection: PostgresConnection, until signal: WakePipe) throws -> Bool {
    let probe = "listkit_probe_\(UInt64.random(in: 0 ... .max))"
    try connection.exchange([SQLStatement("LISTEN \(probe)", .postgres)])
    // Another connection sends it, at a time when a pooler has taken this one back.
    try PostgresConnection(address).exchange([SQLStatement("NOTIFY \(probe)", .postgres)])
    for _ in 0..<20 {
      if take(connection) == true {
        try connection.exchange([SQLStatement("UNLISTEN \(probe)", .postgres)])
        return true
      }
      guard signal.wait(for: connection.library.socket(connection.handle), atMost: .milliseconds(100)) != nil
      else {
        return false
      }
    }
    // The pooler's connection need not listen on.
    try connection.exchange([SQLStatement("UNLISTEN \(probe)", .postgres)])
    return false
  }

  /// Takes notifications; nil where the connection is gone.
  private func take(_ connection: PostgresConnection) -> Bool? {
    let library = connection.library
    // Twice: the end of a connection may be behind the server's last bytes, and is not reported once more.
    for _ in 0..<2 where library.consumeInput(connection.handle) == 0 { return nil }
    var isTold = false
    while let notification = library.notification(connection.handle) {
      library.freeMemory(notification)
      isTold = true
    }
    return isTold
  }
}
