import ListDiff
import TestSupport
import Testing

@Suite("Differences of snapshots") struct DifferenceTests {
  @Test("A difference reports an inserted, a deleted and a moved item with their positions")
  func oneOfEach() {
    let old = Snapshot([("A", [1, 2, 3, 4]), ("B", [5, 6])])
    let new = Snapshot([("A", [1, 4, 9, 2]), ("B", [5, 6])])
    let difference = new.difference(from: old)
    expectEqual(difference.insertedItems, [ItemPosition(section: 0, item: 2)])
    expectEqual(difference.deletedItems, [ItemPosition(section: 0, item: 2)])
    expectEqual(difference.movedItems.map(\.from), [ItemPosition(section: 0, item: 3)])
    expectEqual(difference.movedItems.map(\.to), [ItemPosition(section: 0, item: 1)])
    expectEqual(difference.change(ofItemAt: 1), .movedUp)
    expectEqual(difference.change(ofItemAt: 2), .inserted)
    #expect(difference.change(ofItemAt: 3) == nil, "a row that shifts has not moved")
    expectEqual(difference.origin(ofItemAt: 3), 1)
    #expect(difference.destination(ofItemAt: 2) == nil)
    expectEqual(difference.changeCount, 3)
  }

  @Test("A moved item is reported as moved down, or up in the opposite difference") func directions() {
    let old = Snapshot([("A", [1, 2, 3, 4, 5])])
    let new = Snapshot([("A", [7, 8, 9, 2, 3, 1, 4, 5])])
    let difference = new.difference(from: old)
    expectEqual(difference.change(ofItemAt: 5), .movedDown)
    let back = old.difference(from: new)
    expectEqual(back.change(ofItemAt: 0), .movedUp)
    expectEqual(back.movedCount, 1)
  }

  @Test("Of two rows that exchange their places, the lower one moved up", arguments: [2, 10, 1000])
  func exchangedRows(count: Int) {
    var order = Array(0..<count)
    order.swapAt(count / 2 - 1, count / 2)
    let difference = NumberSnapshot([(0, order)]).difference(from: NumberSnapshot([(0, Array(0..<count))]))
    expectEqual(difference.movedCount, 1)
    expectEqual(difference.change(ofItemAt: count / 2 - 1), .movedUp)
  }

  @Test("An item in another section has moved, even if one of the sections is new or deleted")
  func betweenSections() {
    let old = Snapshot([("A", [1, 2]), ("B", [3]), ("C", [4])])
    let new = Snapshot([("A", [1, 4]), ("D", [2]), ("C", [3])])
    let difference = new.difference(from: old)
    expectEqual(difference.movedCount, 3)
    #expect(difference.insertedCount == 0 && difference.deletedCount == 0)
    expectEqual(difference.change(ofItemAt: 1), .movedUp, "from C, which lies below")
    expectEqual(difference.change(ofItemAt: 2), .movedDown, "from A into a section that has just come")
    expectEqual(difference.change(ofItemAt: 3), .movedDown, "out of a section that is gone")
    #expect(difference.sectionOrigin(at: 1) == nil && difference.sectionDestination(at: 1) == nil)
    expectEqual(old.applying(difference), new)
  }

  @Test("An item out of a deleted section moved down if its index is at least the old one, otherwise up")
  func outOfDeletedSection() {
    let new = Snapshot([("A", [1]), ("C", [2, 3])])
    let same = new.difference(from: Snapshot([("A", [1]), ("B", [2]), ("C", [3])]))
    expectEqual((0..<3).map { same.change(ofItemAt: $0) }, [nil, .movedDown, nil])
    let higher = new.difference(from: Snapshot([("A", [1]), ("C", [3]), ("B", [2])]))
    expectEqual((0..<3).map { higher.change(ofItemAt: $0) }, [nil, .movedUp, nil])
  }

  @Test("The reload mark of a deleted section is no change") func deletedMark() {
    var new = vector()
    new.appendSections(["C"])
    new.reloadSections(["C"])
    new.deleteSections(["C"])
    let difference = new.difference(from: vector())
    #expect(difference.isEmpty && difference.changeCount == 0)
    expectEqual(difference.description, "no changes")
    new.reloadSections(["B"])
    #expect(!new.difference(from: vector()).isEmpty)
  }

  @Test("A difference reports the given item as moved unless the order rules that out") func knownMove() {
    let old = Snapshot([("A", [1, 2, 3])])
    let new = Snapshot([("A", [2, 1, 3])])
    let known = new.difference(from: old, moved: [1])
    expectEqual(known.movedItems.map { [$0.from.item, $0.to.item] }, [[0, 1]])
    #expect(known.change(ofItemAt: 1) == .movedDown && known.change(ofItemAt: 0) == nil)
    let other = new.difference(from: old, moved: [2])
    expectEqual(other.movedItems.map { [$0.from.item, $0.to.item] }, [[1, 0]])
    #expect(other.change(ofItemAt: 0) == .movedUp && other.change(ofItemAt: 1) == nil)
    let impossible = new.difference(from: old, moved: [3])
    #expect(impossible.movedCount == 1 && impossible.change(ofItemAt: 2) == nil)
  }

  @Test("A difference reports exactly the items that were moved together", arguments: 0..<40)
  func knownMoves(_ seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let old = NumberSnapshot([(0, Array(0..<generator.number(2..<9))), (1, Array(10..<13)), (2, [])])
    let block = old.itemIdentifiers.filter { _ in generator.chance(30) }
    var new = old
    new.deleteItems(block)
    let rest = new.itemIdentifiers
    if let beside = rest.randomElement(using: &generator), generator.chance(80) {
      new.insertItems(block, beforeItem: beside)
    } else {
      new.appendItems(block, toSection: generator.number(0..<3))
    }
    if generator.chance(20) { new.appendItems([50]) }
    let difference = new.difference(from: old, moved: block)
    let moved = difference.movedItems.compactMap { new.itemIdentifier(at: $0.to) }
    // In a section whose remaining items keep their order, only items from other sections have moved.
    let expected = new.itemIdentifiers.filter { item in
      guard block.contains(item), let section = new.sectionIdentifier(containingItem: item) else {
        return false
      }
      let before = old.itemIdentifiers(inSection: section)
      let kept = new.itemIdentifiers(inSection: section).filter(before.contains)
      return !before.contains(item) || kept != before.filter(kept.contains)
    }
    expectEqual(moved, expected, "\(old)\n→\n\(new)")
    expectEqual(old.applying(difference), new)
    expectEqual(old.itemIdentifiers.applying(difference.collectionDifference), new.itemIdentifiers)
  }

  @Test("A collection difference associates the removal of a moved item with its insertion")
  func associations() throws {
    let old = Snapshot([("A", [1, 2, 3])])
    let new = Snapshot([("A", [2, 3, 1])])
    let difference = new.difference(from: old).collectionDifference
    expectEqual(difference.count, 2)
    let removal = try #require(difference.removals.first)
    guard case .remove(let offset, let element, let associated) = removal else { return }
    #expect((offset, element, associated) == (0, 1, 2))
  }

  @Test("A difference does not apply to a snapshot other than its old one") func otherStart() {
    let difference = Snapshot([("A", [1])]).difference(from: vector())
    #expect(Snapshot([("A", [7])]).applying(difference) == nil)
  }

  @Test("A difference does not confuse items that have the same hash", arguments: 0..<24)
  func collisions(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let hashes = [1, 3, 20][seed % 3]
    func list() -> [Colliding] {
      var numbers = (0..<80).filter { _ in generator.chance(70) }
      for _ in 0..<generator.number(0..<12) {
        numbers.insert(
          numbers.remove(at: generator.number(0..<numbers.count)), at: generator.number(0..<numbers.count))
      }
      return numbers.map { Colliding(number: $0, hashes: hashes) }
    }
    let (old, new) = (list(), list())
    let difference = DiffableDataSourceSnapshot([(0, new)]).difference(
      from: DiffableDataSourceSnapshot([(0, old)]))
    let origins = new.map { item in old.firstIndex { $0.number == item.number } }
    expectEqual(new.indices.map { difference.origin(ofItemAt: $0) }, origins)
    expectEqual(
      difference.movedCount,
      origins.compactMap(\.self).count
        - longestIncreasing(origins.compactMap(\.self)))
  }

  /// Compares moved blocks, some of them reversed, with a plain longest increasing subsequence.
  @Test("A difference of moved and reversed blocks moves the minimum number of items", arguments: 0..<24)
  func movedBlocks(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let old = Array(0..<400)
    var new = old
    for _ in 0..<generator.number(2..<6) {
      let start = generator.number(0..<360)
      let block = start..<start + generator.number(2..<40)
      let items = Array(new[block])
      new.removeSubrange(block)
      new.insert(
        contentsOf: generator.chance(60) ? items.reversed() : items, at: generator.number(0..<new.count))
    }
    let difference = NumberSnapshot([(0, new)]).difference(from: NumberSnapshot([(0, old)]))
    expectEqual(difference.movedCount, old.count - longestIncreasing(new))
  }

  /// Compares large lists with a plain longest increasing subsequence.
  @Test("A difference of large lists moves the minimum number of items", arguments: [1, 2, 3, 50])
  func largeLists(disorder: Int) {
    var generator = SeededGenerator(seed: disorder)
    let old = Array(0..<3_000)
    var new = old.filter { _ in Int.random(in: 0..<10, using: &generator) > 0 }
    for _ in 0..<(disorder == 50 ? 3_000 : disorder * 30) {
      let item = new.remove(at: Int.random(in: 0..<new.count, using: &generator))
      new.insert(item, at: Int.random(in: 0...new.count, using: &generator))
    }
    let difference = NumberSnapshot([(0, new)]).difference(from: NumberSnapshot([(0, old)]))
    expectEqual(difference.movedCount, new.count - longestIncreasing(new))
    expectEqual(old.applying(difference.collectionDifference), new)
  }

  /// Long equal stretches are compared as blocks of memory, in three directions, unless their bytes differ.
  @Test(
    "A difference of long lists finds items of any size, with equal and with other bytes", arguments: 0..<24)
  func sizes(seed: Int) {
    checkSizes(seed, padding: UInt8(0))
    checkSizes(seed, padding: UInt32(0))
    checkSizes(seed, padding: UInt64(0))
    checkSizes(seed, padding: (UInt64(0), UInt64(0)))
    checkSizes(seed, padding: SIMD8<UInt64>())
  }

  private func checkSizes<Padding: Sendable>(_ seed: Int, padding: Padding) {
    var generator = SeededGenerator(seed: seed)
    let old = (0..<generator.number(1..<600)).map { Sized(number: $0, version: 0, padding: padding) }
    var new = old
    let changed = generator.number(1..<80)
    for index in stride(from: changed, to: new.count, by: changed) { new[index].version = 1 }
    switch seed % 4 {
    case 0: new.insert(Sized(number: -1, version: 0, padding: padding), at: generator.number(0...new.count))
    case 1: new.reverse()
    case 2: new.append(new.removeFirst())
    default: new.remove(at: generator.number(0..<new.count))
    }
    let difference = DiffableDataSourceSnapshot([(0, new)]).difference(
      from: DiffableDataSourceSnapshot([(0, old)]))
    let origins = new.map { $0.number < 0 ? nil : Int($0.number) }
    expectEqual(new.indices.map { difference.origin(ofItemAt: $0) }, origins)
    expectEqual(
      difference.movedCount, origins.compactMap(\.self).count - longestIncreasing(origins.compactMap(\.self)))
  }
}

/// An identifier with few distinct hash values.
private struct Colliding: Hashable {
  let number: Int
  let hashes: Int

  func hash(into hasher: inout Hasher) { hasher.combine(number % hashes) }
}

/// An identifier of any size, whose equality ignores some of its bytes.
private struct Sized<Padding: Sendable>: Hashable, Sendable {
  let number: Int16
  var version: UInt8
  let padding: Padding

  init(number: Int, version: UInt8, padding: Padding) {
    self.number = Int16(number)
    self.version = version
    self.padding = padding
  }

  static func == (first: Self, second: Self) -> Bool { first.number == second.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
