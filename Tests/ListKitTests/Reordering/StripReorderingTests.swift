import TestSupport
import Testing

@testable import ListKit

/// Items of strips that are moved with keys and with the mouse.
@MainActor
@Suite("Moving items of strips") struct StripReorderingTests {
  private func harness(
    _ layouts: [String: SectionLayout], columns: Int = 19, lines: Int = 8, style: TableView.Style = .plain,
    sections: [(String, [Int])]
  ) -> TableHarness<Int> {
    let harness = TableHarness<Int>(columns: columns, lines: lines, style: style, depth: .mono)
    harness.tableView.motion = .none
    harness.tableView.showsVerticalScrollIndicator = false
    harness.dataSource.sectionLayoutProvider = { layouts[$0] ?? .list }
    harness.dataSource.reorderingHandlers.canReorderItem = { _ in true }
    harness.apply(sections: sections)
    harness.draw(at: 0)
    return harness
  }

  private func mouse(_ harness: TableHarness<Int>, _ action: MouseEvent.Action, _ line: Int, _ column: Int) {
    harness.tableView.handle(MouseEvent(action, at: ScreenPoint(line: line, column: column)))
    harness.now += .milliseconds(1)
    harness.draw()
  }

  @Test("Arrows carry a grabbed item through a strip, enter drops it, and esc cancels") func arrows() {
    let harness = harness(["g": .strip(itemWidth: 1)], sections: [("g", [1, 2, 3])])
    expectEqual(harness.play(.moveBeside(1), .grab), ["  1 ▌≡2   3"])
    expectEqual(harness.play(.moveBeside(1)), ["  1   2   3 ▌≡2"])
    expectEqual(harness.frame.cursor, ScreenPoint(line: 0, column: 12))
    #expect(harness.frame[0, 6].style.attributes.contains(.dim))
    expectEqual(harness.play(.firstOfLine), ["▌≡2   1   2   3"])
    expectEqual(harness.play(.moveBeside(1)), ["  1 ▌≡2   3"])
    expectEqual(harness.play(.lastOfLine), ["  1   2   3 ▌≡2"])
    expectEqual(harness.play(.primaryAction), ["  1   3 ▌ 2"])
    expectEqual(harness.items, [[1, 3, 2]])
    expectEqual(harness.play(.grab, .first), ["▌≡2   1   3   2"])
    expectEqual(harness.play(.back), ["  1   3 ▌ 2"])
  }

  @Test("A grabbed item can be carried from a list through a strip to another list") func severalSections() {
    let harness = harness(
      ["s": .strip(itemWidth: 3)],
      sections: [("g", [1, 2, 3, 4]), ("s", [10, 11, 12, 13]), ("l", [20, 21])])
    expectEqual(harness.play(.moveCursor(3), .grab, .moveCursor(1))[4], "▌≡4     10    11")
    expectEqual(harness.play(.moveBeside(2))[4], "  10    11  ▌≡4")
    // The strip scrolls as far as needed.
    #expect(harness.play(.moveBeside(1))[4].hasSuffix("▌≡4"))
    expectEqual(harness.play(.moveCursor(1)).suffix(3), ["▌≡4", "  20", "  21"])
    expectEqual(harness.play(.moveBeside(1)).suffix(3), ["▌≡4", "  20", "  21"])
    expectEqual(harness.play(.primaryAction).suffix(3), ["▌ 4", "  20", "  21"])
    expectEqual(harness.items, [[1, 2, 3], [10, 11, 12, 13], [4, 20, 21]])
    harness.play(.grab, .moveCursor(-2), .primaryAction)
    expectEqual(harness.items[0], [1, 2, 3, 4])
  }

  @Test("Keys move an item of a strip at once, also to another section") func immediateMove() {
    let harness = harness(["g": .strip(itemWidth: 3)], sections: [("g", Array(1...6)), ("e", [])])
    harness.play(.moveRowBeside(1))
    expectEqual(harness.items[0], [2, 1, 3, 4, 5, 6])
    harness.play(.moveRowBeside(-1))
    expectEqual(harness.items[0], [1, 2, 3, 4, 5, 6])
    expectEqual(harness.cursor.item, 1)
    harness.play(.moveRow(5))
    expectEqual(harness.items, [[2, 3, 4, 5, 6], [1]])
  }

  @Test("An item can be dropped in an empty strip") func emptyStrip() {
    let harness = harness(["g": .strip(itemWidth: 3)], sections: [("l", [1, 2]), ("g", [])])
    expectEqual(harness.play(.grab, .moveCursor(2)), ["  1", "  2", "▌≡1"])
    harness.play(.primaryAction)
    expectEqual(harness.items, [[2], [1]])
  }

  @Test("A carried item is drawn inside the box of its section") func box() {
    let harness = harness(
      ["g": .strip(itemWidth: 5)], style: .insetGrouped, sections: [("g", [1, 2]), ("l", [4])])
    expectEqual(
      harness.play(.grab, .moveBeside(1)),
      [
        "╭────────────────╮", "│  2     ▌≡1     │", "╰────────────────╯", "╭────────────────╮",
        "│  4             │", "╰────────────────╯",
      ])
    for _ in 0..<4 {
      let lines = harness.play(.moveCursor(1))
      expectEqual(lines.filter { $0.contains("≡") }, ["│▌≡1             │"])
      #expect(lines.allSatisfy { $0.count == 18 })
    }
  }

  @Test("The mouse drags an item to another position of its strip") func mouseDrag() {
    for column in [8, 17] {
      let harness = harness(["g": .strip(itemWidth: 3)], sections: [("g", [1, 2])])
      mouse(harness, .press, 0, 2)
      mouse(harness, .drag, 0, 3)
      #expect(!harness.tableView.isModal)
      // To the other item, or right of the last one.
      mouse(harness, .drag, 0, column)
      expectEqual(harness.frame.text(ofLine: 0), "  1     2   ▌≡1")
      mouse(harness, .release, 0, column)
      expectEqual(harness.items, [[2, 1]])
    }
  }

  @Test("The carried item is always in view") func carriedItem() {
    let harness = harness(
      ["g": .strip(itemWidth: 3), "s": .strip(itemWidth: 3)], lines: 6,
      sections: [("g", Array(100..<131)), ("l", Array(200..<209)), ("s", Array(300..<320)), ("h", [])])
    harness.dataSource.headerProvider = { ListContentConfiguration(text: $0) }
    let commands: [Command] = [
      .moveCursor(1), .moveCursor(-1), .moveBeside(1), .moveBeside(-1), .page(1), .page(-1), .first, .last,
      .moveRow(3), .lastOfLine, .firstOfLine, .moveBeside(4),
    ]
    var generator = SeededGenerator(seed: 5)
    harness.play(.moveCursor(4), .grab)
    var sections: Set<Int> = []
    for _ in 0..<200 {
      let command = commands[generator.number(0..<commands.count)]
      let lines = harness.play(command)
      let hands = lines.joined().filter { $0 == "≡" }.count
      expectEqual(hands, 1, "\(command) \(lines) \(harness.tableView.carried?.session as Any)")
      if hands != 1 { return }
      if let section = harness.tableView.carried?.session.target.section { sections.insert(section) }
    }
    expectEqual(sections, [0, 1, 2, 3])
  }
}
