// ListKit's API uses snapshots and index paths, so it exports their types.

@_exported public import ListDiff

// Row positions are Foundation's index paths. Nothing else of Foundation is used, so this one import serves
// all files of this module and all its users.
#if canImport(FoundationEssentials)
  @_exported public import struct FoundationEssentials.IndexPath
#else
  @_exported public import struct Foundation.IndexPath
#endif

extension IndexPath {
  /// Creates the index path of a row in a table.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

  /// Creates the index path of an item in a section.
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  /// The index of the section. Traps if the path is empty.
  public var section: Int { self[0] }

  /// The index of the row in its section. Traps unless the path has two indexes.
  public var row: Int { self[1] }

  /// The index of the item in its section. Traps unless the path has two indexes.
  public var item: Int { self[1] }

  init(_ position: ItemPosition) { self.init(item: position.item, section: position.section) }

  var position: ItemPosition { ItemPosition(section: section, item: item) }
}
