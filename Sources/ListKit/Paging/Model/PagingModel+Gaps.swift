/// Gaps: where they are, and what is read into them.
extension PagingModel {
  func gap(_ id: Int) -> Gap? { pieces.lazy.compactMap(\.gap).first { $0.id == id } }

  mutating func setState(_ state: Gap.State, ofGap id: Int) {
    guard let index = pieces.firstIndex(where: { $0.gap?.id == id }), var gap = pieces[index].gap else {
      return
    }
    gap.state = state
    pieces[index] = .gap(gap)
  }

  mutating func update(runAt index: Int, _ change: (inout Run) -> Void) {
    guard var run = pieces[index].run else { return }
    change(&run)
    pieces[index] = .run(run)
  }

  /// Makes runs all that is known, with gaps between them. A gap whose extent stays remains what it was; what is
  /// being read for another is given up.
  mutating func arrange(_ runs: [Run]) {
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

  /// Reads rows into a gap, unless that is being done already.
  mutating func load(_ id: Int, from side: Gap.Side) {
    guard let gap = gap(id) else { return }
    if case .loading(let read, let other) = gap.state {
      if side == other { return }
      cancel(read)
    }
    begin(.gap(id, side), [gap.request(from: side, limit: pageSize)])
  }

  /// Puts rows that were read in the place of a gap, or of a part of it.
  mutating func fill(_ id: Int, from side: Gap.Side, with page: Page<Key, Content>) {
    guard let index = pieces.firstIndex(where: { $0.gap?.id == id }) else { return }
    let above = index > 0 ? pieces[index - 1].run : nil
    let below = index + 1 < pieces.count ? pieces[index + 1].run : nil
    var filled: [Run]
    if page.isComplete || page.rows.isEmpty {
      var run = above ?? Run(first: .edge, last: .edge, rows: [])
      run.append(page.rows + (below?.rows ?? []), through: below?.last ?? .edge)
      // Whoever reads both sides again knows nothing of what stands between them.
      if below != nil { run.rereading = nil }
      if above == nil, var below {
        below.prepend(page.rows, from: .edge)
        run = below
      }
      filled = [run]
    } else if side == .above {
      var run = above ?? Run(first: .edge, last: .edge, rows: [])
      run.append(page.rows, through: .through(page.rows[page.rows.count - 1].key))
      filled = [run, below].compactMap(\.self)
    } else {
      var run = below ?? Run(first: .edge, last: .edge, rows: [])
      run.prepend(page.rows, from: .through(page.rows[0].key))
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

  // MARK: What is near, and what is far

  /// Rows ahead of those that are seen that are wanted before somebody gets there.
  var lookahead: Int { max(focus.room, 1) }

  /// Rows on either side of those that are seen that stay known when others are forgotten.
  var reach: Int { 2 * lookahead }

  /// The rows of a run that are seen, or next to a gap that is; nil where none are.
  func seenRows(ofRunAt index: Int, _ visible: Set<Listing.Item>) -> Range<Int>? {
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

  /// Reads what is less than a screenful away.
  mutating func readNearRows() {
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
      // Between two runs that are seen, where the cursor is not counts less.
      let isCursorAbove = rowsAbove.contains { .row($0.key) == focus.cursor }
      load(gap.id, from: isNearAbove && (isCursorAbove || !isNearBelow) ? .above : .below)
    }
  }

  /// Forgets what is more than a page out of reach, but for the row of the cursor.
  mutating func forgetFarRows() {
    let visible = Set(focus.visible)
    let seen = pieces.indices.map { seenRows(ofRunAt: $0, visible) }
    // Where nothing is seen of what is known, the screen shows another list.
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
