extension TableViewDiffableDataSource {
  /// From how many items on the way from one snapshot to another is looked for off the main actor.
  nonisolated static var largeCount: Int { 4096 }

  /// Lets a request happen: now where that is possible, else in its turn.
  ///
  /// - Returns: what changed; nil when it happens later, or nobody looked.
  nonisolated func perform(_ request: Request, from isolation: (any Actor)?) -> Difference? {
    if isolation === MainActor.shared {
      return MainActor.assumeIsolated {
        var request = request
        request.cause = .current
        return performNow(request)
      }
    }
    enqueue(request)
    return nil
  }

  private func performNow(_ request: Request) -> Difference? {
    if isBusy {
      lastFromInside = enqueue(request)
      return nil
    }
    if queue.first == nil { return carryOut(request) }
    // What waits was asked for before this; what its callbacks apply comes behind it.
    let number = enqueue(request)
    let wasSettling = isSettling
    isSettling = true
    let difference = drain(through: number)
    isSettling = wasSettling
    performPendingApplies()
    return difference
  }

  /// Adds a request to those that wait, and sees to it that its turn comes.
  ///
  /// - Returns: its number.
  @discardableResult
  nonisolated func enqueue(_ request: Request) -> Int {
    let (number, needsServing) = queue.add(request)
    if needsServing { Task { @MainActor in await self.serve() } }
    return number
  }

  /// Whether somebody is called who might apply while something is half done.
  var isBusy: Bool { callbackDepth > 0 || (tableView.map { $0.phase.work != .none } ?? false) }

  /// Calls a closure of the app, in which applies have to wait.
  func calling<Result>(_ body: () -> Result) -> Result {
    callbackDepth += 1
    defer { callbackDepth -= 1 }
    return body()
  }

  /// Lets all that waits happen now, up to a request.
  ///
  /// - Returns: what that request changed; nil where nobody looked.
  @discardableResult
  private func drain(through last: Int) -> Difference? {
    var difference: Difference?
    while let (number, request) = queue.first, number <= last {
      queue.removeFirst()
      difference = carryOut(request)
    }
    return difference
  }

  /// Lets what was asked for inside a callback happen, once nobody is busy any more.
  func performPendingApplies() {
    if isSettling { return }
    isSettling = true
    defer { isSettling = false }
    while !isBusy, let last = lastFromInside {
      lastFromInside = nil
      drain(through: last)
    }
  }

  /// Carries out the first request, and the others behind it.
  private func serve() async {
    guard let (number, request) = queue.firstOrStop() else { return }
    var prepared: Change?
    if max(request.size, current.numberOfItems) >= Self.largeCount, request.size > 0 {
      let before = generation
      prepared = await .offMain(request.content, from: current, trees, contentEqual)
      if generation != before { prepared = nil }
    }
    // Somebody on the main actor may have been in a hurry.
    if queue.first?.number == number {
      queue.removeFirst()
      carryOut(request, prepared)
    }
    // Keys and drawings get their turn, too; a yield would wait for a thread that others compute on.
    Task { await serve() }
  }

  @discardableResult
  private func carryOut(_ request: Request, _ prepared: Change? = nil) -> Difference? {
    if case .action(let act) = request.content {
      act()
      return nil
    }
    var content = request.content
    if case .update(let edit) = content {
      var snapshot = current
      calling { edit(&snapshot) }
      content = .snapshot(snapshot)
    }
    var change = prepared ?? calling { Change(content, from: current, trees, contentEqual) }
    change.cause = request.cause
    if let completion = request.completion { change.completions = [completion] }
    return commit(change, animating: request.animates)
  }
}
