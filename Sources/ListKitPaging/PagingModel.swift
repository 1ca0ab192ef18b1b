/// The known part of a list that is too long to read entirely, and the reads that are needed next. It uses no
/// clock, no task and no screen: its caller reports events, and takes commands and updates from it.
///
/// ```text
///   search, jump, retry ─┐                          ┌─▶ commands: reads to begin, reads to cancel
///   look (visible rows) ─┼─▶ pieces: run gap run ──┤
///   changed, refresh ────┤                          └─▶ updates: listings to show, one after the other
///   receive (answers) ───┘
/// ```
///
/// The known rows are those around the visible ones, and the cursor's row wherever it is: rows far from both
/// are discarded, and a gap takes their place. Neither memory nor the cost of repeated reads therefore depends
/// on how far the user went. Answers may come late, in any order, or not at all.
struct PagingModel<Key: Hashable & Sendable, Content: Hashable & Sendable, Query: Hashable & Sendable>:
  Sendable
{
  typealias Piece = PagePiece<Key, Content>
  typealias Run = PageRun<Key, Content>
  typealias Gap = PageGap<Key>
  typealias Listing = PageListing<Key, Content>
  typealias Update = PageUpdate<Key, Content>
  typealias Focus = PageFocus<Key, Content>

  let pageSize: Int
  private(set) var query: Query
  private(set) var pieces: [Piece] = []
  private var focus = Focus()
  /// The listing that is shown after all ``updates``.
  private(set) var listing = Listing()
  /// The number of updates so far.
  private(set) var revision = 0
  /// The commands to carry out, in order.
  var commands: [Command] = []
  /// The updates to show, in order.
  var updates: [Update] = []
  /// Why the shown rows may be out of date; nil if they are up to date.
  private(set) var refreshFailure: String?
  /// Whether another list is being read.
  var isSearching: Bool { reads.values.contains { $0.purpose == .search } }

  private(set) var reads: [Int: Read] = [:]
  private var isStale = false
  private var jump: PageEdge?
  private var kept: Key?
  /// Whether the search moves the cursor to the kept row, which the user asked for.
  private(set) var isJumpToKept = false
  private var changeCount = 0
  private var lastID = 0

  /// Creates a model and begins to read a list.
  ///
  /// - Parameter pageSize: the number of rows of a page, at least 1.
  init(query: Query, pageSize: Int) {
    self.query = query
    self.pageSize = max(1, pageSize)
    arrange([])
    publish(.replaced(cursor: nil))
    search(query)
  }

  /// The known rows, in the order of the list.
  var runs: [Run] { pieces.compactMap(\.run) }

  // MARK: Requests of the user

  /// Reads the start of another list, or the rows around a key; the former rows stay
  /// until the answer arrives.
  ///
  /// - Parameter isJump: whether the cursor moves to the key, even if its own row is near.
  mutating func search(_ query: Query, keeping key: Key? = nil, isJump: Bool = false) {
    for id in reads.keys.sorted() { cancel(id) }
    self.query = query
    (kept, isJumpToKept) = (key, isJump)
    jump = nil
    let requests: [PageRequest<Key>] =
      if let key {
        [
          PageRequest(last: pageSize, before: .excluding(key)),
          PageRequest(first: pageSize, after: .including(key)),
        ]
      } else {
        [PageRequest(first: pageSize)]
      }
    begin(.search, requests)
  }

  /// Reads one end of the list, unless it is known; if another list is being read, an end of that one.
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

  /// Whether the cursor may be on another row once the reads of the user are answered and ``updates`` are shown. Reads
  /// that failed do not count.
  var isMovingCursor: Bool {
    if updates.contains(where: { $0.kind != .changed || $0.jump != nil }) { return true }
    let end = jump.flatMap { $0 == .first ? pieces.first : pieces.last }?.gap?.id
    return reads.values.contains { read in
      switch read.purpose {
      case .search: listing.failures.isEmpty
      case .gap(let id, _): id == end || focus.cursor == .gap(id)
      case .refresh: false
      }
    }
  }

  /// Whether the cursor is on a gap that is being read, and moving by a number of rows leads back to the known rows
  /// where that read begins.
  func returnsFromGap(by count: Int) -> Bool {
    guard jump == nil, updates.isEmpty, case .gap(let id)? = focus.cursor,
      case .loading(_, let side)? = gap(id)?.state
    else { return false }
    return side == .above ? count < 0 : count > 0
  }

  /// Cancels a jump: the cursor stays where it is when the requested end of the list arrives.
  mutating func cancelJump() { jump = nil }

  /// Retries a failed read.
  mutating func retry(_ id: Int) {
    guard case .failed(_, let side)? = gap(id)?.state else { return }
    if runs.isEmpty {
      setState(.idle, ofGap: id)
      searchAgain()
    } else {
      load(id, from: side)
    }
    publish(.paged, redrawn: [.gap(id)])
  }

  /// Records what is visible: reads rows that come near, and discards rows that are far away.
  ///
  /// - Parameter revision: the revision of the listing on the screen.
  /// - Complexity: O(known rows).
  mutating func look(_ focus: Focus, at revision: Int) {
    // The visible rows of a former listing say nothing about this one.
    guard revision == self.revision else { return }
    self.focus = focus
    guard !isSearching else { return }
    forgetFarRows()
    readNearRows()
  }

  /// Records that the cursor is on another row, which must not be discarded.
  mutating func moveCursor(to item: Listing.Item?) {
    // If another list is to be shown first, the cursor will be elsewhere then.
    let isOfFormerList = updates.contains { if case .replaced = $0.kind { true } else { false } }
    if !isOfFormerList, let item, listing.items.contains(item) { focus.cursor = item }
  }

  // MARK: Events

  /// Records that rows may have changed; ``refresh()`` reads them again.
  mutating func changed() {
    changeCount += 1
    isStale = true
  }

  /// Whether ``refresh()`` has something to do.
  var needsRefresh: Bool {
    isStale && reads.values.allSatisfy { $0.purpose != .refresh && $0.purpose != .search }
  }

  /// Reads the known rows again if they may be out of date.
  mutating func refresh() {
    guard needsRefresh else { return }
    isStale = false
    // If nothing could be read at all, the search is repeated.
    if runs.isEmpty { searchAgain() } else { rereadRuns() }
  }

  /// Repeats a failed search, and then reads the end that was requested in the meantime.
  private mutating func searchAgain() {
    let wish = jump
    search(query, keeping: kept, isJump: isJumpToKept)
    jump = wish
  }

  /// Handles the answer to a read; ignores answers to cancelled reads.
  mutating func receive(_ answer: Result<[Page<Key, Content>], PageFailure>, of id: Int) {
    guard let read = reads.removeValue(forKey: id) else { return }
    // The read began before the last change, so its rows may be out of date.
    if read.changeCount < changeCount { isStale = true }
    switch (read.purpose, answer) {
    case (.search, .success(let pages)): replace(with: pages)
    case (.search, .failure(let failure)):
      arrange([])
      setState(.failed(failure.reason, .above), ofGap: pieces[0].gap?.id ?? 0)
      publish(.replaced(cursor: nil), redrawn: Set(listing.items))
    case (.gap(let gap, let side), .success(let pages)): fill(gap, from: side, with: pages[0])
    case (.gap(let gap, let side), .failure(let failure)):
      setState(.failed(failure.reason, side), ofGap: gap)
      publish(.paged, redrawn: [.gap(gap)])
    case (.refresh, .success(let pages)): takeOver(pages)
    case (.refresh, .failure(let failure)):
      refreshFailure = failure.reason
      isStale = true
      for index in pieces.indices { update(runAt: index) { $0.rereading = nil } }
    }
  }

  private mutating func replace(with pages: [Page<Key, Content>]) {
    var run = Run(first: .edge, last: .edge, rows: pages.flatMap(\.rows))
    if let above = pages.dropLast().first, !above.isComplete, let first = above.rows.first {
      run.first = .including(first.key)
    }
    if let below = pages.last, !below.isComplete, let last = below.rows.last {
      run.last = .including(last.key)
    }
    refreshFailure = nil
    arrange([run])
    let cursor = kept == nil ? run.rows.first : pages.last?.rows.first ?? run.rows.last
    publish(.replaced(cursor: cursor?.key), redrawn: Set(listing.items))
    readEnd()
  }

  // MARK: Reads and updates

  private mutating func begin(_ purpose: Read.Purpose, _ requests: [PageRequest<Key>]) {
    let id = nextID()
    let read = Read(id: id, purpose: purpose, query: query, requests: requests, changeCount: changeCount)
    reads[id] = read
    commands.append(.read(read))
    if case .gap(let gap, let side) = purpose { setState(.loading(read: id, side), ofGap: gap) }
  }

  private mutating func cancel(_ id: Int) {
    if reads.removeValue(forKey: id) != nil { commands.append(.cancel(id)) }
  }

  private mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// Adds an update with what is to be shown now, if anything is new.
  private mutating func publish(
    _ kind: Update.Kind, redrawn: Set<Listing.Item> = [], successors: [Int: Key] = [:]
  ) {
    let next = Listing(pieces)
    var reached: PageEdge?
    if let jump, (jump == .first ? pieces.first : pieces.last)?.run != nil {
      reached = jump
      self.jump = nil
    }
    if kind == .paged || kind == .changed, next == listing, redrawn.isEmpty, reached == nil { return }
    focus.cursor = cursor(in: next, kind, successors: successors, reached: reached)
    listing = next
    revision += 1
    var update = Update(listing: next, kind: kind, redrawn: redrawn, successors: successors, jump: reached)
    if case .replaced = kind { update.isKept = kept != nil && !isJumpToKept }
    updates.append(update)
  }

  /// Returns the cursor's item after the update is shown: that row must not be discarded before.
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

// MARK: - Gaps

/// Gaps: their places, and the reads that fill them.
extension PagingModel {
  private func gap(_ id: Int) -> Gap? { pieces.lazy.compactMap(\.gap).first { $0.id == id } }

  private mutating func setState(_ state: Gap.State, ofGap id: Int) {
    guard let index = pieces.firstIndex(where: { $0.gap?.id == id }), var gap = pieces[index].gap else {
      return
    }
    gap.state = state
    pieces[index] = .gap(gap)
  }

  private mutating func update(runAt index: Int, _ change: (inout Run) -> Void) {
    guard var run = pieces[index].run else { return }
    change(&run)
    pieces[index] = .run(run)
  }

  /// Makes runs the known part of the list, with gaps between them. A gap with the same extent stays the
  /// same; reads for gaps that no longer exist are cancelled.
  private mutating func arrange(_ runs: [Run]) {
    let former = pieces.compactMap(\.gap)
    var pieces: [Piece] = []
    for index in 0...runs.count {
      let first = index == 0 ? .edge : runs[index - 1].last.opposite
      let last = index == runs.count ? .edge : runs[index].first.opposite
      if let first, let last {
        let same = former.first { $0.first == first && $0.last == last }
        pieces.append(.gap(same ?? Gap(id: nextID(), first: first, last: last)))
      }
      if index < runs.count { pieces.append(.run(runs[index])) }
    }
    self.pieces = pieces
    for gap in former {
      if case .loading(let read, _) = gap.state, self.gap(gap.id) == nil { cancel(read) }
    }
  }

  /// Reads rows into a gap, unless it is already being read from that side.
  private mutating func load(_ id: Int, from side: Gap.Side) {
    guard let gap = gap(id) else { return }
    if case .loading(let read, let other) = gap.state {
      if side == other { return }
      cancel(read)
    }
    begin(.gap(id, side), [gap.request(from: side, limit: pageSize)])
  }

  /// Replaces a gap, or a part of it, by rows that were read.
  private mutating func fill(_ id: Int, from side: Gap.Side, with page: Page<Key, Content>) {
    guard let index = pieces.firstIndex(where: { $0.gap?.id == id }) else { return }
    let above = index > 0 ? pieces[index - 1].run : nil
    let below = index + 1 < pieces.count ? pieces[index + 1].run : nil
    var filled: [Run]
    if page.isComplete || page.rows.isEmpty {
      var run = above ?? Run(first: .edge, last: .edge, rows: [])
      run.append(page.rows + (below?.rows ?? []), through: below?.last ?? .edge)
      // The repeated read of both sides does not cover the rows between them.
      if below != nil { run.rereading = nil }
      if above == nil, var below {
        below.prepend(page.rows, from: .edge)
        run = below
      }
      filled = [run]
    } else if side == .above {
      var run = above ?? Run(first: .edge, last: .edge, rows: [])
      run.append(page.rows, through: .including(page.rows[page.rows.count - 1].key))
      filled = [run, below].compactMap(\.self)
    } else {
      var run = below ?? Run(first: .edge, last: .edge, rows: [])
      run.prepend(page.rows, from: .including(page.rows[0].key))
      filled = [above, run].compactMap(\.self)
    }
    let runsAbove = pieces[..<index].compactMap(\.run).dropLast(above == nil ? 0 : 1)
    let runsBelow = pieces[(index + 1)...].compactMap(\.run).dropFirst(below == nil ? 0 : 1)
    filled = runsAbove + filled + runsBelow
    arrange(filled)
    let next = side == .above ? page.rows.first : page.rows.last
    publish(.paged, successors: next.map { [id: $0.key] } ?? [:])
    readNearRows()
  }

  // MARK: Near and far rows

  /// The number of rows beyond the visible ones that are read in advance.
  private var lookahead: Int { max(focus.room, 1) }

  /// The number of rows on either side of the visible ones that are kept when others are discarded.
  private var reach: Int { 2 * lookahead }

  /// Returns the rows of a run that are visible, or next to a visible gap; nil if there are none.
  private func seenRows(ofRunAt index: Int, _ visible: Set<Listing.Item>) -> Range<Int>? {
    guard let rows = pieces[index].run?.rows else { return nil }
    func isSeen(_ neighbor: Int) -> Bool {
      pieces.indices.contains(neighbor) && pieces[neighbor].gap.map { visible.contains(.gap($0.id)) } ?? false
    }
    var first = rows.firstIndex { visible.contains(.row($0.key)) }
    var end = rows.lastIndex { visible.contains(.row($0.key)) }.map { $0 + 1 }
    if isSeen(index - 1) { (first, end) = (0, end ?? min(1, rows.count)) }
    if isSeen(index + 1) { (first, end) = (first ?? max(0, rows.count - 1), rows.count) }
    return first.flatMap { first in end.map { first..<$0 } }
  }

  /// Reads the gaps that are less than a screenful away.
  private mutating func readNearRows() {
    guard !isSearching else { return }
    let visible = Set(focus.visible)
    for index in pieces.indices {
      guard let gap = pieces[index].gap, gap.state == .idle else { continue }
      let above = index > 0 ? seenRows(ofRunAt: index - 1, visible) : nil
      let below = index + 1 < pieces.count ? seenRows(ofRunAt: index + 1, visible) : nil
      let rowsAbove = index > 0 ? pieces[index - 1].run?.rows ?? [] : []
      let isNearAbove = above.map { rowsAbove.count - $0.upperBound < lookahead } ?? false
      let isNearBelow = below.map { $0.lowerBound < lookahead } ?? false
      guard isNearAbove || isNearBelow else { continue }
      // Between two visible runs, the side of the cursor has priority.
      let isCursorAbove = rowsAbove.contains { .row($0.key) == focus.cursor }
      load(gap.id, from: isNearAbove && (isCursorAbove || !isNearBelow) ? .above : .below)
    }
  }

  /// Discards the rows that are more than a page out of reach, except the cursor's row.
  private mutating func forgetFarRows() {
    let visible = Set(focus.visible)
    let seen = pieces.indices.map { seenRows(ofRunAt: $0, visible) }
    // If none of the known rows is visible, the screen shows another list.
    guard seen.contains(where: { $0 != nil }) else { return }
    var runs: [Run] = []
    for (index, seen) in zip(pieces.indices, seen) {
      guard let run = pieces[index].run else { continue }
      let cursor = run.rows.firstIndex { .row($0.key) == focus.cursor }
      guard let seen else {
        if let cursor { runs.append(run.keeping(cursor..<cursor + 1)) }
        continue
      }
      let most = reach + pageSize
      let first = seen.lowerBound > most ? seen.lowerBound - reach : 0
      let end = run.rows.count - seen.upperBound > most ? seen.upperBound + reach : run.rows.count
      if let cursor, cursor < first { runs.append(run.keeping(cursor..<cursor + 1)) }
      runs.append(run.keeping(first..<end))
      if let cursor, cursor >= end { runs.append(run.keeping(cursor..<cursor + 1)) }
    }
    arrange(runs)
    publish(.paged)
  }
}

// MARK: - Refresh

/// Reading the known rows again.
extension PagingModel {
  /// Requests all runs again: from the first visible row in both directions, so that the visible rows are
  /// complete even if very many rows were inserted.
  private mutating func rereadRuns() {
    let visible = Set(focus.visible)
    let limit = lookahead + reach + 2 * pageSize
    var requests: [PageRequest<Key>] = []
    for index in pieces.indices {
      guard var run = pieces[index].run else { continue }
      let start = requests.count
      let anchor = seenRows(ofRunAt: index, visible)?.lowerBound ?? run.rows.count / 2
      if run.rows.indices.contains(anchor) {
        let key = run.rows[anchor].key
        requests.append(PageRequest(last: limit, after: run.first, before: .excluding(key)))
        requests.append(PageRequest(first: limit, after: .including(key), before: run.last))
      } else {
        requests.append(PageRequest(first: limit, after: run.first, before: run.last))
      }
      let cursor = run.rows.firstIndex { .row($0.key) == focus.cursor }
      if let cursor {
        let bound = PageBound.including(run.rows[cursor].key)
        requests.append(PageRequest(first: 1, after: bound, before: bound))
      }
      run.rereading = Run.Rereading(
        rows: run.rows.indices, requests: start..<requests.count,
        cursor: cursor.map { (run.rows[$0].key, $0 < anchor ? .above : .below) })
      pieces[index] = .run(run)
    }
    begin(.refresh, requests)
  }

  /// Takes over the current state of the rows that were read again.
  private mutating func takeOver(_ pages: [Page<Key, Content>]) {
    var redrawn: Set<Listing.Item> = []
    var isCut = false
    var next: [Run] = []
    for run in runs {
      if let rereading = run.rereading, !wouldLoseCursor(run, rereading, pages) {
        let now = run.taking(Array(pages[rereading.requests]), for: rereading, redrawn: &redrawn)
        isCut = isCut || now.isCut
        next += now.runs
      } else {
        // The run has changed since the read began, so it is read again.
        isStale = true
        var run = run
        run.rereading = nil
        next.append(run)
      }
    }
    arrange(next)
    if refreshFailure != nil {
      refreshFailure = nil
      for gap in pieces.compactMap(\.gap) where gap.failure != nil {
        setState(.idle, ofGap: gap.id)
        redrawn.insert(.gap(gap.id))
      }
    }
    publish(isCut ? .paged : .changed, redrawn: redrawn)
    // This reads an end that was requested while nothing could be read.
    readEnd()
    readNearRows()
  }

  /// Whether the cursor has moved, since the read began, to a row that was not read
  /// because there are too many rows.
  private func wouldLoseCursor(_ run: Run, _ rereading: Run.Rereading, _ pages: [Page<Key, Content>]) -> Bool
  {
    guard case .row(let key)? = focus.cursor, key != rereading.cursor?.key,
      run.rows.contains(where: { $0.key == key })
    else { return false }
    let pages = pages[rereading.requests]
    return !pages.allSatisfy(\.isComplete) && !pages.contains { $0.rows.contains { $0.key == key } }
  }
}

extension PageRun {
  /// Returns the run with current rows in place of the former ones; the cursor's row becomes a run of its own
  /// if it is now too far from the others.
  ///
  /// - Parameters:
  ///   - pages: the rows, read from one of them in both directions, or all at once; and the cursor's row.
  ///   - redrawn: receives the rows whose content changed.
  /// - Returns: also whether there are more rows than were read: the run then ends with those that were read.
  fileprivate func taking(
    _ pages: [Page<Key, Content>], for rereading: Rereading,
    redrawn: inout Set<PageListing<Key, Content>.Item>
  ) -> (runs: [Self], isCut: Bool) {
    var run = self
    run.rereading = nil
    let cursor = rereading.cursor == nil ? nil : pages.last
    let pages = rereading.cursor == nil ? pages : pages.dropLast()
    let now = pages.flatMap(\.rows)
    let former = Dictionary(rows[rereading.rows].map { ($0.key, $0.content) }) { first, _ in first }
    for row in now + (cursor?.rows ?? []) {
      if let content = former[row.key], content != row.content { redrawn.insert(.row(row.key)) }
    }
    var (above, below) = (rows[..<rereading.rows.lowerBound], rows[rereading.rows.upperBound...])
    let isCutAbove = pages.count > 1 && !pages[0].isComplete
    let isCutBelow = !(pages.last?.isComplete ?? true)
    if isCutAbove, let first = now.first { (above, run.first) = ([], .including(first.key)) }
    if isCutBelow, let last = now.last { (below, run.last) = ([], .including(last.key)) }
    run.rows = above + now + below
    var runs = [run]
    if isCutAbove || isCutBelow, let row = cursor?.rows.first, !now.contains(where: { $0.key == row.key }) {
      let alone = Self(first: .including(row.key), last: .including(row.key), rows: [row])
      runs.insert(alone, at: rereading.cursor?.side == .above ? 0 : 1)
    }
    return (runs, isCutAbove || isCutBelow)
  }
}

// MARK: - Commands

extension PagingModel {
  /// Pages that are being read.
  struct Read: Sendable {
    enum Purpose: Equatable, Sendable {
      /// The first rows of another list, or the rows around a key.
      case search
      /// Rows for a gap.
      case gap(Int, Gap.Side)
      /// The known rows, again.
      case refresh
    }

    let id: Int
    let purpose: Purpose
    let query: Query
    let requests: [PageRequest<Key>]
    /// The number of changes that were reported before it began.
    let changeCount: Int
  }

  enum Command: Sendable {
    case read(Read)
    case cancel(Int)
  }
}
