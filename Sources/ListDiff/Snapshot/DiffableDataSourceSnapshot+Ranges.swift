extension DiffableDataSourceSnapshot {
  /// Deletes neighbouring items, named by their places.
  ///
  /// - Parameters:
  ///   - range: Places in the section, which must all be there.
  ///   - section: The index of a section.
  /// - Complexity: O(log *edits*), whatever the number of items; none of them is hashed.
  public mutating func removeItems(at range: Range<Int>, inSectionAt section: Int) {
    checkSection(section, for: "removeItems(at:inSectionAt:)")
    let all = sections.items(inSection: section)
    trapUnless(
      range.lowerBound >= 0 && range.upperBound <= all.count,
      "removeItems(at:inSectionAt:) \(range): index out of range, section \(section) has \(all.count) items")
    if range.isEmpty { return }
    items.remove(all.lowerBound + range.lowerBound..<all.lowerBound + range.upperBound)
    sections.grow(section, by: -range.count)
    items.flattenIfWorthwhile()
  }

  /// Whether two items have the same bits: then they are equal, and so is what they carry besides.
  package static func haveSameBits(_ first: ItemIdentifierType, _ second: ItemIdentifierType) -> Bool {
    sameBits(first, second)
  }

  /// Some neighbouring items of a section.
  ///
  /// - Complexity: O(*m*) for *m* items.
  public func itemIdentifiers(at range: Range<Int>, inSectionAt section: Int) -> [ItemIdentifierType] {
    checkSection(section, for: "itemIdentifiers(at:inSectionAt:)")
    let all = sections.items(inSection: section)
    trapUnless(
      range.lowerBound >= 0 && range.upperBound <= all.count,
      "itemIdentifiers(at:inSectionAt:) \(range): index out of range, section \(section) has \(all.count) items"
    )
    return items.items(in: all.lowerBound + range.lowerBound..<all.lowerBound + range.upperBound)
  }
}
