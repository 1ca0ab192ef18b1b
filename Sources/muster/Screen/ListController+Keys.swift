import ListData
import ListKit
import ListKitCurses
import Rows
import Runs

/// The keys of the list.
extension ListController {
  func addCommands() {
    tableView.primaryAction = { [weak self] _ in self?.choose() }
    tableView.primaryActionTitle = options.use.isPicker ? "print the row and end" : "details and history"
    keyMap.rename(
      .back,
      options.use.isPicker
        ? "clear the query, cancel"
        : source.isComparison
          ? "undo the last filter, d, group; leave" : "undo the last filter, d, m, group, time, pause; leave")
    addCommands {
      addActions()
      addLettersInOrder()
    }
    addFallback(KeyPress(.left)) { $0.chooseColumn(by: -1) }
    addFallback(KeyPress(.right)) { $0.chooseColumn(by: 1) }
    keyHints = options.use.isPicker ? pickerHints : viewerHints
  }

  private var viewerHints: [(key: KeyPress, title: String)] {
    let act: [(key: KeyPress, title: String)] = options.use.exec.isEmpty ? [] : [(.character("x"), "run")]
    return act + [
      (.character("/"), "filter"), (.character("s"), "sort"), (.character("b"), "group"), (.enter, "details"),
      (.character("d"), source.isComparison ? "unchanged" : "changed"),
    ]
  }

  private var pickerHints: [(key: KeyPress, title: String)] {
    options.use.multi
      ? [(.enter, "pick"), (.tab, "mark"), (.escape, "cancel")] : [(.enter, "pick"), (.escape, "cancel")]
  }

  private func addLettersInOrder() {
    addView("h", Self.choosing) { $0.chooseColumn(by: -1) }
    addView("l", Self.choosing) { $0.chooseColumn(by: 1) }
    addView("s", "sort by the column; again: reverse; another column: sort by both") {
      $0.sort(by: $0.columnOfKeys)
    }
    addView("r", "reverse the order") { $0.arrange { $0.reverse() } }
    addView("0", "original order") { $0.sort(by: nil) }
    addView("=", "sum of the column; again: mean, median, range, distinct, none") { $0.toggleTotal() }
    addView("F", "how often each value of the column occurs") { $0.showValueCounts() }
    addView("b", "group by the column, inside other groups; again: stop") { controller in
      controller.columnOfKeys.map { column in controller.arrange { $0.toggleGroup(by: column) } }
    }
    addView("t", "tree by the column, PPID or paths; again: list; a drawn tree: as printed") {
      $0.toggleTree()
    }
    if source.isComparison {
      addView("d", "show or hide unchanged rows") { $0.toggleUnchanged() }
    } else {
      addKeysOfRuns()
    }
    add("y", "copy the row, or the marked rows") { $0.copyRows() }
    addView("C", "choose, hide, move columns; jump to one") { $0.showColumns() }
    addView("<", "narrower column") { controller in
      controller.columnOfKeys.map { controller.widen($0, by: -2) }
    }
    addView(">", "wider column") { controller in controller.columnOfKeys.map { controller.widen($0, by: 2) } }
    addView("w", "wrap or unwrap the column's texts") { controller in
      controller.columnOfKeys.map(controller.toggleWrapping)
    }
    addView("-", "hide the column") { $0.hideColumn() }
    addView("+", "show all columns") { $0.show(columns: nil) }
    addView("f", "pin or unpin the column") { $0.togglePin() }
    if !source.isComparison { addKeysOfInput() }
    add("q", "quit") { $0.exit() }
  }

  /// Keys for lists that have, or may get, several runs.
  private func addKeysOfRuns() {
    addView("i", "use the column as key") { $0.useColumnAsKey() }
    addView("[", "back in time") { $0.goInTime(.back) }
    addView("]", "forward in time") { $0.goInTime(.forward) }
    add("T", "go to a time: 22:04, -5m, 3h ago") { $0.askForTime() }
    add("p", "pause or continue") { $0.togglePause() }
    addView("m", "compare with now: marks and d show changes since") { $0.compareFromNowOn() }
    addView("d", "only rows that changed, or all") { $0.arrange { $0.showsOnlyChanged.toggle() } }
    addView("D", "numbers as differences; again: per second; again: as printed") { controller in
      controller.numbers = controller.numbers.next
      controller.statusNote = controller.numbers.note
    }
    addView("~", "show or hide a sparkline of the column's last runs") { $0.toggleCourse() }
  }

  /// Keys for how the input was read.
  private func addKeysOfInput() {
    addView("o", "show or hide members of the column (JSON)") { $0.toggleMembers() }
    addView("}", "the next table of the input") { $0.showTable(by: 1) }
    addView("{", "the previous table of the input") { $0.showTable(by: -1) }
    addView("R", "how the input was read, other lines, the unchanged input") { $0.showFindings() }
  }

  private static let choosing = "choose a column"

  typealias Action = @MainActor (ListController) -> Void

  /// Adds a key that changes how rows and columns are shown. Pressed before there are rows, it is performed on the
  /// first ones.
  private func addView(_ key: KeyPress, _ title: String, _ action: @escaping Action) {
    add(key, title) { $0.performOnRows(action) }
  }

  /// Adds an arrow that chooses columns unless another command uses it: the arrows of outlines take
  /// precedence.
  private func addFallback(_ key: KeyPress, _ action: @escaping Action) {
    addView(key, Self.choosing, action)
    keyMap.bindings.append(keyMap.bindings.removeFirst())
  }

  private func toggleTree() {
    guard let shown = list.shown, case let table = shown.table else { return }
    let chosen = list.view.chosenColumn
    if let drawn = DrawnTree.column(of: table), (chosen ?? drawn) == drawn {
      return arrange { $0.structure = $0.structure == .natural ? .flat : .natural }
    }
    switch list.arrangement.structure {
    case .tree(let column), .paths(let column):
      if (chosen ?? column) == column { return arrange { $0.structure = .natural } }
    case .natural, .flat, .groups: break
    }
    // The chosen column is used if it has paths or refers to other rows.
    let isUsable =
      chosen.map { column in
        table.rowCount > Self.fewRows
          || RowTree(of: table, by: column, key: shown.key ?? .place).parents.contains { $0 != nil }
      } ?? false
    if let chosen, PathTree.hasPaths(chosen, of: table) {
      arrange { $0.structure = .paths(column: chosen) }
    } else if let column = isUsable ? chosen : RowTree.parentColumn(of: table, key: shown.key) {
      arrange { $0.structure = .tree(column: column) }
    } else if let column = table.columns.indices.last(where: { PathTree.hasPaths($0, of: table) }) {
      arrange { $0.structure = .paths(column: column) }
    } else {
      statusNote = "no tree: no column names the parent of a row or has paths"
    }
  }

  /// In lists of at most this many rows, keys wait for the check whether a column refers to other rows.
  private static let fewRows = 50_000

  /// Shows another table of an input with several.
  private func showTable(by step: Int) {
    let options = choice.options ?? source.reading.reader
    readOtherwise { [weak self] run in
      let wanted = ReadingChoice.options(for: step, from: run.table, options)
      if wanted == nil { self?.statusNote = "there is no other table in the input" }
      return wanted
    }
  }

  /// Shows the members of the objects in the column as columns, or closes the object whose member the column
  /// is.
  private func toggleMembers() {
    guard let column = columnOfKeys else { return }
    let options = source.reading.reader
    var toggled: (column: String, isOpening: Bool)?
    readOtherwise { [weak self] run in
      guard
        let wanted = ReadingChoice.options(togglingMembersOf: column, of: run.table, options)
      else {
        self?.statusNote =
          "\(run.table.name(of: column)) has no members; choose a column of objects with h and l"
        return nil
      }
      toggled = (wanted.column, wanted.isOpening)
      return wanted.options
    } shown: { [weak self] row in
      guard let self, let toggled, let table = list.shown?.table else { return }
      choose(
        column: table.columns.firstIndex {
          toggled.isOpening ? $0.name?.hasPrefix(toggled.column + ".") ?? false : $0.name == toggled.column
        })
      if let row { moveCursor(toRow: row) }
    }
  }

  private func togglePause() {
    source.pacer.setPaused(!source.pacer.isPaused)
    if source.pacer.isPaused { list.note(.pause) }
    describeState()
  }

  // MARK: esc

  /// Undoes the last change of the view.
  ///
  /// - Returns: false if there is nothing to undo, and the screen may be left.
  func goBack() -> Bool {
    statusNote = nil
    guard let step = list.takeBack(isPaused: source.pacer.isPaused) else {
      guard searchBar?.text.isEmpty ?? true, losesHistory else { return false }
      askToLeave()
      return true
    }
    switch step {
    case .query: searchBar?.text = ""
    case .time: goToNewest()
    case .pause: source.pacer.setPaused(false)
    case .onlyChanged, .unchanged, .structure, .reference: break
    }
    refresh()
    return true
  }

  /// Whether leaving loses earlier runs that cannot be read again. A list of tables does not count.
  private var losesHistory: Bool {
    openRow == nil && source.isLive && source.history.numbers.map { $0.count > 1 } ?? false
  }

  private func askToLeave() {
    let count = source.history.numbers?.count ?? 0
    ask("Leave?", message: "The history of \(count) runs is lost.") { $0.exit() }
  }

  /// Asks a question, and calls the function if the answer is yes. Enter alone means no.
  func ask(_ question: String, message: String? = nil, _ action: @escaping Action) {
    let alert = AlertController(title: question, message: message)
    alert.addAction(AlertAction(title: "No", style: .cancel))
    alert.addAction(
      AlertAction(title: "Yes", style: .destructive) { [weak self] _ in
        if let self { action(self) }
      })
    present(alert)
  }

  // MARK: Rows

  /// Performs the action of enter: prints the row and ends, shows its details, or opens or closes a folder.
  func choose() {
    if options.use.isPicker {
      // A query that was just typed decides which row is under the cursor.
      return whenArranged { [weak self] in self?.pick() }
    }
    guard let (run, row, identifier) = cursorRow else { return _ = tableView.perform(.toggle) }
    if let openRow { return openRow(run, row) }
    let details = RowDetails(run: run, row: row)
    present(details.panel(past: [], theme: currentTheme, symbols: currentSymbols))
    Task { [weak self, source, choice] in
      let past = await source.history.past(of: identifier, readBy: choice)
      guard let self, panel?.title == details.title, past.count > 1 else { return }
      present(details.panel(past: past, theme: currentTheme, symbols: currentSymbols))
    }
  }

  private func copyRows() {
    guard let run = list.listing?.run, !noteGoneMarks("y copies the row under the cursor", withGone: true)
    else { return }
    let lines = chosenRows(withGone: true).map { String(decoding: run.line($0), as: UTF8.self) }
    if !lines.isEmpty { copy(lines) }
  }

  private func showFindings() {
    guard let shown = list.shown else { return }
    let page = FindingsController(run: shown, source: source) { [weak self] options in
      self?.readOtherwise { _ in options }
    }
    navigationController?.pushViewController(page)
  }
}
