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

  /// The number of the row with the cursor.
  var cursor: Int? { dataSource.cursorItemIdentifier }

  override func perform(_ command: Command) -> Bool {
    commands.append(command)
    return super.perform(command)
  }
}

/// A screen with a query that finds numbers by their digits.
final class SearchController: NumbersController, SearchBarDelegate {
  var all: [Int] { didSet { filter() } }
  /// The numbers on which enter or a double click was pressed.
  private(set) var chosen: [Int] = []

  init(_ numbers: some Sequence<Int>) {
    all = Array(numbers)
    super.init(all) { "n\($0)." }
    searchBar = SearchBar(delegate: self)
    tableView.primaryAction = { [unowned self] in chosen.append(dataSource.itemIdentifier(for: $0) ?? -1) }
  }

  /// The numbers that the query finds.
  var found: [Int] {
    let text = searchBar?.text ?? ""
    return text.isEmpty ? all : all.filter { "n\($0).".contains(text) }
  }

  func filter() { show(found) }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    filter()
    if !searchText.isEmpty { tableView.moveCursorToFirstRow() }
  }
}

/// A screen of numbers that records the calls of its life cycle methods, and reacts to them.
class Page: NumbersController {
  enum Moment: CaseIterable {
    case load, willAppear, didAppear, willLayout, willDisappear, didDisappear
  }

  /// The calls so far, without those of `willLayout`.
  private(set) var log: [Moment] = []
  var react: (Moment) -> Void = { _ in }

  init(_ title: String, rows: Range<Int> = 0..<0) {
    super.init(rows) { "\(title.lowercased()) \($0)" }
    self.title = title
  }

  private func note(_ moment: Moment) {
    if moment != .willLayout { log.append(moment) }
    react(moment)
  }

  override func viewDidLoad() { note(.load) }
  override func viewWillAppear(_ animated: Bool) { note(.willAppear) }
  override func viewDidAppear(_ animated: Bool) { note(.didAppear) }
  override func viewWillLayoutSubviews() { note(.willLayout) }
  override func viewWillDisappear(_ animated: Bool) { note(.willDisappear) }
  override func viewDidDisappear(_ animated: Bool) { note(.didDisappear) }
}
