extension TableViewDiffableDataSource {
  /// Makes a change the present, and lets the table know.
  @discardableResult
  func commit(_ change: consuming Change, animating: Bool) -> Difference? {
    let (old, formerlyPresented) = (current, presented)
    let (difference, section, cause) = (change.knownDifference, change.section, change.cause)
    change.animation = animating && !change.reloadsAll ? defaultRowAnimation : nil
    (current, trees) = (change.new, change.outlines)
    change.outlines = [:]
    if change.changesOutlines { outlinedSections = Set(trees.lazy.filter { !$0.value.isFlat }.map(\.key)) }
    presented = current.hidingItems(of: closedSections)
    let hidesItems = formerlyPresented.numberOfItems < old.numberOfItems
    if hidesItems || presented.numberOfItems < current.numberOfItems {
      change.limit(to: presented, from: formerlyPresented)
    }
    if unshown == nil { unshown = change } else { unshown?.join(change) }
    forgetPlaces()
    if !loads.isEmpty { cancelLoads() }
    generation += 1
    forgetSections()
    if let didApply {
      let report = ApplyReport(
        old: old, new: current, difference: difference, sectionIdentifier: section, cause: cause)
      calling { didApply(report) }
    }
    tableView?.setNeedsDisplay()
    if tableView?.isShown != true { completeUnshown() }
    performPendingApplies()
    return difference
  }

  /// Where nobody looks, nothing moves.
  func completeUnshown() {
    let completions = unshown?.completions ?? []
    unshown?.completions = []
    if !completions.isEmpty { Task { for completion in completions { completion.make() } } }
    reportSeen()
  }

  /// Lets those who wait for the screen go on.
  func reportSeen() {
    let waiting = seenWaiters
    seenWaiters = []
    for waiter in waiting { waiter.resume() }
  }
}
