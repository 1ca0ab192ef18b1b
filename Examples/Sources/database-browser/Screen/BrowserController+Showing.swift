import Foundation
import ListKit

extension BrowserController {
  /// Shows what has become of the model.
  func show(_ change: PagingModel.Change) {
    measureColumns(of: change)
    switch change {
    case .replaced: showAnotherList()
    case .appended(let keys): showNextPage(keys)
    case .refreshed(let news): show(news)
    case .status: showRest()
    }
    statusText = StyledText(status)
  }

  private func showAnotherList() {
    let former = dataSource.cursorItemIdentifier
    tableView.backgroundContent =
      model.filter.isEmpty
      ? ListContentConfiguration(text: "The table is empty")
      : ListContentConfiguration(
        text: "No row matches", secondaryText: "backspace or ctrl-w shortens the filter, esc clears it")
    // The first rows of all are no news.
    let hadRows = dataSource.itemIdentifier(for: IndexPath(row: 0, section: 0)) != nil
    ChangeCause.user.perform { _ = dataSource.apply(snapshot, animatingDifferences: hadRows) }
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
    if case .row? = dataSource.cursorItemIdentifier { isAtRest = false }
    let last = dataSource.snapshot().numberOfItems(inSection: .rows) - 1
    // The row that stands for the rest moves on; the cursor does not go with it.
    if isAtRest, last >= 0 { tableView.moveCursor(to: IndexPath(row: last, section: 0)) }
    var snapshot = dataSource.snapshot()
    snapshot.appendItems(keys.map { .row($0) }, toSection: .rows)
    placeRest(in: &snapshot)
    dataSource.apply(snapshot, animatingDifferences: false)
    if isAtRest, !keys.isEmpty { tableView.moveCursor(to: IndexPath(row: last + 1, section: 0)) }
  }

  /// Edits what is shown, so that finding the difference takes no longer than there are changes.
  private func show(_ news: News) {
    var snapshot = dataSource.snapshot()
    let items = news.inserted.map { run in (run.after.map { Item.row($0) }, run.keys.map { Item.row($0) }) }
    let gone = news.removed.map { Item.row($0) } + items.flatMap(\.1)
    snapshot.deleteItems(gone.filter { snapshot.contains($0) })
    for (above, new) in items {
      if let above {
        snapshot.insertItems(new, afterItem: above)
      } else if let first = snapshot.itemIdentifiers(inSection: .rows).first {
        snapshot.insertItems(new, beforeItem: first)
      } else {
        snapshot.appendItems(new, toSection: .rows)
      }
    }
    snapshot.reconfigureItems(news.changed.map { .row($0) })
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

  /// Shows whether there is more, or what went wrong. Where that is as before nothing is applied, which would end
  /// the marks of the last change.
  private func showRest() {
    var snapshot = dataSource.snapshot()
    let shown = snapshot.indexOfSection(.rest).map { _ in snapshot.itemIdentifiers(inSection: .rest) }
    guard rest != shown ?? [] else { return }
    placeRest(in: &snapshot)
    dataSource.apply(snapshot, animatingDifferences: false)
  }

  /// Puts the row that stands for the rest below the others: none where all is read.
  private func placeRest(in snapshot: inout Snapshot) {
    if snapshot.indexOfSection(.rest) != nil { snapshot.deleteSections([.rest]) }
    if rest.isEmpty { return }
    snapshot.appendSections([.rest])
    snapshot.appendItems(rest, toSection: .rest)
  }

  private var rest: [Item] {
    if case .failed = model.phase { return [.retry] }
    return model.hasMore ? [.loader(page: model.pageCount)] : []
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
