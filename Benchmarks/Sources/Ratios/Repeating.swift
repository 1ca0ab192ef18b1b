import ListDiff
import Reporting
import Workloads

/// Repeats one difference for a profiler: `ratios repeat shuffle 100000`.
func repeatDifference(_ name: String, count: Int) {
  if name == "build" {
    let identifiers = Change.none.lists(of: count, as: Mountain.self).old[0]
    let times = (0..<500).map { _ in time { DiffableDataSourceSnapshot([(0, identifiers)]) } }
    print("\(name): \(median(times) / 1000) µs")
    return
  }
  guard let change = Change.allCases.first(where: { $0.rawValue.hasPrefix(name) }) else { return }
  let (before, after) = change.lists(of: count, as: Mountain.self)
  let old = DiffableDataSourceSnapshot(before.enumerated().map { ($0.offset, $0.element) })
  let new = DiffableDataSourceSnapshot(after.enumerated().map { ($0.offset, $0.element) })
  let times = (0..<max(500, 10_000_000 / count)).map { _ in time { new.difference(from: old) } }
  print("\(name): \(median(times) / 1000) µs")
}
