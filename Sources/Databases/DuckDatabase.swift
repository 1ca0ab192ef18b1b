import Files
import LibC
import ListKit
import ListKitPaging
import Synchronization

/// What DuckDB opens.
package enum DuckContent: Hashable, Sendable {
  /// A file with tables.
  case database(String)
  /// A file, or the files of a pattern, as one table.
  case table(String)
  /// A text file of rows that memory cannot hold, as one table.
  case large(String)
  /// The files that a statement names.
  case statement

  /// Creates the content for an argument; nil if it is none of DuckDB's. A file is recognised by its first bytes,
  /// or else by its name, as a pattern is.
  init?(_ text: String, beginning start: [UInt8]) {
    let isPattern = text.contains { "*?[".contains($0) }
    guard FileStatus(path: text).map({ !$0.isDirectory }) ?? (isPattern && !Self.paths(of: text).isEmpty)
    else {
      return nil
    }
    if start.dropFirst(8).starts(with: "DUCK".utf8) {
      self = .database(text)
    } else if start.starts(with: "PAR1".utf8) || Format(text) != nil {
      self = .table(text)
    } else {
      return nil
    }
  }

  /// The name of the only table; nil if there may be several.
  package var table: String? {
    switch self {
    case .table(let path), .large(let path): StoredFile(path: path).name
    case .database, .statement: nil
    }
  }

  /// Returns a file that DuckDB is needed for; nil if memory holds it, DuckDB cannot read it or is not installed.
  ///
  /// - Parameters:
  ///   - bound: The memory for rows that muster reads itself, in bytes.
  ///   - memory: That for those of DuckDB.
  package static func large(_ path: String, above bound: Int, memory: Int) -> DuckContent? {
    let formats = [".csv", ".tsv", ".csv.gz", ".tsv.gz", ".jsonl", ".ndjson"]
    guard formats.contains(where: path.lowercased().hasSuffix), let status = FileStatus(path: path),
      !status.isDirectory, status.size > bound, memory >= 128 << 20,
      (try? DuckLibrary.shared.get()) != nil
    else { return nil }
    return .large(path)
  }

  /// Returns the files of a path, or of a pattern if there is no file of that name.
  static func paths(of pattern: String) -> [String] {
    if FileStatus(path: pattern) != nil { return [pattern] }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }

  /// A format of files, by the ends of their names.
  enum Format {
    case parquet, excel, arrow

    init?(_ path: String) {
      let name = path.lowercased()
      if name.hasSuffix(".parquet") {
        self = .parquet
      } else if name.hasSuffix(".xlsx") {
        self = .excel
      } else if [".arrow", ".arrows", ".feather"].contains(where: name.hasSuffix) {
        self = .arrow
      } else {
        return nil
      }
    }

    /// The extension that reads it, where DuckDB itself does not, and where DuckDB finds it.
    var `extension`: (name: String, origin: String)? {
      switch self {
      case .parquet: nil
      case .excel: ("excel", "")
      case .arrow: ("nanoarrow", " FROM community")
      }
    }

    /// Returns the files as a table in SQL.
    func source(_ pattern: String) -> String {
      switch self {
      case .parquet:
        "read_parquet(\(pattern.sqlLiteral)\(FileStatus(path: pattern) == nil ? ", union_by_name = true" : ""))"
      case .excel: "read_xlsx(\(pattern.sqlLiteral))"
      case .arrow: "read_arrow(\(pattern.sqlLiteral))"
      }
    }
  }
}

/// Files that DuckDB reads: its own, as a database with tables, and others, as tables.
final class DuckDatabase: Database {
  let name: String
  private let content: DuckContent
  private let lanes: ReadingLanes<DuckConnection>
  /// The files whose changes are those of its tables.
  private let files: Mutex<Set<String>>
  private let loading: DuckLoading?

  /// The maximum time for a count.
  private let time: Duration

  /// - Parameter memory: The memory that DuckDB may use, in bytes; nil for half of that of the machine.
  /// - Throws: ``DatabaseError`` if there is no DuckDB, or if the file cannot be read.
  init(_ content: DuckContent, memory: Int? = nil, time: Duration = .seconds(3)) throws {
    self.time = time
    self.content = content
    let folder = Self.folder
    var loading: DuckLoading?
    let opened: @Sendable () throws -> DuckInstance
    switch content {
    case .database(let path):
      name = StoredFile(path: path).name
      files = Mutex([path])
      opened = { try DuckInstance(path, folder: folder, memory: memory) }
    case .table(let path):
      name = "DuckDB"
      files = Mutex([path])
      let needed = (DuckContent.Format(path) ?? .parquet).extension
      opened = {
        do {
          return try DuckInstance(
            nil, folder: folder, memory: memory, setup: needed.map { ["LOAD \($0.name)"] } ?? [])
        } catch let error as DatabaseError {
          guard let needed, error.kind == .refused else { throw error }
          throw DatabaseError(
            .unusable,
            "DuckDB needs its extension \(needed.name), which is not installed here; in DuckDB: "
              + "INSTALL \(needed.name)\(needed.origin)")
        }
      }
    case .large(let path):
      name = "DuckDB"
      // Its rows are those of a table, until they are copied again.
      files = Mutex([])
      let large = DuckLoading(path, in: folder)
      loading = large
      opened = { try large.open(memory: memory) }
    case .statement:
      name = "DuckDB"
      files = Mutex([])
      opened = { try DuckInstance(nil, folder: folder, memory: memory) }
    }
    self.loading = loading
    RunningReads.add { Self.removeFolder() }
    let shared: SharedInstance
    do {
      shared = try SharedInstance(opened)
    } catch let error as DatabaseError {
      guard case .database(let path) = content, error.kind != .unusable else { throw error }
      throw DatabaseError(error.kind, "\(path): \(error)")
    }
    lanes = ReadingLanes(count: 3) { try DuckConnection(shared.current()) }
    try loading?.start(shared.current())
  }

  /// The instance that all connections use. A file that was replaced is opened again.
  private final class SharedInstance: Sendable {
    private let instance: Mutex<DuckInstance>
    private let open: @Sendable () throws -> DuckInstance

    init(_ open: @escaping @Sendable () throws -> DuckInstance) throws {
      instance = Mutex(try open())
      self.open = open
    }

    func current() throws -> DuckInstance {
      try instance.withLock { instance in
        if !instance.isCurrent { instance = try open() }
        return instance
      }
    }
  }

  /// The folder for what memory cannot hold, of this process.
  private static var folder: String {
    "\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/muster-\(getpid()).duckdb"
  }

  /// Removes what DuckDB has left in the folder.
  static func removeFolder() {
    for path in DuckContent.paths(of: folder + "/*") { unlink(path) }
    rmdir(folder)
  }

  /// Returns a statement that the user wrote. The files that it names are followed from now on.
  func statement(_ sql: String) -> SQLStatement {
    let named = sql.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    files.withLock { $0.formUnion(named.filter { !DuckContent.paths(of: $0).isEmpty }) }
    // It becomes part of another statement.
    let end = sql.lastIndex { !$0.isWhitespace && $0 != ";" }
    return SQLStatement(end.map { String(sql[...$0]) } ?? "", .duckdb)
  }

  func read(_ reads: [SQLRead]) async throws -> [[SQLRow]] {
    defer { loading?.didRead() }
    return try await lanes.read { connection in try self.steadily { try connection.read(reads) } }
  }

  func forEachRow(
    of statements: [SQLStatement],
    names: @escaping @Sendable ([(name: String, isNumber: Bool)]) throws -> Void,
    _ body: @escaping @Sendable (SQLCells) throws -> Bool
  ) async throws {
    try await lanes.read { connection in
      let before = self.states
      do {
        for (index, statement) in statements.enumerated() {
          try connection.forEachTyped(statement, names: { if index == 0 { try names($0) } }, body)
        }
      } catch let error as DatabaseError {
        if before != self.states { throw Self.changed }
        throw error
      }
    }
  }

  private static let changed = DatabaseError(.passing, "the file changes while it is read")

  /// The states of all files.
  private var states: [String: FileStatus?] {
    var states: [String: FileStatus?] = [:]
    for path in paths { states[path] = FileStatus(path: path) }
    return states
  }

  private var paths: [String] { files.withLock { Array($0) }.flatMap(DuckContent.paths) }

  /// Reads again if a file changes meanwhile: rows of two files are not those of one moment.
  private func steadily<Value>(_ body: () throws -> Value) throws -> Value {
    let before = states
    let value = Result { try body() }
    if before != states { throw Self.changed }
    return try value.get()
  }

  func count(_ table: DatabaseTable, matching filter: TableFilter, isExact: Bool) async throws -> PageCount {
    let counting = table.each("count(*)::text", matching: filter, limit: nil)
    do {
      let counted = try await lanes.read(within: isExact ? nil : time) { try $0.rows(counting) }
      let number = counted.first?.first?.text.flatMap { Int($0) } ?? 0
      return loading?.isComplete == false ? .atLeast(number) : .exactly(number)
    } catch let error as DatabaseError where error.kind == .stopped {
      try Task.checkCancellation()
      return .atLeast(0)
    }
  }

  func changes(of table: DatabaseTable?, every interval: Duration) -> AsyncStream<PageChange> {
    if let loading { return loading.changes }
    return FileChanges(paths: paths, interval: interval, makeValue: { { [weak self] in self?.states } })
      .stream()
  }

  func obstacle() async -> String? { nil }

  // MARK: Tables

  func tables() async throws -> [TableSummary] {
    guard case .database = content else {
      return content.table.map { [TableSummary(name: $0, kind: "file")] } ?? []
    }
    return try await lanes.read(Self.entries).map { entry in
      var summary = TableSummary(name: entry.name, kind: entry.kind)
      summary.rows = entry.rows.map { .about($0) }
      return summary
    }
  }

  private struct Entry {
    var name: String
    var kind: String
    var source: String
    var rows: Int?
  }

  private static func entries(_ connection: DuckConnection) throws -> [Entry] {
    let sql = """
      SELECT schema_name, table_name, 'table', estimated_size::text FROM duckdb_tables()
        WHERE NOT internal AND database_name = current_database()
      UNION ALL SELECT schema_name, view_name, 'view', NULL FROM duckdb_views()
        WHERE NOT internal AND database_name = current_database()
      ORDER BY 1, 2
      """
    return try connection.rows(SQLStatement(sql, .duckdb)).map { row in
      let texts = row.map { $0.text ?? "" }
      return Entry(
        name: texts[0] == "main" ? texts[1] : "\(texts[0]).\(texts[1])", kind: texts[2],
        source: "\(texts[0].sqlName).\(texts[1].sqlName)", rows: Int(texts[3]))
    }
  }

  func table(named name: String, key: [String]?) async throws -> DatabaseTable {
    try await lanes.read { [content, loading] connection in
      var entry: Entry
      var rowID: [DatabaseTable.KeyTerm] = []
      if let loading {
        let (source, note) = loading.table
        entry = Entry(name: name, kind: note ?? "table, which DuckDB has copied to disk", source: source)
        rowID = [DatabaseTable.KeyTerm(sql: "t.rowid", type: "BIGINT")]
      } else if case .table(let path) = content {
        let format = DuckContent.Format(path) ?? .parquet
        guard let only = content.table, only == name else {
          throw DatabaseError.noTable(name, [content.table ?? ""])
        }
        entry = Entry(name: only, kind: "file", source: format.source(path))
        if case .parquet = format {
          rowID = [DatabaseTable.KeyTerm(sql: "t.file_row_number", type: "BIGINT")]
          if FileStatus(path: path) == nil {
            rowID.insert(DatabaseTable.KeyTerm(sql: "t.filename", type: "VARCHAR"), at: 0)
          }
        }
      } else {
        let entries = try Self.entries(connection)
        entry = entries[try entries.map(\.name).index(ofTable: name)]
        if entry.kind == "table" { rowID = [DatabaseTable.KeyTerm(sql: "t.rowid", type: "BIGINT")] }
      }
      var table = DatabaseTable(.duckdb, name: entry.name, source: "\(entry.source) AS t")
      table.columns = try connection.columns(of: SQLStatement("SELECT * FROM \(table.source)", .duckdb))
      // A column of the same name hides the position.
      let taken = Set(table.columns.map { "t.\($0.name.lowercased())" })
      if !rowID.contains(where: { taken.contains($0.sql) }) { table.rowID = rowID }
      if let key {
        try table.useKey(key)
      } else if !table.rowID.isEmpty {
        (table.key, table.rowID) = (table.rowID, [])
        table.notes.append(
          entry.kind == "file" || entry.kind == "table" ? "rows are identified by their position" : entry.kind
        )
      }
      return table
    }
  }

  static func kind(ofType type: String) -> DatabaseTable.Column.Kind {
    switch type.prefix(while: { $0 != "(" }) {
    case _ where type.hasSuffix("]"): .other
    case "VARCHAR", "JSON": .text
    case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER",
      "UBIGINT",
      "UHUGEINT", "FLOAT", "DOUBLE", "DECIMAL", "BIGNUM", "VARINT":
      .number
    default: .other
    }
  }
}

extension SQLDialect {
  /// Returns an expression for a value of a column as it is shown: in DuckDB, nested values are JSON, and bytes
  /// stay bytes.
  ///
  /// - Parameter expression: The value; nil for the column itself.
  func text(of column: DatabaseTable.Column, _ expression: String? = nil) -> String {
    let expression = expression ?? column.sql
    return switch self {
    case .sqlite, .postgres: text(of: expression)
    case .duckdb where column.isBlob: expression
    case .duckdb: text(of: column.isNested ? "to_json(\(expression))" : expression)
    }
  }
}

extension DatabaseTable.Column {
  /// Whether DuckDB stores its values as bytes.
  var isBlob: Bool { type == "BLOB" }

  /// Whether DuckDB stores lists, structures or maps in it.
  fileprivate var isNested: Bool {
    type.hasSuffix("]") || ["STRUCT(", "MAP(", "UNION(", "VARIANT"].contains(where: type.hasPrefix)
  }
}
