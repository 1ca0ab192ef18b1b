/// A screen with a table: a title, optionally a query, the rows, a status line, and panels on top of them.
///
/// ```text
///   Mountains                      title
///   ❯ karak                        searchBar
///   ▌ ▾ Karakoram                  tableView
///   12/340  −328         ? help    statusText
/// ```
///
/// Subclasses override ``perform(_:)`` for their own commands, and act as delegates of the table.
open class TableViewController: ViewController {
  /// The table between the title and the status line.
  public let tableView: TableView
  /// The search bar; nil for a screen without a query.
  public var searchBar: SearchBar? {
    didSet {
      oldValue?.screen = nil
      searchBar?.screen = self
      tableView.queryWillChange(from: oldValue?.text ?? "", to: searchBar?.text ?? "")
      setNeedsDisplay()
    }
  }
  /// Whether the query is visible only while it is open or contains text. On such a screen letters are keys,
  /// as on a screen without a query: `/` opens the query, which then takes the letters, enter keeps it and
  /// returns the focus to the rows, and escape clears and closes it.
  public var hidesSearchBarWhenEmpty = false { didSet { setNeedsDisplay() } }
  /// Whether the user opened a query that hides itself, so that it has the focus.
  public private(set) var isSearching = false
  /// Finds rows without hiding the others. If set, ctrl-f opens a line for a text, enter keeps it, `n` and `N`
  /// go to the next and the previous match, and escape ends the find. The closure has to find the rows, move
  /// the cursor and highlight.
  public var findAction: ((FindAction) -> Void)?
  var findPlaceholder = "text to find; n and N: next, previous row"
  var find = Find()
  /// Whether the selected row is deselected when the screen appears, unless the table allows multiple
  /// selection.
  public var clearsSelectionOnViewWillAppear = true

  /// Creates a screen with an empty table.
  public init(style: TableView.Style = .plain) {
    tableView = TableView(style: style)
    super.init()
    tableView.controller = self
  }

  /// Creates a screen with a table that no other screen shows.
  init(_ tableView: TableView) {
    self.tableView = tableView
    super.init()
    tableView.controller = self
  }

  /// Performs a command, as ``ViewController/perform(_:)`` says: in this order, the menu or the carried row, the query,
  /// the screen and the table.
  @discardableResult
  open override func perform(_ command: Command) -> Bool {
    if tableView.isModal, tableView.perform(command) { return true }
    return performOnQuery(command) || super.perform(command) || tableView.perform(command)
  }

  private func performOnQuery(_ command: Command) -> Bool {
    switch command {
    case .edit(let edit): keyBar?.apply(edit)
    case .beginSearch: beginSearch()
    case .endSearch: find.bar == nil ? endSearch() : keepFind()
    case .beginFind: beginFind()
    case .findNext(let step): findNext(step)
    case .back where tableView.isEditing: tableView.setEditing(false, animated: true)
    case .back where isFinding: endFind()
    case .back:
      guard let searchBar, isSearching || !searchBar.text.isEmpty else { return false }
      endSearch()
      searchBar.clear()
    default: return false
    }
    return true
  }

  // MARK: Appearing

  /// Called before the first drawing, and before each drawing in which the size of the rows' area has
  /// changed: the place to adapt the content to ``TableView/visibleSize``. Does nothing unless overridden.
  open func viewWillLayoutSubviews() {}

  override func startShowing() {
    if clearsSelectionOnViewWillAppear, !tableView.allowsMultipleSelection, !tableView.selection.isEmpty {
      tableView.selectRow(at: nil, animated: false)
    }
    super.startShowing()
  }

  override func stopShowing() { tableView.stopShowing() }

  override var list: TableViewController? { self }
  override var standardKeyMap: KeyMap { .standard }
  package override var rowsArea: Rect? { areas.table }

  override func layOut() {
    if tableView.move(to: areas.table, hasFocus: hasFocus) { viewWillLayoutSubviews() }
  }

  /// Draws the rows.
  open override func draw(in canvas: inout Canvas) { tableView.draw(in: &canvas, at: canvas.time) }
}

// MARK: - Search

/// A query that opens and closes.
///
/// ```text
///            /                  enter
///   closed ─────▶ has the keys ◀──────▶ kept, the rows have the keys
///      ▲                │          /                 │
///      └────── esc ─────┴────────── esc ─────────────┘
/// ```
///
/// A query that does not hide itself always has the keys.
extension TableViewController {
  /// The search bar that takes typed letters: that of a find, or the query; nil if letters are keys.
  var keyBar: SearchBar? { find.bar ?? (isSearching || !hidesSearchBarWhenEmpty ? searchBar : nil) }

  /// The search bar that is shown if there is one: that of a find, or the query.
  var shownBar: SearchBar? { find.bar ?? searchBar }

  /// Whether the screen has room for the title.
  package var showsTitle: Bool { areas.title != nil }

  var showsSearchBar: Bool { keyBar != nil || !(searchBar?.text.isEmpty ?? true) }

  /// The conditions of the query, for the key map.
  var searchCircumstances: KeyBinding.Conditions {
    guard let keyBar else {
      var conditions: KeyBinding.Conditions = [.whenNotTyping, .queryIsEmpty]
      if searchBar != nil { conditions.insert(.canSearch) }
      if findAction != nil { conditions.insert(.canFind) }
      return conditions
    }
    let conditions: KeyBinding.Conditions =
      keyBar.text.isEmpty ? [.hasQuery, .queryIsEmpty] : [.hasQuery, .queryIsNotEmpty]
    return isSearching || find.bar != nil ? conditions.union(.isSearching) : conditions
  }

  func beginSearch() {
    guard searchBar != nil, hidesSearchBarWhenEmpty else { return }
    isSearching = true
    setNeedsDisplay()
  }

  func endSearch() {
    isSearching = false
    setNeedsDisplay()
  }
}
