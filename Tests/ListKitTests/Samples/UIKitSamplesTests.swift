import ListKit
import ListKitTesting
import TestSupport
import Testing

/// Code written for UIKit, without the prefix: it compiles and behaves as it does there.
@MainActor
@Suite("Code written for UIKit") struct UIKitSamplesTests {
  // MARK: A searchable list

  struct Mountain: Hashable {
    let name: String
  }

  final class MountainTableViewController: TableViewController, SearchBarDelegate {
    enum Section {
      case main
    }

    var dataSource: TableViewDiffableDataSource<Section, Mountain>!
    let reuseIdentifier = "reuse-identifier"
    let mountains = ["Eiger", "Mönch", "Jungfrau", "Everest"].map(Mountain.init)

    override func viewDidLoad() {
      super.viewDidLoad()
      title = "Mountains Search"
      searchBar = SearchBar(placeholder: "name", delegate: self)
      configureDataSource()
      performQuery(with: nil)
    }

    func configureDataSource() {
      tableView.register(TableViewCell.self, forCellReuseIdentifier: reuseIdentifier)
      dataSource = TableViewDiffableDataSource<Section, Mountain>(tableView: tableView) {
        (tableView: TableView, indexPath: IndexPath, item: Mountain) -> TableViewCell? in
        let cell = tableView.dequeueReusableCell(withIdentifier: self.reuseIdentifier, for: indexPath)
        var content = cell.defaultContentConfiguration()
        content.text = item.name
        cell.contentConfiguration = content
        return cell
      }
    }

    func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
      performQuery(with: searchText)
    }

    func performQuery(with filter: String?) {
      let found = mountains.filter { filter.map($0.name.lowercased().contains) ?? true || filter == "" }
        .sorted { $0.name < $1.name }
      var snapshot = DiffableDataSourceSnapshot<Section, Mountain>()
      snapshot.appendSections([.main])
      snapshot.appendItems(found, toSection: .main)
      dataSource.apply(snapshot, animatingDifferences: true)
    }
  }

  @Test("A query filters the rows of a list") func searchedList() {
    let screen = TestScreen(MountainTableViewController(), columns: 30, lines: 10)
    expectEqual(screen.lines[0], "Mountains Search")
    screen.type("eve")
    #expect(screen.contains("Everest") && !screen.contains("Eiger"))
    expectEqual(screen.controller.searchBar?.text, "eve")
  }

  // MARK: A switch in a row

  final class WiFiSettingsViewController: TableViewController {
    enum Item: Hashable {
      case wifiEnabled
      case network(String)
    }

    var dataSource: TableViewDiffableDataSource<Int, Item>!
    var wifiEnabled = true

    override func viewDidLoad() {
      tableView.register(TableViewCell.self, forCellReuseIdentifier: "cell")
      dataSource = TableViewDiffableDataSource<Int, Item>(tableView: tableView) {
        [weak self] tableView, indexPath, item in
        guard let self else { return nil }
        let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
        switch item {
        case .wifiEnabled:
          cell.contentConfiguration = ListContentConfiguration(text: "Wi-Fi")
          var enableWifiSwitch = Switch()
          enableWifiSwitch.isOn = wifiEnabled
          enableWifiSwitch.addAction { [weak self] in self?.toggleWifi() }
          cell.accessoryView = enableWifiSwitch
        case .network(let name):
          cell.contentConfiguration = ListContentConfiguration(text: name)
          cell.accessories = [.detail(), .disclosureIndicator()]
        }
        return cell
      }
      updateUI()
    }

    func toggleWifi() {
      wifiEnabled.toggle()
      updateUI()
    }

    func updateUI() {
      var snapshot = DiffableDataSourceSnapshot<Int, Item>()
      snapshot.appendSections([0])
      snapshot.appendItems([.wifiEnabled])
      if wifiEnabled { snapshot.appendItems([.network("home"), .network("café")]) }
      snapshot.reloadItems([.wifiEnabled])
      dataSource.apply(snapshot, animatingDifferences: false)
    }
  }

  @Test("Enter on a row with a switch performs the action of the switch") func switchAction() {
    let screen = TestScreen(WiFiSettingsViewController(), columns: 30, lines: 8)
    #expect(screen.contains("home"))
    screen.press(.enter)
    screen.rest()
    #expect(!screen.contains("home"))
    screen.press(.enter)
    screen.rest()
    #expect(screen.contains("café"))
  }

  @Test("Titles of headers come from a provider by the section's identifier, else from the override")
  func headerTitles() {
    let controller = TableViewController()
    let dataSource = EditedDataSource(tableView: controller.tableView) {
      ListContentConfiguration(text: "\($0)")
    }
    dataSource.apply(
      DiffableDataSourceSnapshot([("Alps", [1]), ("Andes", [2])]), animatingDifferences: false)
    dataSource.headerTitleProvider = { section in section == "Alps" ? "Today" : nil }
    let screen = TestScreen(controller, columns: 30, lines: 12)
    #expect(screen.contains("Today") && screen.contains("Andes mountains") && !screen.contains("Alps"))
  }

  // MARK: A subclassed data source

  /// The data source of Apple's sample of an editable list.
  final class EditedDataSource: TableViewDiffableDataSource<String, Int> {
    var moves: [[Int]] = []

    override func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
      "\(snapshot().sectionIdentifiers[section]) mountains"
    }

    override func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
      "\(snapshot().numberOfItems) in all"
    }

    override func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }

    override func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {
      guard let item = itemIdentifier(for: source), source != destination else { return }
      moves.append([source.item, destination.item])
      let other = itemIdentifier(for: destination)
      var snapshot = self.snapshot()
      if let other {
        if let from = snapshot.indexOfItem(item), let to = snapshot.indexOfItem(other) {
          let isAfter =
            to > from
            && snapshot.sectionIdentifier(containingItem: item)
              == snapshot.sectionIdentifier(containingItem: other)
          snapshot.deleteItems([item])
          if isAfter {
            snapshot.insertItems([item], afterItem: other)
          } else {
            snapshot.insertItems([item], beforeItem: other)
          }
        }
      } else {
        snapshot.deleteItems([item])
        snapshot.appendItems([item], toSection: snapshot.sectionIdentifiers[destination.section])
      }
      apply(snapshot, animatingDifferences: false)
    }

    override func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
      indexPath.item != 0
    }

    override func tableView(
      _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {
      guard editingStyle == .delete, let item = itemIdentifier(for: indexPath) else { return }
      var snapshot = snapshot()
      snapshot.deleteItems([item])
      apply(snapshot)
    }
  }

  func edited() -> (TestScreen<TableViewController>, EditedDataSource) {
    let controller = TableViewController()
    controller.tableView.register(TableViewCell.self, forCellReuseIdentifier: "cell")
    let dataSource = EditedDataSource(tableView: controller.tableView) { tableView, indexPath, number in
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      cell.contentConfiguration = ListContentConfiguration(text: "no. \(number)")
      return cell
    }
    var snapshot = DiffableDataSourceSnapshot<String, Int>()
    snapshot.appendSections(["visited"])
    snapshot.appendItems([1, 2, 3, 4])
    dataSource.apply(snapshot, animatingDifferences: false)
    return (TestScreen(controller, columns: 30, lines: 10), dataSource)
  }

  @Test("A subclass of the data source provides titles, deletions and moves") func subclass() {
    let (screen, dataSource) = edited()
    #expect(screen.contains("visited mountains") && screen.contains("4 in all"))
    screen.press(.down, KeyPress(.down, .alt))
    expectEqual(dataSource.snapshot().itemIdentifiers, [1, 3, 2, 4])
    expectEqual(dataSource.moves, [[1, 2]], "moved by the override alone")
    #expect(!dataSource.canEdit(1) && dataSource.canEdit(2))
    #expect(!dataSource.performEditing(.delete, of: 1))
    #expect(dataSource.performEditing(.delete, of: 3))
    expectEqual(dataSource.snapshot().itemIdentifiers, [1, 2, 4])
  }
}
