import ListKit

/// What Unicode says about an emoji: a screen to go back from.
@MainActor
final class EmojiDetailController: TableViewController {
  enum Section: String, Hashable, Sendable {
    case emoji = "Emoji"
    case codePoints = "Characters"
  }

  /// A line; characters may occur twice, so the place tells them apart.
  struct Fact: Hashable, Sendable {
    var place: Int
    var name: String
    var value: String
  }

  private var dataSource: TableViewDiffableDataSource<Section, Fact>!

  init(_ emoji: Emoji) {
    super.init()
    title = "\(emoji.sequence) \(emoji.name)"
    tableView.allowsSelection = false
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "fact")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { tableView, indexPath, fact in
      let cell = tableView.dequeueReusableCell(withIdentifier: "fact", for: indexPath)
      cell.contentConfiguration = ListContentConfiguration(
        text: fact.name, secondaryText: fact.value, arrangement: .caption)
      return cell
    }
    dataSource.headerProvider = { ListContentConfiguration(text: $0.rawValue) }
    let facts = [
      ("name", emoji.name), ("group", emoji.group), ("subgroup", emoji.subgroup),
      ("since", "Unicode Emoji \(emoji.version)"),
    ]
    var snapshot = DiffableDataSourceSnapshot<Section, Fact>()
    snapshot.appendSections([.emoji, .codePoints])
    snapshot.appendItems(Self.facts(facts), toSection: .emoji)
    snapshot.appendItems(
      Self.facts(emoji.codePoints.map { ($0.code, $0.name) }), toSection: .codePoints)
    dataSource.apply(snapshot, animatingDifferences: false)
  }

  private static func facts(_ pairs: [(String, String)]) -> [Fact] {
    pairs.enumerated().map { Fact(place: $0, name: $1.0, value: $1.1) }
  }
}
