/// The catalogue as it is on a day: the cards in their order.
struct CardsModel: Sendable {
  private(set) var cards = Self.all
  private(set) var day = 1

  /// How many cards there are in all, those removed counted.
  var total: Int { Self.all.count }

  /// Puts the cards in another order.
  mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    cards.shuffle(using: &generator)
  }

  /// Lets a day pass: some books come back, some go out.
  mutating func passDay(using generator: inout some RandomNumberGenerator) {
    day += 1
    for place in cards.indices {
      if let loan = cards[place].loan {
        let isBack = Int.random(in: 0..<4, using: &generator) == 0
        cards[place].loan = isBack ? nil : Card.Loan(reader: loan.reader, days: loan.days - 1)
      } else if Int.random(in: 0..<4, using: &generator) == 0 {
        let reader = Self.readers[.random(in: Self.readers.indices, using: &generator)]
        cards[place].loan = Card.Loan(reader: reader, days: .random(in: 1...14, using: &generator))
      }
    }
  }

  /// Takes a card away.
  mutating func remove(_ id: Card.ID) { cards.removeAll { $0.id == id } }

  /// Brings the cards that were removed back, at the end, as they were on the first day.
  mutating func restore() {
    let there = Set(cards.map(\.id))
    cards += Self.all.filter { !there.contains($0.id) }
  }

  /// Lines for a pipe: number, title, name and detail of each row, parted by tabs.
  var plainLines: [String] {
    cards.flatMap { card in card.rows.map { "\(card.id)\t\(card.title)\t\($0.name)\t\($0.detail)" } }
  }

  private static let readers = ["A. Okafor", "B. Lindqvist", "C. Moreau", "D. Tanaka", "E. Novák"]

  /// Books that nobody has written.
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
