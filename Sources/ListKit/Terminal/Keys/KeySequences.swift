/// The bytes a terminal sends for its keys, to be recognised one by one.
///
/// ```text
///   root ── ESC ── [ ──┬── A                 up
///                      ├── 5 ──┬── ~         page up
///                      │       └── $         shift with page up
///                      └── [ ──── A          F1 of the Linux console
/// ```
package struct KeySequences: Sendable {
  /// A place in the tree: the bytes so far, which are a key, the beginning of others, or both.
  ///
  /// The few bytes that may follow are a chain: a start makes hundreds of nodes, and a dictionary in each costs more than
  /// all comparisons of a session.
  struct Node: Sendable {
    let byte: UInt8
    var key: KeyPress?
    fileprivate(set) var firstChild: Int?
    fileprivate(set) var sibling: Int?
  }

  static let root = 0
  private(set) var nodes = [Node(byte: 0)]

  /// Creates a table that knows no key: those of ``ControlSequence`` are understood without one.
  package init() {}

  /// Creates a table; of equal sequences the first counts.
  ///
  /// Left out is what is no sequence: single bytes, which mean the same on every terminal, and what begins
  /// with a character that can be typed.
  ///
  /// - Complexity: O(bytes).
  package init(_ keys: some Sequence<(bytes: [UInt8], press: KeyPress)>) {
    for (bytes, press) in keys where bytes.count > 1 && bytes[0] < 0x20 {
      var place = Self.root
      for byte in bytes { place = node(after: place, byte) ?? append(byte, to: place) }
      nodes[place].key = nodes[place].key ?? press
    }
  }

  /// The place that a byte leads to; nil where no key goes on with it.
  func node(after node: Int, _ byte: UInt8) -> Int? {
    var child = nodes[node].firstChild
    while let place = child, nodes[place].byte != byte { child = nodes[place].sibling }
    return child
  }

  private mutating func append(_ byte: UInt8, to node: Int) -> Int {
    nodes.append(Node(byte: byte, sibling: nodes[node].firstChild))
    nodes[node].firstChild = nodes.count - 1
    return nodes.count - 1
  }
}
