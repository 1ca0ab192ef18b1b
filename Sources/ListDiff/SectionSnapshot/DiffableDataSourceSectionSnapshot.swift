/// What one section shows, as an outline: a forest of items, and which of them are expanded.
///
///     var outline = DiffableDataSourceSectionSnapshot<Place>()
///     outline.append([alps, andes])
///     outline.append([eiger, mönch], to: alps)
///     outline.expand([alps])
///     outline.visibleItems                // alps, eiger, mönch, andes
///
/// Items are unique in it. It does not know which section it belongs to.
public struct DiffableDataSourceSectionSnapshot<ItemIdentifierType>: Sendable
where ItemIdentifierType: Hashable & Sendable {
  @usableFromInline var table: IdentifierTable<ItemIdentifierType>
  @usableFromInline var forest: Forest

  /// Creates a snapshot without items.
  @inlinable
  public init() {
    table = IdentifierTable()
    forest = Forest()
  }

  /// Creates a copy.
  ///
  /// - Complexity: O(1).
  @inlinable
  public init(_ snapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>) {
    self = snapshot
  }

  /// The handle of an item that is in the forest, or nil.
  @inlinable
  func handle(of item: ItemIdentifierType) -> Int? {
    let handle = table.find(item)
    return forest.contains(handle) ? handle : nil
  }

  @inlinable
  func items(for handles: ContiguousArray<Int>) -> [ItemIdentifierType] {
    handles.map { table.items[$0] }
  }

  @inlinable
  mutating func makeTableUnique() {
    if !isKnownUniquelyReferenced(&table) { table = IdentifierTable(copying: table) }
  }
}
