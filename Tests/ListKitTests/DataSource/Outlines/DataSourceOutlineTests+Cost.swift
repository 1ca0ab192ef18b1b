import TestSupport
import Testing

@testable import ListKit

extension DataSourceOutlineTests {
  @Test("The cost of expanding and collapsing an item depends on its children, not on all rows")
  func childrenCost() {
    let (rows, children) = (200_000, 20_000)
    let harness = TableHarness<CountingIdentifier>(lines: 20)
    harness.tableView.motion = .none
    var tree = DiffableDataSourceSectionSnapshot<CountingIdentifier>()
    tree.append((0..<rows).map { CountingIdentifier($0) })
    tree.append((rows..<rows + children).map { CountingIdentifier($0) }, to: CountingIdentifier(rows / 2))
    harness.dataSource.apply(tree, to: "main")
    tree = DiffableDataSourceSectionSnapshot()
    harness.draw(at: 0)
    harness.tableView.moveCursor(to: IndexPath(row: rows / 2, section: 0))
    harness.draw(at: 0)
    for (command, limit) in [
      (Command.expand, 6 * children), (.collapse, 3000), (.expand, 6 * children), (.collapse, 3000),
    ] {
      let work = CountingIdentifier.counting {
        harness.tableView.perform(command)
        harness.draw(at: 10)
      }
      #expect(work.total <= limit, "\(command)")
      let shown = harness.dataSource.snapshot().numberOfItems
      expectEqual(shown, (command == .expand ? rows + children : rows))
    }
  }

  @Test("Toggling an item with two children among 100,000 rows has a small cost") func smallNode() {
    let harness = TableHarness<CountingIdentifier>(lines: 20)
    var tree = DiffableDataSourceSectionSnapshot<CountingIdentifier>()
    tree.append((0..<100_000).map { CountingIdentifier($0) })
    tree.append([CountingIdentifier(-1), CountingIdentifier(-2)], to: CountingIdentifier(70_000))
    harness.dataSource.apply(tree, to: "main")
    harness.draw(at: 0)
    harness.tableView.moveCursor(to: IndexPath(row: 70_000, section: 0))
    harness.draw(at: 0)
    for command: Command in [.expand, .collapse, .expand, .collapse] {
      let work = CountingIdentifier.counting {
        harness.tableView.perform(command)
        harness.draw(at: 10)
      }
      #expect(work.total <= 3000)
    }
  }

  @Test("The cost of a full snapshot after an outline is linear in its new and hidden rows")
  func snapshotAfterOutline() {
    typealias Items = TableHarness<CountingIdentifier>
    let (parents, new) = (1_000, 8_000)
    let harness = Items(lines: 20)
    var tree = DiffableDataSourceSectionSnapshot<CountingIdentifier>()
    let closed = (0..<parents).map { CountingIdentifier($0) }
    tree.append(closed)
    for parent in closed { tree.append([CountingIdentifier(-1 - parent.number)], to: parent) }
    harness.dataSource.apply(tree, to: "main")
    let all = (0..<parents + new).map { CountingIdentifier($0) }
    let snapshot = Items.DataSource.Snapshot([("main", all)])
    let work = CountingIdentifier.counting { harness.dataSource.apply(snapshot) }
    #expect(work.total <= 30 * (2 * parents + new), "\(work)")
    expectEqual(harness.dataSource.snapshot(for: "main").numberOfItems, 2 * parents + new)
  }
}
