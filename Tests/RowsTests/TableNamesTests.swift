import ListData
import TestSupport
import Testing

@testable import Rows

@Suite("The names of columns") struct TableNamesTests {
  @Test("The columns of a log without names are called what they are") func log() {
    let log = TextBytes("2026-11-24 10:00:01 WARN a b\n2026-11-24 10:00:02 INFO c d\n")
    let names = ColumnNames(of: TextTable(log, shape: TableReader.shape(of: log)))
    expectEqual(["time", "Level", "message", "2"].map { names.index(of: $0) }, [0, 1, 2, 1])
    expectEqual(names.names, ["time", "level", "message"])
  }
}
