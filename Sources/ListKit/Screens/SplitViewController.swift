/// A screen with two parts: a list and, beside or below it, the details of the row under its cursor.
///
/// ```swift
/// let split = SplitViewController(listViewController: inbox)
/// split.detailProvider = { [unowned inbox] indexPath in
///   inbox.message(at: indexPath).map(MessageController.init)
/// }
/// ```
///
/// Both parts are screens with their own title, cursor and keys; the details are a list, a text, or a subclass
/// of ``ViewController`` that draws itself. One of them has the keyboard focus, and its status line and help are
/// shown; tab and a click move the focus. Enter moves it from the list to the details, unless the table has a primary
/// action or a delegate, and escape moves it back. On screens of at least 100 columns, or as many as their minimum
/// widths need, the details are beside the list, else below it. If both do not fit, the screen shows the part with the
/// focus and tells the other part that it disappears. The mouse drags the line between the parts, and alt-`<` and
/// alt-`>` move it.
open class SplitViewController: ViewController {
  /// The list.
  public let listViewController: TableViewController
  /// The details: any screen but a split view. A new one inherits the theme and the motion of the list, unless it
  /// has its own.
  public var detailViewController: ViewController {
    didSet { if oldValue !== detailViewController { replace(oldValue) } }
  }
  /// Returns the details for the row under the list's cursor; the argument is nil if the cursor is on no row.
  /// The split view calls it before a drawing that shows the details, so a held key calls it at most once per
  /// drawing. If it returns nil, the current details stay.
  public var detailProvider: ((IndexPath?) -> ViewController?)? { didSet { reloadDetail() } }
  /// Whether the details are hidden and the list fills the screen.
  public var isDetailHidden = false {
    didSet {
      if isDetailHidden { focusesDetail = false }
      setNeedsDisplay()
    }
  }

  /// The fraction of the columns that the list takes, or of the lines if the details are below it; more than
  /// half if nil. Moving the line between the parts changes it.
  public var preferredPrimaryColumnWidthFraction: Double? { didSet { setNeedsDisplay() } }

  /// The least number of columns of the list beside the details; if nil, at least 59 columns or what the user makes
  /// of them.
  ///
  /// ```swift
  /// split.minimumPrimaryColumnWidth = 30
  /// split.minimumSecondaryColumnWidth = 20  // beside each other on screens of 51 columns or more
  /// ```
  public var minimumPrimaryColumnWidth: Int? { didSet { setNeedsDisplay() } }
  /// The least number of columns of the details beside the list; if nil, at least 40 columns or what the user makes
  /// of them.
  public var minimumSecondaryColumnWidth: Int? { didSet { setNeedsDisplay() } }

  package override var visibleContent: ContentState { listViewController.visibleContent }

  var focusesDetail = false { didSet { setNeedsDisplay() } }
  /// Whether the ``detailProvider`` has to be called again.
  private var isDetailDue = false
  /// Whether this screen was told that it appears.
  private var isShown = false
  /// The parts that were told that they appear: those that fitted in the last drawing.
  private var showing: [ViewController] = []
  /// The parts in ``showing`` that have not reached the terminal yet.
  private var unseen: [ViewController] = []
  /// Whether the mouse is dragging the line between the parts.
  private var isDraggingEdge = false

  /// Creates a split view.
  ///
  /// - Parameters:
  ///   - listViewController: a screen that is in no navigation controller or split view.
  ///   - detailViewController: another such screen; by default an empty one, until a row has details.
  public init(
    listViewController: TableViewController, detailViewController: ViewController = TableViewController()
  ) {
    self.listViewController = listViewController
    self.detailViewController = detailViewController
    super.init()
    for controller in parts { takeOver(controller) }
  }

  /// The part with the keyboard focus.
  package var focusedViewController: ViewController {
    get { focusesDetail ? detailViewController : listViewController }
    set { focusesDetail = newValue === detailViewController && !isDetailHidden }
  }

  private var parts: [ViewController] { [listViewController, detailViewController] }

  /// Called when the cursor of one of the parts moved to another row.
  func cursorDidMove(in controller: TableViewController) {
    if controller === listViewController { reloadDetail() }
  }

  /// Calls the ``detailProvider`` again before the next drawing, because the details of the current row
  /// changed.
  func reloadDetail() {
    isDetailDue = detailProvider != nil
    if isDetailDue { setNeedsDisplay() }
  }

  // MARK: Parts

  private func takeOver(_ controller: ViewController) {
    trapUnless(
      !(controller is SplitViewController),
      "SplitViewController: a part is a \(type(of: controller)), a split view")
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

  /// Tells a part that it appears, unless it was told already.
  private func show(_ controller: ViewController) {
    guard isShown, !showing.contains(where: { $0 === controller }) else { return }
    showing.append(controller)
    unseen.append(controller)
    controller.loadIfNeeded()
    controller.startShowing()
  }

  /// Tells a part that it disappears, if it is showing.
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

  // MARK: Appearing

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

  override var tableScreen: TableViewController { listViewController }
  override var tableViewControllers: [TableViewController] { parts.map(\.tableScreen) }

  /// The part with an open panel or alert, else the focused part.
  package override var keyController: TableViewController {
    let focused = focusedViewController.tableScreen
    return focused.isCoveredByPanel ? focused : tableViewControllers.first { $0.isCoveredByPanel } ?? focused
  }

  package override var rowsArea: Rect? {
    let part = keyController.part
    guard let area = area(of: part), var rows = part.rowsArea else { return nil }
    rows.origin.line += area.origin.line
    rows.origin.column += area.origin.column
    return rows
  }

  override var backTitle: String { title.isEmpty ? listViewController.title : title }

  /// Calls the ``detailProvider`` if that is due.
  private func followCursor() {
    guard isDetailDue, !isDetailHidden, let detailProvider else { return }
    isDetailDue = false
    if let detail = detailProvider(listViewController.tableView.cursorIndexPath) {
      detailViewController = detail
    }
  }

  // MARK: Events and drawing

  /// Passes an event to the part it belongs to. Overrides receive all events while this screen is on top, and
  /// call `super`.
  @discardableResult
  open override func handle(_ event: Event, times: Int) -> Int {
    switch event {
    case .key, .paste: return keyController.part.handle(event, times: times)
    case .mouse(let mouse): handle(mouse)
    case .resize, .resume, .traitsChange: for controller in parts { controller.handle(event, times: 1) }
    case .terminate, .hangup: break
    }
    return 1
  }

  /// Draws both parts, and the status line of the focused one. Overrides call `super`.
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

/// The areas of the parts, and the keyboard focus.
extension SplitViewController {
  /// The layout of the last drawing.
  var areas: SplitLayout {
    SplitLayout(
      size: drawnSize, hasDetail: !isDetailHidden, focusesDetail: focusesDetail,
      showsBoth: !drawnTraits.isAccessible, listFraction: preferredPrimaryColumnWidthFraction,
      least: (minimumPrimaryColumnWidth, minimumSecondaryColumnWidth))
  }

  /// The parts that were visible in the last drawing.
  private var shownParts: [ViewController] { parts.filter { area(of: $0) != nil } }

  func area(of controller: ViewController) -> Rect? {
    controller === listViewController ? areas.list : areas.detail
  }

  /// Moves the focus to the other part.
  func switchFocus() {
    followCursor()
    focusesDetail = !focusesDetail && !isDetailHidden
  }

  /// Moves the focus back to the list.
  ///
  /// - Returns: whether the details had the focus.
  func returnFocus() -> Bool {
    defer { focusesDetail = false }
    return focusesDetail
  }

  /// Whether a part is the list and the details are shown.
  func leads(from controller: TableViewController) -> Bool {
    controller === listViewController && !isDetailHidden
  }

  /// Moves the focus to the details.
  ///
  /// - Returns: whether the call came from the list and its details are shown.
  func enterDetails(from controller: TableViewController) -> Bool {
    followCursor()
    guard leads(from: controller) else { return false }
    focusesDetail = true
    return true
  }

  // MARK: The list's share

  /// Enlarges the list by a number of steps of two columns, or of one line; a negative number shrinks it.
  func resizeList(by count: Int) {
    guard let list = areas.list, areas.detail != nil else { return }
    setListSize(areas.isWide ? list.size.columns + 2 * count : list.size.lines + count)
  }

  /// Sets the list's number of columns, or of lines if the details are below it.
  private func setListSize(_ wanted: Int) {
    let count = areas.isWide ? drawnSize.columns : areas.lines
    preferredPrimaryColumnWidthFraction =
      (Double(areas.limited(wanted, of: count)) + 0.5) / Double(max(1, count))
  }

  /// Whether a point is on the line between the parts.
  private func isOnEdge(_ place: Point) -> Bool {
    guard areas.list != nil, let detail = areas.detail else { return false }
    return areas.isWide
      ? place.column == detail.origin.column - 1 && detail.lines.contains(place.line)
      : place.line == detail.origin.line - 1
  }

  // MARK: Mouse

  func handle(_ event: MouseEvent) {
    let focused = keyController
    // Panels and alerts cover the entire screen.
    if focused.isCoveredByPanel {
      focused.handle(.mouse(event), times: 1)
      return
    }
    if isDraggingEdge || event.action == .press && isOnEdge(event.location) {
      isDraggingEdge = event.action == .press || event.action == .drag
      return setListSize(areas.isWide ? event.location.column : event.location.line)
    }
    if event.action == .press, event.location.line == areas.status {
      if focused.isOnHelpHint(event.location.column, of: drawnSize.columns) { focused.perform(.help) }
      return setNeedsDisplay()
    }
    let goesOn = event.action == .drag || event.action == .release
    let target =
      goesOn ? focusedViewController : shownParts.first { area(of: $0)?.contains(event.location) ?? false }
    guard let target, let area = area(of: target) else { return }
    if [.press, .secondaryPress].contains(event.action) { focusesDetail = target === detailViewController }
    var event = event
    event.location.line -= area.origin.line
    event.location.column -= area.origin.column
    target.handle(.mouse(event), times: 1)
  }

  // MARK: Drawing

  private func drawParts(in canvas: inout Canvas, at now: Duration) {
    draw(listViewController, in: &canvas, at: now)
    let withListCursor = canvas
    canvas.hideCursor()
    // Drawing the list may have moved its cursor.
    if areas.detail != nil { followCursor() }
    draw(detailViewController, in: &canvas, at: now)
    if !focusesDetail { canvas.takeCursor(of: withListCursor) }
    let theme = listViewController.currentTheme
    drawEdge(in: &canvas, theme: theme)
    let focused = keyController
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

  /// Draws the line between the parts.
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

/// The areas of a list and its details on a screen.
///
/// ```text
///   wide               tall       otherwise
///   list   │ detail    list       the focused one
///   status             ────────   status
///                      detail
///                      status
/// ```
struct SplitLayout {
  /// The area of the list; nil if it does not fit.
  private(set) var list: Rect?
  /// The area of the details; nil if they do not fit or are hidden.
  private(set) var detail: Rect?
  private(set) var status: Int?
  /// The number of lines that the parts share.
  let lines: Int
  /// Whether both parts are visible, beside each other.
  let isWide: Bool
  private var least: (list: Int?, detail: Int?) = (nil, nil)

  /// The least columns of the list and of the details beside each other, if the program sets none.
  private static let leastColumns = (list: 59, detail: 40)
  private static let mostDetailColumns = 60
  private static let linesForTwo = 12

  /// - Parameters:
  ///   - focusesDetail: whether the details have the focus.
  ///   - showsBoth: whether to show both if they fit; a screen reader would mix their lines.
  ///   - listFraction: the fraction of the space that the list takes; nil for more than half.
  ///   - least: the least columns of the parts beside each other.
  init(
    size: Size, hasDetail: Bool, focusesDetail: Bool, showsBoth: Bool = true, listFraction: Double? = nil,
    least: (list: Int?, detail: Int?) = (nil, nil)
  ) {
    let needed = (least.list ?? Self.leastColumns.list) + 1 + (least.detail ?? Self.leastColumns.detail)
    isWide = hasDetail && showsBoth && size.columns >= needed
    if isWide { self.least = least }
    status = size.lines >= 4 ? size.lines - 1 : nil
    let lines = status ?? size.lines
    self.lines = lines
    let all = Rect(line: 0, column: 0, columns: size.columns, lines: lines)
    if !hasDetail {
      list = all
    } else if isWide {
      let standard = size.columns - min(size.columns * 2 / 5, Self.mostDetailColumns) - 1
      let columns = share(listFraction, of: size.columns, standard)
      list = Rect(line: 0, column: 0, columns: columns, lines: lines)
      detail = Rect(line: 0, column: columns + 1, columns: size.columns - columns - 1, lines: lines)
    } else if showsBoth, lines >= Self.linesForTwo {
      let above = share(listFraction, of: lines, lines - lines / 3 - 1)
      list = Rect(line: 0, column: 0, columns: size.columns, lines: above)
      detail = Rect(line: above + 1, column: 0, columns: size.columns, lines: lines - above - 1)
    } else if focusesDetail {
      detail = all
    } else {
      list = all
    }
  }

  /// Returns the size of the list if it takes a fraction, else the standard one.
  private func share(_ fraction: Double?, of count: Int, _ standard: Int) -> Int {
    limited(fraction.map { Int(Double(count) * min(max(0, $0), 1)) } ?? standard, of: count)
  }

  /// Returns the possible size of the list that is nearest to a wanted one: both parts keep a minimum.
  func limited(_ wanted: Int, of count: Int) -> Int {
    max(least.list ?? count / 8, min(wanted, count - (least.detail.map { $0 + 1 } ?? count / 8)))
  }
}
