import ListKit
import ListSearch

/// The screen of all emoji.
@MainActor
final class EmojiController: TableViewController {
  /// What is shown of them.
  enum Arrangement {
    /// Recents, outline and list, each in a section.
    case explorer
    /// A section for each group.
    case list
  }

  enum Section: Hashable, Sendable {
    case recents, outline, list
    case group(String)
  }

  /// A row. An emoji may be in several sections, and is another item in each.
  enum Item: Hashable, Sendable {
    case recent(Emoji.ID)
    case group(String)
    case subgroup(String)
    case outlined(Emoji.ID)
    case listed(Emoji.ID)
  }

  private(set) var model: EmojiModel
  private(set) var dataSource: TableViewDiffableDataSource<Section, Item>!

  /// All groups with their emoji, of which a query shows some.
  private lazy var groups = DiffableDataSourceSnapshot<Section, Item>(
    model.catalog.groups.map { (.group($0.name), $0.emoji.map { .listed($0) }) })

  init(model: EmojiModel, arrangement: Arrangement) {
    self.model = model
    super.init()
    title = "Emoji"
    statusText = countText
    keyMap.rename(.openSwipeActions(.leading), "star or unstar; again: do it")
    prepareTable()
    switch arrangement {
    case .explorer: showExplorer()
    case .list:
      searchBar = SearchBar()
      searchBar?.placeholder = "name"
      searchBar?.delegate = self
      showGroups(animated: false)
    }
    tableView.moveCursorToFirstRow()
  }

  /// The list with what Unicode says beside it.
  static func split(model: EmojiModel) -> SplitViewController {
    let list = EmojiController(model: model, arrangement: .list)
    let split = SplitViewController(listViewController: list)
    split.detailProvider = { [unowned list] in list.details(at: $0) }
    return split
  }

  private func prepareTable() {
    tableView.delegate = self
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "emoji")
    tableView.backgroundContent = ListContentConfiguration(
      text: "No emoji matches", secondaryText: "esc clears the query")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(withIdentifier: "emoji", for: indexPath)
      if let self { EmojiRow.fill(cell, with: item, of: model) }
      return cell
    }
    dataSource.sectionLayoutProvider = { $0 == .recents ? .strip(itemWidth: 2) : .list }
    dataSource.headerProvider = { section in
      let title =
        switch section {
        case .recents: "Recents"
        case .outline: "Groups"
        case .list: "All"
        case .group(let name): name
        }
      return ListContentConfiguration(text: title)
    }
    dataSource.leadingSwipeActions = { [weak self] in self?.starAction(for: $0) }
  }

  // MARK: What is shown

  /// The sections first, empty; then what is in each.
  private func showExplorer() {
    var snapshot = DiffableDataSourceSnapshot<Section, Item>()
    snapshot.appendSections([.recents, .outline, .list])
    dataSource.apply(snapshot, animatingDifferences: false)
    showRecents()
    dataSource.apply(outline, to: .outline, animatingDifferences: false)
    var list = DiffableDataSourceSectionSnapshot<Item>()
    list.append(model.catalog.emoji.map { .listed($0.id) })
    dataSource.apply(list, to: .list, animatingDifferences: false)
  }

  private func showRecents() {
    var recents = DiffableDataSourceSectionSnapshot<Item>()
    recents.append(model.recents.map { .recent($0) })
    dataSource.apply(recents, to: .recents, animatingDifferences: false)
  }

  /// Groups, closed at first, in these subgroups, in these the emoji.
  private var outline: DiffableDataSourceSectionSnapshot<Item> {
    var outline = DiffableDataSourceSectionSnapshot<Item>()
    for group in model.catalog.groups {
      outline.append([.group(group.name)])
      outline.append(group.subgroups.map { .subgroup($0.name) }, to: .group(group.name))
      for subgroup in group.subgroups {
        outline.append(subgroup.emoji.map { .outlined($0) }, to: .subgroup(subgroup.name))
      }
    }
    return outline
  }

  private var countText: StyledText {
    let all = model.catalog.emoji.count
    return model.query.isEmpty
      ? "\(all) of Unicode \(model.catalog.version)" : "\(dataSource.snapshot().numberOfItems) of \(all)"
  }

  private func showGroups(animated: Bool) {
    var snapshot = groups.restricted(toItemsAt: model.matches)
    snapshot.deleteEmptySections()
    dataSource.apply(snapshot, animatingDifferences: animated)
  }

  /// What Unicode says about an emoji of the list; nil where there is none.
  func details(at indexPath: IndexPath?) -> EmojiDetailController? {
    guard case .listed(let id)? = indexPath.flatMap(dataSource.itemIdentifier(for:)) else { return nil }
    return EmojiDetailController(model.emoji(id))
  }

  // MARK: Stars

  private func starAction(for item: Item) -> SwipeActionsConfiguration? {
    guard case .listed(let id) = item else { return nil }
    let title = model.starred.contains(id) ? "Unstar" : "Star"
    let action = ContextualAction(style: .normal, title: title) { [weak self] _, _, completion in
      self?.toggleStar(of: item, id)
      completion(true)
    }
    return SwipeActionsConfiguration(actions: [action])
  }

  /// The cell on the screen is filled anew; no snapshot is applied, for no row came, went or moved.
  private func toggleStar(of item: Item, _ id: Emoji.ID) {
    model.toggleStar(of: id)
    if let indexPath = dataSource.indexPath(for: item) { tableView.reconfigureRows(at: [indexPath]) }
  }
}

extension EmojiController: TableViewDelegate {
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    switch dataSource.itemIdentifier(for: indexPath) {
    case .recent(let id)?, .outlined(let id)?, .listed(let id)?: open(id)
    case .group?, .subgroup?, nil: break  // The whole row opens and closes; it is never selected.
    }
  }

  private func open(_ id: Emoji.ID) {
    navigationController?.pushViewController(EmojiDetailController(model.emoji(id)), animated: true)
    model.noteOpening(of: id)
    if dataSource.index(for: .recents) != nil { showRecents() }
  }
}

extension EmojiController: SearchBarDelegate {
  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    model.search(searchText)
    showGroups(animated: true)
    statusText = countText
    if !model.query.isEmpty { tableView.moveCursorToFirstRow() }
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows)
  }
}
