import GRDB

/// Tells that a table may have changed, whoever changed it.
///
/// GRDB's observation knows what this process writes. What others write it cannot know; SQLite counts their
/// commits in `PRAGMA data_version`, which costs microseconds to ask for.
enum TableChanges {
  /// A value after each change and one at the beginning; changes that come faster than they are taken are one.
  static func stream(
    of table: String, in pool: DatabasePool, every interval: Duration = .milliseconds(250)
  ) -> AsyncStream<Void> {
    let (changes, mailbox) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let watch = Task.detached {
      let own = pool.configuration.readonly ? nil : observation(of: table, in: pool) { mailbox.yield() }
      var seen: Int?
      while !Task.isCancelled {
        // Where a writer is in the way, the next look tells as much.
        if let version = try? await version(of: pool), version != seen {
          seen = version
          mailbox.yield()
        }
        try? await Task.sleep(for: interval)
      }
      own?.cancel()
    }
    mailbox.onTermination = { _ in watch.cancel() }
    return changes
  }

  /// Where this process may write, what it writes.
  private static func observation(
    of table: String, in pool: DatabasePool, onChange: @escaping @Sendable () -> Void
  ) -> AnyDatabaseCancellable {
    DatabaseRegionObservation(tracking: Table(table)).start(in: pool) { _ in
      // A table that is not there any more: reading it says so.
      onChange()
    } onChange: { _ in
      onChange()
    }
  }

  /// The number changes only where it is asked for by one connection, which is always that of the writer.
  private static func version(of pool: DatabasePool) async throws -> Int? {
    try await pool.writeWithoutTransaction { db in try Int.fetchOne(db, sql: "PRAGMA data_version") }
  }
}
