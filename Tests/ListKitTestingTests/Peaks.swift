import ListKit

/// A screen of mountains with a query as a filter and a timer that adds a mountain every second.
@MainActor
final class PeaksController: TableViewController, SearchBarDelegate {
  private(set) var dataSource: TableViewDiffableDataSource<String, String>!
  private(set) var log: [String] = []
  private var peaks = ["Eiger", "Mönch", "Jungfrau", "剣岳"]
  private let clock: any Clock<Duration>
  private var timer: Task<Void, Never>?

  init(clock: any Clock<Duration> = ContinuousClock()) {
    self.clock = clock
    super.init()
    title = "Peaks"
    searchBar = SearchBar()
    searchBar?.delegate = self
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "peak")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { tableView, indexPath, peak in
      let cell = tableView.dequeueReusableCell(withIdentifier: "peak", for: indexPath)
      cell.contentConfiguration = ListContentConfiguration(text: peak)
      return cell
    }
    tableView.primaryAction = { [unowned self] in log.append(dataSource.itemIdentifier(for: $0) ?? "") }
    show()
  }

  override func viewDidAppear(_ animated: Bool) {
    log.append("seen")
    timer = Task { [weak self, clock] in
      while (try? await clock.sleep(for: .seconds(1))) != nil { self?.add() }
    }
  }

  override func viewWillDisappear(_ animated: Bool) {
    log.append("gone")
    timer?.cancel()
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) { show(animated: false) }

  func add() {
    peaks.append("Peak \(peaks.count + 1)")
    show()
  }

  private func show(animated: Bool = true) {
    var snapshot = DiffableDataSourceSnapshot<String, String>()
    snapshot.appendSections(["main"])
    let query = searchBar?.text ?? ""
    snapshot.appendItems(peaks.filter { query.isEmpty || $0.contains(query) })
    dataSource.apply(snapshot, animatingDifferences: animated)
  }
}
