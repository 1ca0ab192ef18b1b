import ListKit
import ListKitCurses

nonisolated enum Section { case alps, himalaya }

let controller = TableViewController()
controller.title = "Mountains"

let dataSource = TableViewDiffableDataSource<Section, String>(tableView: controller.tableView) { mountain in
  ListContentConfiguration(text: mountain)
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
