import GRDB
import GRDBSQLite

extension TemporaryDatabase {
  /// How many steps of its machine SQLite takes: work that does not depend on the time of day.
  func steps<Result>(_ body: @Sendable (Database) throws -> Result) throws -> Int {
    try pool.read { db in
      var steps = 0
      try withUnsafeMutablePointer(to: &steps) { steps in
        sqlite3_progress_handler(
          db.sqliteConnection, 1,
          { counter in
            counter?.assumingMemoryBound(to: Int.self).pointee += 1
            return 0
          }, steps)
        defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
        _ = try body(db)
      }
      return steps
    }
  }
}
