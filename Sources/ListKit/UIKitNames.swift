// What a developer who knows UIKit types and does not find: the compiler says what to write instead.

/// What ``TableView`` is called in Apple's frameworks.
@available(*, unavailable, renamed: "TableView")
public typealias UITableView = TableView
/// What ``TableViewCell`` is called in Apple's frameworks.
@available(*, unavailable, renamed: "TableViewCell")
public typealias UITableViewCell = TableViewCell
/// What ``TableViewController`` is called in Apple's frameworks.
@available(*, unavailable, renamed: "TableViewController")
public typealias UITableViewController = TableViewController
/// What ``ViewController`` is called in Apple's frameworks.
@available(*, unavailable, renamed: "ViewController")
public typealias UIViewController = ViewController
/// What ``NavigationController`` is called in Apple's frameworks.
@available(*, unavailable, renamed: "NavigationController")
public typealias UINavigationController = NavigationController
/// What ``SplitViewController`` is called in Apple's frameworks.
@available(*, unavailable, renamed: "SplitViewController")
public typealias UISplitViewController = SplitViewController
/// What ``TableViewDelegate`` is called in Apple's frameworks.
@available(*, unavailable, renamed: "TableViewDelegate")
public typealias UITableViewDelegate = TableViewDelegate
/// What ``TableViewDiffableDataSource`` is called in Apple's frameworks.
@available(*, unavailable, renamed: "TableViewDiffableDataSource")
public typealias UITableViewDiffableDataSource = TableViewDiffableDataSource
/// What ``TableViewDiffableDataSource`` is called in Apple's frameworks.
@available(*, unavailable, message: "one table shows lists and outlines: use TableViewDiffableDataSource")
public typealias UICollectionViewDiffableDataSource = TableViewDiffableDataSource
/// What ``ListContentConfiguration`` is called in Apple's frameworks.
@available(*, unavailable, renamed: "ListContentConfiguration")
public typealias UIListContentConfiguration = ListContentConfiguration
/// What ``BackgroundConfiguration`` is called in Apple's frameworks.
@available(*, unavailable, renamed: "BackgroundConfiguration")
public typealias UIBackgroundConfiguration = BackgroundConfiguration
/// What ``CellAccessory`` is called in Apple's frameworks.
@available(*, unavailable, renamed: "CellAccessory")
public typealias UICellAccessory = CellAccessory
/// What ``SearchBar`` is called in Apple's frameworks.
@available(*, unavailable, renamed: "SearchBar")
public typealias UISearchBar = SearchBar
/// What ``SearchBarDelegate`` is called in Apple's frameworks.
@available(*, unavailable, renamed: "SearchBarDelegate")
public typealias UISearchBarDelegate = SearchBarDelegate
/// What ``AlertController`` is called in Apple's frameworks.
@available(*, unavailable, renamed: "AlertController")
public typealias UIAlertController = AlertController
/// What ``AlertAction`` is called in Apple's frameworks.
@available(*, unavailable, renamed: "AlertAction")
public typealias UIAlertAction = AlertAction
/// What ``ContextualAction`` is called in Apple's frameworks.
@available(*, unavailable, renamed: "ContextualAction")
public typealias UIContextualAction = ContextualAction
/// What ``SwipeActionsConfiguration`` is called in Apple's frameworks.
@available(*, unavailable, renamed: "SwipeActionsConfiguration")
public typealias UISwipeActionsConfiguration = SwipeActionsConfiguration
