import ListSearch
import PositionSets

/// What there is, what was opened lately, what is starred, and what a query leaves of it.
struct EmojiModel {
  /// How many of those opened lately are remembered.
  static let recentLimit = 20

  let catalog: EmojiCatalog
  /// Those opened lately, the last one first.
  private(set) var recents: [Emoji.ID]
  private(set) var starred: Set<Emoji.ID>
  private(set) var query = Query("")
  /// The emoji that match the query; all of them without one.
  private(set) var matches: PositionSet
  private let index: SearchIndex

  /// Begins with some recents and five stars by chance.
  init(catalog: EmojiCatalog, generator: some RandomNumberGenerator) {
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

  /// Remembers that an emoji was opened.
  mutating func noteOpening(of id: Emoji.ID) {
    recents.removeAll { $0 == id }
    recents.insert(id, at: 0)
    recents = Array(recents.prefix(Self.recentLimit))
  }

  mutating func search(_ text: String) {
    let result = index.search(Query(text, columns: ["name", "group"]))
    (query, matches) = (result.query, result.rows)
  }

  /// All emoji, one a line.
  var plainLines: [String] {
    catalog.emoji.map { [$0.sequence, $0.name, $0.group, $0.subgroup].joined(separator: "\t") }
  }
}
