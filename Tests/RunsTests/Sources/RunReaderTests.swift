import ListData
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("Runs built from partial input") struct RunReaderTests {
  @Test(
    "Columns are recognised even if the first row is longer than the sample",
    arguments: ["id,note\n1,{}\n2,short\n", "{\"id\":1,\"note\":\"{}\"}\n{\"id\":2,\"note\":\"short\"}\n"])
  func longRow(text: String) throws {
    let identity = RowIdentity(choice: nil)
    var reader = RunReader(options: ReaderOptions(), identity: identity)
    let all = TextBytes(text.replacing("{}", with: String(repeating: "x", count: 3_000_000)))
    for count in [100_000, 1_000_000] {
      _ = try reader.grow(to: all.prefix(count), progress: Run.Progress(bytes: count), at: .now)
    }
    let run = try reader.finish(RunReader.Reading(bytes: all), at: .now)
    expectEqual(run.table.columns.map(\.name), ["id", "note"])
    expectEqual(run.table.rowCount, 2)
    expectEqual(run.table.text(1, 1), "short")
  }

  @Test("Where a database says which columns have numbers, cells that look like numbers do not decide")
  func toldKinds() throws {
    var reader = RunReader(
      options: ReaderOptions(format: .csv, header: .line(1)), identity: RowIdentity(choice: nil))
    func kinds(_ text: String, _ areNumbers: [Bool?]) throws -> [ColumnKind] {
      reader.options.areNumbers = areNumbers
      return try reader.finish(RunReader.Reading(bytes: TextBytes(text)), at: .now).table.columns.map(\.kind)
    }
    try expectEqual(
      kinds("zip,n,size,at\n10115,,12,2026-11-30\n", [false, true, nil, false]),
      [.text, .float, .integer, .date])
    // A table with other columns is another one.
    try expectEqual(kinds("a,b\n1,2\n", [false, false, false]), [.integer, .integer])
  }

  private static let pods = "NAME   STATUS    AGE\nweb-1  Running   5m\nweb-2  Pending   7m\n"

  private func runs(_ texts: [String], choice: KeyOption? = nil) throws -> [Run] {
    let identity = RowIdentity(choice: choice)
    var reader = RunReader(options: ReaderOptions(), identity: identity)
    return try texts.map { try reader.finish(RunReader.Reading(bytes: TextBytes($0)), at: .now) }
  }

  @Test("A message instead of a table keeps the rows, and the next table is read again") func message() throws
  {
    let runs = try runs([Self.pods, "Error from server: unreachable\n", Self.pods])
    expectEqual(runs.map(\.problem), [nil, .message("Error from server: unreachable"), nil])
    expectEqual(runs.map(\.table.rowCount), [2, 2, 2])
    #expect(runs.allSatisfy { Array($0.identifiers) == [0, 1] && $0.notes.isEmpty })
  }

  @Test("One or two lines instead of a table are a message, three are rows") func messageLines() throws {
    let runs = try runs([Self.pods, "a\nb b\n", "a\nb b\nc c c\n"])
    expectEqual(runs.map(\.problem), [nil, .message("a"), nil])
    expectEqual(runs.map(\.table.rowCount), [2, 2, 3])
  }

  @Test("A command that was ended because its output was truncated has not failed") func truncatedCommand()
    throws
  {
    for isCut in [false, true] {
      let end = CommandEnd.killed(signal: 15)
      var reader = RunReader(options: ReaderOptions(), identity: RowIdentity(choice: nil))
      let run = try reader.finish(
        RunReader.Reading(bytes: TextBytes(Self.pods), isCut: isCut, end: end), at: .now)
      expectEqual(run.problem, isCut ? nil : .failed(end))
      expectEqual(run.notes, isCut ? [.cut] : [])
      expectEqual(run.isPart, isCut)
    }
  }

  @Test("Lines instead of a table do not change how the next table is read") func lines() throws {
    let runs = try runs([Self.pods, "a\nb b\nc c c\nd\n", Self.pods])
    expectEqual(runs.map(\.table.shape.format), [.aligned, .lines, .aligned])
    expectEqual(runs.map(\.schema), [0, 1, 0])
    expectEqual(Array(runs[2].identifiers), [0, 1])
  }

  @Test("A message before the first table does not change how the table is read") func firstMessage() throws {
    let runs = try runs(["Waiting for the server\n", Self.pods, Self.pods])
    expectEqual(runs.map(\.table.shape.format), [.lines, .aligned, .aligned])
    expectEqual(runs[1].identifiers, runs[2].identifiers)
  }

  @Test("A list that starts with one row gets its columns when there are more") func fewRows() throws {
    let more = ["web  12", "database  7", "proxy  131", "cache  42"].map { $0 + "\n" }
    let runs = try runs(["web-server\n", more.joined(), more.joined()])
    expectEqual(runs.map(\.table.columns.count), [1, 2, 2])
    expectEqual(runs[1].identifiers, runs[2].identifiers)
  }

  @Test("Rows keep their identifiers if columns change or move, as long as the key column exists")
  func otherColumns() throws {
    let wide = "NODE  NAME   STATUS    AGE\nn1    web-2  Pending   7m\nn2    web-1  Running   5m\n"
    let runs = try runs([Self.pods, wide, Self.pods])
    expectEqual(runs.map(\.key), [.columns([0]), .columns([1]), .columns([0])])
    expectEqual(runs.map { Array($0.identifiers) }, [[0, 1], [1, 0], [0, 1]])
    expectEqual(runs.map(\.schema), [0, 1, 0])
  }
}
