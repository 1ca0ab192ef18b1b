import Foundation
import GRDB
import SeededRandom

/// The sample database, used where none is given: parcels with a full-text index, the same for the same
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

  /// What takes a moment before it is open.
  enum Wait: Hashable, Sendable {
    case making
    /// Another process is making it.
    case another
  }

  /// Opens it, made before if need be. However many processes do so at once, one makes it, under another name that
  /// it gets only when it is whole, and the others wait for that; one that is killed leaves nothing in the way.
  ///
  /// - Parameter willWait: called before something that takes a moment.
  func open(willWait: (Wait) -> Void = { _ in }) throws -> DatabasePool {
    let folder = (path as NSString).deletingLastPathComponent
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw TableError.noDatabase(folder, reason: "the folder cannot be made")
    }
    return try TableError.telling(path) {
      if try !isThere() {
        let lock = try FileLock(path: path + ".lock") { willWait(.another) }
        defer { lock.unlock() }
        if try !isThere() {
          willWait(.making)
          try make()
        }
      }
      var configuration = Configuration()
      configuration.busyMode = .timeout(60)
      return try DatabasePool(path: path, configuration: configuration)
    }
  }

  /// Whether there is a whole one.
  private func isThere() throws -> Bool {
    guard FileIdentity(of: path) != nil else { return false }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(60)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let isThere = try queue.read { try $0.tableExists(Parcel.databaseTableName) }
    try queue.retire()
    return isThere
  }

  private func make() throws {
    let draft = path + ".new"
    for file in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: draft + file) }
    // With a write-ahead log from the start: to change that is a thing one process at a time can do.
    let pool = try DatabasePool(path: draft)
    try pool.write(create)
    try pool.retire()
    guard rename(draft, path) == 0 else {
      throw TableError.noDatabase(path, reason: String(cString: strerror(errno)))
    }
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
