/// Rows in the hand, on the screen.
struct LiftedRow {
  /// What holds them.
  enum Grip: Hashable {
    case keys
    case mouse
  }

  /// The item that the hand holds.
  let item: AnyHashable
  /// All items in the hand, that one included.
  let items: Set<AnyHashable>
  let grip: Grip
  var session: ReorderSession
  /// What the row that the hand holds looks like where it would be dropped.
  var lines: [[Glyph]] = []
  /// The row it would be dropped beside.
  var neighbor: Tombstone.Neighbor?
  /// The columns it would have in a grid or strip that is empty; nil elsewhere.
  var columns: Range<Int>?
  /// Where the mouse is.
  var pointer: Point?
  /// When the list scrolls on while the mouse rests at an edge.
  var scrollDue: Duration?

  /// Time between two lines that scroll by while the mouse rests at an edge.
  static let scrollInterval = Duration.milliseconds(80)

  /// Columns at either end of a strip that scroll it.
  static let edgeColumns = 2

  var identifier: RowIdentifier { .item(item) }

  /// Whether a row is in the hand.
  func contains(_ identifier: RowIdentifier) -> Bool {
    if case .item(let item) = identifier { items.contains(item) } else { false }
  }

  /// The row at the place where it would be dropped; nil where it came from.
  var ghost: Tombstone? {
    session.isHome
      ? nil
      : neighbor.map {
        Tombstone(
          identifier: identifier, neighbor: $0, lines: lines, animation: .none, began: .zero, duration: .zero,
          columns: columns)
      }
  }
}
