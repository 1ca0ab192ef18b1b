import ListData
import Testing

@testable import muster

@Suite("A stream in which a repeated key updates its row") struct UpdatingRowsTests {
  private func rows(key: KeyOption? = nil) -> UpdatingRows {
    let identity = RowIdentity(choice: key, areUpdates: true)
    return UpdatingRows(builder: RunBuilder(options: ReaderOptions(), identity: identity), identity: identity)
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
    let run = try rows.finish(RunBuilder.Reading(bytes: TextBytes(text)))
    #expect(run.key == .columns([0]))
    #expect(run.rows == [["web1", "Running"], ["web2", "Pending"]])
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
    let run = try rows.finish(RunBuilder.Reading(bytes: TextBytes(text)))
    #expect(run.rows == expected)
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
    #expect(run.rows == [["web1", "Running"]])
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
    #expect(
      try rows.finish(RunBuilder.Reading(bytes: TextBytes(text))).rows == [["ADDED", "api", "Running"]])
    var again = self.rows()
    let run = try again.finish(RunBuilder.Reading(bytes: TextBytes(text + "ADDED     web   Pending\n")))
    #expect(run.rows == [["ADDED", "api", "Running"], ["ADDED", "web", "Pending"]])
    #expect(run.replaced.count == 4)
  }

  @Test("A query can also select deleted rows") func gone() throws {
    let identity = RowIdentity(choice: .columns([ColumnReference("NAME")]), areUpdates: true)
    var rows = UpdatingRows(
      builder: RunBuilder(options: ReaderOptions(), identity: identity), identity: identity,
      gone: "status:=Completed")
    let lines = (0..<3000).map { "job\($0)  Running\njob\($0)  Completed\n" }.joined()
    let text = "NAME  STATUS\nweb  Running\n" + lines + "dns  Running\nweb  Failed\n"
    let run = try rows.finish(RunBuilder.Reading(bytes: TextBytes(text)))
    #expect(run.rows == [["web", "Failed"], ["dns", "Running"]])
  }
}
