// Applies a full snapshot with new rows to a section that was an outline, and draws it: what
// Scripts/instructions.py counts.
//
//   swift run -c release --package-path Benchmarks applies ROWS

import ListKit
import Screens

let new = CommandLine.arguments.dropFirst().compactMap { Int($0) }.first ?? 10_000
let parents = 0..<1_000

let rows = Rows { "row number \($0)" }
var outline = DiffableDataSourceSectionSnapshot<Int>()
outline.append(Array(parents))
for parent in parents { outline.append([-1 - parent], to: parent) }
outline.expand(parents.filter { $0.isMultiple(of: 2) })
rows.dataSource.apply(outline, to: 0)
rows.draw()

let shown = outline.visibleItems
rows.dataSource.apply(DiffableDataSourceSnapshot([(0, shown + Array(parents.count..<parents.count + new))]))
rows.draw()
precondition(rows.dataSource.snapshot(for: 0).numberOfItems == outline.numberOfItems + new)
