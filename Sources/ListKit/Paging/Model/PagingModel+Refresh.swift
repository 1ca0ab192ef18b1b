/// Reading again what is known.
extension PagingModel {
  /// Asks for all runs once more: from the first row that is seen in both directions, so that what is seen comes
  /// whole even where very much was put in.
  mutating func rereadRuns() {
    let visible = Set(focus.visible)
    let limit = lookahead + reach + 2 * pageSize
    var requests: [PageRequest<Key>] = []
    for index in pieces.indices {
      guard var run = pieces[index].run else { continue }
      let start = requests.count
      let anchor = seenRows(ofRunAt: index, visible)?.lowerBound ?? run.rows.count / 2
      if run.rows.indices.contains(anchor) {
        let key = run.rows[anchor].key
        requests.append(PageRequest(first: run.first, last: .upTo(key), isFromEnd: true, limit: limit))
        requests.append(PageRequest(first: .through(key), last: run.last, limit: limit))
      } else {
        requests.append(PageRequest(first: run.first, last: run.last, limit: limit))
      }
      let cursor = run.rows.firstIndex { .row($0.key) == focus.cursor }
      if let cursor {
        let bound = PageBound.through(run.rows[cursor].key)
        requests.append(PageRequest(first: bound, last: bound, limit: 1))
      }
      run.rereading = Run.Rereading(
        rows: run.rows.indices, requests: start..<requests.count,
        cursor: cursor.map { (run.rows[$0].key, $0 < anchor ? .above : .below) })
      pieces[index] = .run(run)
    }
    begin(.refresh, requests)
  }

  /// Takes over how the rows stand now that were read again.
  mutating func takeOver(_ pages: [Page<Key, Content>]) {
    var redrawn: Set<Listing.Item> = []
    var isCut = false
    var next: [Run] = []
    for run in runs {
      if let rereading = run.rereading, !wouldLoseCursor(run, rereading, pages) {
        let now = run.taking(Array(pages[rereading.requests]), for: rereading, redrawn: &redrawn)
        isCut = isCut || now.isCut
        next += now.runs
      } else {
        // It is another one than the one that was read: once more.
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
    readNearRows()
  }

  /// Whether the cursor came to a row, since the reading began, that was not read because there is too much.
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
  /// The run with rows as they are now in the place of rows as they were; with the row of the cursor as a run of
  /// its own where that is too far from the others now.
  ///
  /// - Parameters:
  ///   - pages: the rows, read from one of them in both directions, or all of them; and the row of the cursor.
  ///   - redrawn: gets the rows whose content changed.
  /// - Returns: also whether there are more than were read: the run ends with those that were.
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
    if isCutAbove, let first = now.first { (above, run.first) = ([], .through(first.key)) }
    if isCutBelow, let last = now.last { (below, run.last) = ([], .through(last.key)) }
    run.rows = above + now + below
    var runs = [run]
    if isCutAbove || isCutBelow, let row = cursor?.rows.first, !now.contains(where: { $0.key == row.key }) {
      let alone = Self(first: .through(row.key), last: .through(row.key), rows: [row])
      runs.insert(alone, at: rereading.cursor?.side == .above ? 0 : 1)
    }
    return (runs, isCutAbove || isCutBelow)
  }
}
