import Databases
import Dispatch
import LibC
import ListData
import ListKit
import Rows
import Runs

/// Writes rows of a database as ``RowText`` does: each column has a name, and NULL is empty, or `null` in JSON.
struct DatabaseRowText: Sendable {
  private let writer: RowText
  private let columns: [Int]
  private let names: [String]
  private let keys: [[UInt8]]
  private let areNumbers: [Bool]
  /// Whether rows that arrive separated by tabs are printed unchanged.
  private let isVerbatim: Bool

  /// - Parameters:
  ///   - format: The output format; raw means separated by tabs.
  ///   - columns: The columns to print, for a template those that it names; nil for all.
  init(_ format: OutputFormat, names: [String], areNumbers: [Bool], columns: [Int]?) {
    writer = RowText(format: format == .raw ? .tsv : format, columns: nil)
    self.columns = columns ?? Array(names.indices)
    self.names = names
    self.areNumbers = areNumbers
    keys = JSONText.keys(ColumnNames(names))
    isVerbatim = writer.format == .tsv && self.columns == Array(names.indices)
  }

  init(_ format: OutputFormat, _ table: DatabaseTable, columns: [Int]?) {
    self.init(
      format, names: table.columns.map(\.name), areNumbers: table.columns.map { $0.kind == .number },
      columns: columns)
  }

  /// The line with the names of the columns, if the format has one.
  var head: [UInt8] {
    switch writer.format {
    case .json, .template: []
    default: writer.line(columns.map { Array(names[$0].utf8) })
    }
  }

  func line(_ row: [String?]) -> [UInt8] {
    writer.line(columns.count) { index, add in
      let column = columns[index]
      Array((row[column] ?? "").utf8).withUnsafeBufferPointer {
        add($0, row[column] == nil ? .null : areNumbers[column] ? .number : .text, keys[column])
      }
    }
  }

  /// Returns the line of a row as the database delivers it.
  func line(_ row: SQLCells) -> [UInt8] {
    if isVerbatim, let line = row.line { return Array(line) + [0x0A] }
    return writer.line(columns.count) { index, add in
      let column = columns[index]
      let cell = row[column]
      switch cell.kind {
      case .null: add(cell.bytes, .null, keys[column])
      case .number: add(cell.bytes, .number, keys[column])
      case .text: add(cell.bytes, areNumbers[column] ? .number : .text, keys[column])
      case .blob: Self.hexadecimal(cell.bytes).withUnsafeBufferPointer { add($0, .text, keys[column]) }
      }
    }
  }

  /// Returns the bytes of a blob as SQL writes them: `x'00FF'`.
  private static func hexadecimal(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return Array("x'".utf8) + bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] } + Array("'".utf8)
  }
}

/// Prints rows of a database as they arrive, without a screen.
struct DatabasePrinting: Sendable {
  let options: MusterOptions
  let subject: DatabaseSubject

  /// Prints the rows. Returns the exit status.
  func print() async throws -> Int32 {
    try PrintedOutput.check()
    let database = try subject.address.open(memory: ProcessMemory.forLibrary)
    var printed = options
    printed.use.output = options.use.output ?? .tsv
    let start = options.start
    if options.use.explain { return try await explain(database) }
    if let sql = subject.sql, start.query == nil, start.sort == nil, !start.options.hasStructure {
      return try await print(database, [database.statement(sql)], nil)
    }
    guard let name = subject.table, !start.options.hasStructure else {
      // Lists that are read at once are printed like any other list.
      let listing = try await DatabaseViewing.listing(database, subject, most: nil)
      let source = try Source(.polledText(listing.polledText), options.reading.options, isReadOnce: true)
      return try await Printing(printed).print(source)
    }
    let table = try await database.table(named: name, key: options.databaseKey)
    let query = try options.databaseQuery(of: table)
    if let problem = query.filter.problem { throw Refusal(problem) }
    let columns = try options.printedColumns(of: table) ?? Array(table.columns.indices)
    let status = try await print(
      database, table.statements(columns, matching: query), columns.map { table.columns[$0].kind == .number },
      columns.map { table.columns[$0].name })
    if status == 1, let remark = query.filter.remark { EndSignals.note(remark) }
    return status
  }

  private func explain(_ database: any Database) async throws -> Int32 {
    guard let name = subject.table else {
      throw Refusal("--explain takes one table; name it")
    }
    let table = try await database.table(named: name, key: options.databaseKey)
    var output = PrintedOutput(isExact: false)
    for line in ["table \(table.name) in \(database.name)"]
      + table.columns.map({ "column \($0.name)  \($0.type)" })
      + [table.hasKey ? "read page by page, by its key" : "read entirely: it has no key; --key names one"]
      + table.notes
    {
      try output.write(Array((line + "\n").utf8))
    }
    try output.finish()
    return 0
  }

  /// The output, which the thread that reads the rows writes to.
  private final class Lines: @unchecked Sendable {
    var text: DatabaseRowText?
    var count = 0
    private var output: PrintedOutput?

    init(isExact: Bool) { output = PrintedOutput(isExact: isExact) }

    func write(_ bytes: [UInt8]) throws { try output?.write(bytes) }

    func finish() throws {
      guard let output = output.take() else { return }
      try output.finish()
    }
  }

  private func print(
    _ database: any Database, _ statements: [SQLStatement], _ areNumbers: [Bool]?, _ names: [String]? = nil
  ) async throws -> Int32 {
    let lines = Lines(isExact: options.use.output != nil)
    let format = options.rowFormat
    try await database.forEachRow(of: statements) { columns in
      // The first rows are printed, and would be printed twice.
      guard lines.text == nil else { throw Refusal("the file changes while it is read") }
      let all = names ?? columns.map(\.name)
      let known = ColumnNames(all)
      let wanted = options.rowFormat.template?.columns ?? options.start.columns?.all(in: known)
      let indexes = names == nil ? try wanted?.map { try $0.index(in: known) } : nil
      lines.text = DatabaseRowText(
        format, names: all, areNumbers: areNumbers ?? columns.map(\.isNumber), columns: indexes)
      try lines.write(lines.text?.head ?? [])
    } _: { row in
      lines.count += 1
      try lines.write(lines.text?.line(row) ?? [])
      return true
    }
    try lines.finish()
    return lines.count == 0 && options.start.query != nil ? 1 : 0
  }
}
