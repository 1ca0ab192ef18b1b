// ListKit's API uses snapshots and index paths, so it exports their types.

@_exported public import ListDiff

// Row positions are Foundation's index paths, unless a package asks for its own by a trait. Nothing else of
// Foundation is used, so this one import serves all files of this module and all its users.
#if OwnIndexPath
  @_exported public import struct SmallFoundation.IndexPath
#else
  #if canImport(FoundationEssentials)
    @_exported public import struct FoundationEssentials.IndexPath
  #else
    @_exported public import struct Foundation.IndexPath
  #endif
#endif

extension IndexPath {
  /// Creates the index path of a row in a table.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

  /// Creates the index path of an item in a section.
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  /// The index of the section. Traps unless the path has two indexes.
  public var section: Int { index(0, "section") }

  /// The index of the row in its section. Traps unless the path has two indexes.
  public var row: Int { index(1, "row") }

  /// The index of the item in its section. Traps unless the path has two indexes.
  public var item: Int { index(1, "item") }

  private func index(_ place: Int, _ name: StaticString) -> Int {
    trapUnless(
      count == 2, "IndexPath.\(name) of \(self): the index path of a row has two indexes, section and row")
    return self[place]
  }

  init(_ position: ItemPosition) { self.init(item: position.item, section: position.section) }

  var position: ItemPosition { ItemPosition(section: section, item: self[1]) }
}

extension ItemPosition {
  /// Creates the position that an index path names; nil unless the path has two indexes.
  init?(exactly indexPath: IndexPath) {
    guard indexPath.count == 2 else { return nil }
    self.init(section: indexPath[0], item: indexPath[1])
  }
}
