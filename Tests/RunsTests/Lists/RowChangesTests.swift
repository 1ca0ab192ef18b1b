import ListData
import RunsTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("Changes of rows from run to run") struct RowChangesTests {
  @Test("While a stream grows, each of its rows is reported once, in each run of a series from its first row")
  func growth() throws {
    var runs = RunMaker(key: .columns([ColumnReference("id")]), format: .csv)
    var reader = RowChangeReader(isStream: true)
    func rows(_ run: Run) -> [Int]? { reader.changes(to: run)?.changes.map { $0.row ?? -1 } }
    try expectEqual(rows(runs.grow(to: "id,n\na,1\nb,2\n")), [0, 1])
    try expectEqual(rows(runs.grow(to: "id,n\na,1\nb,2\n")), nil)
    try expectEqual(rows(runs.grow(to: "id,n\na,1\nb,2\nc,3\n")), [2])
    try expectEqual(rows(runs.next("id,n\na,1\nb,2\nc,3\nd,4\n")), [3])
    try expectEqual(rows(runs.grow(to: "id,n\na,1\n")), [0])
    try expectEqual(rows(runs.grow(to: "id,n\na,1\nb,2\n")), [1])
  }

  @Test("A mark lasts for the time of --keep, from the last change of its row on") func marks() throws {
    var runs = RunMaker(key: .columns([ColumnReference("id")]))
    let texts = ["id,n\na,1\nb,2\n", "id,n\na,1\nb,7\nc,3\n", "id,n\na,1\nb,8\nc,3\n"]
    let all = try texts.map { try runs.next($0) }
    var noisy = NoisyColumns()
    let steps = zip(all, all.dropFirst()).map { Comparison(from: $0, to: $1, &noisy) }
    var marks = RowMarks(keep: try #require(KeepOption(argument: "10s")))
    marks.note(steps[0], at: WallTime(seconds: 100))
    marks.note(steps[1], at: WallTime(seconds: 104))
    func marked(at seconds: Double) -> [Int] {
      Array(all[2].identifiers).filter { marks.mark(of: $0, at: seconds) != nil }
    }
    expectEqual(marked(at: 109.9), [1, 2])
    expectEqual(marked(at: 110), [1])
    expectEqual(marked(at: 114), [])
    let ends = [104, 110, 114].map { marks.nextEnd(after: $0) }
    expectEqual(ends, [110, 114, nil])
    expectEqual(marks.mark(of: 1, at: 104)?.isNew, false)
    expectEqual(marks.mark(of: 2, at: 104)?.isNew, true)
  }
}
