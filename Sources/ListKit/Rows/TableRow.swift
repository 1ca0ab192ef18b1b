/// A place in a table's list of rows: the header of a section, one of its items, or its footer.
///
/// Valid for one state of the content; ``RowIdentifier`` names the same row across states.
struct TableRow: Hashable, Comparable {
  enum Part: Hashable, Comparable {
    case header
    case item(Int)
    case footer
  }

  var section: Int
  var part: Part

  init(section: Int, _ part: Part) {
    self.section = section
    self.part = part
  }

  init(_ indexPath: IndexPath) { self.init(section: indexPath.section, .item(indexPath.item)) }

  /// The item's place; nil for headers and footers.
  var indexPath: IndexPath? {
    if case .item(let item) = part { IndexPath(item: item, section: section) } else { nil }
  }

  static func < (lhs: Self, rhs: Self) -> Bool { (lhs.section, lhs.part) < (rhs.section, rhs.part) }
}

/// What a row is called across changes of the content.
enum RowIdentifier: Hashable {
  case header(AnyHashable)
  case item(AnyHashable)
  case footer(AnyHashable)
}

/// Where an item stands in the outline of its section.
struct OutlinePosition: Hashable {
  /// Distance from the roots.
  var level: Int
  /// Whether it has children.
  var isExpandable: Bool
  /// Whether they are shown.
  var isExpanded: Bool
}

/// What happened to a row that is there now.
enum RowChange: Hashable {
  case inserted
  case movedUp
  case movedDown
  case changed
}
