internal import CDuckDB
import Files
import LibC
import ListKit
import Synchronization

/// A database that DuckDB has opened: a file, or the program's memory, where tables are those of files.
// Only connections use the handle, which DuckDB allows on any thread.
final class DuckInstance: @unchecked Sendable {
  let library: DuckLibrary
  fileprivate var handle: OpaquePointer?
  private let path: String?
  private let state: FileStatus?

  /// The least memory with which DuckDB opens files, and what it advises for each thread, in bytes.
  private static let (leastMemory, memoryOfThread) = (16 << 20, 125_000_000)

  /// - Parameters:
  ///   - path: The file, which is opened for reading only; nil for the memory.
  ///   - folder: Where DuckDB may write what memory cannot hold; nothing is written there before.
  ///   - memory: The memory that it may use, in bytes; nil for half of that of the machine.
  ///   - setup: Statements to execute first. After them, no statement can change settings.
  init(_ path: String?, folder: String, memory: Int? = nil, setup: [String] = []) throws {
    library = try DuckLibrary.shared.get()
    if let memory, memory < Self.leastMemory {
      throw DatabaseError(
        .unusable, "not enough memory for DuckDB: \(memory >> 20) MiB of at least \(Self.leastMemory >> 20)")
    }
    self.path = path
    state = path.flatMap(FileStatus.init(path:))
    var configuration: OpaquePointer?
    _ = library.createConfiguration(&configuration)
    defer { library.destroyConfiguration(&configuration) }
    // An extension is loaded where it is installed; a viewer installs none.
    var settings = [
      "autoinstall_known_extensions": "false", "temp_directory": folder,
      "memory_limit": memory.map { "\($0)B" } ?? "50%",
    ]
    if let threads = memory.map({ max(1, $0 / Self.memoryOfThread) }),
      threads < sysconf(Int32(_SC_NPROCESSORS_ONLN))
    {
      settings["threads"] = "\(threads)"
    }
    if path != nil { settings["access_mode"] = "READ_ONLY" }
    for (name, value) in settings { _ = library.setConfiguration(configuration, name, value) }
    var message: UnsafeMutablePointer<CChar>?
    guard library.open(path ?? ":memory:", &handle, configuration, &message) == 0 else {
      defer { library.free(message) }
      throw DuckConnection.error(message.map { String(cString: $0) } ?? "")
    }
    let first = try DuckConnection(self)
    for sql in setup + ["SET lock_configuration = true"] { try first.execute(sql) }
  }

  deinit { library.close(&handle) }

  /// Whether the same file is still at its path.
  var isCurrent: Bool { path.flatMap(FileStatus.init(path:)) == state }
}

/// A connection to a database of DuckDB that only reads.
// One thread at a time uses it, and other threads call only `stop`.
final class DuckConnection: LaneConnection, @unchecked Sendable {
  private let library: DuckLibrary
  private let instance: DuckInstance
  private var handle: OpaquePointer?
  private let isStopped = Atomic(false)

  init(_ instance: DuckInstance) throws {
    self.instance = instance
    library = instance.library
    guard library.connect(instance.handle, &handle) == 0 else {
      throw DatabaseError(.refused, "DuckDB cannot connect")
    }
  }

  deinit { library.disconnect(&handle) }

  var isUsable: Bool { instance.isCurrent }

  func begin() { isStopped.store(false, ordering: .relaxed) }

  func stop() {
    isStopped.store(true, ordering: .relaxed)
    library.interrupt(handle)
  }

  private func checkStop() throws {
    if isStopped.load(ordering: .relaxed) { throw DatabaseError(.stopped, "stopped") }
  }

  /// Returns DuckDB's error without the name of its class, except where that tells what to do.
  ///
  /// ```text
  ///  IO Error: Could not set lock on file "a.duckdb": Conflicting lock is held in python3 (PID 7). See also …
  ///  Binder Error: Referenced column "x" not found⏎Candidate bindings: "a"⏎⏎LINE 1: …
  /// ```
  static func error(_ text: String) -> DatabaseError {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
    var reason = lines.joined(separator: " ")
    if let range = reason.place(of: " See also http") { reason = String(reason[..<range.lowerBound]) }
    func begins(_ name: String) -> Bool {
      guard reason.hasPrefix(name) else { return false }
      reason = String(reason.dropFirst(name.count))
      return true
    }
    if begins("INTERRUPT Error: ") { return DatabaseError(.stopped, reason) }
    if reason.place(of: "must be at the top level") != nil { return .onlyReading }
    _ = ["IO Error: ", "Binder Error: ", "Catalog Error: ", "Invalid Input Error: "].first(where: begins)
    return DatabaseError(reason.place(of: "Conflicting lock") != nil ? .locked : .refused, reason)
  }

  private static func error(_ text: UnsafePointer<CChar>?) -> DatabaseError {
    error(text.map { String(cString: $0) } ?? "unknown error")
  }

  // MARK: Reading

  func read(_ reads: [SQLRead]) throws -> [[SQLRow]] { try reads.map { try $0.rows(rows) } }

  func rows(_ statement: SQLStatement) throws -> [SQLRow] {
    var rows: [SQLRow] = []
    try forEach(statement) { cells in
      rows.append(
        (0..<cells.count).map { column in
          let cell = cells[column]
          return switch cell.kind {
          case .null: .null
          case .blob: .blob(Array(cell.bytes))
          case .number, .text: .text(Array(cell.bytes))
          }
        })
      return true
    }
    return rows
  }

  /// Reads the rows of a statement as texts and blobs, whatever types it returns. The statement can only read,
  /// because it becomes part of another one, where DuckDB accepts only queries.
  ///
  /// - Parameters:
  ///   - names: Called first, with the names of the columns and whether they contain numbers.
  ///   - body: Called with each row; returns false to stop.
  func forEachTyped(
    _ statement: SQLStatement, names: ([(name: String, isNumber: Bool)]) throws -> Void,
    _ body: (SQLCells) throws -> Bool
  ) throws {
    let columns = try columns(of: statement)
    let areNumbers = columns.map { $0.kind == .number }
    try names(columns.map { ($0.name, $0.kind == .number) })
    var wrapped = statement
    let names = columns.indices.map { "t.c\($0)" }
    let texts = zip(columns, names).map { SQLDialect.duckdb.text(of: $0, $1) }
    wrapped.sql = """
      SELECT \(texts.joined(separator: ", ")) FROM (\(statement.sql)
      ) AS t(\(columns.indices.map { "c\($0)" }.joined(separator: ", ")))
      """
    try forEach(wrapped) { cells in
      try body(
        SQLCells(count: cells.count) { column in
          var cell = cells[column]
          if areNumbers[column], cell.kind == .text { cell.kind = .number }
          return cell
        })
    }
  }

  /// Returns the columns of a statement that only reads.
  func columns(of statement: SQLStatement) throws -> [DatabaseTable.Column] {
    // A text that is no statement by itself could be one within parentheses, and end them.
    try extracted(statement.sql) { _, _ in }
    var described = statement
    described.sql = """
      SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM (\(statement.sql)
      ) AS t)
      """
    do {
      return try rows(described).map { row in
        let type = row[1].text ?? ""
        return DatabaseTable.Column(
          name: row[0].text ?? "", type: type, kind: DuckDatabase.kind(ofType: type), isNullable: true)
      }
    } catch let error as DatabaseError where error.description.hasPrefix("Parser Error") {
      throw try whyNot(statement.sql) ?? error
    }
  }

  /// Returns why a text is not one statement that reads; nil if that is unknown.
  private func whyNot(_ sql: String) throws -> DatabaseError? {
    try extracted(sql) { extracted, count in
      if count == 0 { return DatabaseError(.refused, "no statement") }
      return count > 1 ? .severalStatements : .onlyReading
    }
  }

  private func extracted<Value>(_ sql: String, _ body: (OpaquePointer?, UInt64) throws -> Value) throws
    -> Value
  {
    var extracted: OpaquePointer?
    let count = library.extract(handle, sql, &extracted)
    defer { library.destroyExtracted(&extracted) }
    if count == 0, let message = library.extractError(extracted) { throw Self.error(message) }
    return try body(extracted, count)
  }

  /// Executes statements of the program itself.
  func execute(_ sql: String) throws {
    try extracted(sql) { extracted, count in
      for index in 0..<count {
        try prepared(extracted, index) { statement in
          var result = duckdb_result()
          defer { library.destroyResult(&result) }
          if library.execute(statement, &result) != 0 { throw Self.error(library.resultError(&result)) }
        }
      }
    }
  }

  private func prepared(_ extracted: OpaquePointer?, _ index: UInt64, _ body: (OpaquePointer?) throws -> Void)
    throws
  {
    var prepared: OpaquePointer?
    defer { library.destroyPrepared(&prepared) }
    if library.prepare(handle, extracted, index, &prepared) != 0 {
      throw Self.error(library.prepareError(prepared))
    }
    try body(prepared)
  }

  /// Executes one query, whose columns are texts or blobs. A pivot without a list of its columns is several
  /// statements for DuckDB, of which it tells in one or the other way: those before the query create types.
  func forEach(_ statement: SQLStatement, _ body: (SQLCells) throws -> Bool) throws {
    try extracted(statement.sql) { extracted, count in
      for index in 0..<count {
        try checkStop()
        try prepared(extracted, index) { prepared in
          let isQuery = index == count - 1
          let type = library.statementType(prepared)
          guard
            isQuery ? [DuckLibrary.select, DuckLibrary.multiple].contains(type) : type == DuckLibrary.create
          else {
            throw DatabaseError.onlyReading
          }
          var result = duckdb_result()
          defer { library.destroyResult(&result) }
          if isQuery {
            for (position, value) in statement.values.enumerated() {
              guard var text = value.text else { continue }
              text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                  _ = library.bindText(prepared, UInt64(position + 1), $0.baseAddress, UInt64($0.count))
                }
              }
            }
          }
          let status =
            isQuery ? library.executeStreaming(prepared, &result) : library.execute(prepared, &result)
          if status != 0 { throw Self.error(library.resultError(&result)) }
          if isQuery { try forEachRow(of: &result, body) }
        }
      }
    }
  }

  private func forEachRow(of result: inout duckdb_result, _ body: (SQLCells) throws -> Bool) throws {
    let count = Int(library.columnCount(&result))
    let types = (0..<count).map { library.columnType(&result, UInt64($0)) }
    while true {
      try checkStop()
      var chunk = library.fetchChunk(result)
      guard chunk != nil else { break }
      defer { library.destroyChunk(&chunk) }
      let columns = types.enumerated().map { position, type in
        let vector = library.vector(chunk, UInt64(position))
        return DuckColumn(
          data: library.data(vector), validity: library.validity(vector),
          kind: type == DuckLibrary.blob ? .blob : type == DuckLibrary.text ? .text : .null)
      }
      for row in 0..<Int(library.chunkSize(chunk)) {
        if try !body(SQLCells(count: count) { columns[$0].cell(row) }) { return }
      }
    }
    if let message = library.resultError(&result), message.pointee != 0 { throw Self.error(message) }
  }
}

/// A column of a chunk of rows: texts or blobs, 16 bytes each. These begin with the length; up to 12 bytes of text
/// follow, or the first four and the address of all.
private struct DuckColumn {
  let data: UnsafeRawPointer?
  let validity: UnsafePointer<UInt64>?
  let kind: SQLCell.Kind

  func cell(_ row: Int) -> SQLCell {
    let isValid = validity.map { $0[row / 64] >> UInt64(row % 64) & 1 == 1 } ?? true
    guard isValid, kind != .null, let text = data?.advanced(by: row * 16) else {
      return SQLCell(kind: .null, bytes: UnsafeBufferPointer(start: nil, count: 0))
    }
    let count = Int(text.load(as: UInt32.self))
    let start = count <= 12 ? text + 4 : text.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    return SQLCell(kind: kind, bytes: bytes.assumingMemoryBound(to: UInt8.self))
  }
}
