import ListData
import RunsTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("A stream in which a repeated key updates its row") struct UpdatingRowsTests {
  private func rows(key: KeyOption? = nil) -> UpdatingRows {
    let identity = RowIdentity(choice: key, areUpdates: true)
    return UpdatingRows(reader: RunReader(options: ReaderOptions(), identity: identity))
  }

  @Test(
    "The header may arrive alone", arguments: [nil, KeyOption.columns([ColumnReference("NAME")])])
  func headerAlone(key: KeyOption?) throws {
    var rows = rows(key: key)
    var text = "NAME  STATE\n"
    _ = try rows.grow(to: TextBytes(text))
    for line in ["web1  Pending\n", "web2  Pending\n", "web1  Running\n"] {
      text += line
      _ = try rows.grow(to: TextBytes(text))
    }
    let run = try rows.last(RunReader.Reading(bytes: TextBytes(text)))
    expectEqual(run.key, .columns([0]))
    expectEqual(run.rows, [["web1", "Running"], ["web2", "Pending"]])
  }

  @Test(
    "A column that repeats is the key, even if all rows arrive at once",
    arguments: [
      ("k v\na 1\nb 2\na 3\n", [["a", "3"], ["b", "2"]]),
      (
        """
        NAMESPACE  NAME  READY  STATUS   AGE
        default    web   1/1    Running  3d
        default    api   1/1    Running  3d
        system     dns   1/1    Running  9d
        default    api   0/1    Error    3d

        """,
        [
          ["default", "web", "1/1", "Running", "3d"], ["default", "api", "0/1", "Error", "3d"],
          ["system", "dns", "1/1", "Running", "9d"],
        ]
      ),
    ])
  func allAtOnce(text: String, expected: [[String]]) throws {
    var rows = rows()
    let run = try rows.last(RunReader.Reading(bytes: TextBytes(text)))
    expectEqual(run.rows, expected)
  }

  @Test(
    "Updates in an array or an object of JSON are rows as without updates",
    arguments: [
      (#"[{"N":1,"V":"a"},{"N":2,"V":"b"},{"N":1,"V":"c"}]"#, [["1", "c"], ["2", "b"]]),
      ("[\n{\"N\":1,\n\"V\":\"a\"},\n{\"N\":1,\"V\":\"c\"}\n]\n", [["1", "c"]]),
      (
        #"{"items":[{"N":1,"V":"a"},{"N":2,"V":"b"},{"N":1,"V":"c"}],"kind":"List"}"#,
        [["1", "c"], ["2", "b"]]
      ),
      (
        #"{"x":{"N":1,"V":"a"},"y":{"N":2,"V":"b"},"z":{"N":1,"V":"c"}}"#,
        [["z", "1", "c"], ["y", "2", "b"]]
      ),
      ("{\"N\":1,\"V\":\"a\"}\n{\"N\":1,\"V\":\"c\"}\n", [["1", "c"]]),
      (#"[{"TYPE":"ADDED","N":1},{"TYPE":"ADDED","N":2},{"TYPE":"DELETED","N":1}]"#, [["ADDED", "2"]]),
    ])
  func arrays(text: String, expected: [[String]]) throws {
    var rows = rows(key: .columns([ColumnReference("N")]))
    let run = try rows.last(RunReader.Reading(bytes: TextBytes(text)))
    expectEqual(run.rows, expected)
    expectEqual(run.table.flaw, nil)
  }

  @Test("A key that names no column is refused once the columns are known") func wrongKey() throws {
    var rows = rows(key: .columns([ColumnReference("ID")]))
    #expect(try rows.grow(to: TextBytes("NAME  STATE\n"))?.number == nil)
    #expect(throws: ColumnReference.Refusal.self) {
      try rows.grow(to: TextBytes("NAME  STATE\nweb1  Pending\nweb2  Running\n"))
    }
  }

  @Test("A condition is also met by a row that was replaced at once") func replaced() throws {
    var rows = rows(key: .columns([ColumnReference("NAME")]))
    let text = "NAME  STATE\nweb1  Pending\nweb1  Running\n"
    let run = try #require(try rows.grow(to: TextBytes(text)))
    expectEqual(run.rows, [["web1", "Running"]])
    var until = UntilCondition(.rows(.some, query: "state:=Pending"))
    let isMet = try until.isMet(by: run)
    #expect(isMet)
  }

  @Test("A deleted row is removed, and appended if it is added again") func deleted() throws {
    var rows = rows()
    let text = """
      EVENT     NAME  STATUS
      ADDED     web   Running
      ADDED     api   Running
      MODIFIED  web   Failed
      DELETED   web   Failed
      DELETED   dns   Failed

      """
    try expectEqual(
      rows.last(RunReader.Reading(bytes: TextBytes(text))).rows, [["ADDED", "api", "Running"]])
    var again = self.rows()
    let run = try again.last(RunReader.Reading(bytes: TextBytes(text + "ADDED     web   Pending\n")))
    expectEqual(run.rows, [["ADDED", "api", "Running"], ["ADDED", "web", "Pending"]])
    expectEqual(run.replaced.count, 4)
  }

  /// Returns the last run of a stream that arrives in pieces, and the maximum number of bytes that it kept.
  private func read(_ text: [UInt8], _ random: inout SeededGenerator, key: KeyOption? = nil) throws -> (
    Run, Int
  ) {
    var rows = rows(key: key)
    var (kept, most): ([UInt8], Int) = ([], 0)
    var rest = text[...]
    while !rest.isEmpty {
      let piece = rest.prefix(random.number(1..<20_000))
      rest = rest.dropFirst(piece.count)
      kept += piece
      _ = try rows.grow(to: TextBytes(kept))
      kept.removeFirst(rows.forget())
      most = max(most, kept.count)
    }
    return (try rows.last(RunReader.Reading(bytes: TextBytes(kept))), most)
  }

  @Test(
    "What was read is forgotten, and the rows are those of the whole stream",
    arguments: [
      "plain", "csv", "json", "quoted", "colours",
    ])
  func forgetting(format: String) throws {
    for seed in 0..<2 {
      var random = SeededGenerator(seed: seed)
      var text =
        ["plain": "key   number text\n", "csv": "key,n,text\n", "quoted": "key,n,text\n"][format] ?? ""
      for number in 0..<7_000 {
        let key = "k\(random.number(0..<30))"
        switch format {
        case "plain": text += "\(key.padding(6))\(String(number).padding(7))word\n"
        case "csv": text += "\(key),\(number),a word\n"
        case "json": text += "{\"key\": \"\(key)\", \"n\": \(number)}\n"
        case "quoted": text += "\(key),\(number),\"two\nlines\"\n"
        default: text += "\u{1B}[31m\(key)\u{1B}[0m \(number) \u{1B}[1mword\u{1B}[0m\n"
        }
      }
      let key = KeyOption.columns([ColumnReference(format == "colours" ? "1" : "key")])
      let (run, kept) = try read(Array(text.utf8), &random, key: key)
      var whole = rows(key: key)
      let expected = try whole.last(RunReader.Reading(bytes: TextBytes(text)))
      expectEqual(run.rows, expected.rows, "seed \(seed)")
      expectEqual(run.table.columns.map(\.name), expected.table.columns.map(\.name))
      #expect(kept < Run.sample + 24_000, "seed \(seed): \(kept) of \(text.utf8.count)")
      #expect(!run.isPart)
    }
  }

  @Test("Without memory for more rows, new keys are dropped and known rows are updated") func bound() throws {
    let identity = RowIdentity(choice: .columns([ColumnReference("k")]), areUpdates: true)
    var rows = UpdatingRows(
      reader: RunReader(options: ReaderOptions(), identity: identity), bound: 2_000)
    let text = "k,n\n" + (0..<100).map { "\($0),1\n" }.joined() + "0,2\n99,2\n"
    let run = try #require(try rows.grow(to: TextBytes(text)))
    #expect(run.isPart)
    #expect(run.rows.first == ["0", "2"] && (2...10).contains(run.rows.count))
    #expect(run.replaced.count > 90, "rows that are dropped meet a condition too")
  }

  @Test("A query can also select deleted rows") func gone() throws {
    let identity = RowIdentity(choice: .columns([ColumnReference("NAME")]), areUpdates: true)
    var rows = UpdatingRows(
      reader: RunReader(options: ReaderOptions(), identity: identity),
      gone: "status:=Completed")
    let lines = (0..<3000).map { "job\($0)  Running\njob\($0)  Completed\n" }.joined()
    let text = "NAME  STATUS\nweb  Running\n" + lines + "dns  Running\nweb  Failed\n"
    let run = try rows.last(RunReader.Reading(bytes: TextBytes(text)))
    expectEqual(run.rows, [["web", "Failed"], ["dns", "Running"]])
  }
}

extension String {
  /// The text, with blanks behind it up to a number of characters.
  fileprivate func padding(_ count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }
}

extension UpdatingRowsTests {
  @Test("Rows of updates are identified as those of runs are: without the white space around cells")
  func equalKeys() throws {
    var rows = UpdatingRows(
      reader: RunReader(
        options: ReaderOptions(format: .csv, header: .line(1)),
        identity: RowIdentity(choice: .columns([ColumnReference("name")]), areUpdates: true)))
    let run = try rows.last(RunReader.Reading(bytes: TextBytes("name,n\nweb-1,1\n\"web-1 \",2\nweb-2,3\n")))
    expectEqual(run.rows.map { $0.last }, ["2", "3"])
  }
}

extension UpdatingRows {
  fileprivate mutating func grow(to bytes: TextBytes) throws -> Run? { try grow(to: bytes, at: .now).first }

  fileprivate mutating func last(_ reading: RunReader.Reading) throws -> Run {
    try #require(finish(reading, at: .now).last)
  }
}
