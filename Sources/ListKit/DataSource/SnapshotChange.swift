#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The way from what a table showed to what its data source has now.
@MainActor
final class SnapshotChange<Section: Hashable & Sendable, Item: Hashable & Sendable>: TableChange {
  typealias DataSource = TableViewDiffableDataSource<Section, Item>

  let cause: ChangeCause
  let animation: RowAnimation?
  private let difference: DataSource.Difference
  private let formerTrees: [Section: DataSource.SectionSnapshot]
  private let reloaded: Set<Item>
  private let reconfigured: Set<Item>
  private let reloadedSections: Set<Section>
  private let reloadsAll: Bool
  private var completions: [() -> Void]

  init(_ change: DataSource.UnshownChange, current: DataSource.Snapshot) {
    cause = change.cause
    animation = change.animation
    difference = change.difference ?? current.difference(from: change.base)
    formerTrees = change.baseTrees
    reloaded = change.reloaded
    reconfigured = change.reconfigured
    reloadedSections = change.reloadedSections
    reloadsAll = change.reloadsAll
    completions = change.completions
  }

  private init(_ former: SnapshotChange, _ latter: SnapshotChange) {
    cause = former.cause == .user ? .user : latter.cause
    animation = latter.animation ?? former.animation
    difference = latter.difference.new.difference(from: former.difference.old)
    formerTrees = former.formerTrees
    reloaded = former.reloaded.union(latter.reloaded)
    reconfigured = former.reconfigured.union(latter.reconfigured)
    reloadedSections = former.reloadedSections.union(latter.reloadedSections)
    reloadsAll = former.reloadsAll || latter.reloadsAll
    completions = former.completions + latter.completions
  }

  func joined(to former: any TableChange) -> any TableChange {
    guard let former = former as? SnapshotChange else {
      former.completed()
      return self
    }
    return SnapshotChange(former, self)
  }

  var summary: ChangeSummary {
    ChangeSummary(
      inserted: difference.insertedCount, deleted: difference.deletedCount, moved: difference.movedCount,
      changed: reloaded.union(reconfigured).count)
  }

  var isFirstLoad: Bool { difference.old.numberOfItems == 0 }

  func change(of row: TableRow) -> RowChange? {
    switch row.part {
    case .header, .footer: sectionChange(at: row.section)
    case .item(let item): itemChange(at: ItemPosition(section: row.section, item: item))
    }
  }

  private func itemChange(at position: ItemPosition) -> RowChange? {
    switch difference.change(ofItemAt: difference.new.index(ofItemAt: position)) {
    case .inserted?: return .inserted
    case .movedUp?: return .movedUp
    case .movedDown?: return .movedDown
    case .reloaded?, .reconfigured?: return .changed
    case nil: break
    }
    guard !reloaded.isEmpty || !reconfigured.isEmpty, let item = difference.new.itemIdentifier(at: position)
    else {
      return nil
    }
    return reloaded.contains(item) || reconfigured.contains(item) ? .changed : nil
  }

  private func sectionChange(at section: Int) -> RowChange? {
    switch difference.sectionChange(at: section) {
    case .inserted?: .inserted
    case .movedUp?: .movedUp
    case .movedDown?: .movedDown
    case .reloaded?: .changed
    case nil: reloadedSections.contains(difference.new.sectionIdentifiers[section]) ? .changed : nil
    }
  }

  func destination(of row: TableRow) -> TableRow? {
    switch row.part {
    case .header, .footer:
      return difference.sectionDestination(at: row.section).map { TableRow(section: $0, row.part) }
    case .item(let item):
      let index = difference.old.index(ofItemAt: ItemPosition(section: row.section, item: item))
      return destination(ofItemAt: index)
    }
  }

  private func destination(ofItemAt index: Int) -> TableRow? {
    guard let new = difference.destination(ofItemAt: index),
      let position = difference.new.position(ofItemAt: new)
    else { return nil }
    return TableRow(section: position.section, .item(position.item))
  }

  func replacesCell(of row: TableRow) -> Bool? {
    if reloadsAll { return true }
    guard case .item(let item) = row.part,
      let identifier = difference.new.itemIdentifier(at: ItemPosition(section: row.section, item: item))
    else { return nil }
    if reloaded.contains(identifier) { return true }
    if reloadedSections.contains(difference.new.sectionIdentifiers[row.section]) { return true }
    return reconfigured.contains(identifier) ? false : nil
  }

  func completed() {
    let calls = completions
    completions = []
    for call in calls { call() }
  }

  // MARK: Who takes the cursor

  func successor(of identifier: RowIdentifier) -> TableRow? {
    guard case .item(let base) = identifier, let item = base.base as? Item,
      let place = difference.old.position(of: item)
    else { return nil }
    let index = difference.old.index(ofItemAt: place)
    let siblings = Siblings(snapshot: difference.old, trees: formerTrees, place: place, item: item)
    return siblings.following.lazy.compactMap { self.destination(ofItemAt: $0) }.first
      ?? siblings.preceding.lazy.compactMap { self.destination(ofItemAt: $0) }.first
      ?? siblings.parent.flatMap { destination(ofItemAt: $0.index) ?? successor(of: $0.identifier) }
      ?? nearest(to: index)
  }

  private func nearest(to index: Int) -> TableRow? {
    (index..<difference.old.numberOfItems).lazy.compactMap { self.destination(ofItemAt: $0) }.first
      ?? (0..<index).reversed().lazy.compactMap { self.destination(ofItemAt: $0) }.first
  }

  /// The rows beside an item with the same parent, as indexes into the former items.
  private struct Siblings {
    let following: AnySequence<Int>
    let preceding: AnySequence<Int>
    private(set) var parent: (index: Int, identifier: RowIdentifier)?

    init(
      snapshot: DataSource.Snapshot, trees: [Section: DataSource.SectionSnapshot], place: ItemPosition,
      item: Item
    ) {
      let section = snapshot.sectionIdentifiers[place.section]
      let index = snapshot.index(ofItemAt: place)
      let first = index - place.item
      guard let tree = trees[section], tree.contains(item) else {
        following = AnySequence(index + 1..<first + snapshot.numberOfItems(inSectionAt: place.section))
        preceding = AnySequence((first..<index).reversed())
        return
      }
      let parentItem = tree.parent(of: item)
      let all = parentItem.map { tree.children(of: $0) } ?? tree.rootItems
      let own = all.firstIndex(of: item) ?? 0
      following = AnySequence(all[(own + 1)...].lazy.compactMap { snapshot.indexOfItem($0) })
      preceding = AnySequence(all[..<own].reversed().lazy.compactMap { snapshot.indexOfItem($0) })
      if let parentItem, let index = snapshot.indexOfItem(parentItem) {
        parent = (index, .item(AnyHashable(parentItem)))
      }
    }
  }
}
