import ArgumentParser
import ListKit
import ListKitOptions
import ListSearch
import PositionSets

// MARK: - Model

/// The content of the mountain search, as a function of the query and the mode.
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

  /// The names of the searched texts in `column:word`; a mountain may have several countries.
  private static let columns = ["name", "local", "range", "continent", "country"]

  let catalog: MountainCatalog
  private(set) var query = Query("")
  /// The matches in the order of the catalog; empty without a query.
  private(set) var matches: [Match] = []
  /// Whether the mountains are one list, sorted by height.
  var isFlat: Bool

  private let rows: [Mountain.ID: Int]
  /// Each continent with its ranges and mountains, everywhere the highest first, all expanded.
  private var outlines: [(continent: Mountain.Continent, outline: Outline)] = []
  /// The position of each mountain in the outlines.
  private var positions: [ItemPosition]

  // Created lazily: the first frame needs only the outlines.
  private lazy var index = SearchIndex(catalog.mountains) {
    [$0.name, $0.localName, $0.range, $0.continent.rawValue] + $0.countries
  }
  private lazy var flat: (list: FlatList, positions: [Int]) = {
    let order = highestFirst(catalog.mountains.indices)
    var positions = Array(repeating: 0, count: order.count)
    for (position, row) in order.enumerated() { positions[row] = position }
    return (FlatList([(.all, order.map(item))]), positions)
  }()

  init(catalog: MountainCatalog, query: String = "", isFlat: Bool = false) {
    self.catalog = catalog
    self.isFlat = isFlat
    rows = Dictionary(uniqueKeysWithValues: catalog.mountains.indices.map { (catalog.mountains[$0].id, $0) })
    positions = Array(repeating: ItemPosition(section: 0, item: 0), count: rows.count)
    makeOutlines()
    if !query.isEmpty { search(query) }
  }

  /// In the catalog, the mountains of a range are adjacent, the highest first.
  private mutating func makeOutlines() {
    let mountains = catalog.mountains
    var ranges: [Range<Int>] = []
    for row in mountains.indices {
      if let first = ranges.last?.lowerBound, mountains[first].isInRange(of: mountains[row]) {
        ranges[ranges.count - 1] = first..<row + 1
      } else {
        ranges.append(row..<row + 1)
      }
    }
    ranges.sort { mountains[$0.lowerBound].height > mountains[$1.lowerBound].height }
    for rows in ranges {
      let highest = mountains[rows.lowerBound]
      let section = outlines.firstIndex { $0.continent == highest.continent } ?? outlines.count
      if section == outlines.count { outlines.append((highest.continent, Outline())) }
      let range = Item.range(continent: highest.continent, name: highest.range)
      outlines[section].outline.append([range])
      let first = outlines[section].outline.numberOfItems
      for row in rows {
        positions[row] = ItemPosition(section: section, item: first + row - rows.lowerBound)
      }
      outlines[section].outline.append(rows.map(item), to: range)
    }
    for section in outlines.indices { outlines[section].outline.expand(outlines[section].outline.rootItems) }
  }

  mutating func search(_ text: String) {
    query = Query(text, columns: Self.columns)
    guard !query.isEmpty else { return matches = [] }
    let result = index.search(query)
    // The result's query records the words that no mountain contains, so that their letters are highlighted.
    query = result.query
    matches = index.matches(of: result)
  }

  var isFiltered: Bool { !query.isEmpty }

  /// `12/340`.
  var countText: String {
    "\(isFiltered ? matches.count : catalog.mountains.count)/\(catalog.mountains.count)"
  }

  /// The best match, or the highest of several equally good ones; nil without a query.
  var bestMatch: Item? {
    let best = matches.max {
      ($0.score, catalog.mountains[$0.row].height) < ($1.score, catalog.mountains[$1.row].height)
    }
    return best.map { item($0.row) }
  }

  func mountain(_ id: Mountain.ID) -> Mountain? { rows[id].map { catalog.mountains[$0] } }

  func range(of item: Item) -> Item? {
    guard case .mountain(let id) = item, let mountain = mountain(id) else { return nil }
    return .range(continent: mountain.continent, name: mountain.range)
  }

  private func item(_ row: Int) -> Item { .mountain(id: catalog.mountains[row].id) }

  // MARK: Content

  /// Returns the matches, the highest first. The result is always a part of the same snapshot, so that
  /// comparing it is fast.
  mutating func flatList() -> FlatList {
    isFiltered ? flat.list.restricted(toItemsAt: matches.map { flat.positions[$0.row] }) : flat.list
  }

  private func highestFirst(_ rows: some Sequence<Int>) -> [Int] {
    let mountains = catalog.mountains
    return rows.sorted {
      (mountains[$0].height, mountains[$1].name) > (mountains[$1].height, mountains[$0].name)
    }
  }

  /// Returns the outlines of the matches and their ranges, without continents that have no match.
  ///
  /// - Parameter expanded: the ranges to expand while there is no query, nil for all; a query expands all.
  func outlines(expanding expanded: Set<Item>?) -> [(section: Section, outline: Outline)] {
    if isFiltered { return matchingOutlines }
    return outlines.map { continent, outline in
      var outline = outline
      if let expanded {
        outline.collapse(outline.rootItems)
        outline.expand(outline.rootItems.filter(expanded.contains))
      }
      return (.continent(continent), outline)
    }
  }

  private var matchingOutlines: [(section: Section, outline: Outline)] {
    var found = Array(repeating: [Int](), count: outlines.count)
    for match in matches { found[positions[match.row].section].append(positions[match.row].item) }
    return outlines.indices.filter { !found[$0].isEmpty }.map { section in
      let (continent, outline) = outlines[section]
      let wanted = PositionSet(found[section], bound: outline.numberOfItems)
      return (.continent(continent), outline.restricted(toItemsAt: wanted))
    }
  }

  /// The fields of the matches, separated by tabs, in the order of the list.
  var plainLines: [String] {
    var model = self
    let items =
      isFlat ? model.flatList().itemIdentifiers : outlines(expanding: nil).flatMap(\.outline.items)
    return items.compactMap { item in
      guard case .mountain(let id) = item, let mountain = mountain(id) else { return nil }
      return [
        mountain.name, mountain.localName, "\(mountain.height)", mountain.range,
        mountain.countries.joined(separator: ";"), mountain.continent.rawValue,
        mountain.firstAscent.map(String.init) ?? "",
      ].joined(separator: "\t")
    }
  }
}

// MARK: - Cells

extension Mountain {
  static let columns = [
    TableColumn("Name", width: 12...28, priority: 9),
    TableColumn("Local name", width: 10...26, priority: 3, isSecondary: true),
    TableColumn("Height", width: 7...7, alignment: .trailing, priority: 8),
    TableColumn("Countries", width: 8...28, priority: 4),
    TableColumn("Ascent", width: 6...6, alignment: .trailing, priority: 2, isSecondary: true),
  ]

  fileprivate func content(highlighting query: Query) -> ColumnContentConfiguration {
    ColumnContentConfiguration([
      query.highlighted(name, column: 0), query.highlighted(localName, column: 1),
      StyledText("\(height.grouped) m"), query.highlighted(countries.joined(separator: ", "), column: 4),
      StyledText(firstAscent.map(String.init) ?? "–"),
    ])
  }

  var panel: Panel {
    let feet = Int((Double(height) / 0.3048).rounded())
    var lines = [
      Panel.Line("Height", "\(height.grouped) m, \(feet.grouped) ft"),
      Panel.Line("Range", StyledText(range)),
      Panel.Line("Countries", StyledText(countries.joined(separator: ", "))),
      Panel.Line("Continent", StyledText(continent.rawValue)),
      Panel.Line("First ascent", StyledText(firstAscent.map(String.init) ?? "unknown")),
      Panel.Line(
        "Position",
        "\(latitude.degrees)° \(latitude < 0 ? "S" : "N"), \(longitude.degrees)° \(longitude < 0 ? "W" : "E")"
      ),
    ]
    if !localName.isEmpty { lines.insert(Panel.Line("Local name", StyledText(localName)), at: 0) }
    return Panel(title: name, lines: lines)
  }
}

extension Query {
  /// Returns a text with the matched characters highlighted.
  func highlighted(_ text: String, column: Int) -> StyledText {
    StyledText(text, matches: highlights(in: text, column: column))
  }
}

extension Double {
  /// Without its sign, with two decimals.
  fileprivate var degrees: String {
    let hundredths = Int((magnitude * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}

// MARK: - Controller

@MainActor
final class MountainsController: TableViewController, SearchBarDelegate {
  typealias Section = MountainsModel.Section
  typealias Item = MountainsModel.Item

  private var model: MountainsModel
  private var dataSource: TableViewDiffableDataSource<Section, Item>!
  /// The ranges that were expanded before the query; nil while there is none.
  private var expandedBefore: Set<Item>?
  /// The continents that were collapsed before the query.
  private var collapsedBefore: [Section] = []

  init(model: MountainsModel) {
    self.model = model
    super.init()
    title = "Mountains"
    addKeyCommand(.control("o"), title: "one list by height, or ranges") { [unowned self] in toggleFlat() }
    prepareTable()
    let bar = SearchBar(placeholder: "name, range or country", delegate: self)
    bar.text = model.query.normalizedText
    searchBar = bar
    if model.isFiltered { expandedBefore = expandedRanges }
    show()
    tableView.moveCursorToFirstRow()
    moveCursorToBestMatch()
  }

  private func prepareTable() {
    tableView.columns = Mountain.columns
    tableView.allowsSectionCollapsing = true
    tableView.backgroundContent = ListContentConfiguration(
      text: "No mountain matches", secondaryText: "backspace or ctrl-w shortens the query, esc clears it")
    tableView.primaryAction = { [unowned self] _ in openCursorRow() }
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [unowned self] in content(of: $0) }
    dataSource.headerProvider = { [unowned self] in header(of: $0) }
  }

  private func content(of item: Item) -> ColumnContentConfiguration {
    switch item {
    case .range(let continent, let name):
      let count = dataSource.snapshot(for: .continent(continent)).children(of: item).count
      let style = theme?.secondaryText ?? TextStyle(attributes: .dim)
      return ColumnContentConfiguration([
        model.query.highlighted(name, column: 2).appending(StyledText("  \(count)", style: style))
      ])
    case .mountain(let id):
      return model.mountain(id)?.content(highlighting: model.query) ?? ColumnContentConfiguration([])
    }
  }

  private func header(of section: Section) -> ListContentConfiguration? {
    guard case .continent(let continent) = section else { return nil }
    let count = dataSource.snapshot(for: section).items.count {
      if case .mountain = $0 { true } else { false }
    }
    return ListContentConfiguration(
      attributedText: model.query.highlighted(continent.rawValue, column: 3),
      secondaryAttributedText: "\(count)", arrangement: .inline)
  }

  private func show() {
    if model.isFlat {
      dataSource.apply(model.flatList())
    } else {
      dataSource.apply(model.outlines(expanding: rangesToExpand))
    }
    statusText = StyledText(model.countText)
  }

  private func openCursorRow() {
    switch dataSource.cursorItemIdentifier {
    case .range?: tableView.perform(.toggle)
    case .mountain(let id)?: if let mountain = model.mountain(id) { present(mountain.panel) }
    case nil: break
    }
  }

  // MARK: Query

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    let wasFiltered = model.isFiltered
    if !wasFiltered {
      expandedBefore = expandedRanges
      collapsedBefore = dataSource.snapshot().sectionIdentifiers.filter(dataSource.isCollapsed)
    }
    let item = dataSource.cursorItemIdentifier
    model.search(searchText)
    // Matches are visible wherever they are.
    if !wasFiltered { dataSource.setCollapsed(false, sections: collapsedBefore) }
    show()
    if model.isFiltered {
      moveCursorToBestMatch()
    } else {
      // The section of the item under the cursor stays expanded.
      let section = item.flatMap { dataSource.snapshot().sectionIdentifier(containingItem: $0) }
      dataSource.setCollapsed(true, sections: collapsedBefore.filter { $0 != section })
      expandedBefore = nil
    }
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows)
  }

  private func moveCursorToBestMatch() {
    if let best = model.bestMatch { moveCursor(to: best) }
  }

  private func moveCursor(to item: Item) {
    if let indexPath = dataSource.indexPath(for: item) { tableView.moveCursor(to: indexPath) }
  }

  /// The ranges that were expanded before the query, and the one of the item under the cursor.
  private var rangesToExpand: Set<Item>? {
    guard !model.isFiltered, var expanded = expandedBefore else { return nil }
    if let range = dataSource.cursorItemIdentifier.flatMap(model.range) { expanded.insert(range) }
    return expanded
  }

  private var expandedRanges: Set<Item>? {
    guard !model.isFlat else { return expandedBefore }
    let sections = dataSource.snapshot().sectionIdentifiers
    guard !sections.isEmpty else { return nil }
    return Set(sections.flatMap { dataSource.snapshot(for: $0).expandedItems })
  }

  private func toggleFlat() {
    if !model.isFlat, !model.isFiltered { expandedBefore = expandedRanges }
    let item = dataSource.cursorItemIdentifier
    model.isFlat.toggle()
    show()
    // The flat list has no rows for ranges; use the highest mountain of the range.
    if model.isFlat, let item, dataSource.indexPath(for: item) == nil,
      let highest = dataSource.snapshot().itemIdentifiers.first(where: { model.range(of: $0) == item })
    {
      moveCursor(to: highest)
    }
    if !model.isFlat, !model.isFiltered { expandedBefore = nil }
  }
}

// MARK: - Command line

/// `tui-demo mountains`: a search that filters at each key.
///
/// Shows one outline per section, a query that narrows all of them, and a flat list into which the rows of all
/// sections move.
struct MountainsCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "mountains",
    abstract: "Search mountains by name, range or country.",
    discussion: "If the output is a pipe, it prints the mountains that match, and exits with 1 if none does.")

  @Flag(help: "Start with one list sorted by height.")
  var flat = false

  @Option(help: ArgumentHelp("Start with this query.", valueName: "text"))
  var query = ""

  @OptionGroup var display: DisplayOptions

  private var model: MountainsModel { MountainsModel(catalog: .embedded, query: query, isFlat: flat) }

  func makeController() -> ViewController { MountainsController(model: model) }

  func plainLines() -> [String] { model.plainLines }

  /// Starts without options: the first frame does not wait for the parser.
  @MainActor
  static func startAtOnce() -> Never {
    let model = MountainsModel(catalog: .embedded)
    guard Session.isInteractive else { Session.print(model.plainLines) }
    ScreenOptions().main(MountainsController(model: model))
  }
}
