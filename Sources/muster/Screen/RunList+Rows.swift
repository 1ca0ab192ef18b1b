import ListData
import ListKit
import Rows
import Runs

/// The row under the cursor, and the marked rows.
extension RunList {
  /// The row under the cursor, in the run on the screen.
  var cursorRow: (run: Run, row: Int, identifier: Int)? {
    guard let identifier = dataSource.cursorItemIdentifier, let listing = list.listing,
      let row = listing.row(of: identifier)
    else { return nil }
    return (listing.run, row, identifier)
  }

  /// Returns the marked rows that still exist, or else the row under the cursor, in the order of the run.
  ///
  /// - Parameter withRemoved: Whether to include removed rows that are still shown.
  func chosenRows(withRemoved: Bool = false) -> [Int] {
    guard let listing = list.listing else { return [] }
    let marked = dataSource.selectedItemIdentifiers
    // The row under the cursor does not take the place of marked rows that are gone: the user did not choose it.
    if marked.isEmpty, tableView.hasMissingSelectedRows { return [] }
    let items =
      marked.isEmpty
      ? [dataSource.cursorItemIdentifier].compactMap(\.self)
      // A marked folder or group that is no row stands for the rows in it.
      : Set(marked.flatMap { listing.row(of: $0) == nil ? listing.items(in: $0) : [$0] }).sorted()
    return items.filter { withRemoved || !listing.run.isRemoved($0) }.compactMap(listing.row).sorted()
  }

  /// Forgets the marks and reports that, if there are marks but all marked rows are gone.
  ///
  /// - Parameter next: What to do to act on the row under the cursor.
  /// - Returns: Whether that is the case.
  private func noteRemovedMarks(_ next: String, withRemoved: Bool) -> Bool {
    let isMarked = tableView.numberOfSelectedRows > 0 || tableView.hasMissingSelectedRows
    guard isMarked, chosenRows(withRemoved: withRemoved).isEmpty else { return false }
    dataSource.selectedItemIdentifiers = []
    report("the marked rows are gone; \(next)")
    return true
  }

  /// Moves the cursor to a row of the run on the screen.
  func moveCursor(toRow row: Int) {
    guard let run = list.listing?.run, row < run.identifiers.count,
      let indexPath = dataSource.indexPath(for: run.identifiers[row])
    else { return }
    tableView.moveCursor(to: indexPath)
  }

  /// Moves the cursor to a row, and expands the group or parents that hide it.
  func moveCursor(toItem item: Int?) {
    guard let item else { return }
    if list.listing?.tree == nil {
      let section = dataSource.snapshot().sectionIdentifier(containingItem: item)
      if let section, dataSource.isCollapsed(section) { dataSource.setCollapsed(false, sections: [section]) }
    } else if dataSource.indexPath(for: item) == nil {
      var outline = dataSource.snapshot(for: Section())
      guard outline.contains(item) else { return }
      outline.reveal(item)
      dataSource.apply(outline, to: Section())
    }
    if let indexPath = dataSource.indexPath(for: item) { tableView.moveCursor(to: indexPath) }
  }

  func openRow() {
    guard let screen else { return }
    // A folder or a group that is no row opens or closes.
    guard let (run, row, identifier) = cursorRow else { return _ = tableView.perform(.toggle) }
    if let open { return open(run, row) }
    let details = RowDetails(run: run, row: row)
    screen.present(details.panel(past: [], theme: screen.currentTheme, symbols: screen.currentSymbols))
    Task { [weak screen, source, reader = readings.reader] in
      let past = await source.history.past(of: identifier, readBy: reader)
      guard let screen, screen.panel?.title == details.title, past.count > 1 else { return }
      screen.present(details.panel(past: past, theme: screen.currentTheme, symbols: screen.currentSymbols))
    }
  }

  var previewedRow: PreviewedRow? { cursorRow.map { PreviewedRow($0.run, $0.row) } }

  func withChosenRows(
    withRemoved: Bool, orSay next: String, _ body: @escaping @MainActor (any ChosenRows) -> Void
  ) {
    // A query that was just typed decides which row is under the cursor.
    whenSettled { [weak self] in
      guard let self, let run = list.listing?.run, !noteRemovedMarks(next, withRemoved: withRemoved) else {
        return
      }
      // The row stays under the cursor, for the next key too.
      if tableView.numberOfSelectedRows == 0 { tableView.holdCursor() }
      let rows = chosenRows(withRemoved: withRemoved)
      body(RunRows(run: run, rows: rows, options: options, listing: list.listing))
    }
  }

  func shownText(_ format: ShownFormat) async -> [UInt8]? {
    guard let listing = list.listing else { return nil }
    return await offMainActor { format.text(of: listing) }
  }

  func withValue(of column: Int, _ body: @escaping @MainActor ([UInt8]) -> Void) {
    guard let (run, row, _) = cursorRow else { return }
    let table = run.table
    body(table.shape.format == .lines ? Array(run.line(row)) : table.valueBytes(row, column))
  }

  func rowsMayHaveChanged() {
    guard comparedFiles != nil else { return source.stream.runNow() }
    readings.enqueue { [weak self] in
      guard let self, let comparedFiles else { return }
      do {
        await takeComparison(.success(try await comparedFiles.again()))
      } catch {
        await takeComparison(.failure(error))
      }
    }
  }
}

private struct RunRows: ChosenRows {
  let run: Run
  let rows: [Int]
  let options: MusterOptions
  let listing: Listing?

  var count: Int { rows.count }

  var name: String { RowDetails(run: run, row: rows[0]).name }

  var sums: [String] { listing?.sums(of: rows) ?? [] }

  var lines: [String] { rows.map { String(decoding: run.line($0), as: UTF8.self) } }

  func commands(for template: ExecTemplate) throws(ExecTemplate.Refusal) -> [RowCommand] {
    try template.commands(for: rows, of: run.table)
  }

  func picked(query: String) throws -> PickedRows {
    try PickedRows(rows, of: run.table, query: query, options)
  }
}
