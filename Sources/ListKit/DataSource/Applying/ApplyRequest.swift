/// Something to be shown, as it was asked for.
struct ApplyRequest<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  enum Content: Sendable {
    /// A full snapshot.
    case snapshot(DiffableDataSourceSnapshot<Section, Item>)
    /// A full snapshot whose difference nobody wants to know.
    case reload(DiffableDataSourceSnapshot<Section, Item>)
    /// The outline of a section.
    case outline(DiffableDataSourceSectionSnapshot<Item>, Section)
    /// The outlines of all sections there shall be, in order.
    case outlines(OutlineList<Section, Item>)
    /// An edit of what is current in its turn.
    case update(@MainActor (inout DiffableDataSourceSnapshot<Section, Item>) -> Void)
    /// Something else that has to wait for its turn.
    case action(@MainActor () -> Void)
  }

  var content: Content
  var animates = false
  /// Who asked: known of requests that come from the main actor.
  var cause = ChangeCause.data
  var completion: FinalCall?

  /// How many items it is about; finding a difference among many is not done on the main actor.
  var size: Int {
    switch content {
    case .snapshot(let snapshot): snapshot.numberOfItems
    case .outline(let outline, _): outline.numberOfItems
    case .outlines(let outlines): outlines.numberOfItems
    case .reload, .update, .action: 0
    }
  }
}

/// A call that is made exactly once: when it is due, or else when nobody is left who could make it.
///
/// So a completion is called also where the table or the data source is gone.
final class FinalCall: Sendable {
  /// Nil once it was called.
  private let call: LockedValue<(@MainActor () -> Void)?>

  init(_ call: @escaping @MainActor () -> Void) { self.call = LockedValue(call) }

  /// Makes the call, unless that has happened.
  @MainActor
  func make() { takeCall()?() }

  private func takeCall() -> (@MainActor () -> Void)? {
    call.withLock { call in
      let waiting = call
      call = nil
      return waiting
    }
  }

  deinit {
    guard let call = takeCall() else { return }
    Task { @MainActor in call() }
  }
}

extension TableViewDiffableDataSource {
  /// What one apply changed, reported by ``didApply`` for each of them in the order they happened.
  public struct ApplyReport: Sendable {
    /// The data source's content before the change.
    public let old: Snapshot
    /// The data source's content after the change.
    public let new: Snapshot
    /// The way from there; nil after `applySnapshotUsingReloadData`, which does not look for it.
    public let difference: Difference?
    /// The section whose outline was applied, opened or closed; nil for full snapshots and moved rows.
    public let sectionIdentifier: SectionIdentifierType?
    /// Whether the user caused the change, or data; what data changes is marked, for nobody asked for it.
    public let cause: ChangeCause
  }
}
