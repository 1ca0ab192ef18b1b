import ListDiff
import TestSupport
import Testing

/// Copies share the parts they have in common, and never see each other's edits.
@Suite("Copies of snapshots") struct SharingTests {
  @Test("Tasks that make empty snapshots write to no common memory, as the thread sanitizer checks")
  func emptySnapshots() async {
    let results = await withTaskGroup(of: NumberSnapshot.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var snapshot = NumberSnapshot([(0, [])])
          for _ in 0..<100 { snapshot.deleteItems([]) }
          snapshot.reloadItems([])
          return snapshot
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.allSatisfy { $0.isEmpty == false && $0.numberOfItems == 0 })
  }

  @Test("Copies that many tasks edit are independent") func tasks() async {
    let base = NumberSnapshot([(0, Array(0..<2_000)), (1, [])])
    let results = await withTaskGroup(of: (Int, NumberSnapshot, Int).self) { group in
      for task in 0..<16 {
        group.addTask {
          var copy = base
          for edit in 0..<60 {
            copy.moveItem((task * 61 + edit * 7) % 2_000, afterItem: (task * 61 + edit * 7 + 1_000) % 2_000)
            copy.appendItems([10_000 + task * 100 + edit], toSection: 1)
          }
          return (task, copy, copy.difference(from: base).insertedCount)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    expectEqual(base, NumberSnapshot([(0, Array(0..<2_000)), (1, [])]))
    for (task, copy, inserted) in results {
      expectEqual(inserted, 60)
      expectEqual(copy.itemIdentifiers(inSection: 1), (0..<60).map { 10_000 + task * 100 + $0 })
      expectEqual(base.applying(copy.difference(from: base)), copy)
    }
  }

  @Test("The difference of an appended page is a single inserted range") func pages() {
    var current = NumberSnapshot([(0, [])])
    for page in 0..<50 {
      var next = current
      next.appendItems(Array(page * 20..<page * 20 + 20))
      let difference = next.difference(from: current)
      expectEqual(difference.insertedRanges, [page * 20..<page * 20 + 20])
      #expect(difference.movedCount == 0 && difference.deletedCount == 0)
      current = next
    }
    expectEqual(current.itemIdentifiers, Array(0..<1_000))
    #expect((0..<1_000).allSatisfy { current.indexOfItem($0) == $0 })
  }

  @Test("A lookup in an edited copy hashes the item once, and a difference hashes no item") func lookups() {
    let items = (0..<1_000).map { CountingIdentifier($0) }
    var copy = DiffableDataSourceSnapshot([(0, items)])
    let base = copy
    for edit in 0..<20 { copy.moveItem(items[edit * 3], afterItem: items[900 - edit]) }
    copy.insertItems([CountingIdentifier(5_000)], beforeItem: items[500])
    let counts = CountingIdentifier.counting {
      _ = copy.indexOfItem(items[700])
      _ = copy.itemIdentifier(at: 400)
    }
    expectEqual(counts.hashes, 1)
    #expect(counts.equalities <= 1)
    let difference = CountingIdentifier.counting { _ = copy.difference(from: base) }
    expectEqual(difference.hashes, 0, "what was added remembers its hash")
    #expect(difference.equalities <= 2)
  }

  @Test("The difference of an unchanged copy is empty and hashes no item") func unchangedCopy() {
    let items = (0..<1_000).map { CountingIdentifier($0) }
    let snapshot = DiffableDataSourceSnapshot([(0, items), (1, [])])
    let counts = CountingIdentifier.counting {
      #expect(snapshot.difference(from: snapshot).isEmpty)
    }
    expectEqual(counts, .init())
  }
}

/// Snapshots so large that their index is filled region by region.
@Suite("Large snapshots") struct LargeSnapshotTests {
  private static let count = 530_000

  @Test("A large snapshot finds its items, and its validation finds a duplicate") func largeIndex() throws {
    // Numbers, many of which share their last 32 bits, and strings, which are hashed differently.
    let numbers = (0..<Self.count).map { $0 & 1 == 0 ? $0 : $0 << 40 }
    let snapshot = DiffableDataSourceSnapshot([(0, numbers)])
    for position in stride(from: 0, to: Self.count, by: 997) {
      expectEqual(snapshot.indexOfItem(numbers[position]), position)
    }
    #expect(snapshot.indexOfItem(1) == nil && snapshot.indexOfItem(2 << 40) == nil)
    var twice = numbers
    twice[Self.count - 1] = numbers[7]
    #expect(throws: SnapshotError.self) { try DiffableDataSourceSnapshot(validating: [(0, twice)]) }
    let reversed = DiffableDataSourceSnapshot([(0, Array(numbers.reversed()))])
    let difference = reversed.difference(from: snapshot)
    #expect(difference.insertedCount == 0 && difference.deletedCount == 0)
    expectEqual(difference.movedCount, Self.count - 1)
  }
}
