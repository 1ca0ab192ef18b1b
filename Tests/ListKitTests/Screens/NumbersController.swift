@testable import ListKit

/// A screen of numbered rows, for tests that need rows of any kind.
class NumbersController: TableViewController {
  private(set) var dataSource: TableViewDiffableDataSource<Int, Int>!
  /// All commands that arrived.
  private(set) var commands: [Command] = []

  /// Creates a screen that shows numbers as texts, without animations.
  init(_ numbers: some Sequence<Int>, text: @escaping @MainActor (Int) -> String = { "row \($0)" }) {
    super.init()
    tableView.motion = .none
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "cell")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { table, indexPath, item in
      let cell = table.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      cell.textLabel?.text = text(item)
      return cell
    }
    show(numbers)
  }

  func show(_ numbers: some Sequence<Int>) {
    dataSource.apply(DiffableDataSourceSnapshot([(0, Array(numbers))]))
  }

  override func perform(_ command: Command) -> Bool {
    commands.append(command)
    return super.perform(command)
  }
}
