extension IndexPath {
  /// Creates the place of a row in a table.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

  /// Creates the place of an item in a section.
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  /// Index of the section.
  public var section: Int { self[0] }

  /// Index of the row in its section.
  public var row: Int { self[1] }

  /// Index of the item in its section.
  public var item: Int { self[1] }

  init(_ position: ItemPosition) { self.init(item: position.item, section: position.section) }

  var position: ItemPosition { ItemPosition(section: section, item: item) }
}
