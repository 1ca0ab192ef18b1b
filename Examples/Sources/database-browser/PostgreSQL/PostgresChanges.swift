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
  private let tell: @Sendable (PageChange) -> Void
  private let queue = DispatchQueue(label: "database-browser.postgres.changes")
  private var connection: OpaquePointer?
  private var source: (any DispatchSourceProtocol)?
  private var attempts = 0
  private var hasEnded = false

  init(_ changes: PostgresChanges, tell: @escaping @Sendable (PageChange) -> Void) {
    (self.changes, self.tell) = (changes, tell)
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
      tell(.certain)
      return listenLater()
    }
    guard isTold(on: connection) else {
      PQfinish(connection)
      return lookAgain()
    }
    (self.connection, attempts) = (connection, 0)
    let source = DispatchSource.makeReadSource(fileDescriptor: PQsocket(connection), queue: queue)
    source.setEventHandler { [weak self] in self?.take() }
    // The socket is closed when nobody watches it any more.
    source.setCancelHandler { PQfinish(connection) }
    self.source = source
    source.activate()
    // Meanwhile something may have happened.
    tell(.certain)
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
    // Twice, for behind the last words of a server there may be its end, of which nobody tells once more.
    let isThere = (0..<2).allSatisfy { _ in PQconsumeInput(connection) != 0 }
    var isTold = false
    while let notification = PQnotifies(connection) {
      PQfreemem(notification)
      isTold = true
    }
    if isTold || !isThere { tell(.certain) }
    if !isThere {
      close()
      listenLater()
    }
  }

  private func close() {
    source?.cancel()
    (source, connection) = (nil, nil)
  }

  private func listenLater() {
    attempts += 1
    after(.milliseconds(250 << min(attempts, 5))) { $0.listen() }
  }

  /// Nobody tells: what is known is looked at again and again.
  private func lookAgain() {
    guard let interval = changes.interval else { return }
    after(.nanoseconds(Int(interval / .nanoseconds(1)))) {
      $0.tell(.possible)
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
