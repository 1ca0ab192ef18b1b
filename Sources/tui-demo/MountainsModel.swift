import ListKit
import ListSearch

/// What the mountain search shows, as a function of query and mode; it knows no screen.
struct MountainsModel: Sendable {
  /// A continent, or, in the flat list, all of them.
  enum Section: Hashable, Sendable {
    case continent(Mountain.Continent)
    case all
  }

  /// A range with its mountains below, or a mountain.
  enum Item: Hashable, Sendable {
    case range(continent: Mountain.Continent, name: String)
    case mountain(id: Mountain.ID)
  }

  typealias Outline = DiffableDataSourceSectionSnapshot<Item>
  typealias FlatList = DiffableDataSourceSnapshot<Section, Item>

  /// What `column:word` calls the fields; a mountain may stand in several countries.
  static let columns = ["name", "local", "range", "continent", "country"]

  let catalog: MountainCatalog
  private(set) var query: Query
  /// What matches, in the order of the catalog; empty without a query.
  private(set) var matches: [Match]
  /// Whether the mountains are one list, sorted by height.
  var isFlat: Bool

  // Made when first needed: nothing of this is on the way to the first frame but the outlines.
  private lazy var index = SearchIndex(catalog.mountains) {
    [$0.name, $0.localName, $0.range, $0.continent.rawValue] + $0.countries
  }
  private let rows: [Mountain.ID: Int]
  private let outlines: [(continent: Mountain.Continent, outline: Outline)]
  /// Where each mountain stands in which of the outlines.
  private let placesInOutlines: [ItemPosition]
  /// All mountains in one list, and where each of them stands in it.
  private lazy var flat: (list: FlatList, places: [Int]) = {
    let order = highestFirst(catalog.mountains.indices)
    var places = Array(repeating: 0, count: order.count)
    for (place, row) in order.enumerated() { places[row] = place }
    return (FlatList([(.all, order.map(item))]), places)
  }()

  init(catalog: MountainCatalog, query: String = "", isFlat: Bool = false) {
    self.catalog = catalog
    self.isFlat = isFlat
    self.query = Query("")
    matches = []
    rows = Dictionary(uniqueKeysWithValues: catalog.mountains.indices.map { (catalog.mountains[$0].id, $0) })
    (outlines, placesInOutlines) = Self.outlines(of: catalog.mountains)
    if !query.isEmpty { search(query) }
  }

  /// Looks the query up.
  ///
  /// - Complexity: one pass over the texts.
  mutating func search(_ text: String) {
    query = Query(text, columns: Self.columns)
    guard !query.isEmpty else { return matches = [] }
    let result = index.search(query)
    // It knows which words nothing has, so that their letters are shown.
    (query, matches) = (result.query, index.matches(of: result))
  }

  func mountain(_ id: Mountain.ID) -> Mountain? { rows[id].map { catalog.mountains[$0] } }

  var isFiltered: Bool { !query.isEmpty }

  /// `12/340`.
  var countText: String {
    "\(isFiltered ? matches.count : catalog.mountains.count)/\(catalog.mountains.count)"
  }

  /// The mountain that matches best, of several the highest; nil without a query.
  var bestMatch: Item? {
    let mountains = catalog.mountains
    let best = matches.max {
      ($0.score, mountains[$0.row].height) < ($1.score, mountains[$1.row].height)
    }
    return best.map { .mountain(id: mountains[$0.row].id) }
  }

  // MARK: What to show

  /// The flat list: what matches, the highest first.
  var flatItems: [Item] {
    highestFirst(isFiltered ? matches.map(\.row) : Array(catalog.mountains.indices)).map(item)
  }

  /// The flat list as a snapshot: always a part of the same one, so that it is quick to compare.
  mutating func flatList() -> FlatList {
    isFiltered ? flat.list.restricted(toItemsAt: matches.map { flat.places[$0.row] }) : flat.list
  }

  private func highestFirst(_ rows: some Sequence<Int>) -> [Int] {
    let mountains = catalog.mountains
    return rows.sorted {
      (mountains[$0].height, mountains[$1].name) > (mountains[$1].height, mountains[$0].name)
    }
  }

  private func item(_ row: Int) -> Item { .mountain(id: catalog.mountains[row].id) }

  /// The outlines of what matches, with the ranges it belongs to. Continents without any are left out.
  ///
  /// - Parameter opened: the ranges to show open while there is no query; a query opens all.
  func outlines(opening opened: Set<Item>?) -> [(section: Section, outline: Outline)] {
    if isFiltered { return matchingOutlines }
    return outlines.map { continent, outline in
      var outline = outline
      if let opened {
        outline.collapse(outline.rootItems)
        outline.expand(outline.rootItems.filter(opened.contains))
      }
      return (.continent(continent), outline)
    }
  }

  private var matchingOutlines: [(section: Section, outline: Outline)] {
    var places = Array(repeating: [Int](), count: outlines.count)
    for match in matches {
      let place = placesInOutlines[match.row]
      places[place.section].append(place.item)
    }
    return outlines.indices.filter { !places[$0].isEmpty }.map { index in
      let (continent, outline) = outlines[index]
      let wanted = PositionSet(places[index], bound: outline.numberOfItems)
      return (.continent(continent), outline.restricted(toItemsAt: wanted))
    }
  }

  /// The range a mountain belongs to.
  func range(of item: Item) -> Item? {
    guard case .mountain(let id) = item, let mountain = mountain(id) else { return nil }
    return .range(continent: mountain.continent, name: mountain.range)
  }

  /// Lines for a pipe: the fields of what matches, parted by tabs, in the order of the list.
  var plainLines: [String] {
    let items = isFlat ? flatItems : outlines(opening: nil).flatMap(\.outline.items)
    return items.compactMap { item in
      guard case .mountain(let id) = item, let mountain = mountain(id) else { return nil }
      return [
        mountain.name, mountain.localName, "\(mountain.height)", mountain.range,
        mountain.countries.joined(separator: ";"), mountain.continent.rawValue,
        mountain.firstAscent.map(String.init) ?? "",
      ].joined(separator: "\t")
    }
  }

  /// One outline a continent, ranges above their mountains, everywhere the highest first, all open.
  ///
  /// In the catalog the mountains of a range stand together, the highest first.
  private static func outlines(
    of mountains: [Mountain]
  ) -> (outlines: [(continent: Mountain.Continent, outline: Outline)], places: [ItemPosition]) {
    var ranges: [Range<Int>] = []
    for row in mountains.indices {
      if let first = ranges.last?.lowerBound, mountains[first].isInRange(of: mountains[row]) {
        ranges[ranges.count - 1] = first..<row + 1
      } else {
        ranges.append(row..<row + 1)
      }
    }
    ranges.sort { mountains[$0.lowerBound].height > mountains[$1.lowerBound].height }
    var continents: [(continent: Mountain.Continent, ranges: [Range<Int>])] = []
    for range in ranges {
      let continent = mountains[range.lowerBound].continent
      let place = continents.firstIndex { $0.continent == continent } ?? continents.count
      if place == continents.count { continents.append((continent, [])) }
      continents[place].ranges.append(range)
    }
    var places = Array(repeating: ItemPosition(section: 0, item: 0), count: mountains.count)
    for (section, continent) in continents.enumerated() {
      var item = 0
      for range in continent.ranges {
        for (place, row) in range.enumerated() {
          places[row] = ItemPosition(section: section, item: item + 1 + place)
        }
        item += 1 + range.count
      }
    }
    let outlines = continents.map { continent, ranges in
      let roots = ranges.map { Item.range(continent: continent, name: mountains[$0.lowerBound].range) }
      var outline = Outline()
      outline.append(roots)
      for (root, range) in zip(roots, ranges) {
        outline.append(mountains[range].map { .mountain(id: $0.id) }, to: root)
      }
      outline.expand(roots)
      return (continent, outline)
    }
    return (outlines, places)
  }
}
