/// Closures that are asked and told when the user opens and closes items of an outline.
///
/// Applying a snapshot never calls them.
public struct SectionSnapshotHandlers<ItemIdentifierType: Hashable & Sendable> {
  /// Whether an item may be opened; yes unless set.
  public var shouldExpandItem: ((ItemIdentifierType) -> Bool)?
  /// An item is about to be opened.
  public var willExpandItem: ((ItemIdentifierType) -> Void)?
  /// Whether an item may be closed; yes unless set.
  public var shouldCollapseItem: ((ItemIdentifierType) -> Bool)?
  /// An item is about to be closed.
  public var willCollapseItem: ((ItemIdentifierType) -> Void)?
  /// The children to show of an item that is being opened, given those it has. Called on every opening,
  /// so children that are expensive to find can be found here when there are none yet. While it is set,
  /// items without children can be opened too, until one turns out to have none.
  public var snapshotForExpandingParent:
    (
      (_ parent: ItemIdentifierType, _ childSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>)
        -> DiffableDataSourceSectionSnapshot<ItemIdentifierType>
    )?

  /// Creates handlers that allow everything and do nothing.
  public init() {}
}
