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
  struct Node: Sendable {
    var next: [UInt8: Int] = [:]
    var key: KeyPress?
  }

  static let root = 0
  private(set) var nodes = [Node()]

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
      for byte in bytes {
        if let next = nodes[place].next[byte] {
          place = next
        } else {
          nodes.append(Node())
          nodes[place].next[byte] = nodes.count - 1
          place = nodes.count - 1
        }
      }
      nodes[place].key = nodes[place].key ?? press
    }
  }
}
