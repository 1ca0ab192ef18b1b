import TestSupport
import Testing

@testable import ListKit

/// A viewport that is used while its world changes.
@MainActor
private struct Use {
  var generator: SeededGenerator
  var world: World
  var lines: Int
  var viewport: Viewport
  private(set) var layout = TableLayout()

  init(_ seed: Int, world: World? = nil, lines: Int? = nil, following end: TableEnd? = nil) {
    var generator = SeededGenerator(seed: seed)
    let (random, height) = (World.random(&generator), generator.number(1..<14))
    self.generator = generator
    (self.world, self.lines) = (world ?? random, lines ?? height)
    viewport = Viewport(following: end)
    happen(.contentChanged(successor: nil))
  }

  var rows: PresentedRows { PresentedRows(world, lines: lines) }

  /// Handles an event as the table does: applies the laws, computes the layout, and updates the viewport.
  mutating func happen(_ event: ViewportEvent) {
    viewport = viewport.after(event, shown: layout, rows)
    if viewport.cursor == nil { viewport.cursor = rows.firstItem.map(world.identifier(of:)) }
    layout = rows.layout(viewport)
    viewport = viewport.after(.drawn, shown: layout, rows)
  }

  mutating func change(to next: World) {
    let successor = viewport.cursor.flatMap { self.successor(of: $0, in: next) }
    world = next
    happen(.contentChanged(successor: successor))
  }

  /// Returns the next remaining item of the section, else the one before, else any remaining item.
  private func successor(of cursor: RowIdentifier, in next: World) -> RowIdentifier? {
    guard let row = world.row(for: cursor), let item = row.item else { return nil }
    let items = world.sections[row.section].items
    let order = items[(item + 1)...] + items[..<item].reversed() + world.items
    return order.first { next.row(for: .item($0)) != nil }.map { .item($0) }
  }

  mutating func chooseAny() {
    if let item = world.items.randomElement(using: &generator) { happen(.moved(to: .item(item))) }
  }

  var cursor: RowIdentifier? { viewport.cursor }
  func line(of row: RowIdentifier?) -> Int? { row.flatMap(layout.placed)?.line }
  var seesCursor: Bool { cursor.flatMap(layout.placed).map(layout.isInView) ?? false }

  /// Whether a row can be on a line: the list reaches both ends of the screen then.
  func canStand(_ row: RowIdentifier, on line: Int) -> Bool {
    guard let place = world.row(for: row) else { return false }
    let probe = rows.layout(viewport, of: rows.line(of: place), at: line)
    return probe.placed(row).map { $0.line == line && $0.ownRange.upperBound <= lines } ?? false
  }
}

/// The laws of cursor and viewport, by number, on random worlds.
@MainActor
@Suite("The laws of cursor and viewport") struct ViewportLawTests {
  @Test("Law 0: an untouched cursor stays on the first row, and the view stays at the top") func law0First() {
    for seed in 0..<300 {
      var use = Use(seed, following: .first)
      for _ in 0..<5 {
        use.change(to: use.world.edited(&use.generator))
        expectEqual(use.cursor, use.rows.firstItem.map(use.world.identifier(of:)))
        #expect(use.layout.showsStart)
      }
    }
    var use = Use(1, world: World([1, 2, 3]), lines: 8, following: .first)
    use.happen(.moved(to: .item(2)))
    use.change(to: World([7, 1, 2]))
    expectEqual(use.cursor, .item(2), "the first key makes it a choice")
    use.happen(.movedToEnd(.first, .item(7)))
    use.change(to: World([9, 7, 1, 2]))
    expectEqual(use.cursor, .item(9), "home gives it back")
    use.happen(.moved(to: .item(1)))
    use.change(to: World([]))
    use.change(to: World([4, 1, 2]))
    expectEqual(use.cursor, .item(4), "an empty list resets the choice")
  }

  @Test("Law 0: a list that follows its end keeps the cursor on the last row") func law0Last() {
    for seed in 0..<300 {
      var use = Use(seed, following: .last)
      for _ in 0..<5 {
        use.change(to: use.world.edited(&use.generator))
        expectEqual(use.cursor, use.rows.lastItem.map(use.world.identifier(of:)))
        #expect(use.layout.showsEnd)
      }
    }
    var use = Use(1, world: World([1, 2, 3]), lines: 8, following: .first)
    use.happen(.movedToEnd(.last, .item(3)))
    use.change(to: World([1, 2, 3, 4]))
    expectEqual(use.cursor, .item(3), "other lists are not logs")
  }

  @Test("Law 0: a cursor that follows no end keeps its row") func law0Off() {
    var use = Use(1, world: World([1, 2, 3]), lines: 8)
    use.change(to: World([7, 1, 2]))
    expectEqual(use.cursor, .item(1))
  }

  @Test("Law 1: a data change keeps the cursor's item and line") func law1() {
    var held = 0
    for seed in 0..<800 {
      var use = Use(seed)
      use.chooseAny()
      for _ in 0..<4 {
        let (former, line, wasSeen) = (use.cursor, use.line(of: use.cursor), use.seesCursor)
        use.change(to: use.world.edited(&use.generator))
        guard let former, let line, wasSeen, use.world.row(for: former) != nil else { continue }
        #expect(use.cursor == former && use.seesCursor, "\(seed)")
        guard use.canStand(former, on: line) else { continue }
        expectEqual(use.line(of: former), line, "\(seed)")
        held += 1
      }
    }
    #expect(held > 300)
  }

  @Test("Law 2: a query moves the cursor to the best match, and clearing it keeps the row") func law2() {
    for seed in 0..<300 {
      var use = Use(seed)
      use.chooseAny()
      let whole = use.world
      var matches = whole
      for section in matches.sections.indices { matches.sections[section].items.removeAll { $0 % 3 == 0 } }
      guard let best = matches.items.first else { continue }
      use.change(to: matches)
      use.happen(.movedToEnd(.first, .item(best)))
      expectEqual(use.cursor, .item(best))
      #expect(use.layout.showsStart)
      use.change(to: whole)
      expectEqual(use.cursor, .item(best), "what was found stays")
    }
  }

  @Test("Law 3: the successor keeps the cursor and line of a removed item, even if the item returns")
  func law3Below() {
    var use = Use(1, world: World(Array(0..<30)), lines: 8)
    use.happen(.moved(to: .item(12)))
    let line = use.line(of: .item(12))
    use.change(to: World(Array(0..<12) + Array(13..<30)))
    #expect(use.cursor == .item(13) && use.line(of: .item(13)) == line)
    use.change(to: World(Array(0..<30)))
    expectEqual(use.cursor, .item(13), "the one that comes back does not take the cursor")
    use.change(to: World([]))
    #expect(use.cursor == nil)
  }

  @Test("Law 3: a successor above the removed row keeps its own line") func law3Above() {
    var use = Use(1, world: World(sections: [Array(0..<13), Array(13..<30)]), lines: 8)
    use.happen(.moved(to: .item(12)))
    let line = use.line(of: .item(11))
    use.change(to: World(sections: [Array(0..<12), Array(13..<30)]))
    #expect(use.cursor == .item(11) && use.line(of: .item(11)) == line)
    // Several changes at once, before the next frame.
    let before = use.line(of: .item(8))
    use.viewport = use.viewport.after(
      .contentChanged(successor: .item(9)), shown: use.layout,
      PresentedRows(World(sections: [Array(0..<10), Array(13..<30)]), lines: 8))
    use.change(to: World(sections: [Array(0..<9), Array(13..<30)]))
    #expect(use.cursor == .item(8) && use.line(of: .item(8)) == before)
  }

  @Test("Law 4: while the cursor is out of view, a data change keeps the top row on its line") func law4() {
    var held = 0
    for seed in 0..<800 {
      var use = Use(seed)
      use.chooseAny()
      use.happen(.scrolled(by: use.generator.number(-20..<20)))
      guard !use.seesCursor, let top = use.layout.top() else { continue }
      use.change(to: use.world.edited(&use.generator))
      guard !use.viewport.showsCursor, use.world.row(for: top.identifier) != nil,
        use.canStand(top.identifier, on: top.line)
      else { continue }
      expectEqual(use.line(of: top.identifier), top.line, "\(seed)")
      held += 1
    }
    #expect(held > 50)
  }

  @Test("Law 4: rows above the view that grow, shrink, appear or go leave all rows in view on their lines")
  func law4Above() {
    var world = World(Array(0..<30))
    world.heights = [.item(2): 2, .item(9): 3]
    var use = Use(1, world: world, lines: 8)
    // Of the three lines of item 9, the last is in view.
    use.happen(.scrolled(by: 12))
    expectEqual(use.line(of: .item(9)), -2)
    expectEqual(use.line(of: .item(10)), 1)
    let seen = (10..<17).map { use.line(of: .item($0)) }
    func expectSame(_ what: Comment) {
      expectEqual((10..<17).map { use.line(of: .item($0)) }, seen, what)
      use.happen(.drawn)
      expectEqual((10..<17).map { use.line(of: .item($0)) }, seen, "\(what), in the next drawing")
    }
    world.heights[.item(2)] = 5
    use.change(to: world)
    expectSame("a row above the view grew")
    world.heights[.item(9)] = 2
    use.change(to: world)
    expectSame("the row at the upper edge shrank")
    world.sections[0].items.insert(contentsOf: [100, 101], at: 4)
    use.change(to: world)
    expectSame("rows were inserted above the view")
    world.sections[0].items.removeAll { $0 == 9 || $0 == 1 }
    use.change(to: world)
    expectSame("rows above the view were removed")
  }

  @Test("A log whose end was scrolled away stays when its rows change their heights or the screen grows")
  func scrolledLog() {
    var use = Use(1, world: World(Array(0..<30)), lines: 8, following: .last)
    use.happen(.scrolled(by: -10))
    let top = use.layout.top()?.identifier
    expectEqual(top, .item(12))
    use.world.heights[.item(3)] = 4
    use.happen(.measured)
    expectEqual(use.line(of: top), 0)
    use.lines = 10
    use.happen(.measured)
    expectEqual(use.line(of: top), 0)
    use.happen(.movedToEnd(.last, .item(29)))
    use.lines = 6
    use.happen(.measured)
    expectEqual(use.line(of: .item(29)), 5)
  }

  @Test("Law 5: moving the cursor scrolls only as far as needed") func law5() {
    for seed in 0..<500 {
      var use = Use(seed)
      use.chooseAny()
      let old = use.layout
      guard let item = use.world.items.randomElement(using: &use.generator) else { continue }
      use.happen(.moved(to: .item(item)))
      #expect(use.seesCursor, "\(seed)")
      let context = use.lines >= 5 ? 1 : 0
      guard let former = old.placed(.item(item)), old.isInView(former), !former.geometry.scrollsSideways,
        former.line >= context, former.range.upperBound <= use.lines - context
      else { continue }
      expectEqual(
        use.layout.rows.map(\.line), old.rows.map(\.line), "\(seed): it was seen with a line of context")
    }
  }

  @Test("Law 6: the cursor keeps its line when rows are inserted below it or the screen grows") func law6() {
    var use = Use(1, world: World(Array(0..<30)), lines: 8)
    use.happen(.moved(to: .item(12)))
    let line = use.line(of: .item(12))
    use.change(to: World(Array(0..<13) + [100, 101, 102] + Array(13..<30)))
    expectEqual(use.line(of: .item(12)), line)
    use.lines = 12
    use.happen(.drawn)
    expectEqual(use.line(of: .item(12)), line)
    use.lines = 3
    use.happen(.drawn)
    #expect(use.cursor == .item(12) && use.seesCursor)
  }

  @Test("The rows of a scrolled list keep their lines of the screen when the table moves there and back")
  func movedTable() {
    var use = Use(1, world: World(Array(0..<30)), lines: 8)
    use.happen(.scrolled(by: 10))
    let top = use.layout.top()?.identifier
    #expect(top != nil && top != .item(0))
    use.happen(.tableMoved(by: 2))
    expectEqual(use.layout.top()?.identifier, .item(12))
    use.happen(.tableMoved(by: -2))
    expectEqual(use.layout.top()?.identifier, top)
  }

  @Test("When the table moves down, the cursor's row stays in it, and other rows may leave it")
  func tableMovedDown() {
    var use = Use(1, world: World(Array(0..<30)), lines: 8)
    use.happen(.placed(.item(12), line: 2))
    let moved = use.viewport.after(.tableMoved(by: 3), shown: use.layout, use.rows)
    expectEqual(moved.anchor, Viewport.Anchor(identifier: .item(12), line: 0))
    use.happen(.scrolled(by: 5))
    expectEqual(use.layout.top()?.identifier, .item(15))
    let scrolled = use.viewport.after(.tableMoved(by: 3), shown: use.layout, use.rows)
    expectEqual(scrolled.anchor, Viewport.Anchor(identifier: .item(15), line: -3))
  }

  @Test(
    "An end of the list is shown with the cursor's row if both fit",
    arguments: [(0, true), (7, true), (8, false)])
  func endAndCursor(footerLines: Int, isShown: Bool) {
    var world = World(Array(0..<30))
    world.sections[0].hasFooter = footerLines > 0
    world.heights[.footer(0)] = footerLines
    let rows = PresentedRows(world, lines: 8)
    let viewport = Viewport().after(.movedToEnd(.last, .item(29)), shown: TableLayout(), rows)
    expectEqual(viewport.showsCursor, isShown)
    expectEqual(rows.layout(viewport).rows.last?.range.upperBound, 8)
  }

  @Test("Law 7: the viewport follows newer content, whose layout has other rows than the drawn one")
  func law7() {
    let world = World([1, 2, 3])
    let rows = PresentedRows(world)
    let drawn = rows.layout(Viewport())
    var viewport = Viewport(following: .first).after(.contentChanged(successor: nil), shown: drawn, rows)
    let next = PresentedRows(World([9, 1, 2, 3]))
    viewport = viewport.after(.contentChanged(successor: nil), shown: drawn, next)
    expectEqual(viewport.cursor, .item(9))
    expectEqual(next.layout(viewport).row(at: ScreenPoint(line: 0, column: 3))?.identifier, .item(9))
    expectEqual(drawn.row(at: ScreenPoint(line: 0, column: 3))?.identifier, .item(1))
  }
}
