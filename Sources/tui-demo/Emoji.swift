import ArgumentParser
import ListKit
import ListSearch
import PositionSets

// MARK: - Model

/// The emoji, the recent and starred ones, and the matches of a query.
struct EmojiModel {
  private static let recentLimit = 20

  let catalog: EmojiCatalog
  /// The latest first.
  private(set) var recents: [Emoji.ID]
  private(set) var starred: Set<Emoji.ID>
  private(set) var query = Query("")
  /// The emoji that match the query; all of them without one.
  private(set) var matches: PositionSet
  private let index: SearchIndex

  /// Starts with eight recents and five stars, chosen at random.
  init(catalog: EmojiCatalog = .embedded, generator: some RandomNumberGenerator) {
    var generator = generator
    self.catalog = catalog
    let all = catalog.emoji.indices
    matches = PositionSet(allBelow: all.count)
    recents = Array(all.shuffled(using: &generator).prefix(8))
    starred = Set(all.shuffled(using: &generator).prefix(5))
    index = SearchIndex(catalog.emoji) { [$0.name, $0.subgroup] }
  }

  func emoji(_ id: Emoji.ID) -> Emoji { catalog.emoji[id] }

  mutating func toggleStar(of id: Emoji.ID) {
    if starred.remove(id) == nil { starred.insert(id) }
  }

  mutating func noteOpening(of id: Emoji.ID) {
    recents.removeAll { $0 == id }
    recents.insert(id, at: 0)
    recents = Array(recents.prefix(Self.recentLimit))
  }

  mutating func search(_ text: String) {
    let result = index.search(Query(text, columns: ["name", "group"]))
    query = result.query
    matches = result.rows
  }

  var plainLines: [String] {
    catalog.emoji.map { [$0.sequence, $0.name, $0.group, $0.subgroup].joined(separator: "\t") }
  }
}

// MARK: - Controller

/// All emoji: as a strip, an outline and a list in one table, or as one list with a section for each group.
@MainActor
final class EmojiController: TableViewController, TableViewDelegate, SearchBarDelegate {
  enum Arrangement {
    case explorer
    case list
  }

  enum Section: Hashable, Sendable {
    case recents, outline, list
    case group(String)

    var title: String {
      switch self {
      case .recents: "Recents"
      case .outline: "Groups"
      case .list: "All"
      case .group(let name): name
      }
    }
  }

  /// A row. An emoji may be in several sections, and is a different item in each.
  enum Item: Hashable, Sendable {
    case recent(Emoji.ID)
    case group(String, count: Int)
    case subgroup(String, count: Int)
    case outlined(Emoji.ID)
    case listed(Emoji.ID)
  }

  private(set) var model: EmojiModel
  private(set) var dataSource: TableViewDiffableDataSource<Section, Item>!
  /// All groups with their emoji; a query shows a part of them.
  private lazy var groups = DiffableDataSourceSnapshot<Section, Item>(
    model.catalog.groups.map { (.group($0.name), $0.emoji.map { .listed($0) }) })

  init(model: EmojiModel, arrangement: Arrangement) {
    self.model = model
    super.init()
    title = "Emoji"
    keyMap.rename(.openMenu, "star or unstar; again: do it")
    prepareTable()
    switch arrangement {
    case .explorer: showExplorer()
    case .list:
      searchBar = SearchBar(placeholder: "name", delegate: self)
      showGroups(animated: false)
    }
    showCount()
    tableView.moveCursorToFirstRow()
  }

  /// The list, and the details of the emoji under the cursor beside it.
  static func split(model: EmojiModel) -> SplitViewController {
    let list = EmojiController(model: model, arrangement: .list)
    let split = SplitViewController(primary: list)
    split.detailProvider = { [unowned list] in list.details(at: $0) }
    return split
  }

  private func prepareTable() {
    tableView.delegate = self
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "emoji")
    tableView.backgroundContent = ListContentConfiguration(
      text: "No emoji matches", secondaryText: "esc clears the query")
    dataSource = TableViewDiffableDataSource(tableView: tableView) {
      [unowned self] tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(withIdentifier: "emoji", for: indexPath)
      fill(cell, with: item)
      return cell
    }
    dataSource.sectionLayoutProvider = { $0 == .recents ? .strip(itemWidth: 2) : .list }
    dataSource.headerProvider = { ListContentConfiguration(text: $0.title) }
    dataSource.contextMenuProvider = { [unowned self] in menu(of: $0) }
  }

  private func fill(_ cell: TableViewCell, with item: Item) {
    var content = ListContentConfiguration.valueCell()
    cell.accessories = [.disclosureIndicator()]
    switch item {
    case .recent(let id):
      content = ListContentConfiguration(text: model.emoji(id).sequence)
      cell.accessories = []
    case .group(let name, let count), .subgroup(let name, let count):
      // The whole row expands and collapses, like a header.
      content = ListContentConfiguration(text: name, secondaryText: "\(count)", arrangement: .inline)
      cell.accessories = [.outlineDisclosure(style: .header)]
    case .outlined(let id):
      content.text = model.emoji(id).name
      content.image = StyledText(model.emoji(id).sequence)
    case .listed(let id):
      let emoji = model.emoji(id)
      content.image = StyledText(emoji.sequence)
      content.attributedText = model.query.highlighted(emoji.name, column: 0)
      content.secondaryAttributedText = model.query.highlighted(emoji.subgroup, column: 1)
      if model.starred.contains(id) { cell.accessories.insert(.label(text: "★"), at: 0) }
    }
    cell.contentConfiguration = content
  }

  // MARK: Content

  /// First the sections, empty; then the contents of each.
  private func showExplorer() {
    var snapshot = DiffableDataSourceSnapshot<Section, Item>()
    snapshot.appendSections([.recents, .outline, .list])
    dataSource.apply(snapshot, animatingDifferences: false)
    showRecents()
    var outline = DiffableDataSourceSectionSnapshot<Item>()
    for group in model.catalog.groups {
      let root = Item.group(group.name, count: group.emoji.count)
      outline.append([root])
      for subgroup in group.subgroups {
        let parent = Item.subgroup(subgroup.name, count: subgroup.emoji.count)
        outline.append([parent], to: root)
        outline.append(subgroup.emoji.map { .outlined($0) }, to: parent)
      }
    }
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

  private func showGroups(animated: Bool) {
    var snapshot = groups.restricted(toItemsAt: model.matches)
    snapshot.deleteEmptySections()
    dataSource.apply(snapshot, animatingDifferences: animated)
  }

  private func showCount() {
    let all = model.catalog.emoji.count
    statusText =
      model.query.isEmpty
      ? "\(all) of Unicode \(model.catalog.version)" : "\(dataSource.snapshot().numberOfItems) of \(all)"
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    model.search(searchText)
    showGroups(animated: true)
    showCount()
    if !model.query.isEmpty { tableView.moveCursorToFirstRow() }
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows)
  }

  // MARK: Opening and stars

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    switch dataSource.itemIdentifier(for: indexPath) {
    case .recent(let id)?, .outlined(let id)?, .listed(let id)?:
      navigationController?.pushViewController(EmojiDetailController(model.emoji(id)), animated: true)
      model.noteOpening(of: id)
      if dataSource.index(for: .recents) != nil { showRecents() }
    case .group?, .subgroup?, nil: break
    }
  }

  private func details(at indexPath: IndexPath?) -> EmojiDetailController? {
    guard case .listed(let id)? = indexPath.flatMap(dataSource.itemIdentifier(for:)) else { return nil }
    return EmojiDetailController(model.emoji(id))
  }

  private func menu(of item: Item) -> Menu? {
    guard case .listed(let id) = item else { return nil }
    let star = Action(title: model.starred.contains(id) ? "Unstar" : "Star") { [unowned self] _ in
      model.toggleStar(of: id)
      // No row was added, removed or moved, so only the cell is configured again, without a snapshot.
      if let indexPath = dataSource.indexPath(for: item) { tableView.reconfigureRows(at: [indexPath]) }
    }
    return Menu(children: [star])
  }
}

@MainActor
final class EmojiDetailController: TableViewController {
  private enum Section: String, Hashable, Sendable {
    case emoji = "Emoji"
    case codePoints = "Characters"
  }

  /// A line. Characters may repeat, so its position is part of its identity.
  private struct Fact: Hashable, Sendable {
    var position: Int
    var name: String
    var value: String
  }

  private var dataSource: TableViewDiffableDataSource<Section, Fact>!

  init(_ emoji: Emoji) {
    super.init()
    title = "\(emoji.sequence) \(emoji.name)"
    tableView.allowsSelection = false
    dataSource = TableViewDiffableDataSource(tableView: tableView) { fact in
      ListContentConfiguration(text: fact.name, secondaryText: fact.value, arrangement: .caption)
    }
    dataSource.headerProvider = { ListContentConfiguration(text: $0.rawValue) }
    let facts = [
      ("name", emoji.name), ("group", emoji.group), ("subgroup", emoji.subgroup),
      ("since", "Unicode Emoji \(emoji.version)"),
    ]
    let codePoints = emoji.codePoints.map { ($0.code, $0.name) }
    var snapshot = DiffableDataSourceSnapshot<Section, Fact>()
    for (section, pairs) in [(Section.emoji, facts), (.codePoints, codePoints)] {
      snapshot.appendSections([section])
      snapshot.appendItems(
        pairs.enumerated().map { Fact(position: $0, name: $1.0, value: $1.1) }, toSection: section)
    }
    dataSource.apply(snapshot, animatingDifferences: false)
  }
}

// MARK: - Command line

/// `tui-demo emoji`: three arrangements of one kind of item in one table.
///
/// Shows a strip that scrolls sideways, an outline and a list, each from its own section snapshot; a star
/// that is set in place; and, with `--list`, a search with details beside it.
struct EmojiCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "emoji",
    abstract: "All emoji of Unicode, as strip, outline and list.",
    discussion: "If the output is a pipe, it prints all emoji with name, group and subgroup.")

  @Flag(help: "One list with a section for each group, and a query.")
  var list = false

  @OptionGroup var display: DisplayOptions

  private var model: EmojiModel { EmojiModel(generator: display.generator) }

  func makeController() -> ViewController {
    list ? EmojiController.split(model: model) : EmojiController(model: model, arrangement: .explorer)
  }

  func plainLines() -> [String] { model.plainLines }
}
