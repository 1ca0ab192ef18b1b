// Prints the speed of differences compared with filling a Dictionary with the old identifiers, as medians of
// interleaved rounds. Arguments: sizes (default 1000 10000 100000), and UUID, Int or String to measure only
// these.

let arguments = CommandLine.arguments.dropFirst()
let sizes = arguments.compactMap { Int($0) }
let kinds = arguments.filter { ["UUID", "Int", "String"].contains($0) }
let sections = arguments.filter {
  ["differences", "snapshots", "edits", "memory", "standard", "subsets", "row"].contains($0)
}

if arguments.first == "repeat" {
  repeatDifference(arguments.dropFirst().first ?? "shuffle", count: sizes.first ?? 100_000)
} else {
  report()
}

func report() {
  if sections.isEmpty || sections.contains("differences") {
    reportDifferences(sizes: sizes.isEmpty ? [1000, 10_000, 100_000] : sizes, kinds: Set(kinds))
  }
  if sections.isEmpty || sections.contains("snapshots") {
    reportSnapshots(count: sizes.last ?? 100_000, kinds: Set(kinds))
  }
  if sections.isEmpty || sections.contains("edits") {
    reportEdits()
  }
  if sections.isEmpty || sections.contains("row") {
    reportEditsInARow()
  }
  if sections.isEmpty || sections.contains("subsets") {
    reportSubsets(kinds: Set(kinds))
  }
  if sections.isEmpty || sections.contains("standard") {
    reportStandardLibrary()
  }
  if sections.isEmpty || sections.contains("memory") {
    reportMemory()
  }
}
