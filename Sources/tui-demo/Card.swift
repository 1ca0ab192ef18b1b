/// A card of the catalogue: a title, and rows of a name and a detail.
///
/// A card is the same card whatever stands on it.
struct Card: Hashable, Identifiable, Sendable {
  /// A line of a card. It is the same line of the same card whatever its detail says.
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

  /// The number of the book, by which it is found on its shelf.
  let id: Int
  let title: String
  let author: String
  let year: Int
  /// Who has the book, and until when; nil while it stands on its shelf.
  var loan: Loan?

  /// A book that is out.
  struct Loan: Hashable, Sendable {
    var reader: String
    /// Days until it is due; negative where it is overdue.
    var days: Int
  }

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
