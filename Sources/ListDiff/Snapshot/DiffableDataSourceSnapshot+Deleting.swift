extension DiffableDataSourceSnapshot {
  /// Deletes items. Sections that lose all of theirs stay.
  ///
  /// - Parameter identifiers: Items, none of them twice; those not in the snapshot are ignored.
  /// - Complexity: O(*m* · *edits*) for *m* items, at most O(*n*).
  @inlinable
  public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
    if identifiers.count > 1, !ItemStorage.areDistinct(identifiers) {
      trap(duplicateError(identifiers, for: "deleteItems(_:)"))
    }
    if identifiers.count > 1024 || (identifiers.count > 64 && identifiers.count > items.count / 16) {
      let leaving = PositionSet(identifiers.compactMap { items.position(of: $0) }, bound: items.count)
      keepItems(at: PositionSet(allBelow: items.count).subtracting(leaving))
      return
    }
    for identifier in identifiers {
      guard let position = items.position(of: identifier) else { continue }
      items.remove(position..<position + 1)
      sections.grow(sections.section(ofItemAt: position), by: -1)
    }
    items.flattenIfWorthwhile()
  }

  /// Deletes all items **and all sections**, as in UIKit.
  ///
  /// - Complexity: O(1), beside freeing what nobody else holds.
  @inlinable
  public mutating func deleteAllItems() {
    self = Self()
  }

  /// Deletes the items that a predicate names.
  ///
  /// - Parameter shouldRemove: Whether an item leaves; called once for each, in order.
  /// - Complexity: O(*n*), without hashing.
  @inlinable
  public mutating func removeItems(where shouldRemove: (ItemIdentifierType) throws -> Bool) rethrows {
    keepItems(at: try items.positions { try !shouldRemove($0) })
  }

  /// Deletes the items at all other positions.
  @inlinable
  mutating func keepItems(at kept: PositionSet) {
    if kept.isFull { return }
    restrict(to: kept)
    items.flattenIfWorthwhile()
  }
}
