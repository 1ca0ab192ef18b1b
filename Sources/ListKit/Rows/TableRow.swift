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

  /// The item's index in its section; nil for headers and footers.
  var item: Int? { if case .item(let item) = part { item } else { nil } }

  static func < (lhs: Self, rhs: Self) -> Bool { (lhs.section, lhs.part) < (rhs.section, rhs.part) }
}

/// What a row is called across changes of the content, by the number that the data source gives its identifier.
enum RowIdentifier: Hashable {
  case header(Int)
  case item(Int)
  case footer(Int)
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
