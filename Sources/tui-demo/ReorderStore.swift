import ListKit

/// Where the order of the items lives: what is to be done, by when.
struct ReorderStore: Hashable, Sendable {
  /// A category.
  enum Section: String, Hashable, Sendable, CaseIterable {
    case today
    case week = "this week"
    case month = "this month"
    case someday = "some day"
  }

  /// Something to do, which is its own identifier.
  struct Item: Hashable, Sendable {
    var name: String
  }

  /// How a move is written back.
  enum Method: Hashable, Sendable {
    /// What came and went is taken out and put in.
    case collectionDifference
    /// What is there now takes the place of what was.
    case finalSnapshot
  }

  typealias Transaction = DiffableDataSourceTransaction<Section, Item>

  private var items = Dictionary(uniqueKeysWithValues: Section.allCases.map { ($0, [Item]()) })

  init(_ items: [Section: [Item]]) { self.items.merge(items) { $1 } }

  /// The items of a section, in their order.
  subscript(section: Section) -> [Item] {
    get { items[section] ?? [] }
    set { items[section] = newValue }
  }

  /// All items, section by section.
  var allItems: [Item] { Section.allCases.flatMap { self[$0] } }

  /// Writes a move back: the sections it touched, and no other.
  mutating func update(with transaction: Transaction, by method: Method) {
    for part in transaction.sectionTransactions {
      let section = part.sectionIdentifier
      switch method {
      case .collectionDifference:
        guard let changed = self[section].applying(part.difference) else {
          fatalError("update of \(section): the difference is of another order than the stored one")
        }
        self[section] = changed
      case .finalSnapshot: self[section] = part.finalSnapshot.items
      }
    }
  }

  /// Adds what this store does not have at the end of the section another one has it in.
  mutating func merge(_ other: ReorderStore) {
    let known = Set(allItems)
    for section in Section.allCases { self[section] += other[section].filter { !known.contains($0) } }
  }
}

extension ReorderStore {
  /// What there is before anybody has moved anything.
  static let initial = ReorderStore([
    .today: items(
      "Water the tomatoes", "Buy bread and coffee", "Answer Ingrid's letter", "Take the bins out",
      "Call the dentist", "Practise the cello"),
    .week: items(
      "Mend the bicycle tyre", "Return the library books", "Bake a cake for Noah", "Wash the windows",
      "Plan the hike", "Pay the rent", "Visit grandmother"),
    .month: items(
      "Paint the garden gate", "Renew the passport", "Sharpen the kitchen knives", "Back up the photographs",
      "Prune the apple tree", "Sort the cellar"),
    .someday: items(
      "Learn to sail", "Read War and Peace", "See the northern lights", "Build a bookcase",
      "Walk across the Alps", "Write down the recipes"),
  ])

  private static func items(_ names: String...) -> [Item] { names.map(Item.init) }
}
