/// Is told which rows will probably be seen soon, so that what they show can be got ready.
@MainActor
public protocol TableViewDataSourcePrefetching: AnyObject {
  /// Rows come near, those nearest to the screen first.
  func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath])
  /// Rows that were announced will not be seen after all; they may be gone.
  func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}

extension TableViewDataSourcePrefetching {
  /// Does nothing.
  public func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {}
}
