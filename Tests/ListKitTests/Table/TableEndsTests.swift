import TestSupport
import Testing

@testable import ListKit

/// The ends of a table: headers of empty sections above the first item, headers and footers below the last.
@MainActor
@Suite("The ends of a table") struct TableEndsTests {
  private func harness(
    empty: Int, lines: Int = 6, style: TableView.Style = .plain, items: Int = 3
  ) -> TableHarness<Int> {
    let harness = TableHarness<Int>(columns: 14, lines: lines, style: style)
    harness.dataSource.headerProvider = { ListContentConfiguration(text: $0) }
    harness.apply(
      sections: (0..<empty).map { ("e\($0)", []) } + [("a", Array(0..<items))]
        + (0..<empty).map { ("z\($0)", []) })
    harness.draw(at: 0)
    return harness
  }

  private func press(_ harness: TableHarness<Int>, _ commands: Command...) -> [String] {
    for command in commands { harness.tableView.perform(command) }
    // The scroll bar does not matter here.
    return harness.draw(at: 10_000).map { line in
      let kept = line.filter { $0 != "▐" }
      return String(kept.reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test("The first and last rows are shown with the headers of the empty sections beside them")
  func emptySections() {
    let harness = harness(empty: 2)
    expectEqual(press(harness, .last, .first), [" e0", " e1", " a", "▌ 0", "  1", "  2"])
    expectEqual(press(harness, .last), [" a", "  0", "  1", "▌ 2", " z0", " z1"])
  }

  @Test("An up arrow at the first item scrolls to the headers above it") func upArrow() {
    let harness = harness(empty: 2, items: 9)
    expectEqual(press(harness, .moveCursor(7), .moveCursor(-6))[1], "  0")
    expectEqual(press(harness, .moveCursor(-1), .moveCursor(-1)), [" e0", " e1", " a", "▌ 0", "  1", "  2"])
    // The view is already at the top.
    expectEqual(press(harness, .moveCursor(-1)), [" e0", " e1", " a", "▌ 0", "  1", "  2"])
    expectEqual(press(harness, .moveCursor(1))[4], "▌ 1")
  }

  @Test(
    "Keys scroll through more headers of empty sections than the screen has lines",
    arguments: [TableView.Style.plain, .grouped])
  func manyHeaders(_ style: TableView.Style) {
    let harness = harness(empty: 9, style: style)
    expectEqual(press(harness, .first), [" e0", " e1", " e2", " e3", " e4", " e5"])
    expectEqual(harness.cursor.item, 0)
    // The cursor comes back into view when it moves.
    #expect(press(harness, .moveCursor(1)).contains("▌ 1"))
    #expect(press(harness, .moveCursor(-1)).contains("▌ 0"))
    for _ in 0..<20 { _ = press(harness, .moveCursor(-1)) }
    #expect(harness.draw().first?.hasPrefix(" e0") ?? false)
    expectEqual(press(harness, .last).suffix(2), [" z7", " z8"])
    expectEqual(press(harness, .page(-1), .page(-1), .page(-1))[0], " e0")
    for _ in 0..<25 { _ = press(harness, .moveCursor(1)) }
    #expect(harness.draw().last?.hasPrefix(" z8") ?? false)
    expectEqual(harness.cursor.item, 2)
  }

  @Test("An arrow at the first item scrolls the cursor back into view") func cursorOutOfView() {
    let harness = harness(empty: 9)
    _ = press(harness, .moveCursor(-1), .scroll(40))
    #expect(harness.cursor.item == 0 && harness.cursor.line == nil)
    #expect(press(harness, .moveCursor(-1)).contains("▌ 0"))
  }
}
