import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Ownership: objects that are no longer used are released.
@Suite("Ownership") @MainActor struct OwnershipTests {
  /// A typical screen of a program: it owns its data source, whose cell provider refers to it weakly.
  private final class Screen: TableViewController, SearchBarDelegate {
    private(set) var dataSource: TableViewDiffableDataSource<Int, Int>!

    init() {
      super.init()
      searchBar = SearchBar()
      searchBar?.delegate = self
      tableView.register(TableViewCell.self, forCellReuseIdentifier: "cell")
      dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] table, indexPath, item in
        let cell = table.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
        cell.contentConfiguration = ListContentConfiguration(text: "\(self?.title ?? "") \(item)")
        return cell
      }
      show(0..<30)
    }

    func show(_ items: Range<Int>) { dataSource.apply(DiffableDataSourceSnapshot([(0, Array(items))])) }

    func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) { show(5..<20) }
  }

  private func draw(_ navigation: NavigationController, at time: Int) {
    var canvas = Canvas(
      size: ScreenSize(columns: 120, lines: 20), traits: .testing(.trueColor), time: .milliseconds(time))
    navigation.draw(in: &canvas)
    navigation.didDraw()
  }

  /// Shows a screen, uses it, and leaves it during a transition and while a question is open.
  private func visit(_ navigation: NavigationController) -> [() -> AnyObject?] {
    let (screen, detail) = (Screen(), Screen())
    let split = SplitViewController(primary: screen)
    split.detailProvider = { [unowned screen, detail] _ in screen.title.isEmpty ? detail : nil }
    navigation.pushViewController(split)
    draw(navigation, at: 0)
    for press in [KeyPress(.down), .character("x"), KeyPress(.function(1)), KeyPress(.escape)] {
      navigation.handle(.key(press))
      draw(navigation, at: 100)
    }
    screen.show(0..<10)
    draw(navigation, at: 200)
    let alert = AlertController(title: "Sure?")
    alert.addAction(AlertAction(title: "Yes") { [unowned screen] _ in screen.exit() })
    screen.present(alert)
    draw(navigation, at: 210)
    navigation.popViewController()
    draw(navigation, at: 220)
    return [
      { [weak screen] in screen }, { [weak table = screen.tableView] in table },
      { [weak source = screen.dataSource] in source }, { [weak bar = screen.searchBar] in bar },
      { [weak split] in split }, { [weak detail] in detail }, { [weak alert] in alert },
    ]
  }

  @Test("A popped screen is released with its table, data source, search bar, panes and alert")
  func released() {
    let navigation = NavigationController(rootViewController: TableViewController())
    draw(navigation, at: 0)
    let held = visit(navigation).map { $0() != nil }
    expectEqual(held, Array(repeating: false, count: 7))
  }
}
