import TestSupport
import Testing

@testable import ListKit

/// A change during the animation of another one.
@MainActor
@Suite("Changes during animations") struct TableMotionRetargetTests {
  private func harness(_ animation: RowAnimation = .fade) -> TableHarness<String> {
    let harness = TableHarness<String>(columns: 10, lines: 8)
    harness.dataSource.defaultRowAnimation = animation
    harness.apply(["a", "b", "c", "d", "e", "f", "g", "h"])
    harness.draw(at: 0)
    return harness
  }

  @Test("A deleted row is displayed for its full time even if another change follows") func deletedRow() {
    let harness = harness()
    harness.apply(["a", "b", "d", "e", "f", "g", "h"])
    expectEqual(harness.draw(at: 1000)[2], "- c")
    harness.apply(["a", "b", "d", "e", "f", "x", "g", "h"])
    expectEqual(harness.draw(at: 1100), ["▌ a", "  b", "- c", "  d", "  e", "  f", "+ x", "  g"])
    expectEqual(harness.draw(at: 1249)[2], "- c")
    expectEqual(harness.draw(at: 1250)[2], "  d")
  }

  @Test("A deleted row keeps its place when the row before it is deleted") func deletedNeighbour() {
    let harness = harness()
    harness.apply(["a", "b", "d", "e", "f", "g", "h"])
    harness.draw(at: 1000)
    harness.apply(["a", "d", "e", "f", "g", "h"])
    expectEqual(harness.draw(at: 1100).prefix(4), ["▌ a", "- b", "- c", "  d"])
    expectEqual(harness.draw(at: 1250).prefix(3), ["▌ a", "- b", "  d"])
    expectEqual(harness.draw(at: 1350).prefix(2), ["▌ a", "  d"])
  }

  @Test("A deleted row that is inserted again is displayed once") func insertedAgain() {
    let harness = harness()
    harness.apply(["a", "b", "d", "e", "f", "g", "h"])
    harness.draw(at: 1000)
    harness.apply(["a", "b", "c", "d", "e", "f", "g", "h"])
    expectEqual(harness.draw(at: 1100), ["▌ a", "  b", "+ c", "  d", "  e", "  f", "  g", "  h"])
  }

  @Test("The insertion of a row continues from its current state when another change follows")
  func openingRow() {
    let harness = harness(.left)
    harness.apply(["a", "Everest", "b", "c", "d", "e", "f", "g", "h"])
    harness.draw(at: 1000)
    let before = harness.draw(at: 1060)[1]
    #expect(before != "+ Everest" && before.hasPrefix("+ Ev"))
    harness.apply(["a", "Everest", "b", "c", "d", "e", "f", "g", "x", "h"])
    expectEqual(harness.draw(at: 1061)[1], "  " + before.dropFirst(2))
    expectEqual(harness.draw(at: 1160)[1], "  Everest")
  }

  @Test("A bulk change ends running flashes") func bulkChange() {
    let harness = harness()
    harness.apply(["a", "x", "b", "c", "d", "e", "f", "g", "h"])
    harness.draw(at: 1000)
    harness.apply(["a", "x", "1", "2", "3", "4", "5", "6"])
    harness.draw(at: 1050)
    expectEqual(harness.frame[1, 4].style.background, .default)
  }

  @Test("Cells that were never drawn are configured again for the next change") func undrawnCells() {
    var version = 1
    let harness = TableHarness<Int>(columns: 12, lines: 4) { "\($0) v\(version)" }
    harness.apply([1])
    harness.draw(at: 0)
    harness.apply([1, 2])
    harness.tableView.perform(.last)
    version = 2
    harness.apply([1, 2, 3])
    expectEqual(harness.draw(at: 100), ["  1 v1", "+▌2 v2", "+ 3 v2", ""])
  }

  @Test("Each due frame is in the future, and after fewer than 40 frames only the new rows are shown")
  func dueFrames() {
    for animation in RowAnimation.allCases {
      let harness = harness(animation)
      harness.apply(["a", "Everest", "b", "d", "e", "f", "g", "h"])
      harness.draw(at: 1000)
      var frames = 0
      while let due = harness.tableView.nextFrame(after: harness.now), frames < 100 {
        #expect(due > harness.now)
        harness.now = due
        harness.draw()
        frames += 1
      }
      #expect(frames < 40)
      expectEqual(harness.draw(), ["▌ a", "  Everest", "  b", "  d", "  e", "  f", "  g", "  h"])
    }
  }
}
