import Files
import LibC
import ListKit

/// A connection to an SQLite file.
// SQLite is opened in its thread-safe mode, and other threads call only `stop`.
final class SQLiteConnection: LaneConnection, @unchecked Sendable {
  let library: SQLiteLibrary
  private let handle: OpaquePointer
  private let path: String
  private let identity: FileIdentity?

  /// How long SQLite waits for a lock of another program, in milliseconds.
  private static let patience: Int32 = 1000

  /// Opens a file for reading only. SQLite may need to create a file beside it; if the folder is not writable
  /// and there is no log to read, the file is opened as immutable instead.
  ///
  /// - Parameter path: The path, or a URI in SQLite's form.
  convenience init(readOnly path: String) throws {
    do {
      try self.init(path, flags: SQLiteLibrary.openReadOnly)
      // SQLite opens the file only now.
      _ = try rows(SQLStatement("SELECT count(*) FROM sqlite_master", .sqlite))
    } catch let error as DatabaseError where error.kind == .refused && Self.cannotChange(path) {
      // The escape character comes first, because the other escapes contain it.
      let signs: KeyValuePairs<String, String> = ["%": "%25", "?": "%3f", "#": "%23"]
      let escaped = signs.reduce(path) { path, sign in path.replacingAll(sign.key, with: sign.value) }
      try self.init("file:\(escaped)?immutable=1", flags: SQLiteLibrary.openReadOnly, watching: path)
    }
  }

  /// - Parameter flags: The flags of `sqlite3_open_v2`.
  init(_ path: String, flags: Int32, watching file: String? = nil) throws {
    library = try SQLiteLibrary.shared.get()
    self.path = file ?? path
    identity = FileStatus(path: self.path)?.identity
    var handle: OpaquePointer?
    let status = library.open(
      path, &handle, flags | SQLiteLibrary.openFullMutex | SQLiteLibrary.openURI, nil)
    guard let handle else { throw DatabaseError(.refused, "out of memory") }
    self.handle = handle
    if status != 0 { throw error(status) }
    _ = library.busyTimeout(handle, Self.patience)
  }

  deinit { _ = library.close(handle) }

  private static func cannotChange(_ path: String) -> Bool {
    let hasLog = FileStatus(path: path + "-wal").map { $0.size > 0 } ?? false
    return !hasLog && access(StoredFile(path: path).directory, W_OK) != 0 && access(path, R_OK) == 0
  }

  /// Whether the same file is still at its path.
  var isUsable: Bool { identity == FileStatus(path: path)?.identity }

  func stop() { library.interrupt(handle) }

  private func error(_ status: Int32) -> DatabaseError {
    let text = library.message(handle).map { String(cString: $0) } ?? "error \(status)"
    return switch status & 0xFF {
    case SQLiteLibrary.busy, SQLiteLibrary.locked: DatabaseError(.locked, "\(text) by another program")
    case SQLiteLibrary.interrupted: DatabaseError(.stopped, text)
    default: DatabaseError(.refused, text)
    }
  }

  // MARK: Reading

  /// Performs reads in one transaction, so that all of them see the same moment.
  func read(_ reads: [SQLRead]) throws -> [[SQLRow]] {
    try transaction { try reads.map { try $0.rows(rows) } }
  }

  func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    _ = try rows(SQLStatement("BEGIN", .sqlite))
    do {
      let value = try body()
      _ = try rows(SQLStatement("COMMIT", .sqlite))
      return value
    } catch {
      _ = try? rows(SQLStatement("ROLLBACK", .sqlite))
      throw error
    }
  }

  func rows(_ statement: SQLStatement) throws -> [SQLRow] {
    var rows: [SQLRow] = []
    try forEach(statement) { row in
      rows.append((0..<row.count).map(row.value))
      return true
    }
    return rows
  }

  /// Executes a statement.
  ///
  /// - Parameters:
  ///   - begin: Called before the first row.
  ///   - body: Called with each row; returns false to stop.
  func forEach(
    _ statement: SQLStatement, begin: (Row) throws -> Void = { _ in }, _ body: (Row) throws -> Bool
  ) throws {
    let prepared = try prepare(statement.sql)
    defer { _ = library.finalize(prepared) }
    guard library.isReadOnly(prepared) != 0 else {
      throw DatabaseError.onlyReading
    }
    for (index, value) in statement.values.enumerated() { try bind(value, Int32(index + 1), prepared) }
    let row = Row(library: library, statement: prepared, count: Int(library.columnCount(prepared)))
    try begin(row)
    while true {
      let status = library.step(prepared)
      if status == SQLiteLibrary.done { return }
      guard status == SQLiteLibrary.row else { throw error(status) }
      if try !body(row) { return }
    }
  }

  /// Prepares the only statement of a text. Comments and signs around it are ignored.
  ///
  /// - Returns: The statement, which the caller finalizes.
  private func prepare(_ sql: String) throws -> OpaquePointer {
    var only: OpaquePointer?
    do {
      try sql.withCString { text in
        var rest: UnsafePointer<CChar>? = text
        while let start = rest, start.pointee != 0 {
          var next: OpaquePointer?
          let status = library.prepare(handle, start, -1, &next, &rest)
          if only != nil, next != nil || status != 0 {
            _ = library.finalize(next)
            throw DatabaseError.severalStatements
          }
          if status != 0 { throw error(status) }
          only = only ?? next
        }
      }
    } catch {
      _ = library.finalize(only)
      throw error
    }
    guard let only else { throw DatabaseError(.refused, "no statement") }
    return only
  }

  private func bind(_ value: SQLValue, _ position: Int32, _ statement: OpaquePointer?) throws {
    let status: Int32 =
      switch value {
      case .null: 0
      case .integer(let number): library.bindInteger(statement, position, number)
      case .real(let number): library.bindReal(statement, position, number)
      case .text(let bytes):
        // A NUL follows the bytes, so that an empty text has an address; without one it would be NULL.
        (bytes + [0]).withUnsafeBufferPointer {
          $0.withMemoryRebound(to: CChar.self) {
            library.bindText(
              statement, position, $0.baseAddress, Int32($0.count - 1), SQLiteLibrary.transient)
          }
        }
      case .blob(let bytes):
        (bytes + [0]).withUnsafeBytes {
          library.bindBlob(statement, position, $0.baseAddress, Int32($0.count - 1), SQLiteLibrary.transient)
        }
      }
    if status != 0 { throw error(status) }
  }

  /// The current row of a statement.
  struct Row {
    let library: SQLiteLibrary
    let statement: OpaquePointer?
    let count: Int

    var names: [String] {
      (0..<count).map { library.columnName(statement, Int32($0)).map { String(cString: $0) } ?? "" }
    }

    func value(_ index: Int) -> SQLValue {
      let index = Int32(index)
      switch library.columnType(statement, index) {
      case SQLiteLibrary.integer: return .integer(library.columnInteger(statement, index))
      case SQLiteLibrary.real: return .real(library.columnReal(statement, index))
      case SQLiteLibrary.text: return .text(Array(bytes(Int(index)).bytes))
      case SQLiteLibrary.blob: return .blob(Array(bytes(Int(index)).bytes))
      default: return .null
      }
    }

    /// Returns a value as SQLite's text for it; a blob as its bytes.
    func bytes(_ index: Int) -> SQLCell {
      let index = Int32(index)
      let type = library.columnType(statement, index)
      guard type != SQLiteLibrary.blob else {
        let start = library.columnBlob(statement, index)?.assumingMemoryBound(to: UInt8.self)
        return SQLCell(
          kind: .blob,
          bytes: UnsafeBufferPointer(start: start, count: Int(library.columnBytes(statement, index))))
      }
      // Reading the text comes before its length: it may convert a number, or another encoding.
      let start = library.columnText(statement, index)
      let bytes = UnsafeBufferPointer(
        start: start, count: start == nil ? 0 : Int(library.columnBytes(statement, index)))
      let kind: SQLCell.Kind =
        switch type {
        case SQLiteLibrary.integer, SQLiteLibrary.real: .number
        case SQLiteLibrary.text: .text
        default: .null
        }
      return SQLCell(kind: kind, bytes: bytes)
    }
  }
}
