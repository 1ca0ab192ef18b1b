import ListKit
import ListKitTesting
import TestSupport
import Testing

extension UIKitSamplesTests {
  // MARK: Sections that are filled from section snapshots

  @Test("Section snapshots fill sections one by one, and enter expands a parent") func sectionSnapshots() {
    enum Section: CaseIterable { case recent, top, suggested }
    let controller = TableViewController()
    controller.tableView.register(TableViewCell.self, forCellReuseIdentifier: "cell")
    let dataSource = TableViewDiffableDataSource<Section, String>(tableView: controller.tableView) {
      tableView, indexPath, name in
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      cell.contentConfiguration = ListContentConfiguration(text: name)
      return cell
    }
    let sections: [Section] = [.recent, .top, .suggested]
    var snapshot = DiffableDataSourceSnapshot<Section, String>()
    snapshot.appendSections(sections)
    dataSource.apply(snapshot, animatingDifferences: false)
    for section in sections {
      var sectionSnapshot = DiffableDataSourceSectionSnapshot<String>()
      sectionSnapshot.append(["\(section)"])
      sectionSnapshot.append(["of \(section)"], to: "\(section)")
      dataSource.apply(sectionSnapshot, to: section, animatingDifferences: false)
    }
    let screen = TestScreen(controller, columns: 30, lines: 10)
    #expect(screen.contains("▸ recent") && !screen.contains("of recent"))
    screen.press(.enter)
    screen.rest()
    #expect(screen.contains("of recent"), "without an action of its own enter opens a parent")
    let childSnapshot = dataSource.snapshot(for: .recent).snapshot(of: "recent", includingParent: false)
    expectEqual(childSnapshot.items, ["of recent"])
  }

  @Test("A table retains its data source") func retainedDataSource() {
    let controller = TableViewController()
    do {
      let dataSource = TableViewDiffableDataSource<Int, String>(tableView: controller.tableView) {
        ListContentConfiguration(text: $0)
      }
      dataSource.apply(DiffableDataSourceSnapshot([(0, ["Eiger"])]))
    }
    #expect(TestScreen(controller, columns: 60, lines: 10).contains("Eiger"))
  }
}
