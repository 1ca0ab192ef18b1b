import GRDB

extension BrowsedTable {
  /// Finds out what a table is like.
  ///
  /// - Parameter name: its name, in any case; nil where the database has only one.
  /// - Throws: ``TableError`` where there is none of that name, or no way to order its rows.
  init(_ db: Database, named name: String?) throws {
    let tables = try Self.names(db)
    guard let name = name ?? (tables.count == 1 ? tables[0] : nil) else {
      throw tables.isEmpty
        ? TableError.noTables(try db.path()) : TableError.tableNotNamed(tables: tables)
    }
    guard let known = tables.first(where: { $0.lowercased() == name.lowercased() }) else {
      throw tables.isEmpty ? TableError.noTables(try db.path()) : TableError.noTable(name, tables: tables)
    }
    self.name = known
    let columns = try Row.fetchAll(
      db, sql: "SELECT name, type, hidden, \"notnull\" FROM pragma_table_xinfo(?)", arguments: [known])
    // Hidden columns of virtual tables (1) are commands, not data; generated columns (2, 3) are data.
    self.columns = columns.filter { $0["hidden"] != 1 }
      .map {
        Column(
          name: $0["name"], isNumeric: Self.isNumeric($0["type"] ?? ""), isNullable: $0["notnull"] == 0)
      }
    key = try Self.key(db, of: known, columns: columns.map { $0["name"] })
    let first: String? =
      switch key {
      case .rowid: try Self.rowidColumn(db, of: known)
      case .primaryKey(let names): names.first?.lowercased()
      }
    keyColumn = self.columns.firstIndex { $0.name.lowercased() == first }
    index = try Self.index(db, of: known, key: key)
    encoding = try String.fetchOne(db, sql: "PRAGMA encoding").flatMap(TextEncoding.init) ?? .utf8
  }

  /// The names of all tables a person made; neither views nor what SQLite and its indexes keep for themselves.
  static func names(_ db: Database) throws -> [String] {
    let rows = try Row.fetchAll(
      db,
      sql:
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    var hidden: Set<String> = []
    for row in rows where FullTextDeclaration(sql: row["sql"] ?? "") != nil {
      let name: String = row["name"]
      hidden.formUnion(["data", "idx", "content", "docsize", "config"].map { "\(name)_\($0)" })
    }
    return rows.map { $0["name"] }.filter { !hidden.contains($0) }.sorted()
  }

  /// SQLite's own rule for the affinity of a declared type, as far as numbers go.
  private static func isNumeric(_ type: String) -> Bool {
    let type = type.uppercased()
    if type.contains("INT") { return true }
    if ["CHAR", "CLOB", "TEXT", "BLOB"].contains(where: type.contains) { return false }
    return ["REAL", "FLOA", "DOUB", "NUM", "DEC"].contains(where: type.contains)
  }

  private static func key(_ db: Database, of table: String, columns: [String]) throws -> Key {
    let taken = Set(columns.map { $0.lowercased() })
    for alias in ["rowid", "_rowid_", "oid"] where !taken.contains(alias) {
      // A table WITHOUT ROWID refuses to be asked for it.
      let sql = "SELECT \(alias) FROM \(table.sqlName)"
      if (try? db.makeStatement(sql: sql)) != nil { return .rowid(alias: alias) }
    }
    let names = try String.fetchAll(
      db, sql: "SELECT name FROM pragma_table_xinfo(?) WHERE pk > 0 ORDER BY pk", arguments: [table])
    guard !names.isEmpty else { throw TableError.noKey(table) }
    return .primaryKey(names)
  }

  /// The index whose rowids are those of the table.
  private static func index(_ db: Database, of table: String, key: Key) throws -> FullTextIndex? {
    guard case .rowid(let alias) = key else { return nil }
    let rows = try Row.fetchAll(
      db, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name")
    for row in rows {
      guard let declaration = FullTextDeclaration(sql: row["sql"] ?? "") else { continue }
      let name: String = row["name"]
      if name == table { return FullTextIndex(name: name) }
      guard declaration.content?.lowercased() == table.lowercased() else { continue }
      let column = declaration.rowidColumn?.lowercased()
      if try column == nil || column == alias || column == rowidColumn(db, of: table) {
        return FullTextIndex(name: name)
      }
    }
    return nil
  }

  /// The column that is another name of the rowid, in lower case.
  private static func rowidColumn(_ db: Database, of table: String) throws -> String? {
    let keys = try Row.fetchAll(
      db, sql: "SELECT name, type FROM pragma_table_xinfo(?) WHERE pk > 0", arguments: [table])
    guard keys.count == 1, let key = keys.first, (key["type"] as String).uppercased() == "INTEGER" else {
      return nil
    }
    return (key["name"] as String).lowercased()
  }
}

extension Database {
  /// Where the main database is.
  fileprivate func path() throws -> String {
    try String.fetchOne(self, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'") ?? ""
  }
}
