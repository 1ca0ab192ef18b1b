/// The position of an item: its section, and its index in it.
///
/// ListKit's index path, for code that has neither a table nor Foundation. Positions are ordered as they are
/// read: by section, then by item.
public struct ItemPosition: Hashable, Comparable, Sendable, Codable {
  /// The index of the section.
  public var section: Int
  /// The index of the item in its section.
  public var item: Int

  /// Creates a position; whether there is an item depends on the snapshot it is used with.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Whether one position comes before another.
  public static func < (first: Self, second: Self) -> Bool {
    (first.section, first.item) < (second.section, second.item)
  }
}

extension ItemPosition: CustomStringConvertible {
  /// The position as an index path is written: `[section, item]`.
  public var description: String { "[\(section), \(item)]" }
}
