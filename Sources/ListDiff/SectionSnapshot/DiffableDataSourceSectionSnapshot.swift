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
  /// The items by handle, those that were deleted included until there are too many.
  private(set) var itemsByHandle: [ItemIdentifierType] = []
  private var index = HashIndex()
  var forest = Forest()

  /// Creates a snapshot without items.
  public init() {}

  /// Creates a copy.
  ///
  /// - Complexity: O(1).
  public init(_ snapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>) {
    self = snapshot
  }

  /// The handle of an item that is in the forest, or nil.
  func handle(of item: ItemIdentifierType) -> Int? {
    let handle = index.handle(of: item, hash: shortHash(of: item), in: itemsByHandle)
    return forest.contains(handle) ? handle : nil
  }

  func items(for handles: ContiguousArray<Int>) -> [ItemIdentifierType] { handles.map { itemsByHandle[$0] } }

  /// A tree that knows the same items by the same handles, with another shape.
  func reshaped(_ forest: Forest) -> Self {
    var result = self
    result.forest = forest
    return result
  }

  /// A tree without a shape that knows only some items, by handles that count from 0.
  func knowing(only handles: ContiguousArray<Int>) -> Self {
    var result = Self()
    result.itemsByHandle = items(for: handles)
    result.index = HashIndex(distinct: ContiguousArray(handles.map { index.hashes[$0] }))
    return result
  }

  /// Gives new items handles; nil where one of them is in the tree, or is named twice.
  mutating func admit(_ items: [ItemIdentifierType]) -> ContiguousArray<Int>? {
    if !isKnownUniquelyReferenced(&index) { index = HashIndex(copying: index) }
    let hashes = shortHashes(of: items)
    let start = itemsByHandle.count
    let fresh = index.appendPrefix(of: items, hashes: hashes, to: &itemsByHandle)
    var handles = ContiguousArray(start..<start + fresh)
    if fresh == items.count { return handles }
    if items.contains(where: contains) || !ItemStorage.areDistinct(items, hashes: hashes) { return nil }
    for place in fresh..<items.count {
      let known = index.handle(of: items[place], hash: hashes[place], in: itemsByHandle)
      if known >= 0 {
        itemsByHandle[known] = items[place]
        handles.append(known)
      } else {
        handles.append(index.append(hashes[place]))
        itemsByHandle.append(items[place])
      }
    }
    return handles
  }
}
