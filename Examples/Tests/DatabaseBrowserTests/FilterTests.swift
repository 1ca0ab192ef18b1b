import GRDB
import ListKit
import Testing

@testable import database_browser

/// Whatever is typed is text to look for, never a command.
@Suite struct FilterTests {
  @Test(arguments: [
    ("ber mül", #""ber"* "mül"*"#, ["%ber%", "%mül%"]),
    (#"say "hi""#, #""say"* """hi"""*"#, ["%say%", "%\"hi\"%"]),
    ("100% a_b c\\d", #""100%"* "a_b"* "c\d"*"#, ["%100\\%%", "%a\\_b%", "%c\\\\d%"]),
    (" \t\n ", "", []),
    ("a\0b", #""ab"*"#, ["%ab%"]),
  ])
  func wordsAreQuoted(text: String, fullText: String, like: [String]) {
    let filter = Filter(text)
    #expect(filter.fullTextPattern == fullText)
    #expect(filter.likePatterns == like)
    #expect(filter.isEmpty == like.isEmpty)
  }

  /// Everything FTS5 and LIKE give a meaning to.
  private static let hostile = [
    "\"", "'", "\"\"", "*", "a*", "^a", "-a", "NOT", "AND OR NOT", "NEAR(a b)", "(", ")", "word:one",
    "{word}", "+",
    "%", "_", "\\", "a\\", "'; DROP TABLE plain; --", "\u{0}", "😀", ":", ",", "?1", "$x", "@y", "\u{FFFE}",
    "one\"two",
  ]

  @Test(arguments: TemporaryDatabase.kinds)
  func nothingTypedIsAnError(table: String) throws {
    let database = try TemporaryDatabase.ofAllKinds(rows: 20)
    let table = try database.table(table)
    for text in Self.hostile + Self.hostile.map({ "on \($0)" }) {
      try database.pool.read { db in
        let records = try table.page(db, .all, matching: TableQuery(text)).rows
        #expect(try table.count(db, matching: Filter(text)) == records.count, "\(text)")
      }
    }
    #expect(try database.pool.read { try table.count($0, matching: Filter("")) } == 20)
  }

  @Test func likeTakesSignsLiterally() throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE t (a TEXT, b TEXT);
      INSERT INTO t VALUES ('50%', NULL), ('50 x', 'a_b'), ('ab', 'a\\b'), (7, 'Seven'), (x'6162', '');
      """)
    let table = try database.table()
    func found(_ text: String) throws -> [String?] {
      try database.pool.read {
        try table.page($0, .all, matching: TableQuery(text)).rows.map { $0.content[1] }
      }
    }
    #expect(try found("0%") == [nil])
    #expect(try found("_") == ["a_b"])
    #expect(try found("\\") == ["a\\b"])
    #expect(try found("SEV 7") == ["Seven"], "each word in any column, in any case, in numbers too")
    #expect(try found("%%").isEmpty)
  }

  @Test func fullTextFindsBeginningsOfAllWords() throws {
    let database = try TemporaryDatabase.ofAllKinds(rows: 30)
    for name in ["indexed", "itself"] {
      let table = try database.table(name)
      func found(_ text: String) throws -> [String] {
        try database.pool.read {
          try table.page($0, .all, matching: TableQuery(text)).rows.compactMap { $0.content[1] }
        }
      }
      #expect(try found("TH 2") == ["three of 27", "three of 24", "three of 21"])
      #expect(try found("hree").isEmpty, "no beginning of a word")
      #expect(try found("three-of-27") == ["three of 27"])
    }
  }
}
