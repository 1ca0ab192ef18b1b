import ListDiff
import TestSupport
import Testing

/// Compares all differences of small lists with brute force.
@Suite("All differences of small lists") struct SmallWorldTests {
  @Test("A difference of up to six permuted items moves the minimum number of items", arguments: 0...6)
  func smallPermutations(count: Int) {
    let old = Array(0..<count)
    let before = NumberSnapshot([(0, old)])
    for new in permutations(count) {
      let difference = NumberSnapshot([(0, new)]).difference(from: before)
      expectEqual(difference.movedCount, count - mostThatStand(new), "\(new)")
      expectEqual(before.applying(difference)?.itemIdentifiers, new)
      expectEqual(old.applying(difference.collectionDifference), new)
    }
  }

  @Test("The difference of a permuted copy moves the minimum number of items") func editedPermutations() {
    let before = NumberSnapshot([(0, Array(0..<5))])
    for new in permutations(5) {
      var copy = before
      copy.appendItems(new)
      let difference = copy.difference(from: before)
      expectEqual(difference.movedCount, 5 - mostThatStand(new), "\(new)")
      expectEqual(before.applying(difference)?.itemIdentifiers, new)
      let back = before.difference(from: copy)
      expectEqual(back.movedCount, difference.movedCount)
    }
  }

  /// Compares snapshots of up to four items in up to three sections, each with 12 random ones.
  @Test("The differences between small snapshots replay") func sectionsAndItems() {
    let worlds = smallWorlds()
    var generator = SeededGenerator(seed: 1)
    for old in worlds {
      for new in worlds.shuffled(using: &generator).prefix(12) { checkReplay(from: old, to: new) }
    }
  }

  @Test("Reordered sections have the minimum number of moves, and their items do not move")
  func sectionMoves() {
    let old = NumberSnapshot((0..<5).map { ($0, [$0 * 10, $0 * 10 + 1]) })
    for order in permutations(5) {
      let new = NumberSnapshot(order.map { ($0, [$0 * 10, $0 * 10 + 1]) })
      let difference = new.difference(from: old)
      expectEqual((0..<5).count { difference.sectionChange(at: $0) != nil }, 5 - mostThatStand(order))
      expectEqual(difference.movedCount, 0)
      expectEqual(difference.isEmpty, (order == Array(0..<5)))
      for index in 0..<5 {
        let change = difference.sectionChange(at: index)
        #expect(change == nil || change == .movedUp || change == .movedDown)
      }
    }
  }
}

/// Returns the maximum number of items of a permutation that are in increasing order, by trying every choice.
private func mostThatStand(_ order: [Int]) -> Int {
  (0..<(1 << order.count)).map { choice in
    let chosen = order.indices.filter { choice >> $0 & 1 == 1 }.map { order[$0] }
    return zip(chosen, chosen.dropFirst()).allSatisfy(<) ? chosen.count : 0
  }
  .max() ?? 0
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

/// Returns snapshots of up to three sections that contain some of the items 0 to 3 in different orders.
private func smallWorlds() -> [NumberSnapshot] {
  var worlds = [NumberSnapshot()]
  for order in permutations(4) where order.first != 3 {
    for taken in 0...4 {
      let items = Array(order.prefix(taken))
      for split in 0...taken {
        worlds.append(NumberSnapshot([(0, Array(items[..<split])), (1, Array(items[split...]))]))
        worlds.append(NumberSnapshot([(2, Array(items[..<split])), (0, Array(items[split...]))]))
      }
      worlds.append(NumberSnapshot([(1, items)]))
      worlds.append(NumberSnapshot([(2, []), (1, items), (0, [])]))
    }
  }
  return worlds
}
