/// How the table shows a change that it took over.
extension TableView {
  /// Starts showing a change that was taken over.
  func startTransition(at now: Duration) {
    guard let change = pendingChange else { return }
    pendingChange = nil
    (ended, running) = (ended + running, [])
    guard let insertion = change.animation, motion != .none,
      insertion != .none || deletion(change) != .none
    else {
      transition = nil
      ended.append(change)
      return
    }
    transition = Transition(
      change: change, began: now, depth: traits.colorDepth, motion: motion, isBulk: isBulk(change),
      isInitial: change.isFirstLoad && !wasDrawn, tombstones: tombstones(change, at: now),
      carried: runningEffects(at: now))
    running.append(change)
  }

  /// What runs over the rows on the screen, and runs on under the next change.
  private func runningEffects(at now: Duration) -> [RowIdentifier: RowEffect] {
    guard let transition, motion == .full else { return [:] }
    var effects = transition.carried
    for placed in layout.rows {
      // The row is that of the former content, as is the transition.
      guard let row = placed.row else { continue }
      effects[placed.identifier] = transition.effect(of: row, placed.identifier, at: now)
    }
    return effects
  }

  private func deletion(_ change: any TableChange) -> RowAnimation {
    change.animation == nil ? .none : deletionRowAnimation ?? change.animation ?? .none
  }

  /// More than half of the rows that were on the screen left, or of those that will be there changed; a
  /// handful is never too much to look at, however short the list.
  private func isBulk(_ change: any TableChange) -> Bool {
    if change.isFirstLoad { return true }
    let isGone = { (row: TableRow) in change.destination(of: row) == nil }
    let isNew = { (header: TableRow) in change.change(of: header) == .inserted }
    let left = layout.count(isGone, wholeSection: isGone)
    let touched = nextLayout().count({ change.change(of: $0) != nil }, wholeSection: isNew)
    return max(left.changed, touched.changed) > Self.handful
      && (left.changed * 2 > left.all || touched.changed * 2 > touched.all)
  }

  /// As many rows as are taken in at a glance.
  private static let handful = 4

  /// The rows that left, now or a moment ago, each beside a row that stays.
  private func tombstones(_ change: any TableChange, at now: Duration) -> [Tombstone] {
    var places = TombstonePlaces()
    for placed in layout.rows {
      if let row = placed.row, stands(row, change) {
        places.pass(placed.identifier, inSection: section(of: placed, change))
      } else if let tombstone = tombstone(of: placed, change, at: now) {
        places.pass(tombstone)
      }
    }
    return places.tombstones
  }

  /// The header's name of the section of an item beside others; nil where the section is gone.
  private func section(of placed: TableLayout.PlacedRow, _ change: any TableChange) -> RowIdentifier? {
    guard placed.isShared, let section = placed.row?.section else { return nil }
    return change.destination(ofSection: section).map(stripName)
  }

  private func stands(_ row: TableRow, _ change: any TableChange) -> Bool {
    guard let destination = change.destination(of: row) else { return false }
    switch change.change(of: destination) {
    case .movedUp, .movedDown: return false
    case .inserted, .changed, nil: return true
    }
  }

  /// What is still shown of a row that left; nil for rows that are there.
  private func tombstone(
    of placed: TableLayout.PlacedRow, _ change: any TableChange, at now: Duration
  ) -> Tombstone? {
    if var running = placed.tombstone {
      if let section = running.section, content?.section(of: section) == nil { running.section = nil }
      return running.end > now && content?.row(for: running.identifier) == nil ? running : nil
    }
    let animation = deletion(change)
    // A row under the pinned header was not seen and is not missed.
    guard animation != .none, placed.line >= layout.stickyLines, let row = placed.row,
      change.destination(of: row) == nil, let lines = drawn[placed.identifier]
    else { return nil }
    return Tombstone(
      identifier: placed.identifier, neighbor: .behind(placed.identifier), lines: lines,
      animation: animation, began: now, duration: Tombstone.duration(change.cause),
      columns: placed.isShared ? placed.columns : nil, section: section(of: placed, change))
  }
}

extension TableLayout {
  /// How many rows are changed, of how many. Sections that come or go as a whole are seen at a glance, however
  /// many rows they have, and do not count, unless there is nothing else.
  ///
  /// - Parameter wholeSection: whether all of a section is changed, by its header.
  fileprivate func count(
    _ isChanged: (TableRow) -> Bool, wholeSection: (TableRow) -> Bool
  ) -> (changed: Int, all: Int) {
    let rows = rows.compactMap(\.row)
    let sections = Set(rows.map(\.section)).filter { wholeSection(TableRow(section: $0, .header)) }
    let single = rows.filter { !sections.contains($0.section) }
    return single.isEmpty ? (rows.count, rows.count) : (single.count(where: isChanged), single.count)
  }
}
