/// The way from what a table showed to what its data source has now.
@MainActor
final class SnapshotChange<Section: Hashable & Sendable, Item: Hashable & Sendable>: TableChange {
  typealias DataSource = TableViewDiffableDataSource<Section, Item>

  let cause: ChangeCause
  let animation: RowAnimation?
  let old: DataSource.Snapshot
  let new: DataSource.Snapshot
  private(set) var formerTrees: [Section: DataSource.SectionSnapshot]
  let reloaded: Set<Item>
  private let reconfigured: Set<Item>
  let reloadedSections: Set<Section>
  let reloadsAll: Bool
  private let moved: Set<Item>?
  private var completions: [ApplyCompletion]
  /// Looked for only where somebody asks: a reload is shown without it.
  lazy var difference = new.difference(from: old)

  init(_ change: DataSource.UnshownChange, current: DataSource.Snapshot) {
    cause = change.cause
    animation = change.animation
    (old, new) = (change.base, current)
    formerTrees = change.baseTrees
    reloaded = change.reloaded
    reconfigured = change.reconfigured
    reloadedSections = change.reloadedSections
    reloadsAll = change.reloadsAll
    moved = change.moved
    completions = change.completions
    if let known = change.difference { difference = known }
  }

  private init(_ former: SnapshotChange, _ latter: SnapshotChange) {
    cause = former.cause == .user ? .user : latter.cause
    animation = latter.animation ?? former.animation
    (old, new) = (former.old, latter.new)
    formerTrees = [:]
    reloaded = former.reloaded.union(latter.reloaded)
    reconfigured = former.reconfigured.union(latter.reconfigured)
    reloadedSections = former.reloadedSections.union(latter.reloadedSections)
    reloadsAll = former.reloadsAll || latter.reloadsAll
    moved = nil
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
      inserted: difference.insertedCount, deleted: difference.deletedCount,
      moved: moved?.count ?? difference.movedCount,
      changed: reloaded.union(reconfigured).count)
  }

  var isFirstLoad: Bool { old.numberOfItems == 0 }

  func change(of row: TableRow) -> RowChange? {
    switch row.part {
    case .header, .footer: sectionChange(at: row.section)
    case .item(let item): itemChange(at: ItemPosition(section: row.section, item: item))
    }
  }

  private func itemChange(at position: ItemPosition) -> RowChange? {
    let index = new.index(ofItemAt: position)
    switch difference.change(ofItemAt: index) {
    case .inserted?: return .inserted
    case .movedUp? where moved == nil: return .movedUp
    case .movedDown? where moved == nil: return .movedDown
    case .reloaded?, .reconfigured?: return .changed
    case .movedUp?, .movedDown?, nil: break
    }
    if let moved, let item = new.itemIdentifier(at: position), moved.contains(item) {
      return old.indexOfItem(item).map { $0 < index ? .movedDown : .movedUp }
    }
    guard !reloaded.isEmpty || !reconfigured.isEmpty, let item = new.itemIdentifier(at: position)
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
    case nil: reloadedSections.contains(new.sectionIdentifiers[section]) ? .changed : nil
    }
  }

  func destination(of row: TableRow) -> TableRow? {
    switch row.part {
    case .header, .footer:
      return difference.sectionDestination(at: row.section).map { TableRow(section: $0, row.part) }
    case .item(let item):
      let index = old.index(ofItemAt: ItemPosition(section: row.section, item: item))
      return destination(ofItemAt: index)
    }
  }

  func destination(ofSection section: Int) -> Int? { difference.sectionDestination(at: section) }

  func destination(ofItemAt index: Int) -> TableRow? {
    let position =
      if reloadsAll {
        old.itemIdentifier(at: index).flatMap(new.position(of:))
      } else {
        difference.destination(ofItemAt: index).flatMap(new.position(ofItemAt:))
      }
    return position.map { TableRow(section: $0.section, .item($0.item)) }
  }

  func replacesCell(of row: TableRow) -> Bool? {
    if reloadsAll { return true }
    guard case .item(let item) = row.part,
      let identifier = new.itemIdentifier(at: ItemPosition(section: row.section, item: item))
    else { return nil }
    if reloaded.contains(identifier) { return true }
    if reloadedSections.contains(new.sectionIdentifiers[row.section]) { return true }
    return reconfigured.contains(identifier) ? false : nil
  }

  func completed() {
    let told = completions
    completions = []
    for completion in told { completion.tell() }
  }

  func forgetFormerOutlines() { formerTrees = [:] }
}
