import TestSupport
import Testing

@testable import ListKit

/// Sequences of screens while items are inserted into strips, deleted from them and moved in them.
@MainActor
@Suite("Animations in strips") struct StripMotionTests {
  private func harness(
    _ layout: SectionLayout, columns: Int = 19, lines: Int = 5, style: TableView.Style = .plain,
    sections: [(String, [Int])]
  ) -> TableHarness<Int> {
    let harness = TableHarness<Int>(columns: columns, lines: lines, style: style, depth: .mono)
    harness.tableView.showsVerticalScrollIndicator = false
    harness.dataSource.sectionLayoutProvider = { $0 == "list" ? .list : layout }
    harness.apply(sections: sections, animating: false)
    harness.draw(at: 0)
    return harness
  }

  /// Returns the screens from 1000 ms on, without blank lines: one for each change of the text.
  private func film(_ harness: TableHarness<Int>, until end: Int = 1400) -> [[String]] {
    var pictures: [[String]] = []
    for time in stride(from: 1000, through: end, by: 5) {
      let picture = harness.draw(at: time).filter { !$0.isEmpty }
      if pictures.last != picture { pictures.append(picture) }
    }
    return pictures
  }

  @Test("A deleted item stays in its column during its animation; then the gap closes") func deletion() {
    let harness = harness(.strip(itemWidth: 3), sections: [("g", Array(1...3))])
    harness.apply(sections: [("g", [1, 3])])
    expectEqual(film(harness), [["▌ 1   - 2     3"], ["▌ 1     3"]])
    let harness2 = self.harness(.strip(itemWidth: 3), sections: [("g", Array(1...3))])
    harness2.apply(sections: [("g", [1, 3])])
    harness2.draw(at: 1000)
    #expect(harness2.frame[0, 8].style.attributes.contains(.strikethrough))
    #expect(!harness2.frame[0, 14].style.attributes.contains(.strikethrough))
  }

  @Test("The items of a deleted section stay in their columns during its animation") func deletedSection() {
    let harness = harness(
      .strip(itemWidth: 3), lines: 9, sections: [("list", Array(20...25)), ("g", Array(1...2))])
    harness.apply(sections: [("list", Array(20...25))])
    expectEqual(
      film(harness).map { $0.suffix(3) }, [["  24", "  25", "- 1   - 2"], ["  23", "  24", "  25"]])
  }

  @Test("Deleted items at the start of a strip are displayed before the remaining items") func firstItems() {
    let harness = harness(.strip(itemWidth: 3), sections: [("list", [20]), ("g", Array(1...3))])
    harness.apply(sections: [("list", [20]), ("g", [3])])
    expectEqual(film(harness), [["▌ 20", "- 1   - 2     3"], ["▌ 20", "  3"]])
  }

  @Test("A strip does not scroll while a deleted item is displayed") func scrolledStrip() {
    let harness = harness(.strip(itemWidth: 3), sections: [("s", Array(1...6))])
    harness.press(.moveBeside(1), at: 500)
    harness.apply(sections: [("s", [1, 2, 4, 5, 6])])
    expectEqual(film(harness), [["  1   ▌ 2   - 3"], ["  1   ▌ 2     4"]])
    // The items left of the cursor move up to it.
    harness.press(.lastOfLine, at: 1500)
    harness.apply(sections: [("s", [1, 2, 4, 6])])
    expectEqual(film(harness), [["   4   - 5   ▌ 6"], ["   2     4   ▌ 6"]])
  }

  @Test("The box of an inset group keeps its border while an item is deleted") func boxes() {
    let harness = harness(.strip(itemWidth: 5), style: .insetGrouped, sections: [("g", Array(1...2))])
    harness.apply(sections: [("g", [1])])
    expectEqual(film(harness).first, ["╭────────────────╮", "│▌ 1     - 2     │", "╰────────────────╯"])
  }

  @Test("An inserted item is animated in its own column", arguments: RowAnimation.allCases)
  func insertion(_ animation: RowAnimation) {
    let harness = harness(.strip(itemWidth: 6), sections: [("g", [1000])])
    harness.dataSource.defaultRowAnimation = animation
    harness.apply(sections: [("g", [1000, 9000])])
    let pictures = film(harness)
    for picture in pictures { #expect(picture[0].hasPrefix("▌ 1000   ")) }
    expectEqual(
      pictures.count, [.left: 4, .right: 4, .top: 2, .bottom: 2, .middle: 2][animation, default: 1])
    expectEqual(pictures.last?[0], (animation == .none ? "▌ 1000     9000" : "▌ 1000   + 9000"))
  }
}
