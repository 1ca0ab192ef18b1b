@testable import ListKit

/// The rows of a table as plain lists: the expected result of changes that happen one after the other.
struct RowsModel {
  private(set) var rows: [(section: String, items: [Int])] = []

  init() {}

  init(_ snapshot: RandomChange.Snapshot) {
    rows = snapshot.sectionIdentifiers.map { ($0, snapshot.itemIdentifiers(inSection: $0)) }
  }

  func contains(_ section: String) -> Bool { rows.contains { $0.section == section } }

  mutating func apply(_ change: RandomChange) {
    switch change {
    case .snapshot(let snapshot, _): self = Self(snapshot)
    case .outline(let outline, let section): show(outline, in: section)
    case .outlines(let outlines):
      rows = outlines.map { ($0.section, []) }
      for (section, outline) in outlines { show(outline, in: section) }
    case .append(let items, let section):
      remove { items.contains($0) }
      let index = rows.firstIndex { $0.section == section }
      if let index { rows[index].items += items } else { rows.append((section, items)) }
    case .delete(let items): remove { items.contains($0) }
    }
  }

  /// Shows an outline's visible items, and removes all its items from the other sections.
  mutating func show(_ outline: RandomChange.Outline, in section: String) {
    remove(from: { $0 != section }, where: outline.contains)
    let index = rows.firstIndex { $0.section == section }
    if let index {
      rows[index].items = outline.visibleItems
    } else {
      rows.append((section, outline.visibleItems))
    }
  }

  mutating func remove(
    from sections: (String) -> Bool = { _ in true }, where isRemoved: (Int) -> Bool
  ) {
    for index in rows.indices where sections(rows[index].section) {
      rows[index].items.removeAll(where: isRemoved)
    }
  }
}
