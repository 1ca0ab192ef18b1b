import TestSupport
import Testing

@testable import ListKit

/// Outlines whose handlers apply changes, that overlap, and that are large.
@MainActor
@Suite("Outlines with handlers") struct DataSourceOutlineTests {
  func harness(_ sections: (String, [String])..., open: [String] = []) -> TableHarness<String> {
    let harness = TableHarness<String>(lines: 12)
    for (section, items) in sections {
      harness.dataSource.apply(TableOutlineTests.outline(items, open: open), to: section)
    }
    harness.draw(at: 0)
    return harness
  }

  private func items(_ harness: TableHarness<String>, _ section: String) -> String {
    let tree = harness.dataSource.snapshot(for: section)
    expectEqual(tree.visibleItems, harness.dataSource.snapshot().itemIdentifiers(inSection: section))
    return tree.items.joined(separator: " ")
  }

  // MARK: Updates

  @Test("Applying an outline configures its visible reconfigured items again") func reconfiguring() {
    let harness = harness(("main", ["a", "a1 a", "b", "b1 b"]), open: ["a"])
    let former = harness.tableView.cellForRow(at: IndexPath(item: 1, section: 0))
    harness.forgetAsked()
    var tree = harness.dataSource.snapshot(for: "main")
    tree.reconfigureItems(["a1", "b1"])
    let difference = harness.dataSource.apply(tree, to: "main")
    harness.draw(at: 10)
    expectEqual(harness.asked, ["a1"], "b1 is hidden")
    expectEqual(difference.reconfiguredItems.count, 1)
    #expect(harness.tableView.cellForRow(at: IndexPath(item: 1, section: 0)) === former)
    #expect(harness.dataSource.snapshot(for: "main").reconfiguredItemIdentifiers.isEmpty)
    harness.forgetAsked()
    tree.removeAllMarks()
    tree.reconfigureItems(["b"])
    harness.dataSource.apply([(section: "main", outline: tree)])
    harness.draw(at: 20)
    expectEqual(harness.asked, ["b"])
    #expect(harness.dataSource.snapshot(for: "main").reconfiguredItemIdentifiers.isEmpty)
  }

  // MARK: Handlers that apply changes

  @Test("Expanding and collapsing include the changes that their handlers apply") func applyingHandlers() {
    let harness = harness(("main", ["a", "b", "b1 b"]))
    let dataSource = harness.dataSource!
    dataSource.sectionSnapshotHandlers.willExpandItem = { item in
      var tree = dataSource.snapshot(for: "main")
      tree.append(["\(item)2"], to: item)
      tree.append(["c"])
      dataSource.apply(tree, to: "main")
    }
    dataSource.setExpanded(true, at: IndexPath(item: 1, section: 0), withDescendants: false)
    expectEqual(harness.rows, "main: a b b1 b2 c")
    dataSource.sectionSnapshotHandlers.willCollapseItem = { _ in
      var tree = dataSource.snapshot(for: "main")
      tree.delete(["a"])
      dataSource.apply(tree, to: "main")
    }
    dataSource.setExpanded(false, at: IndexPath(item: 1, section: 0), withDescendants: false)
    expectEqual(harness.rows, "main: b c")
    expectEqual(items(harness, "main"), "b b1 b2 c")
  }

  // MARK: An item in one section only

  @Test("After random changes, no item is in two sections", arguments: 0..<30)
  func uniqueItems(_ seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let harness = TableHarness<Int>(lines: 12)
    let dataSource = harness.dataSource!
    let sections = ["one", "two", "three"]
    for _ in 0..<60 {
      let section = sections[generator.number(0..<3)]
      let some = Array(0..<24).shuffled(using: &generator).prefix(generator.number(0..<14))
      switch generator.number(0..<6) {
      case 0, 1:
        var tree = DiffableDataSourceSectionSnapshot<Int>()
        for item in some {
          tree.append([item], to: generator.chance(60) ? tree.items.randomElement(using: &generator) : nil)
          if generator.chance(50) { tree.expand([item]) }
        }
        dataSource.apply(tree, to: section)
      case 2:
        let cut = generator.number(0..<some.count + 1)
        let snapshot = TableHarness<Int>.DataSource.Snapshot([
          ("one", Array(some.prefix(cut))), ("two", Array(some.dropFirst(cut))), ("three", []),
        ])
        if generator.chance(70) {
          harness.apply(sections: [("one", Array(some.prefix(cut))), ("two", Array(some.dropFirst(cut)))])
        } else {
          dataSource.applySnapshotUsingReloadData(snapshot)
        }
      case 3: dataSource.expandAll(toLevel: generator.number(0..<4))
      default:
        guard let item = dataSource.snapshot().itemIdentifiers.randomElement(using: &generator),
          let place = dataSource.indexPath(for: item)
        else { continue }
        dataSource.setExpanded(generator.chance(60), at: place, withDescendants: generator.chance(30))
      }
      var homes: [Int: String] = [:]
      for section in dataSource.snapshot().sectionIdentifiers {
        let tree = dataSource.snapshot(for: section)
        expectEqual(tree.visibleItems, dataSource.snapshot().itemIdentifiers(inSection: section))
        for item in tree.items { #expect(homes.updateValue(section, forKey: item) == nil) }
      }
      let hasChildren = dataSource.content.outlines.values.contains { tree in
        tree.items.contains { !tree.isLeaf($0) }
      }
      expectEqual(dataSource.hasOutline, hasChildren)
      if generator.chance(30) { harness.draw(at: 0) }
    }
  }

  // MARK: Presence of outlines

  @Test("hasOutline is true if any item has children or a handler supplies children") func presence() {
    let harness = TableHarness<String>(lines: 4)
    #expect(!harness.tableView.hasOutline)
    harness.apply(sections: [("many", (0..<100).map { "r\($0)" })])
    harness.dataSource.apply(TableOutlineTests.outline(["a", "a1 a"]), to: "below")
    harness.draw(at: 0)
    #expect(harness.tableView.hasOutline)
    harness.dataSource.apply(TableOutlineTests.outline(["a"]), to: "below")
    #expect(!harness.tableView.hasOutline)
    harness.dataSource.sectionSnapshotHandlers.snapshotForExpandingParent = { $1 }
    #expect(harness.tableView.hasOutline)
  }
}
