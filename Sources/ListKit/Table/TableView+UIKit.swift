// What a developer who knows UIKit calls and does not find: the compiler says what to write instead.

extension TableView {
  /// Part of UIKit only; the message says what to use here.
  @available(
    *, unavailable,
    message: "pass the table to TableViewDiffableDataSource(tableView:cellProvider:) and keep the data source"
  )
  public var dataSource: Any? {
    get { nil }
    set {}
  }

  /// Part of UIKit only; the message says what to use here.
  @available(
    *, unavailable, message: "apply a snapshot to the data source; applySnapshotUsingReloadData marks nothing"
  )
  public func reloadData() {}

  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "apply a snapshot to the data source: it finds out what changed")
  public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {}

  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "apply a snapshot to the data source: it finds out what changed")
  public func beginUpdates() {}

  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "apply a snapshot to the data source: it finds out what changed")
  public func endUpdates() {}

  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "append items to a snapshot and apply it")
  public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}

  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "delete items from a snapshot and apply it")
  public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}

  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "mark items by reloadItems(_:) of a snapshot and apply it")
  public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}

  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "move items in a snapshot and apply it")
  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
}
