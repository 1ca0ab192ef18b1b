import ListData
import ListKit

/// A run as it is shown: its rows chosen, ordered and put together as a person wants them.
///
/// ```text
///   Run ─▶ query, changed ─▶ sort ─▶ groups or tree ─▶ sections of identifiers
/// ```
///
/// It is made of values alone, on any thread, and knows no screen.
struct Listing: Sendable {
  typealias Outline = DiffableDataSourceSectionSnapshot<Int>
  typealias Snapshot = DiffableDataSourceSnapshot<Section, Int>

  /// A stretch of rows.
  struct Section: Hashable, Sendable {
    /// The value that its rows share; nil where rows are not grouped.
    var value: String?
  }

  let run: Run
  let arrangement: Arrangement
  /// What is different from the run before; nil where there is none to compare with.
  let comparison: Comparison?
  /// The rows that are shown, by section; those of a tree in their order without it.
  let sections: [(section: Section, items: [Int])]
  /// The same as the screen takes it; without rows in a tree.
  let snapshot: Snapshot
  /// All rows as they came, of which a query takes a part; nil where they were not shown.
  private let whole: Snapshot?
  /// The rows below each other, where they are; nil in a list.
  let tree: Outline?
  /// The column in which a tree is drawn; nil where there is none, and where rows are grouped or below their parents.
  let drawnColumn: Int?
  /// Whether rows are not grouped, for there would be nothing but groups.
  let hasTooManyGroups: Bool
  /// Whether there are more rows than are arranged so far, for the rest is still being read.
  let isPart: Bool
  /// How many rows are arranged while more are read.
  private static let mostWhileReading = 2_000_000
  /// More groups than these are no overview of anything.
  private static let mostGroups = 10_000
  /// What was looked for.
  let query: RowQuery
  /// How many rows there are to see.
  let count: Int
  /// What their columns add up to, in all and in each section.
  let totals: RowTotals
  /// How wide columns are by what stands in them.
  var widths = ColumnWidths()
  /// The numbers of columns in this run and in those before.
  var courses = ColumnCourses()
  /// How many lines of the input are in no row and in no header; of several tables, in none of them.
  let otherLineCount: Int
  /// The item to look at first of a tree that shows what matches, and what that stands below; nil for the first one.
  let firstMatch: Int?
  private let rows: [Int: Int]

  /// Arranges a run.
  ///
  /// - Parameters:
  ///   - search: how the query is answered.
  ///   - now: the present, by which times without a year are read.
  ///   - former: what was arranged before. Rows of the same run are a part of it, which costs next to nothing to make
  ///     and to compare.
  ///   - most: how many rows are arranged while the rest is read: what is on the screen and what takes its place are
  ///     both in memory for a moment.
  /// - Complexity: O(bytes of the rows).
  init(
    _ run: Run, comparison: Comparison?, _ arrangement: Arrangement, search: RowSearch = .letters,
    now: Double,
    after former: Listing? = nil,
    mostWhileReading most: Int = mostWhileReading
  ) {
    (self.run, self.comparison, self.arrangement) = (run, comparison, arrangement)
    let table = run.table
    let identifiers = run.identifiers
    if case .list(let list) = identifiers {
      rows = Dictionary(uniqueKeysWithValues: list.enumerated().lazy.map { ($1, $0) })
    } else {
      rows = [:]
    }
    let isAsBefore =
      former.map { $0.run.hasSameRows(as: run) && $0.run.isComplete == run.isComplete } ?? false
    otherLineCount =
      isAsBefore
      ? former?.otherLineCount ?? 0
      : run.isComplete ? table.linesOutsideTables.count : table.otherLines.count
    let rowCount = min(table.rowCount, identifiers.count)
    // What has no end that is known is shown as it comes.
    let isEndKnown = run.progress?.total != nil
    let there = 0..<(isEndKnown ? min(rowCount, most) : rowCount)
    isPart = there.count < rowCount
    func arrange(_ wish: Arrangement) -> ArrangedRows {
      guard wish.showsOnlyChanged else {
        return ArrangedRows(
          of: table, key: run.key, among: there, gone: run.goneRows, wish, search: search,
          mostGroups: Self.mostGroups, now: now)
      }
      let changed = there.filter { row in
        let identifier = identifiers[row]
        return run.isListOfChanges || run.isGone(identifier) || comparison?.isChanged(identifier) ?? false
      }
      return ArrangedRows(
        of: table, key: run.key, among: changed, gone: run.goneRows, wish, search: search,
        mostGroups: Self.mostGroups, now: now)
    }
    let arranged = arrange(arrangement)
    hasTooManyGroups = arranged.hasTooManyGroups
    count =
      run.goneRows.map { gone in arranged.inOrder.count { !gone.contains(row: $0) } } ?? arranged.matchCount
    query = arranged.query
    totals = arranged.totals
    firstMatch = arranged.firstMatch.map { identifiers[$0] }
    drawnColumn = arranged.drawnColumn
    var whole: Snapshot?
    var part: Snapshot?
    switch arranged.structure {
    case .list(let rows):
      sections = [(Section(), identifiers.of(rows))]
      tree = nil
      guard arrangement.sorts.isEmpty, !arranged.isRanked else { break }
      whole = former.flatMap { $0.run.hasSameRows(as: run) ? $0.whole : nil }
      if rows.count == rowCount {
        whole = whole ?? Snapshot(sections)
        part = whole
      } else {
        part = whole?.restricted(toItemsAt: rows)
      }
    case .groups(let groups):
      sections = groups.map { group in
        (
          Section(value: arrangement.structure.column.map { table.text(group[0], $0) }),
          identifiers.of(group)
        )
      }
      tree = nil
    case .tree(let forest):
      sections = [(Section(), [])]
      tree = Self.outline(forest, identifiers)
    }
    self.whole = whole
    snapshot =
      if let part, part.numberOfItems > 0 { part } else { Snapshot(sections.filter { !$0.items.isEmpty }) }
  }

  private static func outline(_ forest: RowForest, _ identifiers: RowIdentifiers) -> Outline {
    var outline = Outline()
    outline.append(identifiers.of(forest.roots))
    var waiting = forest.roots
    while let row = waiting.popLast() {
      guard let below = forest.children[row] else { continue }
      outline.append(identifiers.of(below), to: identifiers[row])
      waiting += below
    }
    outline.expand(outline.items)
    return outline
  }

  /// The row of the table that an item stands for; nil where it has gone.
  func row(of identifier: Int) -> Int? {
    if case .places(let count) = run.identifiers { return identifier < count ? identifier : nil }
    return rows[identifier]
  }

  /// Whether what is different from another listing is what became different in the list, and not what a person asked
  /// for, what was read on, or the way back in time, on which what went comes.
  func isMarkedAgainst(_ former: Listing) -> Bool {
    run.isComplete && former.run.isComplete && run.number >= former.run.number
      && run.key == former.run.key && run.schema == former.run.schema && !arrangement.showsOnlyChanged
      && comparison?.replacesNearlyAll != true
      && arrangement.query == former.arrangement.query
      && !former.arrangement.showsOnlyChanged
      && arrangement.structure == former.arrangement.structure
  }

  /// The rows of the table that are shown and there.
  ///
  /// - Complexity: O(*n*).
  var rowNumbers: [Int] {
    let rows = (tree?.items ?? sections.flatMap(\.items)).compactMap(row)
    guard let gone = run.goneRows else { return rows }
    return rows.filter { !gone.contains(row: $0) }
  }

  /// How many levels the tree has; 0 in a list.
  var levels: Int { tree.map { tree in (tree.items.lazy.map(tree.level).max() ?? 0) + 1 } ?? 0 }

  /// The rows whose change is worth a mark, of those that are there.
  var markedIdentifiers: [Int] { comparison?.flashing.filter { row(of: $0) != nil } ?? [] }
}

/// A listing on its way to the screen, with all that takes long done.
struct ListingChange: Sendable {
  enum Content: Sendable {
    case list(Listing.Snapshot)
    /// A list of so many rows in another order that finding out where each of them went takes longer than sorting them.
    case reorderedList(Listing.Snapshot)
    /// A tree; or a list in place of one, for a table keeps what stands below what unless it is told.
    case outlines([(section: Listing.Section, outline: Listing.Outline)])
  }

  let listing: Listing
  let content: Content
  /// How many levels its tree has; 0 in a list.
  let levels: Int
  /// Whether what is different became so in the list, and is marked; see ``Listing/isMarkedAgainst(_:)``.
  let isMarked: Bool
  /// Whether it is for another query, which finds something.
  let isFound: Bool
  /// Whether a person asked for what is different, or the data changed.
  let cause: ChangeCause
  /// Whether the table should look for the difference off the main actor.
  let isLarge: Bool

  /// From so many rows on a listing is large.
  static let largeCount = 4096
  /// From so many rows on it is not looked for where each of them went.
  static let mostReordered = 500_000

  /// - Parameters:
  ///   - former: what is on the screen.
  ///   - open: its rows, as a person has opened and closed them; nil where they are no tree.
  ///   - mostReordered: from so many rows on it is not looked for where each of them went.
  /// - Complexity: O(n) in rows.
  init(
    to listing: Listing, from former: Listing?, open: Listing.Outline?, mostReordered: Int = mostReordered
  ) {
    self.listing = listing
    isMarked = former.map(listing.isMarkedAgainst) ?? false
    isFound = former?.arrangement.query != listing.arrangement.query && !listing.arrangement.query.isEmpty
    levels = listing.levels
    cause = former?.run.hasSameRows(as: listing.run) ?? false ? .user : .data
    isLarge = max(listing.run.table.rowCount, former?.run.table.rowCount ?? 0) >= Self.largeCount
    if let tree = listing.tree {
      let opened = tree.adoptingExpansion(from: open ?? tree, expandingNewItems: true)
      content = .outlines([(Listing.Section(), opened)])
    } else if former?.tree != nil {
      content = .outlines(
        listing.sections.filter { !$0.items.isEmpty }.map { section, items in
          var outline = Listing.Outline()
          outline.append(items)
          return (section, outline)
        })
    } else if let former, former.arrangement.sorts != listing.arrangement.sorts,
      former.run.hasSameRows(as: listing.run), max(former.sections.count, listing.sections.count) == 1,
      listing.run.table.rowCount >= mostReordered
    {
      content = .reorderedList(listing.snapshot)
    } else {
      var snapshot = listing.snapshot
      if isMarked { snapshot.reconfigureItems(listing.markedIdentifiers.filter(snapshot.contains)) }
      content = .list(snapshot)
    }
  }

  /// The same, off the main actor.
  @concurrent
  static func make(to listing: Listing, from former: Listing?, open: Listing.Outline?) async -> ListingChange
  {
    ListingChange(to: listing, from: former, open: open)
  }
}
