import ListDiff
import TestSupport
import Testing

/// Snapshots that a filter derives from another snapshot share its table.
@Suite("Filtering")
struct FilteringTests {
  let all = NumberSnapshot([(0, Array(0..<40)), (1, Array(40..<50)), (2, Array(50..<100))])

  @Test("Filtered items stay in their section; empty sections stay until they are deleted")
  func sectionsStay() {
    var some = all.filtered { $0 % 10 == 0 && $0 / 10 != 4 }
    expectEqual(some.itemIdentifiers, [0, 10, 20, 30, 50, 60, 70, 80, 90])
    expectEqual(some.sectionIdentifiers, [0, 1, 2])
    expectEqual(some.numberOfItems(inSection: 1), 0)
    expectEqual(some.position(of: 60), ItemPosition(section: 2, item: 1))
    expectEqual(some.itemIdentifier(at: ItemPosition(section: 2, item: 1)), 60)
    #expect(some.position(of: 61) == nil)
    some.deleteEmptySections()
    expectEqual(some.sectionIdentifiers, [0, 2])
    expectEqual(some.indexOfSection(2), 1)
    expectEqual((0..<3).map { some.difference(from: all).sectionDestination(at: $0) }, [0, nil, 1])
    expectEqual((0..<3).map { all.difference(from: some).sectionChange(at: $0) }, [nil, .inserted, nil])
  }

  @Test("Restricting selects items by position and keeps their order")
  func restricting() {
    expectEqual(all.restricted(toItemsAt: [7, 99, 3, 7]).itemIdentifiers, [3, 7, 99])
    let some = all.restricted(toItemsAt: PositionSet([50, 51, 52], bound: 100))
    expectEqual(
      some.restricted(toItemsAt: [2]).itemIdentifiers, [52], "places are those of what is restricted")
    expectEqual(all.restricted(toItemsAt: PositionSet(allBelow: 100)), all)
    expectEqual(some, all.filtered { (50...52).contains($0) })
    #expect(some != all.filtered { (51...53).contains($0) })
  }

  @Test("Filters, filters of filters, their differences and the way back hash no item")
  func nothingIsHashed() {
    let all = ComplexityTests.snapshot(0..<2_000)
    let marks = PositionSet(stride(from: 0, to: 2_000, by: 3), bound: 2_000)
    let counts = CountingIdentifier.counting {
      let some = all.filtered { $0.number % 2 == 0 }
      let fewer = some.filtered { $0.number % 5 == 0 }
      let others = all.restricted(toItemsAt: marks)
      for (old, new) in [(all, some), (some, fewer), (fewer, others), (others, all), (fewer, all)] {
        let difference = new.difference(from: old)
        expectEqual(difference.movedCount, 0)
        expectEqual(difference.insertedCount - difference.deletedCount, new.numberOfItems - old.numberOfItems)
        _ = difference.insertedRanges
        _ = difference.deletedRanges
        _ = difference.change(ofItemAt: new.numberOfItems / 2)
      }
    }
    expectEqual(counts, .init())
    let lookingUp = CountingIdentifier.counting {
      expectEqual(all.restricted(toItemsAt: marks).indexOfItem(CountingIdentifier(1_500, content: 7)), 500)
    }
    expectEqual(lookingUp, .init(equalities: 1, hashes: 1))
  }

  @Test("Filtered snapshots can be edited, compared and filtered again like any other")
  func edits() {
    var some = all.filtered { $0 % 2 == 0 }
    some.appendItems([1, 200, 98], toSection: 0)
    some.moveItem(4, beforeItem: 60)
    some.deleteItems([0, 8])
    some.reloadItems([10])
    expectEqual(some.itemIdentifiers(inSection: 0).suffix(4), [38, 1, 200, 98])
    #expect(some.indexOfItem(3) == nil)
    for other in [all, all.filtered { $0 < 70 }, some.filtered { $0 > 3 }, NumberSnapshot([(2, [4, 1, 2])])] {
      checkReplay(from: some, to: other)
      checkReplay(from: other, to: some)
    }
    expectEqual(some.difference(from: all).reloadedItems, [ItemPosition(section: 0, item: 2)])
  }

  @Test("Any number of deletions keeps the shared table")
  func deletions() {
    let all = ComplexityTests.snapshot(0..<10_000)
    var some = all
    for number in stride(from: 0, to: 10_000, by: 2) { some.deleteItems([CountingIdentifier(number)]) }
    let counts = CountingIdentifier.counting {
      expectEqual(some.difference(from: all).deletedCount, 5_000)
      expectEqual(all.difference(from: some).insertedCount, 5_000)
    }
    expectEqual(counts, .init())
    expectEqual(some.itemIdentifiers.map(\.number), Array(stride(from: 1, to: 10_000, by: 2)))
  }

  @Test("The survivors nearest to a deleted row are found", arguments: 0..<20)
  func survivors(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let share = [3, 50, 97][seed % 3]
    let snapshots = [all] + (0..<3).map { _ in all.filtered { _ in generator.chance(share) } }
    for old in snapshots {
      for new in snapshots {
        let difference = new.difference(from: old)
        for _ in 0..<20 where old.numberOfItems > 0 {
          let start = generator.number(0..<old.numberOfItems)
          let range = start..<generator.number(start..<old.numberOfItems + 1)
          let there = range.filter { difference.destination(ofItemAt: $0) != nil }
          expectEqual(difference.firstSurvivor(in: range), there.first)
          expectEqual(difference.lastSurvivor(in: range), there.last)
        }
      }
    }
  }

  @Test("Positions with another bound than the number of items trap")
  func otherBound() async {
    expectTrap(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = NumberSnapshot([(0, [1, 2])]).restricted(toItemsAt: PositionSet(allBelow: 3))
      }, "restricted(toItemsAt:): indexes below 3, but there are 2 items", in: nil)
  }
}

/// Compares filters of large snapshots, and edits between them, with lists of numbers.
@Suite("Random filtering")
struct RandomFilteringTests {
  @Test("Differences of all pairs of subsets of one snapshot replay", arguments: 0..<4)
  func pairsOfSubsets(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let all = NumberSnapshot([(0, Array(0..<700)), (1, []), (2, Array(700..<1_400))])
    var edited = all
    edited.moveItem(1_300, beforeItem: 5)
    edited.deleteItems([64, 128])
    edited.appendItems([2_000, 2_001], toSection: 1)
    let snapshots = [all, edited].flatMap { snapshot in
      [snapshot] + [2, 40, 60, 99].map { share in snapshot.filtered { _ in generator.chance(share) } }
    }
    for old in snapshots {
      for new in snapshots { checkReplay(from: old, to: new) }
    }
  }
}
