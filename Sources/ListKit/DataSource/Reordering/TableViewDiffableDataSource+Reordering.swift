#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TableViewDiffableDataSource {
  /// Moves an item as a person does who drags its row: handlers are asked and told.
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
    if isBusy {
      lastFromInside = enqueue(Request(content: .action { [weak self] in self?.reorder(item, to: target) }))
      return nil
    }
    guard canReorder(item), let gap = reorderingGap(for: item, at: target) else { return nil }
    let rows = movedRows(of: item)
    let (next, nextTrees) = moved(item, rows, to: gap)
    let transaction = Transaction(
      from: current, to: next, initialTree: { snapshot(for: $0) },
      finalTree: { Self.tree(of: $0, in: next, nextTrees) })
    let prepared = Prepared(next, nextTrees, from: current, contentEqual)
    calling { reorderingHandlers.willReorder?(transaction) }
    commit(prepared, animating: true, cause: .current, moved: rows)
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

// MARK: - The table's door

extension TableViewDiffableDataSource {
  func canReorder(at indexPath: IndexPath) -> Bool { itemIdentifier(for: indexPath).map(canReorder) ?? false }

  func performReorder(from source: IndexPath, to destination: IndexPath) -> Bool {
    guard let item = itemIdentifier(for: source),
      let section = sectionIdentifier(for: destination.section)
    else { return false }
    guard let row = itemIdentifier(for: destination) else {
      return reorder(item, to: .endOfSection(section)) != nil
    }
    let goesDown = source.section == destination.section && source.item < destination.item
    return reorder(item, to: goesDown ? .after(row) : .before(row)) != nil
  }
}
