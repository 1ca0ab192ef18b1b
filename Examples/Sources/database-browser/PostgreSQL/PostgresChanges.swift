import CPostgreSQL
import Dispatch
import ListKit

/// Tells that a table may have changed: by its trigger, for which a connection waits that costs nothing while nobody
/// writes; or, where it has none or the server knows no notifications, at an interval, without knowing.
struct PostgresChanges: Sendable {
  let address: PostgresAddress
  let trigger: PostgresTrigger
  let channel: String
  let interval: Duration?

  /// A value after each change; changes that come faster than they are taken are one.
  func stream() -> AsyncStream<PageChange> {
    let (changes, mailbox) = AsyncStream<PageChange>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let listener = PostgresListener(self) { mailbox.yield($0) }
    mailbox.onTermination = { _ in listener.end() }
    listener.begin()
    return changes
  }
}

/// A connection on which a server tells of changes. Where it is lost another one is made, at growing distances.
// All of it is touched on the queue alone.
private final class PostgresListener: @unchecked Sendable {
  private let changes: PostgresChanges
  private let report: @Sendable (PageChange) -> Void
  private let queue = DispatchQueue(label: "database-browser.postgres.changes")
  private var connection: OpaquePointer?
  private var source: (any DispatchSourceProtocol)?
  private var attempts = 0
  private var hasEnded = false

  init(_ changes: PostgresChanges, report: @escaping @Sendable (PageChange) -> Void) {
    self.changes = changes
    self.report = report
  }

  func begin() { queue.async { self.listen() } }

  func end() {
    queue.async {
      self.hasEnded = true
      self.close()
    }
  }

  private func listen() {
    if hasEnded { return }
    guard let connection = try? changes.address.connect() else {
      // The server may have gone after what was read last.
      report(.certain)
      return listenLater()
    }
    guard isTold(on: connection) else {
      PQfinish(connection)
      return lookAgain()
    }
    self.connection = connection
    attempts = 0
    let source = DispatchSource.makeReadSource(fileDescriptor: PQsocket(connection), queue: queue)
    source.setEventHandler { [weak self] in self?.take() }
    // The socket is closed when it is no longer watched.
    source.setCancelHandler { PQfinish(connection) }
    self.source = source
    source.activate()
    // Meanwhile something may have happened.
    report(.certain)
    take()
  }

  /// Whether the server tells of changes, and has been asked to.
  private func isTold(on connection: OpaquePointer) -> Bool {
    let statement = changes.trigger.isInstalled
    let found = withCStrings(statement.values) {
      PQexecParams(connection, statement.sql, Int32(statement.values.count), nil, $0, nil, nil, 0)
    }
    defer { PQclear(found) }
    guard PQresultStatus(found) == PGRES_TUPLES_OK, PQntuples(found) > 0 else { return false }
    let answer = PQexec(connection, "LISTEN \(changes.channel.sqlName)")
    defer { PQclear(answer) }
    return PQresultStatus(answer) == PGRES_COMMAND_OK
  }

  private func take() {
    guard let connection else { return }
    // Twice: the end of a connection may be behind the server's last bytes, and is not reported once more.
    let isThere = (0..<2).allSatisfy { _ in PQconsumeInput(connection) != 0 }
    var isTold = false
    while let notification = PQnotifies(connection) {
      PQfreemem(notification)
      isTold = true
    }
    if isTold || !isThere { report(.certain) }
    if !isThere {
      close()
      listenLater()
    }
  }

  private func close() {
    source?.cancel()
    source = nil
    connection = nil
  }

  private func listenLater() {
    attempts += 1
    after(.milliseconds(250 << min(attempts, 5))) { $0.listen() }
  }

  /// There is no trigger: the table is read again at an interval.
  private func lookAgain() {
    guard let interval = changes.interval else { return }
    after(.nanoseconds(Int(interval / .nanoseconds(1)))) {
      $0.report(.possible)
      $0.lookAgain()
    }
  }

  private func after(_ interval: DispatchTimeInterval, _ body: @escaping @Sendable (PostgresListener) -> Void)
  {
    queue.asyncAfter(deadline: .now() + interval) { [weak self] in
      guard let self, !hasEnded else { return }
      body(self)
    }
  }
}
