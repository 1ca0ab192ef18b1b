/// A screen of text: a log, a diff, the output of a command.
///
/// ```swift
/// let log = TextViewController(TextViewController.Lines("first\nsecond"))
/// log.title = "build"
/// log.tableView.followsEnd = true
/// navigationController?.pushViewController(log)
/// log.lines.append("third")
/// ```
///
/// The lines are the rows of the table, which has no cursor: arrows scroll. `/` searches for a text and
/// highlights it in all lines, and `n` and `N` go to the next and the previous line that contains it. Long
/// lines are wrapped, or scrolled sideways after `w`. Only the visible lines are created, so a million lines
/// are cheap. As the details of a ``SplitViewController`` it is a pane of text.
open class TextViewController: TableViewController {
  /// The text. If lines were only appended, the visible lines stay, or the end does if the table follows it.
  public var lines: Lines { didSet { linesDidChange() } }
  /// Whether long lines are wrapped.
  public var wrapsLines = true {
    didSet {
      if wrapsLines != oldValue { firstColumn = 0 }
      updateLines()
    }
  }

  private var dataSource: TableViewDiffableDataSource<Int, Int>!
  /// The first visible column of lines that are not wrapped.
  private var firstColumn = 0 { didSet { updateLines() } }
  private var search = TextSearch("")
  private var foundLine: Int? { didSet { updateLines() } }
  /// The line at the top when the search began, and the view at that time.
  private var searchStart = 0
  private var placeBeforeSearch: TableView.Place?
  /// The line to scroll to in the next drawing.
  private var dueLine: Int?
  private var walking: Task<Void, Never>?

  /// The number of columns that an arrow key scrolls.
  private static let sidewaysColumns = 8
  private static let mostCharacters = 16_384

  /// Creates a screen of text.
  public init(_ lines: Lines = Lines()) {
    self.lines = lines
    super.init()
    tableView.allowsSelection = false
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "line")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] tableView, indexPath, line in
      let cell = tableView.dequeueReusableCell(withIdentifier: "line", for: indexPath)
      if let self { cell.contentConfiguration = content(of: line) }
      return cell
    }
    findAction = { [weak self] in self?.take($0) }
    findPlaceholder = "text to find; n and N: next, previous"
    addCommands()
    linesDidChange()
  }

  private func addCommands() {
    keyMap.rename(.beginFind, "find a text")
    keyMap.rename(.findNext(1), "next, previous match")
    keyMap.rename(.findNext(-1), "next, previous match")
    keyMap.bind(.character("/"), to: .beginFind, "find a text", when: .canFind)
    let commands: [(key: KeyPress, title: String, action: @MainActor (TextViewController) -> Void)] = [
      (.character("w"), "wrap or unwrap lines", { $0.wrapsLines.toggle() }),
      (.left, "to the left", { $0.scrollSideways(by: -1) }),
      (.right, "to the right", { $0.scrollSideways(by: 1) }),
      (.character(" "), "a screenful down", { $0.tableView.perform(.page(1)) }),
    ]
    for (key, title, action) in commands {
      addKeyCommand(key, title: title, when: .whenNotTyping) { [weak self] in if let self { action(self) } }
    }
    keyHints = [KeyHint("/", "find"), KeyHint("n", "next")]
  }

  // MARK: Lines

  /// The columns and lines for text on the screen, at its last size; longer lines are wrapped or cut.
  public var textSize: ScreenSize {
    ScreenSize(columns: tableView.contentColumns, lines: areas.table.size.lines)
  }

  /// Scrolls to a line and highlights it; does nothing if there is no such line.
  public func scrollToLine(at index: Int) {
    dueLine = index
    foundLine = index
    setNeedsDisplay()
  }

  private func linesDidChange() {
    var snapshot = dataSource.snapshot()
    if snapshot.numberOfSections == 0 { snapshot.appendSections([0]) }
    let former = snapshot.numberOfItems
    if former < lines.count {
      snapshot.appendItems(Array(former..<lines.count))
    } else {
      snapshot.deleteItems(Array(lines.count..<former))
    }
    dataSource.apply(snapshot, animatingDifferences: false, completion: nil)
    updateLines()
  }

  private func updateLines() {
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows)
    tableView.setNeedsLayout()
  }

  private func content(of index: Int) -> ListContentConfiguration {
    guard index < lines.count else { return ListContentConfiguration(text: "") }
    var line = lines[index].expandingTabs(limit: firstColumn + Self.mostCharacters)
    for range in search.ranges(in: line.text) { line.runs.append(StyledText.Run(range, nil)) }
    if index == foundLine {
      let found = search.isEmpty ? [0..<line.text.count] : search.ranges(in: line.text)
      for range in found { line.runs.append(StyledText.Run(range, TextStyle(attributes: .reverse))) }
    }
    var content = ListContentConfiguration(attributedText: line.dropFirst(firstColumn))
    content.textProperties.numberOfLines = wrapsLines ? 0 : 1
    return content
  }

  private func scrollSideways(by step: Int) {
    if !wrapsLines { firstColumn = max(0, firstColumn + step * Self.sidewaysColumns) }
  }

  open override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    showDueLine()
  }

  open override func draw(in canvas: inout Canvas) {
    showDueLine()
    super.draw(in: &canvas)
  }

  private func showDueLine() {
    guard let line = dueLine, tableView.visibleSize.lines > 0 else { return }
    dueLine = nil
    let isSeen = tableView.indexPathsForVisibleRows.dropLast().contains { $0.item == line }
    // The lines may have changed since.
    guard !isSeen, (0..<lines.count).contains(line) else { return }
    tableView.scrollToRow(at: IndexPath(item: line, section: 0), at: .middle, animated: false)
  }

  // MARK: Finding

  private func take(_ action: FindAction) {
    switch action {
    case .search(let text):
      if search.isEmpty { (searchStart, placeBeforeSearch) = (topLine, tableView.place) }
      search = TextSearch(text)
      foundLine = nil
      if search.isEmpty { endWalk() } else { goToMatch(from: searchStart, 1) }
    case .next(let count):
      let isSeen = tableView.indexPathsForVisibleRows.contains { $0.item == foundLine }
      let step = count.signum()
      goToMatch(from: (isSeen ? foundLine : nil).map { $0 + step } ?? topLine, step, number: abs(count))
    case .end(let isCancelled):
      endWalk()
      search = TextSearch("")
      foundLine = nil
      dueLine = nil
      if let place = placeBeforeSearch.take(), isCancelled { tableView.go(backTo: place) }
    }
  }

  private var topLine: Int { tableView.indexPathsForVisibleRows.first?.item ?? 0 }

  private func goToMatch(from start: Int, _ step: Int, number: Int = 1) {
    endWalk()
    guard lines.count > 0 else { return }
    var walk = LineWalk(lines: lines, search: search, start: start, step: step, number: number)
    switch walk.search(next: LineWalk.fewLines) {
    case .found(let line): return show(found: line, from: start, step)
    case .nothing: return say("not found: \(search.text)")
    case .unfinished: break
    }
    walking = Task { [walk] in
      do {
        let found = try await progress(of: "searching") { _ in await walk.rest() }
        if Task.isCancelled { return }
        endWalk()
        if let found { show(found: found, from: start, step) } else { say("not found: \(search.text)") }
      } catch {
        // Another search may have begun.
        if !Task.isCancelled { say("stopped") }
      }
    }
  }

  private func show(found line: Int, from start: Int, _ step: Int) {
    if step > 0 ? line < start : line > start { say("search continued at the \(step > 0 ? "top" : "end")") }
    scrollToLine(at: line)
  }

  /// Cancels the running search and removes its notice.
  private func endWalk() {
    walking?.cancel()
    walking = nil
    tableView.notice = nil
  }

  private func say(_ text: String) {
    tableView.notice = text
    setNeedsDisplay()
  }
}
