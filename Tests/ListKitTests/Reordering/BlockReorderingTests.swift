import TestSupport
import Testing

@testable import ListKit

/// Several marked rows that move as one block.
@MainActor
@Suite("Moving marked rows as one block") struct BlockReorderingTests {
  private func harness(
    _ sections: [(String, [Int])] = [("a", Array(1...6)), ("b", [10, 11])]
  ) -> TableHarness<Int> {
    let harness = TableHarness<Int>(columns: 16, lines: 12, depth: .mono)
    harness.tableView.motion = .none
    harness.tableView.allowsMultipleSelection = true
    harness.dataSource.reorderingHandlers.canReorderItem = { $0 != 6 }
    harness.apply(sections: sections)
    harness.draw(at: 0)
    return harness
  }

  private func mark(_ harness: TableHarness<Int>, _ items: Int..., cursor: Int) {
    for item in items + [cursor] {
      guard let indexPath = harness.dataSource.indexPath(for: item) else { continue }
      harness.tableView.moveCursor(to: indexPath)
      if items.contains(item), item != cursor || !items.dropLast().contains(cursor) {
        if !harness.items(of: harness.tableView.selection.items).contains(item) {
          harness.tableView.perform(.mark)
        }
      }
    }
    harness.draw()
  }

  private func items(_ harness: TableHarness<Int>) -> [[Int]] {
    let snapshot = harness.dataSource.snapshot()
    return snapshot.sectionIdentifiers.map { snapshot.itemIdentifiers(inSection: $0) }
  }

  private func press(_ harness: TableHarness<Int>, _ commands: Command...) -> [String] {
    for command in commands { harness.tableView.perform(command) }
    harness.now += .seconds(10)
    return harness.draw().filter { !$0.isEmpty }
  }

  @Test("Marked rows move as one block in their order and are reported as one transaction")
  func markedRows() throws {
    let harness = harness()
    var reported: [DiffableDataSourceTransaction<String, Int>] = []
    harness.dataSource.reorderingHandlers.didReorder = { reported.append($0) }
    mark(harness, 5, 2, cursor: 2)
    #expect(press(harness, .grab)[1].hasPrefix("▌≡2"))
    expectEqual(harness.tableView.notice, "moving 2 rows: arrows, enter drops, esc cancels")
    let lines = press(harness, .moveCursor(2))
    #expect(lines[4].hasPrefix("▌≡2") && lines[4].hasSuffix("×2"), "\(lines)")
    expectEqual(lines.count, 9)
    expectEqual(press(harness, .primaryAction).count, 8)
    expectEqual(items(harness), [[1, 3, 4, 2, 5, 6], [10, 11]])
    expectEqual(reported.count, 1)
    let transaction = try #require(reported.first)
    expectEqual([1, 2, 3, 4, 5, 6, 10, 11].applying(transaction.difference), [1, 3, 4, 2, 5, 6, 10, 11])
    expectEqual(harness.cursor.item, 2)
    expectEqual(harness.tableView.numberOfSelectedRows, 2)
  }

  @Test("Marked rows of several sections move as one block") func severalSections() {
    let harness = harness()
    mark(harness, 1, 3, 11, cursor: 11)
    _ = press(harness, .grab, .first, .primaryAction)
    // The grabbed row is the last of the block.
    expectEqual(items(harness), [[1, 3, 11, 2, 4, 5, 6], [10]])
    _ = press(harness, .moveRow(1))
    expectEqual(items(harness), [[2, 1, 3, 11, 4, 5, 6], [10]])
    _ = press(harness, .moveRow(-1))
    expectEqual(items(harness), [[1, 3, 11, 2, 4, 5, 6], [10]])
  }

  @Test("Esc and a drop at the original position leave all rows in place") func cancelling() {
    let harness = harness()
    harness.dataSource.reorderingHandlers.willReorder = { _ in Issue.record("nothing was moved") }
    mark(harness, 2, 4, cursor: 4)
    let before = press(harness)
    _ = press(harness, .grab, .moveCursor(2))
    expectEqual(press(harness, .back), before)
    expectEqual(press(harness, .grab, .moveCursor(2), .moveCursor(-2), .primaryAction), before)
    expectEqual(items(harness), [[1, 2, 3, 4, 5, 6], [10, 11]])
  }

  @Test("An unmarked row moves alone, and a marked row that cannot be moved stays in place")
  func exceptions() {
    let harness = harness()
    mark(harness, 2, 6, cursor: 1)
    _ = press(harness, .moveRow(2))
    expectEqual(items(harness)[0], [2, 3, 1, 4, 5, 6])
    mark(harness, 3, cursor: 3)
    _ = press(harness, .grab, .last, .primaryAction)
    expectEqual(items(harness), [[1, 4, 5, 6], [10, 11, 2, 3]])
  }

  @Test("The mouse drags one row, marked or not") func mouseDrag() {
    let harness = harness()
    mark(harness, 1, 3, cursor: 3)
    for (action, line) in [(MouseEvent.Action.press, 2), (.drag, 3), (.drag, 4), (.release, 4)] {
      harness.tableView.handle(MouseEvent(action, at: Point(line: line, column: 4)))
      harness.draw()
    }
    expectEqual(items(harness)[0], [1, 2, 4, 3, 5, 6])
    expectEqual(harness.tableView.numberOfSelectedRows, 2)
  }

  @Test("A moving block follows data changes, and the move ends if the grabbed row is removed")
  func dataChange() {
    let harness = harness()
    mark(harness, 2, 4, cursor: 4)
    _ = press(harness, .grab, .moveCursor(1))
    harness.apply(sections: [("a", [0, 1, 3, 4, 5, 6]), ("b", [2, 10, 11])])
    _ = press(harness, .primaryAction)
    expectEqual(items(harness), [[0, 1, 3, 5, 4, 2, 6], [10, 11]])
    mark(harness, 4, cursor: 4)
    _ = press(harness, .grab, .moveCursor(-2))
    harness.apply(sections: [("a", [1, 2])])
    _ = press(harness)
    #expect(!harness.tableView.isModal)
  }

  @Test("Items moved after an expanded item become its children and keep their own children")
  func outlineItems() throws {
    let harness = harness([("a", []), ("b", [7])])
    var outline = DiffableDataSourceSectionSnapshot<Int>()
    outline.append([1, 2, 3])
    outline.append([20, 21], to: 2)
    outline.append([30], to: 3)
    outline.expand([3])
    harness.dataSource.apply(outline, to: "a")
    try harness.dataSource.reorder([2, 1], to: .after(3))
    let tree = harness.dataSource.snapshot(for: "a")
    expectEqual(tree.items, [3, 1, 2, 20, 21, 30])
    #expect(tree.parent(of: 1) == 3 && tree.parent(of: 2) == 3 && tree.parent(of: 20) == 2)
    try harness.dataSource.reorder([30, 3, 2], to: .endOfSection("b"))
    expectEqual(harness.dataSource.snapshot(for: "b").rootItems, [7, 3])
    expectEqual(harness.dataSource.snapshot().numberOfItems(inSection: "a"), 0)
  }

  @Test("The positions of a move do not count the rows of the block") func positions() {
    // Moves every block of a small list to every place, and compares with a plain array.
    for marks in 1..<32 {
      let lifted = (0..<5).filter { marks & (1 << $0) != 0 }
      for hand in lifted {
        let session = ReorderSession(
          source: ItemPosition(section: 0, item: hand),
          with: lifted.map { ItemPosition(section: 0, item: $0) })
        let others = (0..<5).filter { !lifted.contains($0) }
        #expect(session.isHome)
        expectEqual(session.home.item, others.filter { $0 < hand }.count)
        expectEqual(session.lastPlace(inSection: 0, ReorderSpace(content: World(Array(0..<5)))), others.count)
        for place in 0...others.count {
          let position = ItemPosition(section: 0, item: place)
          expectEqual(session.itemAbove(position)?.item, (place > 0 ? others[place - 1] : nil))
          if let above = session.itemAbove(position) { expectEqual(session.place(behind: above), position) }
        }
      }
    }
  }

  @Test("Random blocks move like the elements of a plain array") func randomBlocks() {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<60 {
      let harness = harness([("a", Array(20..<20 + generator.number(1..<7))), ("b", [30, 31])])
      let before = items(harness)
      let block = before.flatMap(\.self).filter { _ in generator.chance(40) }
      let rest = before.map { $0.filter { !block.contains($0) } }
      let section = generator.number(0..<2)
      let place = generator.number(0..<rest[section].count + 1)
      var expected = rest
      expected[section].insert(contentsOf: block, at: place)
      let sources = block.compactMap { harness.dataSource.indexPath(for: $0) }
      let moved = harness.dataSource.performReorder(
        from: sources, to: IndexPath(item: place, section: section))
      expectEqual(items(harness), expected)
      expectEqual(moved, (before != expected))
    }
  }
}
