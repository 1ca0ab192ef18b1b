import Foundation
import ListDiff
import Reporting
import Workloads

func reportDifferences(sizes: [Int], kinds: Set<String>) {
  for count in sizes {
    Figure.printHead("difference, \(count) identifiers")
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
    var positions = dictionary(of: identifiers)
    let rounds = count >= 1_000_000 ? 7 : count >= 100_000 ? 15 : 101
    let times = interleaved(
      rounds: rounds,
      [
        { time { fill(&positions, from: identifiers) } },
        { time { new.difference(from: old) } },
      ])
    let moved = new.difference(from: old).movedCount
    Figure(
      "\(Identifier.name), \(change.rawValue), \(moved) moved", times[1] / 1000, "µs",
      peer: ("Dictionary", times[0] / 1000), target: .timesPeer(target(change, Identifier.name, count: count))
    ).print()
    if change == .none, count >= 100_000 { reportReading(identifiers, after.flatMap(\.self), old, new) }
  }
}

/// Reports a comparison of equal lists beside its minimum, the time of reading both once.
func reportReading<Identifier: MeasuredIdentifier>(
  _ before: [Identifier], _ after: [Identifier], _ old: DiffableDataSourceSnapshot<Int, Identifier>,
  _ new: DiffableDataSourceSnapshot<Int, Identifier>
) {
  let times = interleaved(
    rounds: 101,
    [
      {
        time {
          before.withUnsafeBytes { before -> Int32 in
            after.withUnsafeBytes { after in
              guard let one = before.baseAddress, let other = after.baseAddress else { return 0 }
              return memcmp(one, other, before.count)
            }
          }
        }
      },
      { time { new.difference(from: old) } },
    ])
  Figure(
    "\(Identifier.name), none, beside reading both", times[1] / 1000, "µs", peer: ("memcmp", times[0] / 1000),
    target: .ofPeer(1.5)
  ).print()
}

/// Fills a dictionary that has the memory for it, because the time to get memory differs by machine.
@inline(never)
private func fill<Identifier: Hashable>(_ positions: inout [Identifier: Int], from identifiers: [Identifier])
{
  positions.removeAll(keepingCapacity: true)
  for (index, identifier) in identifiers.enumerated() { positions[identifier] = index }
}

@inline(never)
func dictionary<Identifier: Hashable>(of identifiers: [Identifier]) -> [Identifier: Int] {
  var positions: [Identifier: Int] = [:]
  positions.reserveCapacity(identifiers.count)
  for (index, identifier) in identifiers.enumerated() { positions[identifier] = index }
  return positions
}
