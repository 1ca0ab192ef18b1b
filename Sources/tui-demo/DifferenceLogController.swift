import ListKit

/// The differences of the applies, the latest on top: what the signs in the gutter are checked by.
@MainActor
final class DifferenceLogController: TableViewController {
  private var log = DifferenceLog()
  private var dataSource: TableViewDiffableDataSource<DifferenceLog.Entry, DifferenceLog.Line>!

  init() {
    super.init()
    title = "Differences"
    statusText = "what each apply changed"
    tableView.allowsSelection = false
    tableView.motion = .none
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "line")
    tableView.backgroundContent = ListContentConfiguration(
      text: "Nothing has changed", secondaryText: "each apply is told here")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { tableView, indexPath, line in
      let cell = tableView.dequeueReusableCell(withIdentifier: "line", for: indexPath)
      cell.contentConfiguration = DifferenceLineContent(line: line)
      return cell
    }
    dataSource.headerProvider = { entry in
      ListContentConfiguration(
        text: "apply \(entry.number)", secondaryText: entry.summary, arrangement: .inline)
    }
  }

  /// How many applies were told.
  var count: Int { log.count }

  func add(_ difference: SnapshotDifference<FeedModel.Section, Job>) {
    log.add(difference)
    dataSource.apply(log.snapshot, animatingDifferences: false)
    tableView.perform(.first)
  }
}
