import TestSupport
import Testing

@testable import ListKit

/// Outlines, full snapshots and sections stay consistent.
@MainActor
@Suite("Outlines and full snapshots") struct OutlineApplyTests {
  typealias Outline = DiffableDataSourceSectionSnapshot<String>

  private func harness(_ sections: [(String, Outline)]) -> TableHarness<String> {
    let harness = TableHarness<String>(lines: 12)
    for (section, outline) in sections { harness.dataSource.apply(outline, to: section) }
    harness.draw(at: 0)
    return harness
  }

  private func outline(_ items: String..., open: String...) -> Outline {
    TableOutlineTests.outline(items, open: open)
  }

  private func rows(_ harness: TableHarness<String>) -> [String] {
    let snapshot = harness.dataSource.snapshot()
    return snapshot.sectionIdentifiers.map {
      "\($0): \(snapshot.itemIdentifiers(inSection: $0).joined(separator: " "))"
    }
  }

  /// Returns one line per item: its level as indentation, then its disclosure sign and its name.
  private func picture(_ tree: Outline) -> [String] {
    tree.items.map {
      String(repeating: " ", count: tree.level(of: $0))
        + (tree.isExpanded($0) ? "-" : tree.isLeaf($0) ? "" : "+") + $0
    }
  }

  @Test("Applying an outline to an unknown section appends the section") func newSection() {
    let harness = harness([("one", outline("a")), ("two", outline("b", "c b"))])
    expectEqual(rows(harness), ["one: a", "two: b"])
    expectEqual(harness.dataSource.snapshot(for: "two"), outline("b", "c b"))
    #expect(harness.dataSource.snapshot(for: "nowhere").items.isEmpty)
  }

  @Test("The section snapshot of a section without an outline consists of root items") func flatSection() {
    let harness = TableHarness<String>()
    harness.apply(["a", "b"])
    expectEqual(harness.dataSource.snapshot(for: "main"), outline("a", "b"))
  }

  @Test("An applied outline takes an item from another section, where its children become roots")
  func otherSections() {
    let harness = harness([("one", outline("p", "x p", "y p", "q", open: "p")), ("two", outline("b"))])
    harness.dataSource.apply(outline("b", "p"), to: "two")
    expectEqual(rows(harness), ["one: x y q", "two: b p"])
    expectEqual(picture(harness.dataSource.snapshot(for: "one")), ["x", "y", "q"])
    harness.draw(at: 10)
  }

  @Test("A full snapshot removes the items that it does not contain, and their descendants") func deleting() {
    let harness = harness([("main", outline("a", "a1 a", "b", "b1 b", "c", open: "b"))])
    var snapshot = harness.dataSource.snapshot()
    snapshot.deleteItems(["a", "b1"])
    harness.dataSource.apply(snapshot)
    expectEqual(picture(harness.dataSource.snapshot(for: "main")), ["-b", "c"])
    snapshot.deleteSections(["main"])
    harness.dataSource.apply(snapshot)
    #expect(harness.dataSource.snapshot(for: "main").items.isEmpty)
  }

  @Test("New items become siblings of the previous row, or children if it is expanded") func inserting() {
    let harness = harness([("main", outline("a", "a1 a", "a11 a1", "a2 a", "b", "b1 b", open: "a"))])
    var snapshot = harness.dataSource.snapshot()
    snapshot.insertItems(["new"], afterItem: "a2")
    snapshot.insertItems(["child"], afterItem: "a")
    snapshot.appendItems(["last"])
    snapshot.insertItems(["first"], beforeItem: "a")
    harness.dataSource.apply(snapshot)
    expectEqual(
      picture(harness.dataSource.snapshot(for: "main")),
      ["first", "-a", " child", " +a1", "  a11", " a2", " new", "+b", " b1", "last"])
  }

  @Test("A row moved directly after a collapsed item does not become its child") func collapsedItem() {
    let harness = harness([("main", outline("a", "a1 a", "c", "d c", open: "c"))])
    harness.dataSource.update { $0.moveItem("d", afterItem: "a") }
    expectEqual(rows(harness), ["main: a d c"])
    expectEqual(picture(harness.dataSource.snapshot(for: "main")), ["+a", " a1", "d", "-c"])
  }

  @Test("A reload requests the cells of all rows again, marks none and completes") func reloading() {
    let harness = TableHarness(showing: ["a", "b"])
    harness.forgetAsked()
    var snapshot = harness.dataSource.snapshot()
    snapshot.appendItems(["c"])
    snapshot.reconfigureItems(["a"])
    var isCompleted = false
    harness.dataSource.applySnapshotUsingReloadData(snapshot) { isCompleted = true }
    expectEqual(harness.draw(at: 10).prefix(3), ["▌ a", "  b", "  c"])
    expectEqual(harness.asked, ["a", "b", "c"])
    #expect(isCompleted)
    #expect(harness.dataSource.snapshot().reconfiguredItemIdentifiers.isEmpty)
  }
}
