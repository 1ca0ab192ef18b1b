import ListDiff
import Reporting
import Workloads

/// Compares with `difference(from:)` of arrays, whose time is quadratic in the number of changes: with 1,000
/// items only.
func reportStandardLibrary() {
  Figure.printHead("difference beside the standard library's, 1000")
  reportStandardLibrary(Mountain.self)
  reportStandardLibrary(Int.self)
  reportStandardLibrary(String.self)
}

func reportStandardLibrary<Identifier: MeasuredIdentifier>(_ type: Identifier.Type) {
  for change in Change.allCases where change != .sections {
    let (before, after) = change.lists(of: 1000, as: type)
    let old = DiffableDataSourceSnapshot([(0, before[0])])
    let new = DiffableDataSourceSnapshot([(0, after[0])])
    let times = interleaved(
      rounds: 31, [{ time { after[0].difference(from: before[0]) } }, { time { new.difference(from: old) } }])
    Figure(
      "\(Identifier.name), \(change.rawValue)", times[1] / 1000, "µs", peer: ("Array", times[0] / 1000),
      target: .timesPeer(1)
    ).print()
  }
}
