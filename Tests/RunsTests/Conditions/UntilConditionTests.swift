import ListData
import ListSearch
import RunsTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("Conditions of --until") struct UntilConditionTests {
  private func run(_ text: String, key: TableKey = .columns([0]), problem: Run.Problem? = nil) -> Run {
    let bytes = TextBytes(text)
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .csv)))
    return Run(
      number: 1, time: .now, table: table, identifiers: .positions(table.rowCount),
      facts: Run.Facts(key: key, problem: problem))
  }

  @Test("A run that differs from the previous one meets the condition change") func change() throws {
    var until = UntilCondition(.change)
    let (one, other) = (run("id,n\n1,a\n"), run("id,n\n1,b\n"))
    try expectEqual([one, one, other].map { try until.isMet(by: $0) }, [false, false, true])
  }

  @Test("A run meets the condition change only when it is complete, and is compared with a complete one")
  func changeOfPart() throws {
    var until = UntilCondition(.change)
    let (one, other) = (run("id,n\n1,a\n2,b\n"), run("id,n\n1,a\n2,c\n"))
    var parts = [run("id,n\n1,a\n"), run("id,n\n1,x\n")]
    for index in parts.indices { parts[index].progress = Run.Progress(bytes: 9) }
    try expectEqual(
      [parts[0], one, parts[0], parts[1], one, other].map { try until.isMet(by: $0) },
      [false, false, false, false, false, true])
  }

  @Test("A run with a row that matches the query meets the condition") func someRow() throws {
    var until = UntilCondition(.rows(.some, query: "Running"))
    let runs = [run("id,n\n1,Runnin\n"), run("id,n\n1,a\n2,Running\n"), run("Running,n\n1,a\n")]
    try expectEqual(runs.map { try until.isMet(by: $0) }, [false, true, false])
  }

  @Test("All rows of the next run are searched, however many were searched while a run was incomplete")
  func someRowOfNextRun() throws {
    var until = UntilCondition(.rows(.some, query: "Running"))
    var (one, next) = (run("id,n\n1,a\n2,b\n3,c\n"), run("id,n\n1,Running\n2,b\n"))
    one.progress = Run.Progress(bytes: 9)
    #expect(try !until.isMet(by: one))
    next.progress = one.progress
    next.number = 2
    #expect(try until.isMet(by: next))
  }

  @Test(
    "All rows, none of them, or a number of them match",
    arguments: [
      ("all n:>=2", [false, false, true]), ("none n:=1", [false, false, true]),
      ("count>=2 n:>=2", [false, true, true]), ("count=1 n:>=2", [true, false, false]),
      ("count<3", [true, false, false]), ("n:=3", [false, true, true]), ("all", [false, false, false]),
      ("change", [false, true, true]),
    ])
  func quantities(argument: String, isMet: [Bool]) throws {
    var until = UntilCondition(try #require(UntilOption(argument: argument)))
    let runs = ["1,1\n2,2", "1,1\n2,2\n3,3", "1,2\n2,2\n3,3"].map { run("id,n\n\($0)\n") }
    try expectEqual(runs.map { try until.isMet(by: $0) }, isMet)
  }

  @Test(
    "What is waited for is said as it is typed, and how near it is, also once the time is over",
    arguments: [
      ("change", "nothing changed"), ("gone=1", "1 is still there"), ("all n:=1", "1 of 2 rows"),
      ("none n:=1", "1 of 2 rows"), ("count>=3", "2 of 2 rows"), ("count!=1 n:=1", "1 of 2 rows"),
      ("n>5", "0 of 2 rows"),
    ])
  func progress(argument: String, progress: String) throws {
    let option = try #require(UntilOption(argument: argument))
    expectEqual("\(option)", argument)
    var until = UntilCondition(option)
    #expect(until.progress == nil)
    #expect(try !until.isMet(by: run("id,n\n1,1\n2,2\n")))
    expectEqual(until.progress, progress)
    expectEqual(TimeLimit(argument: "2s")?.note(until.progress), "timed out after 2s: \(progress)")
    expectEqual(TimeLimit(argument: "1.5")?.note(nil), "timed out after 1.5s: nothing was read")
  }

  @Test("A condition on all rows is not met before all rows have arrived") func partOfAStream() throws {
    var (part, all) = (run("id,n\n1,2\n"), UntilCondition(.rows(.all, query: "n:=2")))
    part.progress = Run.Progress(bytes: 9)
    #expect(try !all.isMet(by: part))
    part.progress = nil
    #expect(try all.isMet(by: part))
    expectEqual(all.progress, "1 of 1 rows")
    // If rows update, each run is a complete list.
    part.progress = Run.Progress(bytes: 9)
    var updating = UntilCondition(.rows(.all, query: "n:=2"), isUpdating: true)
    #expect(try updating.isMet(by: part))
    var many = UntilCondition(.rows(.count(.greater, 0), query: ""))
    #expect(try many.isMet(by: part))
  }

  @Test("A query that cannot be understood is an error") func problem() {
    var until = UntilCondition(.rows(.some, query: "n:>x"))
    #expect(throws: Refusal.self) { try until.isMet(by: run("id,n\n1,2\n")) }
  }

  /// `gone=web-1` for `docker ps`, whose rows are identified by another column.
  @Test("A value in any cell can be gone; a value that no row had is an error") func goneCell() throws {
    var until = UntilCondition(.gone("web-1"))
    let runs = ["7,web-1\n8,web-2", "9,web-1\n8,web-2", "7,x\n8,web-2"].map { run("id,name\n\($0)\n") }
    try expectEqual(runs.map { try until.isMet(by: $0) }, [false, false, true])
    var never = UntilCondition(.gone("nobody"))
    #expect(throws: Refusal("no row is 'nobody'")) {
      try never.isMet(by: runs[0])
    }
  }

  @Test("A row is gone if a run lacks its key, unless the run printed nothing") func gone() throws {
    var until = UntilCondition(.gone("web-1"))
    let runs = [
      run("id,n\nweb-1,a\nweb-2,b\n"), run("id,n\nweb-2,b\n", problem: .nothing), run("id,n\nweb-2,b\n"),
    ]
    try expectEqual(runs.map { try until.isMet(by: $0) }, [false, false, true])
    var both = UntilCondition(.gone("web-1,a"))
    let pairs = ["a", "b"].map { run("id,n\nweb-1,\($0)\n", key: .columns([0, 1])) }
    try expectEqual(pairs.map { try both.isMet(by: $0) }, [false, true])
  }
}
