extension DiffableDataSourceSnapshot {
  /// Moves an item directly before another, into that one's section.
  ///
  /// - Parameters:
  ///   - identifier: An item of the snapshot.
  ///   - toIdentifier: Another item of the snapshot.
  /// - Complexity: O(*edits*).
  @inlinable
  public mutating func moveItem(
    _ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType
  ) {
    move(identifier, beside: toIdentifier, offset: 0, for: "moveItem(_:beforeItem:)")
  }

  /// Moves an item directly after another, into that one's section.
  ///
  /// - Parameters:
  ///   - identifier: An item of the snapshot.
  ///   - toIdentifier: Another item of the snapshot.
  /// - Complexity: O(*edits*).
  @inlinable
  public mutating func moveItem(
    _ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType
  ) {
    move(identifier, beside: toIdentifier, offset: 1, for: "moveItem(_:afterItem:)")
  }

  @inlinable
  mutating func move(
    _ identifier: ItemIdentifierType, beside destination: ItemIdentifierType, offset: Int,
    for operation: String
  ) {
    if identifier == destination {
      trap(.itemMovedToItself(operation: operation, item: String(describing: identifier)))
    }
    guard let source = items.position(of: identifier) else {
      trap(
        diagnosed(
          .unknownMove(operation: operation, end: .fromIndex, identifier: String(describing: identifier)),
          for: identifier))
    }
    guard let target = items.position(of: destination) else {
      trap(
        diagnosed(
          .unknownMove(operation: operation, end: .toIndex, identifier: String(describing: destination)),
          for: destination))
    }
    let from = sections.section(ofItemAt: source)
    let to = sections.section(ofItemAt: target)
    let goal = target + offset - (source < target ? 1 : 0)
    if from == to, goal == source { return }
    items.move(source..<source + 1, to: goal)
    sections.grow(from, by: -1)
    sections.grow(to, by: 1)
    items.flattenIfWorthwhile()
  }
}
