// UIKit types that do not exist here: the compiler's message says what to write instead.

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
