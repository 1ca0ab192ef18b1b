internal import ListDiff

/// What the rows of a table are made from: sections in order, each with its shape, and their rows by name.
///
/// Every answer costs O(1) or O(log n).
@MainActor
protocol RowContent {
  var numberOfSections: Int { get }
  func shape(ofSection section: Int) -> SectionShape
  func identifier(of row: TableRow) -> RowIdentifier
  func row(for identifier: RowIdentifier) -> TableRow?
}

/// What a table asks of its data source. Erases the types of the data source's identifiers.
///
/// Every member costs O(1) or O(log n), so that a table of a million rows draws as fast as one of a hundred.
@MainActor
protocol TableContent: RowContent, AnyObject {
  var numberOfItems: Int { get }
  func numberOfItems(inSection section: Int) -> Int
  /// Whether changes wait for their turn, or are being compared on another thread.
  var isApplying: Bool { get }
  /// How many items stand before this one in the whole table.
  func ordinal(of indexPath: IndexPath) -> Int
  /// The item before which that many others stand; nil where there is none.
  func row(ofItemAt ordinal: Int) -> TableRow?

  /// The section of a header or footer, which may be there without that row; nil for items.
  func section(of identifier: RowIdentifier) -> Int?

  /// What a header or footer shows; nil where the section has none.
  func content(of row: TableRow) -> ListContentConfiguration?
  func layout(ofSection section: Int) -> SectionLayout
  /// Differs whenever sections, items or how they look may be others than before.
  var version: Int { get }
  /// The table has other columns, by which items stand.
  func sizeDidChange()
  func cell(at indexPath: IndexPath, in tableView: TableView) -> TableViewCell

  /// The item's place in its outline; nil in a section that has none.
  func outlinePosition(at indexPath: IndexPath) -> OutlinePosition?
  func parent(of indexPath: IndexPath) -> IndexPath?
  /// What is said below an item whose children are being found, or were not.
  func outlineNote(at indexPath: IndexPath) -> OutlineNote?
  /// Says since when that might be on the screen.
  func outlineNoteIsDue(at indexPath: IndexPath, from now: Duration)
  /// Finds the children of an item anew that were not found.
  ///
  /// - Returns: whether there was anything to find.
  @discardableResult
  func retryLoading(at indexPath: IndexPath) -> Bool
  /// Whether any section is an outline with more than one level.
  var hasOutline: Bool { get }
  /// Opens or closes an item as a user does: handlers are called.
  func setExpanded(_ isExpanded: Bool, at indexPath: IndexPath, withDescendants: Bool)
  /// Whether the items of a section are hidden behind its header.
  func isCollapsed(section: Int) -> Bool
  /// Hides the items of sections behind their headers, or shows them, as a user does.
  func setCollapsed(_ isCollapsed: Bool, sections: Range<Int>)
  /// Opens all items above a level in all outlines, and closes the others.
  func expandAll(toLevel level: Int)

  /// Whether a person may edit the row.
  func canEdit(at indexPath: IndexPath) -> Bool
  /// Does to the row what a person asked for.
  ///
  /// - Returns: whether that is allowed.
  @discardableResult
  func performEditing(_ style: TableViewCell.EditingStyle, at indexPath: IndexPath) -> Bool
  /// Whether a person may edit any row.
  var allowsEditing: Bool { get }
  /// Whether rows may have a menu at an end.
  func hasSwipeActions(_ edge: SwipeEdge) -> Bool
  /// The actions of a row's menu.
  func swipeActions(_ edge: SwipeEdge, at indexPath: IndexPath) -> SwipeActionsConfiguration?
  /// Whether a person may move any row.
  var allowsReordering: Bool { get }
  /// Whether a person may move the row.
  func canReorder(at indexPath: IndexPath) -> Bool
  /// Moves rows as one block as a person does, handlers being called.
  ///
  /// - Parameter destination: where the first of them is to stand, counted without them; beyond a section's
  ///   last row is its end.
  /// - Returns: whether anything moved; not where it is refused, nor where the rows come from.
  @discardableResult
  func performReorder(from sources: [IndexPath], to destination: IndexPath) -> Bool

  /// What was applied since the table took the content over last.
  var unshownChange: (any TableChange)? { get }
  /// Which row takes the cursor of one that the unshown change took away: its next surviving sibling, else the
  /// previous one, else its parent, else the nearest row.
  func successor(of identifier: RowIdentifier) -> TableRow?
  /// Which of the selected items the unshown change deselects: they left, were hidden or were replaced.
  func deselected(among selected: Set<RowIdentifier>) -> [RowIdentifier]
  /// The table takes the unshown change over; it is drawn next, with those that were taken over before.
  func takeOverChange()
  /// What the table took over since its last drawing, as one change.
  var undrawnChange: (any TableChange)? { get }
  /// The table draws that change.
  func forgetUndrawnChange()
  /// Lets what was asked for during a layout happen now.
  func performPendingApplies()
}

/// The way from the content a table showed last to the one it has now. Erases the types of the identifiers.
@MainActor
protocol TableChange {
  var cause: ChangeCause { get }
  /// Nil where nothing is to be shown of the change.
  var animation: RowAnimation? { get }
  var summary: ChangeSummary { get }
  /// Whether there were no items before, so that all are new.
  var isFirstLoad: Bool { get }
  /// What happened to a row that is there now.
  func change(of row: TableRow) -> RowChange?
  /// Where a former row is now.
  func destination(of row: TableRow) -> TableRow?
  /// Where a former section is now.
  func destination(ofSection section: Int) -> Int?
  /// Whether the row's cell must be made anew (`true`) or configured again (`false`); nil for neither.
  func replacesCell(of row: TableRow) -> Bool?
  /// Whether completions wait for the end of it.
  var hasCompletions: Bool { get }
  /// Calls the completions that wait for the end of it, each once.
  func completed()
}

// MARK: - TableRow

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
