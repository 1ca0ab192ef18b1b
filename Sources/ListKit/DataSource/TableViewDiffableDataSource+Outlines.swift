extension TableViewDiffableDataSource {
  /// Returns the place of a row in its outline; nil in a section without any children: its rows are displayed
  /// as those of a list.
  func outlinePosition(at indexPath: IndexPath) -> OutlinePosition? {
    guard let tree = tree(at: indexPath), findsChildren || !tree.isFlat,
      let place = place(at: indexPath, in: tree)
    else { return nil }
    let isExpandable = place.hasChildren || (findsChildren && mayHaveChildren(at: indexPath, place))
    return OutlinePosition(level: place.level, isExpandable: isExpandable, isExpanded: place.isExpanded)
  }

  /// Whether an item without children may turn out to have some.
  private func mayHaveChildren(at indexPath: IndexPath, _ place: SectionSnapshot.Node) -> Bool {
    guard let item = itemIdentifier(for: indexPath) else { return false }
    if loads[item] != nil { return true }
    guard let mayHaveChildren = sectionSnapshotHandlers.mayHaveChildren else { return !place.isExpanded }
    return calling { mayHaveChildren(item) }
  }

  func parent(of indexPath: IndexPath) -> IndexPath? {
    place(at: indexPath)?.parent.flatMap(self.indexPath(for:))
  }

  private func place(at indexPath: IndexPath) -> SectionSnapshot.Node? {
    tree(at: indexPath).flatMap { place(at: indexPath, in: $0) }
  }

  private func place(at indexPath: IndexPath, in tree: SectionSnapshot) -> SectionSnapshot.Node? {
    itemIdentifier(for: indexPath).flatMap(tree.node(of:))
  }

  private func tree(at indexPath: IndexPath) -> SectionSnapshot? {
    content.outlines.isEmpty
      ? nil : sectionIdentifier(for: indexPath.section).flatMap { content.outlines[$0] }
  }

  var hasOutline: Bool { content.outlines.values.contains { findsChildren || !$0.isFlat } }

  func setExpanded(_ isExpanded: Bool, at indexPath: IndexPath, withDescendants: Bool) {
    guard let section = sectionIdentifier(for: indexPath.section), let tree = content.outlines[section],
      let item = itemIdentifier(for: indexPath), tree.contains(item)
    else { return }
    guard withDescendants else { return toggle([item], in: section, below: item) { _ in isExpanded } }
    let isExpandable = outlinePosition(at: indexPath)?.isExpandable ?? false
    let parents = tree.snapshot(of: item, includingParent: true).items.filter {
      !tree.isLeaf($0) || ($0 == item && isExpandable)
    }
    toggle(parents, in: section, below: item) { _ in isExpanded }
  }

  func expandAll(toLevel level: Int) {
    for section in content.snapshot.sectionIdentifiers {
      guard let tree = content.outlines[section] else { continue }
      toggle(tree.items.filter { !tree.isLeaf($0) }, in: section, below: nil) { tree.level(of: $0) < level }
    }
  }

  typealias Toggle = OutlineToggle<ItemIdentifierType>

  /// Opens or closes items, calling the handlers in UIKit's order.
  ///
  /// Applies made by a handler happen at once; the items are then opened or closed in the resulting outline.
  ///
  /// - Parameter item: the item whose rows change; nil if any rows of the section may change.
  private func toggle(
    _ items: [ItemIdentifierType], in section: SectionIdentifierType, below item: ItemIdentifierType?,
    to isExpanded: (ItemIdentifierType) -> Bool
  ) {
    var toggles: [Toggle] = []
    var seen = content.generation
    // With one item, no handler can have changed anything for a later item.
    var preview = items.count > 1 ? content.outlines[section] : nil
    for item in items {
      guard
        let toggle = (preview ?? content.outlines[section]).flatMap({
          ask(item, in: $0, to: isExpanded(item))
        })
      else { continue }
      toggles.append(toggle)
      if seen != content.generation {
        seen = content.generation
        if preview != nil { preview = content.outlines[section] }
        preview?.apply(toggles)
      } else {
        preview?.apply([toggle])
      }
    }
    preview = nil
    // A handler may have removed items.
    toggles.removeAll { !(content.outlines[section]?.contains($0.item) ?? false) }
    if toggles.isEmpty { return }
    let remaining = item.flatMap {
      content.snapshot.sectionIdentifier(containingItem: $0) == section ? $0 : nil
    }
    carryOut(toggles, in: section, below: remaining)
    for toggle in toggles where toggle.isExpanded { startLoading(toggle.item, in: section) }
  }

  /// Calls the handlers for an item.
  ///
  /// - Returns: the toggle to carry out; nil for none.
  private func ask(
    _ item: ItemIdentifierType, in tree: SectionSnapshot, to isExpanded: Bool
  ) -> Toggle? {
    guard tree.contains(item), tree.isExpanded(item) != isExpanded else { return nil }
    let handlers = sectionSnapshotHandlers
    guard isExpanded else {
      guard handlers.shouldCollapseItem?(item) ?? true else { return nil }
      handlers.willCollapseItem?(item)
      return Toggle(item: item, isExpanded: false)
    }
    guard handlers.shouldExpandItem?(item) ?? true else { return nil }
    let before = content.generation
    handlers.willExpandItem?(item)
    guard let find = handlers.snapshotForExpandingParent else {
      return Toggle(item: item, isExpanded: true)
    }
    let home = content.snapshot.sectionIdentifier(containingItem: item)
    let now = before == content.generation ? tree : home.flatMap { content.outlines[$0] } ?? tree
    let children = find(item, now.contains(item) ? now.snapshot(of: item) : SectionSnapshot())
    return Toggle(item: item, isExpanded: true, children: children)
  }

  /// Updates the rows after items were opened or closed; for one item, touches only the rows below it.
  ///
  /// - Complexity: O(rows inserted or removed) for one item.
  func carryOut(
    _ toggles: [Toggle], in section: SectionIdentifierType, below item: ItemIdentifierType?
  ) {
    guard content.snapshot.contains(section: section) else { return }
    let formerRows = item.map { rows(below: $0, in: section) }
    let replaced = toggles.lazy.filter { $0.children != nil }.map(\.item)
    let branches = content.outlines[section].map { $0.branches(of: Array(replaced)) } ?? []
    guard let (found, movesOthers) = content.apply(toggles, in: section) else { return }
    var next = content.current
    var part: (Range<Int>, [ItemIdentifierType])?
    if let formerRows, let item, !movesOthers, let tree = next.outlines[section] {
      let isShown = tree.isVisible(item) && tree.isExpanded(item)
      part = (formerRows, isShown ? tree.visibleItems(below: item) : [])
    }
    next.outlineDidChange(of: section, found: found, in: part)
    var change = calling { Change(to: next, of: section, from: content.current, contentEqual) }
    change.formerBranches = branches
    change.cause = .current
    commit(change, animating: true)
  }

  /// Returns the rows below an item of a section.
  private func rows(below item: ItemIdentifierType, in section: SectionIdentifierType) -> Range<Int> {
    // A hidden item has no rows below it.
    guard let tree = content.outlines[section], let place = content.snapshot.position(of: item) else {
      return 0..<0
    }
    let count = tree.isExpanded(item) ? tree.visibleItems(below: item).count : 0
    return place.item + 1..<place.item + 1 + count
  }
}

// MARK: - Loading

/// Loading of children that takes time.
///
/// ```text
///   open ──▶ expanded, a spinner below ──┬─ found ──▶ they are its children
///              │            ▲            └─ failed ─▶ the reason below
///              │            └─────────── opened again ───┘
///              └─ closed, or gone ──▶ cancelled
/// ```
extension TableViewDiffableDataSource {
  /// Whether handlers provide the children of an item when it is opened.
  private var findsChildren: Bool {
    sectionSnapshotHandlers.snapshotForExpandingParent != nil
      || sectionSnapshotHandlers.loadSnapshotForExpandingParent != nil
  }

  func outlineNote(at indexPath: IndexPath) -> OutlineNote? {
    guard !loads.isEmpty, let item = itemIdentifier(for: indexPath) else { return nil }
    return loads[item]?.note
  }

  func outlineNoteIsDue(at indexPath: IndexPath, from now: Duration) {
    guard let item = itemIdentifier(for: indexPath) else { return }
    loads[item]?.note.began = now
  }

  @discardableResult
  func retryLoading(at indexPath: IndexPath) -> Bool {
    guard let item = itemIdentifier(for: indexPath), let former = loads[item], former.note.failure != nil
    else { return false }
    startLoading(item, in: former.section)
    loads[item]?.note.began = former.note.began
    return true
  }

  /// Starts to load the children of an item that was opened.
  private func startLoading(_ item: ItemIdentifierType, in section: SectionIdentifierType) {
    guard let find = sectionSnapshotHandlers.loadSnapshotForExpandingParent,
      let tree = content.outlines[section], tree.node(of: item)?.isExpanded ?? false
    else { return }
    let children = tree.snapshot(of: item)
    let load = OutlineLoad(section: section)
    loads[item] = load
    load.task = Task { [weak self, weak load] in
      do {
        let found = try await find(item, children)
        self?.finish(load, of: item) { .success(found) }
      } catch {
        self?.finish(load, of: item) { .failure(error) }
      }
    }
    tableView?.setNeedsLayout()
  }

  /// Cancels the loads of items that were closed or removed.
  ///
  /// - Complexity: O(loads).
  func cancelLoads() {
    loads = loads.filter { item, load in
      content.current.section(outlining: item, load.section).flatMap { content.outlines[$0]?.node(of: item) }?
        .isExpanded
        ?? false
    }
  }

  private func finish(
    _ load: OutlineLoad<SectionIdentifierType>?, of item: ItemIdentifierType,
    with result: () -> Result<SectionSnapshot?, any Error>
  ) {
    // The item was closed, removed or opened again in the meantime.
    guard let load, loads[item] === load else { return }
    tableView?.setNeedsLayout()
    switch result() {
    case .failure(let error): load.note.failure = "\(error)"
    case .success(let found):
      loads[item] = nil
      guard let found, let section = content.current.section(outlining: item, load.section) else { return }
      let toggle = Toggle(item: item, isExpanded: true, children: found)
      carryOut([toggle], in: section, below: item)
    }
  }
}

// MARK: - Closing

/// Sections whose items are hidden behind their headers.
///
/// ```text
///   ▾ Asia                      ▾ Asia
///       K2                          K2
///   ▾ Europe            ──▶     ▸ Europe  2
///       Dom                     ▾ Oceania
///       Elbrus                      Aoraki
///   ▾ Oceania
/// ```
///
/// ``TableView/allowsSectionCollapsing`` lets the user close them. Their items stay in ``snapshot()``, so
/// code that edits and applies snapshots needs no change; the table has no rows for them.
extension TableViewDiffableDataSource {
  /// Whether the items of a section are hidden.
  public func isCollapsed(_ section: SectionIdentifierType) -> Bool { content.isCollapsed(section) }

  /// Hides the items of sections, or shows them again.
  ///
  /// ```swift
  /// dataSource.setCollapsed(true, sections: [.archive])
  /// ```
  ///
  /// A section that is removed and inserted again keeps its state. A call inside a callback takes effect in
  /// its turn, as an apply does.
  ///
  /// - Parameters:
  ///   - isCollapsed: whether the items are hidden from now on.
  ///   - sections: the sections, including ones that do not exist yet.
  ///   - animatingDifferences: whether the table shows how rows are inserted and removed.
  /// - Complexity: O(items of the closed sections).
  public func setCollapsed(
    _ isCollapsed: Bool, sections: [SectionIdentifierType], animatingDifferences: Bool = true
  ) {
    let request = Request(
      content: .action { [self] in
        guard content.setCollapsed(isCollapsed, sections) else { return }
        var change = calling {
          Change(to: content.current, from: content.current, contentEqual)
        }
        change.cause = .user
        commit(change, animating: animatingDifferences)
      })
    _ = perform(request, from: MainActor.shared)
  }

  func isCollapsed(section: Int) -> Bool {
    sectionIdentifier(for: section).map(isCollapsed) ?? false
  }

  func setCollapsed(_ isCollapsed: Bool, sections: Range<Int>) {
    setCollapsed(isCollapsed, sections: sections.compactMap { sectionIdentifier(for: $0) })
  }

  /// Returns the header of a closed section with the number of its items, unless the header already has a
  /// secondary text.
  func closedHeader(_ header: any ContentConfiguration, ofSection section: Int) -> any ContentConfiguration {
    guard isCollapsed(section: section), var closed = header as? ListContentConfiguration,
      closed.secondaryAttributedText == nil
    else { return header }
    closed.secondaryText = "\(content.snapshot.numberOfItems(inSectionAt: section))"
    closed.arrangement = .inline
    return closed
  }
}

extension DiffableDataSourceSnapshot {
  /// Returns the snapshot with some sections emptied.
  ///
  /// - Complexity: O(1) if none of them has items, else O(their items).
  func hidingItems(of sections: Set<SectionIdentifierType>) -> Self {
    var shown = self
    for section in sections {
      guard let index = indexOfSection(section) else { continue }
      shown.deleteItems(at: 0..<numberOfItems(inSectionAt: index), inSectionAt: index)
    }
    return shown
  }
}
