import ListKit
import Testing

@testable import database_browser

extension PostgresTests {
  /// Pages one after the other are the list, for every kind of key, on a real server.
  @Suite struct PostgresKeysetTests {
    /// Each with the numbers 1 to 60 in its column `n`, in the order of its key.
    private static let tables = #"""
      CREATE TABLE numbered (n bigint PRIMARY KEY, word text);
      CREATE TABLE paired (major text, minor int, n int, word text, PRIMARY KEY (major, minor));
      CREATE TABLE ids (id uuid PRIMARY KEY, n int, word varchar(40));
      CREATE TABLE codes (code char(6) COLLATE "C" PRIMARY KEY, n int, word text);
      CREATE TABLE moments (at timestamptz PRIMARY KEY, n int, word text);
      CREATE TABLE amounts (amount numeric(12, 4), n int, word text, CONSTRAINT one UNIQUE (amount), more text);
      ALTER TABLE amounts ALTER amount SET NOT NULL;
      CREATE SCHEMA "Odd Schema";
      CREATE TABLE "Odd Schema"."odd ""name""" ("a ""key""" double precision PRIMARY KEY, n int, "select" text, word text);
      CREATE TABLE parted (n int PRIMARY KEY, word text) PARTITION BY RANGE (n);
      CREATE TABLE parted_low PARTITION OF parted FOR VALUES FROM (0) TO (30);
      CREATE TABLE parted_high PARTITION OF parted FOR VALUES FROM (30) TO (100);
      CREATE TEMP TABLE numbers AS SELECT n,
        CASE n % 3 WHEN 0 THEN 'three' WHEN 1 THEN 'one' ELSE 'two' END || ' of ' || n AS word FROM generate_series(1, 60) n;
      INSERT INTO numbered SELECT n, word FROM numbers;
      INSERT INTO paired SELECT lpad((n / 7)::text, 4, '0') || '''', n % 7, n, word FROM numbers;
      INSERT INTO ids SELECT lpad(n::text, 32, '0')::uuid, n, word FROM numbers;
      INSERT INTO codes SELECT lpad(n::text, 4, '0'), n, word FROM numbers;
      INSERT INTO moments SELECT '2026-01-01'::timestamptz + n * interval '1 microsecond', n, word FROM numbers;
      INSERT INTO amounts SELECT n / 7.0, n, word FROM numbers;
      INSERT INTO "Odd Schema"."odd ""name""" SELECT n / 7.0, n, 'x', word FROM numbers;
      INSERT INTO parted SELECT n, word FROM numbers;
      """#

    private static let kinds = [
      "numbered", "paired", "ids", "codes", "moments", "amounts", "Odd Schema.odd \"name\"", "parted",
    ]

    @Test func pagesTogetherAreTheList() async throws {
      let server = try PostgresServer(Self.tables)
      for kind in Self.kinds {
        for isAscending in [false, true] {
          for query in ["", "one"] {
            let engine = try PostgresEngine(try server.address, table: kind)
            try await checkPages(
              of: engine, matching: TableQuery(query, isAscending: isAscending), "\(kind), “\(query)”")
          }
        }
      }
    }

    private func checkPages(
      of engine: PostgresEngine, matching query: TableQuery, _ what: String
    ) async throws {
      let whole = PageRequest<PostgresKey>(first: .edge, last: .edge, limit: 100)
      let all = try await engine.pages([whole], matching: query)[0].rows
      let column = try #require(engine.table.columns.firstIndex { $0.name == "n" })
      let numbers = (1...60).filter { query.filter.isEmpty || $0 % 3 == 1 }
      #expect(
        all.map { $0.content[column] }
          == (query.order.isAscending ? numbers : numbers.reversed()).map(String.init),
        "\(what)")
      #expect(try await engine.count(matching: query) == .exactly(all.count))
      for size in [7, 60] {
        for isFromEnd in [false, true] {
          var pages: [PageRow<PostgresKey, [String?]>] = []
          var isComplete = false
          while !isComplete {
            var request = PageRequest<PostgresKey>(
              first: .edge, last: .edge, isFromEnd: isFromEnd, limit: size)
            if let key = (isFromEnd ? pages.first : pages.last)?.key {
              if isFromEnd { request.last = .upTo(key) } else { request.first = .upTo(key) }
            }
            let page = try await engine.pages([request], matching: query)[0]
            pages = isFromEnd ? page.rows + pages : pages + page.rows
            isComplete = page.isComplete
            if !isComplete { #expect(page.rows.count == size) }
          }
          #expect(pages == all, "\(what), pages of \(size)")
        }
      }
      let upTo = all.map { PageRequest<PostgresKey>(first: .edge, last: .through($0.key), limit: 100) }
      let alone = all.map {
        PageRequest<PostgresKey>(first: .through($0.key), last: .through($0.key), limit: 1)
      }
      let answers = try await engine.pages(upTo + alone, matching: query)
      for (index, row) in all.enumerated() {
        #expect(answers[index].rows == Array(all[...index]), "\(what)")
        #expect(answers[all.count + index] == Page(rows: [row], isComplete: true), "\(what)")
      }
      let record = try await engine.fullRecord(all[0].key)
      #expect(record?.map(\.text) == all[0].content)
      #expect(record?.map(\.name) == engine.table.columns.map(\.name))
    }

    /// All pages of a read are of one moment, whatever is written between two of them.
    @Test func pagesOfOneReadAreOfOneMoment() async throws {
      let server = try PostgresServer("CREATE TABLE t (n int PRIMARY KEY); INSERT INTO t VALUES (1)")
      let engine = try PostgresEngine(try server.address, table: "t")
      let writing = Task.detached {
        for number in 2...200 { try server.execute("INSERT INTO t VALUES (\(number))") }
      }
      let whole = PageRequest<PostgresKey>(first: .edge, last: .edge, limit: 1000)
      for _ in 0..<50 {
        let pages = try await engine.pages(Array(repeating: whole, count: 5), matching: TableQuery(""))
        #expect(Set(pages).count == 1)
      }
      try await writing.value
    }

    @Test func aTableIsFoundByItsNameInAnyCase() throws {
      let server = try PostgresServer(
        """
        CREATE TABLE "Parcels" (n int PRIMARY KEY); CREATE TABLE parcels (n int PRIMARY KEY); CREATE SCHEMA s;
        CREATE TABLE s.away (n int PRIMARY KEY); CREATE TABLE plain (n int); CREATE VIEW looks AS SELECT 1;
        """)
      func name(_ name: String) throws -> String {
        try PostgresEngine(try server.address, table: name).table.sql
      }
      #expect(try name("Parcels") == "\"public\".\"Parcels\"" && name("parcels") == "\"public\".\"parcels\"")
      #expect(try name("AWAY") == "\"s\".\"away\"" && name("s.away") == "\"s\".\"away\"")
      let all = ["Parcels", "parcels", "plain", "s.away"]
      #expect(throws: TableError.noTable("looks", tables: all)) { try name("looks") }
      #expect(throws: TableError.tableNotNamed(tables: all)) {
        try PostgresEngine(try server.address, table: nil)
      }
      #expect(throws: TableError.noKey("plain")) { try name("plain") }
    }
  }
}
