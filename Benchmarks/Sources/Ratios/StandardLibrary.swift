import ListDiff
import Workloads

/// Beside `difference(from:)` of arrays, which takes time quadratic in the number of changes: a thousand only.
func reportStandardLibrary() {
  print("\nthe standard library's difference(from:) over ours, 1000 identifiers")
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
    print(
      padded("  \(Identifier.name)", 9), padded(change.rawValue, 14),
      verdict(times[0] / times[1], atLeast: 1))
  }
}
