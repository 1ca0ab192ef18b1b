import ListData
import ListKit
import ListKitCurses

/// What keys do to the list.
extension ListController {
  func addCommands() {
    tableView.primaryAction = { [weak self] _ in self?.choose() }
    keyMap.rename(.primaryAction, options.use.isPicker ? "print the row and end" : "details")
    let standard = keyMap.bindings.count
    addLettersInOrder()
    // What was added last counts first; the help names the first keys first.
    let own = keyMap.bindings.count - standard
    keyMap.bindings = keyMap.bindings.prefix(own).reversed() + keyMap.bindings.dropFirst(own)
    addFallback(KeyPress(.left)) { $0.chooseColumn(by: -1) }
    addFallback(KeyPress(.right)) { $0.chooseColumn(by: 1) }
  }

  private func addLettersInOrder() {
    add("h", Self.choosing) { $0.chooseColumn(by: -1) }
    add("l", Self.choosing) { $0.chooseColumn(by: 1) }
    add("s", "sort by the column") {
      if let column = $0.columnOfKeys { $0.arrangement.toggleSort(by: column) }
    }
    add("r", "reverse the order") { $0.arrangement.sort?.isDescending.toggle() }
    add("0", "as it came") { $0.arrangement.sort = nil }
    add("b", "group by the column, or not") { $0.toggleStructure { .groups(column: $0) } }
    add("t", "tree by the column, or not") { $0.toggleStructure { .tree(column: $0) } }
    add("i", "identify rows by the column") { $0.useColumnAsKey() }
    add("[", "back in time") { $0.goInTime(by: -1) }
    add("]", "forward in time") { $0.goInTime(by: 1) }
    add("p", "pause") { $0.togglePause() }
    add("d", "only rows that changed, or all") { $0.arrangement.showsOnlyChanged.toggle() }
    add("D", "numbers as differences") { $0.showsDeltas.toggle() }
    add("y", "copy the row, or those marked") { $0.copyRows() }
    add("-", "hide the column") { $0.hideColumn() }
    add("+", "show all columns") { $0.arrangement.columns = nil }
    add("R", "the raw lines, and what was guessed") { $0.showRawLines() }
    if options.use.exec != nil { add("x", "run the command for the row") { $0.execute() } }
  }

  private static let choosing = "choose a column"

  private typealias Action = @MainActor (ListController) -> Void

  private func add(_ key: Character, _ title: String, _ action: @escaping Action) {
    add(.character(key), title, action)
  }

  private func add(_ key: KeyPress, _ title: String, _ action: @escaping Action) {
    addKeyCommand(key, title: title, when: .hasNoQuery) { [weak self] in
      guard let self else { return }
      statusNote = nil
      action(self)
    }
  }

  /// An arrow that chooses columns where nothing else claims it: those of outlines come first.
  private func addFallback(_ key: KeyPress, _ action: @escaping Action) {
    add(key, Self.choosing, action)
    keyMap.bindings.append(keyMap.bindings.removeFirst())
  }

  private func toggleStructure(_ structure: (Int) -> Arrangement.Structure) {
    guard let column = columnOfKeys else { return }
    let wanted = structure(column)
    arrangement.structure = arrangement.structure == wanted ? .flat : wanted
  }

  // MARK: Time

  /// Shows the run before the one on the screen, or the one behind it; new runs go on. Steps that come meanwhile add up.
  private func goInTime(by step: Int) {
    guard let shown, let numbers = source.history.numbers else { return }
    let wanted = (wantedNumber ?? shown.number) + step
    if !numbers.contains(wanted), step < 0 { statusNote = "nothing is kept from before" }
    let isOnTheWay = wantedNumber != nil
    wantedNumber = min(max(wanted, numbers.lowerBound), numbers.upperBound)
    if isOnTheWay { return }
    Task {
      while let number = wantedNumber, number != self.shown?.number,
        let run = await source.history.run(number)
      {
        let former = number > 1 ? await source.history.run(number - 1) : nil
        show(run, after: former)
      }
      wantedNumber = nil
      describeState()
    }
  }

  private func togglePause() {
    source.pacer.setPaused(!source.pacer.isPaused)
    describeState()
  }

  private func useColumnAsKey() {
    guard let column = columnOfKeys, let shown else { return }
    let row = cursorRow.flatMap { $0.run.number == shown.number ? $0.row : nil }
    source.identity.use(.columns([column]), in: shown.schema)
    Task {
      guard let run = await source.history.run(shown.number) else { return }
      if newest?.number == run.number { newest = run }
      show(run, after: nil)
      // The row is the same by whatever name.
      if let row, row < run.identifiers.count, let place = dataSource.indexPath(for: run.identifiers[row]) {
        tableView.moveCursor(to: place)
      }
      let groups = await Task.detached { RowGroups(of: run.table, by: column, now: 0).groups.count }.value
      if groups < run.table.rowCount, self.shown?.key == .columns([column]) {
        statusNote =
          "\(run.table.name(of: column)) is not unique: equal ones count by order"
      }
    }
  }

  // MARK: The row under the cursor

  /// What enter does: prints the row and ends, or shows all of it.
  private func choose() {
    if options.use.isPicker { return pick() }
    guard let (run, row, identifier) = cursorRow else { return }
    let details = RowDetails(run: run, row: row)
    present(details.panel(past: []))
    Task { [weak self, source] in
      let past = await source.history.past(of: identifier)
      guard let self, panel?.title == details.title, past.count > 1 else { return }
      present(details.panel(past: past))
    }
  }

  private func copyRows() {
    let lines = chosenLines
    guard !lines.isEmpty else { return }
    let text = lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    let said = lines.count == 1 ? "copied" : "copied \(lines.count) rows"
    statusNote = Terminal.copy(text) ? said : "not copied: the terminal is not asked"
  }

  private func showRawLines() {
    guard let shown else { return }
    navigationController?.pushViewController(RawLinesController(run: shown, title: source.title))
  }

  private func execute() {
    guard let template = options.use.exec, let (run, row, _) = cursorRow else { return }
    let names = ColumnNames(run.table.columns.map(\.name))
    do throws(ExecTemplate.Refusal) {
      let command = try template.command(names: names) { column in
        run.table.withCell(row, column) { Array($0) }
      }
      Task { await self.execute(command) }
    } catch {
      statusNote = error.description
    }
  }

  private func execute(_ command: [UInt8]) async {
    let text = String(decoding: command, as: UTF8.self)
    guard await confirm("Run \(text)?", action: "Run") else { return }
    // What it prints is read before the list comes back, which ctrl-c asks for as well.
    let frame =
      #"sh -c "$1"; status=$?; trap 'echo; exit $status' INT QUIT; "#
      + #"printf '\n%s ' "exit status $status; enter goes back"; read -r _; exit $status"#
    let status = await Terminal.run(
      "/bin/sh", arguments: ["sh", "-c", frame, "sh"].map { Array($0.utf8) } + [command])
    statusNote = status == 0 ? "done: \(text)" : "exit status \(status): \(text)"
    source.pacer.open()
  }
}

/// What is marked and picked: known by the names of rows, so that a query may hide them meanwhile.
extension ListController {
  /// Takes over what a person marked among the rows on the screen.
  func rememberMarks() {
    guard tableView.allowsMultipleSelection else { return }
    marked = marked.filter { dataSource.indexPath(for: $0) == nil }
    marked.formUnion((tableView.indexPathsForSelectedRows ?? []).compactMap(dataSource.itemIdentifier))
  }

  /// Shows the marks of rows that are there again.
  func showMarks() {
    for indexPath in marked.compactMap(dataSource.indexPath) {
      tableView.selectRow(at: indexPath, animated: false)
    }
  }

  /// What is marked as far as it is there, or else the row under the cursor: lines as they came, in their order.
  var chosenLines: [[UInt8]] {
    guard let listing else { return [] }
    rememberMarks()
    let items = marked.isEmpty ? [dataSource.cursorItemIdentifier].compactMap(\.self) : Array(marked)
    let table = listing.run.table
    return items.compactMap(listing.row).sorted().map { Array(table.bytes[table.line($0)]) }
  }

  /// Picks what is marked, or the row under the cursor, and ends.
  func pick() {
    pickedLines = chosenLines
    if !pickedLines.isEmpty { return exit() }
    guard !marked.isEmpty else { return }
    // Another row than was chosen is never picked unasked.
    marked = []
    statusNote = "what was marked has gone; enter picks the row under the cursor"
  }
}
