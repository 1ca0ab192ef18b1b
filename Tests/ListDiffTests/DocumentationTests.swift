import ListDiff
import TestSupport
import Testing

/// The examples of the documentation give the results that it shows.
@Suite("Examples of the documentation") struct DocumentationTests {
  @Test("The example of the overview gives the description that it shows") func overview() {
    var old = DiffableDataSourceSnapshot<String, Int>()
    old.appendSections(["peaks"])
    old.appendItems([1, 2, 3, 4])
    var new = old
    new.moveItem(4, afterItem: 1)
    new.deleteItems([3])
    let difference = new.difference(from: old)
    expectEqual(difference.change(ofItemAt: 1), .movedUp)
    expectEqual(difference.origin(ofItemAt: 2), 1)
    expectEqual(difference.movedCount, 1)
    expectEqual(
      "\(difference)",
      """
      2 changes
      - 3 [0, 2]
      ↑ 4 [0, 3] → [0, 1]
      """)
  }

  @Test("Members whose parameters are those of UIKit can be passed by name") func membersByName() {
    var snapshot = DiffableDataSourceSnapshot([("A", [1, 2]), ("B", [3])])
    expectEqual(snapshot.sectionIdentifiers.map(snapshot.numberOfItems(inSection:)), [2, 1])
    expectEqual(snapshot.sectionIdentifiers.flatMap(snapshot.itemIdentifiers(inSection:)), [1, 2, 3])
    var tree = DiffableDataSourceSectionSnapshot<Int>()
    tree.append([1, 4])
    tree.append([2], to: 1)
    tree.expand([1])
    expectEqual(tree.items.map(tree.level(of:)), [0, 1, 0])
    expectEqual(tree.items.map(tree.parent(of:)), [nil, 1, nil])
    expectEqual(tree.items.filter(tree.isExpanded), [1])
    [[1], [3]].forEach { snapshot.deleteItems($0) }
    expectEqual(snapshot.itemIdentifiers, [2])
  }

  @Test("The example of filtering gives the counts that it shows") func filtering() {
    let all = DiffableDataSourceSnapshot([("peaks", Array(1...1_000_000))])
    let some = all.filtered { $0.isMultiple(of: 3) }
    expectEqual(some.difference(from: all).deletedCount, 666_667)
    expectEqual(all.difference(from: some).insertedCount, 666_667)
  }

  @Test("The example of a difference gives the description that it shows") func differenceDrawing() {
    let old = DiffableDataSourceSnapshot([("A", ["a", "b", "c", "d"])])
    let new = DiffableDataSourceSnapshot([("A", ["a", "d", "x", "b"])])
    expectEqual(
      "\(new.difference(from: old))",
      """
      3 changes
      - c [0, 2]
      + x [0, 2]
      ↑ d [0, 3] → [0, 1]
      """)
  }
}
