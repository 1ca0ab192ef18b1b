package import ListData
package import ListDiff
package import enum ListKit.ChangeCause

/// A run as it is shown: its rows filtered, sorted and structured according to an arrangement.
///
/// ```text
///   Run ─▶ query, changed ─▶ sort ─▶ groups or tree ─▶ sections of identifiers
/// ```
///
/// It consists of values only. Any thread can create it, and it does not depend on a screen.
package struct Listing: Sendable {
  package typealias Outline = DiffableDataSourceSectionSnapshot<Int>
  package typealias Snapshot = DiffableDataSourceSnapshot<Section, Int>

  /// A section of rows.
  package struct Section: Hashable, Sendable {
    /// The bytes of the value that its rows share; nil if rows are not grouped.
    package var value: [UInt8]?

    package init(value: [UInt8]? = nil) {
      self.value = value
    }
  }

  package let run: Run
  package let arrangement: Arrangement
  /// The differences from the run that this one is compared with; nil if there is none.
  package let comparison: Comparison?
  /// The shown rows, by section; in a tree, a single section without rows.
  package let sections: [(section: Section, items: [Int])]
  /// The same as a snapshot for the screen; without rows in a tree.
  package let snapshot: Snapshot
  /// All rows in the order of the input, from which a query takes a part; nil if they were never shown.
  private let whole: Snapshot?
  /// The tree of rows; nil in a list.
  package let tree: Outline?
  /// The column in which a tree is drawn; nil if there is none, if rows are grouped, and if a column defines
  /// the parents.
  package let drawnColumn: Int?
  /// Whether rows are not grouped because there would be too many groups.
  package let hasTooManyGroups: Bool
  /// Whether only a part of the rows is arranged, because the rest is still being read.
  package let isPart: Bool
  /// The maximum number of rows that are arranged while more are read.
  private static let mostWhileReading = 2_000_000
  /// The maximum number of groups: more do not give an overview.
  private static let mostGroups = 10_000
  /// The query as it was answered.
  package let query: RowQuery
  /// The number of rows that match, without removed ones.
  package let count: Int
  /// The totals of their columns, overall and in each section.
  package let totals: RowTotals
  /// The widths of columns, from their texts.
  package var widths = ColumnWidths()
  /// The numbers of columns in this run and earlier ones.
  package var courses = ColumnCourses()
  /// The number of lines of the input that belong to no row and no header; with several tables, to none of
  /// them.
  package let otherLineCount: Int
  /// The item to select first if rows that do not match are shown too: the ancestors of matches, or the rows around
  /// them; nil for the first item.
  package let firstMatch: Int?
  /// The tree without a query, as the user opened it before the query; nil if there is no query.
  fileprivate(set) var beforeQuery: Outline?
  /// The rows that match, if the rows around them are shown too.
  private let context: RowContext?
  private let rows: IdentifierPositions?
  /// The indexes of groups among ``totals``, if rows have shares of them.
  private let groupIndexes: [Section: Int]
  private let forest: RowForest?
  /// The nodes of ``forest`` that are no rows of the table, by identifier.
  private let headingNodes: [Int: Int]
  /// The number of levels of the tree; 0 in a list.
  package let levels: Int

  /// Arranges a run.
  ///
  /// - Parameters:
  ///   - search: how the query is answered.
  ///   - now: the current time, with which times without a year are read.
  ///   - former: the previous listing. Rows of the same run are a part of it, which costs next to nothing to
  ///     create and to compare.
  ///   - most: the maximum number of rows that are arranged while the rest is read: the displayed listing and
  ///     the next one are both in memory for a moment.
  /// - Complexity: O(bytes of the rows).
  package init(
    _ run: Run, comparison: Comparison?, _ arrangement: Arrangement, search: RowSearch = .letters,
    now: Double,
    after former: Listing? = nil,
    mostWhileReading most: Int = mostWhileReading
  ) {
    (self.run, self.comparison, self.arrangement) = (run, comparison, arrangement)
    let table = run.table
    let identifiers = run.identifiers
    let isAsBefore =
      former.map { $0.run.hasSameRows(as: run) && $0.run.isComplete == run.isComplete } ?? false
    if case .list(let list) = identifiers {
      if isAsBefore, let former, former.run.identifiers == identifiers {
        rows = former.rows
      } else {
        rows = IdentifierPositions(list)
      }
    } else {
      rows = nil
    }
    otherLineCount =
      isAsBefore
      ? former?.otherLineCount ?? 0
      : run.isComplete ? table.linesOutsideTables.count : table.otherLines.count
    let rowCount = min(table.rowCount, identifiers.count)
    // Input whose size is unknown is shown as it arrives.
    let isEndKnown = run.progress?.total != nil
    let there = 0..<(isEndKnown ? min(rowCount, most) : rowCount)
    isPart = there.count < rowCount
    func arranged(_ rows: some RandomAccessCollection<Int>) -> ArrangedRows {
      ArrangedRows(
        of: table, key: run.key, among: rows, removed: run.removedRows, arrangement, search: search,
        mostGroups: Self.mostGroups, now: now, after: former?.query)
    }
    func isChanged(_ row: Int) -> Bool {
      if run.isListOfChanges { return !table.withCell(row, 0) { $0.trimmed.isEmpty } }
      return run.isRemoved(identifiers[row]) || comparison?.isChanged(identifiers[row]) ?? false
    }
    let showsChanged =
      run.isListOfChanges
      ? run.unchangedCount > 0 && !arrangement.showsUnchanged : arrangement.showsOnlyChanged
    let arranged = showsChanged ? arranged(there.filter(isChanged)) : arranged(there)
    hasTooManyGroups = arranged.hasTooManyGroups
    count = arranged.matchCount
    query = arranged.query
    totals = arranged.totals
    firstMatch = arranged.firstMatch.map { identifiers[$0] }
    context = arranged.context
    drawnColumn = arranged.drawnColumn
    var whole: Snapshot?
    var part: Snapshot?
    var forest: RowForest?
    var headingNodes: [Int: Int] = [:]
    var levels = 0
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
          Section(value: arrangement.structure.columns.first.map { table.valueBytes(group[0], $0) }),
          identifiers.of(group)
        )
      }
      tree = nil
    case .tree(let found):
      sections = [(Section(), [])]
      forest = found
      var isClosed = arrangement.startsClosed
      if case .paths = arrangement.structure { isClosed = true }
      (tree, headingNodes, levels) = Self.outline(found, identifiers, of: table.rowCount, isClosed: isClosed)
    }
    let hasShares = arrangement.totals.values.contains(.groupShare) && !totals.groups.isEmpty
    groupIndexes =
      hasShares ? Dictionary(zip(sections.map(\.section), sections.indices)) { first, _ in first } : [:]
    (self.whole, self.forest, self.headingNodes, self.levels) = (whole, forest, headingNodes, levels)
    snapshot =
      if let part, part.numberOfItems > 0 { part } else { Snapshot(sections.filter { !$0.items.isEmpty }) }
  }

  /// Returns the tree for the screen, the nodes of its headings by identifier, and the number of its levels.
  ///
  /// Identifiers of headings are negative, and the same in all runs.
  private static func outline(
    _ forest: RowForest, _ identifiers: RowIdentifiers, of rowCount: Int, isClosed: Bool
  ) -> (Outline, headings: [Int: Int], levels: Int) {
    var nodes: [Int: Int] = [:]
    let headings = forest.headings.indices.map { index in
      var hasher = Hasher()
      hasher.combine(forest.headings[index].key)
      var identifier = hasher.finalize() | Int.min
      while nodes[identifier] != nil { identifier = (identifier &+ 1) | Int.min }
      nodes[identifier] = rowCount + index
      return identifier
    }
    func items(_ nodes: [Int]) -> [Int] {
      nodes.map { $0 < rowCount ? identifiers[$0] : headings[$0 - rowCount] }
    }
    var outline = Outline()
    outline.append(items(forest.roots))
    var level = forest.roots
    var levels = 0
    while !level.isEmpty {
      levels += 1
      var below: [Int] = []
      for (node, item) in zip(level, items(level)) where !forest.children[node].isEmpty {
        outline.append(items(forest.children[node]), to: item)
        below += forest.children[node]
      }
      level = below
    }
    outline.expand(items(forest.openNodes(isClosed: isClosed)))
    return (outline, nodes, levels)
  }

  /// Returns the row of the table that an item stands for; nil if it no longer exists.
  package func row(of identifier: Int) -> Int? {
    if case .positions(let count) = run.identifiers {
      return (0..<count).contains(identifier) ? identifier : nil
    }
    return rows?[identifier]
  }

  /// Whether a row is shown because it is near a row that matches.
  package func isContext(_ row: Int) -> Bool { context.map { !$0.isMatch(row) } ?? false }

  /// Whether rows of the input are left out between a shown row and the next one, in a list of matches and the rows
  /// around them.
  package func endsStretch(_ row: Int) -> Bool { context?.endsStretch(row) ?? false }

  /// Whether the rows around matches are not shown, because they are shown only in the order of the input.
  package var lacksContext: Bool {
    arrangement.context > 0 && context == nil && !arrangement.query.isEmpty && count > 0
  }

  /// The nodes of the tree that are no rows of the table.
  var headings: [RowForest.Heading] { forest?.headings ?? [] }

  /// Returns the heading that an item stands for; nil if the item is a row of the table.
  package func heading(of identifier: Int) -> RowForest.Heading? {
    headingNodes[identifier].map { headings[$0 - run.table.rowCount] }
  }

  /// The columns by which rows are grouped, the outer ones first.
  package var groupColumns: [Int] {
    if case .groups(let columns) = arrangement.structure { columns } else { [] }
  }

  /// Whether the rows of a group have the same value in a column.
  package func isGrouped(by column: Int) -> Bool { groupColumns.contains(column) }

  /// Returns the name of the group of a value.
  package static func name(ofGroup value: [UInt8]) -> String {
    value.isEmpty ? "–" : String(decoding: value, as: UTF8.self)
  }

  /// Returns the total of a column for the rows of an item's subtree; nil if it has no rows below it.
  package func subtreeTotal(of identifier: Int, _ column: Int) -> ColumnTotal? {
    totals.subtrees[column]?[headingNodes[identifier] ?? row(of: identifier) ?? -1]
  }

  /// Returns the percentage of a row, or of the head of an inner group or a folder, in a column with shares: of the sum
  /// of all rows, or of its group or the row above it.
  package func share(of identifier: Int, _ column: Int) -> Double? {
    guard let all = totals.all[column], all.kind.isShare, !run.isRemoved(identifier) else { return nil }
    let whole = all.kind == .share ? nil : wholeOfGroup(identifier, column)
    return RowTotals.percentage(number(of: identifier, column), of: whole ?? all.value)
  }

  /// Returns the sums of some rows in words, of the columns whose sums or shares are shown, and of the sizes that `du`
  /// printed: `SIZE sum 1.5G`. What is in a folder of `du` counts once.
  package func sums(of rows: [Int]) -> [String] {
    var (rows, kinds) = (rows, arrangement.totals.filter { $0.value == .sum || $0.value.isShare })
    if let (size, _) = PathTree.diskUsage(of: run.table, isComplete: false) {
      kinds[size] = .sum
      rows = forest?.outermost(of: rows) ?? rows
    }
    let sums = RowTotals(of: run.table, rows, kinds.mapValues { _ in .sum }, now: run.time.localSeconds).all
    if run.table.isNamed { return RowTotals.words(sums, of: run.table) }
    return sums.sorted { $0.key < $1.key }.map(\.value.words)
  }

  private func number(of identifier: Int, _ column: Int) -> Double? {
    if let total = subtreeTotal(of: identifier, column) { return total.value }
    return row(of: identifier).flatMap { totals.number($0, column, of: run.table) }
  }

  /// Returns the sum of the group of a row, or of the subtree below the row above it; nil at the top.
  private func wholeOfGroup(_ identifier: Int, _ column: Int) -> Double? {
    if let tree { return tree.node(of: identifier)?.parent.flatMap { number(of: $0, column) } }
    guard let grouped = groupColumns.first, let row = row(of: identifier),
      let index = groupIndexes[Section(value: run.table.valueBytes(row, grouped))]
    else { return nil }
    return totals.groups[index][column]?.value
  }

  /// Returns the range of the text of a cell in ``drawnColumn``: in a tree the name of the row without its
  /// parents, in a list the drawing too.
  package func nameCell(of identifier: Int, _ row: Int, _ cell: Range<Int>) -> Range<Int> {
    guard let column = drawnColumn else { return cell }
    if case .paths = arrangement.structure, let tree {
      let isRoot = tree.node(of: identifier).map { $0.parent == nil } ?? false
      return isRoot ? cell : PathTree.name(in: cell, of: run.table)
    }
    return tree == nil
      ? DrawnTree.drawing(of: row, in: column, of: run.table)
      : DrawnTree.text(of: row, in: column, of: run.table)
  }

  /// All items in the order of the screen, including those below closed ones.
  ///
  /// - Complexity: O(*n*).
  package var items: [Int] { tree?.items ?? sections.flatMap(\.items) }

  /// Returns the items in a folder or a group that is no row; none if it does not exist.
  ///
  /// - Complexity: O(*m*) for *m* items.
  package func items(in heading: Int) -> [Int] {
    guard let tree, tree.contains(heading) else { return [] }
    return tree.snapshot(of: heading).items
  }

  /// Whether to mark the differences from another listing: those that result from new data, not from the
  /// user's choices, from reading more of the input, or from going back in time, which inserts removed rows.
  func isMarkedAgainst(_ former: Listing) -> Bool {
    run.isComplete && former.run.isComplete && run.number >= former.run.number
      && run.key == former.run.key && run.schema == former.run.schema && !run.isListOfChanges
      && !arrangement.showsOnlyChanged
      && comparison?.replacesNearlyAll != true
      && arrangement.query == former.arrangement.query
      && !former.arrangement.showsOnlyChanged
      && arrangement.structure == former.arrangement.structure
      // A removed row that comes in is not a new one.
      && run.removedRows?.identifiers.isSubset(of: former.run.identifiers) ?? true
  }

  /// The rows of the table that are shown, by section, those in closed sections and below closed rows too; in a
  /// filtered tree, the matches and their ancestors.
  ///
  /// - Complexity: O(*n*).
  var shownRows: [(section: Section, rows: [Int])] {
    forest.map { [(Section(), $0.inOrder)] } ?? sections.map { ($0.section, $0.items.compactMap(row)) }
  }

  /// The rows of ``shownRows`` without removed ones.
  ///
  /// - Complexity: O(*n*).
  package var rowNumbers: [Int] {
    let rows = shownRows.flatMap(\.rows)
    guard let removed = run.removedRows else { return rows }
    return rows.filter { !removed.contains(row: $0) }
  }

  /// The identifiers of rows whose change is marked, of those that exist.
  package var markedIdentifiers: [Int] { comparison?.flashing.filter { row(of: $0) != nil } ?? [] }
}

/// A change from one listing to another for the screen, with all time-consuming work done.
package struct ListingChange: Sendable {
  package enum Content: Sendable {
    case list(Listing.Snapshot)
    /// A list in another order, with so many rows that finding their moves takes longer than sorting them.
    case reorderedList(Listing.Snapshot)
    /// A tree, or a list that replaces a tree: a table keeps the nesting of rows unless it gets an outline.
    case outlines([(section: Listing.Section, outline: Listing.Outline)])
  }

  package let listing: Listing
  package let content: Content
  /// Whether the differences are marked; see ``Listing/isMarkedAgainst(_:)``.
  package let isMarked: Bool
  /// Whether the query is another one than before, and not empty.
  package let isFound: Bool
  /// Whether the user or the data caused the differences.
  package let cause: ChangeCause
  /// Whether the table should find the differences off the main actor.
  package let isLarge: Bool

  /// The number of rows from which a listing is large.
  package static let largeCount = 4096
  /// The number of rows from which the moves of a reordered list are not computed.
  static let mostReordered = 500_000

  /// - Parameters:
  ///   - former: the listing on the screen.
  ///   - open: the rows on the screen, as the user expanded and collapsed them; nil if they are not a tree.
  ///   - mostReordered: the number of rows from which moves are not computed.
  /// - Complexity: O(n) in rows.
  package init(
    to listing: Listing, from former: Listing?, open: Listing.Outline?, mostReordered: Int = mostReordered
  ) {
    var listing = listing
    isMarked = former.map(listing.isMarkedAgainst) ?? false
    isFound = former?.arrangement.query != listing.arrangement.query && !listing.arrangement.query.isEmpty
    cause = former?.run.hasSameRows(as: listing.run) ?? false ? .user : .data
    isLarge = max(listing.run.table.rowCount, former?.run.table.rowCount ?? 0) >= Self.largeCount
    if let tree = listing.tree {
      var adopted: Listing.Outline?
      if let former, former.arrangement.structure == listing.arrangement.structure {
        let (old, new) = (former.arrangement.query, listing.arrangement.query)
        let beforeQuery = old.isEmpty ? open : former.beforeQuery
        // Each query opens what is above its matches.
        adopted = old == new ? open : new.isEmpty ? beforeQuery : nil
        if !new.isEmpty { listing.beforeQuery = beforeQuery }
      }
      content = .outlines([(Listing.Section(), adopted.map { tree.adoptingExpansion(from: $0) } ?? tree)])
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
    self.listing = listing
  }
}
