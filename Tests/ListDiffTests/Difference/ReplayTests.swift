import ListDiff
import TestSupport
import Testing

/// Checks that a difference replays, that its views agree with each other, and that it has the minimum number
/// of moves.
func checkReplay(
  from old: NumberSnapshot, to new: NumberSnapshot, sourceLocation: SourceLocation = #_sourceLocation
) {
  let difference = new.difference(from: old)
  expectEqual(old.applying(difference), new, sourceLocation: sourceLocation)
  let replayed = old.itemIdentifiers.applying(difference.collectionDifference)
  expectEqual(replayed, new.itemIdentifiers, sourceLocation: sourceLocation)
  let ours = Originally(difference)
  expectEqual(ours, Originally(from: old, to: new), "\(old)\n→\n\(new)", sourceLocation: sourceLocation)
  let moves = fewestMoves(from: old, to: new)
  expectEqual(difference.movedCount, moves, "\(old)\n→\n\(new)", sourceLocation: sourceLocation)
  expectEqual(difference.movedItems.count, moves, sourceLocation: sourceLocation)
  expectEqual(difference.insertedItems.count, difference.insertedCount, sourceLocation: sourceLocation)
  expectEqual(difference.deletedItems.count, difference.deletedCount, sourceLocation: sourceLocation)
  expectEqual(difference.isEmpty, (difference.changeCount == 0), sourceLocation: sourceLocation)
  checkChanges(of: difference, sourceLocation: sourceLocation)
}

/// Checks that the change of each row agrees with the lists of changes.
private func checkChanges(of difference: SnapshotDifference<Int, Int>, sourceLocation: SourceLocation) {
  let (old, new) = (difference.old, difference.new)
  expectEqual(
    difference.movedItems.map { old.itemIdentifier(at: $0.from) },
    difference.movedItems.map { new.itemIdentifier(at: $0.to) }, sourceLocation: sourceLocation)
  expectEqual(
    difference.deletedItems.map { old.itemIdentifier(at: $0) },
    old.itemIdentifiers.filter { !new.contains($0) }, sourceLocation: sourceLocation)
  let inserted = Set(difference.insertedItems)
  let moved = Set(difference.movedItems.map(\.to))
  for index in 0..<new.numberOfItems {
    guard let position = new.position(ofItemAt: index) else { continue }
    let change = difference.change(ofItemAt: index)
    let isMoved = change == .movedUp || change == .movedDown
    expectEqual((change == .inserted), inserted.contains(position), sourceLocation: sourceLocation)
    expectEqual(isMoved, moved.contains(position), sourceLocation: sourceLocation)
  }
}

/// The old index of each new row and section, and the new index of each old one.
private struct Originally: Equatable {
  var origins: [Int?]
  var destinations: [Int?]
  var sectionOrigins: [Int?]
  var sectionDestinations: [Int?]

  init(_ difference: SnapshotDifference<Int, Int>) {
    origins = (0..<difference.new.numberOfItems).map { difference.origin(ofItemAt: $0) }
    destinations = (0..<difference.old.numberOfItems).map { difference.destination(ofItemAt: $0) }
    sectionOrigins = (0..<difference.new.numberOfSections).map { difference.sectionOrigin(at: $0) }
    sectionDestinations = (0..<difference.old.numberOfSections).map { difference.sectionDestination(at: $0) }
  }

  init(from old: NumberSnapshot, to new: NumberSnapshot) {
    origins = new.itemIdentifiers.map { old.indexOfItem($0) }
    destinations = old.itemIdentifiers.map { new.indexOfItem($0) }
    sectionOrigins = new.sectionIdentifiers.map { old.indexOfSection($0) }
    sectionDestinations = old.sectionIdentifiers.map { new.indexOfSection($0) }
  }
}

/// Returns the minimum number of moves: in each section, the items of a longest common subsequence stay in
/// place.
func fewestMoves(from old: NumberSnapshot, to new: NumberSnapshot) -> Int {
  var standing = 0
  for section in new.sectionIdentifiers where old.contains(section: section) {
    let before = old.itemIdentifiers(inSection: section).enumerated()
    let placeBefore = Dictionary(uniqueKeysWithValues: before.map { ($0.element, $0.offset) })
    standing += longestIncreasing(new.itemIdentifiers(inSection: section).compactMap { placeBefore[$0] })
  }
  return new.itemIdentifiers.count { old.contains($0) } - standing
}

/// Returns the length of a longest increasing subsequence, in quadratic time.
func longestIncreasing(_ values: [Int]) -> Int {
  var lengths: [Int] = []
  for (index, value) in values.enumerated() {
    var length = 1
    for earlier in 0..<index where values[earlier] < value { length = max(length, lengths[earlier] + 1) }
    lengths.append(length)
  }
  return lengths.max() ?? 0
}
