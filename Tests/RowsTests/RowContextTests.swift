import TestSupport
import Testing

@testable import Rows

@Suite("Rows around those that match") struct RowContextTests {
  @Test(
    "The rows before and after each match are shown once, and stretches end where rows are left out",
    arguments: [
      ([4, 7], 1, [3, 4, 5, 6, 7, 8], []), ([4, 9], 1, [3, 4, 5, 8, 9, 10], [5]),
      ([0, 19], 2, [0, 1, 2, 17, 18, 19], [2]), ([], 3, [], []), ([5], .max, Array(0..<20), []),
    ])
  func stretches(matches: [Int], count: Int, rows: [Int], ends: [Int]) {
    let context = RowContext(of: matches, count: count)
    expectEqual(context.rows(in: 0..<20), rows)
    expectEqual(rows.filter(context.endsStretch), ends)
    expectEqual(rows.filter(context.isMatch), matches)
  }

  @Test("All sets of matches among nine rows have the rows that are near one of them", arguments: 0...4)
  func all(count: Int) {
    for set in 0..<(1 << 9) {
      let matches = (0..<9).filter { set >> $0 & 1 == 1 }
      let context = RowContext(of: matches, count: count)
      let rows = (0..<9).filter { row in matches.contains { abs($0 - row) <= count } }
      expectEqual(context.rows(in: 0..<9), rows)
      let ends = zip(rows, rows.dropFirst()).filter { $1 > $0 + 1 }.map(\.0)
      expectEqual(rows.filter(context.endsStretch), ends)
    }
  }
}
