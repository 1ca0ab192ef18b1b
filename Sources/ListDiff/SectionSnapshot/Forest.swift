/// The shape of a tree of items: what is below what, in which order, and what is expanded. Knows handles only.
///
///     A                 first root A, last root B
///     ├ a1              A: first child a1, last child a2, 3 nodes
///     └ a2
///     B                 B: after A
struct Forest: Sendable {
  /// The links of one handle; -1 stands for none.
  private struct Node: Sendable {
    var parent: Int32 = -1
    var first: Int32 = -1
    var last: Int32 = -1
    var next: Int32 = -1
    var previous: Int32 = -1
    var level: Int32 = 0
    /// Itself and all below it; 0 for a handle that is not in the forest.
    var size: Int32 = 0
    var isExpanded = false
  }

  private var nodes: ContiguousArray<Node> = []
  private var first: Int32 = -1
  private var last: Int32 = -1
  /// The number of handles in the forest.
  private(set) var count = 0

  init() {}

  func contains(_ handle: Int) -> Bool {
    handle >= 0 && handle < nodes.count && nodes[handle].size > 0
  }

  func parent(of handle: Int) -> Int { Int(nodes[handle].parent) }

  func level(of handle: Int) -> Int { Int(nodes[handle].level) }

  func isExpanded(_ handle: Int) -> Bool { nodes[handle].isExpanded }

  func isLeaf(_ handle: Int) -> Bool { nodes[handle].first < 0 }

  /// Whether all handles are roots.
  var isFlat: Bool {
    var root = first
    while root >= 0 {
      if nodes[Int(root)].first >= 0 { return false }
      root = nodes[Int(root)].next
    }
    return true
  }

  mutating func setExpanded(_ isExpanded: Bool, _ handle: Int) { nodes[handle].isExpanded = isExpanded }

  /// Whether all above a handle are expanded.
  func isVisible(_ handle: Int) -> Bool {
    var above = nodes[handle].parent
    while above >= 0 {
      if !nodes[Int(above)].isExpanded { return false }
      above = nodes[Int(above)].parent
    }
    return true
  }

  /// Whether a handle is another one, or somewhere below it.
  func isInSubtree(_ handle: Int, of ancestor: Int) -> Bool {
    var above = Int32(handle)
    while above >= 0 {
      if Int(above) == ancestor { return true }
      above = nodes[Int(above)].parent
    }
    return false
  }

  /// How many handles come before one, top to bottom, hidden ones included.
  func index(of handle: Int) -> Int {
    var index = 0
    var current = Int32(handle)
    while current >= 0 {
      var sibling = nodes[Int(current)].previous
      while sibling >= 0 {
        index += Int(nodes[Int(sibling)].size)
        sibling = nodes[Int(sibling)].previous
      }
      current = nodes[Int(current)].parent
      if current >= 0 { index += 1 }
    }
    return index
  }
}

// MARK: - Walking

extension Forest {
  /// All handles below a parent (-1 for all there are), top to bottom.
  func descendants(of parent: Int, visibleOnly: Bool = false) -> ContiguousArray<Int> {
    var handles = ContiguousArray<Int>()
    if !visibleOnly { handles.reserveCapacity(parent < 0 ? count : Int(nodes[parent].size) - 1) }
    let end = Int32(parent)
    var current = parent < 0 ? first : nodes[parent].first
    while current >= 0 {
      handles.append(Int(current))
      let node = nodes[Int(current)]
      if node.first >= 0, !visibleOnly || node.isExpanded {
        current = node.first
      } else {
        current = behind(current, under: end)
      }
    }
    return handles
  }

  /// The next handle that is not below this one, within a parent's subtree.
  private func behind(_ handle: Int32, under parent: Int32) -> Int32 {
    var current = handle
    while current >= 0, current != parent {
      let next = nodes[Int(current)].next
      if next >= 0 { return next }
      current = nodes[Int(current)].parent
    }
    return -1
  }

  /// The children of a parent, or the roots for -1.
  func children(of parent: Int) -> ContiguousArray<Int> {
    var handles = ContiguousArray<Int>()
    var current = parent < 0 ? first : nodes[parent].first
    while current >= 0 {
      handles.append(Int(current))
      current = nodes[Int(current)].next
    }
    return handles
  }
}

// MARK: - Editing

extension Forest {
  /// Where a child goes: among whose children, and before which of them (-1 for the end).
  struct Destination {
    fileprivate var parent: Int
    fileprivate var next: Int

    /// The end of a parent's children, or of the roots for -1.
    init(parent: Int) { self.init(parent: parent, next: -1) }

    fileprivate init(parent: Int, next: Int) {
      self.parent = parent
      self.next = next
    }
  }

  /// The destination before a handle.
  func destination(before handle: Int) -> Destination {
    Destination(parent: Int(nodes[handle].parent), next: handle)
  }

  /// The destination after a handle and all below it.
  func destination(after handle: Int) -> Destination {
    Destination(parent: Int(nodes[handle].parent), next: Int(nodes[handle].next))
  }

  /// Adds handles without children, one after the other.
  mutating func insert(_ handles: some Sequence<Int>, at destination: Destination) {
    var added: Int32 = 0
    let level = destination.parent < 0 ? 0 : nodes[destination.parent].level + 1
    for handle in handles {
      while nodes.count <= handle { nodes.append(Node()) }
      nodes[handle] = Node(level: level, size: 1)
      link(Int32(handle), at: destination)
      added += 1
    }
    count += Int(added)
    resize(from: destination.parent, by: added)
  }

  /// Takes a handle and all below it out, keeping their shape.
  mutating func detach(_ handle: Int) {
    let node = nodes[handle]
    setNext(of: node.previous, under: node.parent, to: node.next)
    setPrevious(of: node.next, under: node.parent, to: node.previous)
    resize(from: Int(node.parent), by: -node.size)
    count -= Int(node.size)
  }

  /// Puts back what was detached, elsewhere.
  mutating func attach(_ handle: Int, at destination: Destination) {
    let level = destination.parent < 0 ? 0 : nodes[destination.parent].level + 1
    let shift = level - nodes[handle].level
    if shift != 0 {
      for below in descendants(of: handle) { nodes[below].level += shift }
      nodes[handle].level = level
    }
    link(Int32(handle), at: destination)
    count += Int(nodes[handle].size)
    resize(from: destination.parent, by: nodes[handle].size)
  }

  /// Deletes a handle and all below it.
  mutating func delete(_ handle: Int) {
    let below = descendants(of: handle)
    detach(handle)
    for gone in below { nodes[gone] = Node() }
    nodes[handle] = Node()
  }

  /// Gives the place of a handle to another one that is not in the forest.
  mutating func replace(_ handle: Int, with other: Int) {
    while nodes.count <= other { nodes.append(Node()) }
    let (node, new) = (nodes[handle], Int32(other))
    for child in children(of: handle) { nodes[child].parent = new }
    setNext(of: node.previous, under: node.parent, to: new)
    setPrevious(of: node.next, under: node.parent, to: new)
    nodes[other] = node
    nodes[handle] = Node()
  }

  /// Some handles and all above them, in their shape here.
  ///
  /// - Parameters:
  ///   - wanted: Indexes into `all`.
  ///   - all: All handles, top to bottom.
  func restricted(to wanted: PositionSet, of all: ContiguousArray<Int>) -> Forest {
    var keeps = ContiguousArray(repeating: false, count: nodes.count)
    for index in wanted {
      // Once one is kept, so are those above it.
      var handle = all[index]
      while handle >= 0, !keeps[handle] {
        keeps[handle] = true
        handle = Int(nodes[handle].parent)
      }
    }
    var result = Forest()
    result.nodes = ContiguousArray(repeating: Node(), count: nodes.count)
    let kept = all.filter { keeps[$0] }
    for handle in kept {
      let node = nodes[handle]
      result.nodes[handle] = Node(level: node.level, size: 1, isExpanded: node.isExpanded)
      result.link(Int32(handle), at: Destination(parent: Int(node.parent)))
    }
    for handle in kept.reversed() where nodes[handle].parent >= 0 {
      result.nodes[Int(nodes[handle].parent)].size += result.nodes[handle].size
    }
    result.count = kept.count
    return result
  }

  private mutating func link(_ handle: Int32, at destination: Destination) {
    let parent = Int32(destination.parent)
    let next = Int32(destination.next)
    let previous = next >= 0 ? nodes[Int(next)].previous : parent >= 0 ? nodes[Int(parent)].last : last
    nodes[Int(handle)].parent = parent
    nodes[Int(handle)].previous = previous
    nodes[Int(handle)].next = next
    setNext(of: previous, under: parent, to: handle)
    setPrevious(of: next, under: parent, to: handle)
  }

  /// Says what comes after a sibling; for -1 what comes first under a parent, or among the roots.
  private mutating func setNext(of sibling: Int32, under parent: Int32, to next: Int32) {
    if sibling >= 0 {
      nodes[Int(sibling)].next = next
    } else if parent >= 0 {
      nodes[Int(parent)].first = next
    } else {
      first = next
    }
  }

  /// Says what comes before a sibling; for -1 what comes last under a parent, or among the roots.
  private mutating func setPrevious(of sibling: Int32, under parent: Int32, to previous: Int32) {
    if sibling >= 0 {
      nodes[Int(sibling)].previous = previous
    } else if parent >= 0 {
      nodes[Int(parent)].last = previous
    } else {
      last = previous
    }
  }

  private mutating func resize(from parent: Int, by change: Int32) {
    var above = parent
    while above >= 0 {
      nodes[above].size += change
      above = Int(nodes[above].parent)
    }
  }
}
