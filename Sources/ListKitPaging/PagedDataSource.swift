public import ListKit

/// A data source for more rows than fit in memory. It reads only the rows near the visible ones, page by page
/// and off the main actor, and discards the rows far from them.
///
/// ```swift
/// let dataSource = PagedDataSource(tableView: tableView, engine: Numbers(), query: 1) {
///   tableView, indexPath, row in
///   let cell = tableView.dequeueReusableCell(withIdentifier: "number", for: indexPath)
///   cell.contentConfiguration = ListContentConfiguration(text: row.content)
///   return cell
/// }
/// dataSource.search(3)
/// ```
///
/// UIKit has no counterpart. It follows these rules:
///
/// 1. A row occurs once, and the row under the cursor stays, wherever the screen is and whatever others write.
/// 2. The known rows are those around the visible ones, and the cursor's row: memory and the cost of
///    repeated reads do not depend on how far the user went. Each gap has a row of its own: it shows a
///    spinner during the read, or the reason of a failure, and enter then retries. Rows less than a
///    screenful away are read in advance.
/// 3. The first and the last row are one page away, whatever is between: home and end read that page.
/// 4. Changes by others are shown as changes, in place; rows that were only read are not. While nothing changes,
///    nothing is read and nothing wakes up.
/// 5. Answers may come late, in any order or not at all. A newer query cancels the reads of the former one, and
///    the former rows stay until the new ones arrive.
///
/// The engine filters and sorts: both are part of its query. The scroll bar is hidden while there are gaps,
/// because it is then unknown which part of the list is in view.
@MainActor
public final class PagedDataSource<Engine: PageEngine> {
  /// A row that was read, with its key and its content.
  public typealias Row = PageRow<Engine.Key, Engine.Content>
  /// Creates the cell of a row; returning nil is a programming error, which traps.
  public typealias CellProvider = (_ tableView: TableView, _ indexPath: IndexPath, _ row: Row) ->
    TableViewCell?

  typealias Model = PagingModel<Engine.Key, Engine.Content, Engine.Query>
  typealias Item = Model.Listing.Item

  enum Section: Equatable, Sendable {
    case rows
  }

  /// The source of the rows.
  public let engine: Engine
  /// Called when other rows were loaded, right before they are shown, with whether they answer another query.
  /// ``rows`` has the new rows, so that columns can be fitted to them.
  public var didLoad: ((_ isAnotherList: Bool) -> Void)?
  /// Returns the menu of a row that is read, as that of `TableViewDiffableDataSource`; nil for no menu.
  public var contextMenuProvider: ((Row) -> Menu?)? {
    didSet {
      dataSource.contextMenuProvider = contextMenuProvider.map { provider in
        { [weak self] item in
          guard let self, let key = item.key, let content = listing.contents[key] else { return nil }
          return provider(PageRow(key: key, content: content))
        }
      }
    }
  }

  let pager: Pager<Engine>
  let tableView: TableView
  private(set) var dataSource: TableViewDiffableDataSource<Section, Item>!
  var listing = Model.Listing()
  private var shownRevision = 0
  private var following: Task<Void, Never>?
  /// Finds the row that the cursor moves to.
  private var finding: Task<Void, Never>?
  /// What waits until the cursor is where earlier keys moved it, in order.
  private var waiting: [@MainActor () -> Void] = []

  /// Creates the data source of a table and begins to read. The table does not retain it.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - engine: the source of the rows.
  ///   - query: the first query.
  ///   - pageSize: the number of rows that are read at once, at least 1.
  ///   - clock: the clock that paces repeated reads, so that frequent writes do not keep the engine busy. The
  ///     standard ones sleep on the threads shared by all tasks: see `PageEngine.executor`.
  ///   - cellProvider: creates the cells of rows. The data source creates those of gaps.
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
    // Rows that are not loaded may exist.
    dataSource.isItemHidden = { $0.key != nil }
    tableView.connect(to: self)
    pager.didChange = { [weak tableView] in tableView?.setNeedsUpdateContent() }
    following = Task(executorPreference: engine.executor) { @MainActor @Sendable [weak pager] in
      for await change in engine.changes() { pager?.takeNote(of: change) }
    }
  }

  deinit {
    following?.cancel()
    finding?.cancel()
  }

  private func configure(_ cell: TableViewCell, forGap item: Item) {
    cell.accessories = []
    guard case .gap(let id) = item, let reason = listing.failures[id] else {
      cell.contentConfiguration = ListContentConfiguration(text: "Reading")
      cell.accessories = [.spinner(placement: .leading)]
      return
    }
    var content = ListContentConfiguration(text: "Not read: \(reason)", secondaryText: "enter tries again")
    // What the user can do has priority over the reason.
    content.secondaryTextProperties.priority = 1
    cell.contentConfiguration = content
  }

  // MARK: Queries

  /// The query whose rows are shown, or are being read.
  public var query: Engine.Query { pager.model.query }

  /// Shows the rows of another query; the former rows stay until the new ones arrive.
  ///
  /// - Parameters:
  ///   - query: the selection and order of rows.
  ///   - key: the row to continue with, around which rows are read; if nil, the first row.
  public func search(_ query: Engine.Query, keeping key: Engine.Key? = nil) {
    endFinding()
    pager.search(query, keeping: key)
  }

  /// Moves the cursor to a row that is found first, and read unless it is known. Keys pressed meanwhile act after that,
  /// from the found row.
  ///
  /// - Parameter find: returns the key of the row; nil to leave the cursor where it is. A search cancels it.
  public func moveCursor(toRow find: @escaping @MainActor () async -> Engine.Key?) {
    endFinding()
    finding = Task(executorPreference: engine.executor) { @MainActor @Sendable [weak self] in
      let key = await find()
      guard let self, !Task.isCancelled else { return }
      finding = nil
      if let key {
        if let place = indexPath(for: key) {
          tableView.moveCursor(to: place)
        } else {
          pager.update { $0.search($0.query, keeping: key, isJump: true) }
        }
      }
      // What waits is performed after a drawing.
      tableView.setNeedsDisplay()
    }
  }

  private func endFinding() {
    finding?.cancel()
    finding = nil
  }

  /// Calls a function about the row under the cursor once the rows that keys asked for are shown: at once if they
  /// are.
  public func whenShown(_ body: @escaping @MainActor () -> Void) {
    if isMovingCursor || !waiting.isEmpty { waiting.append(body) } else { body() }
  }

  /// Whether keys that were pressed before move the cursor to rows that are being found or read.
  package var isMovingCursor: Bool { finding != nil || pager.model.isMovingCursor }

  /// Reads the known rows and counts again, as soon as that is due: for engines that do not notice changes.
  public func refresh() { pager.takeNote(of: .certain) }

  // MARK: Known rows

  /// The known rows, from the first to the last; there may be gaps between them.
  ///
  /// - Complexity: O(known rows), which are few, whatever the size of the list.
  public var rows: [Row] {
    listing.items.compactMap { item in
      item.key.flatMap { key in listing.contents[key].map { PageRow(key: key, content: $0) } }
    }
  }

  /// Returns the row at an index path; nil if none is known.
  ///
  /// - Complexity: O(1) expected.
  public func row(for indexPath: IndexPath) -> Row? {
    guard let key = dataSource.itemIdentifier(for: indexPath)?.key else { return nil }
    return listing.contents[key].map { PageRow(key: key, content: $0) }
  }

  /// Returns the current index path of a row; nil if the row is not known.
  ///
  /// - Complexity: O(1) expected.
  public func indexPath(for key: Engine.Key) -> IndexPath? { dataSource.indexPath(for: .row(key)) }

  /// The row under the cursor; nil if there is none, or if it is a gap.
  public var cursorRow: Row? { tableView.cursorIndexPath.flatMap(row(for:)) }

  /// Adds a key command of the screen whose action receives the row under the cursor, as
  /// `TableViewDiffableDataSource.addKeyCommand(_:title:when:action:)` does. On a gap it does nothing.
  public func addKeyCommand(
    _ keys: KeyPress..., title: String?, shortTitle: String? = nil,
    when conditions: KeyBinding.Conditions = [],
    file: StaticString = #fileID, line: UInt = #line, action: @escaping @MainActor (Row) -> Void
  ) {
    tableView.addRowCommand(keys, title, shortTitle, conditions, file, line) { [weak self] in
      if let row = self?.row(for: $0) { action(row) }
    }
  }

  /// The keys of the selected rows: those on the table from top to bottom, then those that are not loaded or
  /// that the query does not select. Setting it selects rows, loaded or not.
  ///
  /// Selected rows that were deleted are among them until a read of the program finds out.
  public var selectedKeys: [Engine.Key] {
    get { dataSource.selectedItemIdentifiers.compactMap(\.key) }
    set { dataSource.selectedItemIdentifiers = newValue.map { .row($0) } }
  }

  /// The row that the cursor keeps when a filter is cleared: the one under the cursor or, if no row matched,
  /// the one from before the filter; nil if there is none, or if the cursor had not been moved then, so that it
  /// stays on the first row.
  ///
  /// Pass it to ``search(_:keeping:)`` in the delegate of the search bar if the text is empty.
  public var keyKeptAfterQuery: Engine.Key? { dataSource.itemKeptAfterQuery?.key }

  /// Whether the rows of ``query`` are being read, while those of a former one are shown.
  public var isSearching: Bool { pager.model.isSearching }

  /// The number of rows that match the query; nil until they were counted. A change of it calls
  /// `updateContent()` of the screen.
  public var rowCount: PageCount? { pager.total }

  /// The duration of the last read of rows.
  public var readDuration: Duration? { pager.duration }

  /// Why the shown rows may be out of date, in the words of the engine; nil if they are up to date. The read
  /// is retried at increasing intervals.
  public var refreshFailure: String? { pager.model.refreshFailure }
}

// MARK: - Showing

/// Before each drawing the table takes one update to show, and after it reports what is visible, so that the
/// known rows follow the view. A change of the data and rows that were only read are never one update: only
/// changes are shown as changes.
extension PagedDataSource: TableFeed {
  package func tableWillDraw() {
    if let update = pager.takeUpdate() { show(update) }
  }

  package func tableDidDraw() {
    let visible = tableView.indexPathsForVisibleRows.compactMap { dataSource.itemIdentifier(for: $0) }
    let focus = Model.Focus(
      visible: visible, cursor: dataSource.cursorItemIdentifier, room: tableView.visibleSize.lines)
    pager.update { $0.look(focus, at: shownRevision) }
    if !pager.model.updates.isEmpty { tableView.setNeedsDisplay() }
    guard !waiting.isEmpty, !isMovingCursor else { return }
    Task(executorPreference: engine.executor) { @MainActor @Sendable [weak self] in self?.performWaiting() }
  }

  /// Performs what waits, each after the one before took effect: that one may have to wait for rows again.
  private func performWaiting() {
    while !waiting.isEmpty, !isMovingCursor {
      let others = waiting.dropFirst()
      let next = waiting[0]
      waiting = []
      next()
      waiting += others
    }
  }

  package func postpones(_ command: Command?, _ action: @escaping @MainActor () -> Void) -> Bool {
    switch command {
    case .back?, .quit?:
      waiting = []
      return false
    case .redraw?: return false
    // None overtakes a key that waits: that one may open the screen to which it goes.
    case nil, .edit?, .beginSearch?, .endSearch?, .beginFind?, .help?, .moveFocus?, .resizePanes?:
      if waiting.isEmpty { return false }
    // They replace a jump.
    case .first?, .last?: if waiting.isEmpty, finding == nil { return false }
    case .moveCursor(let count)?, .page(let count)?:
      if waiting.isEmpty, finding == nil, pager.model.returnsFromGap(by: count) { return false }
    // Enter reads a gap again.
    case .primaryAction?: if isOnFailedGap { return false }
    // During a search, the former rows can be looked at, and a key of the program may ask for another list instead.
    case .keyCommand?, .scroll?, .scrollColumns?, .moveBeside?, .firstOfLine?, .lastOfLine?:
      if waiting.isEmpty, finding == nil, isSearching, !pager.model.isJumpToKept { return false }
    default: break
    }
    guard isMovingCursor || !waiting.isEmpty, waiting.count < Self.mostWaiting else { return false }
    waiting.append(action)
    return true
  }

  private static var mostWaiting: Int { 1_000 }

  private var isOnFailedGap: Bool {
    guard case .gap(let id)? = dataSource.cursorItemIdentifier else { return false }
    return listing.failures[id] != nil
  }

  package func willPerform(_ command: Command?) {
    pager.noteActivity()
    if command == nil { waiting = [] }
    pager.update {
      // A user who moves on cancels a jump to an end that could not be read; a click cancels any.
      $0.cancelJump()
      switch command {
      case .first?: $0.jump(to: .first)
      case .last?: $0.jump(to: .last)
      default: break
      }
    }
  }

  package func cursorDidMove() { pager.update { $0.moveCursor(to: dataSource.cursorItemIdentifier) } }

  package func choose(_ indexPath: IndexPath) -> Bool {
    guard case .gap(let id)? = dataSource.itemIdentifier(for: indexPath) else { return false }
    pager.update { $0.retry(id) }
    return true
  }

  // MARK: Updates

  private func show(_ update: Model.Update) {
    let former = listing
    listing = update.listing
    shownRevision = shownRevision + update.steps
    var isAnotherList = false
    if case .replaced = update.kind { isAnotherList = true }
    didLoad?(isAnotherList)
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
    // Rows that the user requested are not marked as new, even if they were not in memory before.
    ChangeCause.user.perform { _ = dataSource.apply(snapshot(), animatingDifferences: false) }
    if isKept, let former, former.key != nil, let place = dataSource.indexPath(for: former) {
      // The cursor stays on its row, even on the first one, which an untouched cursor would leave.
      if dataSource.cursorItemIdentifier != former { tableView.moveCursor(to: place) }
    } else if let cursor, let place = dataSource.indexPath(for: .row(cursor)), place.row > 0 {
      tableView.moveCursor(to: place)
    } else {
      tableView.moveCursorToFirstRow()
    }
    // The same row may look different with another query.
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows)
  }

  /// Shows rows that the user requested by going there: nothing moves and nothing is marked.
  private func showOtherPages(_ update: Model.Update, former: Model.Listing) {
    var target: Item?
    // The row of the gap is removed; the cursor moves to the row in its place.
    if case .gap(let id)? = dataSource.cursorItemIdentifier, let key = update.successors[id] {
      target = .row(key)
      holdCursor(besides: .gap(id), in: former)
    }
    dataSource.apply(snapshot(redrawing: update.redrawn, of: former), animatingDifferences: false)
    if let target, let place = dataSource.indexPath(for: target) { tableView.moveCursor(to: place) }
  }

  /// Moves the cursor to a row beside an item that will be removed, so that this row keeps its line.
  private func holdCursor(besides item: Item, in former: Model.Listing) {
    guard let index = former.items.firstIndex(of: item) else { return }
    for neighbor in [index - 1, index + 1] where former.items.indices.contains(neighbor) {
      if let key = former.items[neighbor].key, listing.contents[key] != nil,
        let place = dataSource.indexPath(for: .row(key))
      {
        return tableView.moveCursor(to: place)
      }
    }
  }

  /// Returns a snapshot of the listing; existing items that are to be drawn again are marked.
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

/// The list as displayed: known rows, and a row for each gap.
struct PageListing<Key: Hashable & Sendable, Content: Hashable & Sendable>: Hashable, Sendable {
  enum Item: Hashable, Sendable {
    case row(Key)
    /// The row for a gap, by the identifier of the gap.
    case gap(Int)
  }

  private(set) var items: [Item] = []
  private(set) var contents: [Key: Content] = [:]
  /// The reasons why gaps could not be read, by the identifiers of the gaps.
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

/// A step from one listing to the next, which is shown as a whole.
struct PageUpdate<Key: Hashable & Sendable, Content: Hashable & Sendable>: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Another list, with the cursor on a row; nil for none.
    case replaced(cursor: Key?)
    /// More or fewer rows are known: none of them changed.
    case paged
    /// Rows were inserted, removed or changed.
    case changed
  }

  var listing: PageListing<Key, Content>
  var kind: Kind
  /// The items to draw again although they keep their places.
  var redrawn: Set<PageListing<Key, Content>.Item> = []
  /// For each gap that was filled, the row in its place, next to where the read began.
  var successors: [Int: Key] = [:]
  /// The requested end of the list, if it is known now.
  var jump: PageEdge?
  /// Whether the cursor stays on its row, if the other list contains that row.
  var isKept = false
  /// The number of merged steps.
  private(set) var steps = 1

  /// Returns both steps as one, in which rows that were only read and changes can no longer be told apart.
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
enum PageEdge: Equatable, Sendable {
  case first
  case last
}

/// The part of the list that the user looks at.
struct PageFocus<Key: Hashable & Sendable, Content: Hashable & Sendable>: Hashable, Sendable {
  typealias Item = PageListing<Key, Content>.Item

  /// The rows on the screen, from top to bottom.
  var visible: [Item] = []
  /// The row under the cursor, on the screen or not.
  var cursor: Item?
  /// The number of rows that fit on the screen.
  var room = 1
}

extension PageListing.Item {
  /// The key of a row; nil for a gap.
  var key: Key? {
    if case .row(let key) = self { key } else { nil }
  }
}

// MARK: - PagePiece

/// A part of the list: known rows, or a gap of unknown ones.
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

/// A range of the list that is entirely known: there are no other rows between its bounds.
struct PageRun<Key: Hashable & Sendable, Content: Hashable & Sendable>: Sendable {
  /// The bounds of the run; the row of a bound may be gone.
  var first: PageBound<Key>
  var last: PageBound<Key>
  var rows: [PageRow<Key, Content>]
  /// The part that is being read again; nil if there is none, or if the answer will no longer fit.
  var rereading: Rereading?

  /// Rows that are being read again.
  struct Rereading: Sendable {
    var rows: Range<Int>
    /// The requests of the read that concern these rows.
    var requests: Range<Int>
    /// The cursor's row, if it is one of these rows, and its side of the row where the read begins; the last
    /// request is for the cursor's row alone.
    var cursor: (key: Key, side: PageGap<Key>.Side)?
  }

  init(first: PageBound<Key>, last: PageBound<Key>, rows: [PageRow<Key, Content>]) {
    self.first = first
    self.last = last
    self.rows = rows
  }

  /// Returns the run with a range of its rows, which must not be empty; the rows at both ends are discarded.
  func keeping(_ range: Range<Int>) -> Self {
    if range == rows.indices { return self }
    var kept = self
    kept.keep(range)
    return kept
  }

  private mutating func keep(_ range: Range<Int>) {
    if range.lowerBound > 0 { first = .including(rows[range.lowerBound].key) }
    if range.upperBound < rows.count { last = .including(rows[range.upperBound - 1].key) }
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

/// A range of the list of which nothing is known yet.
struct PageGap<Key: Hashable & Sendable>: Sendable {
  /// The side from which rows are read into a gap.
  enum Side: Equatable, Sendable {
    case above
    case below
  }

  enum State: Equatable, Sendable {
    /// The view has not come near.
    case idle
    /// Rows are being read.
    case loading(read: Int, Side)
    /// The read failed; the user can retry it.
    case failed(String, Side)
  }

  /// The identifier; a gap with another extent has another one.
  let id: Int
  let first: PageBound<Key>
  let last: PageBound<Key>
  var state = State.idle

  var failure: String? {
    if case .failed(let reason, _) = state { reason } else { nil }
  }

  /// Returns the request that makes the gap smaller.
  func request(from side: Side, limit: Int) -> PageRequest<Key> {
    side == .below
      ? PageRequest(last: limit, after: first, before: last)
      : PageRequest(first: limit, after: first, before: last)
  }
}

extension PageBound {
  /// The same place as a bound from the other side; nil at an end of the list, beyond which there is nothing.
  var opposite: Self? {
    switch self {
    case .edge: nil
    case .including(let key): .excluding(key)
    case .excluding(let key): .including(key)
    }
  }
}
