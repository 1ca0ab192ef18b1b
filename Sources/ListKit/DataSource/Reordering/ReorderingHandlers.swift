extension TableViewDiffableDataSource {
  /// A change that a person made by moving a row.
  public typealias Transaction = DiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>

  /// Closures that are called when a person moves rows.
  ///
  /// ```text
  ///   canReorderItem ─▶ willReorder ─▶ snapshot and outlines change ─▶ didReorder
  /// ```
  ///
  /// Both of the latter get the same transaction. A row that is dropped where it came from calls neither.
  public struct ReorderingHandlers {
    /// Whether an item may be moved; without it and the data source's `canMoveRow`, none may.
    public var canReorderItem: ((ItemIdentifierType) -> Bool)?
    /// An item is about to be moved; the data source's snapshot is still the one before. What is applied
    /// here happens behind the move.
    public var willReorder: ((Transaction) -> Void)?
    /// An item was moved; the data source's snapshot is the new one.
    public var didReorder: ((Transaction) -> Void)?

    /// Creates handlers that allow nothing.
    public init() {}
  }

  /// Where a moved row is dropped.
  public enum ReorderingTarget {
    /// Directly before the row of an item.
    case before(ItemIdentifierType)
    /// Directly behind the row of an item.
    case after(ItemIdentifierType)
    /// Behind the last row of a section.
    case endOfSection(SectionIdentifierType)
  }
}
