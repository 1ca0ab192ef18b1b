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
    dataSource = TableViewDiffableDataSource(
      tableView: tableView, content: { item in ListContentConfiguration(text: text(item)) })
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
