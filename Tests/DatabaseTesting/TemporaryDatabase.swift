import LibC
import ListKitPaging
import Testing

@testable import Databases

/// A real SQLite file in its own folder, which is removed after the test.
final class TemporaryDatabase: Sendable {
  let directory: String
  let path: String
  private let writer: Writer

  /// Creates a database from SQL statements.
  init(_ sql: String = "", name: String = "test.sqlite", journal: String = "wal") throws {
    var template = Array("/tmp/listkit-db-XXXXXX".utf8CString)
    directory = String(cString: try #require(mkdtemp(&template)))
    path = "\(directory)/\(name)"
    writer = try Writer(path)
    try writer.execute("PRAGMA journal_mode = \(journal)")
    try execute(sql)
  }

  deinit {
    for name in (try? directoryEntries()) ?? [] { unlink("\(directory)/\(name)") }
    rmdir(directory)
  }

  private func directoryEntries() throws -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  func execute(_ sql: String) throws { try writer.execute(sql) }

  /// Returns the database, with a time limit for counts that even a busy machine does not reach.
  func database() throws -> SQLiteDatabase { try SQLiteDatabase(path, time: .seconds(3600)) }

  func engine(_ table: String, key: [String]? = nil, alert: String? = nil) async throws -> TableEngine {
    let database = try database()
    return TableEngine(database, try await database.table(named: table, key: key), key: key, alert: alert)
  }

  /// A connection that writes like another program.
  final class Writer: @unchecked Sendable {
    private let handle: OpaquePointer
    private let run:
      @convention(c) (
        OpaquePointer?, UnsafePointer<CChar>?, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?
      ) -> Int32
    private let library: SQLiteLibrary

    init(_ path: String) throws {
      library = try SQLiteLibrary.shared.get()
      run = LoadedLibrary(["libsqlite3.so.0", "libsqlite3.dylib"], package: "")["sqlite3_exec"]
      var handle: OpaquePointer?
      let flags = SQLiteLibrary.openReadWrite | SQLiteLibrary.openCreate | SQLiteLibrary.openFullMutex
      #expect(library.open(path, &handle, flags, nil) == 0)
      self.handle = try #require(handle)
      _ = library.busyTimeout(handle, 60_000)
    }

    deinit { _ = library.close(handle) }

    func execute(_ sql: String) throws {
      guard run(handle, sql, nil, nil, nil) == 0 else {
        throw DatabaseError(.refused, library.message(handle).map { String(cString: $0) } ?? "")
      }
    }
  }

  /// Creates a database with tables of all kinds, each with the numbers 1 to `rows` in its column `n`.
  static func ofAllKinds(rows: Int) throws -> TemporaryDatabase {
    try TemporaryDatabase(
      """
      CREATE TABLE plain (n INTEGER, word TEXT);
      CREATE TABLE numbered (n INTEGER PRIMARY KEY, word TEXT);
      CREATE TABLE [odd "name"] (n INTEGER, word TEXT, rowid TEXT, "_rowid_" TEXT, "a b" BLOB);
      CREATE TABLE paired (major TEXT, minor INTEGER, n INTEGER, word TEXT, PRIMARY KEY (major, minor)) WITHOUT ROWID;
      CREATE TABLE indexed (n INTEGER PRIMARY KEY, word TEXT);
      CREATE VIRTUAL TABLE "an index" USING fts5(word, content='indexed', content_rowid='n');
      CREATE VIRTUAL TABLE itself USING fts5(n, word);
      CREATE TEMP TABLE numbers AS WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < \(rows))
        SELECT n, CASE n % 3 WHEN 0 THEN 'three' WHEN 1 THEN 'one' ELSE 'two' END || ' of ' || n AS word FROM c;
      INSERT INTO plain SELECT n, word FROM numbers;
      INSERT INTO numbered SELECT n, word FROM numbers;
      INSERT INTO [odd "name"] SELECT n, word, 'x', 'y', x'00FF' FROM numbers;
      INSERT INTO paired SELECT printf('%04d', n / 7), n % 7, n, word FROM numbers;
      INSERT INTO indexed SELECT n, word FROM numbers;
      INSERT INTO "an index"("an index") VALUES ('rebuild');
      INSERT INTO itself (rowid, n, word) SELECT n, n, word FROM numbers;
      CREATE VIEW looks AS SELECT * FROM plain;
      """)
  }

  static let kinds = ["plain", "numbered", "odd \"name\"", "paired", "indexed", "itself"]
}

extension PageRequest<TableRowKey> {
  static var all: Self { Self(first: 10_000) }
}

extension TableEngine {
  /// Returns all matching rows as one page.
  func all(_ filter: String = "", order: TableOrder = TableOrder()) async throws -> [PageRow<
    TableRowKey, [String?]
  >] {
    let query = TableQuery(
      filter: TableFilter(filter, of: table.columns), order: order, generation: generation)
    return try await pages([.all], matching: query)[0].rows
  }
}
