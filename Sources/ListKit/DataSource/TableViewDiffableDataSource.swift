/// Supplies the content of a table as snapshots; the table determines what changed and shows it.
///
/// ```swift
/// let dataSource = TableViewDiffableDataSource<Section, Mountain>(tableView: tableView) { mountain in
///   ListContentConfiguration(text: mountain.name)
/// }
/// var snapshot = DiffableDataSourceSnapshot<Section, Mountain>()
/// snapshot.appendSections([.main])
/// snapshot.appendItems(mountains)
/// dataSource.apply(snapshot)
/// ```
///
/// In addition to the features of `UITableViewDiffableDataSource`, it supports outlines: a
/// ``SectionSnapshot`` can be applied to each section, as in UIKit's collection views.
@MainActor
open class TableViewDiffableDataSource<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
> {
  /// A snapshot of this data source.
  public typealias Snapshot = DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  /// The outline of one section: the hierarchy of its items, and which of them are expanded.
  public typealias SectionSnapshot = DiffableDataSourceSectionSnapshot<ItemIdentifierType>
  typealias Content = DataSourceContent<SectionIdentifierType, ItemIdentifierType>
  /// The difference between two snapshots.
  public typealias Difference = SnapshotDifference<SectionIdentifierType, ItemIdentifierType>
  /// Creates the cell of an item; returning nil is a programming error, which traps.
  public typealias CellProvider = (
    _ tableView: TableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
  ) -> TableViewCell?
  /// Creates the header or footer of a section, such as a ``ListContentConfiguration``, or in a tabular list a
  /// ``ColumnContentConfiguration`` whose fields stand in the columns of the rows; nil for none.
  public typealias HeaderProvider = (_ sectionIdentifier: SectionIdentifierType) -> (
    any ContentConfiguration
  )?

  /// The animation of rows in later applies.
  public var defaultRowAnimation = RowAnimation.automatic
  /// Creates the headers of sections.
  public var headerProvider: HeaderProvider? { didSet { sectionsDidChange() } }
  /// Returns the titles of sections for which ``headerProvider`` creates nothing.
  ///
  /// ```swift
  /// dataSource.headerTitleProvider = { day in day.name }
  /// ```
  public var headerTitleProvider: ((_ sectionIdentifier: SectionIdentifierType) -> String?)? {
    didSet { sectionsDidChange() }
  }
  /// Creates the footers of sections.
  public var footerProvider: HeaderProvider? { didSet { sectionsDidChange() } }
  /// Returns the arrangement of a section's items; a list if nil.
  public var sectionLayoutProvider: ((_ sectionIdentifier: SectionIdentifierType) -> SectionLayout)? {
    didSet { sectionsDidChange() }
  }
  /// Whether the user may edit a row; if nil, every row can be edited once ``commitEditing`` is set.
  public var canEditRow: ((ItemIdentifierType) -> Bool)?
  /// Edits a row as the user requested: the app changes its data and applies a snapshot.
  ///
  /// ```swift
  /// dataSource.commitEditing = { [unowned dataSource] style, mountain in
  ///   var snapshot = dataSource.snapshot()
  ///   if style == .delete { snapshot.deleteItems([mountain]) }
  ///   dataSource.apply(snapshot)
  /// }
  /// ```
  public var commitEditing: ((TableViewCell.EditingStyle, ItemIdentifierType) -> Void)?
  /// Creates the menu of an item's row, which the user opens with a key or with the right mouse button.
  ///
  /// ```swift
  /// dataSource.contextMenuProvider = { [unowned self] mountain in
  ///   Menu(children: [Action(title: "Remove", attributes: .destructive) { _ in remove(mountain) }])
  /// }
  /// ```
  public var contextMenuProvider: ContextMenuProvider?
  /// The closures that are called when the user opens and closes items.
  public var sectionSnapshotHandlers = SectionSnapshotHandlers<ItemIdentifierType>()
  /// The closures that are called when the user moves rows; by default no row can be moved.
  public var reorderingHandlers = ReorderingHandlers()
  /// Whether two items with equal identifiers show the same content. If it returns false, the item's cell is
  /// reconfigured automatically, with the new value.
  ///
  /// If the items' `==` compares identifiers only, do not observe arrays of them: an `@Observable` class reports no
  /// change of a value to an equal one. Let the item be a struct around the value.
  ///
  /// If it is nil, debug builds say on standard error, once per type of item, if a visible item was applied whose
  /// properties differ although it is equal.
  public var contentEqual: (@Sendable (ItemIdentifierType, ItemIdentifierType) -> Bool)?
  /// Whether a selected item that is not in the snapshot still exists, so that it is hidden and not gone. If
  /// nil, items count as hidden while the search bar of the screen has a text. Set it if the program filters
  /// rows by other means as well, or knows which rows exist. It is called after changes, for selected items only.
  public var isItemHidden: ((ItemIdentifierType) -> Bool)?
  /// Called with the changes of each apply after it happened, wherever it was made; also after rows were
  /// opened, closed or moved.
  public var didApply: ((ApplyReport) -> Void)? { didSet { queue.setReportsEach(didApply != nil) } }

  private(set) weak var tableView: TableView?
  private let cellProvider: CellProvider
  let content = Content()
  /// The open items whose children are loading, or failed to load.
  var loads: [ItemIdentifierType: OutlineLoad<SectionIdentifierType>] = [:]
  let queue = ApplyQueue<SectionIdentifierType, ItemIdentifierType>()
  var bindings = SnapshotBindings()
  var reentrancy = ApplyReentrancy()
  /// The handles by which the table identifies items and sections.
  var handles = ContentHandles<SectionIdentifierType, ItemIdentifierType>()
  private var sectionCache = SectionCache()
  /// Where a program created the data source, and with it the cell provider.
  let creation: (file: StaticString, line: UInt)

  /// Creates the data source of a table. The table retains it.
  @_semantics("optimize.sil.specialize.generic.never")  // Else this module would contain the type twice.
  public init(
    tableView: TableView, cellProvider: @escaping CellProvider, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    trapUnless(
      tableView.content == nil,
      "TableViewDiffableDataSource init(tableView:cellProvider:): the table view already has a data source, \(tableView.content.map { "\(type(of: $0))" } ?? "") - make a new table view and a new data source instead of replacing one",
      file: file, line: line)
    creation = (file, line)
    self.tableView = tableView
    self.cellProvider = cellProvider
    let end = FinalCall { [weak self] in
      self?.completeUnshown()
      self?.bindings.endAll()
    }
    tableView.connect(to: self, end: end)
  }

  /// Creates the data source of a table whose rows have a content and nothing else, so that no class of cells has
  /// to be registered.
  ///
  /// ```swift
  /// let dataSource = TableViewDiffableDataSource<Section, Mountain>(tableView: tableView) { mountain in
  ///   ListContentConfiguration(text: mountain.name)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - tableView: a table without a data source, which retains this one.
  ///   - content: returns the content of an item's row, such as a ``ListContentConfiguration`` or a
  ///     ``ColumnContentConfiguration``. It is called again when the item is reconfigured or reloaded. For
  ///     accessories, backgrounds and cells of your own, use a cell provider.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  public convenience init(
    tableView: TableView,
    content: @escaping (_ itemIdentifier: ItemIdentifierType) -> any ContentConfiguration,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let identifier = "ListKit.content"
    self.init(
      tableView: tableView,
      cellProvider: { tableView, indexPath, item in
        let cell = tableView.dequeueReusableCell(withIdentifier: identifier, for: indexPath)
        cell.contentConfiguration = content(item)
        return cell
      }, file: file, line: line)
    tableView.register(TableViewCell.self, forCellReuseIdentifier: identifier)
  }

  // MARK: Methods that subclasses override, as in UIKit

  /// Returns the text of a section's header if ``headerProvider`` creates none; nil unless overridden.
  open func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { nil }

  /// Returns the text of a section's footer if ``footerProvider`` creates none; nil unless overridden.
  open func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? { nil }

  /// Whether the user may edit a row; unless overridden, true if ``commitEditing`` is set and ``canEditRow``
  /// does not refuse.
  open func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
    itemIdentifier(for: indexPath).map(isEditable) ?? false
  }

  /// Edits a row as the user requested; calls ``commitEditing`` unless overridden.
  open func tableView(
    _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    if let item = itemIdentifier(for: indexPath) { commitEditing?(editingStyle, item) }
  }

  /// Whether the user may move a row; the result of `reorderingHandlers.canReorderItem` unless overridden.
  open func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    itemIdentifier(for: indexPath).map(isMovable) ?? false
  }

  /// Called when the user moves a row. It is moved afterwards, unless an override
  /// applies the new order itself.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - source: the former place of the row.
  ///   - destination: the new place of the row.
  open func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {}

  // MARK: Content

  /// Returns a copy of the current snapshot, without marks.
  @_semantics("optimize.sil.specialize.generic.never")
  public func snapshot() -> Snapshot { content.snapshot }

  /// Returns the outline of a section: the one applied, else its items as roots;
  /// empty for an unknown section.
  ///
  /// - Complexity: O(1); O(*m*) for the *m* items of a section without an outline.
  public func snapshot(for section: SectionIdentifierType) -> SectionSnapshot {
    content.current.outline(of: section)
  }

  /// Returns the item at an index path; nil if there is none.
  ///
  /// - Complexity: O(1); O(log k) after k single edits of the snapshot.
  public func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
    guard let position = ItemPosition(exactly: indexPath) else { return nil }
    return content.snapshot.itemIdentifier(at: position)
  }

  /// The item under the table's cursor; nil if there is none.
  ///
  /// - Complexity: as ``itemIdentifier(for:)``.
  public var cursorItemIdentifier: ItemIdentifierType? {
    tableView?.cursorIndexPath.flatMap(itemIdentifier(for:))
  }

  /// The selected items: those on the table from top to bottom, then those that a query, a closed section or a
  /// closed parent hides. Setting it selects items, shown or not; it does not call the delegate.
  ///
  /// An action on all selected rows takes its items from here. An item stays selected until the user or the
  /// program deselects it, also while it is not in the snapshot: while a query hides it, it is among these
  /// items; if it was removed it is not, but is selected again if it comes back before the next query.
  ///
  /// - Complexity: O(s · log s) for s selected items.
  public var selectedItemIdentifiers: [ItemIdentifierType] {
    get {
      (tableView?.selectedIdentifiers ?? []).compactMap { identifier in
        if case .item(let handle) = identifier { handles.items[handle] } else { nil }
      }
    }
    set { tableView?.select(only: newValue.map { .item(handles.items.handle(of: $0)) }) }
  }

  /// The item that the cursor keeps when the query is cleared: the one under the cursor or, if nothing was
  /// found, the one from before the query; nil if the cursor followed an end of the list then.
  package var itemKeptAfterQuery: ItemIdentifierType? {
    guard case .item(let handle)? = tableView?.rowKeptAfterQuery else { return nil }
    return handles.items[handle]
  }

  /// Returns the index path of an item; nil if the snapshot does not contain it.
  ///
  /// - Complexity: O(1) expected; O(log k) after k single edits of the snapshot.
  public func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
    content.snapshot.position(of: itemIdentifier).map { IndexPath($0) }
  }

  /// Returns the section at an index; nil if there is none.
  public func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
    index >= 0 && index < content.snapshot.numberOfSections ? content.snapshot.sectionIdentifiers[index] : nil
  }

  /// Returns the index of a section; nil if the snapshot does not contain it.
  ///
  /// - Complexity: O(1) expected.
  public func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
    content.snapshot.indexOfSection(sectionIdentifier)
  }
}

// MARK: - Committing

extension TableViewDiffableDataSource {
  /// Makes a change the current content, and notifies the table.
  @discardableResult
  func commit(_ change: consuming Change, animating: Bool) -> Difference? {
    let old = content.snapshot
    let (difference, section, cause) = (change.knownDifference, change.section, change.cause)
    change.animation = animating && !change.reloadsAll ? defaultRowAnimation : nil
    content.commit(change)
    contentDidChange()
    if !loads.isEmpty { cancelLoads() }
    if let didApply {
      let report = ApplyReport(from: old, to: content.snapshot, difference, section, cause)
      calling { didApply(report) }
    }
    tableView?.setNeedsDisplay()
    if tableView?.isShown != true { completeUnshown() }
    performPendingApplies()
    return difference
  }

  /// Completes changes of a table that is not on the screen.
  private func completeUnshown() {
    let completions = content.takeCompletions()
    if !completions.isEmpty { Task { for completion in completions { completion.make() } } }
    content.resumeWaiters()
  }

  /// Resumes a continuation when the table has taken over the current content, or at once
  /// if it is not on the screen.
  func wait(_ continuation: CheckedContinuation<Void, Never>) {
    if content.unshown == nil || tableView?.isShown != true {
      continuation.resume()
    } else {
      content.wait(continuation)
    }
  }
}

// MARK: - For the table

extension TableViewDiffableDataSource: TableContent {
  var numberOfSections: Int { content.snapshot.numberOfSections }

  var numberOfItems: Int { content.shown.numberOfItems }

  var isApplying: Bool { queue.isServed }

  func numberOfItems(inSection section: Int) -> Int { content.shown.numberOfItems(inSectionAt: section) }

  func itemIndex(of indexPath: IndexPath) -> Int { content.shown.index(ofItemAt: indexPath.position) }

  func absence(of indexPath: IndexPath) -> String? {
    if itemIdentifier(for: indexPath) != nil { return nil }
    let snapshot = content.snapshot
    guard let section = ItemPosition(exactly: indexPath)?.section else {
      return "the index path of a row has two indexes, section and row"
    }
    let range = snapshot.sectionIdentifier(at: section).map {
      "section \(section), \($0), has \(snapshot.numberOfItems(inSectionAt: section)) items"
    }
    return "index path out of range, \(range ?? "there are \(snapshot.numberOfSections) sections")"
  }

  func row(ofItemAt index: Int) -> TableRow? {
    content.shown.position(ofItemAt: index).map { TableRow(section: $0.section, .item($0.item)) }
  }

  func identifier(of row: TableRow) -> RowIdentifier {
    switch row.part {
    case .header: return .header(handle(ofSection: row.section))
    case .footer: return .footer(handle(ofSection: row.section))
    case .item(let item):
      let position = ItemPosition(section: row.section, item: item)
      if let handle = handles.knownHandle(at: position) { return .item(handle) }
      guard let item = content.snapshot.itemIdentifier(at: position) else {
        trap("table row at section \(row.section), item \(item): index path out of range")
      }
      return .item(handles.handle(of: item, at: position))
    }
  }

  func row(for identifier: RowIdentifier) -> TableRow? {
    switch identifier {
    case .header(let handle): rowOfSection(handle, .header)
    case .footer(let handle): rowOfSection(handle, .footer)
    case .item(let handle): position(ofItem: handle).map { TableRow(section: $0.section, .item($0.item)) }
    }
  }

  private func position(ofItem handle: Int) -> ItemPosition? {
    if let known = handles.knownPosition(ofItem: handle) { return known }
    let position = handles.items[handle].flatMap(content.shown.position(of:))
    handles.keep(position, ofItem: handle)
    return position
  }

  func section(of identifier: RowIdentifier) -> Int? {
    switch identifier {
    case .header(let handle), .footer(let handle): handles.sections[handle].flatMap(index(for:))
    case .item: nil
    }
  }

  private func rowOfSection(_ handle: Int, _ part: TableRow.Part) -> TableRow? {
    guard let index = handles.sections[handle].flatMap(index(for:)) else { return nil }
    let shape = shape(ofSection: index)
    return (part == .header ? shape.hasHeader : shape.hasFooter) ? TableRow(section: index, part) : nil
  }

  private func handle(ofSection index: Int) -> Int {
    handles.sections.handle(of: content.snapshot.sectionIdentifiers[index])
  }

  /// Discards what was stored about rows and sections, after a change of the content.
  private func contentDidChange() {
    handles.forgetPositions()
    sectionCache.forget()
    guard handles.areMany else { return }
    let leaving = tableView?.leavingItems ?? []
    handles.prune { item, handle in
      leaving.contains(handle) || content.snapshot.contains(item)
        || content.unshown?.old.contains(item) ?? false
        || tableView?.remembers(.item(handle)) ?? false
    } sections: { section in
      content.snapshot.contains(section: section) || content.unshown?.old.contains(section: section) ?? false
    }
  }

  func successor(of identifier: RowIdentifier) -> TableRow? {
    guard let change = content.unshown else { return nil }
    switch identifier {
    case .header(let handle), .footer(let handle):
      return handles.sections[handle].flatMap(change.successor(ofSection:)).map {
        TableRow(section: $0, .header)
      }
    case .item(let handle):
      guard let item = handles.items[handle] else { return nil }
      // If the item's section is closed, the cursor goes to its header.
      if let section = content.snapshot.sectionIdentifier(containingItem: item), isCollapsed(section),
        let header = index(for: section).map({ TableRow(section: $0, .header) }),
        shape(ofSection: header.section).headerTakesCursor
      {
        return header
      }
      return change.successor(of: item)
    }
  }

  func removed(among selected: Set<RowIdentifier>) -> [RowIdentifier] {
    guard let change = content.unshown else { return [] }
    if let items = change.removedItems(fewerThan: selected.count) {
      return items.compactMap { handles.items.knownHandle(of: $0).map { .item($0) } }.filter(
        selected.contains)
    }
    return selected.filter { row(for: $0) == nil }
  }

  func isHidden(_ item: RowIdentifier, whileFiltered: Bool) -> Bool {
    guard case .item(let handle) = item, let item = handles.items[handle] else { return false }
    if content.snapshot.contains(item) || content.outlines.values.contains(where: { $0.contains(item) }) {
      return true
    }
    return calling { isItemHidden?(item) } ?? whileFiltered
  }

  // MARK: Sections

  func content(of row: TableRow) -> (any ContentConfiguration)? {
    if let known = sectionCache.contents[row] { return known }
    let identifier = content.snapshot.sectionIdentifiers[row.section]
    let isHeader = row.part == .header
    var made: (any ContentConfiguration)? = calling {
      if let content = (isHeader ? headerProvider : footerProvider)?(identifier) { return content }
      let title = tableView.flatMap {
        isHeader
          ? headerTitleProvider?(identifier) ?? self.tableView($0, titleForHeaderInSection: row.section)
          : self.tableView($0, titleForFooterInSection: row.section)
      }
      return title.map { ListContentConfiguration(text: $0) }
    }
    if isHeader, let content = made { made = closedHeader(content, ofSection: row.section) }
    sectionCache.contents[row] = .some(made)
    return made
  }

  /// Returns the shape of a section. A section with items and a box has a header and a footer
  /// for the edges of the box.
  func shape(ofSection section: Int) -> SectionShape {
    if let last = sectionCache.lastShape, last.section == section { return last.shape }
    let (items, layout) = (numberOfItems(inSection: section), layout(ofSection: section))
    let isFramed = items > 0 && tableView?.framesSections ?? false
    let hasHeader = content(of: TableRow(section: section, .header)) != nil
    let shape = SectionShape(
      numberOfItems: items, hasHeader: isFramed || hasHeader,
      headerTakesCursor: hasHeader && tableView?.allowsSectionCollapsing ?? false,
      hasFooter: isFramed || content(of: TableRow(section: section, .footer)) != nil,
      geometry: layout.geometry(in: tableView?.itemColumns.count ?? 0),
      margins: tableView.flatMap { $0.isAccessible ? $0.listMargins : nil } ?? layout.margins)
    sectionCache.lastShape = (section, shape)
    return shape
  }

  var version: Int { sectionCache.version }

  func sizeDidChange() { sectionCache.lastShape = nil }

  func layout(ofSection section: Int) -> SectionLayout {
    guard let sectionLayoutProvider, !(tableView?.isAccessible ?? false) else { return .list }
    if let known = sectionCache.layouts[section] { return known }
    let layout = calling { sectionLayoutProvider(content.snapshot.sectionIdentifiers[section]) }
    sectionCache.layouts[section] = layout
    return layout
  }

  /// Makes the table call the providers of sections again.
  private func sectionsDidChange() {
    sectionCache.forget()
    tableView?.setNeedsLayout()
  }

  func cell(at indexPath: IndexPath, in tableView: TableView) -> TableViewCell {
    guard let item = itemIdentifier(for: indexPath) else {
      trap("cell for \(indexPath): index path out of range")
    }
    let made = tableView.during(.layingOut) { calling { cellProvider(tableView, indexPath, item) } }
    guard let cell = made else {
      trap(
        "TableViewDiffableDataSource cell provider returned nil for index path \(indexPath) with item identifier '\(item)', which is not allowed. You must always return a cell to the table view",
        file: creation.file, line: creation.line)
    }
    return cell
  }

  var unshownChange: (any TableChange)? { content.unshown }

  func takeOverChange() { content.takeOver() }

  var undrawnChange: (any TableChange)? { content.undrawn }

  func forgetUndrawnChange() { content.forgetUndrawn() }
}

/// The results of the section providers since the last change of the content, so that each
/// is called once per change.
private struct SectionCache {
  var contents: [TableRow: (any ContentConfiguration)?] = [:]
  var layouts: [Int: SectionLayout] = [:]
  /// The last requested shape; successive requests are often about one section.
  var lastShape: (section: Int, shape: SectionShape)?
  /// The number of times that the cache was emptied: at each change of the content, or of a provider.
  private(set) var version = 0

  mutating func forget() {
    contents = [:]
    layouts = [:]
    lastShape = nil
    version += 1
  }
}
