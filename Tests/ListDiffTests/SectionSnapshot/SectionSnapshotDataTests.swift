import Foundation
import ListDiff
import TestSupport
import Testing

/// Trees built from data that may be wrong: no data stops the program.
@Suite("Trees from invalid data") struct SectionSnapshotDataTests {
  typealias Tree = DiffableDataSourceSectionSnapshot<Int>

  private static let tree: Tree = {
    var tree = Tree()
    tree.append([1, 2])
    tree.append([10, 11], to: 1)
    tree.append([100], to: 11)
    tree.expand([1, 2])
    return tree
  }()

  @Test("A tree can be created from items and their parents in any order") func anyOrder() throws {
    let tree = try Tree(validating: [(100, 11), (1, nil), (10, 1), (2, nil), (11, 1)])
    var expected = Self.tree
    expected.collapse(expected.items)
    expectEqual(tree, expected)
    #expect(try Tree(validating: []).isEmpty)
  }

  @Test("Creating a tree from duplicate items throws an error") func duplicates() {
    let error = SnapshotError.duplicateItems(operation: "init(validating:)", items: ["1"], present: [])
    #expect(throws: error) { try Tree(validating: [(1, nil), (2, 1), (1, 2)]) }
  }

  @Test("Creating a tree throws an error that lists the items without a path to a root") func orphans() {
    let error = SnapshotError.orphanedItems(
      operation: "init(validating:)",
      items: ["2 below 9", "3 below 2", "4 below 5", "5 below 4", "6 below 6"])
    #expect(throws: error) {
      try Tree(validating: [(1, nil), (2, 9), (3, 2), (4, 5), (5, 4), (6, 6)])
    }
    expectEqual(
      error.description,
      "init(validating:): items without a path to a root:"
        + " [2 below 9, 3 below 2, 4 below 5, 5 below 4, 6 below 6]."
        + " Parent item identifier does not exist in section snapshot, or is below the item")
  }

  @Test("Appending new items returns those that cannot be appended") func newItems() {
    var tree = Self.tree
    expectEqual(tree.appendNewItems([12, 10, 12, 13], to: 1), [10, 12])
    expectEqual(tree.children(of: 1), [10, 11, 12, 13])
    expectEqual(tree.appendNewItems([2, 3]), [2])
    expectEqual(tree.rootItems, [1, 2, 3])
    expectEqual(tree.appendNewItems([20, 21], to: 99), [20, 21], "a parent that is gone")
    expectEqual(tree.numberOfItems, 8)
  }

  @Test("A decoded tree equals the encoded tree, including its expansion") func coding() throws {
    let data = try JSONEncoder().encode(Self.tree)
    let decoded = try JSONDecoder().decode(Tree.self, from: data)
    expectEqual(decoded, Self.tree)
    expectEqual(decoded.visibleItems, [1, 10, 11, 2])
    var small = Tree()
    small.append([1, 2])
    small.append([10], to: 1)
    small.expand([1])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try expectEqual(
      String(decoding: encoder.encode(small), as: UTF8.self),
      #"[{"children":[{"item":10}],"isExpanded":true,"item":1},{"item":2}]"#)
    #expect(try JSONDecoder().decode(Tree.self, from: JSONEncoder().encode(Tree())).isEmpty)
  }

  @Test("A random tree can be restored from its encoding or from its items and parents", arguments: 0..<20)
  func randomTrees(_ seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var tree = Tree()
    for item in 0..<generator.number(0..<30) {
      tree.append([item], to: generator.chance(70) ? tree.items.randomElement(using: &generator) : nil)
      if generator.chance(40) { tree.expand([item]) }
    }
    try expectEqual(JSONDecoder().decode(Tree.self, from: JSONEncoder().encode(tree)), tree)
    let rows = tree.items.map { (item: $0, parent: tree.parent(of: $0)) }
    var collapsed = tree
    collapsed.collapse(tree.items)
    try expectEqual(Tree(validating: rows), collapsed)
  }

  @Test(
    "Decoding a tree from invalid data throws an error",
    arguments: [
      #"[{"item":1},{"item":1}]"#,
      #"[{"item":1,"children":[{"item":2,"children":[{"item":1}]}]}]"#,
      #"[{"children":[{"item":2}]}]"#,
      #"[{"item":1,"isExpanded":"yes"}]"#,
      #"[{"item":1,"children":2}]"#,
      #"{"item":1}"#,
    ])
  func invalidData(_ json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Tree.self, from: Data(json.utf8)) }
  }
}
