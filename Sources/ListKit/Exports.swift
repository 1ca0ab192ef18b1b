// Users of ListKit write snapshots and index paths: they need import nothing else for them.

@_exported public import ListDiff

// Places in a table are Foundation's index paths. Nothing else of Foundation is used, so one import serves all
// files here and all users of this module.
#if canImport(FoundationEssentials)
  @_exported public import struct FoundationEssentials.IndexPath
#else
  @_exported public import struct Foundation.IndexPath
#endif

extension IndexPath {
  /// Creates the place of a row in a table.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

  /// Creates the place of an item in a section.
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  /// The index of the section, as in UIKit; it traps unless the path has two indexes.
  public var section: Int { self[0] }

  /// Index of the row in its section.
  public var row: Int { self[1] }

  /// Index of the item in its section.
  public var item: Int { self[1] }

  init(_ position: ItemPosition) { self.init(item: position.item, section: position.section) }

  var position: ItemPosition { ItemPosition(section: section, item: item) }
}
