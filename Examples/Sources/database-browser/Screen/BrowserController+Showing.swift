import Foundation
import ListKit

extension BrowserController {
  /// The item under the cursor.
  var cursorItem: Item? { tableView.cursorIndexPath.flatMap(dataSource.itemIdentifier(for:)) }

  /// Shows what has become of the model.
  func show(_ change: PagingModel.Change) {
    measureColumns(of: change)
    switch change {
    case .replaced: showAnotherList()
    case .appended(let keys): showNextPage(keys)
    case .refreshed(let changed): showNews(of: changed)
    case .status:
      var snapshot = dataSource.snapshot()
      placeRest(in: &snapshot)
      dataSource.apply(snapshot, animatingDifferences: false)
    }
    statusText = StyledText(status)
  }

  private func showAnotherList() {
    let former = cursorItem
    dataSource.apply(snapshot)
    if model.filter.isEmpty, let former, case .row = former, dataSource.indexPath(for: former) != nil {
      // The cursor stays on its row.
    } else {
      tableView.moveCursorToFirstRow()
    }
    // Other letters are found now.
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows)
  }

  /// Rows that a person asked for by going there are no news: nothing moves and nothing is marked.
  private func showNextPage(_ keys: [RowKey]) {
    var isAtRest = true
    if case .row? = cursorItem { isAtRest = false }
    let last = dataSource.snapshot().numberOfItems(inSection: .rows) - 1
    // The row that stands for the rest moves on; the cursor does not go with it.
    if isAtRest, last >= 0 { tableView.moveCursor(to: IndexPath(row: last, section: 0)) }
    var snapshot = dataSource.snapshot()
    snapshot.appendItems(keys.map { .row($0) }, toSection: .rows)
    placeRest(in: &snapshot)
    dataSource.apply(snapshot, animatingDifferences: false)
    if isAtRest, !keys.isEmpty { tableView.moveCursor(to: IndexPath(row: last + 1, section: 0)) }
  }

  private func showNews(of changed: [RowKey]) {
    var snapshot = snapshot
    let shown = dataSource.snapshot()
    snapshot.reconfigureItems(changed.map { .row($0) }.filter { shown.contains($0) })
    dataSource.apply(snapshot)
  }

  /// All there is to show.
  private var snapshot: Snapshot {
    var snapshot = Snapshot()
    snapshot.appendSections([.rows])
    snapshot.appendItems(model.rows.keys.map { .row($0) })
    placeRest(in: &snapshot)
    return snapshot
  }

  /// Puts the row that stands for the rest below the others: none where all is read.
  private func placeRest(in snapshot: inout Snapshot) {
    let rest: Item? =
      if case .failed = model.phase { .retry } else if model.hasMore {
        .loader(after: model.rows.keys.count)
      } else {
        nil
      }
    if snapshot.indexOfSection(.rest) != nil { snapshot.deleteSections([.rest]) }
    guard let rest else { return }
    snapshot.appendSections([.rest])
    snapshot.appendItems([rest], toSection: .rest)
  }

  /// Columns are as wide as the first rows of a list need, and stay so while more are read.
  private func measureColumns(of change: PagingModel.Change) {
    let keys = model.rows.keys.prefix(100)
    if case .replaced = change {} else if hasMeasuredColumns { return }
    hasMeasuredColumns = !keys.isEmpty
    if hasMeasuredColumns {
      tableView.columns = look.columns(sample: keys.compactMap { model.rows.contents[$0] })
    }
  }

  /// `300/100,000  0.8 ms`.
  private var status: String {
    let loaded = RowLook.grouped(model.rows.keys.count)
    let total = model.total.map(RowLook.grouped) ?? "…"
    guard let duration = model.duration else { return "\(loaded)/\(total)" }
    let tenths = Int((duration / .milliseconds(0.1)).rounded())
    return "\(loaded)/\(total)  \(tenths / 10).\(tenths % 10) ms"
  }
}
