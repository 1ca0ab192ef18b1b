import ListKit
import ListKitTesting
import TestSupport
import Testing

/// Several outlines applied as one change.
@MainActor
@Suite("Several outlines as one change") struct DataSourceOutlinesTests {
  private typealias Outline = DiffableDataSourceSectionSnapshot<String>

  private func outline(_ parent: String, _ children: [String], isOpen: Bool = true) -> Outline {
    var outline = Outline()
    outline.append([parent])
    outline.append(children, to: parent)
    if isOpen { outline.expand([parent]) }
    return outline
  }

  @Test("Applying several outlines shows exactly the given sections, in the given order") func sections() {
    let harness = TableHarness<String>(lines: 8)
    harness.dataSource.headerProvider = { ListContentConfiguration(text: $0) }
    harness.dataSource.apply([
      (section: "B", outline: outline("b", ["b1"])),
      (section: "A", outline: outline("a", ["a1"], isOpen: false)),
    ])
    expectEqual(harness.draw(at: 0).prefix(5), [" B", "▌ ▾ b", "  │   b1", " A", "  ▸ a"])
    harness.dataSource.apply([(section: "A", outline: outline("a", ["a1", "a2"]))])
    expectEqual(harness.dataSource.snapshot().sectionIdentifiers, ["A"])
    expectEqual(harness.dataSource.snapshot().itemIdentifiers, ["a", "a1", "a2"])
    #expect(harness.dataSource.snapshot(for: "B").isEmpty)
  }

  @Test("Parents are bold, and where a theme has a faint colour, lines lead from open parents to their rows")
  func guides() {
    let harness = TableHarness<String>(lines: 8)
    var outline = outline("a", ["b", "d"])
    outline.append(["c"], to: "b")
    outline.expand(["b"])
    harness.dataSource.apply([(section: "A", outline: outline)])
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
    harness.dataSource.apply([(section: "A", outline: outline("a", ["a1", "a2"]))])
    harness.draw(at: 0)
    let difference = harness.dataSource.apply([
      (section: "A", outline: outline("a", ["a2"])), (section: "B", outline: outline("b", ["a1"])),
    ])
    expectEqual(difference.insertedCount, 1)
    expectEqual(difference.deletedCount, 0)
    expectEqual(difference.movedCount, 1)
    harness.draw(at: 10)
    expectEqual(harness.cursor.item, "a")
    expectEqual(harness.tableView.changeSummary, ChangeSummary(inserted: 1, moved: 1))
  }
}
