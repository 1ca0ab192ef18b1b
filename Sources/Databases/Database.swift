package import ListKit
import Synchronization

/// A database that is read: SQLite, or PostgreSQL and what speaks its protocol. Nothing is ever written.
package protocol Database: Sendable {
  /// What it is called, for people; never with a password.
  var name: String { get }

  /// Its tables and views.
  func tables() async throws -> [TableSummary]

  /// Finds out what a table is like.
  ///
  /// - Parameters:
  ///   - name: its name, letters of either case being the same where no other has it; with its schema if need be.
  ///   - key: the columns that its rows are told apart by; nil to find them.
  /// - Throws: ``DatabaseError`` where there is none of that name.
  func table(named name: String, key: [String]?) async throws -> DatabaseTable

  /// Reads what is asked for as it stands at one moment. Where the task is cancelled, the database stops.
  func read(_ reads: [SQLRead]) async throws -> [[SQLRow]]

  /// How many rows match, as exactly as that can be had at a reasonable price.
  ///
  /// - Parameter isExact: whether it is to be exact, whatever that costs.
  func count(_ table: DatabaseTable, matching filter: TableFilter, isExact: Bool) async throws -> PageCount

  /// Goes through the rows of statements as they stand at one moment, one after the other, away from the caller's thread.
  ///
  /// - Parameters:
  ///   - names: called first with the names of the columns and whether they hold numbers.
  ///   - body: called with each row; false ends it.
  func forEachRow(
    of statements: [SQLStatement],
    names: @escaping @Sendable ([(name: String, isNumber: Bool)]) throws -> Void,
    _ body: @escaping @Sendable (SQLCells) throws -> Bool
  ) async throws

  /// A statement that the user wrote.
  func statement(_ sql: String) -> SQLStatement

  /// A value whenever rows of a table may have changed, or those of any.
  ///
  /// - Parameter interval: how often to look where the database reports nothing.
  func changes(of table: DatabaseTable?, every interval: Duration) -> AsyncStream<PageChange>

  /// What a read that takes long waits for; nil where that is unknown.
  func obstacle() async -> String?
}

extension Database {
  /// Reads one statement.
  func rows(_ statement: SQLStatement) async throws -> [SQLRow] { try await read([SQLRead([statement])])[0] }
}

/// A table of a database as pages of texts.
package final class TableEngine: PageEngine {
  private struct State {
    var table: DatabaseTable
    var generation = 0
    /// What the database says of the table's columns.
    var columns: SQLRow?
    /// How often rows were found that have the same key.
    var doubts = 0
    /// Reads whose answers are late.
    var lateReads = 0
    /// Of which rows an exact count is wanted.
    var counted: TableFilter?
  }

  package let database: any Database
  private let interval: Duration
  private let name: String
  private let key: [String]?
  private let state: Mutex<State>
  private let suspicions: AsyncStream<Void>
  private let suspicion: AsyncStream<Void>.Continuation
  private let late = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// - Parameters:
  ///   - key: the columns that the user wants for the key.
  ///   - interval: how often to look for changes where the database reports none.
  package init(
    _ database: any Database, _ table: DatabaseTable, key: [String]? = nil, interval: Duration = .seconds(2)
  ) {
    self.database = database
    self.interval = interval
    self.key = key
    name = table.name
    state = Mutex(State(table: table))
    (suspicions, suspicion) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  package var table: DatabaseTable { state.withLock(\.table) }

  /// Counts the descriptions of the table: a query is about the columns of one of them.
  package var generation: Int { state.withLock(\.generation) }

  /// The table of a query.
  private func table(of query: TableQuery) throws -> DatabaseTable {
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
      preparation + requests.map { table.read($0, matching: query) } + [SQLRead([table.fingerprint])]
    let answers: [[SQLRow]]
    // A server, or what is before it, may let one wait without a word.
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
    let isExact = state.withLock { $0.counted == query.filter }
    return try await database.count(table, matching: query.filter, isExact: isExact)
  }

  /// Counts the rows of a filter exactly from now on, until another one is counted; nil for none.
  package func countExactly(_ filter: TableFilter?) { state.withLock { $0.counted = filter } }

  package func changes() -> AsyncStream<PageChange> { database.changes(of: table, every: interval) }

  /// All of one row; nil where it is gone.
  ///
  /// - Parameter isWhole: whether values are wanted at full length, not only as much as a panel can show.
  package func record(_ key: TableRowKey, isWhole: Bool = false) async throws -> [String?]? {
    let rows = try await database.rows(table.record(key, isWhole: isWhole))
    return (rows.dropFirst(key.occurrence).first ?? rows.first).map { $0.map(\.text) }
  }

  /// A value of one row at full length, a blob as its bytes; nil where the row is gone, or the value is NULL.
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

  /// Where a row stands in another order; nil where it is gone.
  ///
  /// - Parameter key: the row; nil to find out only whether there is such an order.
  /// - Throws: why there is none, as the database puts it.
  package func place(of key: TableRowKey?, in order: TableOrder) async throws -> TableRowKey? {
    let table = table
    return try await database.rows(table.place(of: key, in: order)).first.map { table.key($0, in: order) }
  }

  // MARK: Late answers

  /// How long an answer may take before it is late.
  private static let patience = Duration.seconds(3)

  /// Whether answers are late, whenever that changes.
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

  /// A value whenever the table may have got other columns: the moment for ``inspect()``.
  package var schemaChanges: AsyncStream<Void> { suspicions }

  /// Finds out what the table is like by now.
  ///
  /// - Returns: whether it is another than before: queries are about its columns from then on.
  /// - Throws: that there is none, for example.
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

/// Where a database is, as it is named on the command line.
package enum DatabaseAddress: Hashable, Sendable {
  case file(String)
  /// A URL of a server, or words of libpq.
  case server(String)

  /// Reads an argument; nil where it names none. Whether a file is a database is for its content to say.
  package init?(_ text: String) {
    let folded = text.lowercased()
    if ["postgres://", "postgresql://"].contains(where: folded.hasPrefix) {
      self = .server(text)
    } else if ["host=", "hostaddr=", "dbname=", "service="].contains(where: folded.hasPrefix) {
      self = .server(text)
    } else if text == ":memory:" || folded.hasPrefix("file:") || SQLiteDatabase.isDatabase(text) {
      self = .file(text)
    } else {
      return nil
    }
  }

  /// Opens the database, or makes sure that it can be.
  ///
  /// - Throws: ``DatabaseError``.
  package func open() throws -> any Database {
    switch self {
    case .file(let path): try SQLiteDatabase(path)
    case .server(let address): try PostgresDatabase(address)
    }
  }
}
