import Databases
import Files
import Rows
import Runs

extension MusterOptions {
  /// The file as a table of DuckDB, where memory cannot hold its rows and no option needs all of them; nil otherwise.
  @MainActor var largeSubject: DatabaseSubject? {
    guard case .file(let path) = subject, !Muster.isPrinted(self),
      let content = DuckContent.large(
        path.text, above: ProcessMemory.forRows, memory: ProcessMemory.forLibrary)
    else { return nil }
    var options = self
    options.database = .duck(content)
    guard (try? options.check()) != nil else { return nil }
    return DatabaseSubject(address: .duck(content), table: content.table)
  }

  /// The requested key columns of a table.
  var databaseKey: [String]? {
    if case .columns(let columns)? = reading.key { columns.map(\.text) } else { nil }
  }

  /// Returns the filter and the order that the command line requests.
  ///
  /// - Throws: an error that names a column that does not exist.
  func databaseQuery(of table: DatabaseTable) throws -> TableQuery {
    var query = TableQuery(filter: TableFilter(start.query ?? "", of: table.columns))
    if let sort = start.sort {
      guard sort.columns.count == 1 else {
        throw Refusal("a table of a database is sorted by one column; give one to --sort")
      }
      let column = try table.column(named: sort.columns[0].column.text)
      query.order = TableOrder(
        column: column == table.keyColumn ? nil : column, isDescending: sort.columns[0].isDescending)
    }
    return query
  }

  /// Returns the printed columns: those that the template of `--output` names, or else those that are shown;
  /// nil for all.
  ///
  /// - Throws: an error that names a column that does not exist.
  func printedColumns(of table: DatabaseTable) throws -> [Int]? {
    guard let template = rowFormat.template else { return try databaseColumns(of: table) }
    return try template.columns.map { try table.column(named: $0.text) }
  }

  /// Returns the shown columns; nil for all.
  ///
  /// - Throws: an error that names a column that does not exist.
  func databaseColumns(of table: DatabaseTable) throws -> [Int]? {
    let names = ColumnNames(table.columns.map(\.name))
    return try start.columns?.all(in: names).map { try table.column(named: $0.text) }
  }
}
