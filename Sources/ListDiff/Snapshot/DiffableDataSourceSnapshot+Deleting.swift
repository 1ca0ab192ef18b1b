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
      let positions = identifiers.compactMap { items.position(of: $0) }
      var leaving = ContiguousArray(repeating: false, count: items.count)
      for position in positions { leaving[position] = true }
      removeItems(atPositions: { leaving[$0] })
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
    let all = itemIdentifiers
    try removeItems(atPositions: { try shouldRemove(all[$0]) })
  }

  /// Deletes the items at the positions that a predicate names.
  @inlinable
  mutating func removeItems(atPositions leaves: (Int) throws -> Bool) rethrows {
    var stretches: [Range<Int>] = []
    var ends = sections.ends
    var removed = 0
    var section = 0
    for position in 0..<items.count {
      while position >= sections.ends[section] {
        ends[section] -= removed
        section += 1
      }
      if try !leaves(position) { continue }
      removed += 1
      if let last = stretches.last, last.upperBound == position {
        stretches[stretches.count - 1] = last.lowerBound..<position + 1
      } else {
        stretches.append(position..<position + 1)
      }
    }
    while section < ends.count {
      ends[section] -= removed
      section += 1
    }
    items.remove(stretches)
    sections.ends = ends
    items.flattenIfWorthwhile()
  }
}
