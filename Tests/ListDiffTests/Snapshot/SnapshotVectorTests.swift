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

  @Test("Inserted items are beside their anchor, and existing items are moved there") func inserting() {
    var snapshot = vector()
    snapshot.insertItems([5, 9], beforeItem: 1)
    expectEqual(outline(snapshot), "A[5 9 1 2 3] B[4]")
    snapshot.insertItems([7, 4], afterItem: 3)
    expectEqual(outline(snapshot), "A[5 9 1 2 3 7 4] B[]")
  }

  @Test("A moved item is before or after its anchor, also in another section") func moving() {
    var snapshot = vector()
    snapshot.moveItem(1, afterItem: 5)
    expectEqual(outline(snapshot), "A[2 3] B[4 5 1]")
    snapshot = vector()
    snapshot.moveItem(2, beforeItem: 3)
    expectEqual(snapshot, vector())
    snapshot.moveItem(5, beforeItem: 1)
    expectEqual(outline(snapshot), "A[5 1 2 3] B[4]")
  }

  @Test("Deleting removes items and sections and ignores unknown ones") func deleting() {
    var snapshot = vector()
    snapshot.deleteItems([4, 5, 99])
    expectEqual(outline(snapshot), "A[1 2 3] B[]")
    snapshot = vector()
    snapshot.deleteSections(["A", "Z"])
    expectEqual(outline(snapshot), "B[4 5]")
    expectEqual(snapshot.indexOfItem(4), 0)
    snapshot.deleteAllItems()
    expectEqual(snapshot.numberOfSections, 0)
    expectEqual(snapshot.numberOfItems, 0)
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

  @Test("A snapshot finds items by identifier and by position") func finding() {
    let snapshot = vector()
    expectEqual(snapshot.indexOfItem(4), 3)
    expectEqual(snapshot.position(of: 5), ItemPosition(section: 1, item: 1))
    expectEqual(snapshot.itemIdentifier(at: ItemPosition(section: 0, item: 2)), 3)
    #expect(snapshot.itemIdentifier(at: ItemPosition(section: 0, item: 3)) == nil)
    expectEqual(snapshot.sectionIdentifier(containingItem: 4), "B")
  }
}
