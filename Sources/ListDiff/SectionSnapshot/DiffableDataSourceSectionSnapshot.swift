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
  private var marks = Marks<ItemIdentifierType>()

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

// MARK: - Updating

extension DiffableDataSourceSectionSnapshot {
  /// Asks that the cells of items be brought up to date. The values given here replace those the tree had.
  ///
  ///     outline.reconfigureItems([folder])     // It is the same folder with another number of files.
  ///     dataSource.apply(outline, to: .main)
  ///
  /// Items that a collapsed parent hides get their cells when they are shown.
  ///
  /// - Parameters:
  ///   - items: Items of the tree, none of them twice.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*m*) for *m* items; O(*n*) the first time after the tree was copied.
  public mutating func reconfigureItems(
    _ items: [ItemIdentifierType], file: StaticString = #fileID, line: UInt = #line
  ) {
    renew(items, for: Operation("reconfigureItems(_:)", file, line))
    marks.add(items)
  }

  /// Replaces items by equal ones with other content, and asks for nothing.
  ///
  /// A data source that was given `contentEqual` brings the cells of those up to date whose content differs. Others show
  /// the new content with the next cell of the row; see ``reconfigureItems(_:file:line:)``.
  ///
  /// - Parameters:
  ///   - items: Items of the tree, none of them twice.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  /// - Complexity: O(*m*) for *m* items; O(*n*) the first time after the tree was copied.
  public mutating func update(_ items: [ItemIdentifierType], file: StaticString = #fileID, line: UInt = #line)
  { renew(items, for: Operation("update(_:)", file, line)) }

  /// The items marked by ``reconfigureItems(_:file:line:)``, in the order they were marked, each once.
  public var reconfiguredItemIdentifiers: [ItemIdentifierType] { marks.identifiers }

  /// Takes all marks back. A data source does so with what it has applied.
  public mutating func removeAllMarks() { marks = Marks() }

  private mutating func renew(_ items: [ItemIdentifierType], for operation: Operation) {
    let twice = duplicates(in: items)
    if !twice.isEmpty {
      trap(.duplicateTreeItems(operation: operation, items: twice, present: []))
    }
    for item in items { itemsByHandle[known(item, for: operation)] = item }
  }

  /// A copy without what was deleted.
  func compacted() -> Self {
    var result = copy(of: forest.children(of: -1))
    result.marks = marks
    return result
  }
}

extension DiffableDataSourceSectionSnapshot: Equatable, Hashable {
  /// Whether two trees have the same items in the same shape, the same of them expanded, whatever their marks.
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

// MARK: - Coding

/// An item with everything below it, as it is encoded. What is false or empty is left out.
private enum BranchKeys: String, CodingKey {
  case item, isExpanded, children
}

extension DiffableDataSourceSectionSnapshot: Encodable where ItemIdentifierType: Encodable {
  /// Writes the roots with everything below them; marks are not written.
  ///
  ///     [{ "item": "Food", "isExpanded": true, "children": [{ "item": "🍏" }] }, { "item": "Nature" }]
  ///
  /// Trees with more levels than an encoder allows cannot be written: `JSONDecoder` reads 512 nested values.
  ///
  /// - Complexity: O(*n*).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for root in forest.children(of: -1) { try container.encode(Branch(tree: self, handle: root)) }
  }

  private struct Branch: Encodable {
    let tree: DiffableDataSourceSectionSnapshot
    let handle: Int

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: BranchKeys.self)
      try container.encode(tree.itemsByHandle[handle], forKey: .item)
      if tree.forest.isExpanded(handle) { try container.encode(true, forKey: .isExpanded) }
      if tree.forest.isLeaf(handle) { return }
      let children = tree.forest.children(of: handle).map { Branch(tree: tree, handle: $0) }
      try container.encode(children, forKey: .children)
    }
  }
}

extension DiffableDataSourceSectionSnapshot: Decodable where ItemIdentifierType: Decodable {
  /// Reads what ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when an item comes twice.
  /// - Complexity: O(*n* · *level*).
  public init(from decoder: any Decoder) throws {
    let roots = try [DecodedBranch<ItemIdentifierType>](from: decoder)
    let items = roots.flatMap(\.items)
    let twice = duplicates(in: items)
    guard twice.isEmpty else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "items that come twice: " + descriptions(of: twice).joined(separator: ", ")))
    }
    self.init()
    append(roots, to: nil)
  }

  private mutating func append(
    _ branches: [DecodedBranch<ItemIdentifierType>], to parent: ItemIdentifierType?
  ) {
    append(branches.map(\.item), to: parent)
    for branch in branches { append(branch.children, to: branch.item) }
    expand(branches.filter(\.isExpanded).map(\.item))
  }
}

private struct DecodedBranch<Item: Decodable>: Decodable {
  let item: Item
  let isExpanded: Bool
  let children: [Self]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: BranchKeys.self)
    item = try container.decode(Item.self, forKey: .item)
    isExpanded = try container.decodeIfPresent(Bool.self, forKey: .isExpanded) ?? false
    children = try container.decodeIfPresent([Self].self, forKey: .children) ?? []
  }

  /// The item and those below it.
  var items: [Item] { [item] + children.flatMap(\.items) }
}
