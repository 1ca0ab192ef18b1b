/// A screen with two parts: a list and, beside or below it, the details of the row under its cursor. With a second
/// list between them it has three, beside each other.
///
/// ```swift
/// let split = SplitViewController(primary: inbox)
/// split.detailProvider = { [unowned inbox] indexPath in
///   inbox.message(at: indexPath).map(MessageController.init)
/// }
/// ```
///
/// The parts are screens with their own title, cursor and keys; the details are a list, a text, or a subclass
/// of ``ViewController`` that draws itself. One of them has the keyboard focus, and its status line and help are
/// shown; tab and a click move the focus. Enter moves it from a list to the next part, unless the table has a primary
/// action or a delegate, and escape moves it back. On screens of at least 100 columns
/// the details are beside the list, else below it; three parts need 80 columns. If the parts do not fit,
/// the screen shows the part with the focus and tells the others that they disappear. The mouse drags the lines
/// between the parts, and alt-`<` and alt-`>` move the one after the part with the focus.
open class SplitViewController: ViewController, ScreenHost {
  /// The first list.
  public let primary: TableViewController
  /// The list between the first one and the details, if there are three parts. It usually shows what belongs to the
  /// row under the cursor of ``primary``: change its rows in ``TableView/cursorDidMove``.
  public let supplementary: TableViewController?
  /// The details: any screen but a split view. A new one inherits the theme and the motion of the list, unless it
  /// has its own.
  public var secondary: ViewController {
    didSet { if oldValue !== secondary { replace(oldValue) } }
  }
  /// Returns the details for the row under the cursor of the last list; the argument is nil if the cursor is on no
  /// row. The split view calls it before a drawing that shows the details, so a held key calls it at most once per
  /// drawing. If it returns nil, the current details stay. Others replace them as soon as
  /// ``ViewController/shouldClose()`` of the current ones agrees.
  public var detailProvider: ((IndexPath?) -> ViewController?)? { didSet { reloadDetail() } }
  /// Whether the details are hidden and the lists fill the screen.
  public var isDetailHidden = false { didSet { focus = min(focus, shownCount - 1) } }

  /// The fraction of the columns that the first list takes, or of the lines if the details are below it; if nil, more
  /// than half of two parts, a quarter of three. Moving the line after the list changes it.
  public var preferredPrimaryColumnWidthFraction: Double? { didSet { setNeedsDisplay() } }
  /// The lines that the details need below the list, with their title. They get at most half of the screen, and leave
  /// the list room for its title; nil for a third. Moving the line between the two takes precedence.
  public var preferredDetailLines: Int? {
    didSet { if preferredDetailLines != oldValue { setNeedsDisplay() } }
  }
  /// Whether the user moved the line after the first list.
  private var isMoved = false
  /// The size of the screen.
  package var size: ScreenSize { drawnSize }
  /// The most lines that the details get by themselves; nil beside the list.
  package var mostDetailLines: Int? { splitAreas.mostDetailLines }
  /// Whether the screen has room for the details beside or below the list.
  public var hasRoomForDetail: Bool {
    SplitLayout(size: drawnSize, count: parts.count, focus: 0, showsAll: !drawnTraits.isAccessible).showsAll
  }
  /// The fraction of the columns that the second list takes; nil before the user moved the line after it.
  private var supplementaryFraction: Double? { didSet { setNeedsDisplay() } }

  package override var visibleContent: ContentState { primary.visibleContent }

  /// The position of the part with the focus.
  private var focus = 0 { didSet { setNeedsDisplay() } }
  /// Whether the ``detailProvider`` has to be called again.
  private var isDetailDue = false
  /// Whether this screen was told that it appears.
  private var isShown = false
  /// The parts that were told that they appear: those that fitted in the last drawing.
  private var showing: [ViewController] = []
  /// The parts in ``showing`` that have not reached the terminal yet.
  private var unseen: [ViewController] = []
  /// The part before the line between two parts that the mouse is dragging.
  private var draggedEdge: Int?

  /// Creates a split view.
  ///
  /// ```swift
  /// SplitViewController(primary: mailboxes, supplementary: messages, secondary: text)
  /// ```
  ///
  /// - Parameters:
  ///   - primary: a screen that is in no navigation controller or split view.
  ///   - supplementary: another such screen, for three parts.
  ///   - secondary: another such screen; by default an empty one, until a row has details.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  public init(
    primary: TableViewController, supplementary: TableViewController? = nil,
    secondary: ViewController = TableViewController(), file: StaticString = #fileID, line: UInt = #line
  ) {
    (self.primary, self.supplementary, self.secondary) = (primary, supplementary, secondary)
    super.init()
    for controller in parts { takeOver(controller, file, line) }
  }

  /// The part with the keyboard focus.
  package var focusedViewController: ViewController {
    get { parts[focus] }
    set { focus = min(parts.firstIndex { $0 === newValue } ?? 0, shownCount - 1) }
  }

  override var parts: [ViewController] {
    supplementary.map { [primary, $0, secondary] } ?? [primary, secondary]
  }

  /// The list whose rows have details.
  private var lastList: TableViewController { supplementary ?? primary }

  /// The number of parts that are not hidden.
  private var shownCount: Int { (supplementary == nil ? 2 : 3) - (isDetailHidden ? 1 : 0) }

  func setNeedsDisplay(for screen: ViewController) { setNeedsDisplay() }

  override var closing: [ViewController] { parts + [self] }

  /// Called when the cursor of one of the parts moved to another row.
  func cursorDidMove(in controller: TableViewController) {
    if controller === lastList { reloadDetail() }
  }

  /// Calls the ``detailProvider`` again before the next drawing, because the details of the current row
  /// changed.
  func reloadDetail() {
    isDetailDue = detailProvider != nil
    if isDetailDue { setNeedsDisplay() }
  }

  // MARK: Parts

  private func takeOver(
    _ controller: ViewController, _ file: StaticString = #fileID, _ line: UInt = #line
  ) {
    trapUnless(
      !(controller is SplitViewController),
      "SplitViewController: a part is a \(type(of: controller)), a split view - "
        + "use init(primary:supplementary:secondary:) for three columns", file: file, line: line)
    trapUnless(
      controller.host == nil,
      "SplitViewController: \(type(of: controller)) is already in a navigation controller or a split view",
      file: file, line: line)
    controller.move(to: self)
  }

  private func replace(_ former: ViewController) {
    let wasShowing = showing.contains { $0 === former }
    hide(former)
    former.remove()
    takeOver(secondary)
    secondary.inheritAppearance(from: primary)
    if wasShowing { show(secondary) }
    setNeedsDisplay()
  }

  /// Tells a part that it appears, unless it was told already.
  private func show(_ controller: ViewController) {
    guard isShown, !showing.contains(where: { $0 === controller }) else { return }
    showing.append(controller)
    unseen.append(controller)
    controller.loadViewIfNeeded()
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

  // MARK: Appearing

  override func startShowing() {
    super.startShowing()
    isShown = true
    for controller in parts {
      controller.loadViewIfNeeded()
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

  override func closeQuestions() {
    for controller in parts { controller.closeQuestions() }
  }

  override var isUpdateDue: Bool { super.isUpdateDue || showing.contains(where: \.isUpdateDue) }
  override var asking: ScreenChrome { primary.chrome }
  override var standardKeyMap: KeyMap { KeyMap([]) }

  /// The part with an open panel or alert, else the focused part.
  override var activePart: ViewController {
    let focused = focusedViewController
    return focused.chrome.isCovered ? focused : parts.first { $0.chrome.isCovered } ?? focused
  }

  override var areas: ScreenLayout {
    var areas = ScreenLayout(size: drawnSize, hasTitle: false, hasSearchBar: false)
    areas.isTooSmall = false  // Each part says so.
    return areas
  }

  package override var rowsArea: Rect? {
    let part = activePart
    guard let area = area(of: part), var rows = part.rowsArea else { return nil }
    rows.origin.line += area.origin.line
    rows.origin.column += area.origin.column
    return rows
  }

  override var backTitle: String { title.isEmpty ? primary.title : title }

  /// Shows the details of the cursor's row if that is due, unless the current ones refuse.
  private func followCursor() {
    guard isDetailDue, !isDetailHidden, navigationController?.isClosing != true, let next = nextDetail()
    else { return }
    guard let navigationController, next !== secondary else { return secondary = next }
    let former = secondary
    navigationController.close([former]) { [weak self] closes in
      guard closes, let self, secondary === former else { return }
      // The cursor may have moved on since.
      if let newest = isDetailDue ? nextDetail() : next { secondary = newest }
    }
  }

  private func nextDetail() -> ViewController? {
    isDetailDue = false
    return detailProvider?(lastList.tableView.cursorIndexPath)
  }

  // MARK: Events and drawing

  /// Passes an event to the part it belongs to.
  override func receive(_ event: Event, times: Int) -> Int {
    switch event {
    case .key, .paste: return activePart.receive(event, times: times)
    case .mouse(let mouse): handle(mouse)
    case .resize, .resume, .traitsChange: for part in parts { _ = part.receive(event, times: 1) }
    case .terminate, .hangup: break
    }
    return 1
  }

  /// Draws the parts and the lines between them.
  open override func draw(in canvas: inout Canvas) {
    var withCursor = canvas
    for place in parts.indices {
      // Drawing the list may have moved its cursor.
      if place + 1 == parts.count, splitAreas.parts.count > place, splitAreas.parts[place] != nil {
        followCursor()
      }
      draw(parts[place], in: &canvas)
      if place == focus { withCursor = canvas }
      canvas.hideCursor()
    }
    canvas.takeCursor(of: withCursor)
    drawEdges(in: &canvas)
  }

  override func nextFrame(after now: Duration) -> Duration? {
    shownParts.compactMap { $0.nextFrame(after: now) }.min()
  }
}

// MARK: - Parts

/// The areas of the parts, and the keyboard focus.
extension SplitViewController {
  /// The layout of the last drawing.
  var splitAreas: SplitLayout {
    SplitLayout(
      size: drawnSize, count: shownCount, focus: focus, showsAll: !drawnTraits.isAccessible,
      fractions: [preferredPrimaryColumnWidthFraction, supplementaryFraction],
      detailLines: isMoved ? nil : preferredDetailLines)
  }

  /// The parts that were visible in the last drawing.
  private var shownParts: [ViewController] { parts.filter { area(of: $0) != nil } }

  func area(of controller: ViewController) -> Rect? {
    let place = parts.firstIndex { $0 === controller }
    return place.flatMap { splitAreas.parts.indices.contains($0) ? splitAreas.parts[$0] : nil }
  }

  /// Moves the focus to the next part, or with -1 to the previous one.
  func moveFocus(by step: Int) {
    followCursor()
    focus = (focus + step + shownCount) % shownCount
  }

  /// Moves the focus back to the part before.
  ///
  /// - Returns: false if the first part has the focus.
  func returnFocus() -> Bool {
    if focus == 0 { return false }
    focus -= 1
    return true
  }

  /// Whether enter on a part moves the focus to the next one.
  func leads(from controller: TableViewController) -> Bool {
    controller === primary && shownCount > 1 || controller === supplementary && !isDetailHidden
  }

  /// Moves the focus to the next part.
  ///
  /// - Returns: whether the call came from a list and there is a next part.
  func enterDetails(from controller: TableViewController) -> Bool {
    followCursor()
    guard leads(from: controller) else { return false }
    focus = controller === primary ? 1 : 2
    return true
  }

  // MARK: Shares

  /// Moves the line after the part with the focus, or the one before the details, by a number of steps of two columns,
  /// or of one line.
  func resizeParts(by count: Int) {
    let place = min(focus, shownCount - 2)
    guard place >= 0, splitAreas.showsAll, let area = splitAreas.parts[place] else { return }
    setSize(splitAreas.isWide ? area.size.columns + 2 * count : area.size.lines + count, of: place)
  }

  /// Sets the number of columns of a list, or of lines if the details are below it.
  private func setSize(_ wanted: Int, of place: Int) {
    let count = Double(max(1, splitAreas.isWide ? drawnSize.columns : splitAreas.lines))
    let fraction = (Double(splitAreas.limited(wanted, of: place)) + 0.5) / count
    if place > 0 { return supplementaryFraction = fraction }
    (preferredPrimaryColumnWidthFraction, isMoved) = (fraction, true)
  }

  /// The part before the line between two parts that a point is on.
  private func edge(at point: ScreenPoint) -> Int? {
    guard splitAreas.showsAll else { return nil }
    return splitAreas.parts.dropFirst().firstIndex { area in
      guard let area else { return false }
      return splitAreas.isWide
        ? point.column == area.origin.column - 1 && area.lines.contains(point.line)
        : point.line == area.origin.line - 1
    }.map { $0 - 1 }
  }

  // MARK: Mouse

  func handle(_ event: MouseEvent) {
    let focused = activePart
    // Panels and alerts cover the entire screen.
    if focused.chrome.isCovered {
      _ = focused.receive(.mouse(event), times: 1)
      return
    }
    if handle(.mouse(event)) { return setNeedsDisplay() }
    if event.action == .press { draggedEdge = edge(at: event.location) }
    if let place = draggedEdge, [.press, .drag, .release].contains(event.action) {
      if event.action == .release { draggedEdge = nil }
      guard let start = splitAreas.parts[place]?.origin else { return }
      return setSize(
        splitAreas.isWide ? event.location.column - start.column : event.location.line - start.line, of: place
      )
    }
    if event.action == .press, event.location.line == areas.status {
      if focused.chrome.isOnHelpHint(event.location.column, of: drawnSize.columns) { focused.perform(.help) }
      return setNeedsDisplay()
    }
    let goesOn = event.action == .drag || event.action == .release
    let target =
      goesOn ? focusedViewController : shownParts.first { area(of: $0)?.contains(event.location) ?? false }
    guard let target, let area = area(of: target) else { return }
    if [.press, .secondaryPress].contains(event.action) { focusedViewController = target }
    var event = event
    event.location.line -= area.origin.line
    event.location.column -= area.origin.column
    _ = target.receive(.mouse(event), times: 1)
  }

  // MARK: Drawing

  private func draw(_ controller: ViewController, in canvas: inout Canvas) {
    guard let area = area(of: controller) else {
      hide(controller)
      return controller.stopShowing()
    }
    show(controller)
    canvas.inside(area) { controller.chrome.render(in: &$0) }
  }

  /// Draws the lines between the parts.
  private func drawEdges(in canvas: inout Canvas) {
    guard splitAreas.showsAll else { return }
    let (symbols, style) = (Symbols.standard(for: canvas.traits), primary.currentTheme.border)
    for area in splitAreas.parts.dropFirst().compactMap(\.self) {
      if splitAreas.isWide {
        for line in area.lines {
          canvas.write(StyledText(symbols.edge), line: line, column: area.origin.column - 1, style: style)
        }
      } else {
        let rule = String(repeating: symbols.rule, count: area.size.columns)
        canvas.write(StyledText(rule), line: area.origin.line - 1, style: style)
      }
    }
  }
}

// MARK: - SplitLayout

/// The areas of lists and details on a screen.
///
/// ```text
///   wide               tall       otherwise
///   list   │ detail    list       the focused one
///   status             ────────   status
///                      detail
///                      status
/// ```
struct SplitLayout {
  /// The areas of the parts; nil for parts that do not fit.
  private(set) var parts: [Rect?]
  /// The number of lines that the parts share.
  let lines: Int
  /// Whether several parts are visible, beside each other.
  let isWide: Bool
  /// The least and the greatest size of each part but the last one.
  private var limits: [(least: Int, most: Int)] = []

  /// The least columns of two and of three parts beside each other.
  private static let leastColumns = [2: 100, 3: 80]
  private static let mostDetailColumns = 60
  private static let linesForTwo = 12

  /// Whether several parts are visible.
  var showsAll: Bool { !limits.isEmpty }

  /// - Parameters:
  ///   - count: the number of parts, from 1 to 3.
  ///   - focus: the part with the focus.
  ///   - showsAll: whether to show all parts if they fit; a screen reader would mix their lines.
  ///   - fractions: the fractions of the space that the lists take; nil for the standard ones.
  ///   - detailLines: the lines that details below the list need; nil for a fraction.
  init(
    size: ScreenSize, count: Int, focus: Int, showsAll: Bool = true, fractions: [Double?] = [],
    detailLines: Int? = nil
  ) {
    isWide = showsAll && Self.leastColumns[count].map { size.columns >= $0 } ?? false
    lines = size.lines >= 4 ? size.lines - 1 : size.lines
    parts = Array(repeating: nil, count: count)
    guard isWide || count == 2 && showsAll && lines >= Self.linesForTwo else {
      parts[focus] = Rect(line: 0, column: 0, columns: size.columns, lines: lines)
      return
    }
    let total = isWide ? size.columns : lines
    let shares =
      count == 3
      ? [total / 4, total * 3 / 8]
      : [isWide ? total - min(total * 2 / 5, Self.mostDetailColumns) - 1 : total - total / 3 - 1]
    var start = 0
    for place in parts.indices {
      var length = total - start
      if place + 1 < count {
        // Each part keeps a minimum.
        limits.append((total / 8, length - (count - place - 1) * (total / 8)))
        let below = isWide || count > 2 ? nil : detailLines
        let fraction = below == nil && place < fractions.count ? fractions[place] : nil
        length = limited(
          below.map { total - 1 - min($0, Self.mostDetailLines(of: total)) } ?? fraction.map {
            Int(Double(total) * min(max(0, $0), 1))
          } ?? shares[place], of: place)
      }
      parts[place] =
        isWide
        ? Rect(line: 0, column: start, columns: length, lines: lines)
        : Rect(line: start, column: 0, columns: size.columns, lines: length)
      start += length + 1
    }
  }

  /// Returns the most lines of details that are below a list: at most half, and the list keeps its title.
  private static func mostDetailLines(of lines: Int) -> Int {
    min(lines / 2, lines - 1 - ScreenLayout.linesForTitle)
  }

  /// The most lines that the details get by themselves; nil beside the list.
  var mostDetailLines: Int? { isWide ? nil : Self.mostDetailLines(of: lines) }

  /// Returns the possible size of a list that is nearest to a wanted one.
  func limited(_ wanted: Int, of place: Int) -> Int {
    max(limits[place].least, min(wanted, limits[place].most))
  }
}
