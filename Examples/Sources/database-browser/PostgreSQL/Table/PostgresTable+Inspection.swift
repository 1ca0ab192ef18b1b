import ListKit

extension PostgresTable {
  /// Finds out what a table is like.
  ///
  /// - Parameters:
  ///   - name: its name, with or without its schema, in any case; nil where the database has only one.
  ///   - read: carries out statements.
  /// - Throws: ``TableError`` where there is none of that name, or no way to order its rows.
  init(
    named name: String?, of address: PostgresAddress,
    reading read: ([PostgresStatement]) throws -> [PostgresConnection.Rows]
  ) throws {
    func rows(_ sql: String, _ values: String...) throws -> [[String]] {
      try read([PostgresStatement(sql, values)])[0].map { row in row.map { $0 ?? "" } }
    }
    let tables = try rows(Self.tables).map {
      (identifier: $0[0], schema: $0[1], name: $0[2], isVisible: $0[3])
    }
    func find(_ fits: (String, String) -> Bool) -> (identifier: String, schema: String, name: String)? {
      guard let name else {
        return tables.count == 1 ? (tables[0].identifier, tables[0].schema, tables[0].name) : nil
      }
      let found = tables.filter { fits("\($0.schema).\($0.name)", name) || fits($0.name, name) }
      return (found.first { $0.isVisible == "true" } ?? found.first).map {
        ($0.identifier, $0.schema, $0.name)
      }
    }
    guard let table = find(==) ?? find({ $0.lowercased() == $1.lowercased() }) else {
      let names = tables.map { $0.isVisible == "true" ? $0.name : "\($0.schema).\($0.name)" }
      if names.isEmpty { throw TableError.noTables(address.name) }
      throw name.map { TableError.noTable($0, tables: names) } ?? TableError.tableNotNamed(tables: names)
    }
    (identifier, schema, self.name) = table
    let columns = try rows(Self.columns, identifier)
    self.columns = columns.map {
      Column(name: $0[1], type: $0[2], category: $0[3], isNullable: $0[4] != "true")
    }
    let byNumber = Dictionary(uniqueKeysWithValues: zip(columns, self.columns).map { ($0[0], $1) })
    // `{1,2}`: the numbers of the columns.
    let keys = try rows(Self.keys, identifier).map { row in
      row[0].dropFirst().dropLast().split(separator: ",").compactMap { byNumber[String($0)] }
    }
    guard let key = keys.first(where: { key in !key.isEmpty && key.allSatisfy { !$0.isNullable } })
    else {
      throw TableError.noKey(self.name)
    }
    self.key = key
    // Not every engine has such indexes, or these parts of the catalog.
    let index = try? rows(Self.textIndexes, identifier).first
    self.index = index.map { PostgresTextIndex(expression: $0[0], origin: $0[1]) }
  }

  /// Tables that people made; parts of partitioned ones are shown as a part of these.
  private static let tables = """
    SELECT c.oid::text, n.nspname::text, c.relname::text, pg_catalog.pg_table_is_visible(c.oid)::text
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'crdb_internal', 'pg_extension', 'citus', 'columnar')
      AND n.nspname NOT LIKE 'pg\\_toast%' AND n.nspname NOT LIKE 'pg\\_temp%'
    ORDER BY n.nspname, c.relname
    """

  private static let columns = """
    SELECT a.attnum::text, a.attname::text, pg_catalog.format_type(a.atttypid, a.atttypmod), t.typcategory::text,
      a.attnotnull::text
    FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
    WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
    """

  /// The primary key, then other unique ones.
  private static let keys = """
    SELECT conkey::text FROM pg_catalog.pg_constraint
    WHERE conrelid = $1::oid AND contype IN ('p', 'u') ORDER BY contype, conname
    """

  /// Each with its expression, and with what the column is generated from.
  private static let textIndexes = """
    SELECT pg_catalog.pg_get_indexdef(i.indexrelid, k.n, true), coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), '')
    FROM pg_catalog.pg_index i CROSS JOIN LATERAL generate_series(1, i.indnatts::int) AS k(n)
    JOIN pg_catalog.pg_opclass o ON o.oid = i.indclass[k.n - 1]
    LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = i.indrelid AND d.adnum = i.indkey[k.n - 1]
    WHERE i.indrelid = $1::oid AND i.indisvalid AND i.indpred IS NULL
      AND o.opcintype = 'tsvector'::regtype::oid
    ORDER BY i.indexrelid, k.n
    """
}
