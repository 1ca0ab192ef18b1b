/// How the items of a section stand.
///
/// ```text
///   list       grid             strip
///   ▌ one      ▌ one    two     ▌ one    two    thr…
///     two        three  four
/// ```
public struct SectionLayout: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case list
    case grid(columns: Int)
    case gridOfWidth(Int)
    case strip(itemWidth: Int, lines: Int)
  }

  let kind: Kind

  /// One below the other.
  public static let list = SectionLayout(kind: .list)

  /// Beside each other, a number of them on a line, fewer where they would be too narrow.
  public static func grid(columns: Int) -> Self { Self(kind: .grid(columns: columns)) }

  /// Beside each other, as many on a line as have room.
  ///
  /// - Parameter minimumWidth: the fewest screen columns an item's content takes.
  public static func grid(minimumWidth: Int) -> Self { Self(kind: .gridOfWidth(minimumWidth)) }

  /// All on one line, which scrolls sideways.
  ///
  /// - Parameters:
  ///   - itemWidth: the screen columns an item's content takes.
  ///   - lines: the lines all of them take.
  public static func strip(itemWidth: Int = 12, lines: Int = 1) -> Self {
    Self(kind: .strip(itemWidth: itemWidth, lines: lines))
  }
}

/// How the items of a section stand in a table of a certain width.
enum ItemArrangement: Hashable {
  case list
  case grid(columns: Int)
  case strip
}
