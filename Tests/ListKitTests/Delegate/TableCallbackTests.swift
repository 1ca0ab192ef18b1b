import TestSupport
import Testing

@testable import ListKit

/// The callbacks of a table, their order, and the changes that they may make.
@MainActor
@Suite("Callbacks of a table") struct TableCallbackTests {
  private func harness(_ count: Int = 20) -> TableHarness<Int> {
    let harness = TableHarness(showing: Array(0..<count))
    return harness
  }

  @Test("cursorDidMove is called for moves by commands and by changes of the data") func cursorMoves() {
    let harness = harness()
    var reported: [IndexPath?] = []
    harness.tableView.cursorDidMove = { reported.append($0) }
    harness.tableView.perform(.moveCursor(2))
    harness.apply([7, 8])
    harness.draw(at: 10)
    harness.apply([])
    harness.draw(at: 20)
    harness.draw(at: 30)
    expectEqual(reported, [IndexPath(row: 2, section: 0), IndexPath(row: 0, section: 0), nil])
  }

  @Test("If selection is not allowed, there is no cursor, and movement commands scroll") func noSelection() {
    let harness = TableHarness<Int>()
    harness.tableView.allowsSelection = false
    harness.apply(Array(0..<10_000))
    harness.draw(at: 0)
    for (command, top) in [(Command.moveCursor(2), "2"), (.page(1), "10"), (.last, "9992"), (.first, "0")] {
      harness.forgetAsked()
      harness.tableView.perform(command)
      expectEqual(harness.draw(at: 10)[0].split(separator: " ").first.map(String.init), top)
      #expect(harness.asked.count <= 30)
    }
    #expect(harness.tableView.cursorIndexPath == nil)
    #expect(harness.frame.cursor == nil)
  }
}
