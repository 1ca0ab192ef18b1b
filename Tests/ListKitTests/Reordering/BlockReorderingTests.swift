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
    func go(to item: Int) {
      harness.dataSource.indexPath(for: item).map { harness.tableView.moveCursor(to: $0) }
    }
    for item in items where !harness.items(of: harness.tableView.selection.items).contains(item) {
      go(to: item)
      harness.tableView.perform(.mark)
    }
    go(to: cursor)
    harness.draw()
  }

  @Test("Marked rows move as one block in their order and are reported as one transaction")
  func markedRows() throws {
    let harness = harness()
    var reported: [DiffableDataSourceTransaction<String, Int>] = []
    harness.dataSource.reorderingHandlers.didReorder = { reported.append($0) }
    mark(harness, 5, 2, cursor: 2)
    #expect(harness.play(.grab)[1].hasPrefix("▌≡2"))
    expectEqual(harness.tableView.notice, "moving 2 rows: arrows, enter drops, esc cancels")
    let lines = harness.play(.moveCursor(2))
    #expect(lines[4].hasPrefix("▌≡2") && lines[4].hasSuffix("×2"), "\(lines)")
    expectEqual(lines.count, 9)
    expectEqual(harness.play(.primaryAction).count, 8)
    expectEqual(harness.items, [[1, 3, 4, 2, 5, 6], [10, 11]])
    expectEqual(reported.count, 1)
    let transaction = try #require(reported.first)
    expectEqual([1, 2, 3, 4, 5, 6, 10, 11].applying(transaction.difference), [1, 3, 4, 2, 5, 6, 10, 11])
    expectEqual(harness.cursor.item, 2)
    expectEqual(harness.tableView.numberOfSelectedRows, 2)
  }

  @Test("Marked rows of several sections move as one block") func severalSections() {
    let harness = harness()
    mark(harness, 1, 3, 11, cursor: 11)
    harness.play(.grab, .first, .primaryAction)
    // The grabbed row is the last of the block.
    expectEqual(harness.items, [[1, 3, 11, 2, 4, 5, 6], [10]])
    harness.play(.moveRow(1))
    expectEqual(harness.items, [[2, 1, 3, 11, 4, 5, 6], [10]])
    harness.play(.moveRow(-1))
    expectEqual(harness.items, [[1, 3, 11, 2, 4, 5, 6], [10]])
  }

  @Test("An unmarked row moves alone, and a marked row that cannot be moved stays in place")
  func exceptions() {
    let harness = harness()
    mark(harness, 2, 6, cursor: 1)
    harness.play(.moveRow(2))
    expectEqual(harness.items[0], [2, 3, 1, 4, 5, 6])
    mark(harness, 3, cursor: 3)
    harness.play(.grab, .last, .primaryAction)
    expectEqual(harness.items, [[1, 4, 5, 6], [10, 11, 2, 3]])
  }

  @Test("The mouse drags one row, marked or not") func mouseDrag() {
    let harness = harness()
    mark(harness, 1, 3, cursor: 3)
    for (action, line) in [(MouseEvent.Action.press, 2), (.drag, 3), (.drag, 4), (.release, 4)] {
      harness.tableView.handle(MouseEvent(action, at: ScreenPoint(line: line, column: 4)))
      harness.draw()
    }
    expectEqual(harness.items[0], [1, 2, 4, 3, 5, 6])
    expectEqual(harness.tableView.numberOfSelectedRows, 2)
  }

  @Test("A moving block follows data changes, and the move ends if the grabbed row is removed")
  func dataChange() {
    let harness = harness()
    mark(harness, 2, 4, cursor: 4)
    harness.play(.grab, .moveCursor(1))
    harness.apply(sections: [("x", [7]), ("a", [0, 1, 3, 4, 5, 6]), ("b", [2, 10, 11])])
    harness.play(.primaryAction)
    expectEqual(harness.items, [[7], [0, 1, 3, 5, 4, 2, 6], [10, 11]])
    mark(harness, 4, cursor: 4)
    harness.play(.grab, .moveCursor(-2))
    harness.apply(sections: [("a", [1, 2])])
    harness.play()
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
      let before = harness.items
      let block = before.flatMap(\.self).filter { _ in generator.chance(40) }
      let rest = before.map { $0.filter { !block.contains($0) } }
      let section = generator.number(0..<2)
      let place = generator.number(0..<rest[section].count + 3)
      var expected = rest
      // A place behind the end is the end.
      expected[section].insert(contentsOf: block, at: min(place, rest[section].count))
      let sources = block.compactMap { harness.dataSource.indexPath(for: $0) }
      let moved = harness.dataSource.performReorder(
        from: sources, to: IndexPath(item: place, section: section))
      expectEqual(harness.items, expected)
      expectEqual(moved, (before != expected))
    }
  }
}
