import ListData
import ListKit
import RunsTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("Column widths while runs and lines arrive") struct ColumnWidthsTests {
  private var runs = RunMaker()
  private var widths = ColumnWidths()
  private let metrics = TextMetrics(ScreenTraits { _ in 1 })

  @Test("A column is as wide as its current and recent cells, so no run makes it jump")
  mutating func lately() throws {
    var found: [Int?] = []
    for name in ["a", "a-very-long-name"] + Array(repeating: "a", count: 12) {
      widths.note(try runs.next("NAME,N\n\(name),1\nb,2\n"), metrics)
      found.append(widths.width(ofColumn: 0))
    }
    expectEqual(found, [4] + Array(repeating: 16, count: 10) + [4, 4, 4])
  }

  @Test("A first line that arrives alone does not affect the widths") mutating func firstLine() throws {
    var text = "PING localhost (127.0.0.1) 56(84) bytes of data.\n"
    widths.note(try runs.grow(to: text), metrics)
    for number in 1...3 {
      text += "64 bytes from 127.0.0.1: icmp_seq=\(number) ttl=64 time=0.05 ms\n"
      let run = try runs.grow(to: text)
      widths.note(run, metrics)
      if number == 3 { expectEqual([run.table.rowCount, run.table.otherLines.count], [3, 1]) }
    }
    expectEqual((0..<4).map { widths.width(ofColumn: $0) }, [2, 5, 4, 10])
  }

  @Test("The points of numbers are below each other, for up to three decimals") mutating func points() throws
  {
    widths.note(try runs.next("NAME,MS,N\na,1.5,1\nb,22,2\nc,0.25,3\nd,-100.125,4\n"), metrics)
    func blanks(_ numbers: String..., in column: Int = 1) -> [Int] {
      numbers.map { widths.blanks(after: $0, ofColumn: column) }
    }
    expectEqual(blanks("1.5", "22", "0.25", "-100.125"), [2, 4, 1, 0])
    expectEqual(blanks("1", in: 2), [0])
    expectEqual(widths.width(ofColumn: 1), 8)
  }
}
