/// The rows announced to the prefetching data source, and which way the list went.
struct Prefetch {
  /// Rows announced that are not on the screen yet, with the places they were announced at.
  var announced: [RowIdentifier: IndexPath] = [:]
  /// The row at the top of the screen at the last drawing.
  var top: RowIdentifier?
  var goesDown = true
}

extension TableView {
  /// Tells which rows come near: a screenful ahead, the way the list is going.
  ///
  /// - Complexity: O(rows on the screen).
  func updatePrefetching() {
    guard isPrefetchingEnabled, let source = prefetchDataSource, let content else {
      prefetch = Prefetch()
      return
    }
    let shown = layout.rows.filter { $0.row?.indexPath != nil }
    if let former = prefetch.top.flatMap({ content.row(for: $0) }), let top = shown.first?.row, top != former
    {
      prefetch.goesDown = former < top
    }
    prefetch.top = shown.first?.identifier
    let ahead = rowsAhead(of: shown)
    let identifiers = ahead.map { content.identifier(of: $0) }
    let kept = Set(identifiers)
    let seen = Set(shown.map(\.identifier))
    let missed = prefetch.announced.filter { !kept.contains($0.key) && !seen.contains($0.key) }
    let new = zip(identifiers, ahead).filter { prefetch.announced[$0.0] == nil }
    for identifier in prefetch.announced.keys where !kept.contains(identifier) {
      prefetch.announced[identifier] = nil
    }
    for (identifier, row) in new { prefetch.announced[identifier] = row.indexPath }
    if !missed.isEmpty {
      let places = missed.map { content.row(for: $0.key)?.indexPath ?? $0.value }
      source.tableView(self, cancelPrefetchingForRowsAt: places.sorted())
    }
    if !new.isEmpty { source.tableView(self, prefetchRowsAt: new.compactMap(\.1.indexPath)) }
  }

  private func rowsAhead(of shown: [TableLayout.PlacedRow]) -> [TableRow] {
    guard let rows, let edge = (prefetch.goesDown ? shown.last : shown.first)?.row, rows.contains(edge) else {
      return []
    }
    let goesDown = prefetch.goesDown
    var ahead: [TableRow] = []
    var next = goesDown ? rows.itemAfter(edge) : rows.itemBefore(edge)
    while let row = next, ahead.count < viewportLines {
      ahead.append(row)
      next = goesDown ? rows.itemAfter(row) : rows.itemBefore(row)
    }
    return ahead
  }
}

/// Is called with the rows that will probably be seen soon, so that what they show can be got ready.
@MainActor
public protocol TableViewDataSourcePrefetching: AnyObject {
  /// Rows come near, those nearest to the screen first.
  func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath])
  /// Rows that were announced will not be seen after all; they may be gone.
  func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}

extension TableViewDataSourcePrefetching {
  /// Does nothing: what was begun for these rows is finished, whether it is wanted or not.
  public func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {}
}
