import ListData
import ListKit
import Rows
import Runs

/// The keys of lists of runs, and what esc undoes.
extension RunList {
  func addKeys() {
    add("s", "sort by the column; again: reverse; another: by both") { $0.sort(by: $1) }
    add("r", "reverse the order") { $0.arrange { $0.reverse() } }
    add("0", "original order") { $0.sort(by: nil) }
    add("L", "the first 10 rows only, of each group; 3L: the first 3; again: all") { list in
      list.toggleLimit(list.screen?.takeCount())
    }
    add("=", "sum of the column; again: shares in percent, mean, median, range, distinct, none") {
      $0.toggleTotal($1)
    }
    add("F", "how often each value of the column occurs", opensPage: true) {
      $0.screen?.showValueCounts(of: $1)
    }
    addErrorKeys()
    add("b", "group by the column, inside other groups; again: stop") { list, column in
      list.arrange { $0.toggleGroup(by: column) }
    }
    add("t", "tree by the column, PPID or paths; again: list; a drawn tree: as printed") { $0.toggleTree() }
    if source.isComparison {
      add("d", "show or hide unchanged rows") { $0.toggleUnchanged() }
      screen?.add(KeyPress(.function(5)), "read both files again", when: []) { [weak self] _ in
        self?.rowsMayHaveChanged()
      }
    } else {
      addKeysOfRuns()
    }
  }

  /// Keys for lists that have, or may get, several runs.
  private func addKeysOfRuns() {
    add("i", "use the column as key") { $0.useAsKey($1) }
    add("[", "back in time") { $0.goInTime(.back) }
    add("]", "forward in time") { $0.goInTime(.forward) }
    add("T", "go to a time: 22:04, -5m, 3h ago", waits: false) { $0.askForTime() }
    if options.subject.isCommand, !source.isStream {
      screen?.add(KeyPress(.function(5)), "run the command now", when: []) { [source] _ in
        source.stream.runNow()
      }
    }
    if case .hosts = options.subject {
      add(.alt("r"), "run the command again for the host of the row", waits: false) { $0.runAgainForHost() }
    }
    add("p", "pause or continue", waits: false) { $0.togglePause() }
    add("m", "compare with now: marks and d show changes since; 3m: with three minutes ago") { list in
      if let minutes = list.screen?.takeCount() {
        list.compare(minutesAgo: minutes)
      } else {
        list.compareFromNowOn()
      }
    }
    add("d", "only rows that changed, or all") { $0.arrange { $0.showsOnlyChanged.toggle() } }
    add("D", "numbers as differences; again: per second; again: as printed") { $0.showNextNumbers() }
    add("~", "show or hide a sparkline of the column's last runs") { $0.toggleCourse($1) }
  }

  /// Runs the command again for the host of the row under the cursor; F5 does it for all hosts.
  private func runAgainForHost() {
    guard let (run, row, _) = cursorRow else {
      return report("choose a row of the host; F5 asks all hosts")
    }
    if tableView.bringCursorIntoView() { return }
    let host = String(decoding: run.table.valueBytes(row, 0), as: UTF8.self)
    source.stream.runNow(.host(host))
    report("runs again for \(host)")
  }

  func addKeysOfInput() {
    guard !source.isComparison else { return }
    add("o", "members of the column as columns or not; the list of a cell as a list (JSON)") { list, column in
      if !list.openElements(of: column) { list.toggleMembers(of: column) }
    }
    add("a", "another name for the column, or another column: total=price*amount") { $0.askForColumn($1) }
    add("}", "the next table of the input") { $0.showTable(by: 1) }
    add("{", "the previous table of the input") { $0.showTable(by: -1) }
    add("R", "how the input was read, other lines, the unchanged input") { $0.showReadingReport() }
  }

  func sort(by column: Int?) {
    arrange { arrangement in
      if let column { arrangement.toggleSort(by: column) } else { arrangement.sorts = [] }
    }
  }

  private func toggleLimit(_ count: Int?) {
    if list.listing?.tree != nil, list.listing?.groupColumns.isEmpty ?? true {
      return report("a tree shows all rows; t shows the list")
    }
    arrange { $0.limit = count ?? ($0.limit == nil ? Self.fewFirst : nil) }
  }

  private static let fewFirst = 10

  private func toggleTree() {
    guard let shown = list.shown, case let table = shown.table else { return }
    let chosen = screen?.chosenColumn
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
          || RowTree(of: table, by: column, key: shown.key ?? .position).parents.contains { $0 != nil }
      } ?? false
    if let chosen, PathTree.hasPaths(chosen, of: table) {
      arrange { $0.structure = .paths(column: chosen) }
    } else if let column = isUsable ? chosen : RowTree.parentColumn(of: table, key: shown.key) {
      arrange { $0.structure = .tree(column: column) }
    } else if let column = table.columns.indices.last(where: { PathTree.hasPaths($0, of: table) }) {
      arrange { $0.structure = .paths(column: column) }
    } else {
      report("no tree: no column names the parent of a row or has paths")
    }
  }

  /// In lists of at most this many rows, keys wait for the check whether a column refers to other rows.
  private static let fewRows = 50_000

  /// Shows another table of an input with several.
  private func showTable(by step: Int) {
    let options = readings.reader.chosenOptions ?? source.reading.reader
    readOtherwise { [weak self] run in
      let wanted = ReadingChoice.options(for: step, from: run.table, options)
      if wanted == nil { self?.report("there is no other table in the input") }
      return wanted
    }
  }

  /// Shows the elements of the list in a cell as a list. The members of an object become columns, except where
  /// the rows are no JSON.
  ///
  /// - Returns: false if there are none.
  private func openElements(of column: Int) -> Bool {
    guard let screen, let (run, row, _) = cursorRow else { return false }
    if case .object? = run.table.nesting(row, column) { return false }
    return screen.openElements(
      of: run.table.valueBytes(row, column), in: column, ofRow: RowDetails(run: run, row: row).title,
      at: run.time)
  }

  /// Shows the members of the objects in the column as columns, or closes the object whose member the column
  /// is.
  private func toggleMembers(of column: Int) {
    let options = source.reading.reader
    var toggled: (column: String, isOpening: Bool)?
    readOtherwise { [weak self] run in
      guard
        let wanted = ReadingChoice.options(togglingMembersOf: column, of: run.table, options)
      else {
        self?.report(
          "\(run.table.name(of: column)) has no members; choose a column of objects or lists with h and l")
        return nil
      }
      toggled = (wanted.column, wanted.isOpening)
      return wanted.options
    } shown: { [weak self] row in
      guard let self, let toggled, let table = list.shown?.table else { return }
      let column = table.columns.firstIndex {
        toggled.isOpening ? $0.name?.hasPrefix(toggled.column + ".") ?? false : $0.name == toggled.column
      }
      column.map { screen?.jump(toColumn: $0) }
      if let row { moveCursor(toRow: row) }
    }
  }

  /// Digits open levels of a tree, and two compared files have no past.
  var useOfCount: String? {
    guard list.listing?.tree == nil, !source.isComparison else { return nil }
    return "m compares with as many minutes ago, L shows the first rows"
  }

  func keyHint(for column: Int) -> KeyHint? {
    guard let table = list.listing?.run.table, table.columns.indices.contains(column) else { return nil }
    let toggled = ReadingChoice.options(togglingMembersOf: column, of: table, source.reading.reader)
    if let toggled { return KeyHint("o", toggled.isOpening ? "members" : "close") }
    if table.rowCount > 0, case .array? = table.nesting(0, column) { return KeyHint("o", "open the list") }
    if table.columns[column].kind.isNumeric, !table.columns[column].identifies { return KeyHint("=", "sum") }
    return PathTree.hasPaths(column, of: table) ? KeyHint("t", "tree") : nil
  }

  private func togglePause() {
    source.stream.setPaused(!source.stream.isPaused)
    if source.stream.isPaused { update { $0.note(.pause) } }
    screen?.describeState()
  }

  /// Shows or hides the unchanged rows of two compared files. They are listed when they are first shown.
  private func toggleUnchanged() {
    guard let comparedFiles, !list.arrangement.showsUnchanged, list.shown?.unchangedCount == 0 else {
      return arrange { $0.showsUnchanged.toggle() }
    }
    readings.enqueue { [weak self] in
      let compared = await self?.screen?.result(of: "comparing") { _ in
        try await comparedFiles.run(showingUnchanged: true)
      }
      guard let self, var run = compared ?? nil else { return }
      run.number = list.newest?.number ?? run.number
      change { list in
        list.arrangement.showsUnchanged = true
        return try list.take(run)
      }
    }
  }

  private func showReadingReport() {
    guard let shown = list.shown else { return }
    let page = ReadingReportController(run: shown, source: source) { [weak self] options in
      self?.readOtherwise { _ in options }
    }
    screen?.navigationController?.pushViewController(page)
  }

  // MARK: esc

  func goBack() -> Bool {
    report(nil)
    guard let step = update({ $0.takeBack(isPaused: source.stream.isPaused) }) else { return false }
    switch step {
    case .query: screen?.searchBar?.text = ""
    case .time: goToNewest()
    case .pause: source.stream.setPaused(false)
    case .onlyChanged, .unchanged, .limit, .structure, .reference: break
    }
    refresh()
    return true
  }

  var titleOfUndo: String? {
    var list = list
    return switch list.takeBack(isPaused: source.stream.isPaused) {
    case nil: nil
    case .query: "clear"
    case .onlyChanged, .limit: "all rows"
    case .unchanged: "changes"
    case .structure: "undo"
    case .time: "newest"
    case .pause: "continue"
    case .reference: "end m"
    }
  }

  var titleOfEnter: String {
    if open != nil { return "open it; esc comes back" }
    let details = source.isComparison ? "details" : "details and history"
    return switch list.arrangement.structure {
    case .groups, .paths: details + "; opens or closes a group"
    case .natural, .flat, .tree: details
    }
  }

  /// Earlier runs that differ cannot be read again. A list of tables does not count.
  var lossOfLeaving: String? {
    guard open == nil, source.isLive, let numbers = source.history.numbers,
      let span = source.history.span(of: numbers.upperBound), span.numbers != numbers
    else { return nil }
    return "The history of \(numbers.count) runs is lost."
  }
}
