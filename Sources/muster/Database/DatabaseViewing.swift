import Databases
import Dispatch
import LibC
import ListData
import ListKit
import ListKitOptions
import ProgramOptions

/// A database on the command line, and what of it is shown.
struct DatabaseSubject: Hashable, Sendable {
  var address: DatabaseAddress
  /// A table or a view; nil for the list of them.
  var table: String?
  /// A statement whose rows are shown.
  var sql: String?
}

/// Shows a database, or prints it, and ends.
///
/// ```text
///  muster FILE          tables, as a list ─▶ enter ─▶ a table: pages; a view: a list that is read as a whole
///  muster FILE TABLE    that at once                  ◀─ esc
///  --sql 'SELECT …'     a list that is read as a whole
/// ```
@MainActor
enum DatabaseViewing {
  /// Why something is not shown.
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  static func main(_ options: MusterOptions, _ subject: DatabaseSubject) -> Never {
    let isPrinted =
      options.use.print || options.use.explain || options.use.quiet
      || (isatty(STDOUT_FILENO) == 0 && !options.use.isPicker)
    if isPrinted {
      setlocale(LC_CTYPE, "")
      EndSignals.answer()
      Task.detached {
        do {
          EndSignals.exit(try await DatabasePrinting(options: options, subject: subject).print())
        } catch {
          EndSignals.fail(error)
        }
      }
    } else {
      Task {
        do {
          if options.use.isPicker { try PrintedOutput.check() }
          try await show(subject, options)
        } catch {
          Muster.fail(error)
        }
      }
    }
    dispatchMain()
  }

  private static func show(_ subject: DatabaseSubject, _ options: MusterOptions) async throws {
    let database = try await Viewing.beforeScreen("connecting", options) { try await open(subject.address) }
    if let name = subject.table {
      let table = try await Viewing.beforeScreen("opening \(name)", options) {
        try await database.table(named: name, key: options.databaseKey)
      }
      if table.hasKey {
        let controller = try controller(database, table, options, isPushed: false)
        if options.use.mayNeedNoScreen { try await endUnseen(controller, options) }
        return try await show(controller, options)
      }
    }
    let content = try await Viewing.beforeScreen("opening \(database.name)", options) {
      try await listing(database, subject)
    }
    let source = Source(Source.Kind.database(content), options.reading)
    var runs = source.runs()
    if options.use.mayNeedNoScreen { try await Viewing.endUnseen(options, &runs) }
    let list = ListController(source: source, options: options, runs: runs)
    if subject.table == nil, subject.sql == nil { try open(from: list, database, options) }
    await Viewing.run(list, options)
  }

  /// Connects, which may take long, off the main actor.
  @concurrent
  private static func open(_ address: DatabaseAddress) async throws -> any Database { try address.open() }

  /// Ends the program where `--select-1` or `--exit-0` says so.
  private static func endUnseen(_ controller: TableController, _ options: MusterOptions) async throws {
    let first = PageRequest<TableRowKey>(first: .edge, last: .edge, limit: 1)
    let page = try await controller.engine.pages([first], matching: controller.wish)[0]
    guard page.isComplete, page.rows.isEmpty ? options.use.exitsEmpty : options.use.selectsSingle else {
      return
    }
    var rows: [[String?]] = []
    for row in page.rows {
      if let row = try await controller.engine.record(row.key, isWhole: true) { rows.append(row) }
    }
    Muster.end(try controller.picked(rows).print(withQuery: options.use.printQuery))
  }

  private static func show(_ controller: TableController, _ options: MusterOptions) async throws {
    let end = try await options.screen.options.run(controller.withPreview())
    try Viewing.finish(end, controller.picked, options)
  }

  /// What is read as a whole of a database.
  ///
  /// - Parameter most: how many rows at most; nil for all.
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

  private static func controller(
    _ database: any Database, _ table: DatabaseTable, _ options: MusterOptions, isPushed: Bool
  ) throws -> TableController {
    let engine = TableEngine(
      database, table, key: options.databaseKey, interval: options.reading.interval.duration)
    return TableController(
      engine: engine, options: options, query: try options.databaseQuery(of: table),
      columns: try options.databaseColumns(of: table), isPushed: isPushed)
  }

  /// Lets enter open the table under the cursor; esc comes back.
  private static func open(from list: ListController, _ database: any Database, _ options: MusterOptions)
    throws
  {
    // What was asked for is about the list of tables.
    var plain = try MusterOptions.read([])
    plain.reading.interval = options.reading.interval
    list.openRow = { [weak list] run, row in
      let name = run.table.text(row, 0)
      guard let list else { return }
      Task {
        do {
          let screen = try await list.progress(of: "opening \(name)") { _ in
            let table = try await database.table(named: name, key: nil)
            if table.hasKey { return try controller(database, table, plain, isPushed: true).withPreview() }
            let listing = try await listing(database, DatabaseSubject(address: .file(""), table: name))
            let source = Source(Source.Kind.database(listing), plain.reading)
            return ListController(source: source, options: plain, runs: source.runs()).withPreview()
          }
          list.navigationController?.pushViewController(screen)
        } catch {
          list.statusNote = error is CancellationError ? "stopped" : "\(name): \(error)"
        }
      }
    }
  }
}
