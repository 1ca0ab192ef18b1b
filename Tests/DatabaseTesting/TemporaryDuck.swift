import LibC
import ListKitPaging
import TerminalTesting

@testable import Databases

/// Files that DuckDB writes, in a folder of their own, which is removed after the test.
final class TemporaryDuck: Sendable {
  let folder: TemporaryDirectory

  /// Whether tests with DuckDB can run.
  static let isInstalled = (try? DuckLibrary.shared.get()) != nil
  static let reason = "DuckDB is not installed: no libduckdb, and no package of Python"

  /// What a program needs to find the DuckDB of the tests.
  static var environment: [String: String?] {
    var found: [String: String?] = [:]
    for name in ["MUSTER_DUCKDB", "PATH"] {
      if let value = getenv(name) { found[name] = String(cString: value) }
    }
    return found
  }

  /// Creates files by statements, in which `DIR` stands for the folder.
  init(_ sql: String...) throws {
    folder = try TemporaryDirectory()
    for sql in sql { try execute(sql) }
  }

  func execute(_ sql: String) throws {
    let parts = sql.split(separator: "DIR", omittingEmptySubsequences: false)
    _ = try DuckInstance(nil, folder: folder.path, setup: [parts.joined(separator: folder.path)])
  }

  func database(_ name: String) throws -> any Database {
    guard case .duck(let content)? = DatabaseAddress(folder.file(name)) else {
      throw DatabaseError(.unusable, "no file \(name)")
    }
    return try DuckDatabase(content, time: .seconds(3600))
  }

  /// Returns the engine of a table; by default, of the only one of a file.
  func engine(_ name: String, _ table: String? = nil, key: [String]? = nil, alert: String? = nil) async throws
    -> TableEngine
  {
    let database = try database(name)
    let found = try await database.table(
      named: table ?? DatabaseAddress(folder.file(name))?.table ?? name, key: key)
    return TableEngine(database, found, key: key, alert: alert)
  }

  /// A statement for rows with a column of each type; the numbers 1 to `rows` are in its column `n`.
  static func rowsOfAllTypes(_ rows: Int) -> String {
    """
    SELECT i + 1 AS n, CASE i % 3 WHEN 0 THEN 'three' WHEN 1 THEN 'one' END AS word,
      [i % 4, NULL, 7] AS list, {'a': i % 5, 'b': 'x''"y'} AS record, map {'k': i % 3} AS pairs,
      (i % 7 * 1.25)::DECIMAL(18,3) AS price, i::HUGEINT * 100000000000000000000000 AS huge,
      TIMESTAMPTZ '2024-01-01 10:00:00+02' + INTERVAL (i % 9) HOUR AS zoned,
      TIMESTAMP_NS '2024-01-01 10:00:00.123456789' AS fine, INTERVAL (i % 5) MONTH + INTERVAL '2 days' AS span,
      CASE WHEN i % 2 = 0 THEN ('\\x00\\xFF' || chr(65 + (i % 5)::INT))::BLOB END AS bytes,
      NULL::INT AS nothing, i % 2 = 0 AS flag,
      CASE i % 4 WHEN 0 THEN 'nan'::DOUBLE WHEN 1 THEN 1e300 WHEN 2 THEN 0.1 ELSE '-inf'::DOUBLE END AS real,
      md5((i % 6)::TEXT)::UUID AS id, DATE '2024-02-27' + (i % 4)::INT AS day, TIME '10:11:12' AS hour,
      ('v' || (i % 2))::ENUM('v1', 'v0') AS level, ('{"j":' || i % 3 || '}')::JSON AS document,
      'a,' || chr(9) || chr(10) || i % 3 AS lines
    FROM range(\(rows)) r(i)
    """
  }
}
