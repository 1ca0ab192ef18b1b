/// What a table asks of a change.
@MainActor extension SnapshotChange: TableChange {
  mutating func join(_ next: any TableChange) {
    guard let next = next as? Self else {
      trap("join(_:): a change of \(type(of: next)) cannot follow one of \(Self.self)")
    }
    join(next)
  }

  var summary: ChangeSummary {
    let changed = reloaded.union(reconfigured).union(
      difference.reconfiguredItems.compactMap(new.itemIdentifier(at:)))
    return ChangeSummary(
      inserted: difference.insertedCount, deleted: difference.deletedCount,
      moved: moved?.count ?? difference.movedCount,
      changed: changed.count { old.contains($0) && new.contains($0) })
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
    if reloaded.contains(identifier) || returned.contains(identifier) { return true }
    if reloadedSections.contains(new.sectionIdentifiers[row.section]) { return true }
    return reconfigured.contains(identifier) ? false : nil
  }

  func completed() {
    for completion in completions { completion.make() }
  }

  mutating func forgetFormerOutlines() { (formerOutlines, formerBranches) = ([:], []) }
}
