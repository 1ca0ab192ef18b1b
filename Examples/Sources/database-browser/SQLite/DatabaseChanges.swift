import GRDB
import ListKit

/// Reports that a database may have changed, by any process, and sleeps while its files do not change.
///
/// SQLite counts the commits of others in `PRAGMA data_version`, and the kernel tells when the files are written.
/// A commit is written before it can be seen: so the number is asked for at once and, at growing distances, some
/// times more, and then no more until the next writing.
struct DatabaseChanges: Sendable {
  let path: String
  /// When the number is asked for after a writing, each from the time before; the slowest disk has written through
  /// what it was given by the end of it.
  var delays: [Duration] = [50, 100, 200, 400, 800, 1600, 3200].map { .milliseconds($0) }
  /// The clock of all waits.
  var clock: any Clock<Duration> = QueueClock()
  /// Called after each wait for a writing, with its limit and with what ended it; without a limit the wait ends with a
  /// writing only.
  var didWait: @Sendable (_ limit: Duration?, _ event: DatabaseFileEvent) -> Void = { _, _ in }

  /// The least time between two looks at files that are written again and again.
  private static let pause = Duration.milliseconds(50)
  /// How often the number is asked for where the kernel tells nothing, as on network file systems.
  private static let interval = Duration.seconds(1)

  /// A value after each change; changes that come faster than they are taken are one.
  func stream() -> AsyncStream<PageChange> {
    let (changes, mailbox) = AsyncStream<PageChange>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // Opening and asking take time, which must not be the main actor's.
    let watch = Task.detached(executorPreference: WorkQueue("sqlite.changes")) {
      await follow { mailbox.yield(.certain) }
    }
    mailbox.onTermination = { _ in watch.cancel() }
    return changes
  }

  private func follow(onChange: @Sendable () -> Void) async {
    var files = DatabaseFileWatch(path: path)
    var counter = CommitCounter(path: path)
    var seen = counter.value()
    // The listener may have read before.
    onChange()
    var delays = self.delays[...]
    while !Task.isCancelled {
      let event = await files?.next(within: delays.first, on: clock) ?? .lost
      didWait(delays.first, event)
      switch event {
      case .written:
        delays = self.delays[...]
        try? await clock.sleep(for: Self.pause)
      case .nothing: delays = delays.dropFirst()
      case .lost:
        try? await clock.sleep(for: Self.interval)
        files = DatabaseFileWatch(path: path)
      }
      if Task.isCancelled { return }
      // What cannot be asked may have changed: the next read finds out why.
      let value = counter.value()
      if value == nil || value != seen { onChange() }
      seen = value
    }
  }
}

/// Counts the commits to a database, by a connection of its own: the number means something only to that.
private struct CommitCounter {
  /// A number, and the file that it is about.
  struct Value: Hashable {
    var identity: FileIdentity
    var number: Int
  }

  let path: String
  private var open: (identity: FileIdentity, queue: DatabaseQueue)?

  init(path: String) { self.path = path }

  /// Nil where the database cannot be asked.
  mutating func value() -> Value? {
    guard let identity = FileIdentity(of: path) else { return nil }
    if open?.identity != identity {
      try? open?.queue.retire()
      var configuration = Configuration()
      configuration.readonly = true
      open = (try? DatabaseQueue(path: path, configuration: configuration)).map { (identity, $0) }
    }
    let number = try? open?.queue.inDatabase { try Int.fetchOne($0, sql: "PRAGMA data_version") }
    return number.map { Value(identity: identity, number: $0) }
  }
}
