import ListDiff
import TestSupport
import Testing

/// What a difference reports about updated items and sections, and about inserted and deleted ones near them.
@Suite("Updates in differences") struct UpdateTests {
  @Test(
    "An update of any number of items takes over their content, and nothing else",
    arguments: [1, 3, 64, 65, 100])
  func updatedContent(count: Int) {
    let old = DiffableDataSourceSnapshot([(0, (0..<100).map { CountingIdentifier($0) })])
    for isShared in [false, true] {
      var new = isShared ? old : DiffableDataSourceSnapshot([(0, old.itemIdentifiers)])
      new.reconfigureItems((0..<count).map { CountingIdentifier($0, content: 7) })
      expectEqual(new.itemIdentifiers.map(\.number), Array(0..<100))
      expectEqual(new.itemIdentifiers.map(\.content), (0..<100).map { $0 < count ? 7 : 0 })
      expectEqual(new.indexOfItem(CountingIdentifier(count - 1)), count - 1)
      expectEqual(new.difference(from: old) { $0.content == $1.content }.reconfiguredCount, count)
      #expect(old.itemIdentifiers.allSatisfy { $0.content == 0 })
    }
  }

  @Test("A reloaded item is not reported as reconfigured too")
  func reloadedItems() {
    let old = DiffableDataSourceSnapshot([("A", [CountingIdentifier(1), CountingIdentifier(2)])])
    var new = DiffableDataSourceSnapshot(
      [("A", [CountingIdentifier(1, content: 1), CountingIdentifier(2, content: 1)])])
    new.reconfigureItems(new.itemIdentifiers)
    new.reloadItems([new.itemIdentifiers[0]])
    for difference in [new.difference(from: old), new.difference(from: old) { $0.content == $1.content }] {
      expectEqual(difference.reloadedItems, [ItemPosition(section: 0, item: 0)])
      expectEqual(difference.reconfiguredItems, [ItemPosition(section: 0, item: 1)])
    }
  }

  private typealias Difference = SnapshotDifference<String, Int>

  /// A: 1 2 3, B: 4 5 becomes C: 6, A: 3 2, B: 4 5. B and the moved item 3 are reloaded; 2 is reconfigured.
  private static let difference: Difference = {
    let old: Difference.Snapshot = vector()
    var new = old
    new.insertSections(["C"], beforeSection: "A")
    new.appendItems([6], toSection: "C")
    new.deleteItems([1])
    new.moveItem(3, beforeItem: 2)
    new.reloadItems([3])
    new.reconfigureItems([2])
    new.reloadSections(["B"])
    return new.difference(from: old)
  }()

  @Test("A difference reports which items are reloaded or reconfigured, including moved ones")
  func movedItems() {
    let difference = Self.difference
    expectEqual(difference.new.itemIdentifiers, [6, 3, 2, 4, 5])
    let moved = (0..<5).filter { [.movedUp, .movedDown].contains(difference.change(ofItemAt: $0)) }
    expectEqual(moved.count, 1, "the fewest")
    expectEqual((0..<5).filter { difference.isReloaded(itemAt: $0) }, [1, 3, 4])
    expectEqual((0..<5).filter { difference.isReconfigured(itemAt: $0) }, [2])
  }

  @Test("A difference reports inserted and reloaded sections") func sections() {
    let difference = Self.difference
    expectEqual((0..<3).map { difference.sectionChange(at: $0) }, [.inserted, nil, .reloaded])
    expectEqual(difference.reloadedSections, [2])
  }

  @Test("A section that is inserted and marked is inserted, not reloaded") func markedInsertedSection() {
    let old = Difference.Snapshot([("A", [1])])
    var new = old
    new.appendSections(["B"])
    new.appendItems([2], toSection: "B")
    new.reloadSections(["A", "B"])
    let difference = new.difference(from: old)
    expectEqual((0..<2).map { difference.sectionChange(at: $0) }, [.reloaded, .inserted])
    expectEqual(difference.reloadedSections, [0])
    expectEqual(difference.reloadedItems, [ItemPosition(section: 0, item: 0)])
  }

  @Test("Inserted ranges refer to the new snapshot, deleted ranges to the old one") func ranges() {
    let difference = Self.difference
    expectEqual(difference.insertedRanges, [0..<1])
    expectEqual(difference.deletedRanges, [0..<1])
    let back = vector().difference(from: DiffableDataSourceSnapshot([("A", [9, 1, 8, 7, 3, 6])]))
    expectEqual(back.deletedRanges, [0..<1, 2..<4, 5..<6])
    expectEqual(back.insertedRanges, [1..<2, 3..<5])
  }

  @Test("The survivors of a range are its first and its last item that remain") func survivors() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let old = Array(0..<Int.random(in: 0...12, using: &random))
      let new = old.filter { _ in Bool.random(using: &random) } + [99]
      let moved = Bool.random(using: &random) ? new : new.shuffled(using: &random)
      let difference = NumberSnapshot([(0, moved)]).difference(from: NumberSnapshot([(0, old)]))
      for start in 0...old.count {
        for end in start...old.count {
          let staying = (start..<end).filter(new.contains)
          expectEqual(difference.firstSurvivor(in: start..<end), staying.first)
          expectEqual(difference.lastSurvivor(in: start..<end), staying.last)
        }
      }
    }
  }
}
