import ListKit
import ListSearch

/// A line and its number, which identifies it: two lines may have the same text. `nonisolated`, because
/// snapshots are compared outside the main actor.
nonisolated struct Line: Hashable, Sendable {
  let number: Int
  let text: String
}

/// A fuzzy picker: typing filters and ranks the lines, enter picks one.
final class PickController: TableViewController, SearchBarDelegate {
  private let lines: [Line]
  private let index: SearchIndex
  private var found = Query("")
  private var dataSource: TableViewDiffableDataSource<Int, Line>!
  private(set) var picked: Line?

  init(_ texts: [String]) {
    lines = texts.enumerated().map { Line(number: $0, text: $1) }
    index = SearchIndex(texts) { [$0] }
    super.init()
    searchBar = SearchBar(placeholder: "letters of a line, in their order", delegate: self)
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [unowned self] line in
      ListContentConfiguration(
        attributedText: StyledText(line.text, matches: found.highlights(in: line.text)))
    }
    tableView.primaryAction = { [unowned self] in
      picked = dataSource.itemIdentifier(for: $0)
      exit()
    }
    searchBar(searchBar!, textDidChange: "")
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    let result = index.search(Query(searchText))
    found = result.query
    let ranked = index.matches(of: result, by: .alignment).ranked().map { lines[$0.row] }
    dataSource.applySnapshotUsingReloadData(DiffableDataSourceSnapshot([(0, ranked)]))
    if !searchText.isEmpty { tableView.moveCursorToFirstRow() }
    statusText = "\(result.count) of \(lines.count)"
  }
}
