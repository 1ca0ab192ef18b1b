/// Rows on their way to another place, on the screen.
struct CarriedRows {
  /// What moves them.
  enum Grip: Hashable {
    case keys
    case mouse
  }

  /// What they would be dropped behind, whatever comes and goes meanwhile.
  enum Neighbor: Hashable {
    case item(RowIdentifier)
    /// The start of a section, by the name of its header.
    case startOfSection(RowIdentifier)
  }

  /// The item that was picked up.
  let item: RowIdentifier
  /// All items that are carried, that one included.
  let items: Set<RowIdentifier>
  let grip: Grip
  var session: ReorderSession
  /// What the row that was picked up looks like where it would be dropped.
  var lines: [[Glyph]] = []
  var neighbor: Neighbor?
  /// Where the mouse is.
  var pointer: Point?
  /// When the list scrolls on while the mouse rests at an edge.
  var scrollDue: Duration?

  /// Time between two lines that scroll by while the mouse rests at an edge.
  static let scrollInterval = Duration.milliseconds(80)

  /// Columns at either end of a strip that scroll it.
  static let edgeColumns = 2

  /// The row at the place where it would be dropped.
  var transientRow: TransientRow {
    TransientRow(identifier: item, kind: .carried(byKeys: grip == .keys), lines: lines.count)
  }
}
