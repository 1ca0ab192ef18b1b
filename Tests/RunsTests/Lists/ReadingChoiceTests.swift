import ListData
import RunsTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("Tables and members that a user chooses instead of those of the source") struct ReadingChoiceTests {
  private var runs = RunMaker()
  /// Reads the runs as the user chose.
  private var reader: RunReader

  init() { reader = RunReader(options: ReaderOptions(), identity: runs.identity) }

  private func names(_ table: TextTable) -> [String] { table.columns.map { $0.name ?? "" } }

  /// Returns the columns of an input after each of some steps to another table; nil where there is none.
  private func columns(_ text: String, after steps: [Int]) -> [[String]?] {
    var options = ReaderOptions()
    var table = RunReader.table(TextBytes(text))
    return steps.map { step in
      guard let wanted = ReadingChoice.options(for: step, from: table, options) else { return nil }
      options = wanted
      table = RunReader.table(TextBytes(text), options)
      return names(table)
    }
  }

  // MARK: Tables

  private static let pods = ["NAME", "READY", "STATUS", "RESTARTS", "AGE"]
  private static let services = ["NAME", "TYPE", "CLUSTER-IP"]

  @Test("Steps go around the tables of an input, of which the largest is the first") func tables() {
    expectEqual(names(RunReader.table(TextBytes(Tables.several))), Self.pods)
    expectEqual(columns(Tables.several, after: [1, 1, -1]), [Self.services, Self.pods, Self.services])
    expectEqual(columns(Tables.processes, after: [1, -1]), [nil, nil])
  }

  @Test("Steps go around a JSON object and its arrays of rows") func arrays() {
    let text =
      #"{"pods":[{"name":"web"},{"name":"api"}],"nodes":[{"host":"n1","cpus":4}],"version":2,"none":[]}"#
    let object = ["pods", "nodes", "version", "none"]
    expectEqual(names(RunReader.table(TextBytes(text))), object)
    expectEqual(
      columns(text, after: [1, 1, 1, -1]), [["name"], ["host", "cpus"], object, ["host", "cpus"]])
    expectEqual(columns(#"[{"a":1}]"#, after: [1]), [nil])
  }

  @Test("A choice applies to past and later runs, whose rows are identified by a key of their own")
  mutating func otherRuns() throws {
    let first = try runs.next(Tables.several)
    let second = try runs.next(Tables.several.replacing("NodePort ", with: "Balanced "))
    reader.choose(ReadingChoice.options(for: 1, from: second.table, ReaderOptions()))
    let (later, past) = (reader.chosen(second), reader.chosen(first))
    expectEqual([later, past].map { names($0.table) }, [Self.services, Self.services])
    expectEqual([past, later].map { $0.table.text(1, 1) }, ["NodePort", "Balanced"])
    #expect(Comparison.isPossible(from: past, to: later) && later.schema != second.schema)
    var noisy = NoisyColumns()
    expectEqual(Comparison(from: past, to: later, &noisy).words, "~1")
    reader.choose(nil)
    expectEqual(names(reader.chosen(second).table), Self.pods)
  }

  // MARK: Members

  private static let requests = [
    #"{"id":1,"http":{"status":200,"path":"/a","head":{"x":1}},"tags":["a","b"]}"# + "\n",
    #"{"id":2,"http":{"status":404,"path":"/b"},"tags":[]}"# + "\n",
    #"{"id":3,"http":{"status":500,"path":"/c"},"tags":["c"]}"# + "\n",
  ]

  @Test("Objects open to columns of their members; a member closes its object, with those inside")
  func members() throws {
    var table = RunReader.table(TextBytes(Self.requests.joined()))
    var options = ReaderOptions()
    /// Returns the column that opens or closes.
    func toggle(_ name: String) throws -> String? {
      let column = try #require(names(table).firstIndex(of: name))
      guard
        let (wanted, toggled, isOpening) = ReadingChoice.options(
          togglingMembersOf: column, of: table, options)
      else { return nil }
      (options, table) = (wanted, RunReader.table(TextBytes(Self.requests.joined()), wanted))
      return (isOpening ? "+" : "-") + toggled
    }
    try expectEqual(toggle("http"), "+http")
    expectEqual(names(table), ["id", "http.status", "http.path", "http.head", "tags"])
    try expectEqual(toggle("http.head"), "+http.head")
    expectEqual(names(table), ["id", "http.status", "http.path", "http.head.x", "tags"])
    try expectEqual(toggle("http.head.x"), "-http.head")
    try expectEqual(toggle("http.head"), "+http.head")
    try expectEqual(toggle("http.status"), "-http")
    expectEqual(names(table), ["id", "http", "tags"])
    expectEqual(options.opened, [])
    for name in ["id", "tags"] { try expectEqual(toggle(name), nil) }
  }

  @Test("If only whole objects are unique, one of their members is the key") mutating func identifyingMember()
    async throws
  {
    func pods(_ phase: String) -> String {
      let pods = (1...3).map {
        #"{"kind": "Pod", "metadata": {"name": "web-\#($0)", "uid": "u\#($0)", "version": "\#(phase)\#($0)"}, "#
          + #""status": {"phase": "\#(phase)"}}"#
      }
      return #"{"items": [\#(pods.joined(separator: ",\n"))], "kind": "List"}"#
    }
    let (first, second) = (try runs.next(pods("Pending")), try runs.next(pods("Running")))
    let options = try #require(await ReadingChoice.identifying(first, ReaderOptions()))
    expectEqual(options.opened, ["metadata"])
    reader.choose(options)
    let (one, two) = (reader.chosen(first), reader.chosen(second))
    let key = try #require(one.key?.columns)
    expectEqual(key.map { names(one.table)[$0] }, ["metadata.name"])
    var noisy = NoisyColumns()
    expectEqual(Comparison(from: one, to: two, &noisy).words, "~3")
    // Rows with a key of their own need none.
    let requests = try runs.next(Self.requests.joined())
    #expect(await ReadingChoice.identifying(requests, ReaderOptions()) == nil)
  }

  @Test("A stream continues while members are open") mutating func streams() throws {
    var options = ReaderOptions()
    options.opened = ["http"]
    reader.choose(options)
    for count in 1...2 {
      let run = reader.chosen(try runs.grow(to: Self.requests.prefix(count).joined()))
      #expect(run.table.rowCount == count && names(run.table).contains("http.status"))
    }
    let run = reader.chosen(try runs.next(Self.requests.joined()))
    expectEqual(run.rows.map { $0[1] }, ["200", "404", "500"])
  }
}
