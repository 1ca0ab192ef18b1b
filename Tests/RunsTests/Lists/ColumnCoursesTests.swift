import ListData
import RunsTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("Recent values of numbers") struct ColumnCoursesTests {
  private let identity = RowIdentity(choice: .columns([ColumnReference("id")]))

  private func runs(_ texts: [String]) throws -> [Run] {
    var runs = RunMaker(identity: identity, format: .csv)
    return try texts.map { try runs.next($0) }
  }

  @Test("Each row has its own values up to a run, with gaps where the row did not exist")
  func values() throws {
    let runs = try runs(["id,n\na,1\nb,5\n", "id,n\nb,6\n", "id,n\nb,7\na,3\n", "id,n\na,x\n"])
    var courses = ColumnCourses()
    courses.note(runs[0])
    #expect(courses.values(of: runs[0].identifiers[0], 1, upTo: 9).isEmpty, "no column is wanted")
    courses.toggle(1)
    for run in [runs[0], runs[2], runs[1], runs[1], runs[3]] { courses.note(run) }
    let (a, b) = (runs[0].identifiers[0], runs[0].identifiers[1])
    expectEqual(courses.values(of: a, 1, upTo: 3), [1, nil, 3])
    expectEqual(courses.values(of: b, 1, upTo: 2), [5, 6])
    expectEqual(courses.values(of: a, 1, upTo: 4), [1, nil, 3, nil])
    courses.toggle(1)
    #expect(courses.columns.isEmpty && courses.values(of: a, 1, upTo: 3).isEmpty)
  }

  @Test(
    "Meters are the totals of all rows of each run, up to the shown one, and name a column that does not exist"
  )
  func meters() async throws {
    var meters = ColumnMeters(try #require(TotalOption(argument: "n,n=mean,m")))
    for run in try runs(["id,n\na,1\nb,5\n", "id,n\nb,6\n", "id,n\na,x\n", "id,n,m\na,2,3\n"]) {
      meters = await meters.noting(run)
    }
    let shown = meters.shown(at: 4, count: 3)
    expectEqual(shown.map(\.words), ["n sum 2", "n mean 2.0", "m sum 3"])
    expectEqual(shown.map(\.values), [[6, nil, 2], [6, nil, 2], [nil, nil, 3]])
    expectEqual(meters.shown(at: 1, count: 3).map(\.words), ["n sum 6", "n mean 3.0", "no column 'm'"])
    #expect(meters.shown(at: 0, count: 3).isEmpty)
  }

  @Test("At most 30 values are kept: the earlier ones from the history, the others from new runs")
  func history() async throws {
    let history = History(bound: 1 << 20, identity: identity)
    let runs = try runs((1...40).map { "id,n\na,\($0)\n" })
    for run in runs { history.add(run) }
    var courses = ColumnCourses()
    courses.toggle(1)
    courses.note(runs[39])
    let known = await ColumnCourses.make(
      [1], upTo: runs[38], RunReader(options: ReaderOptions(), identity: identity), numbers: history.numbers
    ) { await history.run($0) }
    courses.fill(from: known)
    let values = courses.values(of: runs[0].identifiers[0], 1, upTo: 40)
    expectEqual(values, (11...40).map { Double($0) })
  }

  @Test("Large tables have short sparklines, so that memory stays bounded") func bounded() throws {
    let rows = (0..<400).map { "\($0),\($0)\n" }.joined()
    let runs = try runs((0..<10).map { "id,n\nx,\($0)\n" + rows })
    // Seven runs of 401 rows.
    var courses = ColumnCourses(mostValues: 3000)
    courses.toggle(1)
    for run in runs { courses.note(run) }
    expectEqual(courses.values(of: runs[0].identifiers[0], 1, upTo: 10), (3...9).map(Double.init))
  }
}
