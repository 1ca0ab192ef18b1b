import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Outlines of all sections, applied in one call.
@MainActor
@Suite("Outlines of all sections") struct OutlineListTests {
  typealias Outline = DiffableDataSourceSectionSnapshot<String>

  private func outline(_ items: String..., open: String...) -> Outline {
    TableOutlineTests.outline(items, open: open)
  }

  @Test("An item that two outlines contain is in the last one") func duplicates() {
    let harness = TableHarness<String>(lines: 12)
    let dataSource = harness.dataSource!
    dataSource.apply([("one", outline("p", "x p", "y p")), ("two", outline("x", "b"))])
    expectEqual(dataSource.snapshot(for: "one"), outline("p", "y p"))
    expectEqual(harness.rows, "one: p, two: x b")
    dataSource.setExpanded(true, at: IndexPath(item: 0, section: 0), withDescendants: false)
    expectEqual(harness.rows, "one: p y, two: x b", "no row jumps")
    dataSource.apply([("one", outline("x", "b")), ("two", outline("p", "x p"))])
    expectEqual(harness.rows, "one: b, two: p")
    expectEqual(dataSource.snapshot(for: "two"), outline("p", "x p"))
  }

  @Test("After outlines with a common item are applied, blocks of rows can be moved") func blocks() throws {
    let harness = TableHarness<String>(lines: 12)
    let dataSource = harness.dataSource!
    dataSource.reorderingHandlers.canReorderItem = { _ in true }
    dataSource.apply([("one", outline("p", "x p", "q")), ("two", outline("x", "b"))])
    try dataSource.reorder(["x", "p"], to: .endOfSection("two"))
    expectEqual(harness.rows, "one: q, two: b p x")
    try dataSource.reorder(["b", "x"], to: .before("q"))
    expectEqual(harness.rows, "one: b x q, two: p")
  }

  @Test("Outlines applied at once have the same result as outlines applied one by one", arguments: 0..<30)
  func oneByOne(_ seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let (atOnce, inTurn) = (TableHarness<Int>(), TableHarness<Int>())
    var visible: Set<Int> = []
    let outlines = ["a", "b", "c"].map { section in
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      for item in (0..<20).shuffled(using: &generator).prefix(generator.number(0..<12)) {
        tree.append([item], to: generator.chance(70) ? tree.items.randomElement(using: &generator) : nil)
        if generator.chance(40) { tree.expand([item]) }
      }
      while let twice = tree.visibleItems.first(where: visible.contains) { tree.delete([twice]) }
      visible.formUnion(tree.visibleItems)
      return (section: section, outline: tree)
    }
    atOnce.dataSource.apply(outlines)
    inTurn.apply(sections: outlines.map { ($0.section, []) })
    for (section, outline) in outlines { inTurn.dataSource.apply(outline, to: section) }
    expectEqual(atOnce.dataSource.snapshot(), inTurn.dataSource.snapshot())
    var seen: Set<Int> = []
    for (section, _) in outlines {
      let tree = atOnce.dataSource.snapshot(for: section)
      expectEqual(tree, inTurn.dataSource.snapshot(for: section))
      #expect(seen.isDisjoint(with: tree.items))
      seen.formUnion(tree.items)
    }
  }

  @Test("apply(validating:) throws an error for duplicate items or sections and applies nothing")
  func validating() throws {
    let harness = TableHarness<String>()
    let dataSource = harness.dataSource!
    try dataSource.apply(validating: [("one", outline("p", "x p")), ("two", outline("b"))])
    expectEqual(harness.rows, "one: p, two: b")
    let items = SnapshotError.duplicateItems(
      operation: "apply(validating:animatingDifferences:)", items: ["x"], present: ["x in section one, two"])
    #expect(throws: items) {
      try dataSource.apply(validating: [("one", outline("p", "x p")), ("two", outline("x"))])
    }
    let sections = SnapshotError.duplicateSections(
      operation: "apply(validating:animatingDifferences:)", sections: ["one"])
    #expect(throws: sections) {
      try dataSource.apply(validating: [("one", outline("p")), ("one", outline("x"))])
    }
    expectEqual(harness.rows, "one: p, two: b", "nothing was applied")
  }

  @Test("Parents are bold, and where a theme has a faint colour, lines lead from open parents to their rows")
  func guides() {
    let harness = TableHarness<String>(lines: 8)
    harness.dataSource.apply([("A", outline("a", "b a", "c b", "d a", open: "a", "b"))])
    harness.tableView.theme = .mono
    expectEqual(harness.draw(at: 0).prefix(4), ["▌ ▾ a", "    ▾ b", "        c", "      d"])
    harness.tableView.theme = .dark
    expectEqual(harness.draw(at: 10).prefix(4), ["▌ ▾ a", "  │ ▾ b", "  │ │   c", "  │   d"])
    let bold = ["b", "c"].map { name in
      harness.frame.line(name == "b" ? 1 : 2).first { $0.text == name }?.style.attributes.contains(.bold)
    }
    expectEqual(bold, [true, false])
    harness.traits = .testing(.trueColor, isUnicode: false)
    expectEqual(harness.draw(at: 20)[2], "  | |   c")
  }

  @Test("Applying several outlines is one change with one difference") func difference() {
    let harness = TableHarness<String>(lines: 8)
    harness.dataSource.apply([("A", outline("a", "a1 a", "a2 a", open: "a"))])
    harness.draw(at: 0)
    let difference = harness.dataSource.apply([
      ("A", outline("a", "a2 a", open: "a")), ("B", outline("b", "a1 b", open: "b")),
    ])
    expectEqual(difference.insertedCount, 1)
    expectEqual(difference.deletedCount, 0)
    expectEqual(difference.movedCount, 1)
    harness.draw(at: 10)
    expectEqual(harness.cursor.item, "a")
    expectEqual(harness.tableView.changeSummary, ChangeSummary(inserted: 1, moved: 1))
  }
}
