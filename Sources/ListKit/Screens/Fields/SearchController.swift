/// A query and who answers it, for screens written as UIKit's are.
///
/// ```swift
/// let searchController = SearchController()
/// searchController.searchResultsUpdater = self
/// navigationItem.searchController = searchController
/// ```
///
/// It is kept by the ``TableViewController/navigationItem`` it is given to.
@MainActor
public final class SearchController {
  /// The line to type into.
  public let searchBar = SearchBar()
  /// Called when the query changed.
  public weak var searchResultsUpdater: (any SearchResultsUpdating)?

  /// Creates one with an empty query.
  public init() {
    searchBar.didChange = { [weak self] in
      if let self { searchResultsUpdater?.updateSearchResults(for: self) }
    }
  }
}

/// Finds what matches a query.
@MainActor
public protocol SearchResultsUpdating: AnyObject {
  /// The query was changed by the user; it is the text of the controller's search bar.
  func updateSearchResults(for searchController: SearchController)
}

/// What is above a screen's rows, by UIKit's names.
@MainActor
public struct NavigationItem {
  let controller: TableViewController

  /// The text of the first line; none takes no line.
  public var title: String? {
    get { controller.title.isEmpty ? nil : controller.title }
    nonmutating set { controller.title = newValue ?? "" }
  }

  /// The query and who answers it; its search bar is the screen's.
  public var searchController: SearchController? {
    get { controller.searchController }
    nonmutating set {
      controller.searchController = newValue
      controller.searchBar = newValue?.searchBar
    }
  }
}

extension TableViewController {
  /// What is above the rows, by UIKit's names.
  public var navigationItem: NavigationItem { NavigationItem(controller: self) }
}
