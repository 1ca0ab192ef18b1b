import Foundation
import GRDB

/// The database that is made when nobody brings one: parcels with a full-text index, the same for the same
/// numbers.
struct ParcelDatabase: Hashable, Sendable {
  let rows: Int
  let seed: UInt64
  /// Where it is kept: each number of rows and seed has a file of its own.
  let path: String

  init(rows: Int, seed: UInt64, directory: String = Self.cacheDirectory) {
    self.rows = rows
    self.seed = seed
    path = "\(directory)/parcels-\(rows)-\(seed).sqlite"
  }

  /// Where the user's caches are, in a folder of our own.
  static var cacheDirectory: String {
    let environment = ProcessInfo.processInfo.environment
    // As the XDG Base Directory Specification says, a path that is not absolute counts for nothing.
    if let caches = environment["XDG_CACHE_HOME"], caches.hasPrefix("/") { return "\(caches)/listkit" }
    return "\(environment["HOME"] ?? NSHomeDirectory())/.cache/listkit"
  }

  /// Opens it, made before if need be: all of it in one transaction, so nobody ever sees a half.
  ///
  /// - Parameter willCreate: called before it is made, which takes a moment.
  func open(willCreate: () -> Void = {}) throws -> DatabasePool {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    var configuration = Configuration()
    // Another process may be making it.
    configuration.busyMode = .timeout(60)
    if !FileManager.default.fileExists(atPath: path) { willCreate() }
    let pool = try DatabasePool(path: path, configuration: configuration)
    try pool.writeWithoutTransaction { db in
      try db.inTransaction(.immediate) {
        if try !db.tableExists(Parcel.databaseTableName) { try create(db) }
        return .commit
      }
      // What was written goes into the file itself, which starts small again.
      try db.checkpoint(.truncate)
    }
    return pool
  }

  private func create(_ db: Database) throws {
    try db.create(table: Parcel.databaseTableName) { table in
      table.autoIncrementedPrimaryKey("id")
      for column in ["code", "recipient", "street", "city", "country"] {
        table.column(column, .text).notNull()
      }
      table.column("grams", .integer).notNull()
      table.column("status", .text).notNull()
      table.column("updated", .text).notNull()
    }
    var generator = SeededGenerator(seed: seed)
    var time = Date(timeIntervalSince1970: 1_735_689_600)  // The first of January 2025.
    for row in 0..<rows {
      time += Double.random(in: 30...500, using: &generator)
      var parcel = Parcel(
        status: status(ofRow: row, using: &generator), updated: time, using: &generator)
      try parcel.insert(db)
    }
    // GRDB fills the index now, and adds the triggers that keep it true.
    try db.create(virtualTable: "parcel_index", using: FTS5()) { table in
      table.synchronize(withTable: Parcel.databaseTableName)
      table.tokenizer = .unicode61()
      table.prefixes = [2, 3]
      for column in ["code", "recipient", "street", "city", "country", "status"] { table.column(column) }
    }
  }

  /// Old parcels have arrived; the newest are still at the sender's.
  private func status(ofRow row: Int, using generator: inout SeededGenerator) -> Parcel.Status {
    let age = Double(rows - row) * Double.random(in: 0.5...1.5, using: &generator)
    let stages = Parcel.Status.allCases
    return stages[min(Int(age / 300), stages.count - 1)]
  }
}
