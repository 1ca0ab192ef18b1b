/// Closures that are called when the user opens and closes items of an outline.
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

  /// The same for children that take their time: a line below the parent shows that they are being found,
  /// until they are there, or why they were not.
  ///
  /// ```swift
  /// handlers.loadSnapshotForExpandingParent = { folder, children in
  ///   guard children.isEmpty else { return nil }
  ///   var found = DiffableDataSourceSectionSnapshot<File>()
  ///   found.append(try await contents(of: folder))
  ///   return found
  /// }
  /// ```
  ///
  /// Called on every opening, after ``snapshotForExpandingParent``. The task is cancelled when the parent is
  /// closed or goes, and what it returns then is dropped. Where it throws, the error is shown as it describes
  /// itself, and opening the parent again tries again. Nil leaves the children there are.
  public var loadSnapshotForExpandingParent:
    (
      @MainActor (
        _ parent: ItemIdentifierType, _ childSnapshot: DiffableDataSourceSectionSnapshot<ItemIdentifierType>
      ) async throws -> DiffableDataSourceSectionSnapshot<ItemIdentifierType>?
    )?
  /// Whether an item without children may turn out to have some, so that it can be opened; called for rows on
  /// the screen. Unless set, all may that were never opened, where children are found on opening.
  public var mayHaveChildren: ((ItemIdentifierType) -> Bool)?

  /// Creates handlers that allow everything and do nothing.
  public init() {}
}
