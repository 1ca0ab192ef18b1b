/// The items that one section shows as an outline: a forest, and the expansion of its items.
///
///     var outline = DiffableDataSourceSectionSnapshot<Place>()
///     outline.append([alps, andes])
///     outline.append([eiger, mönch], to: alps)
///     outline.expand([alps])
///     outline.visibleItems                // alps, eiger, mönch, andes
///
/// Its items are unique. It does not store to which section it belongs.
///
/// An operation traps if its arguments violate the descriptions of its parameters. The message names the
/// operation and the item. For data that may be invalid, use ``init(validating:)`` and
/// ``appendNewItems(_:to:)``.
public struct DiffableDataSourceSectionSnapshot<ItemIdentifierType>: Sendable
where ItemIdentifierType: Hashable & Sendable {
  /// The items by handle, including deleted ones until these are too many.
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

  /// Returns the handle of an item that is in the forest, or nil.
  func handle(of item: ItemIdentifierType) -> Int? {
    let handle = index.handle(of: item, hash: shortHash(of: item), in: itemsByHandle)
    return forest.contains(handle) ? handle : nil
  }

  func items(for handles: ContiguousArray<Int>) -> [ItemIdentifierType] { handles.map { itemsByHandle[$0] } }

  /// Returns a tree with the same items and handles, and another shape.
  func reshaped(_ forest: Forest) -> Self {
    var result = self
    result.forest = forest
    result.forgetMarksOfDeleted()
    return result
  }

  /// Returns a tree without a shape that stores only some items, with handles that count from 0.
  func knowing(only handles: ContiguousArray<Int>) -> Self {
    var result = Self()
    result.itemsByHandle = items(for: handles)
    result.index = HashIndex(distinct: ContiguousArray(handles.map { index.hashes[$0] }))
    return result
  }

  /// Returns handles of new items; nil if an item is in the tree or repeated.
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
  /// Marks items whose cells are to be updated. The values given here replace those in the tree.
  ///
  ///     outline.reconfigureItems([folder])     // It is the same folder with another number of files.
  ///     dataSource.apply(outline, to: .main)
  ///
  /// Items below a collapsed parent get their cells when they are shown.
  ///
  /// - Parameter items: Distinct items of the tree.
  /// - Complexity: O(*m*) for *m* items; O(*n*) the first time after the tree was copied.
  public mutating func reconfigureItems(_ items: [ItemIdentifierType]) {
    renew(items, for: Operation("reconfigureItems(_:)"))
    marks.add(items)
  }

  /// Replaces items by equal ones with other content, without marking them.
  ///
  /// A data source with `contentEqual` updates the cells of the items whose content differs. Other data
  /// sources show the new content when the row gets its next cell; see ``reconfigureItems(_:)``.
  ///
  /// - Parameter items: Distinct items of the tree.
  /// - Complexity: O(*m*) for *m* items; O(*n*) the first time after the tree was copied.
  public mutating func update(_ items: [ItemIdentifierType]) {
    renew(items, for: Operation("update(_:)"))
  }

  /// The items marked by ``reconfigureItems(_:)``, in the order of marking, each once.
  public var reconfiguredItemIdentifiers: [ItemIdentifierType] { marks.identifiers }

  /// Removes all marks. A data source does so with a snapshot that it has applied.
  public mutating func removeAllMarks() { marks = Marks() }

  /// Removes the marks of items that are not in the tree any more.
  ///
  /// - Complexity: O(*marks*).
  mutating func forgetMarksOfDeleted() {
    var kept = marks
    kept.keep { contains($0) }
    marks = kept
  }

  private mutating func renew(_ items: [ItemIdentifierType], for operation: Operation) {
    let twice = duplicates(in: items)
    if !twice.isEmpty { trapRepetition(of: twice, for: operation) }
    for item in items { itemsByHandle[known(item, for: operation)] = item }
  }

  /// Returns a copy without deleted items.
  func compacted() -> Self {
    var result = copy(of: forest.children(of: -1))
    result.marks = marks
    return result
  }
}

extension DiffableDataSourceSectionSnapshot: Equatable, Hashable {
  /// Whether two trees have the same items in the same shape, with the same expansion, whatever their marks.
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
  /// The tree as lines: two spaces per level, `+` (expanded) or `-`, `*` if visible, then the item.
  ///
  ///     <DiffableDataSourceSectionSnapshot: 3 items
  ///     +*Food
  ///       -*🍏
  ///     -*Nature
  ///     >
  ///
  /// - Complexity: O(*n* · *level*).
  public var description: String {
    var text = "<DiffableDataSourceSectionSnapshot: \(forest.count) item\(forest.count == 1 ? "" : "s")\n"
    for handle in forest.descendants(of: -1) {
      text += String(repeating: "  ", count: forest.level(of: handle))
      text += forest.isExpanded(handle) ? "+" : "-"
      text += forest.isVisible(handle) ? "*" : " "
      text += "\(itemsByHandle[handle])\n"
    }
    return text + ">"
  }
}

// MARK: - Coding

/// The keys of an encoded item with its descendants. False and empty values are omitted.
private enum BranchKeys: String, CodingKey {
  case item, isExpanded, children
}

extension DiffableDataSourceSectionSnapshot: Encodable where ItemIdentifierType: Encodable {
  /// Encodes the roots with their descendants; marks are not encoded.
  ///
  ///     [{ "item": "Food", "isExpanded": true, "children": [{ "item": "🍏" }] }, { "item": "Nature" }]
  ///
  /// Encoders and decoders limit the number of levels: `JSONDecoder` reads 512 nested values.
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
  /// Decodes what ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if an item is repeated.
  /// - Complexity: O(*n* · *level*).
  public init(from decoder: any Decoder) throws {
    let roots = try [DecodedBranch<ItemIdentifierType>](from: decoder)
    let items = roots.flatMap(\.items)
    let twice = duplicates(in: items)
    guard twice.isEmpty else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "duplicate items: " + descriptions(of: twice).joined(separator: ", ")))
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

  var items: [Item] { [item] + children.flatMap(\.items) }
}
