import ListDiff
import TestSupport
import Testing

@Suite("Ranges of items") struct RangeTests {
  private let snapshot = DiffableDataSourceSnapshot<String, Int>([("a", [1, 2, 3, 4]), ("b", [5, 6])])

  @Test("Items can be removed by their range in a section") func removing() {
    var edited = snapshot
    edited.deleteItems(at: 1..<3, inSectionAt: 0)
    edited.deleteItems(at: 1..<1, inSectionAt: 1)
    expectEqual(edited, DiffableDataSourceSnapshot([("a", [1, 4]), ("b", [5, 6])]))
    edited.deleteItems(at: 0..<2, inSectionAt: 1)
    expectEqual(edited, DiffableDataSourceSnapshot([("a", [1, 4]), ("b", [])]))
    expectEqual(snapshot.numberOfItems, 6)
  }

  @Test("Items can be read by their range in a section") func reading() {
    expectEqual(snapshot.itemIdentifiers(at: 1..<4, inSectionAt: 0), [2, 3, 4])
    #expect(snapshot.itemIdentifiers(at: 2..<2, inSectionAt: 1).isEmpty)
  }

  @Test("A tree reports whether it is flat, and the visible items below an item") func trees() {
    var tree = DiffableDataSourceSectionSnapshot<Int>()
    #expect(tree.isFlat)
    tree.append([1, 2, 3])
    #expect(tree.isFlat)
    tree.append([20, 21], to: 2)
    tree.append([200], to: 20)
    #expect(!tree.isFlat)
    expectEqual(tree.visibleItems(below: 2), [20, 21])
    tree.expand([20])
    expectEqual(tree.visibleItems(below: 2), [20, 200, 21])
    #expect(tree.visibleItems(below: 1).isEmpty)
  }
}
