import Dispatch
import Synchronization

/// A connection to a database, used by one thread at a time.
protocol LaneConnection: AnyObject, Sendable {
  /// Whether it can still be used.
  var isUsable: Bool { get }
  /// Prepares for a read, which nothing stops before.
  func begin()
  /// Ends the current operation, if there is one, with an error of the kind `.stopped`. May be called on any
  /// thread.
  func stop()
}

extension LaneConnection {
  func begin() {}
}

/// Connections for reading, each with a queue of its own, so that no thread of the caller waits for a
/// database. They are opened when they are first needed, and again if they are lost.
///
/// A slow read, such as one with a filter that has no index, delays neither other reads nor a count.
final class ReadingLanes<Connection: LaneConnection>: Sendable {
  private final class Lane: Sendable {
    let queue = DispatchQueue(label: "databases.lane")
    let load = Atomic(0)
    // Safe: used on the queue only.
    nonisolated(unsafe) var connection: Connection?
  }

  /// A read that can be stopped.
  private final class Job: Sendable {
    private struct State {
      var isStopped = false
      var connection: Connection?
    }

    private let state = Mutex(State())

    var isStopped: Bool { state.withLock(\.isStopped) }

    func begin(_ connection: Connection) throws {
      let isStopped = state.withLock { state in
        state.connection = connection
        connection.begin()
        return state.isStopped
      }
      if isStopped { throw CancellationError() }
    }

    /// Waits for a stop in progress, which would otherwise stop the next read on the connection.
    func end() { state.withLock { $0.connection = nil } }

    /// Stops the read, because no one waits for it any more.
    func stop() {
      state.withLock { $0.isStopped = true }
      interrupt()
    }

    /// Stops the work of the database on this read, because its time is over.
    ///
    /// A statement that begins just now does not notice, so this is repeated until the read ends.
    ///
    /// - Parameter pause: The time until the first repetition, in milliseconds; each takes twice as long.
    func interrupt(repeatedAfter pause: Int = 20) {
      let isRunning = state.withLock { state in
        state.connection?.stop()
        return state.connection != nil
      }
      guard isRunning else { return }
      stopping.asyncAfter(deadline: .now() + .milliseconds(pause)) { [weak self] in
        self?.interrupt(repeatedAfter: min(2 * pause, 1_000))
      }
    }
  }

  private let lanes: [Lane]
  private let open: @Sendable () throws -> Connection
  private let jobs = Mutex<[ObjectIdentifier: Job]>([:])

  init(count: Int, _ open: @escaping @Sendable () throws -> Connection) {
    lanes = (0..<count).map { _ in Lane() }
    self.open = open
    RunningReads.add(self)
  }

  /// Reads on the least busy connection. If the task is cancelled, the database stops.
  ///
  /// - Parameter limit: The maximum time, after which an error of the kind `.stopped` is thrown.
  func read<Value: Sendable>(
    within limit: Duration? = nil, _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    let job = Job()
    // Two reads at the same time choose different lanes: a read behind one that waits for a lock would wait too.
    let lane = jobs.withLock { jobs in
      jobs[ObjectIdentifier(job)] = job
      let lane = lanes.min { $0.load.load(ordering: .relaxed) < $1.load.load(ordering: .relaxed) } ?? lanes[0]
      lane.load.add(1, ordering: .relaxed)
      return lane
    }
    defer { jobs.withLock { $0[ObjectIdentifier(job)] = nil } }
    defer { lane.load.subtract(1, ordering: .relaxed) }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        lane.queue.async {
          continuation.resume(with: Result { try self.perform(body, job, lane, within: limit) })
        }
      }
    } onCancel: {
      stopping.async { job.stop() }
    }
  }

  private func perform<Value>(
    _ body: (Connection) throws -> Value, _ job: Job, _ lane: Lane, within limit: Duration?
  ) throws -> Value {
    var attempts = 0
    while true {
      do {
        if job.isStopped { throw CancellationError() }
        if lane.connection?.isUsable != true { lane.connection = nil }
        let connection = try lane.connection ?? open()
        lane.connection = connection
        try job.begin(connection)
        defer { job.end() }
        let alarm = limit.map { limit in
          let alarm = DispatchWorkItem { job.interrupt() }
          stopping.asyncAfter(
            deadline: .now() + .nanoseconds(Int(limit / .nanoseconds(1))), execute: alarm)
          return alarm
        }
        defer { alarm?.cancel() }
        return try body(connection)
      } catch let error as DatabaseError {
        if job.isStopped { throw CancellationError() }
        if error.kind == .lost { lane.connection = nil }
        attempts += 1
        guard error.kind == .lost || error.kind == .passing, attempts < 3 else { throw error }
      }
    }
  }

  var isIdle: Bool { jobs.withLock(\.isEmpty) }

  func stopAll() { for job in jobs.withLock({ Array($0.values) }) { job.stop() } }
}

/// The queue for requests to stop, which may block.
private let stopping = DispatchQueue(label: "databases.stopping", attributes: .concurrent)

/// All reads of the program. A program that ends must not leave its queries running on a server.
package enum RunningReads {
  private static let lanes = Mutex<[@Sendable () -> Void]>([])

  fileprivate static func add<Connection>(_ reader: ReadingLanes<Connection>) {
    lanes.withLock { $0.append { [weak reader] in reader?.stopAll() } }
  }

  /// Calls a function when the program ends.
  static func add(_ atEnd: @escaping @Sendable () -> Void) { lanes.withLock { $0.append(atEnd) } }

  /// Asks all databases to stop their reads, before the program ends. Waits at most a second for servers that
  /// do not answer.
  package static func stopAll() {
    let all = lanes.withLock { $0 }
    if all.isEmpty { return }
    let done = DispatchSemaphore(value: 0)
    stopping.async {
      for stop in all { stop() }
      done.signal()
    }
    _ = done.wait(timeout: .now() + .seconds(1))
  }
}
