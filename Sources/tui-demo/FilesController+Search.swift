import ListKit
import ListSearch

/// What is looked for among the files.
struct FileSearch {
  var query = Query("")
  /// What was found for the rows that are shown; nil where nothing was looked for.
  var matches: FileMatches?
  /// All files, of which the rows are a part; nil where they are all.
  var catalog: FileCatalog?
  /// Which directories are to be open, where the query is another than that of the rows.
  var opening: FileShowing.Opening?
  /// The directories that were open before anything was looked for.
  var openedBefore: [FileItem]?
}

/// A query narrows the rows to what matches in the directories that have been read, each with the directories around
/// it; as everything here, that is found out where no key waits for it.
extension FilesController {
  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    let query = Query(searchText)
    if search.openedBefore == nil {
      search.openedBefore = dataSource.snapshot(for: .main).expandedItems.filter { directory in
        files.tree.number(of: directory).map(files.tree.isKnown) ?? false
      }
    }
    search.query = query
    search.opening = query.isEmpty ? .these(search.openedBefore ?? []) : .matches
    progress.toggles = [:]
    showDifferently([])
  }

  /// What to open for a query that was changed: with none, also what is around the row of the cursor, which stays.
  var openingToShow: FileShowing.Opening? {
    guard case .these(var directories)? = search.opening else { return search.opening }
    var item = dataSource.cursorItemIdentifier
    while let directory = item.flatMap({ files.tree.directory($0.folder) }) {
      directories.append(directory)
      item = directory
    }
    return .these(directories)
  }

  /// The rows show what was found: says so, and, where the query is another now, goes to the best.
  func didShow(_ matches: FileMatches?, opening: FileShowing.Opening?) {
    search.matches = matches
    if matches == nil { search.catalog = nil }
    describeState()
    guard opening != nil else { return }
    search.opening = nil
    if matches == nil { search.openedBefore = nil }
    if let indexPath = matches?.best.flatMap(dataSource.indexPath(for:)) {
      tableView.moveCursor(to: indexPath)
    }
  }
}
