import SeededRandom
import TestSupport
import Testing

@testable import Rows

@Suite("The plan of columns") struct ColumnPlanTests {
  private func column(_ wanted: Int, _ worth: ColumnWorth, isText: Bool = true) -> ColumnPlan.Column {
    ColumnPlan.Column(wanted: wanted, isText: isText, worth: worth)
  }

  /// Returns the columns that are left when the lowest priorities are hidden, as a table hides them.
  private func visible(_ plan: ColumnPlan, room: Int) -> [Int] {
    var left = Array(plan.widths.indices)
    func needed() -> Int { left.reduce(-2) { $0 + plan.widths[$1] + 2 } }
    while left.count > 1, needed() > room {
      let weakest = left.dropFirst().min { plan.priorities[$0] < plan.priorities[$1] }
      left.removeAll { $0 == weakest }
    }
    return left
  }

  @Test("Texts are cut before a column is hidden") func cutFirst() {
    let columns = [column(30, .key), column(6, .constant), column(30, .message)]
    let plan = ColumnPlan(columns, room: 40)
    expectEqual(visible(plan, room: 40), [0, 1, 2])
    // What is left of the room is shared, the name needs more.
    expectEqual(plan.widths, [17, 6, 13])
  }

  @Test("Columns of little worth are hidden first, and the others get their room") func worthless() {
    let columns = [column(30, .key), column(6, .constant), column(6, .state), column(40, .message)]
    let plan = ColumnPlan(columns, room: 44)
    expectEqual(visible(plan, room: 44), [0, 2, 3])
    // Four columns stay free for the sign.
    expectEqual(plan.widths[0] + plan.widths[2] + plan.widths[3] + 4, 40)
  }

  @Test(
    "Hidden columns are worth no more than those that stay, and what stays fits and is not wider than wanted")
  func laws() {
    for seed in 0..<400 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let worths: [ColumnWorth] = [
        .empty, .constant, .hash, .plain, .changed, .message, .used, .state, .key,
      ]
      let columns = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        column(
          .random(in: 1...70, using: &random), worths.randomElement(using: &random) ?? .plain,
          isText: .random(using: &random))
      }
      let room = Int.random(in: 1...200, using: &random)
      let plan = ColumnPlan(columns, room: room)
      let shown = visible(plan, room: room)
      for place in columns.indices {
        #expect(plan.widths[place] <= columns[place].wanted && plan.widths[place] >= columns[place].least)
      }
      #expect(shown.count == 1 || shown.reduce(-2) { $0 + plan.widths[$1] + 2 } <= room, "seed \(seed)")
      let least = shown.dropFirst().map { columns[$0].worth }.min() ?? .key
      for place in columns.indices where !shown.contains(place) {
        #expect(columns[place].worth <= least, "seed \(seed)")
      }
      expectEqual(Set(plan.priorities).count, columns.count)
    }
  }
}
