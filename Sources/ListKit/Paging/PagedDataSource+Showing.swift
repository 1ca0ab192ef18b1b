/// Before each drawing the table takes one step of what there is to show, and after it says what is seen; so what is
/// known follows the eye. What somebody wrote and what was merely read are never one step: changes are told as
/// changes, and nothing else is.
extension PagedDataSource: TableFeed {
  func tableWillDraw() {
    if let update = pager.takeUpdate() { show(update) }
  }

  func tableDidDraw() {
    let visible = tableView.indexPathsForVisibleRows.compactMap { dataSource.itemIdentifier(for: $0) }
    let focus = Model.Focus(
      visible: visible, cursor: dataSource.cursorItemIdentifier, room: tableView.visibleSize.lines)
    pager.update { $0.look(focus, at: shownRevision) }
    if !pager.model.updates.isEmpty { tableView.setNeedsDisplay() }
  }

  func willPerform(_ command: Command?) {
    pager.update {
      // Whoever goes on does not want to be taken to the end any more.
      $0.cancelJump()
      switch command {
      case .first?: $0.jump(to: .first)
      case .last?: $0.jump(to: .last)
      default: break
      }
    }
  }

  func cursorDidMove() { pager.update { $0.moveCursor(to: dataSource.cursorItemIdentifier) } }

  func choose(_ indexPath: IndexPath) -> Bool {
    guard case .gap(let id)? = dataSource.itemIdentifier(for: indexPath) else { return false }
    pager.update { $0.retry(id) }
    return true
  }

  // MARK: Steps

  private func show(_ update: Model.Update) {
    let former = listing
    (listing, shownRevision) = (update.listing, shownRevision + update.steps)
    var isAnotherList = false
    if case .replaced = update.kind { isAnotherList = true }
    willShow?(isAnotherList)
    switch update.kind {
    case .replaced(let cursor): showAnotherList(cursor: cursor, isKept: update.isKept)
    case .paged: showOtherPages(update, former: former)
    case .changed: dataSource.apply(snapshot(redrawing: update.redrawn, of: former))
    }
    let isWhole = listing.items.allSatisfy { $0.key != nil }
    if tableView.showsVerticalScrollIndicator != isWhole { tableView.showsVerticalScrollIndicator = isWhole }
    switch update.jump {
    case .first?: tableView.moveCursorToFirstRow()
    case .last?: tableView.moveCursorToLastRow()
    case nil: break
    }
  }

  private func showAnotherList(cursor: Engine.Key?, isKept: Bool) {
    let former = dataSource.cursorItemIdentifier
    // The first rows of all are no news.
    ChangeCause.user.perform { _ = dataSource.apply(snapshot(), animatingDifferences: former?.key != nil) }
    if isKept, let former, former.key != nil, dataSource.indexPath(for: former) != nil {
      // The cursor stays on its row.
    } else if let cursor, let place = dataSource.indexPath(for: .row(cursor)), place.row > 0 {
      tableView.moveCursor(to: place)
    } else {
      tableView.moveCursorToFirstRow()
    }
    // What is shown of a row may be another with another query.
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows)
  }

  /// Rows that a person asked for by going there are no news: nothing moves and nothing is marked.
  private func showOtherPages(_ update: Model.Update, former: Model.Listing) {
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
  private func holdCursor(besides item: Item, in former: Model.Listing) {
    guard let index = former.items.firstIndex(of: item) else { return }
    for neighbor in [index - 1, index + 1] where former.items.indices.contains(neighbor) {
      if let key = former.items[neighbor].key, listing.contents[key] != nil {
        return tableView.moveCursor(to: IndexPath(row: neighbor, section: 0))
      }
    }
  }

  /// All there is to show; what was there before and is to be drawn again is marked.
  private func snapshot(
    redrawing redrawn: Set<Item> = [], of former: Model.Listing = Model.Listing()
  ) -> DiffableDataSourceSnapshot<Section, Item> {
    var snapshot = DiffableDataSourceSnapshot<Section, Item>()
    snapshot.appendSections([.rows])
    snapshot.appendItems(listing.items, toSection: .rows)
    if !redrawn.isEmpty {
      snapshot.reconfigureItems(former.items.filter { redrawn.contains($0) && snapshot.contains($0) })
    }
    return snapshot
  }
}
