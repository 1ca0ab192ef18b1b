import ListDiff
import TestSupport
import Testing

@Suite("Trees") struct SectionSnapshotTests {
  typealias Tree = DiffableDataSourceSectionSnapshot<Int>

  /// The tree of the header's drawing: 0 ▸ {1, 2 ▸ {3}, 4}, 5.
  static func drawing() -> Tree {
    var tree = Tree()
    tree.append([0, 5])
    tree.append([1, 2, 4], to: 0)
    tree.append([3], to: 2)
    return tree
  }

  @Test("Collapsing an item hides its subtree and keeps the expansion below it") func collapsing() {
    var tree = Self.drawing()
    expectEqual(tree.visibleItems, [0, 5])
    #expect(!tree.isVisible(3) && tree.contains(3))
    tree.expand([0, 2, 77])
    expectEqual(tree.visibleItems, [0, 1, 2, 3, 4, 5])
    tree.collapse([0])
    expectEqual(tree.visibleItems, [0, 5])
    #expect(tree.isExpanded(2), "what is expanded below stays so")
    tree.expand([0])
    expectEqual(tree.visibleItems, [0, 1, 2, 3, 4, 5])
  }

  @Test("Adding no items and expanding an unknown item change nothing") func emptyCalls() {
    var tree = Tree()
    tree.append([], to: 42)
    tree.insert([], before: 42)
    tree.insert([], after: 42)
    tree.expand([42])
    #expect(tree.isEmpty)
  }

  @Test("A deleted item that is appended again is not expanded") func deleting() {
    var tree = Self.drawing()
    tree.expand([0, 2])
    tree.delete([2, 3, 2])
    expectEqual(tree.items, [0, 1, 4, 5])
    tree.append([2], to: 0)
    #expect(!tree.isExpanded(2))
    tree.deleteAll()
    #expect(tree.isEmpty && tree == Tree())
  }

  @Test("The snapshot of an item contains its subtree and can replace the children of another")
  func subtrees() {
    var tree = Self.drawing()
    tree.expand([2])
    let below = tree.snapshot(of: 0)
    #expect(below.items == [1, 2, 3, 4] && below.level(of: 3) == 1 && below.isExpanded(2))
    let whole = tree.snapshot(of: 0, includingParent: true)
    #expect(whole.rootItems == [0] && whole.items == [0, 1, 2, 3, 4])
    #expect(tree.snapshot(of: 5).isEmpty)
    var replaced = tree
    replaced.replace(childrenOf: 0, using: tree.snapshot(of: 2))
    expectEqual(replaced.items, [0, 3, 5])
    expectEqual(tree.items, [0, 1, 2, 3, 4, 5], "copies are independent")
  }

  @Test("A filtered tree contains the ancestors of matches and keeps their expansion") func filtering() {
    var tree = Self.drawing()
    tree.expand([2])
    let found = tree.filtered { $0 == 3 || $0 == 5 }
    expectEqual(found.items, [0, 2, 3, 5])
    #expect(!found.isExpanded(0) && found.isExpanded(2))
    var open = found
    open.expandAll()
    expectEqual(open.visibleItems, [0, 2, 3, 5])
    expectEqual(open.expandedItems, [0, 2], "leaves are not expanded")
    #expect(tree.filtered { _ in false }.isEmpty)
    expectEqual(tree.filtered { _ in true }, tree)
    open.collapse(open.items)
    expectEqual(open.visibleItems, [0, 5])
  }

  @Test("Revealing an item expands only its ancestors") func revealing() {
    var tree = Tree()
    tree.append([0, 5])
    tree.append([1], to: 0)
    tree.append([2], to: 1)
    tree.append([3], to: 2)
    tree.reveal(2)
    expectEqual(tree.visibleItems, [0, 1, 2, 5])
    tree.reveal(9)
    expectEqual(tree.visibleItems, [0, 1, 2, 5], "nothing for what is not there")
  }

  @Test("A rebuilt tree adopts the expansion of an earlier tree") func adopting() {
    var before = Self.drawing()
    before.expand([0, 3])
    var rebuilt = Tree()
    rebuilt.append([5, 0, 8])
    rebuilt.append([3], to: 5)
    rebuilt.expand([5, 8])
    let adopted = rebuilt.adoptingExpansion(from: before)
    expectEqual(adopted.expandedItems, [3, 0, 8])
    expectEqual(rebuilt.expandedItems, [5, 8])
    rebuilt.collapse(rebuilt.items)
    expectEqual(rebuilt.adoptingExpansion(from: before).expandedItems, [3, 0])
  }

  @Test("Trees are equal if their items, their levels and their expansion are equal") func equality() {
    var other = Self.drawing()
    expectEqual(other, Self.drawing())
    expectEqual(other.hashValue, Self.drawing().hashValue)
    other.expand([0])
    #expect(other != Self.drawing())
    other.collapse([0])
    expectEqual(other, Self.drawing())
    other.move(3, after: 2)
    expectEqual(other.items, Self.drawing().items)
    #expect(other != Self.drawing(), "the level of 3 is different")
    expectEqual(Tree(other), other)
  }

  @Test("The description of a tree shows its levels and its expansion") func descriptions() {
    var tree = DiffableDataSourceSectionSnapshot<String>()
    tree.append(["Smileys", "Food", "Nature"])
    tree.append(["🍏"], to: "Food")
    tree.append(["🐶"], to: "Nature")
    tree.expand(["Food"])
    expectEqual(
      tree.description,
      """
      <DiffableDataSourceSectionSnapshot: 5 items
      -*Smileys
      +*Food
        -*🍏
      -*Nature
        - 🐶
      >
      """)
  }

  @Test("A deleted item that is appended again has its new content")
  func returningItems() {
    var tree = DiffableDataSourceSectionSnapshot<CountingIdentifier>()
    tree.append([CountingIdentifier(1), CountingIdentifier(2, content: 1)])
    tree.delete([CountingIdentifier(2)])
    tree.append([CountingIdentifier(2, content: 7)], to: CountingIdentifier(1))
    expectEqual(tree.items.map(\.content), [0, 7])
  }

  @Test("Appending items one by one hashes each item and its parent at most once") func hashing() {
    let items = (0..<1_000).map { CountingIdentifier($0) }
    let counts = CountingIdentifier.counting {
      var tree = DiffableDataSourceSectionSnapshot<CountingIdentifier>()
      tree.append([items[0]])
      for item in items.dropFirst() { tree.append([item], to: items[0]) }
      _ = tree.visibleItems
      _ = tree.filtered { $0.number % 2 == 0 }
    }
    #expect(counts.hashes <= 2 * items.count)
    #expect(counts.equalities <= items.count + 5, "one for finding the parent")
  }

  /// A file whose identity is its path.
  private struct File: Hashable {
    var path: String
    var size = 0
    static func == (first: Self, second: Self) -> Bool { first.path == second.path }
    func hash(into hasher: inout Hasher) { hasher.combine(path) }
  }

  @Test("An update replaces the content of equal items, and reconfiguring also marks them") func updating() {
    var tree = DiffableDataSourceSectionSnapshot<File>()
    tree.append([File(path: "a", size: 1)])
    tree.append([File(path: "a/b", size: 1)], to: File(path: "a"))
    let before = tree
    tree.update([File(path: "a/b", size: 2)])
    expectEqual(tree.items.map(\.size), [1, 2])
    #expect(tree.reconfiguredItemIdentifiers.isEmpty)
    tree.reconfigureItems([File(path: "a", size: 3)])
    expectEqual(tree.items.map(\.size), [3, 2])
    expectEqual(tree.reconfiguredItemIdentifiers.map(\.size), [3])
    expectEqual(before.items.map(\.size), [1, 1], "a copy keeps what it had")
    expectEqual(tree, before, "marks and contents are no difference")
    tree.append((0..<200).map { File(path: "\($0)") })
    tree.delete((0..<200).map { File(path: "\($0)") })
    expectEqual(tree.reconfiguredItemIdentifiers.count, 1, "marks outlive the deletion of other items")
    tree.removeAllMarks()
    #expect(tree.reconfiguredItemIdentifiers.isEmpty)
  }
}
