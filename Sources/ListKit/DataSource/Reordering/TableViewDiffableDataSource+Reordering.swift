extension TableViewDiffableDataSource {
  /// Moves an item as a person does who drags its row: handlers are called.
  ///
  /// In an outline, everything below the item travels with it, and its neighbours decide on its new parent:
  /// below an open row it becomes the first child; beside a row of its own level it keeps that level;
  /// else it takes the level of the row behind it or, at the end, of the row before it.
  ///
  /// - Parameters:
  ///   - item: an item that is shown; others are not moved.
  ///   - target: where it is dropped. Its own rows, and the places beside them, leave it where it is.
  /// - Returns: what changed; nil where nothing did, or where it happens only later: called in a callback.
  /// - Complexity: O(log *edits*) in flat sections, and O(*m*) for the *m* items of touched sections that
  ///   the transaction tells.
  @discardableResult
  public func reorder(_ item: ItemIdentifierType, to target: ReorderingTarget) -> Transaction? {
    reorder([item], to: target)
  }

  /// Moves items as one block, in the order in which they are shown, as a person does who drags their rows.
  ///
  /// The first of them is dropped as a single item is, the others behind it and on its level. One transaction
  /// tells of all.
  ///
  /// - Parameters:
  ///   - items: the items; those that are not shown or may not be moved stay, and those below another one
  ///     travel with it.
  ///   - target: where they are dropped.
  /// - Returns: what changed; nil where nothing did, or where it happens only later: called in a callback.
  /// - Complexity: O(*k* · log *edits*) for *k* items in flat sections, and O(*m*) for the *m* items of touched
  ///   sections that the transaction tells.
  @discardableResult
  public func reorder(_ items: [ItemIdentifierType], to target: ReorderingTarget) -> Transaction? {
    if isBusy {
      let cause = ChangeCause.current
      lastFromInside = enqueue(
        Request(content: .action { [weak self] in cause.perform { _ = self?.reorder(items, to: target) } }))
      return nil
    }
    let block = reorderedBlock(items)
    guard !block.isEmpty, let gap = reorderingGap(for: block.flatMap(\.rows), at: target) else { return nil }
    let (next, nextTrees) = moved(block, to: gap)
    let rows = block.flatMap(\.rows)
    var change = Change(to: next, nextTrees, from: current, trees, contentEqual, moved: rows)
    change.cause = .current
    let transaction = Transaction(
      change.difference, moved: rows, initialTree: { snapshot(for: $0) },
      finalTree: { Self.tree(of: $0, in: next, nextTrees) })
    calling { reorderingHandlers.willReorder?(transaction) }
    commit(change, animating: true)
    reorderingHandlers.didReorder?(transaction)
    return transaction
  }

  /// The outline of a section, its items as roots where it has none.
  static func tree(
    of section: SectionIdentifierType, in snapshot: Snapshot,
    _ trees: [SectionIdentifierType: SectionSnapshot]
  ) -> SectionSnapshot {
    if let tree = trees[section] { return tree }
    var tree = SectionSnapshot()
    if snapshot.contains(section: section) { tree.append(snapshot.itemIdentifiers(inSection: section)) }
    return tree
  }
}

// MARK: - For the table

extension TableViewDiffableDataSource {
  func canReorder(at indexPath: IndexPath) -> Bool {
    calling {
      tableView.map { self.tableView($0, canMoveRowAt: indexPath) }
        ?? itemIdentifier(for: indexPath).map(isMovable) ?? false
    }
  }

  func performReorder(from sources: [IndexPath], to destination: IndexPath) -> Bool {
    guard let section = sectionIdentifier(for: destination.section) else { return false }
    let former = generation
    if let tableView, let source = sources.first, !isBusy {
      self.tableView(tableView, moveRowAt: source, to: destination)
    }
    if generation != former { return true }
    // Each moved row at or above the one below the place pushes that further down.
    let lifted = sources.filter { $0.section == destination.section }.sorted()
    let below = lifted.reduce(destination.item) { $1.item <= $0 ? $0 + 1 : $0 }
    let row = itemIdentifier(for: IndexPath(item: below, section: destination.section))
    return reorder(sources.compactMap(itemIdentifier), to: row.map { .before($0) } ?? .endOfSection(section))
      != nil
  }
}
