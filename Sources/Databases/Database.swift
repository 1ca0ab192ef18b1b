import Files
package import ListKitPaging
import Synchronization

/// A database to read: SQLite, PostgreSQL and other servers with its protocol, or files that DuckDB reads. Nothing is
/// ever written.
package protocol Database: Sendable {
  /// The name for users; never contains a password.
  var name: String { get }

  func tables() async throws -> [TableSummary]

  /// Returns the description of a table.
  ///
  /// - Parameters:
  ///   - name: Its name, with its schema if needed. Case is ignored if no table has exactly this name.
  ///   - key: The columns that identify rows; nil to find them.
  /// - Throws: ``DatabaseError`` if there is no table with that name.
  func table(named name: String, key: [String]?) async throws -> DatabaseTable

  /// Performs reads, which all see the data of the same moment. If the task is cancelled, the database stops.
  func read(_ reads: [SQLRead]) async throws -> [[SQLRow]]

  /// Returns the number of rows that match, as exactly as reasonable effort allows.
  ///
  /// - Parameter isExact: Whether the number must be exact, whatever that costs.
  func count(_ table: DatabaseTable, matching filter: TableFilter, isExact: Bool) async throws -> PageCount

  /// Reads the rows of statements one at a time, away from the caller's thread. All rows are those of the
  /// same moment.
  ///
  /// - Parameters:
  ///   - names: Called first, with the names of the columns and whether they contain numbers; and again if the rows are
  ///     read again from the first, because a file has changed.
  ///   - body: Called with each row; returns false to stop.
  func forEachRow(
    of statements: [SQLStatement],
    names: @escaping @Sendable ([(name: String, isNumber: Bool)]) throws -> Void,
    _ body: @escaping @Sendable (SQLCells) throws -> Bool
  ) async throws

  /// Returns a statement that the user wrote.
  func statement(_ sql: String) -> SQLStatement

  /// Returns a stream with a value whenever rows of a table, or of any table, may have changed.
  ///
  /// - Parameter interval: The interval for checks if the database reports no changes.
  func changes(of table: DatabaseTable?, every interval: Duration) -> AsyncStream<PageChange>

  /// Returns what a slow read waits for; nil if that is unknown.
  func obstacle() async -> String?
}

extension Database {
  func rows(_ statement: SQLStatement) async throws -> [SQLRow] { try await read([SQLRead([statement])])[0] }
}

/// Reads a table of a database in pages of texts.
package final class TableEngine: PageEngine {
  private struct State {
    var table: DatabaseTable
    var generation = 0
    /// The last answer to ``DatabaseTable/fingerprint``.
    var columns: SQLRow?
    /// The number of times that rows with the same key were found.
    var doubts = 0
    /// The number of reads whose answers are late.
    var lateReads = 0
    /// The filter whose rows are to be counted exactly.
    var counted: TableFilter?
    /// The totals to compute with each count, by column.
    var aggregates: [Int: TableAggregate] = [:]
  }

  package let database: any Database
  private let interval: Duration
  private let name: String
  private let key: [String]?
  private let alertText: String?
  private let state: Mutex<State>
  private let suspicions: AsyncStream<Void>
  private let suspicion: AsyncStream<Void>.Continuation
  private let totalled = AsyncStream<TableTotals>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let late = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// - Parameters:
  ///   - key: The columns that the user names as the key.
  ///   - interval: The interval for checks if the database reports no changes.
  ///   - alert: The query of rows to mark and to count; nil for none.
  package init(
    _ database: any Database, _ table: DatabaseTable, key: [String]? = nil, interval: Duration = .seconds(2),
    alert: String? = nil
  ) {
    alertText = alert
    self.database = database
    self.interval = interval
    self.key = key
    name = table.name
    state = Mutex(State(table: table))
    (suspicions, suspicion) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  package var table: DatabaseTable { state.withLock(\.table) }

  /// The rows to mark and to count; nil if there are none, or if the database cannot find them.
  var alert: TableFilter? { wantedAlert.flatMap { $0.problem == nil ? $0 : nil } }

  /// Why the database cannot find the rows to mark, or why there may be none; nil if it can.
  package var alertProblem: String? { wantedAlert.flatMap { $0.problem ?? $0.remark } }

  private var wantedAlert: TableFilter? { alertText.map { TableFilter($0, of: table.columns) } }

  /// The number of the current description of the table. The columns of a query refer to one of the
  /// descriptions.
  package var generation: Int { state.withLock(\.generation) }

  func table(of query: TableQuery) throws -> DatabaseTable {
    try state.withLock { state in
      guard query.generation == state.generation else { throw DatabaseError(.passing, "columns changed") }
      return state.table
    }
  }

  package func pages(_ requests: [PageRequest<TableRowKey>], matching query: TableQuery) async throws
    -> [Page<TableRowKey, [String?]>]
  {
    let table = try table(of: query)
    let preparation = table.preparation
    let reads =
      preparation + requests.map { table.read($0, matching: query, marking: alert) } + [
        SQLRead([table.fingerprint])
      ]
    let answers: [[SQLRow]]
    // A server, or a proxy before it, may not answer at all.
    let watch = Task { [weak self] in
      guard (try? await Task.sleep(for: Self.patience)) != nil else { return false }
      self?.noteLateReads(1)
      return true
    }
    defer {
      watch.cancel()
      Task { [weak self] in if await watch.value { self?.noteLateReads(-1) } }
    }
    do {
      answers = Array(try await database.read(reads).dropFirst(preparation.count))
    } catch let error as DatabaseError {
      if error.kind == .refused { suspect() }
      throw error
    }
    let pages = zip(requests, answers).map { table.page($1, of: $0, in: query.order) }
    let isOther = state.withLock { state in
      let former = (state.columns, state.doubts)
      state.columns = answers.last?.first
      if table.isKeyDoubtful, pages.contains(where: \.hasEqualKeys) { state.doubts = table.doubts + 1 }
      return former.0 != nil && former.0 != state.columns || former.1 != state.doubts
    }
    if isOther { suspect() }
    return pages.map(\.page)
  }

  package func count(matching query: TableQuery) async throws -> PageCount {
    let table = try table(of: query)
    let (isExact, aggregates) = state.withLock { ($0.counted == query.filter, $0.aggregates) }
    let count = try await database.count(table, matching: query.filter, isExact: isExact)
    guard !aggregates.isEmpty || alert != nil else { return count }
    do {
      totalled.continuation.yield(try await totals(aggregates, matching: query))
    } catch let error as DatabaseError {
      if Task.isCancelled { throw error }
      totalled.continuation.yield(TableTotals(filter: query.filter, problem: error.description))
    }
    return count
  }

  /// Computes totals with each count from now on, by column, in place of those before.
  package func total(_ aggregates: [Int: TableAggregate]) { state.withLock { $0.aggregates = aggregates } }

  /// The totals, each time that they were computed.
  package var totals: AsyncStream<TableTotals> { totalled.stream }

  /// Counts the rows of a filter exactly from now on, in place of the one before; nil for none.
  package func countExactly(_ filter: TableFilter?) { state.withLock { $0.counted = filter } }

  package func changes() -> AsyncStream<PageChange> {
    let changes = database.changes(of: table, every: interval)
    guard alert != nil else { return changes }
    // Rows that are not read may match too, so they are counted after each change.
    let (stream, continuation) = AsyncStream<PageChange>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let task = Task {
      for await _ in changes { continuation.yield(.certain) }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// Returns the nearest row after another, or before it, that matches and passes ``alert``; nil if there is none.
  ///
  /// - Parameter key: The other row; nil for the edge of the list.
  package func alert(
    from key: TableRowKey?, isForward: Bool, matching query: TableQuery
  ) async throws -> TableRowKey? {
    guard let alert else { return nil }
    var query = query
    query.filter = query.filter.and(alert)
    let edge = key.map { PageBound.excluding($0) } ?? .edge
    let request = isForward ? PageRequest(first: 1, after: edge) : PageRequest(last: 1, before: edge)
    return try await pages([request], matching: query)[0].rows.first?.key
  }

  /// Returns the values of one row; nil if it is gone.
  ///
  /// - Parameter isWhole: Whether to return full values, not only as much as a panel can show.
  package func record(_ key: TableRowKey, isWhole: Bool = false) async throws -> [String?]? {
    let rows = try await database.rows(table.record(key, isWhole: isWhole))
    return (rows.dropFirst(key.occurrence).first ?? rows.first).map { $0.map(\.text) }
  }

  /// Returns a full value of one row, a blob as its bytes; nil if the row is gone or the value is NULL.
  package func value(of column: Int, _ key: TableRowKey) async throws -> [UInt8]? {
    let table = table
    let rows = try await database.rows(table.value(of: column, key))
    switch (rows.dropFirst(key.occurrence).first ?? rows.first)?.first {
    case nil, .null?: return nil
    case .text(let bytes)? where table.columns[column].type == "bytea":
      return SQLValue.bytes(ofHexadecimal: bytes.dropFirst(2))
    case .text(let bytes)?, .blob(let bytes)?: return bytes
    case let number?: return number.text.map { Array($0.utf8) }
    }
  }

  /// Returns the key of a row in another order; nil if the row is gone.
  ///
  /// - Parameter key: The row; nil only to check whether the order is possible.
  /// - Throws: The reason of the database if the order is not possible.
  package func position(of key: TableRowKey?, in order: TableOrder) async throws -> TableRowKey? {
    let table = table
    return try await database.rows(table.position(of: key, in: order)).first.map { table.key($0, in: order) }
  }

  // MARK: Late answers

  /// The time after which an answer is late.
  private static let patience = Duration.seconds(3)

  /// Whether answers are late, each time that changes.
  package var lateness: AsyncStream<Bool> { late.stream }

  private func noteLateReads(_ difference: Int) {
    let isLate = state.withLock { state in
      state.lateReads += difference
      return state.lateReads > 0
    }
    late.continuation.yield(isLate)
  }

  // MARK: Other columns

  private func suspect() { suspicion.yield() }

  /// A value whenever the columns of the table may have changed; then call ``inspect()``.
  package var schemaChanges: AsyncStream<Void> { suspicions }

  /// Reads the description of the table again.
  ///
  /// - Returns: Whether it has changed. From then on, the columns of queries refer to the new one.
  /// - Throws: An error, for example if the table does not exist any more.
  package func inspect() async throws -> Bool {
    var found = try await database.table(named: name, key: key)
    return state.withLock { state in
      for _ in 0..<state.doubts { found.doubtKey() }
      guard found != state.table else { return false }
      state.table = found
      state.generation += 1
      return true
    }
  }
}

/// The address of a database on the command line.
package enum DatabaseAddress: Hashable, Sendable {
  case file(String)
  /// A URL of a server, or the keywords of libpq.
  case server(String)
  /// What DuckDB opens.
  case duck(DuckContent)

  /// Creates an address; nil if the text is not one. A file is recognised as a database by its contents.
  package init?(_ text: String) {
    let folded = text.lowercased()
    lazy var beginning = FilePathBytes(text).beginning(SQLiteDatabase.magic.count)
    if ["postgres://", "postgresql://"].contains(where: folded.hasPrefix) {
      self = .server(text)
    } else if ["host=", "hostaddr=", "dbname=", "service="].contains(where: folded.hasPrefix) {
      self = .server(text)
    } else if text == ":memory:" || folded.hasPrefix("file:") || beginning == SQLiteDatabase.magic {
      self = .file(text)
    } else if let content = DuckContent(text, beginning: beginning) {
      self = .duck(content)
    } else {
      return nil
    }
  }

  /// The name of its only table; nil if there may be several.
  package var table: String? {
    if case .duck(let content) = self { content.table } else { nil }
  }

  /// Opens the database, and checks that it can be read.
  ///
  /// - Parameter memory: The memory that DuckDB may use, in bytes; nil for half of that of the machine.
  /// - Throws: ``DatabaseError``.
  package func open(memory: Int? = nil) throws -> any Database {
    switch self {
    case .file(let path): try SQLiteDatabase(path)
    case .server(let address): try PostgresDatabase(address)
    case .duck(let content): try DuckDatabase(content, memory: memory)
    }
  }
}
