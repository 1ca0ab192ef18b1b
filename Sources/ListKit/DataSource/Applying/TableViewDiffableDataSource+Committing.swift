extension TableViewDiffableDataSource {
  /// What was applied since the table was drawn last.
  struct UnshownChange {
    /// What the table shows.
    let base: Snapshot
    let baseTrees: [SectionIdentifierType: SectionSnapshot]
    /// The way from there, where one apply made it.
    var difference: Difference?
    var cause: ChangeCause
    var animation: RowAnimation?
    var reloaded: Set<ItemIdentifierType> = []
    var reconfigured: Set<ItemIdentifierType> = []
    var reloadedSections: Set<SectionIdentifierType> = []
    /// Whether all cells must be made anew.
    var reloadsAll = false
    /// The rows that a person moved, where that is all there is: of two rows that changed places, the
    /// difference alone cannot tell which one was taken.
    var moved: Set<ItemIdentifierType>?
    var completions: [ApplyCompletion] = []
  }

  /// Makes what was prepared the present, and lets the table know.
  @discardableResult
  func commit(
    _ prepared: Prepared, animating: Bool, cause: ChangeCause, completion: ApplyCompletion? = nil,
    moved: [ItemIdentifierType]? = nil
  ) -> Difference? {
    let old = current
    let isAlone = unshown == nil
    note(prepared, animating: animating, cause: cause)
    unshown?.moved = isAlone ? moved.map(Set.init) : nil
    if let completion { unshown?.completions.append(completion) }
    current = prepared.snapshot
    current.removeAllMarks()
    trees = prepared.trees
    if prepared.changesOutlines { outlinedSections = Set(trees.lazy.filter { !$0.value.isFlat }.map(\.key)) }
    if !loads.isEmpty { cancelLoads() }
    generation += 1
    forgetSections()
    if let didApply {
      let report = ApplyReport(
        old: old, new: current, difference: prepared.difference, sectionIdentifier: prepared.section,
        cause: cause)
      calling { didApply(report) }
    }
    tableView?.setNeedsDisplay()
    if tableView?.isShown != true { completeUnshown() }
    performPendingApplies()
    return prepared.difference
  }

  private func note(_ prepared: Prepared, animating: Bool, cause: ChangeCause) {
    let animation = animating ? defaultRowAnimation : nil
    if unshown == nil {
      unshown = UnshownChange(
        base: current, baseTrees: trees, difference: prepared.difference, cause: cause, animation: animation)
    } else {
      unshown?.difference = nil
      if cause == .user { unshown?.cause = .user }
      if animating { unshown?.animation = animation }
    }
    guard let difference = prepared.difference else {
      unshown?.reloadsAll = true
      unshown?.animation = nil
      return
    }
    let snapshot = prepared.snapshot
    unshown?.reloaded.formUnion(difference.reloadedItems.compactMap(snapshot.itemIdentifier(at:)))
    unshown?.reconfigured.formUnion(difference.reconfiguredItems.compactMap(snapshot.itemIdentifier(at:)))
    unshown?.reloadedSections.formUnion(snapshot.reloadedSectionIdentifiers)
  }

  /// Where nobody looks, nothing moves.
  func completeUnshown() {
    let completions = unshown?.completions ?? []
    unshown?.completions = []
    if !completions.isEmpty { Task { for completion in completions { completion.tell() } } }
    tellSeen()
  }

  /// Lets those who wait for the screen go on.
  func tellSeen() {
    let waiting = seenWaiters
    seenWaiters = []
    for waiter in waiting { waiter.resume() }
  }
}
