import ListData
import ListSearch
import Synchronization
import TestSupport
import Testing

@testable import Rows

@Suite("Rows that match a query") struct RowQueryTests {
  private func matches(_ query: String, _ line: String) -> Bool {
    let bytes = TextBytes(line + "\n")
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .lines)))
    return RowQuery(query, for: table, now: 0).rows(among: 0..<table.rowCount) == [0]
  }

  @Test(
    "Words match in any order, regardless of case and accents",
    arguments: [
      ("kube", "the Kubernetes node"), ("NODE kube", "the Kubernetes node"), ("munchen", "München"),
      ("Mü", "MÜNCHEN"),
      ("", "anything"), ("é", "e\u{301}"),
    ])
  func words(query: String, line: String) { #expect(matches(query, line)) }

  @Test(
    "The characters of the first condition that cannot be read are known",
    arguments: [
      ("size>5 abc", nil), ("size>abc", "size>abc"), ("ann size>abc", "size>abc"),
      ("ann colour:=red x", "colour:=red"),
      ("\"a b\" name:~[ size>x", "name:~["), ("é漢 size>abc b", "size>abc"), ("", nil), ("size>", nil),
    ])
  func wrongCharacters(query: String, wrong: String?) {
    let bytes = TextBytes("name,size\nann,1\nbob,2\n")
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes))
    let range = RowQuery(query, for: table, now: 0).wrongCharacters(in: query, now: 0)
    expectEqual(range.map { String(Array(query)[$0]) }, wrong)
  }

  @Test(
    "A query matches text in cells, not names of members, delimiters or quotes",
    arguments: [
      ("state", "{\"state\":\"on\"}", false), ("on", "{\"state\":\"on\"}", true),
      ("level:warn", "2026-11-24 10:00:01 WARN slow\n2026-11-24 10:00:02 INFO warn\n", true),
      ("message:warn", "2026-11-24 10:00:01 WARN slow\n2026-11-24 10:00:02 INFO then\n", false),
      ("a/b", "{\"path\":\"a\\/b\"}", true), ("1,ann", "id,name\n1,ann\n2,bob", false),
      ("ann", "id,name\n1,ann\n2,bob", true),
      ("3\"", "id,size\n1,\"3\"\"\"\n2,4", true),
    ])
  func cells(query: String, text: String, isFound: Bool) {
    let bytes = TextBytes(text + "\n")
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes))
    expectEqual(RowQuery(query, for: table, now: 0).rows(among: 0..<table.rowCount), (isFound ? [0] : []))
  }

  @Test(
    "A query can name a column, exclude a word, and match the start or end of a cell",
    arguments: [
      ("name:ann", true), ("id:ann", false), ("!bob", true), ("!ann", false), ("name:^an", true),
      ("name:^nn", false),
      ("nn$", true), ("ann !id:2", true), ("!name:ann", false), ("id:", true), ("'ann", true),
      ("town:ann", false), ("id=1", true), ("id>1", false), ("!id>1", true), ("NAME=ANN", true),
      ("'id=1", false),
      ("\"id=1\"", false), ("name:id=1", false), ("town=ann", false),
    ])
  func operators(query: String, isFound: Bool) {
    let bytes = TextBytes("id,name\n1,ann\n")
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .csv)))
    expectEqual(RowQuery(query, for: table, now: 0).rows(among: 0..<table.rowCount), (isFound ? [0] : []))
  }

  @Test(
    "No row meets a condition on a column that does not exist, which is named",
    arguments: [
      ("date:>2026", "date"), ("!date:=1", "date"), ("name:ann date:~x", "date"), ("date:!=1", "date"),
      ("dat:>1|<0 date:=1", "dat"), ("bob|date:=1", "date"), ("date:>", "date"), ("date:ann", nil),
      ("10:30", nil), ("'date:=1", nil),
      ("^date:=1", nil), ("~date:=1", nil), (":=1", nil), ("name:=ann", nil), ("NAME:~a", nil),
    ])
  func missing(query: String, column: String?) {
    let bytes = TextBytes("id,name\n1,ann\n")
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .csv)))
    let read = RowQuery(query, for: table, now: 0)
    expectEqual(read.missing?.reference, column)
    if column != nil, !query.hasPrefix("!") { #expect(read.rows(among: 0..<1).isEmpty) }
  }

  @Test(
    "The condition for a value finds the rows with this value, whatever it contains",
    arguments: ["Running", "Up 2 hours", "a|b", "5\" disk", "\"", "", "=x", "<none>", "~a", "'q"])
  func valueConditions(value: String) {
    let quoted = value.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    let bytes = TextBytes("id,the state\n1,\"\(quoted)\"\n2,other one\n3,5\n")
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .csv)))
    let query = RowQuery(QuerySyntax.condition("the state", is: value), for: table, now: 0)
    #expect(query.problem == nil)
    expectEqual(query.rows(among: 0..<table.rowCount), [0])
  }

  @Test(
    "A quoted word is literal wherever a word may be",
    arguments: ["~x", "a|b", "^a", "a$", "!a", "'a", "line:=1", "1>0", "a  b", "a\"b"])
  func quotedWords(text: String) {
    let quoted =
      "\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
    for query in [quoted, "1:\(quoted)", "z|\(quoted)", "1:z|\(quoted)", "^\(quoted)$", "!1:z \(quoted)"] {
      #expect(matches(query, text), "\(query)")
      #expect(!matches(query, "b 0"), "\(query)")
    }
    #expect(!matches("!\(quoted)", text) && matches("!\(quoted)", "b 0"))
    #expect(!matches(quoted, text.map { "\($0)-" }.joined()), "its letters are together")
  }

  @Test(
    "A word that would be a condition on a column if it existed is text, which is remarked upon",
    arguments: [
      ("town=ulm", "town"), ("town>5", "town"), ("town:ulm", "town"), ("town!=ulm", "town"), ("10:30", nil),
      ("https://a.org/?a=b", nil), ("'town=ulm", nil), ("\"town=ulm\"", nil), ("=x", nil), ("town=", nil),
      ("name=ann", nil), ("^town=ulm", nil),
    ])
  func remarks(query: String, column: String?) {
    let bytes = TextBytes("id,name\n1,ann\n")
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .csv)))
    let read = RowQuery(query, for: table, now: 0)
    expectEqual(
      read.remark, column.map { "'\(query)' is searched as text: no column '\($0)'; there are id, name" })
  }

  @Test("A quote within a word is an ordinary character")
  func quotesInWords() {
    #expect(matches("5\" disk", "a 5\" disk"))
    #expect(matches("\"a\":\"b\"", "{\"a\":\"b\"}"))
    #expect(matches("\"a b\"", "\"a b\"") && !matches("\"a b\"", "ab"))
  }

  @Test(
    "A search finds exactly the rows whose cells match the query",
    arguments: [
      "name,town\nAnn,Ulm\nBob,\"Köln, a \"\"B\"\"\"\nÉmile,ulm b\n\"a\nb\",x y\nbo$,a,b\n",
      "[{\"name\":\"Ann\",\"town\":\"\\u0055lm\"},{\"name\":\"b\",\"town\":\"a\\/b\"},{\"name\":\"town\"}]",
      "Ann lives in Ulm\nBob\n\nmünchen b\n",
    ])
  func exactRows(text: String) {
    let bytes = TextBytes(text)
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes))
    let words = [
      "a", "b", "ann", "ulm", "name:a", "town:ulm", "town:b", "^a", "^b", "m$", "!b", "!town:ulm", "'Ann",
      "é", "x y", "/",
    ]
    for first in words {
      for second in [""] + words {
        let text = "\(first) \(second)"
        let query = Query(text, columns: table.columns.map { $0.name ?? "" })
        let expected = (0..<table.rowCount).filter { query.matches(table.texts(of: $0)) }
        let rows = RowQuery(text, for: table, now: 0).rows(among: 0..<table.rowCount)
        expectEqual(rows, expected, "\(text)")
      }
    }
  }

  private static let branches = [
    "main", "fix/pager", "fix/pager-tests", "feature/export", "Fix/PaGe", "läufer",
  ]

  private func search(_ query: String, _ search: RowSearch) -> RowQuery.Found {
    let bytes = TextBytes(Self.branches.map { $0 + "\n" }.joined())
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .lines)))
    return RowQuery(query, for: table, now: 0).search(among: 0..<table.rowCount, search)
  }

  @Test(
    "Letters in order match on the screen only, and only if no row contains the word",
    arguments: [
      ("fxpg", [1, 2, 4]), ("fix", [1, 2, 4]), ("fxpg tst", [2]), ("ftrexp", [3]),
      ("!fxpg", [0, 1, 2, 3, 4, 5]),
      ("'fxpg", []), ("^fxpg", []), ("fx", []), ("pgfx", []), ("lfr", [5]), ("fxpg main", []),
    ])
  func letters(query: String, rows: [Int]) {
    expectEqual(search(query, .letters).rows, rows)
    expectEqual(search(query, .ranked(RowIndex())).rows.sorted(), rows)
    if query != "fix", !query.hasPrefix("!") { #expect(search(query, .words).rows.isEmpty) }
  }

  @Test("Separate letters are highlighted") func highlightsLetters() {
    expectEqual(
      search("fxpg", .letters).query.highlights(in: "fix/pager", column: 0), [0..<1, 2..<3, 4..<5, 6..<7])
  }

  @Test("In a picker the best match is first") func ranked() {
    let index = RowIndex()
    expectEqual(search("pager", .ranked(index)).rows, [1, 2])
    expectEqual(search("export", .ranked(index)).rows, [3])
    expectEqual(search("fxpgts", .ranked(index)).rows, [2])
  }

  @Test("Of equally good matches the shortest is first, or the first one if the order is kept") func ties() {
    let bytes = TextBytes("git push --tags\ngit push\n")
    let table = TextTable(
      bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .lines)))
    func rows(_ index: RowIndex) -> [Int] {
      RowQuery("gpush", for: table, now: 0).search(among: 0..<table.rowCount, .ranked(index)).rows
    }
    expectEqual(rows(RowIndex()), [1, 0])
    expectEqual(rows(RowIndex(shorterFirst: false)), [0, 1])
  }

  @Test("An index follows a growing table and starts again with another one") func growingIndex() {
    let index = RowIndex()
    for (text, query, rows) in [
      ("web\napi\n", "we", [0]), ("web\napi\nweb-12\nwe\n", "we", [3, 0, 2]), ("db\nwe\n", "we", [1]),
    ] {
      let bytes = TextBytes(text)
      let table = TextTable(
        bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .lines)))
      expectEqual(
        RowQuery(query, for: table, now: 0).search(among: 0..<table.rowCount, .ranked(index)).rows, rows)
    }
  }

  /// A newer key press cancels the search of an older one.
  @Test(
    "A cancelled search reads less than half of the rows and finds none",
    arguments: ["row", "!none", "row|x", "~o"])
  func cancelled(query: String) async {
    let rows = CountedRows(count: 100_000)
    let found = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let bytes = TextBytes("row\n")
      let table = TextTable(bytes, shape: TableReader.shape(of: bytes))
      return RowQuery(query, for: table, now: 0).rows(among: rows)
    }.value
    #expect(found.isEmpty && rows.reads.load(ordering: .relaxed) < rows.count / 2)
  }

  /// Row 0 repeated, with a count of the reads.
  private final class CountedRows: RandomAccessCollection, Sendable {
    let startIndex = 0
    let endIndex: Int
    let reads = Atomic(0)

    init(count: Int) { endIndex = count }

    subscript(position: Int) -> Int {
      reads.add(1, ordering: .relaxed)
      return 0
    }
  }

  @Test(
    "A row that lacks a word of the query does not match",
    arguments: [("kubes", "the Kubernetes node"), ("node x", "the node"), ("longer than it", "short")])
  func missingWords(query: String, line: String) { #expect(!matches(query, line)) }

  private static let pods = """
    NAME,STATUS,SIZE,CPU,AGE,STARTED,RESTARTS
    api-1,Running,1.2G,0,3d4h,2026-11-01,4
    api-10,Pending,512M,0.5,40m,2026-11-21,0
    web-2,Failed,900K,12.5,30s,2026-11-22,11
    web-3,Running Late,,,5m,2026-10-02,3
    """

  /// Returns the names of the rows that match.
  private func pods(_ query: String) -> [String] {
    let bytes = TextBytes(Self.pods + "\n")
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .csv)))
    return RowQuery(query, for: table, now: 0)
      .rows(among: 0..<table.rowCount).map { table.text($0, 0) }
  }

  @Test(
    "Comparisons use the values of cells",
    arguments: [
      ("size:>1G", ["api-1"]), ("size:>=512M", ["api-1", "api-10"]), ("size:<1M", ["web-2"]),
      ("age:<1h", ["api-10", "web-2", "web-3"]), ("age:>2d", ["api-1"]), ("age:=5m", ["web-3"]),
      ("cpu:!=0", ["api-10", "web-2"]), ("cpu:=0", ["api-1"]), ("cpu:>0.4 size:<1M", ["web-2"]),
      ("started:>2026-11-01", ["api-10", "web-2"]), ("started:<=2026-11-01", ["api-1", "web-3"]),
      ("restarts:>=4", ["api-1", "web-2"]), ("!restarts:>=4", ["api-10", "web-3"]),
      ("name:>api-2", ["api-10", "web-2", "web-3"]), ("NAME:<=api-10", ["api-1", "api-10"]),
    ])
  func comparisons(query: String, names: [String]) { expectEqual(pods(query), names) }

  @Test(
    "Whole numbers beyond the precision of a Double are compared exactly",
    arguments: [
      ("n:=9007199254740993", [1]), ("n:!=9007199254740993", [0, 2]), ("n:>9007199254740992", [1, 2]),
      ("n:<=9007199254740993", [0, 1]), ("n:<-9007199254740992", []),
    ])
  func longNumbers(query: String, rows: [Int]) {
    let bytes = TextBytes("id,n\na,9007199254740992\nb,9007199254740993\nc,9007199254740994\n")
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .csv)))
    expectEqual(RowQuery(query, for: table, now: 0).rows(among: 0..<table.rowCount), rows)
  }

  @Test(
    "In a column of numbers, a cell of text only differs from a number, and an empty cell meets nothing",
    arguments: [("n:!=5", [1, 3, 4, 5]), ("n:>5", [3, 4, 5]), ("n:<=5", [0]), ("n:=5", [0])])
  func cellsWithoutNumber(query: String, rows: [Int]) {
    let bytes = TextBytes("id,n\na,5\nb,rt\nc,\nd,7\ne,8\nf,9\n")
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .csv)))
    expectEqual(RowQuery(query, for: table, now: 0).rows(among: 0..<table.rowCount), rows)
  }

  @Test(
    "= matches the whole cell, | either word, ~ a regular expression",
    arguments: [
      ("status:=running", ["api-1"]), ("status:!=running", ["api-10", "web-2", "web-3"]),
      ("status:running", ["api-1", "web-3"]), ("pending|failed", ["api-10", "web-2"]),
      ("status:pending|=running", ["api-1", "api-10"]), ("!status:pending|failed", ["api-1", "web-3"]),
      ("^web|late", ["web-2", "web-3"]), ("size:>1G|<1M", ["api-1", "web-2"]),
      ("status:\"running late\"", ["web-3"]), ("status:failed|\"g la\"", ["web-2", "web-3"]),
      ("status:=\"Running Late\"", ["web-3"]), ("pending|!status:a", ["api-1", "api-10"]),
      ("~-[0-9]$", ["api-1", "web-2", "web-3"]), ("name:~^(api|web)-1", ["api-1", "api-10"]),
      ("!~api web", ["web-2", "web-3"]), ("~RUN.*ate", ["web-3"]),
    ])
  func alternatives(query: String, names: [String]) { expectEqual(pods(query), names) }

  @Test(
    "An operator without a value has no effect",
    arguments: ["size:>", "status:=", "|", "status:|", "~", "name:~", "pend|", "api|"])
  func waits(query: String) {
    let expected =
      query.count > 4 && query.hasPrefix("p") ? ["api-10"] : query == "api|" ? ["api-1", "api-10"] : nil
    expectEqual(pods(query), expected ?? ["api-1", "api-10", "web-2", "web-3"])
  }

  @Test(
    "A condition that cannot be understood is reported and has no effect",
    arguments: [
      ("size:>abc", "'abc' is not a size"), ("age:<soon", "'soon' is not a duration"),
      ("cpu:>=x", "'x' is not a number"), ("~(", "'(' is not a regular expression"),
    ])
  func problems(query: String, problem: String) {
    let bytes = TextBytes(Self.pods + "\n")
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .csv)))
    let read = RowQuery("web \(query)", for: table, now: 0)
    expectEqual(read.problem?.description, problem)
    expectEqual(read.rows(among: 0..<table.rowCount), [2, 3])
  }

  @Test(
    "A quote makes an operator literal text",
    arguments: [("'a|b", "x a|b"), ("'~x", "a ~x"), ("'a:>1", "a:>1")])
  func quoted(query: String, line: String) { #expect(matches(query, line)) }

  @Test(
    "Matches are highlighted",
    arguments: [
      ("running|late", "Running Late", [0..<7, 8..<12]), ("~n+i|lat", "Running Late", [2..<5, 8..<11]),
      ("run unni", "Running", [0..<5]), ("run ning|late", "Running", [0..<7]), ("~éß", "aéß!", [1..<3]),
      ("!run", "Running", []),
    ])
  func highlights(query: String, text: String, ranges: [Range<Int>]) {
    let bytes = TextBytes(Self.pods + "\n")
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .csv)))
    expectEqual(RowQuery(query, for: table, now: 0).highlights(in: text, column: 1), ranges)
  }

  @Test("Matches of a regular expression that touch are one, in characters of any length")
  func touchingMatches() throws {
    func ranges(_ pattern: String, _ text: String) throws -> [Range<Int>] {
      try #require(RegularExpression(pattern)).matches(in: text)
    }
    try expectEqual(ranges(".", String(repeating: "x", count: 16_000)), [0..<16_000])
    try expectEqual(ranges("a|b", "ab-é-ba"), [0..<2, 5..<7])
    try expectEqual(ranges("é", "aé–é"), [1..<2, 3..<4])
    try expectEqual(ranges("x*", "a"), [])
  }

  @Test("A query that reuses the table of the one before finds what it finds alone") func afterAnother() {
    let bytes = TextBytes("{\"m\":{\"name\":\"web\"},\"n\":1}\n{\"m\":{\"name\":\"db\"},\"n\":2}\n")
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes))
    let part = TextTable(bytes.prefix(27), shape: table.shape)
    var former: RowQuery?
    for text in [
      "m.name:w", "m.name:we", "m.name:db n:2", "web", "m.name:db", "m.name:web", "n:>1", "m.name:",
    ] {
      for table in [table, part, table, table.reading(as: table.shape.opening(["m"]))] {
        let query = RowQuery(text, for: table, now: 0, after: former)
        let rows = 0..<table.rowCount
        expectEqual(query.rows(among: rows), RowQuery(text, for: table, now: 0).rows(among: rows), "\(text)")
        former = query
      }
    }
  }
}
