/// A screen of two: a list and, beside or below it, the details of the row under its cursor.
///
/// ```swift
/// let split = SplitViewController(listViewController: inbox)
/// split.detailProvider = { [unowned inbox] indexPath in
///   inbox.message(at: indexPath).map(MessageController.init)
/// }
/// ```
///
/// Both are screens of their own: each has its title, its cursor and its keys. Those go to ``focusedViewController``,
/// whose status line and help are shown; tab and a click change it, and escape goes from the details to the list. On
/// screens of 100 columns and more the details stand beside the list, else below it; where there is no room for both,
/// the one with the keys is seen.
open class SplitViewController: ViewController {
  /// The list, beside or above the details of the row under its cursor.
  public let listViewController: TableViewController
  /// The details. Another one looks and moves as the list does, where it has no settings of its own.
  public var detailViewController: TableViewController {
    didSet { if oldValue !== detailViewController { replace(oldValue) } }
  }
  /// Asked for the details of the row that the list's cursor has come to, nil where there is none: before a drawing, so
  /// that a key held down asks no more often than something is seen. Where it answers nil, the details stay.
  public var detailProvider: ((IndexPath?) -> TableViewController?)? { didSet { detailIsDue() } }
  /// Whether the list has the screen to itself.
  public var isDetailHidden = false {
    didSet {
      if isDetailHidden { focusesDetail = false }
      setNeedsDisplay()
    }
  }

  var focusesDetail = false { didSet { setNeedsDisplay() } }
  /// Whether the details may be those of another row.
  private var isDetailDue = false
  /// Whether the parts know that they are seen; those that do not know yet that this is on the terminal.
  private var isShown = false
  private var unseen: [TableViewController] = []

  /// Puts two screens on one.
  ///
  /// - Parameters:
  ///   - listViewController: a screen that is in no navigation.
  ///   - detailViewController: another one; an empty one unless given, until there is a row with details.
  public init(
    listViewController: TableViewController, detailViewController: TableViewController = TableViewController()
  ) {
    self.listViewController = listViewController
    self.detailViewController = detailViewController
    super.init()
    for controller in parts { adopt(controller) }
    listViewController.tableView.cursorObserver = { [weak self] in self?.detailIsDue() }
  }

  /// The part that has the keys.
  public var focusedViewController: TableViewController {
    get { focusesDetail ? detailViewController : listViewController }
    set { focusesDetail = newValue === detailViewController && !isDetailHidden }
  }

  private var parts: [TableViewController] { [listViewController, detailViewController] }

  private func detailIsDue() {
    isDetailDue = detailProvider != nil
    if isDetailDue { setNeedsDisplay() }
  }

  // MARK: Parts

  private func adopt(_ controller: TableViewController) {
    trapUnless(
      controller.navigationController == nil && controller.splitViewController == nil,
      "SplitViewController: \(type(of: controller)) is in a navigation or a split view already")
    controller.splitViewController = self
    controller.navigationController = navigationController
    controller.needsDisplay = { [weak self] in self?.setNeedsDisplay() }
    controller.didExit = { [weak self] in self?.exit(status: $0) }
    controller.needsRedraw = { [weak self] in self?.needsRedraw() }
  }

  private func replace(_ former: TableViewController) {
    let wasUnseen = unseen.contains { $0 === former }
    unseen.removeAll { $0 === former }
    if isShown {
      former.willStopShowing()
      former.stopShowing()
      former.didStopShowing()
    }
    former.closeAlerts()
    (former.splitViewController, former.navigationController) = (nil, nil)
    (former.needsDisplay, former.didExit, former.needsRedraw) = ({}, { _ in }, {})
    let next = detailViewController
    adopt(next)
    next.inheritLook(from: listViewController)
    if isShown || wasUnseen { show(next) }
    setNeedsDisplay()
  }

  private func show(_ controller: TableViewController) {
    unseen.append(controller)
    controller.loadIfNeeded()
    controller.startShowing()
  }

  override func navigationControllerDidChange() {
    for controller in parts { controller.navigationController = navigationController }
  }

  // MARK: Being seen

  override func startShowing() {
    super.startShowing()
    isShown = true
    for controller in parts { show(controller) }
  }

  override func didDraw(isFirst: Bool) {
    super.didDraw(isFirst: isFirst)
    guard isShown else { return }
    let seen = unseen
    unseen = []
    for controller in seen { controller.didDraw(isFirst: true) }
  }

  override func willStopShowing() {
    super.willStopShowing()
    for controller in parts { controller.willStopShowing() }
  }

  override func stopShowing() {
    for controller in parts { controller.stopShowing() }
  }

  override func didStopShowing() {
    (isShown, unseen) = (false, [])
    super.didStopShowing()
    for controller in parts { controller.didStopShowing() }
  }

  override func closeAlerts() {
    for controller in parts { controller.closeAlerts() }
  }

  override var tableViewControllers: [TableViewController] { parts }

  /// What a panel or a question lies on has the keys, whichever part had them before.
  package override var keyController: TableViewController? {
    let focused = focusedViewController
    return focused.isCoveredByPanel ? focused : parts.first { $0.isCoveredByPanel } ?? focused
  }

  package override var rowsArea: Rect? {
    keyController.flatMap { controller in
      guard let area = area(of: controller), var rows = controller.rowsArea else { return nil }
      rows.origin.line += area.origin.line
      rows.origin.column += area.origin.column
      return rows
    }
  }

  override var nameOnTheWay: String { title.isEmpty ? listViewController.title : title }

  /// Asks for the details of another row, where the list's cursor is on one.
  func followCursor() {
    guard isDetailDue, let detailProvider else { return }
    isDetailDue = false
    if let detail = detailProvider(listViewController.tableView.cursorIndexPath) {
      detailViewController = detail
    }
  }

  // MARK: Events and drawing

  /// Gives an event to the part it is for. Overrides see all that arrives while this screen is on top, and call `super`.
  open override func handle(_ event: Event) {
    switch event {
    case .key, .paste: keyController?.handle(event)
    case .mouse(let mouse): handle(mouse)
    case .resize, .resume, .traitsChange: for controller in parts { controller.handle(event) }
    case .terminate, .hangup: break
    }
  }

  /// Draws both parts, and the status line of the one with the keys. Overrides call `super`.
  open override func draw(in canvas: inout Canvas, at now: Duration) {
    (drawnSize, drawnTraits) = (canvas.size, canvas.traits)
    drawParts(in: &canvas, at: now)
  }

  override func nextFrame(after now: Duration) -> Duration? {
    shownParts.compactMap { $0.nextFrame(after: now) }.min()
  }
}
