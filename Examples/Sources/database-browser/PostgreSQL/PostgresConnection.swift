import CPostgreSQL
import Dispatch
import Synchronization

/// A statement and its values, which are never part of its text.
struct PostgresStatement: Hashable, Sendable {
  var sql: String
  private(set) var values: [String] = []

  init(_ sql: String, _ values: [String] = []) { (self.sql, self.values) = (sql, values) }

  /// Adds a value, and returns its place in the text.
  mutating func place(_ value: String) -> String {
    values.append(value)
    return "$\(values.count)"
  }
}

/// A connection that reads. It is made when it is needed first and again when it was lost; statements wait for each
/// other on a queue of its own, so no thread of the caller waits for a server.
///
/// What is read at once is one transaction, READ ONLY, which sees the data of one moment, in one round trip.
// All of libpq's state is touched on the queue alone.
final class PostgresConnection: @unchecked Sendable {
  typealias Rows = [[String?]]

  let address: PostgresAddress
  private let queue = DispatchQueue(label: "database-browser.postgres")
  /// Where the server is asked to stop, on a connection that is made for it.
  private let cancelling = DispatchQueue(label: "database-browser.postgres.cancel")
  private let waiting = Atomic(0)
  private var connection: OpaquePointer?

  init(_ address: PostgresAddress) { self.address = address }

  deinit { PQfinish(connection) }

  /// How many reads wait or are on their way.
  var load: Int { waiting.load(ordering: .relaxed) }

  /// Reads in one transaction. Where the task is cancelled the server is told, and stops.
  ///
  /// - Returns: the rows of each statement.
  func read(_ statements: [PostgresStatement]) async throws -> [Rows] {
    let job = PostgresJob()
    return try await withTaskCancellationHandler {
      waiting.add(1, ordering: .relaxed)
      defer { waiting.subtract(1, ordering: .relaxed) }
      return try await withCheckedThrowingContinuation { continuation in
        queue.async { continuation.resume(with: Result { try self.perform(statements, job) }) }
      }
    } onCancel: {
      job.cancel(on: cancelling)
    }
  }

  /// Reads as ``read(_:)`` does while the caller waits.
  func readWaiting(_ statements: [PostgresStatement]) throws -> [Rows] {
    try queue.sync { try perform(statements, PostgresJob()) }
  }

  /// Reads in one transaction, on a connection of its own, while the caller waits. Rows come one by one, so that nobody
  /// has to keep them all, and none comes twice: what is lost in the middle is not tried again.
  static func forEachRow(
    of statements: [PostgresStatement], at address: PostgresAddress, _ body: ([String?]) throws -> Void
  ) throws {
    let connection = try address.connect()
    defer { PQfinish(connection) }
    for statement in [begin] + statements {
      try send(statement, on: connection)
      guard PQsetSingleRowMode(connection) != 0 else { throw loss(of: connection) }
      while let result = PQgetResult(connection) {
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_SINGLE_TUPLE: try rows(of: result).forEach(body)
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK: break
        default: throw PostgresError(result, of: connection)
        }
      }
    }
  }

  private static let begin = PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

  private func perform(_ statements: [PostgresStatement], _ job: PostgresJob) throws -> [Rows] {
    var attempts = 0
    while true {
      do {
        let connection = try self.connection ?? address.connect()
        self.connection = connection
        try job.begin(on: connection)
        defer { job.end() }
        return try run(statements, on: connection)
      } catch let error as PostgresError {
        if error.isOfConnection {
          PQfinish(connection)
          connection = nil
        }
        attempts += 1
        if job.isCancelled { throw CancellationError() }
        guard error.isPassing, attempts < 3 else { throw error }
      }
    }
  }

  /// Sends all of a transaction before it waits for the first answer.
  private func run(_ statements: [PostgresStatement], on connection: OpaquePointer) throws -> [Rows] {
    let all = [Self.begin] + statements + [PostgresStatement("COMMIT")]
    PQenterPipelineMode(connection)
    for statement in all { try Self.send(statement, on: connection) }
    if PQpipelineSync(connection) == 0 { throw Self.loss(of: connection) }
    var failure: PostgresError?
    var answers: [Rows] = []
    var isSynced = false
    var hasPaused = false
    while !isSynced {
      guard let result = PQgetResult(connection) else {
        // Nothing stands between the answers to two statements; twice nothing is an end before the end.
        if hasPaused { throw Self.loss(of: connection) }
        hasPaused = true
        continue
      }
      defer { PQclear(result) }
      hasPaused = false
      switch PQresultStatus(result) {
      case PGRES_PIPELINE_SYNC: isSynced = true
      case PGRES_TUPLES_OK: answers.append(Self.rows(of: result))
      case PGRES_COMMAND_OK: answers.append([])
      case PGRES_PIPELINE_ABORTED: break
      default:
        failure = failure ?? PostgresError(result, of: connection)
        if failure?.isOfConnection ?? false { throw Self.loss(of: connection) }
      }
    }
    PQexitPipelineMode(connection)
    if let failure {
      if PQtransactionStatus(connection) != PQTRANS_IDLE { PQclear(PQexec(connection, "ROLLBACK")) }
      throw failure
    }
    return Array(answers.dropFirst().dropLast())
  }

  private static func send(_ statement: PostgresStatement, on connection: OpaquePointer) throws {
    let isSent = withCStrings(statement.values) {
      PQsendQueryParams(connection, statement.sql, Int32(statement.values.count), nil, $0, nil, nil, 0)
    }
    if isSent == 0 { throw loss(of: connection) }
  }

  private static func loss(of connection: OpaquePointer) -> PostgresError {
    .lost(String(cString: PQerrorMessage(connection)))
  }

  private static func rows(of result: OpaquePointer) -> Rows {
    let columns = PQnfields(result)
    return (0..<PQntuples(result)).map { row in
      (0..<columns).map { column in
        if PQgetisnull(result, row, column) != 0 { return nil }
        let bytes = UnsafeRawBufferPointer(
          start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }
}

/// A read that can be cancelled.
private final class PostgresJob: Sendable {
  /// What libpq needs to ask a server to stop, from any thread.
  // libpq only reads it after it was made.
  private final class Handle: @unchecked Sendable {
    let pointer: OpaquePointer
    init?(_ connection: OpaquePointer) {
      guard let pointer = PQgetCancel(connection) else { return nil }
      self.pointer = pointer
    }
    deinit { PQfreeCancel(pointer) }
  }

  private struct State {
    var isCancelled = false
    var handle: Handle?
  }

  private let state = Mutex(State())

  var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// - Throws: `CancellationError` after it was cancelled.
  func begin(on connection: OpaquePointer) throws {
    let handle = Handle(connection)
    let isCancelled = state.withLock { state in
      state.handle = handle
      return state.isCancelled
    }
    if isCancelled { throw CancellationError() }
  }

  func end() { state.withLock { $0.handle = nil } }

  func cancel(on queue: DispatchQueue) {
    let handle = state.withLock { state in
      state.isCancelled = true
      return state.handle
    }
    guard let handle else { return }
    // It asks on a connection of its own, which takes its time.
    queue.async {
      var message = [CChar](repeating: 0, count: 256)
      _ = PQcancel(handle.pointer, &message, Int32(message.count))
    }
  }
}
