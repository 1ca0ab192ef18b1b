import ListKit

/// The screen of the feed.
@MainActor
final class FeedController: TableViewController {
  typealias Section = FeedModel.Section

  private let service: FeedService
  private var dataSource: TableViewDiffableDataSource<Section, Job>!
  private let log: DifferenceLogController
  private var observation: Task<Void, any Error>?

  private enum Keys {
    static let pause = Command.custom("pause")
    static let faster = Command.custom("faster")
    static let slower = Command.custom("slower")
    static let differences = Command.custom("differences")
  }

  /// - Parameter log: what is told of the changes.
  init(service: FeedService, log: DifferenceLogController) {
    (self.service, self.log) = (service, log)
    super.init()
    title = "Feed"
    keyMap.bind(.character("i"), to: Keys.differences, "show or hide the differences")
    keyMap.bind(.character("-"), to: Keys.slower, "slower")
    keyMap.bind(.character("+"), .character("="), to: Keys.faster, "faster")
    keyMap.bind(.character(" "), to: Keys.pause, "pause or go on")
    prepareTable()
    dataSource.apply(service.model.snapshot, animatingDifferences: false)
    updateStatus()
  }

  private func prepareTable() {
    tableView.columns = FeedRow.columns
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "job")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { tableView, indexPath, job in
      let cell = tableView.dequeueReusableCell(withIdentifier: "job", for: indexPath)
      cell.contentConfiguration = FeedRow(job: job)
      return cell
    }
    dataSource.contentEqual = { $0.hasContent(of: $1) }
    dataSource.headerProvider = { [weak self] section in
      let count = self?.dataSource.snapshot().numberOfItems(inSection: section) ?? 0
      return ListContentConfiguration(
        text: section.rawValue, secondaryText: "\(count)", arrangement: .inline)
    }
    dataSource.didApply = { [weak self] report in self?.inspect(report) }
    tableView.primaryAction = { [weak self] indexPath in
      if let self, let job = dataSource.itemIdentifier(for: indexPath) { present(FeedRow.panel(of: job)) }
    }
  }

  // MARK: Going on while seen

  override func viewDidAppear(_ animated: Bool) {
    observation = dataSource.observe(service.snapshots)
  }

  override func viewDidDisappear(_ animated: Bool) {
    observation?.cancel()
    observation = nil
  }

  private func inspect(_ report: TableViewDiffableDataSource<Section, Job>.ApplyReport) {
    guard let difference = report.difference else { return }
    log.add(difference)
    updateStatus()
  }

  // MARK: Commands

  override func perform(_ command: Command) -> Bool {
    switch command {
    case Keys.pause: service.pace.togglePause()
    case Keys.faster: service.pace.faster()
    case Keys.slower: service.pace.slower()
    case Keys.differences: splitViewController?.isDetailHidden.toggle()
    default: return super.perform(command)
    }
    updateStatus()
    return true
  }

  private func updateStatus() {
    let pace = service.pace.isPaused ? "paused, space goes on" : "\(service.pace.rate) events/s, space pauses"
    statusText = StyledText("\(pace)  \(log.count) applies")
  }
}
