import TestSupport
import Testing

@testable import ListKit

/// The movement of the cursor through strips, and the menus of their items.
@MainActor
@Suite("The cursor and menus in strips") struct StripCursorTests {
  private func harness(
    _ layouts: [String: SectionLayout], columns: Int = 20, lines: Int = 8, style: TableView.Style = .plain,
    sections: [(String, [Int])]
  ) -> TableHarness<Int> {
    let harness = TableHarness<Int>(columns: columns, lines: lines, style: style, depth: .mono)
    harness.dataSource.sectionLayoutProvider = { layouts[$0] ?? .list }
    harness.apply(sections: sections)
    harness.draw(at: 0)
    return harness
  }

  private func press(_ harness: TableHarness<Int>, _ commands: Command...) -> [String] {
    for command in commands {
      harness.tableView.perform(command)
      harness.draw(at: 10_000)
    }
    return harness.draw()
  }

  @Test("Keys move the cursor to both ends of a strip and by several items") func lineEnds() {
    let harness = harness(
      ["g": .strip(itemWidth: 3), "s": .strip(itemWidth: 3)],
      sections: [("g", Array(1...5)), ("s", Array(10...30))])
    let steps: [(Command, Int)] = [
      (.lastOfLine, 5), (.firstOfLine, 1), (.moveBeside(2), 3), (.moveBeside(9), 5), (.moveBeside(1), 5),
      (.moveCursor(1), 10), (.lastOfLine, 30), (.moveBeside(-3), 27), (.firstOfLine, 10),
    ]
    for (command, item) in steps {
      _ = press(harness, command)
      expectEqual(harness.cursor.item, item, "\(command)")
    }
  }

  @Test("The scroll position of a strip is discarded with its section") func removedStrip() {
    let harness = harness(
      ["s": .strip(itemWidth: 3)], columns: 14, sections: [("s", Array(1...9)), ("l", [20])])
    _ = press(harness, .lastOfLine)
    expectEqual(harness.tableView.viewport.columnAnchors.count, 1)
    harness.apply([20])
    _ = harness.draw(at: 20_000)
    #expect(harness.tableView.viewport.columnAnchors.isEmpty)
    harness.apply(sections: [("l", [20]), ("s", Array(1...9))], animating: false)
    #expect(harness.draw(at: 30_000)[1].hasPrefix("  1"))
  }

  @Test("The keys of strips apply only while the cursor is in a strip") func stripKeys() {
    let harness = harness(["g": .strip(itemWidth: 3)], sections: [("l", [10]), ("g", Array(1...5))])
    #expect(!harness.tableView.abilities.contains(.isBesideItems))
    #expect(harness.tableView.hasItemsBesideOthers)
    _ = press(harness, .moveBeside(1))
    expectEqual(harness.cursor.item, 10)
    _ = press(harness, .moveCursor(1))
    #expect(harness.tableView.abilities.contains(.isBesideItems))
    #expect(!harness.tableView.isOnOutlineRow)
  }

  // MARK: Menus

  private func withMenus(
    _ layout: SectionLayout, columns: Int, style: TableView.Style = .plain
  ) -> TableHarness<Int> {
    let harness = harness(
      ["main": layout], columns: columns, style: style, sections: [("main", Array(1...6))])
    harness.dataSource.contextMenuProvider = { _ in
      Menu(
        children: ["Copy", "Flag", "Bin"].map { title in
          Action(title: title, attributes: title == "Bin" ? .destructive : []) { _ in }
        })
    }
    return harness
  }

  @Test("The menu of an item in a strip stays in the columns of the item") func menuColumns() {
    let harness = withMenus(.strip(itemWidth: 17), columns: 40)
    expectEqual(press(harness, .openMenu)[0], "▌ 1  │[Copy]│ Flag    2")
    expectEqual(
      press(harness, .back, .moveBeside(1), .openMenu)[0], "  1                 ▌ 2  │[Copy]│ Flag")
  }

  @Test("A menu without room for all actions shows the chosen action") func narrowMenu() {
    let harness = withMenus(.strip(itemWidth: 10), columns: 26)
    expectEqual(press(harness, .openMenu)[0], "▌ 1  │[Copy]   2")
    expectEqual(press(harness, .chooseAction(1))[0], "▌ 1  │[Flag]   2")
    expectEqual(press(harness, .chooseAction(2))[0], "▌ 1 │[✗ Bin]   2")
    expectEqual(press(harness, .chooseAction(-2))[0], "▌ 1  │[Copy]   2")
  }

  @Test("A menu changes no glyph outside its item at any width", arguments: 1..<40)
  func anyWidth(_ columns: Int) {
    for style in [TableView.Style.plain, .insetGrouped] {
      for layout in [SectionLayout.list, .strip(itemWidth: 4)] {
        let harness = withMenus(layout, columns: columns, style: style)
        let before = press(harness, .moveBeside(1))
        let frame = harness.frame
        let menus: [Command] = [.openMenu, .chooseAction(1), .chooseAction(1)]
        for command in menus {
          let after = press(harness, command)
          expectEqual(before.count, after.count)
          guard let cursor = harness.tableView.cursor, let placed = harness.tableView.layout.placed(cursor)
          else { continue }
          for line in 0..<harness.size.lines {
            for column in 0..<columns
            where !(placed.range.contains(line) && placed.columns.contains(column)) {
              expectEqual(harness.frame[line, column], frame[line, column], "\(columns) \(style) \(layout)")
            }
          }
        }
      }
    }
  }

  @Test("A click performs an action only on the item of the strip whose menu is open") func menuClicks() {
    let harness = withMenus(.strip(itemWidth: 17), columns: 40)
    var performed: [Int] = []
    harness.dataSource.contextMenuProvider = { item in
      Menu(children: [Action(title: "Star") { _ in performed.append(item) }])
    }
    #expect(press(harness, .moveBeside(1), .openMenu)[0].hasSuffix("▌ 2         │[Star]"))
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 0, column: 14)))
    #expect(performed.isEmpty && harness.cursor.item == 1)
    _ = press(harness, .moveBeside(1), .openMenu)
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 0, column: 34)))
    expectEqual(performed, [2])
  }
}
