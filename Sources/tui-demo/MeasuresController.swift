import ListKit

/// How long each operation took, the latest on top.
@MainActor
final class MeasuresController: TableViewController {
  private var dataSource: TableViewDiffableDataSource<StressModel.Section, StressMeasure>!

  init() {
    super.init()
    title = "Measures"
    statusText = "in milliseconds"
    tableView.allowsSelection = false
    tableView.motion = .none
    tableView.columns = StressRow.measureColumns
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "measure")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { tableView, indexPath, measure in
      let cell = tableView.dequeueReusableCell(withIdentifier: "measure", for: indexPath)
      cell.contentConfiguration = StressRow.content(of: measure)
      return cell
    }
    dataSource.contentEqual = { $0.frame == $1.frame }
  }

  func show(_ measures: [StressMeasure]) {
    var snapshot = DiffableDataSourceSnapshot<StressModel.Section, StressMeasure>()
    snapshot.appendSections([.main])
    snapshot.appendItems(measures.reversed())
    dataSource.apply(snapshot, animatingDifferences: false)
    tableView.perform(.first)
  }
}
