import ArgumentParser
import ListKit
import SeededRandom

// MARK: - Model

/// A card of a library's catalogue. Cards with the same number are equal, whatever their content.
struct Card: Hashable, Identifiable, Sendable {
  /// A line of a card. Lines with the same name are equal, whatever their detail.
  struct Row: Hashable, Sendable {
    let card: Card.ID
    let name: String
    var detail: String

    static func == (left: Self, right: Self) -> Bool { left.card == right.card && left.name == right.name }

    func hash(into hasher: inout Hasher) {
      hasher.combine(card)
      hasher.combine(name)
    }
  }

  struct Loan: Hashable, Sendable {
    var reader: String
    /// Days until the book is due; negative if it is overdue.
    var days: Int
  }

  let id: Int
  let title: String
  let author: String
  let year: Int
  /// Nil while the book is on its shelf.
  var loan: Loan?

  var rows: [Row] {
    var rows = [
      Row(card: id, name: "Author", detail: author), Row(card: id, name: "Year", detail: "\(year)"),
      Row(card: id, name: "Status", detail: status),
    ]
    if let loan { rows.append(Row(card: id, name: "Reader", detail: loan.reader)) }
    return rows
  }

  private var status: String {
    switch loan?.days {
    case nil: "on its shelf"
    case 0?: "due today"
    case 1?: "due tomorrow"
    case let days? where days > 0: "due in \(days) days"
    case let days?: "overdue by \(-days) \(days == -1 ? "day" : "days")"
    }
  }

  static func == (left: Self, right: Self) -> Bool { left.id == right.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The cards in order, and the current day.
struct CardsModel: Sendable {
  private(set) var cards = Self.all
  private(set) var day = 1

  /// The number of cards, removed ones included.
  var total: Int { Self.all.count }

  mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    cards.shuffle(using: &generator)
  }

  /// Goes on to the next day: some books are returned, some are lent.
  mutating func passDay(using generator: inout some RandomNumberGenerator) {
    day += 1
    for index in cards.indices {
      let changes = Int.random(in: 0..<4, using: &generator) == 0
      if let loan = cards[index].loan {
        cards[index].loan = changes ? nil : Card.Loan(reader: loan.reader, days: loan.days - 1)
      } else if changes {
        let reader = Self.readers[.random(in: Self.readers.indices, using: &generator)]
        cards[index].loan = Card.Loan(reader: reader, days: .random(in: 1...14, using: &generator))
      }
    }
  }

  mutating func remove(_ id: Card.ID) { cards.removeAll { $0.id == id } }

  /// Adds the removed cards at the end, as they were on the first day.
  mutating func restore() {
    let present = Set(cards.map(\.id))
    cards += Self.all.filter { !present.contains($0.id) }
  }

  var plainLines: [String] {
    cards.flatMap { card in card.rows.map { "\(card.id)\t\(card.title)\t\($0.name)\t\($0.detail)" } }
  }

  private static let readers = ["A. Okafor", "B. Lindqvist", "C. Moreau", "D. Tanaka", "E. Novák"]

  /// Invented books.
  private static let all = [
    Card(id: 101, title: "The Quiet Compiler", author: "Ines Halloran", year: 1987),
    Card(
      id: 118, title: "A Field Guide to Lost Keys", author: "Tomasz Wilk", year: 2004,
      loan: Card.Loan(reader: "C. Moreau", days: 3)),
    Card(id: 204, title: "Lanterns over Lerwick", author: "Maud Sinclair", year: 1962),
    Card(id: 233, title: "Seven Ways to Fold a Map", author: "Rafael Ibarra", year: 1999),
    Card(
      id: 310, title: "The Orchard at the End", author: "Yuki Amano", year: 2011,
      loan: Card.Loan(reader: "B. Lindqvist", days: -2)),
    Card(id: 345, title: "Notes on Rain", author: "Odile Perrin", year: 1978),
    Card(id: 402, title: "Clockmaker's Winter", author: "Jonas Brandt", year: 1934),
    Card(id: 477, title: "The Index of Small Things", author: "Priya Nair", year: 2020),
  ]
}

// MARK: - Controller

@MainActor
final class CardsController: TableViewController {
  private(set) var model = CardsModel()
  private var generator: SeededGenerator
  private var dataSource: TableViewDiffableDataSource<Card, Card.Row>!

  init(generator: SeededGenerator) {
    self.generator = generator
    super.init(style: .insetGrouped)
    title = "Catalogue"
    addKeyCommand(.character("r"), title: "restore removed cards") { [unowned self] in
      model.restore()
      update()
    }
    addKeyCommand(.character("n"), title: "the next day: some books are returned, some lent") {
      [unowned self] in
      model.passDay(using: &self.generator)
      update()
    }
    addKeyCommand(.character("s"), title: "shuffle the cards") { [unowned self] in
      model.shuffle(using: &self.generator)
      update()
    }
    tableView.register(CardCell.self, forCellReuseIdentifier: "row")
    tableView.backgroundContent = ListContentConfiguration(
      text: "No cards left", secondaryText: "r restores them")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { tableView, indexPath, row in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      var content = cell.defaultContentConfiguration()
      (content.text, content.secondaryText) = (row.name, row.detail)
      cell.contentConfiguration = content
      return cell
    }
    dataSource.contentEqual = { $0.detail == $1.detail }
    dataSource.addKeyCommand(.character("x"), .delete, title: "remove the card") { [unowned self] row in
      removeCard(of: row)
    }
    dataSource.headerProvider = { card in
      ListContentConfiguration(text: card.title, secondaryText: "No. \(card.id)", arrangement: .trailing)
    }
    update(animated: false)
  }

  /// Shows the model: a snapshot of its cards, each with its rows.
  private func update(animated: Bool = true) {
    var snapshot = DiffableDataSourceSnapshot<Card, Card.Row>()
    for card in model.cards {
      snapshot.appendSections([card])
      snapshot.appendItems(card.rows, toSection: card)
    }
    dataSource.apply(snapshot, animatingDifferences: animated)
    updateStatus()
  }

  /// Removes the card of a row from the displayed snapshot.
  private func removeCard(of row: Card.Row) {
    var snapshot = dataSource.snapshot()
    guard let card = snapshot.sectionIdentifier(containingItem: row) else { return }
    model.remove(card.id)
    snapshot.deleteSections([card])
    dataSource.apply(snapshot)
    updateStatus()
  }

  private func updateStatus() {
    statusText = StyledText("day \(model.day), \(model.cards.count)/\(model.total) cards")
    keyHints = [KeyHint("x", "remove"), KeyHint("s", "shuffle"), KeyHint("n", "next day")]
  }
}

/// The name at the left end, the detail at the right end.
private final class CardCell: TableViewCell {
  required init(style: CellStyle, reuseIdentifier: String?) {
    super.init(style: .value1, reuseIdentifier: reuseIdentifier)
  }
}

// MARK: - Command line

/// `tui-demo cards`: the cards of a catalogue, each a section.
///
/// Shows two ways to change a table: build a snapshot of the new state, or take the displayed one and delete
/// a section from it. Either way the table finds what was inserted, removed, moved and changed.
struct CardsCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "cards",
    abstract: "The cards of a catalogue: a section each.",
    discussion: "If the output is a pipe, it prints the cards.")

  @OptionGroup var display: DisplayOptions

  func makeController() -> ViewController { CardsController(generator: display.generator) }

  func plainLines() -> [String] { CardsModel().plainLines }
}
