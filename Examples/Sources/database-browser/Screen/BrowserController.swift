import Foundation
import ListKit

/// The screen of the browser: rows as far as they have been read, and below them one that stands for the rest.
///
/// Each page has a loader row of its own. So the table tells anew that one comes near, and reading goes on until
/// the screen is full or all is read.
@MainActor
final class BrowserController: TableViewController {
  enum Section: Hashable, Sendable {
    case rows
    case rest
  }

  enum Item: Hashable, Sendable {
    case row(RowKey)
    /// Stands for what follows a number of pages.
    case loader(page: Int)
    /// Says what went wrong, and tries again.
    case retry
  }

  typealias Snapshot = DiffableDataSourceSnapshot<Section, Item>

  let model: PagingModel
  let look: RowLook
  var dataSource: TableViewDiffableDataSource<Section, Item>!
  var hasMeasuredColumns = false
  private var reading: Task<Void, Never>?

  init(model: PagingModel, title: String, query: String = "") {
    self.model = model
    look = RowLook(table: model.source.table)
    super.init()
    self.title = title
    prepareTable()
    let bar = SearchBar()
    bar.placeholder = "filter, in the database"
    bar.delegate = self
    bar.text = query
    searchBar = bar
    model.didChange = { [weak self] in self?.show($0) }
    model.search(query)
    show(.replaced)
  }

  private func prepareTable() {
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "row")
    tableView.columns = look.columns(sample: [])
    tableView.delegate = self
    tableView.prefetchDataSource = self
    tableView.primaryAction = { [weak self] in self?.open($0) }
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      self?.configure(cell, for: item)
      return cell
    }
  }

  private func configure(_ cell: TableViewCell, for item: Item) {
    switch item {
    case .row(let key):
      cell.contentConfiguration = look.content(model.rows.contents[key] ?? [], matching: model.filter)
    case .loader:
      cell.contentConfiguration = ListContentConfiguration(text: "Reading")
      cell.accessories = [.spinner(placement: .leading)]
    case .retry:
      guard case .failed(let reason) = model.phase else { return }
      cell.contentConfiguration = ListContentConfiguration(
        text: StyledText("Not read: \(reason)"), secondaryText: "enter tries again")
    }
  }

  // MARK: What a person does

  private func open(_ indexPath: IndexPath) {
    switch dataSource.itemIdentifier(for: indexPath) {
    case .row(let key)?:
      reading?.cancel()
      reading = Task {
        guard let record = try? await model.source.fullRecord(key), !Task.isCancelled else { return }
        present(look.panel(record))
      }
    case .retry?: model.retry()
    case .loader?, nil: break
    }
  }
}

extension BrowserController: SearchBarDelegate {
  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    // Without a filter the row under the cursor stays; with another one it is the first that counts.
    var kept: RowKey?
    if Filter(searchText).isEmpty, case .row(let key)? = dataSource.cursorItemIdentifier { kept = key }
    model.search(searchText, keeping: kept)
  }
}

extension BrowserController: TableViewDelegate, TableViewDataSourcePrefetching {
  func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) {
    for indexPath in indexPaths { loadMore(at: indexPath) }
  }

  func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {
    loadMore(at: indexPath)
  }

  private func loadMore(at indexPath: IndexPath) {
    if case .loader? = dataSource.itemIdentifier(for: indexPath) { model.loadMore() }
  }
}
