/// What is known of a list that is too long to be had whole, and what has to be read next. It knows no clock, no
/// task and no screen: it is told what happens, and says what is to be read and what is to be shown.
///
/// ```text
///   search, jump, retry ─┐                          ┌─▶ commands: reads to begin, reads to give up
///   look (what is seen) ─┼─▶ pieces: run gap run ──┤
///   changed, refresh ────┤                          └─▶ updates: listings to show, one after the other
///   receive (answers) ───┘
/// ```
///
/// Known are the rows around those that are seen, and the row of the cursor wherever it is: what is far from both
/// is forgotten, and a gap stands for it. So neither memory nor the cost of reading again depends on how far
/// somebody went. Answers may come late, in any order, or not at all.
struct PagingModel<Key: Hashable & Sendable, Content: Hashable & Sendable, Query: Hashable & Sendable>:
  Sendable
{
  typealias Piece = PagePiece<Key, Content>
  typealias Run = PageRun<Key, Content>
  typealias Gap = PageGap<Key>
  typealias Listing = PageListing<Key, Content>
  typealias Update = PageUpdate<Key, Content>
  typealias Focus = PageFocus<Key, Content>

  /// Rows of a page.
  let pageSize: Int
  private(set) var query: Query
  var pieces: [Piece] = []
  var focus = Focus()
  /// What is shown once ``updates`` are.
  private(set) var listing = Listing()
  /// Counts the updates.
  private(set) var revision = 0
  /// To be carried out, in order, by whoever takes them.
  var commands: [Command] = []
  /// To be shown, in order, by whoever takes them.
  var updates: [Update] = []
  /// Why what is shown may be out of date; nil while it is not.
  var refreshFailure: String?
  /// Whether another list is on its way.
  var isSearching: Bool { reads.values.contains { $0.purpose == .search } }

  var reads: [Int: Read] = [:]
  var isStale = false
  var jump: PageEdge?
  private var kept: Key?
  private var changeCount = 0
  private var lastID = 0

  /// Begins to read a list.
  ///
  /// - Parameter pageSize: rows of a page, at least 1.
  init(query: Query, pageSize: Int) {
    (self.query, self.pageSize) = (query, max(1, pageSize))
    arrange([])
    publish(.replaced(cursor: nil))
    search(query)
  }

  /// Known rows, in the order of the list.
  var runs: [Run] { pieces.compactMap(\.run) }

  // MARK: What somebody wants

  /// Reads the beginning of another list, or what is around a key; what is shown stays until that is there.
  mutating func search(_ query: Query, keeping key: Key? = nil) {
    for id in reads.keys.sorted() { cancel(id) }
    (self.query, kept, jump) = (query, key, nil)
    let requests: [PageRequest<Key>] =
      if let key {
        [
          PageRequest(first: .edge, last: .upTo(key), isFromEnd: true, limit: pageSize),
          PageRequest(first: .through(key), last: .edge, limit: pageSize),
        ]
      } else {
        [PageRequest(first: .edge, last: .edge, limit: pageSize)]
      }
    begin(.search, requests)
  }

  /// Reads one end of the list, unless it is known; of the one that is on its way, if there is such.
  mutating func jump(to edge: PageEdge) {
    jump = edge
    if !isSearching { readEnd() }
  }

  private mutating func readEnd() {
    guard let edge = jump else { return }
    if let gap = (edge == .first ? pieces.first : pieces.last)?.gap {
      load(gap.id, from: edge == .first ? .above : .below)
    } else {
      jump = nil
    }
  }

  /// Lets the cursor stay where it is when the end of the list comes that was asked for.
  mutating func cancelJump() { jump = nil }

  /// Tries again what failed.
  mutating func retry(_ id: Int) {
    guard case .failed(_, let side)? = gap(id)?.state else { return }
    if runs.isEmpty {
      setState(.idle, ofGap: id)
      search(query, keeping: kept)
    } else {
      load(id, from: side)
    }
    publish(.paged, redrawn: [.gap(id)])
  }

  /// Takes note of what is seen: reads what comes near, and forgets what is far.
  ///
  /// - Parameter revision: that of the listing which is on the screen.
  /// - Complexity: O(rows known).
  mutating func look(_ focus: Focus, at revision: Int) {
    // What is seen of a former listing says nothing about this one.
    guard revision == self.revision else { return }
    self.focus = focus
    guard !isSearching else { return }
    forgetFarRows()
    readNearRows()
  }

  /// Takes note that the cursor is on another row, which must not be forgotten.
  mutating func moveCursor(to item: Listing.Item?) {
    // Where another list is to be shown first, the cursor will be elsewhere then.
    let isOfFormerList = updates.contains { if case .replaced = $0.kind { true } else { false } }
    if !isOfFormerList, let item, listing.items.contains(item) { focus.cursor = item }
  }

  // MARK: What happens

  /// Takes note that rows may have changed; ``refresh()`` finds out.
  mutating func changed() {
    changeCount += 1
    isStale = true
  }

  /// Whether ``refresh()`` would do something.
  var needsRefresh: Bool {
    isStale && reads.values.allSatisfy { $0.purpose != .refresh && $0.purpose != .search }
  }

  /// Reads again what is known, where it may be out of date.
  mutating func refresh() {
    guard needsRefresh else { return }
    isStale = false
    // Where nothing could be read at all, that is tried again.
    if runs.isEmpty { search(query, keeping: kept) } else { rereadRuns() }
  }

  /// Takes the answer to a read; those nobody waits for any more mean nothing.
  mutating func receive(_ answer: Result<[Page<Key, Content>], PageFailure>, of id: Int) {
    guard let read = reads.removeValue(forKey: id) else { return }
    // Read before a change that others may know of already.
    if read.changeCount < changeCount { isStale = true }
    switch (read.purpose, answer) {
    case (.search, .success(let pages)): replace(with: pages)
    case (.search, .failure(let failure)):
      jump = nil
      arrange([])
      setState(.failed(failure.reason, .above), ofGap: pieces[0].gap?.id ?? 0)
      publish(.replaced(cursor: nil), redrawn: Set(listing.items))
    case (.gap(let gap, let side), .success(let pages)): fill(gap, from: side, with: pages[0])
    case (.gap(let gap, let side), .failure(let failure)):
      setState(.failed(failure.reason, side), ofGap: gap)
      publish(.paged, redrawn: [.gap(gap)])
    case (.refresh, .success(let pages)): takeOver(pages)
    case (.refresh, .failure(let failure)):
      (refreshFailure, isStale) = (failure.reason, true)
      for index in pieces.indices { update(runAt: index) { $0.rereading = nil } }
    }
  }

  private mutating func replace(with pages: [Page<Key, Content>]) {
    var run = Run(first: .edge, last: .edge, rows: pages.flatMap(\.rows))
    if let above = pages.dropLast().first, !above.isComplete, let first = above.rows.first {
      run.first = .through(first.key)
    }
    if let below = pages.last, !below.isComplete, let last = below.rows.last { run.last = .through(last.key) }
    refreshFailure = nil
    arrange([run])
    let cursor = kept == nil ? run.rows.first : pages.last?.rows.first ?? run.rows.last
    publish(.replaced(cursor: cursor?.key), redrawn: Set(listing.items))
    readEnd()
  }

  // MARK: Reads and updates

  mutating func begin(_ purpose: Read.Purpose, _ requests: [PageRequest<Key>]) {
    let id = nextID()
    let read = Read(id: id, purpose: purpose, query: query, requests: requests, changeCount: changeCount)
    reads[id] = read
    commands.append(.read(read))
    if case .gap(let gap, let side) = purpose { setState(.loading(read: id, side), ofGap: gap) }
  }

  mutating func cancel(_ id: Int) {
    if reads.removeValue(forKey: id) != nil { commands.append(.cancel(id)) }
  }

  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// Says what is to be shown now, if that is anything new.
  mutating func publish(
    _ kind: Update.Kind, redrawn: Set<Listing.Item> = [], successors: [Int: Key] = [:]
  ) {
    let next = Listing(pieces)
    var reached: PageEdge?
    if let jump, (jump == .first ? pieces.first : pieces.last)?.run != nil {
      (reached, self.jump) = (jump, nil)
    }
    if kind == .paged || kind == .changed, next == listing, redrawn.isEmpty, reached == nil { return }
    focus.cursor = cursor(in: next, kind, successors: successors, reached: reached)
    listing = next
    revision += 1
    var update = Update(listing: next, kind: kind, redrawn: redrawn, successors: successors, jump: reached)
    if case .replaced = kind { update.isKept = kept != nil }
    updates.append(update)
  }

  /// Where the cursor will be once what is to be shown is: that row must not be forgotten before.
  private func cursor(
    in next: Listing, _ kind: Update.Kind, successors: [Int: Key], reached: PageEdge?
  ) -> Listing.Item? {
    switch reached {
    case .first?: return next.items.first
    case .last?: return next.items.last
    case nil: break
    }
    if case .replaced(let key) = kind { return key.map { .row($0) } ?? next.items.first }
    guard let cursor = focus.cursor else { return nil }
    if case .gap(let id) = cursor, let key = successors[id] { return .row(key) }
    guard let index = listing.items.firstIndex(of: cursor) else { return cursor }
    let there = Set(next.items)
    return listing.items[index...].first(where: there.contains)
      ?? listing.items[..<index].last(where: there.contains)
  }
}
