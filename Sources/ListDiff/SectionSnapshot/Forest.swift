/// The shape of a tree of items: parents, order and expansion. It stores only handles.
///
///     A                 first root A, last root B
///     ├ a1              A: first child a1, last child a2, 3 nodes
///     └ a2
///     B                 B: after A
struct Forest: Sendable {
  /// The links of one handle; -1 means that there is none.
  private struct Node: Sendable {
    var parent: Int32 = -1
    var first: Int32 = -1
    var last: Int32 = -1
    var next: Int32 = -1
    var previous: Int32 = -1
    var level: Int32 = 0
    /// The number of handles in its subtree, including itself; 0 for a handle that is not in the forest.
    var size: Int32 = 0
    var isExpanded = false
  }

  private var nodes: ContiguousArray<Node> = []
  private var first: Int32 = -1
  private var last: Int32 = -1
  /// The number of handles in the forest.
  private(set) var count = 0
  private var rootCount = 0

  init() {}

  func contains(_ handle: Int) -> Bool {
    handle >= 0 && handle < nodes.count && nodes[handle].size > 0
  }

  func parent(of handle: Int) -> Int { Int(nodes[handle].parent) }

  func level(of handle: Int) -> Int { Int(nodes[handle].level) }

  func isExpanded(_ handle: Int) -> Bool { nodes[handle].isExpanded }

  func isLeaf(_ handle: Int) -> Bool { nodes[handle].first < 0 }

  /// Whether all handles are roots.
  var isFlat: Bool { rootCount == count }

  mutating func setExpanded(_ isExpanded: Bool, _ handle: Int) { nodes[handle].isExpanded = isExpanded }

  /// Whether all ancestors of a handle are expanded.
  func isVisible(_ handle: Int) -> Bool {
    var above = nodes[handle].parent
    while above >= 0 {
      if !nodes[Int(above)].isExpanded { return false }
      above = nodes[Int(above)].parent
    }
    return true
  }

  /// Whether a handle is another one or one of its descendants.
  func isInSubtree(_ handle: Int, of ancestor: Int) -> Bool {
    var above = Int32(handle)
    while above >= 0 {
      if Int(above) == ancestor { return true }
      above = nodes[Int(above)].parent
    }
    return false
  }

  /// Returns the number of handles before this one, from top to bottom, including hidden ones.
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
  /// Returns the descendants of a parent (all handles for -1), from top to bottom.
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

  /// Returns the next handle in a parent's subtree that is not a descendant of this one, or -1.
  private func behind(_ handle: Int32, under parent: Int32) -> Int32 {
    var current = handle
    while current >= 0, current != parent {
      let next = nodes[Int(current)].next
      if next >= 0 { return next }
      current = nodes[Int(current)].parent
    }
    return -1
  }

  /// Returns the children of a parent, or the roots for -1.
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
  /// The place of a child: its parent, and its next sibling (-1 for the end).
  struct Destination {
    fileprivate var parent: Int
    fileprivate var next: Int

    /// Creates the destination at the end of a parent's children, or of the roots for -1.
    init(parent: Int) { self.init(parent: parent, next: -1) }

    fileprivate init(parent: Int, next: Int) {
      self.parent = parent
      self.next = next
    }
  }

  func destination(before handle: Int) -> Destination {
    Destination(parent: Int(nodes[handle].parent), next: handle)
  }

  func destination(after handle: Int) -> Destination {
    Destination(parent: Int(nodes[handle].parent), next: Int(nodes[handle].next))
  }

  /// Inserts handles without children, one after the other.
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

  /// Removes a handle with its descendants, which keep their shape.
  mutating func detach(_ handle: Int) {
    let node = nodes[handle]
    setNext(of: node.previous, under: node.parent, to: node.next)
    setPrevious(of: node.next, under: node.parent, to: node.previous)
    resize(from: Int(node.parent), by: -node.size)
    count -= Int(node.size)
    rootCount -= node.parent < 0 ? 1 : 0
  }

  /// Inserts a detached handle with its descendants.
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

  mutating func delete(_ handle: Int) {
    let below = descendants(of: handle)
    detach(handle)
    for gone in below { nodes[gone] = Node() }
    nodes[handle] = Node()
  }

  /// Returns the forest of the wanted handles and all their ancestors.
  ///
  /// - Parameters:
  ///   - wanted: Indexes into `all`.
  ///   - all: All handles, top to bottom.
  func restricted(to wanted: PositionSet, of all: ContiguousArray<Int>) -> Forest {
    var keeps = ContiguousArray(repeating: false, count: nodes.count)
    for index in wanted {
      // If a handle is kept, so are its ancestors.
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
    rootCount += parent < 0 ? 1 : 0
    setNext(of: previous, under: parent, to: handle)
    setPrevious(of: next, under: parent, to: handle)
  }

  /// Sets the next sibling of a handle; for -1, the first child of a parent, or the first root.
  private mutating func setNext(of sibling: Int32, under parent: Int32, to next: Int32) {
    if sibling >= 0 {
      nodes[Int(sibling)].next = next
    } else if parent >= 0 {
      nodes[Int(parent)].first = next
    } else {
      first = next
    }
  }

  /// Sets the previous sibling of a handle; for -1, the last child of a parent, or the last root.
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
