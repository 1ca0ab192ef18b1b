/// A table over more rows than fit in memory. Only what is looked at is read, page by page and away from the
/// main actor; what is far from it is forgotten.
///
/// ```swift
/// let dataSource = PagedDataSource(tableView: tableView, engine: Numbers(), query: 1) {
///   tableView, indexPath, row in
///   let cell = tableView.dequeueReusableCell(withIdentifier: "number", for: indexPath)
///   cell.textLabel?.text = row.content
///   return cell
/// }
/// dataSource.search(3)
/// ```
///
/// UIKit has nothing like it. What holds:
///
/// 1. A row is there once, and the row under the cursor stays, wherever the screen is and whatever others write.
/// 2. What is known is the rows around those that are seen, and the row of the cursor: memory and the cost of looking
///    again do not depend on how far the user went. A row stands for each gap: a spinner while it is read, and why it
///    was not, with enter trying again. Rows less than a screenful away are read before they are seen.
/// 3. The first and the last row are one page away, whatever is between: home and end read that page.
/// 4. What others changed is shown as a change, in place; what was merely read is no news. While nothing changes
///    nothing is asked and nothing wakes up.
/// 5. Answers may come late, in any order or not at all. A newer query cancels the reads of the former one, and what
///    was shown stays until its rows are there.
///
/// Filter and order are the engine's: they are part of its query. The scroll bar is hidden while there are gaps, for
/// which part of the list is in view is then unknown.
@MainActor
public final class PagedDataSource<Engine: PageEngine> {
  /// A row that was read: its key and its content.
  public typealias Row = PageRow<Engine.Key, Engine.Content>
  /// Makes the cell of a row; returning nil is a programming error, which traps.
  public typealias CellProvider = (_ tableView: TableView, _ indexPath: IndexPath, _ row: Row) ->
    TableViewCell?

  typealias Model = PagingModel<Engine.Key, Engine.Content, Engine.Query>
  typealias Item = Model.Listing.Item

  enum Section: Hashable, Sendable {
    case rows
  }

  /// Where the rows are from.
  public let engine: Engine
  /// Called right before other rows are shown, with ``rows`` as they will be, and whether they answer another query:
  /// the place to fit columns to them.
  public var willShow: ((_ isAnotherList: Bool) -> Void)?

  let pager: Pager<Engine>
  let tableView: TableView
  private(set) var dataSource: TableViewDiffableDataSource<Section, Item>!
  /// What is shown.
  var listing = Model.Listing()
  private var shownRevision = 0
  private var following: Task<Void, Never>?

  /// Creates the data source of a table and begins to read. The table does not retain it.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - engine: where the rows are from.
  ///   - query: which rows, at first.
  ///   - pageSize: how many rows are read at once, at least 1.
  ///   - clock: the clock that paces repeated reads, so that frequent writes do not keep the engine busy. The
  ///     standard ones sleep on the threads all tasks share: see `PageEngine.executor`.
  ///   - cellProvider: makes the cells of rows. Those of gaps are made by the data source.
  public init(
    tableView: TableView, engine: Engine, query: Engine.Query, pageSize: Int = 100,
    clock: any Clock<Duration> = ContinuousClock(), cellProvider: @escaping CellProvider
  ) {
    self.engine = engine
    self.tableView = tableView
    pager = Pager(engine: engine, query: query, pageSize: pageSize, clock: clock)
    let gaps = "ListKit.PagedDataSource.gap"
    tableView.register(TableViewCell.self, forCellReuseIdentifier: gaps)
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] tableView, indexPath, item in
      if case .row(let key) = item, let content = self?.listing.contents[key] {
        return cellProvider(tableView, indexPath, PageRow(key: key, content: content))
      }
      let cell = tableView.dequeueReusableCell(withIdentifier: gaps, for: indexPath)
      self?.configure(cell, forGap: item)
      return cell
    }
    tableView.connect(to: self)
    pager.didChange = { [weak tableView] in tableView?.setNeedsDisplay() }
    following = Task(executorPreference: engine.executor) { @MainActor @Sendable [weak pager] in
      for await change in engine.changes() { pager?.takeNote(of: change) }
    }
  }

  deinit { following?.cancel() }

  private func configure(_ cell: TableViewCell, forGap item: Item) {
    cell.accessories = []
    guard case .gap(let id) = item, let reason = listing.failures[id] else {
      cell.contentConfiguration = ListContentConfiguration(text: "Reading")
      cell.accessories = [.spinner(placement: .leading)]
      return
    }
    var content = ListContentConfiguration(text: "Not read: \(reason)", secondaryText: "enter tries again")
    // What can be done comes before why.
    content.secondaryTextProperties.priority = 1
    cell.contentConfiguration = content
  }

  // MARK: What is wanted

  /// Which rows are shown, or are on their way.
  public var query: Engine.Query { pager.model.query }

  /// Shows the rows of another query; those of the former one stay until these are there.
  ///
  /// - Parameters:
  ///   - query: which rows, in which order.
  ///   - key: the row to go on with, whose place is read; the first one without it.
  public func search(_ query: Engine.Query, keeping key: Engine.Key? = nil) {
    pager.search(query, keeping: key)
  }

  /// Looks again at what is known and counts again, as soon as that is due: for engines that are not told of changes.
  public func refresh() { pager.takeNote(of: .certain) }

  // MARK: What is known

  /// The rows that are known, from the first to the last; there may be gaps between them.
  ///
  /// - Complexity: O(rows known), which are few, whatever the size of the list.
  public var rows: [Row] {
    listing.items.compactMap { item in
      item.key.flatMap { key in listing.contents[key].map { PageRow(key: key, content: $0) } }
    }
  }

  /// The row at a place; nil where none is known.
  ///
  /// - Complexity: O(1) expected.
  public func row(for indexPath: IndexPath) -> Row? {
    guard let key = dataSource.itemIdentifier(for: indexPath)?.key else { return nil }
    return listing.contents[key].map { PageRow(key: key, content: $0) }
  }

  /// The place of a row in the table now; nil where it is not known.
  ///
  /// - Complexity: O(1) expected.
  public func indexPath(for key: Engine.Key) -> IndexPath? { dataSource.indexPath(for: .row(key)) }

  /// The row under the cursor; nil where that is none, or a gap.
  public var cursorRow: Row? { tableView.cursorIndexPath.flatMap(row(for:)) }

  /// Whether rows of ``query`` are on their way, and those of a former one are shown.
  public var isSearching: Bool { pager.model.isSearching }

  /// How many rows match the query; nil until they were counted.
  public var rowCount: PageCount? { pager.total }

  /// How long the last read of rows took.
  public var readDuration: Duration? { pager.duration }

  /// Why what is shown may be out of date, in the words of the engine; nil while it is not. It is tried again at
  /// growing distances.
  public var refreshFailure: String? { pager.model.refreshFailure }
}

// MARK: - Showing

/// Before each drawing the table takes one step of what there is to show, and after it says what is seen; so what is
/// known follows the eye. A change of the data and rows that were merely read are never one step: changes are told as
/// changes, and nothing else is.
extension PagedDataSource: TableFeed {
  func tableWillDraw() {
    if let update = pager.takeUpdate() { show(update) }
  }

  func tableDidDraw() {
    let visible = tableView.indexPathsForVisibleRows.compactMap { dataSource.itemIdentifier(for: $0) }
    let focus = Model.Focus(
      visible: visible, cursor: dataSource.cursorItemIdentifier, room: tableView.visibleSize.lines)
    pager.update { $0.look(focus, at: shownRevision) }
    if !pager.model.updates.isEmpty { tableView.setNeedsDisplay() }
  }

  func willPerform(_ command: Command?) {
    pager.noteActivity()
    pager.update {
      // A user who moves on cancels the jump to the end.
      $0.cancelJump()
      switch command {
      case .first?: $0.jump(to: .first)
      case .last?: $0.jump(to: .last)
      default: break
      }
    }
  }

  func cursorDidMove() { pager.update { $0.moveCursor(to: dataSource.cursorItemIdentifier) } }

  func choose(_ indexPath: IndexPath) -> Bool {
    guard case .gap(let id)? = dataSource.itemIdentifier(for: indexPath) else { return false }
    pager.update { $0.retry(id) }
    return true
  }

  // MARK: Steps

  private func show(_ update: Model.Update) {
    let former = listing
    listing = update.listing
    shownRevision = shownRevision + update.steps
    var isAnotherList = false
    if case .replaced = update.kind { isAnotherList = true }
    willShow?(isAnotherList)
    switch update.kind {
    case .replaced(let cursor): showAnotherList(cursor: cursor, isKept: update.isKept)
    case .paged: showOtherPages(update, former: former)
    case .changed: dataSource.apply(snapshot(redrawing: update.redrawn, of: former))
    }
    let isWhole = listing.items.allSatisfy { $0.key != nil }
    if tableView.showsVerticalScrollIndicator != isWhole { tableView.showsVerticalScrollIndicator = isWhole }
    switch update.jump {
    case .first?: tableView.moveCursorToFirstRow()
    case .last?: tableView.moveCursorToLastRow()
    case nil: break
    }
  }

  private func showAnotherList(cursor: Engine.Key?, isKept: Bool) {
    let former = dataSource.cursorItemIdentifier
    // Rows that a person asked for are no news, also where they were not in memory before.
    ChangeCause.user.perform { _ = dataSource.apply(snapshot(), animatingDifferences: false) }
    if isKept, let former, former.key != nil, let place = dataSource.indexPath(for: former) {
      // The cursor stays on its row, also where it was the first one, which an untouched cursor would leave.
      if dataSource.cursorItemIdentifier != former { tableView.moveCursor(to: place) }
    } else if let cursor, let place = dataSource.indexPath(for: .row(cursor)), place.row > 0 {
      tableView.moveCursor(to: place)
    } else {
      tableView.moveCursorToFirstRow()
    }
    // What is shown of a row may be another with another query.
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows)
  }

  /// Rows that a person asked for by going there are no news: nothing moves and nothing is marked.
  private func showOtherPages(_ update: Model.Update, former: Model.Listing) {
    var target: Item?
    // The row that stands for a gap goes, and the cursor does not go with it but stays where it is.
    if case .gap(let id)? = dataSource.cursorItemIdentifier, let key = update.successors[id] {
      target = .row(key)
      holdCursor(besides: .gap(id), in: former)
    }
    dataSource.apply(snapshot(redrawing: update.redrawn, of: former), animatingDifferences: false)
    if let target, let place = dataSource.indexPath(for: target) { tableView.moveCursor(to: place) }
  }

  /// Puts the cursor on a row beside an item that leaves, so that this one stays on its line.
  private func holdCursor(besides item: Item, in former: Model.Listing) {
    guard let index = former.items.firstIndex(of: item) else { return }
    for neighbor in [index - 1, index + 1] where former.items.indices.contains(neighbor) {
      if let key = former.items[neighbor].key, listing.contents[key] != nil {
        return tableView.moveCursor(to: IndexPath(row: neighbor, section: 0))
      }
    }
  }

  /// All there is to show; what was there before and is to be drawn again is marked.
  private func snapshot(
    redrawing redrawn: Set<Item> = [], of former: Model.Listing = Model.Listing()
  ) -> DiffableDataSourceSnapshot<Section, Item> {
    var snapshot = DiffableDataSourceSnapshot<Section, Item>()
    snapshot.appendSections([.rows])
    snapshot.appendItems(listing.items, toSection: .rows)
    if !redrawn.isEmpty {
      snapshot.reconfigureItems(former.items.filter { redrawn.contains($0) && snapshot.contains($0) })
    }
    return snapshot
  }
}

// MARK: - PageListing

/// The list as it is shown: rows that are known, and a row for each gap.
struct PageListing<Key: Hashable & Sendable, Content: Hashable & Sendable>: Hashable, Sendable {
  enum Item: Hashable, Sendable {
    case row(Key)
    /// Stands for rows that are not known.
    case gap(Int)
  }

  private(set) var items: [Item] = []
  private(set) var contents: [Key: Content] = [:]
  /// Why gaps could not be read.
  private(set) var failures: [Int: String] = [:]

  init() {}

  init(_ pieces: [PagePiece<Key, Content>]) {
    for piece in pieces {
      switch piece {
      case .run(let run):
        for row in run.rows where contents.updateValue(row.content, forKey: row.key) == nil {
          items.append(.row(row.key))
        }
      case .gap(let gap):
        items.append(.gap(gap.id))
        failures[gap.id] = gap.failure
      }
    }
  }
}

/// A step from one listing to the next, to be shown as a whole.
struct PageUpdate<Key: Hashable & Sendable, Content: Hashable & Sendable>: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Another list, with the cursor on a row; nil for none.
    case replaced(cursor: Key?)
    /// More or fewer rows are known: nothing has happened to any.
    case paged
    /// Rows came, went or changed.
    case changed
  }

  var listing: PageListing<Key, Content>
  var kind: Kind
  /// What is to be drawn again though it stands where it stood.
  var redrawn: Set<PageListing<Key, Content>.Item> = []
  /// For gaps that are no more the row that came in their place, next to where the reading began.
  var successors: [Int: Key] = [:]
  /// The end of the list that was asked for, now that it is there.
  var jump: PageEdge?
  /// Whether the cursor of another list is on the row that was to be kept, if that is still there.
  var isKept = false
  /// How many steps it is.
  private(set) var steps = 1

  /// Both steps as one. What is known and what happened cannot be told apart any more then.
  func followed(by next: Self) -> Self {
    var both = next
    both.steps += steps
    if case .replaced = next.kind { return both }
    if case .replaced = kind { both.kind = kind } else if kind != next.kind { both.kind = .paged }
    both.redrawn.formUnion(redrawn)
    both.successors.merge(successors) { new, _ in new }
    both.jump = next.jump ?? jump
    return both
  }
}

/// The two ends of the list.
enum PageEdge: Hashable, Sendable {
  case first
  case last
}

/// What is looked at.
struct PageFocus<Key: Hashable & Sendable, Content: Hashable & Sendable>: Hashable, Sendable {
  typealias Item = PageListing<Key, Content>.Item

  /// The rows on the screen, from top to bottom.
  var visible: [Item] = []
  /// The row under the cursor, on the screen or not.
  var cursor: Item?
  /// How many rows the screen has room for.
  var room = 1
}

extension PageListing.Item {
  /// The key of a row; nil for a gap.
  var key: Key? {
    if case .row(let key) = self { key } else { nil }
  }
}

// MARK: - PagePiece

/// A part of the list: rows that are known, or a gap where they are not.
///
/// ```text
///   gap ─ run ─ gap ─ run ─ gap        never two of a kind side by side
/// ```
enum PagePiece<Key: Hashable & Sendable, Content: Hashable & Sendable>: Sendable {
  case run(PageRun<Key, Content>)
  case gap(PageGap<Key>)

  var run: PageRun<Key, Content>? {
    if case .run(let run) = self { run } else { nil }
  }

  var gap: PageGap<Key>? {
    if case .gap(let gap) = self { gap } else { nil }
  }
}

/// A stretch of the list of which all is known: between its bounds there are its rows and no others.
struct PageRun<Key: Hashable & Sendable, Content: Hashable & Sendable>: Sendable {
  /// Where it begins and ends; the row of a bound may be gone.
  var first: PageBound<Key>
  var last: PageBound<Key>
  var rows: [PageRow<Key, Content>]
  /// What of it is being read again; nil while nothing is, or when what is read will not fit any more.
  var rereading: Rereading?

  /// Rows that are being read again.
  struct Rereading: Sendable {
    /// Their indexes.
    var rows: Range<Int>
    /// The requests of the read that are about them.
    var requests: Range<Int>
    /// The cursor's row, where it is among them, and on which side it is of the row the reading begins with: the
    /// last request is about it alone.
    var cursor: (key: Key, side: PageGap<Key>.Side)?
  }

  init(first: PageBound<Key>, last: PageBound<Key>, rows: [PageRow<Key, Content>]) {
    self.first = first
    self.last = last
    self.rows = rows
  }

  /// All but the rows at both ends, which are forgotten; not all may be.
  func keeping(_ range: Range<Int>) -> Self {
    if range == rows.indices { return self }
    var kept = self
    kept.keep(range)
    return kept
  }

  private mutating func keep(_ range: Range<Int>) {
    if range.lowerBound > 0 { first = .through(rows[range.lowerBound].key) }
    if range.upperBound < rows.count { last = .through(rows[range.upperBound - 1].key) }
    rows = Array(rows[range])
    rereading = nil
  }

  mutating func append(_ more: [PageRow<Key, Content>], through bound: PageBound<Key>) {
    rows += more
    last = bound
  }

  mutating func prepend(_ more: [PageRow<Key, Content>], from bound: PageBound<Key>) {
    rows.insert(contentsOf: more, at: 0)
    first = bound
    guard let range = rereading?.rows else { return }
    rereading?.rows = range.lowerBound + more.count..<range.upperBound + more.count
  }
}

/// A stretch of the list of which nothing is known yet.
struct PageGap<Key: Hashable & Sendable>: Sendable {
  /// From which side rows are read into it.
  enum Side: Hashable, Sendable {
    case above
    case below
  }

  enum State: Hashable, Sendable {
    /// The view did not come near.
    case idle
    /// Rows are being read.
    case loading(read: Int, Side)
    /// They were not read; the user may try again.
    case failed(String, Side)
  }

  /// Another one whenever its extent changes.
  let id: Int
  /// The bounds of what is to be read.
  let first: PageBound<Key>
  let last: PageBound<Key>
  var state = State.idle

  var failure: String? {
    if case .failed(let reason, _) = state { reason } else { nil }
  }

  /// What to ask for to make it smaller.
  func request(from side: Side, limit: Int) -> PageRequest<Key> {
    PageRequest(first: first, last: last, isFromEnd: side == .below, limit: limit)
  }
}

extension PageBound {
  /// The same place, seen from the other side; nil at the end of the list, behind which there is nothing.
  var opposite: Self? {
    switch self {
    case .edge: nil
    case .through(let key): .upTo(key)
    case .upTo(let key): .through(key)
    }
  }
}
