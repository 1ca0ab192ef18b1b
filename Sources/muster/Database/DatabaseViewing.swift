import Databases
import LibC
import ListData
import ListKit
import ListKitOptions
import ListKitPaging
import ProgramOptions
import Rows
import Runs

/// A database on the command line, and the part of it to show.
struct DatabaseSubject: Hashable, Sendable {
  var address: DatabaseAddress
  /// The name of a table or a view; nil for the list of tables.
  var table: String?
  /// A statement whose rows are shown.
  var sql: String?
}

/// Shows or prints a database, and ends the program.
///
/// ```text
///  muster FILE          tables, as a list ─▶ enter ─▶ a table, page by page; a view, all rows at once
///                                         ◀─ esc ◀─
///  muster FILE TABLE    the table or view at once
///  --sql 'SELECT …'     a list of all rows
/// ```
@MainActor
enum DatabaseViewing {
  static func main(_ options: MusterOptions, _ subject: DatabaseSubject) -> Never {
    if Muster.isPrinted(options) {
      Printing.main { try await DatabasePrinting(options: options, subject: subject).print() }
    }
    Viewing.begin {
      if options.use.isPicker { try PrintedOutput.check() }
      try await show(subject, options)
    }
  }

  /// What is shown of a database.
  private enum Opened: Sendable {
    /// A table that is read page by page.
    case table(DatabaseTable)
    /// Rows that are all read at once.
    case listing(DatabaseListing)
  }

  private static func show(_ subject: DatabaseSubject, _ options: MusterOptions) async throws {
    // With a server, connecting takes longest.
    let isServer = if case .server = subject.address { true } else { false }
    let title = isServer ? "connecting" : subject.table.map { "opening \($0)" } ?? "connecting"
    let (database, opened) = try await Viewing.beforeScreen(title, options) {
      // Connecting may take long.
      let database = try await offMainActor { try subject.address.open(memory: ProcessMemory.forLibrary) }
      return (database, try await open(subject, in: database, options))
    }
    switch opened {
    case .table(let table):
      let list = try list(of: table, in: database, options, isPushed: false)
      if options.use.mayNeedNoScreen { try await endUnseen(list, options) }
      await Viewing.run(ListScreenController(list, options))
    case .listing(let listing):
      let source = try Source(.polledText(listing.polledText), options.reading.options)
      var runs = source.runs()
      if options.use.mayNeedNoScreen { try await Viewing.endUnseen(options, &runs) }
      let list = RunList(source: source, options: options, runs: runs)
      if subject.table == nil, subject.sql == nil { try openTables(from: list, database, options) }
      await Viewing.run(ListScreenController(list, options))
    }
  }

  private static func open(
    _ subject: DatabaseSubject, in database: any Database, _ options: MusterOptions
  ) async throws -> Opened {
    if let name = subject.table {
      let table = try await database.table(named: name, key: options.databaseKey)
      if table.hasKey { return .table(table) }
    }
    return .listing(try await listing(database, subject))
  }

  /// Ends the program if `--select-1` or `--exit-0` applies.
  private static func endUnseen(_ list: TableList, _ options: MusterOptions) async throws {
    let first = PageRequest<TableRowKey>(first: 1)
    let page = try await list.engine.pages([first], matching: list.wish)[0]
    guard page.isComplete, page.rows.isEmpty ? options.use.exitsEmpty : options.use.selectsSingle else {
      return
    }
    if let problem = list.wish.filter.problem { throw Refusal(problem) }
    var rows: [[String?]] = []
    for row in page.rows {
      if let row = try await list.engine.record(row.key, isWhole: true) { rows.append(row) }
    }
    let picked = try TableRows(rows, of: list).picked(query: options.start.query ?? "")
    Muster.end(try picked.print(withQuery: options.use.printQuery))
  }

  /// Returns the list of tables, or a list of all rows of a statement or a table.
  ///
  /// - Parameter most: The maximum number of rows; nil for all.
  nonisolated static func listing(
    _ database: any Database, _ subject: DatabaseSubject, most: Int? = DatabaseListing.mostShown
  ) async throws -> DatabaseListing {
    if let sql = subject.sql {
      return DatabaseListing(
        database: database, content: .rows([database.statement(sql)]), title: "\(sql) · \(database.name)",
        most: most)
    }
    guard let name = subject.table else {
      return DatabaseListing(database: database, content: .tables, title: database.name, most: most)
    }
    let table = try await database.table(named: name, key: nil)
    let statements = table.statements(Array(table.columns.indices), matching: TableQuery())
    return DatabaseListing(
      database: database, content: .rows(statements), title: "\(table.name) · \(database.name)", most: most)
  }

  private static func list(
    of table: DatabaseTable, in database: any Database, _ options: MusterOptions, isPushed: Bool
  ) throws -> TableList {
    let engine = TableEngine(
      database, table, key: options.databaseKey, interval: options.reading.interval.duration,
      alert: options.use.alert)
    return TableList(
      engine: engine, options: options, query: try options.databaseQuery(of: table),
      columns: try options.databaseColumns(of: table), isPushed: isPushed)
  }

  /// Makes enter open the table under the cursor; esc returns to the list.
  private static func openTables(
    from list: RunList, _ database: any Database, _ options: MusterOptions
  ) throws {
    // The options apply to the list of tables, so a table opens without them.
    var plain = try MusterOptions.read([])
    plain.reading.interval = options.reading.interval
    list.open = { [weak list] run, row in
      let name = run.table.text(row, 0)
      guard let screen = list?.screen else { return }
      Task {
        let opened = await screen.result(of: "opening \(name)", failing: name) { _ in
          let subject = DatabaseSubject(address: .file(""), table: name)
          switch try await open(subject, in: database, plain) {
          case .table(let table):
            return ListScreenController(try Self.list(of: table, in: database, plain, isPushed: true), plain)
          case .listing(let listing):
            let source = try Source(.polledText(listing.polledText), plain.reading.options)
            return ListScreenController(RunList(source: source, options: plain, runs: source.runs()), plain)
          }
        }
        if let opened { screen.navigationController?.pushViewController(opened.withPreview()) }
      }
    }
  }
}
