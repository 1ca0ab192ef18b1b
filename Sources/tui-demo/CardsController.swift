import ListKit
import SeededRandom

/// The screen of the catalogue.
@MainActor
final class CardsController: TableViewController {
  private(set) var model: CardsModel
  private var generator: SeededGenerator
  private var dataSource: TableViewDiffableDataSource<Card, Card.Row>!

  private enum Keys {
    static let shuffle = Command.custom("shuffle")
    static let passDay = Command.custom("pass day")
    static let remove = Command.custom("remove")
    static let restore = Command.custom("restore")
  }

  init(model: CardsModel, generator: SeededGenerator) {
    (self.model, self.generator) = (model, generator)
    super.init(style: .insetGrouped)
    title = "Catalogue"
    configureKeys()
    dataSource = makeDataSource()
    tableView.register(CardCell.self, forCellReuseIdentifier: "row")
    tableView.backgroundContent = ListContentConfiguration(
      text: "No card left", secondaryText: "r brings all of them back")
    update(with: model, animated: false)
  }

  private func configureKeys() {
    keyMap.rename(.primaryAction, nil)
    keyMap.bind(.character("r"), to: Keys.restore, "bring removed cards back")
    keyMap.bind(.character("n"), to: Keys.passDay, "the next day: some books come back, some go out")
    keyMap.bind(.character("s"), to: Keys.shuffle, "shuffle the cards")
    keyMap.bind(.character("x"), KeyPress(.delete), to: Keys.remove, "remove the card")
  }

  private func makeDataSource() -> TableViewDiffableDataSource<Card, Card.Row> {
    let dataSource = TableViewDiffableDataSource<Card, Card.Row>(tableView: tableView) {
      tableView, indexPath, row in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      cell.textLabel?.text = row.name
      cell.detailTextLabel?.text = row.detail
      return cell
    }
    dataSource.contentEqual = { $0.detail == $1.detail }
    dataSource.headerProvider = { card in
      ListContentConfiguration(
        text: card.title, secondaryText: "No. \(card.id)", arrangement: .trailing)
    }
    return dataSource
  }

  // MARK: What is shown

  /// Shows a state: a snapshot of its cards, each with its rows.
  private func update(with model: CardsModel, animated: Bool = true) {
    var snapshot = DiffableDataSourceSnapshot<Card, Card.Row>()
    for card in model.cards {
      snapshot.appendSections([card])
      snapshot.appendItems(card.rows, toSection: card)
    }
    dataSource.apply(snapshot, animatingDifferences: animated)
    updateStatus()
  }

  /// Takes one card out of what is shown.
  private func remove(_ card: Card) {
    model.remove(card.id)
    var snapshot = dataSource.snapshot()
    snapshot.deleteSections([card])
    dataSource.apply(snapshot)
    updateStatus()
  }

  private func updateStatus() {
    statusText = StyledText(
      "day \(model.day), \(model.cards.count)/\(model.total) cards; x removes, s shuffles, n next day")
  }

  // MARK: Commands

  override func perform(_ command: Command) -> Bool {
    switch command {
    case Keys.shuffle: model.shuffle(using: &generator)
    case Keys.passDay: model.passDay(using: &generator)
    case Keys.restore: model.restore()
    case Keys.remove:
      if let card = cursorCard { remove(card) }
      return true
    default: return super.perform(command)
    }
    update(with: model)
    return true
  }

  private var cursorCard: Card? {
    tableView.cursorIndexPath.flatMap { dataSource.sectionIdentifier(for: $0.section) }
  }
}

/// A cell with the name at its left end and the detail at its right end.
private final class CardCell: TableViewCell {
  required init(style: CellStyle, reuseIdentifier: String?) {
    super.init(style: .value1, reuseIdentifier: reuseIdentifier)
  }
}
