import ArgumentParser
import Foundation
import GRDB
import ListKit
import ListKitCurses

/// `database-browser`: a list of any length over a real database, of which only what is looked at is read.
struct BrowseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse",
    abstract:
      "Browse a table of a database, whatever its size: SQLite, or PostgreSQL and what speaks its protocol.",
    discussion: """
      Without --database it makes one of parcels in the cache directory, on the first run. A database of one's \
      own is only read: a file of SQLite, or postgres://user@host/database. Passwords come from the URL, PGPASSWORD \
      or ~/.pgpass. On a pipe it prints the rows that match, separated by tabs, and exits with 1 if none does.
      """)

  @Option(help: ArgumentHelp("A database of one's own.", valueName: "file|url"))
  var database: String?

  @Option(help: ArgumentHelp("Its table; not needed where there is only one.", valueName: "name"))
  var table: String?

  @Option(help: ArgumentHelp("Start with this filter.", valueName: "text"))
  var query = ""

  @Option(help: ArgumentHelp("Order by a column; otherwise by the key.", valueName: "column"))
  var order: String?

  @Flag(
    help: "Smallest first; otherwise the largest is, which by key is the newest. NULL counts as the largest.")
  var ascending = false

  @Option(help: ArgumentHelp("Rows of a page.", valueName: "n"))
  var page = 100

  @Option(help: ArgumentHelp("Let each page take so long.", valueName: "seconds"))
  var delay = 0.0

  @Option(help: ArgumentHelp("Let so many pages fail, 0 to 1.", valueName: "rate"))
  var failRate = 0.0

  @Option(help: ArgumentHelp("Write so many changes a second meanwhile, as 'write' does.", valueName: "n"))
  var rate: Double?

  @Option(
    help: ArgumentHelp(
      "How often to read a server's table again where it has no trigger that reports changes; 0 for never.",
      valueName: "seconds"))
  var interval = 2.0

  @OptionGroup var parcels: ParcelOptions
  @OptionGroup var display: DisplayOptions

  func validate() throws {
    if database == nil, table != nil { throw ValidationError("--table belongs to a --database") }
    if database != nil, rate != nil {
      throw ValidationError("--rate writes, and your --database is only read")
    }
    guard (1...10_000).contains(page) else { throw ValidationError("--page takes 1 to 10000") }
    guard (0...3600).contains(delay) else { throw ValidationError("--delay takes 0 to 3600") }
    guard (0...3600).contains(interval) else { throw ValidationError("--interval takes 0 to 3600") }
    guard (0...1).contains(failRate) else { throw ValidationError("--fail-rate takes 0 to 1") }
    if let rate, !(rate > 0 && rate <= 1000) {
      throw ValidationError("--rate takes more than 0, at most 1000")
    }
  }

  func run() {
    // Commands run where `main` does: on the main thread.
    let found = MainActor.assumeIsolated { Refusal.guarding { try start() } }
    Foundation.exit(found ? 0 : 1)
  }

  /// Shows the table, which ends the program, or prints it.
  ///
  /// - Returns: whether there was a row to print.
  @MainActor
  private func start() throws -> Bool {
    let obstacles = Obstacles(delay: .seconds(delay), failRate: failRate, seed: parcels.seed)
    if let database, PostgresAddress.isURL(database) {
      let engine = try PostgresEngine(
        try PostgresAddress(database), table: table,
        interval: interval > 0 ? .seconds(interval) : nil, obstacles: obstacles)
      return try start(engine, in: engine.address.name)
    }
    // What is shown is tried again; what is printed is not.
    let patience = isatty(STDOUT_FILENO) != 0 ? 1.0 : 10
    let pool = try database.map { try SQLiteEngine.openReadOnly($0, patience: patience) } ?? openParcels()
    let browsed = try pool.read {
      try BrowsedTable($0, named: database == nil ? Parcel.databaseTableName : table)
    }
    if let rate, isatty(STDOUT_FILENO) != 0 { write(to: pool, rate: rate) }
    return try start(
      SQLiteEngine(pool: pool, table: browsed, obstacles: obstacles),
      in: (pool.path as NSString).lastPathComponent)
  }

  @MainActor
  private func start(_ engine: some TableEngine, in place: String) throws -> Bool {
    let order =
      try order.map { try engine.shape.order(by: $0, isAscending: ascending) }
      ?? TableOrder(isAscending: ascending)
    if order.column != nil { try engine.check(order) }
    guard isatty(STDOUT_FILENO) != 0 else { return try printAll(engine, in: order) }
    try display.run(
      BrowserController(
        engine: engine, pageSize: page, title: EscapedText("\(engine.shape.name) in \(place)").text,
        query: query, order: order))
  }

  private func openParcels() throws -> DatabasePool {
    try parcels.database.open { wait in
      let path = EscapedText(parcels.database.path).text
      switch wait {
      case .making: Refusal.report("Making \(path) with \(parcels.rows) rows")
      case .another: Refusal.report("Waiting for another process, which makes \(path)")
      }
    }
  }

  /// Prints what matches, a line a row. Whatever would break a line or a column, or do worse, is spelled out.
  private func printAll(_ engine: some TableEngine, in order: TableOrder) throws -> Bool {
    var output = StandardOutput()
    var isEmpty = true
    try engine.forEachRow(matching: TableQuery(filter: Filter(query), order: order)) { texts in
      isEmpty = false
      try output.write(line: texts.map { EscapedText($0 ?? "").field }.joined(separator: "\t"))
    }
    try output.finish()
    return !isEmpty
  }

  /// Changes the database beside the list, in this process: GRDB observes that.
  private func write(to pool: DatabasePool, rate: Double) {
    Task.detached { [seed = parcels.seed] in
      let writer = try await pool.read { try ParcelWriter($0, seed: seed) }
      while true {
        _ = try await pool.write { try writer.step($0) }
        try await Task.sleep(for: .seconds(1 / rate))
      }
    }
  }
}
