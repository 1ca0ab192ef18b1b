import ListDiff
import Reporting
import BenchmarkRandom
import Workloads

/// Reports the times of building and of lookups.
func reportSnapshots(count: Int, kinds: Set<String>) {
  Figure.printHead("building and looking up, \(count) identifiers")
  if kinds.isEmpty || kinds.contains("UUID") { reportSnapshots(Mountain.self, count, buildTarget: 3) }
  if kinds.isEmpty || kinds.contains("Int") { reportSnapshots(Int.self, count, buildTarget: 1.5) }
  if kinds.isEmpty || kinds.contains("String") { reportSnapshots(String.self, count, buildTarget: 1.5) }
}

func reportSnapshots<Identifier: MeasuredIdentifier>(
  _ type: Identifier.Type, _ count: Int, buildTarget: Double
) {
  let identifiers = Change.none.lists(of: count, as: type).old[0]
  let building = interleaved(
    rounds: 15,
    [
      { time { dictionary(of: identifiers) } },
      {
        time {
          var snapshot = DiffableDataSourceSnapshot<Int, Identifier>()
          snapshot.appendSections([0])
          snapshot.appendItems(identifiers)
          return snapshot
        }
      },
    ])
  var generator = SeededGenerator(seed: 7)
  let wanted = (0..<10_000).map { _ in identifiers[Int.random(in: 0..<count, using: &generator)] }
  let positions = dictionary(of: identifiers)
  let snapshot = DiffableDataSourceSnapshot([(0, identifiers)])
  let finding = interleaved(
    rounds: 31,
    [
      { time { wanted.reduce(0) { $0 &+ (positions[$1] ?? 0) } } },
      { time { wanted.reduce(0) { $0 &+ (snapshot.indexOfItem($1) ?? 0) } } },
      { time { wanted.reduce(0) { $0 &+ (snapshot.sectionIdentifier(containingItem: $1) ?? 0) } } },
    ])
  let name = Identifier.name
  Figure(
    "\(name), one append", building[1] / 1000, "µs", peer: ("Dictionary", building[0] / 1000),
    target: .timesPeer(buildTarget)
  ).print()
  // 10,000 lookups.
  for (what, index) in [("index of an item", 1), ("section of an item", 2)] {
    Figure(
      "\(name), \(what)", finding[index] / 10_000, "ns", peer: ("Dictionary", finding[0] / 10_000),
      target: .ofPeer(1.5)
    ).print()
  }
}
