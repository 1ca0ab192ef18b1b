import ListData
import Testing

@testable import muster

@Suite("What is waited for") struct UntilConditionTests {
  private func run(_ text: String, key: TableKey = .columns([0]), problem: Run.Problem? = nil) -> Run {
    let bytes = TextBytes(text)
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .csv)))
    return Run(
      number: 1, time: .now, table: table, identifiers: .places(table.rowCount), key: key, problem: problem)
  }

  @Test func change() {
    var until = UntilCondition(.change)
    let (one, other) = (run("id,n\n1,a\n"), run("id,n\n1,b\n"))
    #expect([one, one, other].map { until.isMet(by: $0) } == [false, false, true])
  }

  @Test func text() {
    var until = UntilCondition(.text("Running"))
    let runs = [run("id,n\n1,Runnin\n"), run("id,n\n1,a\n2,Running\n"), run("Running,n\n1,a\n")]
    #expect(runs.map { until.isMet(by: $0) } == [false, true, false])
  }

  /// `gone=web-1` of `docker ps`, which is identified by another column.
  @Test func goneByACell() {
    var until = UntilCondition(.gone("web-1"))
    let runs = ["7,web-1\n8,web-2", "9,web-1\n8,web-2", "7,x\n8,web-2"].map { run("id,name\n\($0)\n") }
    #expect(runs.map { until.isMet(by: $0) } == [false, false, true])
    var never = UntilCondition(.gone("nobody"))
    #expect(runs.prefix(1).map { never.isMet(by: $0) } == [true])
    #expect(never.statusNote == "no row is nobody, and none was")
    #expect(until.statusNote == nil)
  }

  @Test func gone() {
    var until = UntilCondition(.gone("web-1"))
    let runs = [
      run("id,n\nweb-1,a\nweb-2,b\n"), run("id,n\nweb-2,b\n", problem: .nothing), run("id,n\nweb-2,b\n"),
    ]
    #expect(runs.map { until.isMet(by: $0) } == [false, false, true])
    var both = UntilCondition(.gone("web-1,a"))
    let pairs = ["a", "b"].map { run("id,n\nweb-1,\($0)\n", key: .columns([0, 1])) }
    #expect(pairs.map { both.isMet(by: $0) } == [false, true])
  }
}
