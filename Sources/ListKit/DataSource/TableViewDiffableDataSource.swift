/// What a table shows, said as snapshots: the table finds out what changed and shows that.
///
/// ```swift
/// let dataSource = TableViewDiffableDataSource<Section, Mountain>(tableView: tableView) {
///   tableView, indexPath, mountain in
///   let cell = tableView.dequeueReusableCell(withIdentifier: "mountain", for: indexPath)
///   cell.textLabel?.text = mountain.name
///   return cell
/// }
/// var snapshot = DiffableDataSourceSnapshot<Section, Mountain>()
/// snapshot.appendSections([.main])
/// snapshot.appendItems(mountains)
/// dataSource.apply(snapshot)
/// ```
///
/// Besides what `UITableViewDiffableDataSource` offers, it carries outlines: a
/// ``SectionSnapshot`` may be applied to each section, as in UIKit's collection views.
@MainActor
open class TableViewDiffableDataSource<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
> {
  /// A snapshot of this data source.
  public typealias Snapshot = DiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  /// The outline of one section: which items stand under which, and which of them are expanded.
  public typealias SectionSnapshot = DiffableDataSourceSectionSnapshot<ItemIdentifierType>
  typealias Content = DataSourceContent<SectionIdentifierType, ItemIdentifierType>
  /// The way from one snapshot to another.
  public typealias Difference = SnapshotDifference<SectionIdentifierType, ItemIdentifierType>
  /// Makes the cell of an item; returning nil is a programming error, which traps.
  public typealias CellProvider = (
    _ tableView: TableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
  ) -> TableViewCell?
  /// Makes the header or footer of a section; nil for none.
  public typealias HeaderProvider = (_ sectionIdentifier: SectionIdentifierType) -> ListContentConfiguration?
  /// Says how the items of a section stand.
  public typealias SectionLayoutProvider = (_ sectionIdentifier: SectionIdentifierType) -> SectionLayout

  /// How rows come and go in later applies.
  public var defaultRowAnimation = RowAnimation.automatic
  /// Makes the headers of sections.
  public var headerProvider: HeaderProvider? { didSet { sectionsDidChange() } }
  /// Makes the footers of sections.
  public var footerProvider: HeaderProvider? { didSet { sectionsDidChange() } }
  /// Says how the items of a section stand; a list unless set.
  public var sectionLayoutProvider: SectionLayoutProvider? { didSet { sectionsDidChange() } }
  /// Whether a person may edit a row; without it, every row may be as soon as ``commitEditing`` is there.
  public var canEditRow: ((ItemIdentifierType) -> Bool)?
  /// Does to a row what a person asked for: the app changes its data and applies.
  ///
  /// ```swift
  /// dataSource.commitEditing = { [unowned dataSource] style, mountain in
  ///   var snapshot = dataSource.snapshot()
  ///   if style == .delete { snapshot.deleteItems([mountain]) }
  ///   dataSource.apply(snapshot)
  /// }
  /// ```
  public var commitEditing: ((TableViewCell.EditingStyle, ItemIdentifierType) -> Void)?
  /// Makes the actions at the left end of an item's row, which a key or a click on them performs.
  public var leadingSwipeActions: SwipeActionsProvider?
  /// Makes the actions at the right end of an item's row.
  public var trailingSwipeActions: SwipeActionsProvider?
  /// Called when the user opens and closes items.
  public var sectionSnapshotHandlers = SectionSnapshotHandlers<ItemIdentifierType>()
  /// Called when a person moves rows; rows stay where they are unless it allows otherwise.
  public var reorderingHandlers = ReorderingHandlers()
  /// Whether two items with equal identifiers show the same. Where it says no, the item's cell is
  /// configured again by itself, with the new value.
  public var contentEqual: (@Sendable (ItemIdentifierType, ItemIdentifierType) -> Bool)?
  /// Called with what each apply changed, once it has, wherever it came from; opened, closed and moved rows as well.
  public var didApply: ((ApplyReport) -> Void)?

  private(set) weak var tableView: TableView?
  let cellProvider: CellProvider

  // Values that change by their own functions alone.
  /// What there is.
  var content = Content()
  /// What was applied and was not drawn yet.
  var pending = PendingChanges<SectionIdentifierType, ItemIdentifierType>()
  /// The handles by which the table knows items and sections.
  var handles = ContentHandles<SectionIdentifierType, ItemIdentifierType>()
  /// Open items whose children are being found, or were not.
  var loads = OutlineLoads<SectionIdentifierType, ItemIdentifierType>()
  let queue = ApplyQueue<SectionIdentifierType, ItemIdentifierType>()
  var reentrancy = ApplyReentrancy()
  var sectionCache = SectionCache()

  /// Creates the data source of a table. The table does not retain it.
  public init(tableView: TableView, cellProvider: @escaping CellProvider) {
    trapUnless(
      tableView.content == nil,
      "TableViewDiffableDataSource init(tableView:cellProvider:): the table view already has a data source, \(tableView.content.map { "\(type(of: $0))" } ?? "") - make a new table view and a new data source instead of replacing one"
    )
    self.tableView = tableView
    self.cellProvider = cellProvider
    tableView.connect(to: self, end: FinalCall { [weak self] in self?.completeUnshown() })
  }

  // MARK: What subclasses override, as in UIKit

  /// The text of a section's header, where ``headerProvider`` makes none; nil unless overridden.
  open func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { nil }

  /// The text of a section's footer, where ``footerProvider`` makes none; nil unless overridden.
  open func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? { nil }

  /// Whether a person may edit a row; where there is ``commitEditing`` and ``canEditRow`` does not refuse, unless overridden.
  open func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
    itemIdentifier(for: indexPath).map(isEditable) ?? false
  }

  /// Does to a row what a person asked for; calls ``commitEditing`` unless overridden.
  open func tableView(
    _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    if let item = itemIdentifier(for: indexPath) { commitEditing?(editingStyle, item) }
  }

  /// Whether a person may move a row; what `reorderingHandlers.canReorderItem` says unless overridden.
  open func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    itemIdentifier(for: indexPath).map(isMovable) ?? false
  }

  /// A person moves a row. It is moved afterwards, unless an override applied the new order itself.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - source: where it stands.
  ///   - destination: where it will stand.
  open func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {}

  // MARK: What is shown

  /// A copy of what is shown, without marks.
  ///
  /// - Complexity: O(1).
  public func snapshot() -> Snapshot { content.snapshot }

  /// The outline of a section: the one applied, else its items as roots; empty for an unknown section.
  ///
  /// - Complexity: O(1); O(*m*) for the *m* items of a section without an outline.
  public func snapshot(for section: SectionIdentifierType) -> SectionSnapshot {
    Self.tree(of: section, in: content.snapshot, content.outlines)
  }

  /// The item at a place; nil where there is none.
  ///
  /// - Complexity: O(1); O(log k) after k single edits of the snapshot.
  public func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
    content.snapshot.itemIdentifier(at: indexPath.position)
  }

  /// The item under the table's cursor; nil where there is none.
  ///
  /// - Complexity: as ``itemIdentifier(for:)``.
  public var cursorItemIdentifier: ItemIdentifierType? {
    tableView?.cursorIndexPath.flatMap(itemIdentifier(for:))
  }

  /// The place of an item; nil where it is not shown.
  ///
  /// - Complexity: O(1) expected; O(log k) after k single edits of the snapshot.
  public func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
    content.snapshot.position(of: itemIdentifier).map { IndexPath($0) }
  }

  /// The section at an index; nil where there is none.
  ///
  /// - Complexity: O(1).
  public func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
    index >= 0 && index < content.snapshot.numberOfSections ? content.snapshot.sectionIdentifiers[index] : nil
  }

  /// The index of a section; nil where it is not shown.
  ///
  /// - Complexity: O(1) expected.
  public func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
    content.snapshot.indexOfSection(sectionIdentifier)
  }
}

// MARK: - Updating

/// Applies that can be made without knowing what else is about to be applied, or what data from outside holds.
extension TableViewDiffableDataSource {
  /// Edits what is current when the turn of this call comes, and shows that.
  ///
  /// ```swift
  /// dataSource.update { snapshot in snapshot.appendItems([mountain]) }
  /// ```
  ///
  /// A snapshot that is applied is a whole state. Where several callbacks each take a copy of ``snapshot()``, edit
  /// it and apply it, they all start from the same state, and the last one wins: the edits of the others are
  /// lost. Here the edits add up, in call order.
  ///
  /// - Parameters:
  ///   - animatingDifferences: whether marks and flashes show what changed.
  ///   - isolation: where it is called from; leave it out.
  ///   - completion: called as that of `apply`.
  ///   - edit: called once, on the main actor, with a copy of ``snapshot()``; called in a callback or from
  ///     elsewhere, in its turn. What it applies itself happens behind it.
  /// - Returns: what changed, empty when it happens only later.
  /// - Complexity: O(*edits*) beside what `edit` does.
  @discardableResult
  public func update(
    animatingDifferences: Bool = true, isolation: isolated (any Actor)? = #isolation,
    completion: (@MainActor () -> Void)? = nil, _ edit: @escaping @MainActor (inout Snapshot) -> Void
  ) -> Difference {
    let request = Request(
      content: .update(edit), animates: animatingDifferences, completion: completion.map(FinalCall.init)
    )
    return perform(request, from: isolation) ?? Self.noDifference
  }

  /// Shows outlines, one a section, as all there is, unless one of them names what another one does.
  ///
  /// For data from outside, which may be wrong; otherwise as `apply(_:animatingDifferences:)` for outlines.
  ///
  /// - Parameters:
  ///   - outlines: the sections in their order, each with its outline.
  ///   - animatingDifferences: whether marks and flashes show what changed.
  ///   - isolation: where it is called from; leave it out.
  ///   - completion: called as that of a full snapshot; not when this call throws.
  /// - Returns: what changed, empty when it happens only later.
  /// - Throws: `SnapshotError.duplicateSections` or
  ///   `SnapshotError.duplicateItems`, hidden items included; nothing is applied then.
  /// - Complexity: O(items of all outlines).
  @discardableResult
  public func apply(
    validating outlines: [(section: SectionIdentifierType, outline: SectionSnapshot)],
    animatingDifferences: Bool = true, isolation: isolated (any Actor)? = #isolation,
    completion: (@MainActor () -> Void)? = nil
  ) throws(SnapshotError) -> Difference {
    try OutlineList(outlines: outlines).validate(
      for: "apply(validating:animatingDifferences:)", visibleOnly: false)
    return apply(
      outlines, animatingDifferences: animatingDifferences, isolation: isolation, completion: completion)
  }
}
