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
