/// What one section shows, as an outline: a forest of items, and which of them are expanded.
///
///     var outline = DiffableDataSourceSectionSnapshot<Place>()
///     outline.append([alps, andes])
///     outline.append([eiger, mönch], to: alps)
///     outline.expand([alps])
///     outline.visibleItems                // alps, eiger, mönch, andes
///
/// Items are unique in it. It does not know which section it belongs to.
///
/// An operation whose parameters break what their descriptions ask for traps with a message that names the operation and
/// the item. For data that may break it, there are ``init(validating:)`` and ``appendNewItems(_:to:)``.
public struct DiffableDataSourceSectionSnapshot<ItemIdentifierType>: Sendable
where ItemIdentifierType: Hashable & Sendable {
  /// The items by handle, those that were deleted included until there are too many.
  private(set) var itemsByHandle: [ItemIdentifierType] = []
  private var index = HashIndex()
  var forest = Forest()

  /// Creates a snapshot without items.
  public init() {}

  /// Creates a copy.
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
    for position in fresh..<items.count {
      let known = index.handle(of: items[position], hash: hashes[position], in: itemsByHandle)
      if known >= 0 {
        itemsByHandle[known] = items[position]
        handles.append(known)
      } else {
        handles.append(index.append(hashes[position]))
        itemsByHandle.append(items[position])
      }
    }
    return handles
  }
}

extension DiffableDataSourceSectionSnapshot: Equatable, Hashable {
  /// Whether two trees have the same items in the same shape, the same of them expanded.
  ///
  /// - Complexity: O(*n*).
  public static func == (first: Self, second: Self) -> Bool {
    let left = first.forest.descendants(of: -1)
    let right = second.forest.descendants(of: -1)
    return left.count == right.count
      && zip(left, right).allSatisfy { mine, theirs in
        first.forest.level(of: mine) == second.forest.level(of: theirs)
          && first.forest.isExpanded(mine) == second.forest.isExpanded(theirs)
          && first.itemsByHandle[mine] == second.itemsByHandle[theirs]
      }
  }

  /// Hashes the items, their levels and whether they are expanded.
  ///
  /// - Complexity: O(*n*).
  public func hash(into hasher: inout Hasher) {
    for handle in forest.descendants(of: -1) {
      hasher.combine(itemsByHandle[handle])
      hasher.combine(forest.level(of: handle))
      hasher.combine(forest.isExpanded(handle))
    }
  }
}

extension DiffableDataSourceSectionSnapshot: CustomStringConvertible {
  /// The tree as lines: two spaces a level, `+` expanded or `-` collapsed, `*` visible, then the item.
  ///
  ///     <DiffableDataSourceSectionSnapshot: 3 items
  ///     +*Food
  ///       -*🍏
  ///     -*Nature
  ///     >
  ///
  /// - Complexity: O(*n* · *level*).
  public func visualDescription() -> String {
    var text = "<DiffableDataSourceSectionSnapshot: \(forest.count) item\(forest.count == 1 ? "" : "s")\n"
    for handle in forest.descendants(of: -1) {
      text += String(repeating: "  ", count: forest.level(of: handle))
      text += forest.isExpanded(handle) ? "+" : "-"
      text += forest.isVisible(handle) ? "*" : " "
      text += "\(itemsByHandle[handle])\n"
    }
    return text + ">"
  }

  /// The tree as ``visualDescription()`` draws it.
  public var description: String { visualDescription() }
}

/// The parts of an encoded tree.
private enum TreeCodingKeys: String, CodingKey {
  case items, levels, expandedItems
}

extension DiffableDataSourceSectionSnapshot: Encodable where ItemIdentifierType: Encodable {
  /// Writes the items top to bottom, their levels, and which of them are expanded.
  ///
  /// - Complexity: O(*n*).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TreeCodingKeys.self)
    let handles = forest.descendants(of: -1)
    try container.encode(items(for: handles), forKey: .items)
    try container.encode(handles.map { forest.level(of: $0) }, forKey: .levels)
    try container.encode(expandedItems, forKey: .expandedItems)
  }
}

extension DiffableDataSourceSectionSnapshot: Decodable where ItemIdentifierType: Decodable {
  /// Reads items, levels and what is expanded.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when an item comes twice, levels are not those of a tree, or an item
  ///   is expanded that is not there.
  /// - Complexity: O(*n* · *level*).
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TreeCodingKeys.self)
    let items = try container.decode([ItemIdentifierType].self, forKey: .items)
    let levels = try container.decode([Int].self, forKey: .levels)
    let expanded = try container.decode([ItemIdentifierType].self, forKey: .expandedItems)
    func refuse(_ key: TreeCodingKeys, _ reason: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: container, debugDescription: reason)
    }
    guard items.count == levels.count else { throw refuse(.levels, "not as many levels as items") }
    let twice = duplicates(in: items)
    guard twice.isEmpty else {
      throw refuse(.items, "items that come twice: " + descriptions(of: twice).joined(separator: ", "))
    }
    self.init()
    var path: [ItemIdentifierType] = []
    for (item, level) in zip(items, levels) {
      guard level >= 0, level <= path.count else {
        throw refuse(.levels, "\(item) at level \(level), below an item at level \(path.count - 1)")
      }
      path.removeSubrange(level...)
      append([item], to: path.last)
      path.append(item)
    }
    let unknown = expanded.filter { !contains($0) }
    guard unknown.isEmpty else {
      throw refuse(
        .expandedItems, "expanded, but not in the tree: " + descriptions(of: unknown).joined(separator: ", "))
    }
    expand(expanded)
  }
}
