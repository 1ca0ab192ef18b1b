import TestSupport
import Testing

@testable import ListKit

/// A delegate that records the calls of its table.
@MainActor
final class DelegateLog: TableViewDelegate {
  var calls: [String] = []
  var willSelect: (IndexPath) -> IndexPath? = { $0 }
  var willDeselect: (IndexPath) -> IndexPath? = { $0 }
  var shouldHighlight = true
  var canPerform = true
  var onSelect: () -> Void = {}

  func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
    calls.append("shouldHighlight \(indexPath.row)")
    return shouldHighlight
  }
  func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {
    calls.append("didHighlight \(indexPath.row)")
  }
  func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {
    calls.append("didUnhighlight \(indexPath.row)")
  }
  func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    calls.append("willSelect \(indexPath.row)")
    return willSelect(indexPath)
  }
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    calls.append("didSelect \(indexPath.row)")
    onSelect()
  }
  func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
    calls.append("willDeselect \(indexPath.row)")
    return willDeselect(indexPath)
  }
  func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {
    calls.append("didDeselect \(indexPath.row)")
  }
  func tableView(_ tableView: TableView, canPerformPrimaryActionForRowAt indexPath: IndexPath) -> Bool {
    calls.append("canPerform \(indexPath.row)")
    return canPerform
  }
  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {
    calls.append("perform \(indexPath.row)")
  }
}

/// A delegate that records which rows appear and disappear.
@MainActor
final class AppearanceLog: TableViewDelegate {
  var shown: [String] = []
  var calls: [String] = []
  private func name(of cell: TableViewCell) -> String {
    let text = (cell.contentConfiguration as? ListContentConfiguration)?.text ?? "?"
    return String(text.prefix { $0 != "." })
  }
  private func begin(_ name: String) {
    calls.append("+\(name)")
    shown.append(name)
  }
  private func end(_ name: String) {
    calls.append("-\(name)")
    if let index = shown.firstIndex(of: name) {
      shown.remove(at: index)
    } else {
      shown.append("never: \(name)")
    }
  }
  func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {
    begin(name(of: cell))
  }
  func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath)
  {
    end(name(of: cell))
  }
}

@MainActor
@Suite("Delegate") struct DelegateTests {
  private let log = DelegateLog()

  private func harness(_ count: Int = 20) -> TableHarness<Int> {
    let harness = TableHarness<Int>()
    harness.tableView.delegate = log
    harness.apply(Array(0..<count))
    harness.draw(at: 0)
    return harness
  }

  @Test("The primary action calls the methods of the delegate in order") func order() {
    let harness = harness()
    var actions: [IndexPath] = []
    harness.tableView.primaryAction = { actions.append($0) }
    harness.tableView.perform(.primaryAction)
    harness.tableView.perform(.moveCursor(2))
    log.calls = []
    harness.tableView.perform(.primaryAction)
    expectEqual(
      log.calls,
      [
        "shouldHighlight 2", "didHighlight 2", "didUnhighlight 2", "willSelect 2", "willDeselect 0",
        "didDeselect 0", "didSelect 2", "canPerform 2", "perform 2",
      ])
    expectEqual(actions.map(\.row), [0, 2])
    expectEqual(harness.tableView.indexPathsForSelectedRows.map(\.row), [2])
  }

  @Test("The delegate can refuse or redirect a selection") func refusing() {
    let harness = harness()
    log.shouldHighlight = false
    harness.tableView.perform(.primaryAction)
    expectEqual(log.calls, ["shouldHighlight 0"])
    log.shouldHighlight = true
    log.willSelect = { _ in nil }
    harness.tableView.perform(.primaryAction)
    expectEqual(log.calls.last, "willSelect 0")
    #expect(harness.tableView.indexPathsForSelectedRows.first == nil)
    log.willSelect = { _ in IndexPath(row: 5, section: 0) }
    log.canPerform = false
    harness.tableView.perform(.primaryAction)
    expectEqual(harness.tableView.indexPathsForSelectedRows.first?.row, 5)
    expectEqual(log.calls.last, "canPerform 5")
    log.willDeselect = { _ in nil }
    log.willSelect = { $0 }
    harness.tableView.perform(.primaryAction)
    expectEqual(harness.tableView.indexPathsForSelectedRows.first?.row, 5)
    expectEqual(log.calls.last, "willDeselect 5")
  }

  @Test("A row that the selection callback deletes gets no primary action") func deletedRow() {
    let harness = harness()
    log.onSelect = { harness.apply([7, 8]) }
    harness.tableView.perform(.primaryAction)
    expectEqual(log.calls.last, "didSelect 0")
    #expect(harness.tableView.indexPathsForSelectedRows.first == nil)
  }

  @Test("Marking a row selects it, and marking it again deselects it") func marking() {
    let harness = harness()
    harness.tableView.perform(.mark)
    expectEqual(log.calls.suffix(1), ["didSelect 0"])
    harness.tableView.perform(.mark)
    expectEqual(log.calls.suffix(2), ["willDeselect 0", "didDeselect 0"])
  }

  @Test("The delegate is called once when a row appears and once when it disappears") func appearances() {
    let harness = TableHarness<Int>()
    let log = AppearanceLog()
    harness.tableView.delegate = log
    harness.dataSource.headerProvider = { ListContentConfiguration(text: $0) }
    harness.dataSource.footerProvider = { $0 == "a" ? ListContentConfiguration(text: "end") : nil }
    harness.apply(sections: [("a", Array(0..<4)), ("b", Array(4..<30))])
    harness.draw(at: 0)
    expectEqual(log.calls, ["+0", "+1", "+2", "+3", "+4"])
    harness.draw(at: 10)
    expectEqual(log.calls.count, 5)
    log.calls = []
    harness.press(.scroll(2), at: 20)
    expectEqual(log.calls, ["-0", "+5", "+6"])
    log.calls = []
    var snapshot = harness.dataSource.snapshot()
    snapshot.reconfigureItems([3])
    harness.dataSource.apply(snapshot)
    harness.draw(at: 30)
    expectEqual(log.calls, [])
    snapshot.reloadItems([3])
    harness.dataSource.apply(snapshot)
    harness.draw(at: 40)
    expectEqual(log.calls, ["-3", "+3"])
    harness.apply([])
    harness.draw(at: 50)
    harness.draw(at: 9000)
    #expect(log.shown.isEmpty)
  }

  @Test("After random actions, the rows that appeared and did not disappear are visible")
  func randomAppearances() {
    for seed in 0..<6 {
      let session = RandomSession(seed: seed * 5 + 1)
      let log = AppearanceLog()
      session.table.delegate = log
      for _ in 0..<200 { session.step() }
      session.draw()
      let visible = session.table.indexPathsForVisibleRows.compactMap {
        session.harness.dataSource.itemIdentifier(for: $0)
      }
      expectEqual(log.shown.sorted(), visible.map { "\($0.number)" }.sorted())
    }
  }
}
