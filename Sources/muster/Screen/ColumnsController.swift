import ListKit
import ListSearch
import Rows
import Runs

/// The columns of a list: letters find one, enter goes to it, space hides it.
///
/// ```text
///     column    kind        width
///   ✓ PID       number          7  1
///   ✓ %CPU      number    no room  0.3
///     STARTED   date       hidden  Nov 22
///   ✓ COMMAND   text        wraps  /sbin/init
/// ```
@MainActor
final class ColumnsController: TableViewController, SearchBarDelegate {
  private let owner: ListScreenController
  /// All columns from left to right; hidden ones keep the position they had when the page was opened.
  private var order: [Int]
  private var hidden: Set<Int>
  private var dataSource: TableViewDiffableDataSource<Int, Int>!

  /// - Parameter owner: The list below this page.
  init(of owner: ListScreenController) {
    self.owner = owner
    let count = owner.model.columnCount
    let shown = owner.model.shownColumns
    hidden = Set(0..<count).subtracting(shown)
    order = Self.order(shown, of: count)
    super.init()
    title = "columns of \(owner.model.name)"
    tableView.backgroundContent = ListContentConfiguration(text: "No column matches")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] in
      self?.content(of: $0) ?? ColumnContentConfiguration([StyledText]())
    }
    dataSource.reorderingHandlers.canReorderItem = { [weak self] _ in self?.searchBar?.text.isEmpty ?? false }
    dataSource.reorderingHandlers.didReorder = { [weak self] transaction in
      self?.order = transaction.finalSnapshot.itemIdentifiers
      self?.hand()
    }
    searchBar = SearchBar(placeholder: "find a column", delegate: self)
    addKeys()
  }

  /// Returns all columns: the shown ones in their order, and each hidden one after its left neighbour in the
  /// table.
  private static func order(_ shown: [Int], of count: Int) -> [Int] {
    var order = shown
    for column in 0..<count where !order.contains(column) {
      let index = column == 0 ? 0 : order.firstIndex(of: column - 1).map { $0 + 1 } ?? order.count
      order.insert(column, at: index)
    }
    return order
  }

  private func addKeys() {
    tableView.primaryAction = { [weak self] indexPath in
      if let self, let column = dataSource.itemIdentifier(for: indexPath) { goTo(column) }
    }
    tableView.primaryActionTitle = "go to the column"
    addCommand(.alt("w"), "wrap or unwrap its texts") { $0.owner.toggleWrapping($1) }
    addCommand(.character("w"), "wrap or unwrap its texts", when: .queryIsEmpty) {
      $0.owner.toggleWrapping($1)
    }
    addCommand(.character(">"), "wider", when: .hasQuery) { $0.owner.widen($1, by: 2) }
    addCommand(.character("<"), "narrower", when: .hasQuery) { $0.owner.widen($1, by: -2) }
    addCommand(.character(" "), "hide or show", when: .hasQuery) { $0.toggle($1) }
    addCommand(.alt("a"), "another name, or another column") { page, column in
      page.goTo(column)
      page.owner.press("a")
    }
    keyHints = [
      KeyHint(.enter, "go to"), KeyHint("space", "hide"), KeyHint("<", "width"), KeyHint(">", "width"),
      KeyHint("w", "wrap"), KeyHint("alt-up", "move"), KeyHint(.alt("a"), "name"),
    ]
  }

  /// Returns to the list, at a column.
  private func goTo(_ column: Int) {
    navigationController?.popViewController()
    owner.jump(toColumn: column)
  }

  /// Adds a key that acts on the column under the cursor.
  private func addCommand(
    _ key: KeyPress, _ title: String, when conditions: KeyBinding.Conditions = [],
    _ action: @escaping @MainActor (ColumnsController, Int) -> Void
  ) {
    dataSource.addKeyCommand(key, title: title, when: conditions) { [weak self] column in
      guard let self else { return }
      action(self, column)
      tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows)
    }
  }

  override func viewDidLoad() {
    show()
    if let column = owner.chosenColumn, let indexPath = dataSource.indexPath(for: column) {
      tableView.moveCursor(to: indexPath)
    }
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) { show() }

  private func show() {
    let query = Query(searchBar?.text ?? "")
    let found = query.isEmpty ? order : order.filter { query.matches([name(of: $0)]) }
    let names = order.map { textMetrics.width(of: name(of: $0)) }.max() ?? 1
    let sign = max(1, textMetrics.width(of: currentSymbols.checkmark))
    tableView.columns = [
      TableColumn("", width: sign...sign, priority: 4),
      TableColumn("column", width: min(max(6, names), 16)...max(6, min(names, 60)), priority: 3),
      TableColumn("kind", width: 10...10, priority: 1),
      TableColumn("width", width: 7...7, alignment: .trailing, priority: 2),
      TableColumn("value", width: 8...200, isSecondary: true),
    ]
    dataSource.apply(DiffableDataSourceSnapshot([(0, found)]), animatingDifferences: false, completion: nil)
    describe()
  }

  private func describe() {
    let shown = order.count - hidden.count
    statusText = StyledText("\(shown)/\(order.count) column\(order.count == 1 ? "" : "s") shown")
  }

  private func toggle(_ column: Int) {
    if hidden.remove(column) == nil {
      guard order.count - hidden.count > 1 else { return }
      hidden.insert(column)
    }
    hand()
  }

  /// Passes the order and the choice of columns to the list.
  private func hand() {
    let shown = order.filter { !hidden.contains($0) }
    owner.model.show(columns: shown == Array(order.indices) ? nil : shown)
    describe()
  }

  private func name(of column: Int) -> String {
    column < owner.model.columnCount ? owner.model.name(of: column) : ""
  }

  private func content(of column: Int) -> ColumnContentConfiguration {
    let model = owner.model
    guard column < model.columnCount else { return ColumnContentConfiguration([StyledText]()) }
    let isHidden = hidden.contains(column)
    let style = isHidden ? currentTheme.secondaryText : currentTheme.text
    let placed = model.shownColumns.firstIndex(of: column).flatMap(owner.tableView.columnWidth)
    let seen = isHidden ? "hidden" : placed.map { "\($0)" } ?? "no room"
    let width = !isHidden && model.columnChoice.wrapped.contains(column) ? "wraps" : seen
    return ColumnContentConfiguration([
      StyledText(isHidden ? "" : currentSymbols.checkmark), StyledText(name(of: column), style: style),
      StyledText(model.kind(of: column), style: style), StyledText(width),
      StyledText(model.cursorText(of: column)),
    ])
  }
}
