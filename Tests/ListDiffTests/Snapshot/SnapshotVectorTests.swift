import ListDiff
import TestSupport
import Testing

typealias Snapshot = DiffableDataSourceSnapshot<String, Int>

/// The snapshot of the test vectors: A[1 2 3] B[4 5].
func vector() -> Snapshot { Snapshot([("A", [1, 2, 3]), ("B", [4, 5])]) }

/// Returns a snapshot as one line of text.
func outline(_ snapshot: Snapshot) -> String {
  snapshot.sectionIdentifiers
    .map { "\($0)[\(snapshot.itemIdentifiers(inSection: $0).map(String.init).joined(separator: " "))]" }
    .joined(separator: " ")
}

@Suite("Edits of snapshots") struct SnapshotVectors {
  @Test("Appended items are at the end of their section, and existing items are moved there")
  func appending() {
    var snapshot = vector()
    snapshot.appendItems([6])
    expectEqual(outline(snapshot), "A[1 2 3] B[4 5 6]")
    snapshot = vector()
    snapshot.appendItems([1], toSection: "B")
    expectEqual(outline(snapshot), "A[2 3] B[4 5 1]")
    snapshot = vector()
    snapshot.appendItems([3, 1])
    expectEqual(outline(snapshot), "A[2] B[4 5 3 1]")
  }

  @Test("Sections can be inserted and moved, and items can be removed from all of them") func sections() {
    var snapshot = vector()
    snapshot.insertSections(["C", "D"], afterSection: "A")
    snapshot.appendItems([8, 9], toSection: "C")
    expectEqual(outline(snapshot), "A[1 2 3] C[8 9] D[] B[4 5]")
    snapshot.moveSection("A", afterSection: "B")
    expectEqual(outline(snapshot), "C[8 9] D[] B[4 5] A[1 2 3]")
    snapshot.moveSection("B", beforeSection: "C")
    expectEqual(outline(snapshot), "B[4 5] C[8 9] D[] A[1 2 3]")
    snapshot.deleteItems(snapshot.itemIdentifiers.filter { $0 % 2 == 0 })
    expectEqual(outline(snapshot), "B[5] C[9] D[] A[1 3]")
  }
}

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
