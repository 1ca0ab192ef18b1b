import Foundation
import GRDB
import ListKit
import Synchronization

/// A table of an SQLite file as pages. Each read is one transaction away from the main actor; one whose task is
/// cancelled stops within the query it is in.
///
/// When another file takes the place of the one that was opened, that one is read from then on.
final class SQLiteEngine: TableEngine {
  private struct Connection {
    var pool: DatabasePool
    var identity: FileIdentity?
  }

  let path: String
  let table: BrowsedTable
  var shape: TableShape { table.shape }
  let executor: (any TaskExecutor)? = WorkQueue("sqlite.pages")
  private let obstacles: Obstacles
  private let connection: Mutex<Connection>

  /// - Parameters:
  ///   - pool: the database, open.
  ///   - table: one of its tables.
  init(pool: DatabasePool, table: BrowsedTable, obstacles: Obstacles = Obstacles()) {
    self.path = pool.path
    self.table = table
    self.obstacles = obstacles
    connection = Mutex(Connection(pool: pool, identity: FileIdentity(of: pool.path)))
  }

  /// Opens a database of the user, which is only read.
  ///
  /// - Parameter patience: for how many seconds a lock of others is waited for.
  /// - Throws: ``TableError`` where there is none.
  static func openReadOnly(_ path: String, patience: Double = 1) throws -> DatabasePool {
    guard FileIdentity(of: path) != nil else { throw TableError.noFile(path) }
    var configuration = Configuration()
    configuration.readonly = true
    // A pool's connections that only read have ten seconds otherwise, whatever the configuration says.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA busy_timeout = \(Int(patience * 1000))") }
    return try TableError.telling(path) {
      let pool = try DatabasePool(path: path, configuration: configuration)
      _ = try pool.read { try BrowsedTable.names($0) }
      return pool
    }
  }

  func pages(_ requests: [PageRequest<RowKey>], matching query: TableQuery) async throws
    -> [Page<RowKey, [String?]>]
  {
    try await obstacles.pass()
    return try await read { [table] db in
      try requests.map { try table.page(db, $0, matching: query) }
    }
  }

  func count(matching query: TableQuery) async throws -> PageCount {
    .exactly(try await read { [table] in try table.count($0, matching: query.filter) })
  }

  /// All of one row; nil where it is gone.
  func fullRecord(_ key: RowKey) async throws -> [(name: String, text: String?)]? {
    try await read { [table] in try table.fullRecord($0, key) }
  }

  func forEachRow(matching query: TableQuery, _ body: ([String?]) throws -> Void) throws {
    try pool().read { try table.forEachRow($0, matching: query, body) }
  }

  /// Values of any type have an order.
  func check(_ order: TableOrder) {}

  func place(of key: RowKey?, in order: TableOrder) async throws -> RowKey? {
    guard let key else { return nil }
    return try await read { [table] in try table.place($0, of: key, in: order) }
  }

  func changes() -> AsyncStream<PageChange> { DatabaseChanges(path: path).stream() }

  private func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws
    -> Value
  {
    do {
      return try await pool().read(body)
    } catch let error as DatabaseError {
      throw TableError.notRead(reason: error.reason)
    } catch TableError.noDatabase(_, let reason) {
      throw TableError.notRead(reason: reason)
    } catch TableError.noFile {
      throw TableError.notRead(reason: "no such file")
    }
  }

  /// The database at the path as it is now.
  private func pool() throws -> DatabasePool {
    guard let identity = FileIdentity(of: path) else { throw TableError.noFile(path) }
    return try connection.withLock { connection in
      if connection.identity == identity { return connection.pool }
      let pool = try Self.openReadOnly(path)
      let found = try pool.read { try BrowsedTable($0, named: table.name) }
      guard found == table else { throw TableError.otherTable(table.name) }
      connection = Connection(pool: pool, identity: identity)
      return pool
    }
  }
}

/// Which file is behind a path.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// Nil where there is none.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }
}
