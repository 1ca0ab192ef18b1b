import Foundation
import GRDB

@testable import database_browser

/// A real SQLite file in a folder of its own, which goes when the test is over.
final class TemporaryDatabase: Sendable {
  let directory: String
  let pool: DatabasePool

  var path: String { pool.path }

  /// Makes a database by statements.
  init(_ sql: String = "", encoding: String = "UTF-8") throws {
    directory = FileManager.default.temporaryDirectory.path + "/listkit-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA encoding = '\(encoding)'") }
    pool = try DatabasePool(path: "\(directory)/test.sqlite", configuration: configuration)
    try execute(sql)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  func execute(_ sql: String, arguments: StatementArguments = []) throws {
    try pool.write { try $0.execute(sql: sql, arguments: arguments) }
  }

  func table(_ name: String? = nil) throws -> BrowsedTable {
    try pool.read { try BrowsedTable($0, named: name) }
  }

  /// The tables of every kind that the tests go through, each with the numbers 1 to `rows` in its column `n`.
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
