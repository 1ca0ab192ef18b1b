import ListData
import RunsTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("The course of a column over the runs of a recording") struct CourseTests {
  private func course(_ option: String, _ runs: [String], spreadsRuns: Bool = false) throws -> [[String]] {
    var option = try #require(CourseOption(argument: option))
    option.spreadsRuns = spreadsRuns
    var course = Course(option)
    var maker = RunMaker()
    for (number, text) in runs.enumerated() {
      try course.add(maker.next(text).table, at: WallTime(seconds: Double(number)))
    }
    let table = TextTable(
      TextBytes(course.bytes),
      shape: TableReader.shape(of: TextBytes(course.bytes), options: JoinedRows.options))
    return [table.columns.map { $0.name ?? "" }] + (0..<table.rowCount).map { table.texts(of: $0) }
  }

  private static let runs = [
    "PID  CPU  NAME\n1    3    init\n20   5    vim\n", "PID  CPU  NAME\n1    9    init\n",
    "PID  CPU  NAME\n1    6    init\n33   0    new\n",
  ]

  @Test("A row has the least, the greatest and the last value, and draws all of them") func drawn() throws {
    try expectEqual(
      course("cpu by PID", Self.runs),
      [
        ["PID", "least", "most", "last", "course"], ["1", "3", "9", "6", "▁█▅"], ["20", "5", "5", "", "▁"],
        ["33", "0", "0", "0", "··▁"],
      ])
  }

  @Test("Printed, each run has a column, and a row that is missing in it has nothing there") func printed()
    throws
  {
    let rows = try course("CPU by NAME", Self.runs, spreadsRuns: true)
    expectEqual(
      rows.map { $0.dropFirst() }, [rows[0].dropFirst(), ["3", "9", "6"], ["5", "", ""], ["", "", "0"]])
    expectEqual(rows.map { $0[0] }, ["NAME", "init", "vim", "new"])
  }

  @Test("Without a key, rows have that of the recorded list") func guessedKey() throws {
    try expectEqual(course("CPU", Self.runs).map { $0[0] }, ["PID", "1", "20", "33"])
  }

  @Test("A column that does not exist is an error") func missing() {
    #expect(throws: ColumnReference.Refusal.self) { try course("nope", Self.runs) }
    #expect(throws: ColumnReference.Refusal.self) { try course("CPU by nope", Self.runs) }
  }

  @Test("More runs than places share a place, which shows the greatest value") func manyRuns() throws {
    let runs = (0..<400).map { "ID,N\na,\($0 == 205 ? 9 : 1)\nb,1\n" }
    let rows = try course("N by ID", runs)
    expectEqual(rows[1].last, String(repeating: "▁", count: 20) + "█" + String(repeating: "▁", count: 19))
  }
}
