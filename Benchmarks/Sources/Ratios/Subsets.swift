import ListDiff
import Reporting
import BenchmarkRandom
import Workloads

/// Reports what a search does with a million rows: it builds the snapshot of the matching rows from their
/// positions in the snapshot of all rows, and the difference from the previous one; compared with building it
/// from identifiers.
func reportSubsets(kinds: Set<String>) {
  Figure.printHead("a part of a million and its difference")
  if kinds.isEmpty || kinds.contains("UUID") { reportSubsets(Mountain.self) }
  if kinds.isEmpty || kinds.contains("Int") { reportSubsets(Int.self) }
}

private func reportSubsets<Identifier: MeasuredIdentifier>(_ type: Identifier.Type) {
  let count = 1_000_000
  let identifiers = Change.none.lists(of: count, as: type).old[0]
  var generator = SeededGenerator(seed: 11)
  func random(_ share: Double) -> [Int] {
    (0..<count).filter { _ in Double.random(in: 0..<1, using: &generator) < share }
  }
  let everything = Array(0..<count)
  let letter = random(0.24)
  let (thousand, tenth, most) = (random(0.001), random(0.1), random(0.56))
  let letters = letter.filter { _ in Int.random(in: 0..<20, using: &generator) == 0 }
  let all = DiffableDataSourceSnapshot([(0, identifiers)])
  let rows: [(name: String, old: [Int], new: [Int], target: Double)] = [
    ("all → random 1,000", everything, thousand, 2), ("all → random 100,000", everything, tenth, 20),
    ("all → random 56 %", everything, most, 25), ("p → py", letter, letters, 12),
    ("p → all", letter, everything, 1_000),
  ]
  for row in rows {
    let old = row.old.count == count ? all : all.restricted(toItemsAt: row.old)
    let before = DiffableDataSourceSnapshot([(0, row.old.map { identifiers[$0] })])
    let set = PositionSet(row.new, bound: count)
    let after = row.new.map { identifiers[$0] }
    let times = interleaved(
      rounds: 15,
      [
        { time { DiffableDataSourceSnapshot([(0, after)]).difference(from: before) } },
        { time { restricted(all, to: row.new).difference(from: old) } },
        { time { restricted(all, to: set).difference(from: old) } },
      ])
    Figure(
      "\(Identifier.name), \(row.name), from places", times[1] / 1_000_000, "ms",
      peer: ("built anew", times[0] / 1_000_000), target: .timesPeer(row.target)
    ).print()
    Figure("\(Identifier.name), \(row.name), from a set", times[2] / 1_000_000, "ms").print()
  }
}

/// Returns the snapshot of everything, which a program stores, if no row is filtered out.
private func restricted<Identifier: Hashable & Sendable>(
  _ all: DiffableDataSourceSnapshot<Int, Identifier>, to rows: [Int]
) -> DiffableDataSourceSnapshot<Int, Identifier> {
  rows.count == all.numberOfItems ? all : all.restricted(toItemsAt: rows)
}

private func restricted<Identifier: Hashable & Sendable>(
  _ all: DiffableDataSourceSnapshot<Int, Identifier>, to rows: PositionSet
) -> DiffableDataSourceSnapshot<Int, Identifier> {
  rows.isFull ? all : all.restricted(toItemsAt: rows)
}
