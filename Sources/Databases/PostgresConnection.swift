import LibC
import Synchronization

/// A connection to a server that only reads: each read is one READ ONLY transaction, which sees the data of a
/// single moment.
// One thread at a time uses libpq's state, except the handle for requests to stop, which libpq only reads
// once it is created.
final class PostgresConnection: LaneConnection, @unchecked Sendable {
  let library: PostgresLibrary
  let handle: OpaquePointer
  private let cancelling: OpaquePointer?
  /// A duplicate of libpq's socket, which stays valid when libpq closes its own.
  private let socket: Int32
  private var isLost = false
  /// Whether it was closed because the server could not be asked to stop.
  private let isGivenUp = Atomic(false)
  private var watchesClient = false

  /// Connects, which may take until `connect_timeout`.
  init(_ address: String) throws {
    library = try PostgresLibrary.shared.get()
    // The address overrides parameters before it, and parameters after it override the address. The kernel
    // notices a host that has disappeared, without wake-ups of this process.
    let parameters: KeyValuePairs = [
      "connect_timeout": "10", "keepalives_idle": "30", "keepalives_interval": "10", "keepalives_count": "3",
      "tcp_user_timeout": "30000", "fallback_application_name": "muster", "dbname": address,
      "client_encoding": "UTF8",
    ]
    let handle = PostgresLibrary.withTexts(parameters.map { Array($0.key.utf8) }) { [library] keys in
      PostgresLibrary.withTexts(parameters.map { Array($0.value.utf8) }) { library.connect(keys, $0, 1) }
    }
    guard let handle else { throw DatabaseError(.refused, "out of memory") }
    self.handle = handle
    cancelling = library.makeCancel(handle)
    socket = fcntl(library.socket(handle), F_DUPFD_CLOEXEC, 0)
    guard library.status(handle) == PostgresLibrary.connectionOK else {
      throw DatabaseError(.refused, text(library.message(handle)))
    }
    // Notices are for interactive use, and would be written over the screen.
    _ = library.setNoticeReceiver(handle, { _, _ in }, nil)
    // Servers before PostgreSQL 14 do not support this setting. Outside a transaction it has no effect.
    let answer = library.execute(handle, Self.watch.sql)
    watchesClient = library.answerStatus(answer) == PostgresLibrary.AnswerStatus.commandOK
    library.clear(answer)
  }

  deinit {
    library.freeCancel(cancelling)
    library.finish(handle)
    if socket >= 0 { close(socket) }
  }

  var isUsable: Bool { !isLost && !isGivenUp.load(ordering: .relaxed) }

  /// Asks the server to stop. If that is impossible, closes the connection: RDS Proxy, for example, does not
  /// pass such requests on, and indicates that by a process number of 0.
  func stop() {
    var message = [CChar](repeating: 0, count: 256)
    if library.process(handle) != 0, library.cancel(cancelling, &message, Int32(message.count)) != 0 {
      return
    }
    isGivenUp.store(true, ordering: .relaxed)
    shutdown(socket, Int32(SHUT_RDWR))
  }

  private func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

  // MARK: Reading

  /// Makes a query end when its client is gone for whatever reason. Set for one transaction, because a pooler
  /// may lend the connection to others afterwards.
  private static let watch = SQLStatement("SET LOCAL client_connection_check_interval = '5s'", .postgres)
  private var begin: [SQLStatement] {
    let begin = SQLStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", .postgres)
    return watchesClient ? [begin, Self.watch] : [begin]
  }
  static let commit = SQLStatement("COMMIT", .postgres)

  /// Reads in one transaction, and in one round trip unless the first statement of a read finds too few rows.
  func read(_ reads: [SQLRead]) throws -> [[SQLRow]] {
    var found = reads.map { _ in [SQLRow]() }
    var positions = reads.map { _ in 0 }
    var isBegun = false
    while true {
      let open = reads.indices.filter {
        positions[$0] < reads[$0].statements.count
          && (positions[$0] == 0 || found[$0].count < reads[$0].limit)
      }
      let isLast = open.allSatisfy { positions[$0] + 1 == reads[$0].statements.count }
      let before = isBegun ? [] : begin
      let answers = try exchange(
        before + open.map { reads[$0].statements[positions[$0]] } + (isLast ? [Self.commit] : []))
      for (read, rows) in zip(open, answers.dropFirst(before.count)) {
        found[read] += rows
        positions[read] += 1
      }
      isBegun = true
      if isLast { break }
    }
    return zip(found, reads).map { $0.count > $1.limit ? Array($0.prefix($1.limit)) : $0 }
  }

  /// Sends all statements before waiting for the first answer. If one fails, the transaction is rolled back.
  ///
  /// - Returns: The rows of each statement.
  @discardableResult
  func exchange(_ statements: [SQLStatement]) throws -> [[SQLRow]] {
    var answers: [[SQLRow]] = []
    try exchange(statements) { answers.append(rows(of: $0)) }
    return answers
  }

  /// - Parameter take: Called with the answer to each statement.
  private func exchange(_ statements: [SQLStatement], _ take: (OpaquePointer) throws -> Void) throws {
    _ = library.enterPipeline(handle)
    for statement in statements { try send(statement) }
    if library.syncPipeline(handle) == 0 { throw loss() }
    var failure: (any Error)?
    var hasPaused = false
    while true {
      guard let answer = library.answer(handle) else {
        // libpq returns nil between the answers to two statements; a second nil means that the connection has
        // ended.
        if hasPaused { throw loss() }
        hasPaused = true
        continue
      }
      defer { library.clear(answer) }
      hasPaused = false
      let status = library.answerStatus(answer)
      if status == PostgresLibrary.AnswerStatus.pipelineSync { break }
      switch status {
      case PostgresLibrary.AnswerStatus.tuplesOK, PostgresLibrary.AnswerStatus.commandOK:
        do {
          if failure == nil { try take(answer) }
        } catch {
          failure = error
        }
      case PostgresLibrary.AnswerStatus.pipelineAborted: break
      default:
        let error = error(answer)
        failure = failure ?? error
        if isLost { throw error }
      }
    }
    _ = library.exitPipeline(handle)
    if let failure {
      rollBack()
      throw failure
    }
  }

  /// Rolls back an open transaction.
  func rollBack() {
    if library.transactionStatus(handle) != PostgresLibrary.transactionIdle {
      library.clear(library.execute(handle, "ROLLBACK"))
    }
  }

  private func send(_ statement: SQLStatement) throws {
    let values = statement.values.map { value -> [UInt8]? in
      if case .text(let bytes) = value { bytes } else { value.text.map { Array($0.utf8) } }
    }
    let isSent = PostgresLibrary.withTexts(values) {
      library.send(handle, statement.sql, Int32(values.count), nil, $0, nil, nil, 0)
    }
    if isSent == 0 { throw loss() }
  }

  private func loss() -> DatabaseError {
    isLost = true
    return DatabaseError(lossKind, text(library.message(handle)))
  }

  private var lossKind: DatabaseError.Kind { isGivenUp.load(ordering: .relaxed) ? .stopped : .lost }

  private func error(_ answer: OpaquePointer?) -> DatabaseError {
    func field(_ name: Unicode.Scalar) -> String? {
      library.errorField(answer, Int32(name.value)).map { String(cString: $0) }
    }
    let code = field("C") ?? ""
    let reason = field("M") ?? text(library.message(handle))
    // A server that ends a connection reports that first, with 57P01 or a similar code.
    if library.status(handle) == PostgresLibrary.connectionBad || code.hasPrefix("57P") {
      isLost = true
      return DatabaseError(lossKind, reason)
    }
    return switch code {
    case "57014": DatabaseError(.stopped, reason)
    case "55P03": DatabaseError(.locked, reason)
    case _ where code.hasPrefix("40"): DatabaseError(.passing, reason)
    // The server's reason names its own "prepared statement".
    case "42601" where field("R") == "exec_parse_message": .severalStatements
    default: DatabaseError(.refused, reason)
    }
  }

  private func rows(of answer: OpaquePointer) -> [SQLRow] {
    let columns = Int(library.columnCount(answer))
    return (0..<library.rowCount(answer)).map { row in
      (0..<columns).map { column in
        let cell = cell(answer, row, column)
        return cell.kind == .null ? .null : .text(Array(cell.bytes))
      }
    }
  }

  func cell(_ answer: OpaquePointer, _ row: Int32, _ column: Int) -> SQLCell {
    let column = Int32(column)
    if library.isNull(answer, row, column) != 0 {
      return SQLCell(kind: .null, bytes: UnsafeBufferPointer(start: nil, count: 0))
    }
    let bytes = UnsafeRawBufferPointer(
      start: library.value(answer, row, column), count: Int(library.length(answer, row, column)))
    return SQLCell(kind: .text, bytes: bytes.assumingMemoryBound(to: UInt8.self))
  }

  // MARK: Rows one at a time

  /// The number of rows that are fetched at once.
  private static let fetched = 2000
  /// The type numbers of `smallint`, `integer`, `bigint`, `oid`, `real`, `double precision`, `numeric`.
  private static let numbers: Set<UInt32> = [21, 23, 20, 26, 700, 701, 1700]

  /// Reads the rows of statements one at a time in one transaction: by `COPY` if there are no values and the
  /// server supports it, otherwise by a cursor. So they need not all be in memory.
  func forEachRow(
    of statements: [SQLStatement], names: ([(name: String, isNumber: Bool)]) throws -> Void,
    _ body: (SQLCells) throws -> Bool
  ) throws {
    try exchange(begin)
    defer { rollBack() }
    var isNamed = false
    for statement in statements {
      var cursor = statement
      cursor.sql = "DECLARE muster_rows NO SCROLL CURSOR FOR " + statement.sql
      try exchange([cursor])
      var (count, wantsMore) = (Int32(Self.fetched), true)
      var areNumbers: [Bool] = []
      /// - Parameter fetched: The number of rows; 0 to get only the columns.
      func fetch(_ fetched: Int) throws {
        try exchange([SQLStatement("FETCH \(fetched) FROM muster_rows", .postgres)]) { answer in
          let columns = Int(library.columnCount(answer))
          areNumbers = (0..<columns).map { Self.numbers.contains(library.columnType(answer, Int32($0))) }
          if !isNamed {
            try names((0..<columns).map { (text(library.columnName(answer, Int32($0))), areNumbers[$0]) })
            isNamed = true
          }
          count = library.rowCount(answer)
          for row in 0..<count where wantsMore {
            wantsMore = try body(
              SQLCells(count: columns) { [self] column in
                var cell = cell(answer, row, column)
                if areNumbers[column], cell.kind == .text { cell.kind = .number }
                return cell
              })
          }
        }
      }
      if statement.values.isEmpty {
        try fetch(0)
        // If the server does not support COPY, the transaction continues from here.
        try exchange([SQLStatement("SAVEPOINT muster_copy", .postgres)])
        if let copied = try copy(statement.sql, areNumbers, body) {
          if !copied { return }
          try exchange([SQLStatement("CLOSE muster_rows", .postgres)])
          continue
        }
        try exchange([SQLStatement("ROLLBACK TO SAVEPOINT muster_copy", .postgres)])
        count = Int32(Self.fetched)
      }
      while count == Self.fetched, wantsMore { try fetch(Self.fetched) }
      try exchange([SQLStatement("CLOSE muster_rows", .postgres)])
      if !wantsMore { return }
    }
  }

  /// Reads the rows of a statement by `COPY`.
  ///
  /// - Returns: false if `body` stopped; nil if the server does not support the statement.
  private func copy(_ sql: String, _ areNumbers: [Bool], _ body: (SQLCells) throws -> Bool) throws -> Bool? {
    let start = library.execute(handle, "COPY (\(sql)\n) TO STDOUT")
    defer { library.clear(start) }
    guard library.answerStatus(start) == PostgresLibrary.AnswerStatus.copyOut else {
      let error = error(start)
      if error.kind == .refused { return nil }
      throw error
    }
    var row = CopiedRow(areNumbers: areNumbers)
    var end: Result<Bool, any Error> = .success(true)
    var bytes: UnsafeMutablePointer<CChar>?
    while case let count = library.copiedLine(handle, &bytes, 0), count > 0 {
      defer { library.freeMemory(bytes) }
      guard let bytes, case .success(true) = end else { continue }
      end = Result {
        try bytes.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
          // Without the newline.
          try row.withCells(UnsafeBufferPointer(start: $0, count: Int(count) - 1), body)
        }
      }
      // The rows that follow are not wanted.
      if case .success(true) = end {} else { stop() }
    }
    let isWanted = if case .success(true) = end { true } else { false }
    while let answer = library.answer(handle) {
      defer { library.clear(answer) }
      if isWanted, library.answerStatus(answer) != PostgresLibrary.AnswerStatus.commandOK {
        end = .failure(error(answer))
      }
    }
    if isWanted, library.status(handle) == PostgresLibrary.connectionBad { throw loss() }
    return try end.get()
  }
}
