import TestSupport
import Testing

@testable import ListKit

/// Items beside each other, drawn as text, and the movement of the cursor among them.
@MainActor
@Suite("Strips of items") struct SectionLayoutTests {
  private func harness(
    _ layouts: [String: SectionLayout], columns: Int = 20, lines: Int = 8, style: TableView.Style = .plain,
    sections: [(String, [Int])]
  ) -> TableHarness<Int> {
    let harness = TableHarness<Int>(columns: columns, lines: lines, style: style)
    harness.dataSource.sectionLayoutProvider = { layouts[$0] ?? .list }
    harness.apply(sections: sections)
    harness.draw(at: 0)
    return harness
  }

  @Test("Items without margins touch each other and show styles instead of signs") func noMargins() {
    let harness = harness(
      ["s": .strip(itemWidth: 2, lines: 2).withoutMargins, "g": .strip(itemWidth: 3).withoutMargins],
      columns: 9, sections: [("s", [11, 22, 33]), ("g", [44, 55, 66])])
    expectEqual(harness.draw(at: 0)[..<3], ["112233", "", "44 55 66"])
    #expect((0..<2).allSatisfy { harness.frame[0, $0].style == TextStyle(attributes: .reverse) })
    #expect(harness.frame[0, 2].style.attributes.isEmpty)
    harness.apply(sections: [("s", [22, 33, 11]), ("g", [44, 55, 66])])
    expectEqual(harness.draw(at: 20)[0], "223311")
    harness.tableView.allowsMultipleSelection = true
    harness.tableView.perform(.mark)
    expectEqual(harness.draw(at: 10_000)[0], "223311")
    #expect(harness.frame[0, 4].style.attributes.contains(.underline))
    expectEqual(SectionLayout.list.withoutMargins, .list)
  }

  @Test("Items without margins are struck through when removed, and can be moved") func noMarginsChanges() {
    let layouts = ["s": SectionLayout.strip(itemWidth: 2).withoutMargins]
    let harness = harness(layouts, columns: 8, sections: [("s", [11, 22, 33])])
    harness.apply(sections: [("s", [11, 33])])
    expectEqual(harness.draw(at: 20)[0], "112233")
    #expect(harness.frame[0, 2].style.attributes.contains(.strikethrough))
    expectEqual(harness.draw(at: 10_000)[0], "1133")
    harness.dataSource.reorderingHandlers.canReorderItem = { _ in true }
    harness.tableView.perform(.grab)
    expectEqual(harness.draw()[0], "≡133")
    harness.tableView.perform(.moveBeside(1))
    expectEqual(harness.draw()[0], "1133≡1")
    harness.tableView.perform(.primaryAction)
    expectEqual(harness.draw()[0], "3311")
  }

  @Test("Arrows move the cursor into, through and out of a strip") func arrows() {
    let harness = harness(
      ["g": .strip(itemWidth: 3)], sections: [("l", [10]), ("g", Array(1...5)), ("h", [20])])
    let steps: [(Command, Int)] = [
      (.moveBeside(1), 10), (.moveCursor(1), 1), (.moveBeside(1), 2), (.moveBeside(1), 3),
      (.moveCursor(1), 20), (.moveCursor(-1), 3), (.moveBeside(-1), 2), (.moveCursor(-1), 10), (.last, 20),
      (.first, 10),
    ]
    for (command, item) in steps {
      harness.press(command, at: 10_000)
      expectEqual(harness.cursor.item, item, "\(command)")
    }
  }

  @Test("A strip scrolls sideways to the cursor and keeps its position") func sideways() {
    let harness = harness(
      ["s": .strip(itemWidth: 3)], columns: 15, lines: 3, sections: [("s", Array(1...6)), ("l", [9])])
    expectEqual(harness.draw(at: 0), ["▌ 1     2     3", "  9", ""])
    expectEqual(harness.press(.moveBeside(1), at: 10_000)[0], "  1   ▌ 2     3")
    #expect(harness.press(.moveBeside(1), at: 10_000)[0].hasSuffix("▌ 3"))
    #expect(harness.press(.moveBeside(1), at: 10_000)[0].hasSuffix("▌ 4"))
    let scrolled = harness.press(.moveCursor(1), at: 10_000)
    #expect(scrolled[0].contains("4") && scrolled[1] == "▌ 9")
    // The cursor returns to its former item.
    #expect(harness.press(.moveCursor(-1), at: 10_000)[0].hasSuffix("▌ 4"))
    #expect(harness.press(.moveBeside(1), .moveBeside(1), .moveBeside(1), at: 10_000)[0].contains("▌ 6"))
    expectEqual(
      harness.press(
        .moveBeside(-1), .moveBeside(-1), .moveBeside(-1), .moveBeside(-1), .moveBeside(-1), at: 10_000)[0],
      "▌ 1     2     3")
  }

  @Test("A data change keeps the cursor's item and column in a strip") func dataChange() {
    let harness = harness(
      ["main": .strip(itemWidth: 3)], columns: 18, lines: 3, sections: [("main", Array(0..<20))])
    harness.press(
      .moveCursor(0), .moveBeside(1), .moveBeside(1), .moveBeside(1), .moveBeside(1), .moveBeside(1),
      at: 10_000)
    let column = (0..<18).first { harness.frame[0, $0].scalar == "▌" }
    harness.apply(Array(100..<110) + Array(0..<20).filter { $0 != 3 })
    harness.draw(at: 10_000)
    expectEqual(harness.cursor.item, 5)
    expectEqual((0..<18).first { harness.frame[0, $0].scalar == "▌" }, column)
  }

  @Test("A strip requests only the cells around the visible items", arguments: [1000, 100_000])
  func visibleCells(_ count: Int) {
    for lines in 1...2 {
      let layout = SectionLayout.strip(itemWidth: 3, lines: lines)
      let harness = harness(["main": layout], sections: [("main", Array(0..<count))])
      #expect(harness.asked.count <= 30)
      harness.forgetAsked()
      harness.press(.last, at: 10_000)
      expectEqual(harness.cursor.item, count - 1)
      #expect(Set(harness.asked).count <= 30)
    }
  }

  @Test("A click moves the cursor to the item of a strip, and beside the items it does nothing")
  func clicks() {
    let harness = harness(
      ["g": .strip(itemWidth: 2)], style: .insetGrouped, sections: [("g", Array(1...3))])
    expectEqual(
      harness.draw(at: 0)[..<3], ["╭─────────────────╮", "│▌ 1    2    3    │", "╰─────────────────╯"])
    for (column, item) in [(12, 3), (8, 2)] {
      harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 1, column: column)))
      harness.draw(at: 0)
      expectEqual(harness.cursor.item, item)
      expectEqual(harness.frame.cursor?.line, 1)
    }
    // There is nothing beside the last item.
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 1, column: 16)))
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 0, column: 3)))
    expectEqual(harness.cursor.item, 2)
  }

  @Test("The accessory of an item in a strip is found at its position") func accessoryHit() {
    let harness = harness(["main": .strip(itemWidth: 9)], columns: 24, sections: [("main", [1, 2])])
    harness.tableView.cellForRow(at: IndexPath(row: 1, section: 0))?.accessories = [.detail()]
    expectEqual(harness.draw(at: 0)[0], "▌ 1           2       ⓘ")
    let hit = harness.tableView.accessory(at: ScreenPoint(line: 0, column: 22))
    expectEqual(hit?.indexPath, IndexPath(row: 1, section: 0))
    expectEqual(hit?.accessory.kind, .detail)
    #expect(harness.tableView.accessory(at: ScreenPoint(line: 0, column: 10)) == nil)
  }
}
