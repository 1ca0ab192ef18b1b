import ListDiff
import Workloads

func reportDifferences(sizes: [Int], kinds: Set<String>) {
  for count in sizes {
    print("\nnew.difference(from: old), \(count) identifiers")
    if kinds.isEmpty || kinds.contains("UUID") { reportDifferences(Mountain.self, count) }
    if kinds.isEmpty || kinds.contains("Int") { reportDifferences(Int.self, count) }
    if kinds.isEmpty || kinds.contains("String") { reportDifferences(String.self, count) }
  }
}

func reportDifferences<Identifier: MeasuredIdentifier>(_ type: Identifier.Type, _ count: Int) {
  for change in Change.allCases {
    let (before, after) = change.lists(of: count, as: type)
    let old = DiffableDataSourceSnapshot(before.enumerated().map { ($0.offset, $0.element) })
    let new = DiffableDataSourceSnapshot(after.enumerated().map { ($0.offset, $0.element) })
    let identifiers = before.flatMap(\.self)
    let rounds = count >= 1_000_000 ? 7 : count >= 100_000 ? 15 : 101
    let times = interleaved(
      rounds: rounds,
      [
        { time { dictionary(of: identifiers) } },
        { time { new.difference(from: old) } },
      ])
    let ratio = verdict(times[0] / times[1], atLeast: target(change, Identifier.name, count: count))
    let moved = new.difference(from: old).movedCount
    print(
      padded("  \(Identifier.name)", 9), padded(change.rawValue, 14), padded(ratio, 26),
      padded("\(rounded(times[1] / 1000)) µs", 14), "\(moved) moved")
  }
}

@inline(never)
func dictionary<Identifier: Hashable>(of identifiers: [Identifier]) -> [Identifier: Int] {
  var positions: [Identifier: Int] = [:]
  positions.reserveCapacity(identifiers.count)
  for (index, identifier) in identifiers.enumerated() { positions[identifier] = index }
  return positions
}
