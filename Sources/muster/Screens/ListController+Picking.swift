import ListData
import ListKit

/// What is marked and picked: known by the names of rows, so that a query may hide them meanwhile.
extension ListController {
  /// Takes over what a person marked among the rows on the screen.
  func rememberMarks() {
    guard tableView.allowsMultipleSelection else { return }
    marked = marked.filter { dataSource.indexPath(for: $0) == nil }
    marked.formUnion((tableView.indexPathsForSelectedRows ?? []).compactMap(dataSource.itemIdentifier))
  }

  /// Shows the marks of rows that are there again.
  func showMarks() {
    for indexPath in marked.compactMap(dataSource.indexPath) {
      tableView.selectRow(at: indexPath, animated: false)
    }
  }

  /// What is marked as far as it is there, or else the row under the cursor: lines as they came, in their order.
  var chosenLines: [[UInt8]] {
    guard let listing else { return [] }
    rememberMarks()
    let items = marked.isEmpty ? [dataSource.cursorItemIdentifier].compactMap(\.self) : Array(marked)
    let table = listing.run.table
    return items.compactMap(listing.row).sorted().map { Array(table.bytes[table.line($0)]) }
  }

  /// Picks what is marked, or the row under the cursor, and ends.
  func pick() {
    pickedLines = chosenLines
    if !pickedLines.isEmpty { return exit() }
    guard !marked.isEmpty else { return }
    // Another row than was chosen is never picked unasked.
    marked = []
    remark = "what was marked has gone; enter picks the row under the cursor"
  }
}
