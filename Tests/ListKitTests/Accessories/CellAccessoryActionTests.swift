import TestSupport
import Testing

@testable import ListKit

/// What a click or the enter key does on a row with accessories.
@MainActor
@Suite("Actions of accessories") struct CellAccessoryActionTests {
  private final class Calls {
    var chosen: [Int] = []
    var details = 0
  }

  private func outline(_ accessories: [CellAccessory]) -> (TableHarness<String>, Calls) {
    let harness = TableHarness<String>(columns: 20, lines: 6)
    let calls = Calls()
    var tree = DiffableDataSourceSectionSnapshot<String>()
    tree.append(["a", "b"])
    tree.append(["a1", "a2"], to: "a")
    harness.dataSource.apply(tree, to: "main")
    harness.draw(at: 0)
    for row in 0..<2 {
      harness.tableView.cellForRow(at: IndexPath(row: row, section: 0))?.accessories = accessories
    }
    harness.tableView.primaryAction = { calls.chosen.append($0.row) }
    harness.draw(at: 0)
    return (harness, calls)
  }

  private func click(_ harness: TableHarness<String>, line: Int, column: Int) -> [String] {
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: line, column: column)))
    harness.draw()
    harness.now += .seconds(10)
    return harness.draw()
  }

  @Test("The primary action or a click anywhere on a header row expands or collapses it") func headerStyle() {
    let (harness, calls) = outline([.outlineDisclosure(style: .header)])
    harness.press(.primaryAction)
    expectEqual(harness.draw(at: 10_000), ["▌ ▾ a", "  │   a1", "  │   a2", "    b", "", ""])
    expectEqual(click(harness, line: 0, column: 9), ["▌ ▸ a", "    b", "", "", "", ""])
    #expect(calls.chosen.isEmpty)
    harness.tableView.perform(.moveCursor(1))
    harness.tableView.perform(.primaryAction)
    expectEqual(calls.chosen, [1])
  }

  @Test("A click expands a row with the cell style only if it is on the sign") func cellStyle() {
    let (harness, calls) = outline([.outlineDisclosure(style: .cell)])
    harness.tableView.perform(.primaryAction)
    expectEqual(calls.chosen, [0])
    expectEqual(click(harness, line: 0, column: 9)[0], "▌ ▸ a")
    expectEqual(click(harness, line: 0, column: 2)[0], "▌ ▾ a")
    expectEqual(click(harness, line: 0, column: 3)[0], "▌ ▸ a")
  }

  @Test("A click on a trailing sign expands the row") func trailingSign() {
    let (harness, _) = outline([.outlineDisclosure(placement: .trailing)])
    expectEqual(click(harness, line: 0, column: 3)[0], "▌ a               ▸")
    expectEqual(click(harness, line: 0, column: 18)[0], "▌ a               ▾")
  }

  @Test("The handler of an outline disclosure is called instead of expanding the row")
  func disclosureHandler() {
    let calls = Calls()
    let (harness, _) = outline([.outlineDisclosure { calls.details += 1 }])
    expectEqual(click(harness, line: 0, column: 2)[0], "▌ ▸ a")
    expectEqual(calls.details, 1)
  }

  private final class DetailLog: TableViewDelegate {
    var tapped: [Int] = []
    func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
      tapped.append(indexPath.row)
    }
  }

  @Test("The delegate is called for detail signs without a handler") func detailDelegate() {
    let harness = TableHarness(columns: 20, lines: 3, showing: [1, 2, 3])
    harness.tableView.cellForRow(at: IndexPath(row: 0, section: 0))?.accessories = [
      .detail(), .disclosureIndicator(),
    ]
    harness.tableView.cellForRow(at: IndexPath(row: 1, section: 0))?.accessories = [.detail {}]
    expectEqual(harness.draw(at: 0)[0], "▌ 1             ⓘ ›")
    #expect(!harness.tableView.abilities.contains(.hasDetails))
    let log = DetailLog()
    harness.tableView.delegate = log
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 0, column: 16)))
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 0, column: 16)))
    harness.tableView.handle(MouseEvent(.doubleClick, at: ScreenPoint(line: 0, column: 16)))
    expectEqual(log.tapped, [0, 0])
    expectEqual(harness.tableView.numberOfSelectedRows, 0)
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 1, column: 18)))
    expectEqual(log.tapped, [0, 0])
    harness.tableView.perform(.first)
    #expect(harness.tableView.abilities.contains(.hasDetails))
    expectEqual(KeyMap.standard.command(for: .alt("i"), under: [.hasQuery, .hasDetails]), .showDetails)
    harness.tableView.perform(.showDetails)
    expectEqual(log.tapped, [0, 0, 0])
    harness.tableView.perform(.last)
    harness.tableView.perform(.showDetails)
    expectEqual(log.tapped, [0, 0, 0])
  }

  @Test("An accessory handler is called only for a click on its sign") func handlers() {
    let calls = Calls()
    let harness = TableHarness(columns: 20, lines: 3, showing: [1, 2])
    harness.tableView.cellForRow(at: IndexPath(row: 1, section: 0))?.accessories = [
      .detail { calls.details += 1 }, .disclosureIndicator(),
    ]
    harness.draw(at: 0)
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 1, column: 18)))
    expectEqual(calls.details, 0)
    expectEqual(harness.tableView.cursorIndexPath?.row, 1)
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 1, column: 16)))
    expectEqual(calls.details, 1)
    expectEqual(
      harness.tableView.accessory(at: ScreenPoint(line: 1, column: 18))?.accessory.kind, .disclosureIndicator)
    #expect(harness.tableView.accessory(at: ScreenPoint(line: 0, column: 18)) == nil)
    #expect(harness.tableView.accessory(at: ScreenPoint(line: 2, column: 18)) == nil)
  }
}
