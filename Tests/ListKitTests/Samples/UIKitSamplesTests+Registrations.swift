import ListKit
import ListKitTesting
import Testing

extension UIKitSamplesTests {
  @Test func aRegistrationFillsItsCells() {
    let controller = TableViewController()
    var filled: [Mountain] = []
    let mountains = TableView.CellRegistration<TableViewCell, Mountain> { cell, indexPath, mountain in
      filled.append(mountain)
      cell.textLabel?.text = "\(indexPath.item): \(mountain.name)"
    }
    let numbers = TableView.CellRegistration<TableViewCell, Int> { cell, _, number in
      cell.textLabel?.text = "\(number)"
    }
    enum Item: Hashable { case mountain(Mountain), number(Int) }
    let dataSource = TableViewDiffableDataSource<Int, Item>(tableView: controller.tableView) {
      tableView, indexPath, item in
      switch item {
      case .mountain(let mountain):
        tableView.dequeueConfiguredReusableCell(using: mountains, for: indexPath, item: mountain)
      case .number(let number):
        tableView.dequeueConfiguredReusableCell(using: numbers, for: indexPath, item: number)
      }
    }
    var snapshot = DiffableDataSourceSnapshot<Int, Item>()
    snapshot.appendSections([0])
    snapshot.appendItems([.mountain(Mountain(name: "Eiger")), .number(3970)])
    dataSource.apply(snapshot)
    let screen = TestScreen(controller, columns: 30, lines: 8)
    #expect(screen.contains("0: Eiger") && screen.contains("3970"))
    #expect(filled == [Mountain(name: "Eiger")])
    #expect(dataSource.snapshot().numberOfItems == 2)
  }

  // MARK: Sections, each from a snapshot of its own

  @Test func sectionsAreFilledOneByOne() {
    enum Section: CaseIterable { case recent, top, suggested }
    let controller = TableViewController()
    controller.tableView.register(TableViewCell.self, forCellReuseIdentifier: "cell")
    let dataSource = TableViewDiffableDataSource<Section, String>(tableView: controller.tableView) {
      tableView, indexPath, name in
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      cell.textLabel?.text = name
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
    #expect(childSnapshot.items == ["of recent"])
  }

  @Test func aDataSourceThatNobodyKeepsSaysSo() {
    let controller = TableViewController()
    _ = TableViewDiffableDataSource<Int, Int>(tableView: controller.tableView) { _, _, _ in nil }
    let screen = TestScreen(controller, columns: 60, lines: 10)
    #expect(screen.contains("The data source of this table is gone"))
  }

  @Test func rowsThatAreNotThereAreNotSelected() {
    let (screen, _) = edited()
    screen.controller.tableView.selectRow(at: IndexPath(item: 9, section: 0), animated: false)
    screen.controller.tableView.selectRow(at: IndexPath(item: 0, section: 9), animated: false)
    #expect(screen.controller.tableView.indexPathsForSelectedRows == nil)
  }
}
