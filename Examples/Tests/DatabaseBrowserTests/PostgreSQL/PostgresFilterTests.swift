import ListKit
import Testing

@testable import database_browser

extension PostgresTests {
  /// What is typed is data, found by an index of words where there is one.
  @Suite struct PostgresFilterTests {
    private static let tables = """
      CREATE TABLE plain (n int PRIMARY KEY, word text, amount numeric);
      INSERT INTO plain VALUES (1, '100% of it', 1.5), (2, 'snake_case', 2), (3, 'back\\slash', 3), (4, 'it''s', 4),
        (5, 'Zürich "quoted"', 5), (6, NULL, 15), (7, '''; DROP TABLE plain; --', 7);
      CREATE TABLE generated (n int PRIMARY KEY, body text,
        words tsvector GENERATED ALWAYS AS (to_tsvector('english', body)) STORED);
      CREATE INDEX ON generated USING gin (words);
      CREATE TABLE expression (n int PRIMARY KEY, body text);
      CREATE INDEX ON expression USING gin (to_tsvector('english', body));
      CREATE TABLE partial (n int PRIMARY KEY, body text);
      CREATE INDEX ON partial USING gin (to_tsvector('english', body)) WHERE n > 2;
      INSERT INTO expression VALUES (1, 'running dogs'), (2, 'a run of luck'), (3, 'the cat''s o''clock'), (4, 'trunk');
      INSERT INTO generated SELECT * FROM expression;
      INSERT INTO partial SELECT * FROM expression;
      """

    private func found(_ engine: PostgresEngine, _ text: String) async throws -> [String] {
      let whole = PageRequest<PostgresKey>(first: .edge, last: .edge, limit: 100)
      let rows = try await engine.pages([whole], matching: TableQuery(text, isAscending: true))[0].rows
      #expect(try await engine.count(matching: TableQuery(text)) == .exactly(rows.count), "\(text)")
      return rows.map { $0.key.values[0] }
    }

    @Test func wordsAreFoundByTheIndexAndElseInAnyPart() async throws {
      let server = try PostgresServer(Self.tables)
      func engine(_ table: String) throws -> PostgresEngine {
        try PostgresEngine(try server.address, table: table)
      }
      let plain = try engine("plain")
      #expect(plain.table.index == nil && !plain.shape.hasWordIndex)
      for (text, keys) in [
        ("", ["1", "2", "3", "4", "5", "6", "7"]), ("%", ["1"]), ("_", ["2"]), ("\\", ["3"]),
        ("'", ["4", "7"]),
        ("\"", ["5"]), ("ZÜR", ["5"]), ("drop TABLE", ["7"]), ("$1", []), ("it 100", ["1"]),
        ("5", ["1", "5", "6"]),
        ("\0", ["1", "2", "3", "4", "5", "6", "7"]),
      ] {
        #expect(try await found(plain, text) == keys, "\(text)")
      }
      for kind in ["generated", "expression"] {
        let engine = try engine(kind)
        #expect(engine.table.index?.configuration == "english")
        #expect(try await found(engine, "run") == ["1", "2"], "beginnings of words, in all their forms")
        #expect(try await found(engine, "runs dog") == ["1"])
        #expect(try await found(engine, "cat") == ["3"])
        // Nothing typed is an operator, nor an error.
        for text in [
          "'", "\\", "&", "|", "!", "run'", "run\\", "':*", "a:b", "(", "<->", "run & ! dogs", "o'clock",
        ] {
          _ = try await found(engine, text)
        }
      }
      #expect(try engine("partial").table.index == nil, "it does not find all")
    }

    @Test func countsAreExactEstimatedOrCutShort() async throws {
      let server = try PostgresServer(
        """
        CREATE TABLE large (n int PRIMARY KEY, word text);
        INSERT INTO large SELECT n, 'word ' || n FROM generate_series(1, 150000) n;
        """)
      let engine = try PostgresEngine(try server.address, table: "large")
      #expect(
        try await engine.count(matching: TableQuery("")) == .atLeast(100_000), "there are no statistics yet")
      try server.execute("ANALYZE large")
      #expect(try await engine.count(matching: TableQuery("")) == .about(150_000))
      #expect(try await engine.count(matching: TableQuery("word")) == .atLeast(10_000))
      #expect(try await engine.count(matching: TableQuery("word 14999")) == .exactly(12))
      try server.execute("DELETE FROM large WHERE n > 500; ANALYZE large")
      #expect(try await engine.count(matching: TableQuery("")) == .exactly(500))
    }
  }
}
