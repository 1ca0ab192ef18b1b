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
/// whose status line and help are shown; tab and a click change it. Enter goes from the list into the details, unless its
/// table has a primary action or a delegate, and escape back to the list. On screens of 100 columns and more the details stand
/// beside the list, else below it. Where there is no room for both, the screen shows the part with the keys and tells the
/// other part that it disappears. The mouse drags the line between them, and alt-`<` and alt-`>` move it.
///
/// The details may be a split view again, which makes three panes:
///
/// ```swift
/// let split = SplitViewController(
///   listViewController: mailboxes,
///   detailViewController: SplitViewController(listViewController: inbox, detailViewController: message))
/// ```
open class SplitViewController: ViewController {
  /// The list, beside or above the details of the row under its cursor.
  public let listViewController: TableViewController
  /// The details: a list, a text, or a split view. Another one looks and moves as the list does, where it has no settings of
  /// its own.
  public var detailViewController: ViewController {
    didSet { if oldValue !== detailViewController { replace(oldValue) } }
  }
  /// Asked for the details of the row that the list's cursor has come to, nil where there is none: before a drawing in which
  /// they are seen, so that a key held down asks no more often than that. Where it answers nil, the details stay.
  public var detailProvider: ((IndexPath?) -> ViewController?)? { didSet { reloadDetail() } }
  /// Whether the list has the screen to itself.
  public var isDetailHidden = false {
    didSet {
      if isDetailHidden { focusesDetail = false }
      setNeedsDisplay()
    }
  }

  /// Which part of the columns the list takes, or of the lines where the details stand below it; nil for more than half, or a
  /// quarter where the details are a split view. A person who moves the line between them changes it.
  public var preferredPrimaryColumnWidthFraction: Double? { didSet { setNeedsDisplay() } }

  var focusesDetail = false { didSet { setNeedsDisplay() } }
  /// Whether the details may be those of another row.
  private var isDetailDue = false
  /// Whether this screen was told that it is seen.
  private var isShown = false
  /// The parts that were told that they are seen: those for which there was room at the last drawing.
  private var showing: [ViewController] = []
  /// Those among them of which nothing is on the terminal yet.
  private var unseen: [ViewController] = []
  /// Whether the line between the parts is dragged.
  private var isDraggingEdge = false

  /// Puts two screens on one.
  ///
  /// - Parameters:
  ///   - listViewController: a screen that is in no navigation.
  ///   - detailViewController: another one; an empty one unless given, until there is a row with details.
  public init(
    listViewController: TableViewController, detailViewController: ViewController = TableViewController()
  ) {
    self.listViewController = listViewController
    self.detailViewController = detailViewController
    super.init()
    for controller in parts { takeOver(controller) }
  }

  /// The part that has the keys; of details that are a split view, a part of these.
  public var focusedViewController: TableViewController {
    get {
      guard focusesDetail else { return listViewController }
      let inner = (detailViewController as? SplitViewController)?.focusedViewController
      return inner ?? detailViewController as? TableViewController ?? listViewController
    }
    set {
      let inner = detailViewController as? SplitViewController
      if newValue !== listViewController { inner?.focusedViewController = newValue }
      focusesDetail = detailViewController.panes.contains { $0 === newValue } && !isDetailHidden
    }
  }

  private var parts: [ViewController] { [listViewController, detailViewController] }
  /// The part that has the keys, or has them within.
  private var focusedPart: ViewController { focusesDetail ? detailViewController : listViewController }

  override var panes: [TableViewController] {
    [listViewController] + (isDetailHidden ? [] : detailViewController.panes)
  }

  /// The cursor of one of the parts has come to another row.
  func cursorDidMove(in controller: TableViewController) {
    if controller === listViewController { reloadDetail() }
  }

  /// Asks the ``detailProvider`` again, before the next drawing: what it shows of the cursor's row has changed.
  public func reloadDetail() {
    isDetailDue = detailProvider != nil
    if isDetailDue { setNeedsDisplay() }
  }

  // MARK: Parts

  private func takeOver(_ controller: ViewController) {
    trapUnless(
      controller.navigationController == nil && controller.splitViewController == nil,
      "SplitViewController: \(type(of: controller)) is already in a navigation controller or a split view")
    controller.splitViewController = self
    controller.navigationController = navigationController
    controller.needsDisplay = { [weak self] in self?.setNeedsDisplay() }
    controller.didExit = { [weak self] in self?.exit(status: $0) }
    controller.needsRedraw = { [weak self] in self?.needsRedraw() }
    controller.editText = { [weak self] in await self?.editText($0) }
  }

  private func replace(_ former: ViewController) {
    let wasShowing = showing.contains { $0 === former }
    hide(former)
    former.closeAlerts()
    former.splitViewController = nil
    former.navigationController = nil
    former.needsDisplay = {}
    former.didExit = { _ in }
    former.needsRedraw = {}
    former.editText = { _ in nil }
    let next = detailViewController
    takeOver(next)
    next.inheritLook(from: listViewController)
    if wasShowing { show(next) }
    setNeedsDisplay()
  }

  /// Tells a part that it is seen, unless it knows.
  private func show(_ controller: ViewController) {
    guard isShown, !showing.contains(where: { $0 === controller }) else { return }
    showing.append(controller)
    unseen.append(controller)
    controller.loadIfNeeded()
    controller.startShowing()
  }

  /// Tells a part that it is no longer seen, if it was.
  private func hide(_ controller: ViewController) {
    guard let index = showing.firstIndex(where: { $0 === controller }) else { return }
    showing.remove(at: index)
    unseen.removeAll { $0 === controller }
    controller.willStopShowing()
    controller.stopShowing()
    controller.didStopShowing()
  }

  override func navigationControllerDidChange() {
    for controller in parts { controller.navigationController = navigationController }
  }

  // MARK: Being seen

  override func startShowing() {
    super.startShowing()
    isShown = true
    for controller in parts {
      controller.loadIfNeeded()
      if area(of: controller) != nil { show(controller) }
    }
  }

  override func didDraw(isFirst: Bool) {
    super.didDraw(isFirst: isFirst)
    guard isShown else { return }
    let seen = unseen
    unseen = []
    for controller in showing { controller.didDraw(isFirst: seen.contains { $0 === controller }) }
  }

  override func willStopShowing() {
    super.willStopShowing()
    for controller in showing { controller.willStopShowing() }
  }

  override func stopShowing() {
    for controller in parts { controller.stopShowing() }
  }

  override func didStopShowing() {
    let former = showing
    isShown = false
    showing = []
    unseen = []
    super.didStopShowing()
    for controller in former { controller.didStopShowing() }
  }

  override func closeAlerts() {
    for controller in parts { controller.closeAlerts() }
  }

  override var tableViewControllers: [TableViewController] { parts.flatMap(\.tableViewControllers) }

  /// What a panel or a question lies on has the keys, whichever part had them before.
  package override var keyController: TableViewController? {
    let focused = focusedViewController
    return focused.isCoveredByPanel ? focused : tableViewControllers.first { $0.isCoveredByPanel } ?? focused
  }

  package override var rowsArea: Rect? {
    let part = parts.first { part in part.tableViewControllers.contains { $0 === keyController } }
    guard let part, let area = area(of: part), var rows = part.rowsArea else { return nil }
    rows.origin.line += area.origin.line
    rows.origin.column += area.origin.column
    return rows
  }

  override var backTitle: String { title.isEmpty ? listViewController.title : title }

  /// Asks for the details of another row, where the list's cursor is on one.
  private func followCursor() {
    guard isDetailDue, !isDetailHidden, let detailProvider else { return }
    isDetailDue = false
    if let detail = detailProvider(listViewController.tableView.cursorIndexPath) {
      detailViewController = detail
    }
  }

  // MARK: Events and drawing

  /// Gives an event to the part it is for. Overrides see all that arrives while this screen is on top, and call `super`.
  @discardableResult
  open override func handle(_ event: Event, times: Int) -> Int {
    switch event {
    case .key, .paste: return keyController?.handle(event, times: times) ?? times
    case .mouse(let mouse): handle(mouse)
    case .resize, .resume, .traitsChange: for controller in parts { controller.handle(event) }
    case .terminate, .hangup: break
    }
    return 1
  }

  /// Draws both parts, and the status line of the one with the keys. Overrides call `super`.
  open override func draw(in canvas: inout Canvas, at now: Duration) {
    drawnSize = canvas.size
    drawnTraits = canvas.traits
    drawParts(in: &canvas, at: now)
  }

  override func nextFrame(after now: Duration) -> Duration? {
    shownParts.compactMap { $0.nextFrame(after: now) }.min()
  }
}

// MARK: - Parts

/// Where the parts stand, and which of them has the keys.
extension SplitViewController {
  /// How the screen was shared at the last drawing.
  var areas: SplitLayout {
    SplitLayout(
      size: drawnSize, hasDetail: !isDetailHidden, focusesDetail: focusesDetail,
      showsBoth: !drawnTraits.isAccessible,
      listFraction: preferredPrimaryColumnWidthFraction
        ?? (detailViewController is SplitViewController ? 0.25 : nil),
      hasStatus: splitViewController == nil)
  }

  /// The parts that were seen at the last drawing.
  private var shownParts: [ViewController] { parts.filter { area(of: $0) != nil } }

  func area(of controller: ViewController) -> Rect? {
    controller === listViewController ? areas.list : areas.detail
  }

  /// Gives the keys to a later pane, or to an earlier one where the number is negative.
  func moveFocus(by count: Int) {
    followCursor()
    let panes = panes
    guard let index = panes.firstIndex(where: { $0 === focusedViewController }) else { return }
    focusedViewController = panes[((index + count) % panes.count + panes.count) % panes.count]
  }

  /// Gives the keys back to the list, or from there to that of the split view this is a part of.
  ///
  /// - Returns: whether it was the details that had them.
  func returnFocus() -> Bool {
    guard focusesDetail else { return splitViewController?.returnFocus() ?? false }
    focusesDetail = false
    return true
  }

  /// Whether a part is the list of details that are shown.
  func leads(from controller: TableViewController) -> Bool {
    controller === listViewController && !isDetailHidden
  }

  /// Gives the keys to the details.
  ///
  /// - Returns: whether it was their list that had them.
  func enterDetails(from controller: TableViewController) -> Bool {
    followCursor()
    guard leads(from: controller), let target = detailViewController.panes.first else { return false }
    rootSplit?.focusedViewController = target
    return true
  }

  // MARK: The list's share

  /// Makes the list larger by steps of two columns, or of a line; negative smaller.
  func resizeList(by count: Int) {
    guard let list = areas.list, areas.detail != nil else { return }
    setListSize(areas.isWide ? list.size.columns + 2 * count : list.size.lines + count)
  }

  /// Gives the list columns, or lines where the details stand below it.
  private func setListSize(_ wanted: Int) {
    let count = areas.isWide ? drawnSize.columns : areas.lines
    let limits = SplitLayout.limits(of: count)
    preferredPrimaryColumnWidthFraction =
      (Double(min(max(wanted, limits.lowerBound), limits.upperBound)) + 0.5) / Double(max(1, count))
  }

  /// Whether a place is on the line between the two.
  private func isOnEdge(_ place: Point) -> Bool {
    guard areas.list != nil, let detail = areas.detail else { return false }
    return areas.isWide
      ? place.column == detail.origin.column - 1 && detail.lines.contains(place.line)
      : place.line == detail.origin.line - 1
  }

  // MARK: Mouse

  func handle(_ event: MouseEvent) {
    guard let focused = keyController else { return }
    // What lies on top lies on all of the screen.
    if focused.isCoveredByPanel { return focused.handle(.mouse(event)) }
    if isDraggingEdge || event.action == .press && isOnEdge(event.location) {
      isDraggingEdge = event.action == .press || event.action == .drag
      return setListSize(areas.isWide ? event.location.column : event.location.line)
    }
    if event.action == .press, event.location.line == areas.status {
      if focused.isOnHelpHint(event.location.column, of: drawnSize.columns) { focused.perform(.help) }
      return setNeedsDisplay()
    }
    let goesOn = event.action == .drag || event.action == .release
    let target = goesOn ? focusedPart : shownParts.first { area(of: $0)?.contains(event.location) ?? false }
    guard let target, let area = area(of: target) else { return }
    if event.action == .press { focusesDetail = target === detailViewController }
    var event = event
    event.location.line -= area.origin.line
    event.location.column -= area.origin.column
    target.handle(.mouse(event))
  }

  // MARK: Drawing

  private func drawParts(in canvas: inout Canvas, at now: Duration) {
    draw(listViewController, in: &canvas, at: now)
    let withListCursor = canvas
    canvas.hideCursor()
    // The list's cursor may have moved while it was drawn.
    if areas.detail != nil { followCursor() }
    draw(detailViewController, in: &canvas, at: now)
    if !focusesDetail { canvas.takeCursor(of: withListCursor) }
    let theme = listViewController.currentTheme
    drawEdge(in: &canvas, theme: theme)
    // In another split view they are that one's.
    guard splitViewController == nil, let focused = keyController else { return }
    if let line = areas.status { focused.drawStatus(in: &canvas, line: line, theme: theme, at: now) }
    focused.drawCover(in: &canvas)
  }

  private func draw(_ controller: ViewController, in canvas: inout Canvas, at now: Duration) {
    guard let area = area(of: controller) else {
      hide(controller)
      return controller.stopShowing()
    }
    show(controller)
    canvas.inside(area) { controller.draw(in: &$0, at: now) }
  }

  /// Draws the line between the two.
  private func drawEdge(in canvas: inout Canvas, theme: Theme) {
    guard areas.list != nil, let detail = areas.detail else { return }
    let symbols = Symbols.standard(for: canvas.traits)
    if areas.isWide {
      for line in detail.lines {
        canvas.write(
          StyledText(symbols.edge), line: line, column: detail.origin.column - 1, style: theme.border)
      }
    } else {
      let rule = String(repeating: symbols.rule, count: detail.size.columns)
      canvas.write(StyledText(rule), line: detail.origin.line - 1, style: theme.border)
    }
  }
}

// MARK: - SplitLayout

/// How a screen is shared between a list and its details.
///
/// ```text
///   wide               tall       else
///   list   │ detail    list       the one with the keys
///   status             ────────   status
///                      detail
///                      status
/// ```
struct SplitLayout: Hashable {
  /// Nil where there is no room for it.
  private(set) var list: Rect?
  /// Nil where there is no room for it, or it is not wanted.
  private(set) var detail: Rect?
  private(set) var status: Int?
  /// How many lines the parts have together.
  let lines: Int

  private static let columnsForTwo = 100
  private static let mostDetailColumns = 60
  private static let linesForTwo = 12

  /// - Parameters:
  ///   - focusesDetail: whether the details have the keys.
  ///   - showsBoth: whether both are seen where there is room; a screen reader would mix their lines.
  ///   - listFraction: the part of the room that the list takes; nil for more than half.
  ///   - hasStatus: whether there is a last line of its own.
  init(
    size: Size, hasDetail: Bool, focusesDetail: Bool, showsBoth: Bool = true, listFraction: Double? = nil,
    hasStatus: Bool = true
  ) {
    status = hasStatus && size.lines >= 4 ? size.lines - 1 : nil
    let lines = status ?? size.lines
    self.lines = lines
    let all = Rect(line: 0, column: 0, columns: size.columns, lines: lines)
    if !hasDetail {
      list = all
    } else if showsBoth, size.columns >= Self.columnsForTwo {
      let columns =
        Self.rest(of: size.columns, listFraction) ?? min(size.columns * 2 / 5, Self.mostDetailColumns)
      list = Rect(line: 0, column: 0, columns: size.columns - columns - 1, lines: lines)
      detail = Rect(line: 0, column: size.columns - columns, columns: columns, lines: lines)
    } else if showsBoth, lines >= Self.linesForTwo {
      let below = Self.rest(of: lines, listFraction) ?? lines / 3
      list = Rect(line: 0, column: 0, columns: size.columns, lines: lines - below - 1)
      detail = Rect(line: lines - below, column: 0, columns: size.columns, lines: below)
    } else if focusesDetail {
      detail = all
    } else {
      list = all
    }
  }

  /// What a list leaves to the details, of which each keeps something.
  private static func rest(of count: Int, _ listFraction: Double?) -> Int? {
    listFraction.map { fraction in
      let limits = limits(of: count)
      let wanted = Double(count) * fraction
      return count - Int(min(max(wanted, Double(limits.lowerBound)), Double(limits.upperBound))) - 1
    }
  }

  /// How much of the room the list may have.
  static func limits(of count: Int) -> ClosedRange<Int> { count / 8...count - count / 8 }

  /// Whether both are seen, beside each other.
  var isWide: Bool { list != nil && (detail?.origin.column ?? 0) > 0 }
}
