import ListKit
import ListKitCurses

nonisolated enum Section { case alps, himalaya }

let controller = TableViewController()
controller.title = "Mountains"
controller.tableView.register(TableViewCell.self, forCellReuseIdentifier: "mountain")

let dataSource = TableViewDiffableDataSource<Section, String>(tableView: controller.tableView) {
  tableView, indexPath, mountain in
  let cell = tableView.dequeueReusableCell(withIdentifier: "mountain", for: indexPath)
  cell.textLabel?.text = mountain
  return cell
}

var snapshot = DiffableDataSourceSnapshot<Section, String>()
snapshot.appendSections([.alps, .himalaya])
snapshot.appendItems(["Eiger", "Mönch", "Jungfrau"], toSection: .alps)
snapshot.appendItems(["Everest", "Lhotse"], toSection: .himalaya)
dataSource.apply(snapshot, animatingDifferences: false)

Task {  // Two seconds later apply the new state; the table finds what changed and shows it.
  try await Task.sleep(for: .seconds(2))
  snapshot.moveItem("Eiger", afterItem: "Jungfrau")
  snapshot.insertItems(["Makalu"], beforeItem: "Lhotse")
  await dataSource.apply(snapshot, animatingDifferences: true)
}

Terminal.main(controller)
