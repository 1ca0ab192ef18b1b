/// A row in the hand, on the screen.
struct LiftedRow {
  /// What holds it.
  enum Grip: Hashable {
    case keys
    case mouse
  }

  let item: AnyHashable
  let grip: Grip
  var session: ReorderSession
  /// What the row looked like when it was picked up.
  let lines: [[Glyph]]
  /// The row it would be dropped beside.
  var neighbor: Tombstone.Neighbor?
  /// Where the mouse is.
  var pointer: Point?
  /// When the list scrolls on while the mouse rests at an edge.
  var scrollDue: Duration?

  /// Time between two lines that scroll by while the mouse rests at an edge.
  static let scrollInterval = Duration.milliseconds(80)

  var identifier: RowIdentifier { .item(item) }

  /// The row at the place where it would be dropped; nil where it came from.
  var ghost: Tombstone? {
    session.isHome
      ? nil
      : neighbor.map {
        Tombstone(
          identifier: identifier, neighbor: $0, lines: lines, animation: .none, began: .zero, duration: .zero)
      }
  }
}
