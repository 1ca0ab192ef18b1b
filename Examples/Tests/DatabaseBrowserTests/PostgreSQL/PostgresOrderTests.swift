import ListKit
import SeededRandom
import Testing

@testable import database_browser

extension PostgresTests {
  /// Any column that has an order is one, whatever is in it, and any stretch of it can be read from a real server.
  @Suite struct PostgresOrderTests {
    private static let columns = [
      "number", "amount", "real", "word", "fixed", "c", "at", "flag", "id", "bytes", "mood", "list",
      "word not null",
    ]

    /// NULLs, the same value again and again, and all that stands at the ends of a type.
    private static let tables = #"""
      CREATE TYPE mood AS ENUM ('sad', 'fine', 'happy');
      CREATE TABLE keyed (n int PRIMARY KEY, number bigint, amount numeric, "real" double precision, word text, fixed char(4),
        c text COLLATE "C", "at" timestamptz, flag boolean, id uuid, bytes bytea, mood mood, list int[],
        "word not null" text NOT NULL);
      INSERT INTO keyed SELECT n, (ARRAY[1, 2, NULL, -5, 9223372036854775807])[1 + n % 5],
        (ARRAY['NaN', '1.50', '1.5', NULL, '-1e30'])[1 + n % 5]::numeric,
        (ARRAY['NaN', 'Infinity', '-0', '0', '0.1', NULL, '-Infinity'])[1 + n % 7]::double precision,
        (ARRAY['one', 'One', NULL, '', 'é', 'a''b', 'z one'])[1 + n % 7], (ARRAY['a', 'a b', NULL])[1 + n % 3],
        (ARRAY['one', 'One', NULL, 'ä'])[1 + n % 4],
        (ARRAY['infinity', '-infinity', NULL, '2026-11-22 01:02:03.000001+05'])[1 + n % 4]::timestamptz,
        (ARRAY[true, false, NULL])[1 + n % 3], CASE WHEN n % 4 > 0 THEN lpad((n % 6)::text, 32, '0')::uuid END,
        (ARRAY['\x00', '\x', NULL, '\xff01'])[1 + n % 4]::bytea, (ARRAY['happy', 'sad', NULL, 'fine'])[1 + n % 4]::mood,
        (ARRAY['{}', '{1,2}', NULL, '{1,NULL}'])[1 + n % 4]::int[], (ARRAY['x', 'y one'])[1 + n % 2]
        FROM generate_series(1, 50) n;
      CREATE TABLE paired (LIKE keyed, major text, minor numeric, PRIMARY KEY (major, minor));
      INSERT INTO paired SELECT *, 'm' || n % 3, n / 7.0 FROM keyed;
      CREATE INDEX ON keyed (number);
      CREATE INDEX ON keyed (word, n);
      """#

    @Test func anyStretchOfAnyOrderIsReadAsOneQueryWouldGiveIt() async throws {
      let server = try PostgresServer(Self.tables)
      for (name, key) in [("keyed", ["n"]), ("paired", ["major", "minor"])] {
        let engine = try PostgresEngine(try server.address, table: name)
        for column in Self.columns {
          for (isAscending, text) in [(true, ""), (false, ""), (false, "one")] {
            let order = try engine.shape.order(by: column, isAscending: isAscending)
            let direction = isAscending ? "ASC" : "DESC"
            let terms = ["\(column.sqlName) IS NULL", column.sqlName] + key
            let expected = try server.execute(
              """
              SELECT string_agg(n::text, ' ' ORDER BY \(terms.map { "\($0) \(direction)" }.joined(separator: ", ")))
              FROM \(name) WHERE \(text.isEmpty ? "true" : "concat_ws(' ', word, c, \"word not null\") ILIKE '%one%'")
              """)
            try await check(
              engine, TableQuery(filter: Filter(text), order: order),
              expected: (expected ?? "").split(separator: " ").map(String.init), "\(name) by \(column)")
          }
        }
      }
    }

    private func check(
      _ engine: PostgresEngine, _ query: TableQuery, expected: [String], _ what: String
    ) async throws {
      var generator = SeededGenerator(seed: 3)
      let whole = PageRequest<PostgresKey>(first: .edge, last: .edge, limit: 1000)
      let all = try await engine.pages([whole], matching: query)[0].rows
      #expect(all.map { $0.content[0] } == expected, "\(what)")
      var printed: [String?] = []
      try engine.forEachRow(matching: query) { printed.append($0[0]) }
      #expect(printed == expected, "\(what)")
      let requests = RandomPages.requests(of: all, count: 40, using: &generator)
      let pages = try await engine.pages(requests, matching: query)
      for (request, page) in zip(requests, pages) {
        #expect(page == RandomPages.page(of: all, request), "\(what): \(request)")
      }
      for row in all.prefix(8) {
        let place = try await engine.place(of: PostgresKey(values: row.key.values), in: query.order)
        #expect(place == row.key, "\(what)")
      }
      #expect(
        try await engine.place(of: PostgresKey(values: all[0].key.values.map { _ in "-1" }), in: query.order)
          == nil)
    }

    /// All rows are those of one moment, whatever is written while they are read.
    @Test func allRowsAreOfOneMoment() throws {
      let server = try PostgresServer(
        """
        CREATE TABLE t (n int PRIMARY KEY, half int);
        INSERT INTO t SELECT n, CASE WHEN n % 2 = 0 THEN n END FROM generate_series(1, 20000) n
        """)
      let engine = try PostgresEngine(try server.address, table: nil)
      for query in [TableQuery("", isAscending: true), TableQuery("", by: 1, isAscending: true)] {
        var rows: [Int] = []
        try engine.forEachRow(matching: query) { texts in
          if rows.isEmpty { try server.execute("UPDATE t SET half = 1; DELETE FROM t WHERE n > 10") }
          rows.append(texts[0].flatMap { Int($0) } ?? 0)
        }
        let (even, odd) = (stride(from: 2, through: 20000, by: 2), stride(from: 1, through: 19999, by: 2))
        #expect(rows == (query.order.column == nil ? Array(1...20000) : Array(even) + Array(odd)))
        try server.execute(
          "DELETE FROM t; INSERT INTO t SELECT n, CASE WHEN n % 2 = 0 THEN n END FROM generate_series(1, 20000) n"
        )
      }
      // The reader may stop early.
      var count = 0
      #expect(throws: CancellationError.self) {
        try engine.forEachRow(matching: TableQuery("")) { _ in
          count += 1
          if count == 5 { throw CancellationError() }
        }
      }
      #expect(count == 5)
    }

    @Test func whatHasNoOrderIsRefusedInALine() async throws {
      let server = try PostgresServer(
        "CREATE TABLE t (n int PRIMARY KEY, place point, doc json, word text); INSERT INTO t VALUES (1, '(1,2)', '{}', 'a')"
      )
      let engine = try PostgresEngine(try server.address, table: nil)
      for column in ["place", "DOC"] {
        let order = try engine.shape.order(by: column, isAscending: true)
        let error = #expect(throws: TableError.self) { try engine.check(order) }
        #expect(
          "\(error.map { "\($0)" } ?? "")".hasPrefix(
            "no order by '\(column.lowercased())': could not identify"))
        await #expect(throws: TableError.self) {
          try await engine.place(of: PostgresKey(values: ["1"]), in: order)
        }
      }
      try engine.check(engine.shape.order(by: "word", isAscending: true))
      #expect(throws: TableError.noColumn("no", columns: ["n", "place", "doc", "word"])) {
        try engine.shape.order(by: "no", isAscending: true)
      }
      // Unknown without a server.
      try server.stop()
      #expect(throws: PostgresError.self) { try engine.check(TableOrder(column: 3)) }
    }

    /// A page is a part of an index, and rows without a value are looked for only where they are needed.
    @Test func anIndexOnTheColumnGivesAPage() async throws {
      let server = try PostgresServer(
        """
        CREATE TABLE t (id int PRIMARY KEY, n int, word text NOT NULL);
        INSERT INTO t SELECT n, CASE WHEN n % 2 = 0 THEN n / 10 END, 'word ' || (n % 100) FROM generate_series(1, 50000) n;
        CREATE INDEX by_n ON t (n); CREATE INDEX by_word ON t (word, id);
        """)
      try server.execute("VACUUM ANALYZE t")
      let engine = try PostgresEngine(try server.address, table: nil)
      let connection = PostgresConnection(try server.address)
      func plan(_ request: PageRequest<PostgresKey>, _ query: TableQuery) async throws -> String {
        let statement = engine.table.statement(request, matching: query)
        let explained = PostgresStatement(
          "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) \(statement.sql)", statement.values)
        return try await connection.read([explained])[0].map { $0[0] ?? "" }.joined(separator: "\n")
      }
      for isAscending in [false, true] {
        let words = TableQuery("", by: 2, isAscending: isAscending)
        for bound in [PageBound.edge, .upTo(PostgresKey(values: ["20050"], column: 2, value: "word 50"))] {
          let plan = try await plan(PageRequest(first: bound, last: .edge, limit: 50), words)
          #expect(
            plan.contains("using by_word") && !plan.contains("Sort") && !plan.contains("Seq Scan"), "\(plan)")
        }
        let numbers = TableQuery("", by: 1, isAscending: isAscending)
        let key = PostgresKey(values: ["20050"], column: 1, value: "2005")
        let page = PageRequest(
          first: isAscending ? .upTo(key) : .edge, last: isAscending ? .edge : .upTo(key),
          isFromEnd: !isAscending,
          limit: 50)
        let plan = try await plan(page, numbers)
        #expect(plan.contains("using by_n") && !plan.contains("Seq Scan"), "\(plan)")
        #expect(plan.contains("never executed"), "\(plan)")
      }
    }
  }
}
