import ListKit
import ListKitCurses
import ListSearch
import Rows

/// The screen of a list: its keys, query, columns, preview, actions and pages. A ``ListModel`` has the rows.
///
/// ```text
///  keys, query ─▶ ListScreenController ─▶ ListModel: RunList, TableList ─▶ data source ─▶ table
///                       ▲ describeState, placeColumns ──┘
/// ```
@MainActor
final class ListScreenController: TableViewController, SearchBarDelegate {
  /// What the program does after it has left the screen.
  struct Ending {
    var failure: (any Error)?
    /// Whether esc left the list.
    var isBack = false
    /// The picked rows; nil before a choice, and if it was cancelled.
    var picked: PickedRows?
  }

  let options: MusterOptions
  let model: any ListModel
  private(set) var ending = Ending()
  /// A message in the status, until the next key.
  var statusNote: String? { didSet { describeState() } }
  /// The number of rows that matched `--alert` last.
  private(set) var alertCount: Int?
  private let preview: PreviewController
  /// Whether the size of the screen has decided if the preview is shown at first.
  private var isPreviewPlaced = false
  /// The keys that were pressed before there were rows, and are performed on the first ones.
  private var earlyKeys: [Action] = []
  /// The keys behind an early key that opens a page: they are meant for the page; nil if none opens one.
  private var keysOfPage: [KeyPress]?
  /// The number typed before a key.
  private var count: Int?
  /// Whether the last command was an esc that undid something.
  private var hasUndone = false
  /// The column whose key is in the last line, the number of all columns, and that key.
  private var hinted: (column: Int?, count: Int, hint: KeyHint?) = (nil, 0, nil)
  /// What the last line says that esc undoes.
  private var shownUndo: String?
  /// Performs these keys.
  private var catchingUp: Task<Void, Never>?
  /// The page with the values of a column, while it is open.
  private(set) weak var valueCounts: ValueCountsController?

  init(_ model: any ListModel, _ options: MusterOptions) {
    self.model = model
    self.options = options
    preview = PreviewController(template: options.use.preview, clock: model.clock)
    super.init()
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "row")
    tableView.allowsMultipleSelection = options.use.multi || !options.use.isPicker
    tableView.selectionUnit = options.use.isPicker ? .row : .cell
    tableView.columnTitleAction = { [weak self] index in
      guard let model = self?.model, model.shownColumns.indices.contains(index) else { return }
      model.sort(by: model.shownColumns[index])
    }
    let searchBar = SearchBar(placeholder: model.placeholder, delegate: self)
    searchBar.help = QueryHelp.signs
    self.searchBar = searchBar
    hidesSearchBarWhenEmpty = !options.use.isPicker
    contentState = { [weak self] in
      guard let self else { return .complete }
      return catchingUp == nil ? model.contentState : .loading
    }
    model.connect(to: self)
    addCommands()
  }

  deinit { catchingUp?.cancel() }

  override func viewDidLoad() {
    statusNote = takenKeys ?? statusNote
    model.start()
  }

  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    hidePreviewOnLowScreen()
    placeColumns()
  }

  override func draw(in canvas: inout Canvas) {
    model.screenWillDraw()
    super.draw(in: &canvas)
    hintAtKeyOfColumn()
  }

  /// Shows in the last line which key the column under the cursor is made for.
  private func hintAtKeyOfColumn() {
    guard !options.use.isPicker, (chosenColumn, model.columnCount) != (hinted.column, hinted.count) else {
      return
    }
    let hint = chosenColumn.flatMap(model.keyHint)
    let others = keyHints.filter { $0 != hinted.hint }
    hinted = (chosenColumn, model.columnCount, hint)
    let start = others.prefix { $0.key == .escape }.count
    keyHints = others.prefix(start) + [hint].compactMap(\.self) + others.dropFirst(start)
  }

  override func handle(_ event: Event) -> Bool {
    if case .key(let press) = event, keysOfPage != nil, press != .control("c") { return keepForPage(press) }
    if takeDigit(of: event) { return true }
    if case .key(let press) = event, !Self.keysWithCount.contains(press) { count = nil }
    return super.handle(event)
  }

  private static let keysWithCount: Set<KeyPress> = ["m", "L"]
  private static let mostCount = 100_000

  /// Adds a digit to the number before the next key. Returns false if the event is no digit, or digits are keys now.
  private func takeDigit(of event: Event) -> Bool {
    guard case .key(let press) = event, press.modifiers.isEmpty, case .character(let sign) = press.key,
      let digit = sign.wholeNumberValue, sign.isASCII, digit > 0 || count != nil, !isSearching, !isFinding,
      !options.use.isPicker, panel == nil, presentedAlert == nil, let use = model.useOfCount
    else { return false }
    count = min((count ?? 0) * 10 + digit, Self.mostCount)
    statusNote = "\(count ?? 0): \(use)"
    return true
  }

  /// Returns the number that was typed before the key, once.
  func takeCount() -> Int? { count.take() }

  override func perform(_ command: Command) -> Bool {
    if command == .back {
      if unmarks() { return true }
      if !options.use.isPicker, goBack() { return true }
    } else {
      hasUndone = false
    }
    if command.movesCursor, waitsForRows {
      performOnRows { $0.tableView.perform(command) }
      return true
    }
    if case .moveBeside = command { statusNote = nil }
    if command == .primaryAction, options.use.isPicker {
      // With a query, the user chooses a row before it is there.
      if waitsForRows, searchBar?.text.isEmpty == false {
        performOnRows { $0.pick() }
        return true
      }
      // If no row matches, no row handles enter.
      if tableView.cursorIndexPath == nil {
        pick()
        return true
      }
    }
    // The command may have moved the cursor to another match.
    defer { if isFinding || tableView.numberOfSelectedRows > 0 { describeState() } }
    return super.perform(command)
  }

  /// Removes the marks of rows, unless a text is typed, which is cleared first. A picker keeps the marks of rows that
  /// its query hides.
  ///
  /// - Returns: false if there are none.
  private func unmarks() -> Bool {
    let hasText = options.use.isPicker ? searchBar?.text.isEmpty == false : isSearching || isFinding
    guard !hasText, tableView.numberOfSelectedRows > 0 else { return false }
    tableView.selectRow(at: nil, animated: false)
    hasUndone = true
    describeState()
    return true
  }

  /// Asks before the program ends, if that loses something. Returns whether it asks.
  func asksToLeave() -> Bool {
    guard let loss = model.lossOfLeaving else { return false }
    ask("Leave?", message: loss, key: "q") { [weak self] in self?.exit() }
    return true
  }

  /// Undoes the last change of the view. The first esc after one that undid something does not end the program.
  ///
  /// - Returns: false if esc clears a text or leaves the screen.
  private func goBack() -> Bool {
    let clearsText = isSearching || isFinding
    let undoes = !clearsText && model.goBack()
    let isTooMany = hasUndone && navigationController?.viewControllers.count == 1
    hasUndone = undoes || clearsText || searchBar?.text.isEmpty == false
    if undoes || hasUndone { return undoes }
    if asksToLeave() {
      hasUndone = true
      return true
    }
    ending.isBack = !isTooMany
    if isTooMany { statusNote = "nothing is left to undo; esc again leaves" }
    return isTooMany
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    statusNote = nil
    model.filter(by: searchText)
  }

  /// Updates the status, the title and the progress.
  func describeState() {
    let captions = model.captions(noting: statusNote)
    // A picker is part of other work and shows only the rows and the query.
    if let title = captions.title, title != self.title, !options.use.isPicker { self.title = title }
    if statusText.text != captions.status { statusText = StyledText(captions.status) }
    workProgress = captions.progress
    if let background = captions.background { tableView.backgroundContent = background }
    // A change of them draws the screen again.
    let undo = tableView.numberOfSelectedRows > 0 ? "unmark" : model.titleOfUndo
    let enter = actionOfEnter?.name ?? model.titleOfEnter
    guard !options.use.isPicker, (enter, undo) != (tableView.primaryActionTitle, shownUndo) else { return }
    (tableView.primaryActionTitle, shownUndo) = (enter, undo)
    keyHints = (undo.map { [KeyHint(.escape, $0)] } ?? []) + keyHints.filter { $0.key != .escape }
  }

  /// Sets the title of the window to the number of rows that match `--alert`, and rings the bell if there were none
  /// before. The first number is of the screen that the user has just opened, so it does not ring.
  func announceAlerts(_ count: Int, of title: String) {
    guard count != alertCount else { return }
    if alertCount == 0 { Terminal.ringBell() }
    alertCount = count
    Terminal.setWindowTitle((count > 0 ? counted(count, "alert") + " · " : "") + title)
  }

  /// Draws the visible rows again.
  func reconfigureRows() { tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows) }

  /// Performs work while the last line shows it. The status says that esc stopped it, or why it failed.
  ///
  /// - Parameters:
  ///   - title: What is being done.
  ///   - subject: What precedes the reason of a failure.
  /// - Returns: The result; nil if it was stopped or failed.
  @discardableResult
  func result<Result: Sendable>(
    of title: String, failing subject: String? = nil,
    _ work: @escaping @MainActor (_ report: @escaping @Sendable (WorkProgress) -> Void) async throws -> Result
  ) async -> Result? {
    do {
      return try await progress(of: title, work)
    } catch {
      let reason = (subject.map { "\($0): " } ?? "") + "\(error)"
      if !Task.isCancelled { statusNote = error is CancellationError ? "stopped" : reason }
      return nil
    }
  }

  /// Ends the program because of an error.
  func fail(_ error: any Error) {
    ending.failure = error
    exit(status: 2)
  }

  // MARK: Before there are rows

  private static let mostEarlyKeys = 1_000

  private var waitsForRows: Bool { model.isWithoutRows || catchingUp != nil }

  /// Performs a key, or keeps it until there are rows. Keys that act on a row must not be kept, because the user has
  /// not seen it, unless a query says which row it is.
  ///
  /// - Parameter opensPage: Whether the action opens a page: it receives the keys that are typed behind this one.
  func performOnRows(opensPage: Bool = false, _ action: @escaping Action) {
    guard waitsForRows, earlyKeys.count < Self.mostEarlyKeys else { return action(self) }
    earlyKeys.append(action)
    guard opensPage else { return }
    keysOfPage = []
    statusNote = "the page opens when there are rows; esc takes the key back"
  }

  /// Keeps a key for the page that opens when there are rows. Esc takes back the key that opens it.
  private func keepForPage(_ press: KeyPress) -> Bool {
    if press == .escape {
      (keysOfPage, statusNote) = (nil, nil)
      earlyKeys.removeLast()
    } else if let kept = keysOfPage, kept.count < Self.mostEarlyKeys {
      keysOfPage?.append(press)
    }
    return true
  }

  /// Performs the keys that waited for rows, each after the one before took effect. Call it when rows are shown.
  func performEarlyKeys() {
    guard !earlyKeys.isEmpty, catchingUp == nil, !model.isWithoutRows else { return }
    catchingUp = Task { [weak self] in
      while let self, !earlyKeys.isEmpty {
        let action = earlyKeys.removeFirst()
        let behind = earlyKeys.isEmpty ? keysOfPage.take() : nil
        action(self)
        for press in behind ?? [] { (navigationController?.topViewController ?? self).press(press) }
        setNeedsDisplay()
        await model.untilSettled()
      }
      self?.catchingUp = nil
    }
  }

  /// Returns when the keys that waited for rows took effect.
  func untilCaughtUp() async { await catchingUp?.value }

  // MARK: Columns

  /// The column of the cursor; nil until the user moves to one.
  var chosenColumn: Int? {
    tableView.cursorColumn.flatMap { model.shownColumns.indices.contains($0) ? model.shownColumns[$0] : nil }
  }

  /// The column that keys act on: that of the cursor, otherwise the first.
  var columnOfKeys: Int? { chosenColumn ?? model.shownColumns.first }

  /// Moves the cursor to a column, and shows it if it is hidden.
  func jump(toColumn column: Int) {
    if !model.shownColumns.contains(column) { model.show(columns: model.shownColumns + [column]) }
    placeColumns()
    // Lines have no columns.
    if let index = model.shownColumns.firstIndex(of: column), tableView.columns.indices.contains(index) {
      tableView.cursorColumn = index
    }
  }

  /// Gives the table its columns. They scroll, except for pinned columns and those of the key.
  func placeColumns() {
    if let columns = model.placedColumns(room: tableView.contentColumns), tableView.columns != columns {
      tableView.columns = columns
      // A cell has a bar or a course where its column has room for it.
      reconfigureRows()
    }
    describeState()
  }

  /// Hides the cursor's column, unless it is the last one.
  func hideColumn() {
    guard let column = chosenColumn else { return statusNote = "choose a column with h and l first" }
    guard model.shownColumns.count > 1 else { return }
    model.show(columns: model.shownColumns.filter { $0 != column })
    placeColumns()
  }

  /// Pins the column, so that it stays in view while others scroll, or unpins it.
  func togglePin() {
    guard let column = columnOfKeys else { return }
    if let position = model.columnChoice.pinned.firstIndex(of: column) {
      model.columnChoice.pinned.remove(at: position)
    } else if !model.keyColumns.contains(column) {
      model.columnChoice.pinned.append(column)
    }
    placeColumns()
  }

  /// Makes a column wider, or by a negative count narrower.
  func widen(_ column: Int?, by count: Int) {
    guard let column else { return }
    let width = model.shownColumns.firstIndex(of: column).flatMap(tableView.columnWidth)
    model.columnChoice.widen(column, by: count, from: width ?? Self.unseenColumnWidth)
    placeColumns()
  }

  /// The assumed width of a column that is not in view.
  private static let unseenColumnWidth = 12

  /// Wraps the texts of a column, or cuts them again.
  func toggleWrapping(_ column: Int?) {
    guard let column else { return }
    model.columnChoice.toggleWrapping(column)
    placeColumns()
  }

  // MARK: Pages

  /// Shows the page for choosing, hiding, moving and widening columns.
  func showColumns() {
    guard model.columnCount > 0 else { return statusNote = "there are no columns" }
    navigationController?.pushViewController(ColumnsController(of: self))
  }

  /// Shows how often each value of a column occurs.
  func showValueCounts(of column: Int?) {
    guard let column else { return }
    let page = ValueCountsController(
      of: column, in: model,
      choose: { [weak self] value in
        guard let self else { return }
        navigationController?.popViewController()
        guard let value else { return statusNote = "a query cannot ask for NULL" }
        filter(by: column, is: value)
      },
      chooseRange: { [weak self] range in
        self?.navigationController?.popViewController()
        self?.addToQuery(range)
      })
    valueCounts = page
    navigationController?.pushViewController(page)
  }

  /// Adds a condition to the query: that the column has the value of the row under the cursor.
  func filterByValue() {
    guard let column = columnOfKeys, model.columnCount > 0 else { return statusNote = "there are no columns" }
    if tableView.bringCursorIntoView() { return }
    model.withValue(of: column) { [weak self] in
      self?.filter(by: column, is: String(decoding: $0, as: UTF8.self))
    }
  }

  private func filter(by column: Int, is value: String) {
    guard value.utf8.count <= RowCells.most else { return statusNote = "the value is too long for a query" }
    addToQuery(QuerySyntax.condition(model.name(of: column), is: value))
  }

  private func addToQuery(_ condition: String) {
    let query = searchBar?.text ?? ""
    searchBar?.text = query.isEmpty ? condition : query + " " + condition
    model.filter(by: searchBar?.text ?? "")
  }

  /// Shows other rows on the pages about them.
  func rowsDidChange() {
    valueCounts?.refresh()
    updatePreview()
  }

  // MARK: Preview

  /// Returns the list with its preview, which is hidden unless `--preview` is given.
  func withPreview() -> SplitViewController {
    let split = SplitViewController(primary: self, secondary: preview)
    split.preferredPrimaryColumnWidthFraction = 0.5
    split.isDetailHidden = options.use.preview == nil
    split.preferredDetailLines = PreviewController.leastLines
    split.detailProvider = { [weak self] _ in
      self?.updatePreview()
      return nil
    }
    return split
  }

  /// Shows the row under the cursor in the preview, if the preview is visible.
  func updatePreview() {
    if splitViewController?.isDetailHidden == false { preview.show(model.previewedRow) }
  }

  func togglePreview() {
    guard let splitViewController else { return }
    splitViewController.isDetailHidden.toggle()
    splitViewController.preferredDetailLines = PreviewController.leastLines
    if splitViewController.isDetailHidden { return preview.show(nil) }
    updatePreview()
    if !splitViewController.hasRoomForDetail {
      statusNote = "no room for the preview beside the rows: ctrl-o shows it alone"
    }
  }

  /// Leaves a low screen to the rows until `P`.
  private func hidePreviewOnLowScreen() {
    guard !isPreviewPlaced, let splitViewController else { return }
    isPreviewPlaced = true
    // Beside the rows it takes no line of them.
    if splitViewController.mostDetailLines != nil,
      splitViewController.size.lines < Self.leastLinesWithPreview
    {
      splitViewController.isDetailHidden = true
    }
  }

  private static let leastLinesWithPreview = 20

  func performInPreview(_ command: Command) { preview.perform(command) }

  // MARK: Rows

  /// Picks the marked rows, or the row under the cursor, and ends. Also ends if no row matches.
  func pick() {
    model.withChosenRows(withRemoved: false, orSay: "enter picks the row under the cursor") {
      [weak self] rows in
      guard let self, rows.count > 0 || model.hasNoMatch else { return }
      do {
        let picked = try rows.picked(query: searchBar?.text ?? "")
        ending.picked = picked
        exit(status: picked.lines.isEmpty ? 1 : 0)
      } catch {
        fail(error)
      }
    }
  }

  /// Calls a function with the marked rows, or the row under the cursor. A row that was scrolled out of view is shown
  /// instead: a key acts on a row that can be seen (law 7).
  private func withChosenRows(
    withRemoved: Bool, orSay next: String, _ body: @escaping @MainActor (any ChosenRows) -> Void
  ) {
    guard tableView.numberOfSelectedRows > 0 || !tableView.bringCursorIntoView() else { return }
    model.withChosenRows(withRemoved: withRemoved, orSay: next, body)
  }

  /// Copies the marked rows, or the row under the cursor.
  func copyRows() {
    withChosenRows(withRemoved: true, orSay: "y copies the row under the cursor") { [weak self] rows in
      let lines = rows.lines
      guard let self, !lines.isEmpty else { return }
      copy(lines.joined(separator: "\n"), named: lines.count == 1 ? "the row" : "\(lines.count) rows")
    }
  }

  /// Runs an action for the marked rows, or the row under the cursor.
  func perform(_ action: RowAction) {
    withChosenRows(withRemoved: false, orSay: "repeat the key for the row under the cursor") {
      [weak self] rows in
      guard let self, rows.count > 0 else { return }
      do throws(ExecTemplate.Refusal) {
        let name = ([rows.count == 1 ? rows.name : "\(rows.count) rows"] + rows.sums).joined(separator: ", ")
        let hidden = tableView.numberOfHiddenSelectedRows
        run(try rows.commands(for: action.template), of: action, for: name, hidden: hidden) { [weak self] in
          self?.statusNote = $0
          self?.model.rowsMayHaveChanged()
        }
      } catch {
        statusNote = error.description
      }
    }
  }
}

extension Command {
  /// Whether the command moves the cursor or the view, and changes nothing else.
  fileprivate var movesCursor: Bool {
    switch self {
    case .moveCursor, .moveBeside, .firstOfLine, .lastOfLine, .page, .first, .last, .scroll, .scrollColumns:
      true
    default: false
    }
  }
}
