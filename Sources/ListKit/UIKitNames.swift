// Names of UIKit that do not exist here: the compiler's message says what to write instead.

/// The name of ``TableView`` in UIKit.
@available(*, unavailable, renamed: "TableView")
public typealias UITableView = TableView
/// The name of ``TableViewCell`` in UIKit.
@available(*, unavailable, renamed: "TableViewCell")
public typealias UITableViewCell = TableViewCell
/// The name of ``TableViewController`` in UIKit.
@available(*, unavailable, renamed: "TableViewController")
public typealias UITableViewController = TableViewController
/// The name of ``ViewController`` in UIKit.
@available(*, unavailable, renamed: "ViewController")
public typealias UIViewController = ViewController
/// The name of ``NavigationController`` in UIKit.
@available(*, unavailable, renamed: "NavigationController")
public typealias UINavigationController = NavigationController
/// The name of ``SplitViewController`` in UIKit.
@available(*, unavailable, renamed: "SplitViewController")
public typealias UISplitViewController = SplitViewController
/// The name of ``TableViewDelegate`` in UIKit.
@available(*, unavailable, renamed: "TableViewDelegate")
public typealias UITableViewDelegate = TableViewDelegate
/// The name of ``TableViewDiffableDataSource`` in UIKit.
@available(*, unavailable, renamed: "TableViewDiffableDataSource")
public typealias UITableViewDiffableDataSource = TableViewDiffableDataSource
/// The name of ``TableViewDiffableDataSource`` in UIKit.
@available(*, unavailable, message: "one table shows lists and outlines: use TableViewDiffableDataSource")
public typealias UICollectionViewDiffableDataSource = TableViewDiffableDataSource
/// The name of ``ListContentConfiguration`` in UIKit.
@available(*, unavailable, renamed: "ListContentConfiguration")
public typealias UIListContentConfiguration = ListContentConfiguration
/// The name of ``BackgroundConfiguration`` in UIKit.
@available(*, unavailable, renamed: "BackgroundConfiguration")
public typealias UIBackgroundConfiguration = BackgroundConfiguration
/// The name of ``CellAccessory`` in UIKit.
@available(*, unavailable, renamed: "CellAccessory")
public typealias UICellAccessory = CellAccessory
/// The name of ``SearchBar`` in UIKit.
@available(*, unavailable, renamed: "SearchBar")
public typealias UISearchBar = SearchBar
/// The name of ``SearchBarDelegate`` in UIKit.
@available(*, unavailable, renamed: "SearchBarDelegate")
public typealias UISearchBarDelegate = SearchBarDelegate
/// The name of ``AlertController`` in UIKit.
@available(*, unavailable, renamed: "AlertController")
public typealias UIAlertController = AlertController
/// The name of ``AlertAction`` in UIKit.
@available(*, unavailable, renamed: "AlertAction")
public typealias UIAlertAction = AlertAction
/// The name of ``Switch`` in UIKit.
@available(*, unavailable, renamed: "Switch")
public typealias UISwitch = Switch
/// The name of ``Action`` in UIKit.
@available(*, unavailable, renamed: "Action")
public typealias UIAction = Action
/// The name of ``Menu`` in UIKit.
@available(*, unavailable, renamed: "Menu")
public typealias UIMenu = Menu
/// What UIKit has in place of ``Action`` for swipes.
@available(*, unavailable, message: "a row has one menu: use Action and contextMenuProvider")
public typealias UIContextualAction = Action
/// What UIKit has in place of ``Menu`` for swipes.
@available(*, unavailable, message: "a row has one menu: use Menu and contextMenuProvider")
public typealias UISwipeActionsConfiguration = Menu

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
  @available(*, unavailable, message: "a row is as high as its content: see numberOfLines of TextProperties")
  public var rowHeight: Int {
    get { 1 }
    set {}
  }

  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "use footerProvider of the data source, or statusText of the screen")
  public var tableFooterView: Any? {
    get { nil }
    set {}
  }

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

extension TableViewCell {
  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "set text of a ListContentConfiguration, and contentConfiguration")
  public var textLabel: Any? { nil }

  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "set secondaryText of a ListContentConfiguration")
  public var detailTextLabel: Any? { nil }

  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "set image of a ListContentConfiguration")
  public var imageView: Any? { nil }

  /// Part of UIKit only; the message says what to use here.
  @available(
    *, unavailable,
    message: "set allowsSelection of the table, or styles of a BackgroundConfiguration"
  )
  public var selectionStyle: Any? {
    get { nil }
    set {}
  }
}

extension ViewController {
  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "use searchBar of TableViewController")
  public var searchController: Any? {
    get { nil }
    set {}
  }

  /// Part of UIKit only; the message says what to use here.
  @available(
    *, unavailable,
    message:
      "a screen draws its content in draw(in:), and a TableViewController has its tableView: there are no subviews"
  )
  public var view: Any? { nil }

  /// Part of UIKit only; the message says what to use here.
  @available(
    *, unavailable,
    message: "call refresh(every:) in viewDidLoad, or addKeyCommand(_:title:action:) for a key"
  )
  public var refreshControl: Any? {
    get { nil }
    set {}
  }

  /// Part of UIKit only; the message says what to use here.
  @available(
    *, unavailable,
    message: "use navigationController?.pushViewController(_:animated:), or present(_:) for a panel"
  )
  public func present(_ controller: ViewController, animated: Bool, completion: (() -> Void)? = nil) {}
}

extension TableViewController {
  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "use addKeyCommand(_:title:action:), which takes a closure")
  public func addKeyCommand(_ command: Any) {}
}

extension Switch {
  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "use addAction(_:), which takes a closure; there are no selectors")
  public mutating func addTarget(_ target: Any?, action: Any, for event: Any) {}
}
