internal import ListDiff

/// The source of a table's rows: sections in order, each with its shape, and their rows by identifier.
///
/// Every member costs O(1) or O(log n).
@MainActor
protocol RowContent {
  var numberOfSections: Int { get }
  func shape(ofSection section: Int) -> SectionShape
  func identifier(of row: TableRow) -> RowIdentifier
  func row(for identifier: RowIdentifier) -> TableRow?
}

/// The table's view of its data source. Erases the types of the data source's identifiers.
///
/// Every member costs O(1) or O(log n), so that a table of a million rows draws as fast as one of a hundred.
@MainActor
protocol TableContent: RowContent, AnyObject {
  var numberOfItems: Int { get }
  func numberOfItems(inSection section: Int) -> Int
  /// Whether changes wait for their turn, or are being compared on another thread.
  var isApplying: Bool { get }
  /// Returns the reason why no item has an index path; nil if one has, even if its section hides it.
  func absence(of indexPath: IndexPath) -> String?
  /// Returns the number of items before this one in the entire table.
  func itemIndex(of indexPath: IndexPath) -> Int
  /// Returns the item with this many other items before it; nil if there is none.
  func row(ofItemAt index: Int) -> TableRow?

  /// Returns the section of a header or footer, even if the section shows no such row; nil for items.
  func section(of identifier: RowIdentifier) -> Int?

  /// Returns the content of a header or footer; nil if the section has none.
  func content(of row: TableRow) -> (any ContentConfiguration)?
  func layout(ofSection section: Int) -> SectionLayout
  /// A number that changes whenever sections, items or their look may have changed.
  var version: Int { get }
  /// Discards cached values that depend on the table's columns, which have changed.
  func sizeDidChange()
  func cell(at indexPath: IndexPath, in tableView: TableView) -> TableViewCell

  /// Returns the item's place in its outline; nil in a section that is not an outline.
  func outlinePosition(at indexPath: IndexPath) -> OutlinePosition?
  func parent(of indexPath: IndexPath) -> IndexPath?
  /// Returns the note below an item whose children are loading, or failed to load.
  func outlineNote(at indexPath: IndexPath) -> OutlineNote?
  /// Reports the time from which the note may be on the screen.
  func outlineNoteIsDue(at indexPath: IndexPath, from now: Duration)
  /// Loads the children of an item again after a failure.
  ///
  /// - Returns: whether there was anything to load.
  @discardableResult
  func retryLoading(at indexPath: IndexPath) -> Bool
  /// Whether any section is an outline with more than one level.
  var hasOutline: Bool { get }
  /// Opens or closes an item as the user does: handlers are called.
  func setExpanded(_ isExpanded: Bool, at indexPath: IndexPath, withDescendants: Bool)
  /// Whether the items of a section are hidden behind its header.
  func isCollapsed(section: Int) -> Bool
  /// Hides the items of sections behind their headers, or shows them, as the user does.
  func setCollapsed(_ isCollapsed: Bool, sections: Range<Int>)
  /// Opens all items above a level in all outlines, and closes the others.
  func expandAll(toLevel level: Int)

  /// Whether the user may edit the row.
  func canEdit(at indexPath: IndexPath) -> Bool
  /// Edits the row as the user requested.
  ///
  /// - Returns: whether that is allowed.
  @discardableResult
  func performEditing(_ style: TableViewCell.EditingStyle, at indexPath: IndexPath) -> Bool
  /// Whether the user may edit any row.
  var allowsEditing: Bool { get }
  /// Whether the program provides menus of rows.
  var hasContextMenus: Bool { get }
  /// Returns the menu of a row; nil if the program provides none.
  func contextMenu(at indexPath: IndexPath) -> Menu?
  /// Whether the user may move any row.
  var allowsReordering: Bool { get }
  /// Whether the user may move the row.
  func canReorder(at indexPath: IndexPath) -> Bool
  /// The number of rows that move with an item: itself, and those below it in an outline.
  func numberOfMovedRows(at indexPath: IndexPath) -> Int
  /// Moves rows as one block, as the user does; handlers are called.
  ///
  /// - Parameter destination: the place of the first moved row, counted without the moved rows; an item
  ///   beyond a section's last row means its end.
  /// - Returns: whether anything moved; false if the move is refused, or if the rows come from that place.
  @discardableResult
  func performReorder(from sources: [IndexPath], to destination: IndexPath) -> Bool

  /// Whether rows have levels, also if all of them are on the first one.
  var hasLevels: Bool { get }
  /// Moves rows one level deeper, or back with a negative step, as the user does; handlers are called.
  ///
  /// - Returns: whether anything moved.
  func changeLevel(ofRowsAt indexPaths: [IndexPath], by step: Int) -> Bool

  /// The changes applied since the table last took the content over, as one change.
  var unshownChange: (any TableChange)? { get }
  /// Returns the row that takes the cursor of a row that the unshown change removed: the next remaining
  /// sibling, else the previous one, else the parent, else the nearest row.
  func successor(of identifier: RowIdentifier) -> TableRow?
  /// Returns the selected items that the unshown change removed or hid.
  func removed(among selected: Set<RowIdentifier>) -> [RowIdentifier]
  /// Whether an item that is not shown still exists.
  func isHidden(_ item: RowIdentifier, whileFiltered: Bool) -> Bool
  /// Takes the unshown change over; the next drawing shows it, with those that were taken over before.
  func takeOverChange()
  /// The changes that the table took over since its last drawing, as one change.
  var undrawnChange: (any TableChange)? { get }
  /// Discards that change, because the table draws it.
  func forgetUndrawnChange()
  /// Called at the end of a drawing: performs the applies that were requested during it.
  func tableDidDraw()
}

/// The difference between the content that a table showed last and the current content. Erases the types of
/// the identifiers.
@MainActor
protocol TableChange {
  var cause: ChangeCause { get }
  /// The animation; nil if the table shows nothing of the change.
  var animation: RowAnimation? { get }
  var summary: ChangeSummary { get }
  /// Whether rows and sections are the same as before.
  var isEmpty: Bool { get }
  /// Whether there were no items before, so that all items are new.
  var isFirstLoad: Bool { get }
  /// Returns what happened to a current row, which was not deleted.
  func change(of row: TableRow) -> RowChange?
  /// Returns the current place of a former row.
  func destination(of row: TableRow) -> TableRow?
  /// Returns the current index of a former section.
  func destination(ofSection section: Int) -> Int?
  /// Whether the row's cell must be created again (`true`) or configured again (`false`); nil for neither.
  func replacesCell(of row: TableRow) -> Bool?
  /// Whether completions wait for the end of the change.
  var hasCompletions: Bool { get }
  /// Calls the completions that wait for the end of the change, each once.
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

  /// The item's index path; nil for headers and footers.
  var indexPath: IndexPath? {
    if case .item(let item) = part { IndexPath(item: item, section: section) } else { nil }
  }

  /// The item's index in its section; nil for headers and footers.
  var item: Int? { if case .item(let item) = part { item } else { nil } }

  static func < (lhs: Self, rhs: Self) -> Bool { (lhs.section, lhs.part) < (rhs.section, rhs.part) }
}

/// The identity of a row across changes of the content, by the number that the data
/// source gives its identifier.
enum RowIdentifier: Hashable, Comparable {
  case header(Int)
  case item(Int)
  case footer(Int)
}

/// The place of an item in the outline of its section.
struct OutlinePosition: Equatable {
  /// The distance from the roots.
  var level: Int
  /// Whether the item has children.
  var isExpandable: Bool
  /// Whether the children are shown.
  var isExpanded: Bool
}
