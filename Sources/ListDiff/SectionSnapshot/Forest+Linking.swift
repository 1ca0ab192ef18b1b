extension Forest {
  /// Where a child goes: among whose children, and before which of them (-1 for the end).
  struct Place {
    var parent: Int
    var next: Int

    init(parent: Int, next: Int = -1) {
      self.parent = parent
      self.next = next
    }
  }

  /// The place before a handle.
  func place(before handle: Int) -> Place { Place(parent: Int(nodes[handle].parent), next: handle) }

  /// The place after a handle and all below it.
  func place(after handle: Int) -> Place {
    Place(parent: Int(nodes[handle].parent), next: Int(nodes[handle].next))
  }

  /// Adds handles without children, one after the other.
  mutating func insert(_ handles: some Sequence<Int>, at place: Place) {
    var added: Int32 = 0
    let level = place.parent < 0 ? 0 : nodes[place.parent].level + 1
    for handle in handles {
      while nodes.count <= handle { nodes.append(Node()) }
      nodes[handle] = Node(level: level, size: 1)
      link(Int32(handle), at: place)
      added += 1
    }
    count += Int(added)
    resize(from: place.parent, by: added)
  }

  /// Takes a handle and all below it out, keeping their shape.
  mutating func detach(_ handle: Int) {
    let node = nodes[handle]
    if node.previous >= 0 {
      nodes[Int(node.previous)].next = node.next
    } else if node.parent >= 0 {
      nodes[Int(node.parent)].first = node.next
    } else {
      first = node.next
    }
    if node.next >= 0 {
      nodes[Int(node.next)].previous = node.previous
    } else if node.parent >= 0 {
      nodes[Int(node.parent)].last = node.previous
    } else {
      last = node.previous
    }
    resize(from: Int(node.parent), by: -node.size)
    count -= Int(node.size)
  }

  /// Puts back what was detached, elsewhere.
  mutating func attach(_ handle: Int, at place: Place) {
    let level = place.parent < 0 ? 0 : nodes[place.parent].level + 1
    let shift = level - nodes[handle].level
    if shift != 0 {
      for below in descendants(of: handle) { nodes[below].level += shift }
      nodes[handle].level = level
    }
    link(Int32(handle), at: place)
    count += Int(nodes[handle].size)
    resize(from: place.parent, by: nodes[handle].size)
  }

  /// Deletes a handle and all below it.
  mutating func delete(_ handle: Int) {
    let below = descendants(of: handle)
    detach(handle)
    for gone in below { nodes[gone] = Node() }
    nodes[handle] = Node()
  }

  /// Some handles and all above them, as they stand here.
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
      result.link(Int32(handle), at: Place(parent: Int(node.parent)))
    }
    for handle in kept.reversed() where nodes[handle].parent >= 0 {
      result.nodes[Int(nodes[handle].parent)].size += result.nodes[handle].size
    }
    result.count = kept.count
    return result
  }

  private mutating func link(_ handle: Int32, at place: Place) {
    let parent = Int32(place.parent)
    let next = Int32(place.next)
    let previous = next >= 0 ? nodes[Int(next)].previous : parent >= 0 ? nodes[Int(parent)].last : last
    nodes[Int(handle)].parent = parent
    nodes[Int(handle)].previous = previous
    nodes[Int(handle)].next = next
    if previous >= 0 {
      nodes[Int(previous)].next = handle
    } else if parent >= 0 {
      nodes[Int(parent)].first = handle
    } else {
      first = handle
    }
    if next >= 0 {
      nodes[Int(next)].previous = handle
    } else if parent >= 0 {
      nodes[Int(parent)].last = handle
    } else {
      last = handle
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
