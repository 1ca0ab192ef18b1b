import TestSupport
import Testing

@testable import ListKit

/// The first law of `interaction.md`, exactly: a change of the data keeps the cursor on its item and its
/// line.
///
/// Three rules override the line: there are no blank lines above the rows, none below them while there are
/// rows above the screen, and a pinned header does not hide the cursor's row.
///
/// ```text
///   line after = min(lines above, max(line before, screen − lines from here on, lines of the pinned header))
/// ```
@MainActor
@Suite("The cursor's line after data changes") struct KeptLineTests {
  private static let lines = 9

  /// A table over two sections of numbers, either of which may be empty.
  @MainActor
  private struct World {
    let harness = TableHarness<Int>(lines: lines)
    let hasHeaders: Bool

    init(hasHeaders: Bool) {
      self.hasHeaders = hasHeaders
      if hasHeaders {
        harness.dataSource.headerProvider = { ListContentConfiguration(text: $0) }
      }
    }

    func apply(_ items: [Int], cut: Int) {
      harness.apply(sections: [("a", Array(items[..<cut])), ("b", Array(items[cut...]))])
    }

    /// The lines of the visible items.
    var linesOfItems: [Int: Int] {
      let shown = harness.tableView.indexPathsForVisibleRows.compactMap { indexPath in
        harness.dataSource.itemIdentifier(for: indexPath).map { ($0, indexPath) }
      }
      return Dictionary(uniqueKeysWithValues: shown).compactMapValues {
        harness.tableView.identifier(at: $0).flatMap(harness.tableView.layout.placed)?.line
      }
    }

    /// Returns the line that the law requires for the cursor's row, from the line it was on.
    func lawfulLine(after before: Int) -> Int? {
      guard let place = harness.tableView.cursorIndexPath else { return nil }
      let snapshot = harness.dataSource.snapshot()
      let headers = hasHeaders ? 1 : 0
      let rows = snapshot.numberOfItems + headers * snapshot.numberOfSections
      let former = snapshot.sectionIdentifiers[..<place.section].map { snapshot.numberOfItems(inSection: $0) }
      let above = former.reduce(0, +) + headers * (place.section + 1) + place.item
      return min(above, max(before, lines - (rows - above), headers))
    }
  }

  @Test("Random data changes keep the cursor's item and the line that the formula gives", arguments: 0..<20)
  func randomChanges(_ seed: Int) {
    var generator = SeededGenerator(seed: seed + 300)
    let world = World(hasHeaders: seed % 2 == 0)
    let harness = world.harness
    world.apply(Array(0..<30), cut: 15)
    harness.draw(at: 0)
    for round in 1..<40 {
      harness.press(.moveCursor(generator.number(-9..<10)), at: round * 1000)
      let before = harness.cursor
      let linesBefore = world.linesOfItems
      var items = Array(0..<generator.number(1..<40)).filter { _ in generator.chance(80) }
      if generator.chance(40) { items.shuffle(using: &generator) }
      world.apply(items, cut: generator.number(0..<items.count + 1))
      harness.draw(at: round * 1000 + 10)
      if let item = before.item, items.contains(item) { expectEqual(harness.cursor.item, item) }
      // A successor above the former row keeps its own line.
      let own = harness.cursor.item.flatMap { linesBefore[$0] } ?? Self.lines
      let isGone = before.item.map { !items.contains($0) } ?? false
      guard var former = before.line.map({ isGone ? min($0, own) : $0 }),
        var lawful = world.lawfulLine(after: former)
      else { continue }
      // Rows that are being removed take up space for a while.
      let between = min(former, lawful)...max(former, lawful)
      let shown = (0..<Self.lines).map(harness.frame.text(ofLine:))
      // Meanwhile the removed row keeps its line, unless its successor would not be visible.
      var held: Int?
      if isGone, own >= former { held = harness.lineOfLeaving(before.item, above: harness.cursor.line) }
      let isAtBottom = harness.cursor.line == Self.lines - 1
      #expect(
        (held ?? harness.cursor.line).map(between.contains) ?? false || (held != nil && isAtBottom),
        "round \(round), was on \(former): \(shown)")
      if let held { (former, lawful) = (held, world.lawfulLine(after: held) ?? held) }
      harness.draw(at: round * 1000 + 900)
      expectEqual(harness.cursor.line, lawful, "round \(round), was on \(former)")
    }
  }

  @Test("A successor below the removed row takes its line after the animation") func successorBelow() {
    let world = World(hasHeaders: false)
    let harness = world.harness
    world.apply(Array(0..<30), cut: 30)
    harness.draw(at: 0)
    harness.tableView.perform(.moveCursor(5))
    expectEqual(harness.draw(at: 0).dropFirst(3).prefix(4), ["  3", "  4", "▌ 5", "  6"])
    world.apply(Array(0..<5) + Array(6..<30), cut: 29)
    expectEqual(harness.draw(at: 6000).dropFirst(3).prefix(4), ["  3", "  4", "- 5", "▌ 6"])
    expectEqual(harness.draw(at: 7000).dropFirst(3).prefix(4), ["  3", "  4", "▌ 6", "  7"])
    // The same in the middle of the list.
    harness.tableView.perform(.moveCursor(10))
    expectEqual(harness.draw(at: 7000).suffix(3), ["  15", "▌ 16", "  17"])
    world.apply(Array(0..<5) + Array(6..<16) + Array(18..<30), cut: 27)
    // The visibility of the cursor's row has priority.
    expectEqual(harness.draw(at: 8000).suffix(3), ["- 16", "- 17", "▌ 18"])
    expectEqual(harness.draw(at: 9000).suffix(3), ["▌ 18", "  19", "  20"])
  }
}

extension TableHarness {
  /// Returns the line of a removed item that is above a line, with only other removed items between them.
  fileprivate func lineOfLeaving(_ item: Item?, above line: Int?) -> Int? {
    guard let item, let line else { return nil }
    let above = (0..<line).reversed().prefix { frame.text(ofLine: $0).hasPrefix("- ") }
    return above.first {
      frame.text(ofLine: $0).prefix { $0 != "▐" }.split(separator: " ") == ["-", "\(item)"]
    }
  }
}
