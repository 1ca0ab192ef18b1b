/// How the table shows a change that it took over.
extension TableView {
  /// Starts showing a change that was taken over, and goes on with what is shown.
  func advancePresentation(to now: Duration) {
    if let change = presentation.pending {
      presentation.start(transition(to: change, at: now))
      generation += 1
    }
    if presentation.advance(to: now) { generation += 1 }
  }

  /// Nil where nothing of a change is to be seen.
  private func transition(to change: any TableChange, at now: Duration) -> Transition? {
    guard let insertion = change.animation, motion != .none,
      insertion != .none || deletion(change) != .none
    else { return nil }
    let former = formerRows(change, at: now)
    let leaving = leavingRows(former, change, at: now)
    return Transition(
      change: change, began: now, depth: traits.colorDepth, motion: motion, isBulk: isBulk(change),
      isInitial: change.isFirstLoad && !phase.wasDrawn, leaving: TransientRows(leaving: former), leaving,
      carried: runningEffects(at: now))
  }

  /// What runs over the rows on the screen, and runs on under the next change.
  private func runningEffects(at now: Duration) -> [RowIdentifier: RowEffect] {
    guard let transition = presentation.transition, motion == .full else { return [:] }
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
    if left.isMost { return true }
    return upcomingLayout().count({ change.change(of: $0) != nil }, wholeSection: isNew).isMost
  }

  // MARK: Rows that left

  /// The numbers of items that are still shown.
  var leavingItems: Set<Int> {
    var items: Set<Int> = []
    guard let transition = presentation.transition else { return items }
    for case .item(let handle) in transition.leavingRows.keys { items.insert(handle) }
    return items
  }

  /// The rows on the screen, and what a change did to them.
  private func formerRows(_ change: any TableChange, at now: Duration) -> [FormerRow] {
    layout.rows.map { placed in
      FormerRow(
        placed: placed, fate: fate(of: placed, change, at: now),
        section: placed.section.flatMap(change.destination(ofSection:)))
    }
  }

  private func fate(of placed: TableLayout.PlacedRow, _ change: any TableChange, at now: Duration) -> RowFate
  {
    if let transient = placed.transient {
      let runs = presentation.transition?.leavingRows[placed.identifier].map { $0.end > now } ?? false
      let isBack = content?.row(for: placed.identifier) != nil
      return transient.kind == .leaving && runs && !isBack ? .leaves(transient) : .gone
    }
    guard let row = placed.row else { return .gone }
    if let destination = change.destination(of: row) {
      switch change.change(of: destination) {
      case .movedUp, .movedDown: return .gone
      case .inserted, .changed, nil: return .stands(destination)
      }
    }
    // A row under the pinned header was not seen and is not missed.
    guard deletion(change) != .none, placed.line >= layout.pinnedLines,
      let lines = cellStore.drawn[placed.identifier]?.count
    else { return .gone }
    return .leaves(TransientRow(identifier: placed.identifier, lines: lines))
  }

  /// What the rows that leave looked like, and since when they do.
  private func leavingRows(
    _ former: [FormerRow], _ change: any TableChange, at now: Duration
  ) -> [RowIdentifier: LeavingRow] {
    var rows: [RowIdentifier: LeavingRow] = [:]
    for case (let placed, .leaves) in former.lazy.map({ ($0.placed, $0.fate) }) {
      let name = placed.identifier
      rows[name] =
        presentation.transition?.leavingRows[name].flatMap { placed.transient == nil ? nil : $0 }
        ?? LeavingRow(
          lines: cellStore.drawn[name] ?? [], animation: deletion(change), began: now,
          duration: LeavingRow.duration(change.cause))
    }
    return rows
  }
}

/// How many rows are changed, of how many.
private struct Share {
  var changed: Int
  var all: Int

  /// As many rows as are taken in at a glance.
  static let handful = 4

  /// Whether it is more than half, and more than a handful.
  var isMost: Bool { changed > Self.handful && changed * 2 > all }
}

extension TableLayout {
  /// Which part of the rows is changed. Sections that come or go as a whole are seen at a glance, however many
  /// rows they have, and do not count, unless there is nothing else.
  ///
  /// - Parameter wholeSection: whether all of a section is changed, by its header.
  fileprivate func count(_ isChanged: (TableRow) -> Bool, wholeSection: (TableRow) -> Bool) -> Share {
    let rows = rows.compactMap(\.row)
    let sections = Set(rows.map(\.section)).filter { wholeSection(TableRow(section: $0, .header)) }
    let single = rows.filter { !sections.contains($0.section) }
    return single.isEmpty
      ? Share(changed: rows.count, all: rows.count)
      : Share(changed: single.count(where: isChanged), all: single.count)
  }
}
