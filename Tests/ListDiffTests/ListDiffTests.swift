import ListDiff
import Testing

typealias Snapshot = DiffableDataSourceSnapshot<String, Int>

/// The snapshot of the test vectors: A[1 2 3] B[4 5].
func vector() -> Snapshot { Snapshot([("A", [1, 2, 3]), ("B", [4, 5])]) }

/// A snapshot on one line.
func outline(_ snapshot: Snapshot) -> String {
  snapshot.sectionIdentifiers
    .map { "\($0)[\(snapshot.itemIdentifiers(inSection: $0).map(String.init).joined(separator: " "))]" }
    .joined(separator: " ")
}

@Suite struct SnapshotVectors {
  @Test func appending() {
    var snapshot = vector()
    snapshot.appendItems([6])
    #expect(outline(snapshot) == "A[1 2 3] B[4 5 6]")
    snapshot = vector()
    snapshot.appendItems([1], toSection: "B")
    #expect(outline(snapshot) == "A[2 3] B[4 5 1]")
    snapshot = vector()
    snapshot.appendItems([3, 1])
    #expect(outline(snapshot) == "A[2] B[4 5 3 1]")
  }

  @Test func inserting() {
    var snapshot = vector()
    snapshot.insertItems([5, 9], beforeItem: 1)
    #expect(outline(snapshot) == "A[5 9 1 2 3] B[4]")
    snapshot.insertItems([7, 4], afterItem: 3)
    #expect(outline(snapshot) == "A[5 9 1 2 3 7 4] B[]")
  }

  @Test func moving() {
    var snapshot = vector()
    snapshot.moveItem(1, afterItem: 5)
    #expect(outline(snapshot) == "A[2 3] B[4 5 1]")
    snapshot = vector()
    snapshot.moveItem(2, beforeItem: 3)
    #expect(snapshot == vector())
    snapshot.moveItem(5, beforeItem: 1)
    #expect(outline(snapshot) == "A[5 1 2 3] B[4]")
  }

  @Test func deleting() {
    var snapshot = vector()
    snapshot.deleteItems([4, 5, 99])
    #expect(outline(snapshot) == "A[1 2 3] B[]")
    snapshot = vector()
    snapshot.deleteSections(["A", "Z"])
    #expect(outline(snapshot) == "B[4 5]")
    #expect(snapshot.indexOfItem(4) == 0)
    snapshot.deleteAllItems()
    #expect(snapshot.numberOfSections == 0)
    #expect(snapshot.numberOfItems == 0)
  }

  @Test func sections() {
    var snapshot = vector()
    snapshot.insertSections(["C", "D"], afterSection: "A")
    snapshot.appendItems([8, 9], toSection: "C")
    #expect(outline(snapshot) == "A[1 2 3] C[8 9] D[] B[4 5]")
    snapshot.moveSection("A", afterSection: "B")
    #expect(outline(snapshot) == "C[8 9] D[] B[4 5] A[1 2 3]")
    snapshot.moveSection("B", beforeSection: "C")
    #expect(outline(snapshot) == "B[4 5] C[8 9] D[] A[1 2 3]")
    snapshot.removeItems { $0 % 2 == 0 }
    #expect(outline(snapshot) == "B[5] C[9] D[] A[1 3]")
  }

  @Test func finding() {
    let snapshot = vector()
    #expect(snapshot.indexOfItem(4) == 3)
    #expect(snapshot.position(of: 5) == ItemPosition(section: 1, item: 1))
    #expect(snapshot.itemIdentifier(at: ItemPosition(section: 0, item: 2)) == 3)
    #expect(snapshot.itemIdentifier(at: ItemPosition(section: 0, item: 3)) == nil)
    #expect(snapshot.sectionIdentifier(containingItem: 4) == "B")
  }
}

@Suite struct DifferenceBasics {
  @Test func oneOfEach() {
    let old = Snapshot([("A", [1, 2, 3, 4]), ("B", [5, 6])])
    let new = Snapshot([("A", [1, 4, 9, 2]), ("B", [5, 6])])
    let difference = new.difference(from: old)
    #expect(difference.insertedItems == [ItemPosition(section: 0, item: 2)])
    #expect(difference.deletedItems == [ItemPosition(section: 0, item: 2)])
    #expect(difference.movedCount == 1)
    #expect(old.applying(difference) == new)
  }

  @Test func smallPermutations() {
    for count in 0...4 {
      for old in permutations(count) {
        for new in permutations(count) {
          let difference = Snapshot([("A", new)]).difference(from: Snapshot([("A", old)]))
          #expect(difference.movedCount == count - longestCommon(old, new), "\(old) \(new)")
          #expect(Snapshot([("A", old)]).applying(difference) == Snapshot([("A", new)]))
          #expect(old.applying(difference.collectionDifference) == new)
        }
      }
    }
  }
}

func permutations(_ count: Int) -> [[Int]] {
  if count == 0 { return [[]] }
  return permutations(count - 1).flatMap { shorter in
    (0..<count).map { place in
      var longer = shorter
      longer.insert(count - 1, at: place)
      return longer
    }
  }
}

private func longestCommon(_ first: [Int], _ second: [Int]) -> Int {
  var lengths = Array(repeating: Array(repeating: 0, count: second.count + 1), count: first.count + 1)
  for (i, a) in first.enumerated() {
    for (j, b) in second.enumerated() {
      lengths[i + 1][j + 1] = a == b ? lengths[i][j] + 1 : max(lengths[i][j + 1], lengths[i + 1][j])
    }
  }
  return lengths[first.count][second.count]
}

@Suite struct SectionSnapshotBasics {
  @Test func headerArt() {
    var tree = DiffableDataSourceSectionSnapshot<Int>()
    tree.append([0, 5])
    tree.append([1, 2, 4], to: 0)
    tree.append([3], to: 2)
    #expect(tree.items == [0, 1, 2, 3, 4, 5])
    #expect(tree.visibleItems == [0, 5])
    var edited = tree
    edited.insert([9], after: 0)
    #expect(edited.items == [0, 1, 2, 3, 4, 9, 5])
    #expect(edited.level(of: 9) == 0)
    edited = tree
    edited.insert([9], after: 2)
    #expect(edited.items == [0, 1, 2, 3, 9, 4, 5])
    #expect(edited.level(of: 9) == 1)
    edited.expand([0])
    #expect(edited.visibleItems == [0, 1, 2, 9, 4, 5])
    #expect(edited.filtered { $0 == 3 }.items == [0, 2, 3])
    edited.delete([0])
    #expect(edited.items == [5])
  }
}
