import Foundation
import ListKit

extension BrowserController {
  typealias Update = PageUpdate<RowKey, [String?]>

  /// Shows a step.
  func show(_ update: Update, metrics: TextMetrics) {
    let former = listing
    (listing, shownRevision) = (update.listing, shownRevision + update.steps)
    measureColumns(after: update, metrics)
    switch update.kind {
    case .replaced(let cursor): showAnotherList(cursor: cursor)
    case .paged: showOtherPages(update, former: former)
    case .changed: dataSource.apply(snapshot(redrawing: update.redrawn, of: former))
    }
    // Which part of the list is in view nobody knows before all is read.
    tableView.showsVerticalScrollIndicator = listing.items.allSatisfy { $0.key != nil }
    switch update.jump {
    case .first?: tableView.perform(.first)
    case .last?: tableView.perform(.last)
    case nil: break
    }
  }

  private func showAnotherList(cursor: RowKey?) {
    let former = dataSource.cursorItemIdentifier
    tableView.backgroundContent =
      filter.isEmpty
      ? ListContentConfiguration(text: "The table is empty")
      : ListContentConfiguration(
        text: "No row matches", secondaryText: "backspace or ctrl-w shortens the filter, esc clears it")
    // The first rows of all are no news.
    ChangeCause.user.perform { _ = dataSource.apply(snapshot(), animatingDifferences: former?.key != nil) }
    if filter.isEmpty, let former, former.key != nil, dataSource.indexPath(for: former) != nil {
      // The cursor stays on its row.
    } else if let cursor, let place = dataSource.indexPath(for: .row(cursor)), place.row > 0 {
      tableView.moveCursor(to: place)
    } else {
      tableView.moveCursorToFirstRow()
    }
    // Other letters are found now.
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows)
  }

  /// Rows that a person asked for by going there are no news: nothing moves and nothing is marked.
  private func showOtherPages(_ update: Update, former: Listing) {
    var target: Item?
    // The row that stands for a gap goes, and the cursor does not go with it but stays where it is.
    if case .gap(let id)? = dataSource.cursorItemIdentifier, let key = update.successors[id] {
      target = .row(key)
      holdCursor(besides: .gap(id), in: former)
    }
    dataSource.apply(snapshot(redrawing: update.redrawn, of: former), animatingDifferences: false)
    if let target, let place = dataSource.indexPath(for: target) { tableView.moveCursor(to: place) }
  }

  /// Puts the cursor on a row beside an item that leaves, so that this one stays on its line.
  private func holdCursor(besides item: Item, in former: Listing) {
    guard let index = former.items.firstIndex(of: item) else { return }
    for neighbor in [index - 1, index + 1] where former.items.indices.contains(neighbor) {
      if let key = former.items[neighbor].key, listing.contents[key] != nil {
        return tableView.moveCursor(to: IndexPath(row: neighbor, section: 0))
      }
    }
  }

  /// All there is to show; what was there before and is to be drawn again is marked.
  private func snapshot(redrawing redrawn: Set<Item> = [], of former: Listing = Listing()) -> Snapshot {
    var snapshot = Snapshot()
    snapshot.appendSections([.rows])
    snapshot.appendItems(listing.items, toSection: .rows)
    if !redrawn.isEmpty {
      snapshot.reconfigureItems(former.items.filter { redrawn.contains($0) && snapshot.contains($0) })
    }
    return snapshot
  }

  /// Columns are as wide as the first rows of a list need, and stay so while more are read; only numbers that are
  /// longer get more room.
  private func measureColumns(after update: Update, _ metrics: TextMetrics) {
    if case .replaced = update.kind { hasMeasuredColumns = false }
    let rows = listing.items.compactMap { $0.key.flatMap { listing.contents[$0] } }
    let former = hasMeasuredColumns ? tableView.columns : nil
    hasMeasuredColumns = !rows.isEmpty
    let columns = look.columns(sample: rows, former: former) { metrics.width(of: $0) }
    if columns != tableView.columns { tableView.columns = columns }
  }

  /// `100,000 rows  0.8 ms`, or why what is shown may be out of date.
  func showStatus() {
    var status = "\(pager.total.map(RowLook.grouped) ?? "…") \(pager.total == 1 ? "row" : "rows")"
    if let duration = pager.duration {
      let tenths = Int((duration / .milliseconds(0.1)).rounded())
      status += "  \(tenths / 10).\(tenths % 10) ms"
    }
    if let reason = pager.model.refreshFailure { status = "not up to date: \(reason)" }
    if statusText.text != status { statusText = StyledText(status) }
  }
}

extension PageListing.Item {
  /// The key of a row; nil for a gap.
  var key: Key? {
    if case .row(let key) = self { key } else { nil }
  }
}
