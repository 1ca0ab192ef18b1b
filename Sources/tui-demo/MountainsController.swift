import ListKit
import ListSearch

/// The screen of the mountain search.
@MainActor
final class MountainsController: TableViewController, SearchBarDelegate {
  typealias Section = MountainsModel.Section
  typealias Item = MountainsModel.Item

  private(set) var model: MountainsModel
  private var dataSource: TableViewDiffableDataSource<Section, Item>!
  /// The ranges that were open before the query; nil while there is none.
  private var openedBefore: Set<Item>?
  /// The continents that were closed before the query.
  private var closedBefore: [Section] = []

  private static let toggleFlat = Command.custom("toggle flat")

  init(model: MountainsModel) {
    self.model = model
    super.init()
    title = "Mountains"
    keyMap.bind(.control("o"), to: Self.toggleFlat, "one list by height, or ranges")
    prepareTable()
    let bar = SearchBar()
    bar.placeholder = "name, range or country"
    bar.delegate = self
    bar.text = model.query.isEmpty ? "" : model.query.normalizedText
    searchBar = bar
    if model.isFiltered { openedBefore = openRanges }
    show()
    tableView.moveCursorToFirstRow()
    moveCursorToBestMatch()
  }

  private func prepareTable() {
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "row")
    tableView.columns = MountainRow.columns
    tableView.allowsSectionCollapsing = true
    tableView.backgroundContent = ListContentConfiguration(
      text: "No mountain matches", secondaryText: "backspace or ctrl-w shortens the query, esc clears it")
    tableView.primaryAction = { [weak self] _ in self?.openCursorRow() }
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      if let self { cell.contentConfiguration = content(of: item) }
      return cell
    }
    dataSource.headerProvider = { [weak self] in self?.header(of: $0) }
  }

  // MARK: Query

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    let wasFiltered = model.isFiltered
    if !wasFiltered { (openedBefore, closedBefore) = (openRanges, closedContinents) }
    let item = dataSource.cursorItemIdentifier
    model.search(searchText)
    // What matches is seen, wherever it is.
    if !wasFiltered { dataSource.setCollapsed(false, sections: closedBefore) }
    show()
    if model.isFiltered {
      moveCursorToBestMatch()
    } else {
      // Not the one of the item under the cursor, which stays.
      let section = item.flatMap { dataSource.snapshot().sectionIdentifier(containingItem: $0) }
      dataSource.setCollapsed(true, sections: closedBefore.filter { $0 != section })
      openedBefore = nil
    }
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows)
  }

  private func moveCursorToBestMatch() {
    if let best = model.bestMatch { moveCursor(to: best) }
  }

  private func moveCursor(to item: Item) {
    if let indexPath = dataSource.indexPath(for: item) { tableView.moveCursor(to: indexPath) }
  }

  // MARK: What is shown

  private func show() {
    if model.isFlat {
      dataSource.apply(model.flatList())
    } else {
      dataSource.apply(model.outlines(opening: openedToShow))
    }
    statusText = StyledText(model.countText)
  }

  /// The ranges to open: those open before the query, and the one of the item under the cursor, so that
  /// it stays.
  private var openedToShow: Set<Item>? {
    guard !model.isFiltered, var opened = openedBefore else { return nil }
    if let item = dataSource.cursorItemIdentifier, let range = model.range(of: item) { opened.insert(range) }
    return opened
  }

  private var closedContinents: [Section] {
    dataSource.snapshot().sectionIdentifiers.filter(dataSource.isCollapsed)
  }

  private var openRanges: Set<Item>? {
    guard !model.isFlat else { return openedBefore }
    let sections = dataSource.snapshot().sectionIdentifiers
    guard !sections.isEmpty else { return nil }
    return Set(sections.flatMap { dataSource.snapshot(for: $0).expandedItems })
  }

  private func header(of section: Section) -> ListContentConfiguration? {
    guard case .continent(let continent) = section else { return nil }
    let count = dataSource.snapshot(for: section).items.count {
      if case .mountain = $0 { true } else { false }
    }
    return ListContentConfiguration(
      attributedText: MountainRow.highlighted(continent.rawValue, model.query, column: 3),
      secondaryAttributedText: "\(count)", arrangement: .inline)
  }

  private func content(of item: Item) -> ColumnContentConfiguration {
    switch item {
    case .range(let continent, let name):
      MountainRow.content(
        range: name, count: dataSource.snapshot(for: .continent(continent)).children(of: item).count,
        query: model.query, style: theme?.secondaryText ?? Style(attributes: .dim))
    case .mountain(let id):
      model.mountain(id).map { MountainRow.content(of: $0, query: model.query) }
        ?? ColumnContentConfiguration([])
    }
  }

  // MARK: Commands

  override func perform(_ command: Command) -> Bool {
    guard command == Self.toggleFlat else { return super.perform(command) }
    if !model.isFlat, !model.isFiltered { openedBefore = openRanges }
    let item = dataSource.cursorItemIdentifier
    model.isFlat.toggle()
    show()
    // A range is no row of the flat list; its highest mountain is.
    if model.isFlat, let item, dataSource.indexPath(for: item) == nil,
      let highest = dataSource.snapshot().itemIdentifiers.first(where: { model.range(of: $0) == item })
    {
      moveCursor(to: highest)
    }
    if !model.isFlat, !model.isFiltered { openedBefore = nil }
    return true
  }

  private func openCursorRow() {
    switch dataSource.cursorItemIdentifier {
    case .range?: tableView.perform(.toggle)
    case .mountain(let id)?: model.mountain(id).map { present(MountainRow.panel(of: $0)) }
    case nil: break
    }
  }
}
