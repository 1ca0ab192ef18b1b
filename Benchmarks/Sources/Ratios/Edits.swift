import ListDiff
import Reporting
import BenchmarkRandom
import Workloads

/// Reports a few edits of a copy, with the difference from the original.
func reportEdits() {
  Figure.printHead("edits of a copy, and its difference")
  let identifiers = Change.none.lists(of: 1_000_000, as: Mountain.self).old[0]
  let dictionaryTime = median((0..<5).map { _ in time { dictionary(of: identifiers) } })
  for edits in [1, 10, 100, 1000] {
    let large = EditedCopy(Array(identifiers))
    let small = EditedCopy(Array(identifiers.prefix(10_000)))
    let times = interleaved(
      rounds: edits == 1 ? 1001 : 41, [{ large.measure(edits) }, { small.measure(edits) }])
    Figure(
      "\(edits) edits of a million", times[0] / 1000, "µs", peer: ("of 10,000", times[1] / 1000),
      target: .ofPeer(3)
    ).print()
    if edits == 1 {
      Figure(
        "1 edit of a million", times[0] / 1000, "µs", peer: ("Dictionary", dictionaryTime / 1000),
        target: .timesPeer(100_000)
      ).print()
    }
  }
}

/// A snapshot that is copied, edited and compared repeatedly.
final class EditedCopy {
  let snapshot: DiffableDataSourceSnapshot<Int, Mountain>
  let identifiers: [Mountain]
  var generator = SeededGenerator(seed: 3)

  init(_ identifiers: [Mountain]) {
    self.identifiers = identifiers
    snapshot = DiffableDataSourceSnapshot([(0, identifiers)])
  }

  func measure(_ edits: Int) -> Double {
    let targets = (0..<edits).map { _ in identifiers[Int.random(in: 0..<identifiers.count, using: &generator)]
    }
    let anchors = (0..<edits).map { _ in identifiers[Int.random(in: 0..<identifiers.count, using: &generator)]
    }
    let added = (0..<edits).map { Mountain.make($0, &generator) }
    return time {
      var copy = snapshot
      for edit in 0..<edits {
        switch edit % 3 {
        case 0: copy.deleteItems([targets[edit]])
        case 1 where copy.contains(anchors[edit]): copy.insertItems([added[edit]], afterItem: anchors[edit])
        case 2
        where copy.contains(anchors[edit]) && copy.contains(targets[edit]) && anchors[edit] != targets[edit]:
          copy.moveItem(targets[edit], afterItem: anchors[edit])
        default: break
        }
      }
      return copy.difference(from: snapshot)
    }
  }
}

/// Reports edits of a list that keeps changing, as a live list does: none may delay a key. They are compared
/// with building a Dictionary of all identifiers, which each edit would cost without the memory of snapshots.
func reportEditsInARow() {
  Figure.printHead("edits in a row of a million, each with its difference")
  let identifiers = Change.none.lists(of: 1_000_000, as: Mountain.self).old[0]
  for edits in [1, 30, 1000] {
    let building = median((0..<5).map { _ in time { dictionary(of: identifiers) } / 1_000_000 })
    var snapshot = DiffableDataSourceSnapshot([(0, identifiers)])
    var generator = SeededGenerator(seed: 5)
    var times: [Double] = []
    for round in 0..<(edits == 1000 ? 60 : 600) {
      let count = snapshot.numberOfItems
      let places = (0..<2 * edits).map { _ in Int.random(in: 0..<count, using: &generator) }
      let items = places.compactMap { snapshot.itemIdentifier(at: $0) }
      let added = (0..<edits).map { Mountain.make($0, &generator) }
      let before = snapshot
      times.append(
        time {
          for edit in 0..<edits {
            let (item, anchor) = (items[2 * edit], items[2 * edit + 1])
            guard item != anchor, snapshot.contains(item), snapshot.contains(anchor) else { continue }
            switch (edit + round) % 3 {
            case 0: snapshot.deleteItems([item])
            case 1: snapshot.insertItems([added[edit]], afterItem: anchor)
            default: snapshot.moveItem(item, afterItem: anchor)
            }
          }
          return snapshot.difference(from: before)
        } / 1_000_000)
    }
    times.sort()
    Figure("\(edits) at a time, median", times[times.count / 2], "ms").print()
    Figure(
      "\(edits) at a time, the longest", times[times.count - 1], "ms", peer: ("Dictionary", building),
      target: .timesPeer(15)
    ).print()
  }
}
