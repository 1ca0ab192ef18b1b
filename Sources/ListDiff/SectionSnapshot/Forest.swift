/// The shape of a tree of items: what is below what, in which order, and what is expanded. Knows handles only.
///
///     A                 first root A, last root B
///     ├ a1              A: first child a1, last child a2, 3 nodes
///     └ a2
///     B                 B: after A
struct Forest: Sendable {
  /// The links of one handle; -1 stands for none.
  struct Node: Sendable {
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

  var nodes: ContiguousArray<Node> = []
  var first: Int32 = -1
  var last: Int32 = -1
  /// The number of handles in the forest.
  var count = 0

  init() {}

  func contains(_ handle: Int) -> Bool {
    handle >= 0 && handle < nodes.count && nodes[handle].size > 0
  }

  func parent(of handle: Int) -> Int { Int(nodes[handle].parent) }

  func level(of handle: Int) -> Int { Int(nodes[handle].level) }

  func isExpanded(_ handle: Int) -> Bool { nodes[handle].isExpanded }

  func isLeaf(_ handle: Int) -> Bool { nodes[handle].first < 0 }

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
