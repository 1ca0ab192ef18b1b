import ListData
import ListKit
import ListSearch
import Rows
import Runs

/// Cells, group headers, and the column that keys act on.
extension ListController {
  func content(of identifier: Int) -> any ContentConfiguration {
    guard let listing = list.listing else { return ColumnContentConfiguration([StyledText]()) }
    let table = listing.run.table
    let cells = RowCells(
      listing: listing, noisy: list.view.noisy, marks: list.marks, numbers: numbers,
      theme: currentTheme, query: finding.found?.query ?? listing.query)
    guard let row = listing.row(of: identifier) else {
      let fields = cells.headingTexts(identifier, shownColumns, in: outline?.column)
      return table.shape.format == .lines
        ? ListContentConfiguration(attributedText: fields[0]) : ColumnContentConfiguration(fields)
    }
    var fields = cells.texts(identifier, row, shownColumns)
    let extra = table.extraCells(row)
    if !extra.isEmpty, let last = fields.indices.last {
      fields[last] = fields[last].appending(
        StyledText("  + \(extra.joined(separator: " "))", style: currentTheme.secondaryText))
    }
    // Lines are not a table.
    if table.shape.format == .lines, let line = fields.first {
      return ListContentConfiguration(attributedText: line)
    }
    var content = ColumnContentConfiguration(fields)
    for (place, column) in shownColumns.enumerated() where list.view.courses.columns.contains(column) {
      let values = list.view.courses.values(of: identifier, column, upTo: listing.run.number)
      content.charts[place] = .sparkline(
        values, columns: ColumnWidths.sparklineColumns(in: tableView.contentColumns))
    }
    return content
  }

  /// Shows or hides a sparkline of the column's last numbers.
  func toggleCourse() {
    guard let shown = list.shown, let column = columnOfKeys else { return }
    guard shown.table.columns[column].kind.isNumeric else {
      statusNote = "\(shown.table.name(of: column)) is not a number; choose a column with h and l"
      return
    }
    list.view.courses.toggle(column)
    guard list.view.courses.columns.contains(column) else {
      placeColumns()
      return reconfigure()
    }
    Task { [weak self, source, choice, courses = list.view.courses.columns] in
      let known = await ColumnCourses.make(
        courses, upTo: shown, choice, source.identity, numbers: source.history.numbers
      ) { await source.history.run($0) }
      guard let self, list.shown?.schema == shown.schema else { return }
      list.view.courses.fill(from: known)
      placeColumns()
      reconfigure()
    }
  }

  /// Returns the lasting mark of a row, in addition to the brief marks of the table.
  func changeMark(of identifier: Int) -> ChangeMark? {
    guard let listing = list.listing else { return nil }
    if listing.run.isGone(identifier) { return .deleted }
    let isLookedBackAt = !list.isAtNewest || listing.comparison?.isSinceReference ?? false
    if isLookedBackAt, let comparison = listing.comparison {
      guard !comparison.replacesNearlyAll else { return nil }
      if comparison.added.contains(identifier) { return .inserted }
      return comparison.loud.contains(identifier) ? .changed : nil
    }
    return list.marks?.mark(of: identifier, at: WallTime.now.seconds).map { $0.isNew ? .inserted : .changed }
  }

  func header(of section: Section) -> ListContentConfiguration? {
    guard let value = section.value, let listing = list.listing,
      let place = listing.sections.firstIndex(where: { $0.section == section })
    else { return nil }
    let groups = listing.totals.groups
    let totals = groups.indices.contains(place) ? RowTotals.words(groups[place], of: listing.run.table) : []
    return ListContentConfiguration(
      text: value.isEmpty ? "–" : String(decoding: value, as: UTF8.self),
      secondaryText: (["\(listing.sections[place].items.count)"] + totals).joined(separator: "  "),
      arrangement: .inline)
  }

  /// Gives the table its columns. They scroll, except for pinned columns and those of the key.
  func placeColumns() {
    guard let listing = list.listing, case let table = listing.run.table else { return }
    shownColumns = list.arrangement.shownColumns(of: table.columns.count)
    if table.shape.format != .lines {
      let appearance = ColumnWidths.Appearance(
        pinned: keyColumns, chosen: list.view.chosenColumn, outline: outline, numbers: numbers,
        courses: list.view.courses.columns, totals: listing.totals.all, adjustments: list.view.adjustments)
      var columns = listing.widths.columns(
        shownColumns, of: table, list.arrangement, appearance, room: tableView.contentColumns)
      for (place, index) in shownColumns.enumerated() {
        columns[place].footer = listing.totals.all[index].map(footer)
      }
      // A picker does not need numbers as column titles.
      if options.use.isPicker, table.columns.allSatisfy({ $0.name == nil }) {
        for index in columns.indices { columns[index].title = "" }
      }
      let titles = tableView.columns.map(\.title)
      let place = list.view.chosenColumn.flatMap(shownColumns.firstIndex)
      let wasInView = place.map(tableView.visibleColumns.contains) ?? false
      if tableView.columns != columns { tableView.columns = columns }
      // The chosen column stays in view while columns get wider.
      if wasInView || titles != columns.map(\.title) { scrollToChosenColumn() }
    }
    describeState()
  }

  /// Returns the text of a total: its caption in a fainter style, and the value.
  private func footer(_ total: ColumnTotal) -> StyledText {
    let parts = total.parts.map { part in
      part.isCaption ? StyledText(part.text, style: currentTheme.secondaryText) : StyledText(part.text)
    }
    return parts.dropFirst().reduce(parts[0]) { $0.appending(" ").appending($1) }
  }

  /// Switches to the next total of the column's kind, after the last one to none.
  func toggleTotal() {
    guard let table = list.shown?.table, table.shape.format != .lines, let column = columnOfKeys else {
      statusNote = "there are no columns to total"
      return
    }
    let kind = table.columns[column].kind
    arrange { arrangement in
      let current = arrangement.totals[column]
      arrangement.totals[column] = current.map { $0.next(of: kind) } ?? ColumnTotal.Kind.all(of: kind).first
    }
    if list.arrangement.totals[column] == nil { statusNote = "\(table.name(of: column)): no total" }
  }

  /// Shows how often each value of the column occurs.
  func showValueCounts() {
    guard let listing = list.listing, let column = columnOfKeys else { return }
    let name = listing.run.table.name(of: column)
    let controller = ValueCountsController(of: column, in: listing) { [weak self] value in
      guard let self else { return }
      navigationController?.popViewController()
      let condition = QuerySyntax.condition(name, is: value)
      let query = list.arrangement.query
      searchBar?.text = query.isEmpty ? condition : query + " " + condition
      arrange { $0.query = self.searchBar?.text ?? "" }
    }
    valueCounts = controller
    navigationController?.pushViewController(controller)
  }

  /// The column that shows the tree, and the number of levels to make room for. A tree drawn by a program
  /// brings its own lines, and the names in paths are shorter than these, so their column needs no additional room.
  private var outline: (column: Int, levels: Int)? {
    guard let listing = list.listing, listing.tree != nil else { return nil }
    var wanted = listing.drawnColumn ?? list.arrangement.outlineColumn
    // The names of groups are at the left, as in headers.
    if case .groups = list.arrangement.structure { wanted = shownColumns.first }
    guard
      let column = wanted.flatMap({ shownColumns.contains($0) ? $0 : nil })
        ?? RowTree.readableColumn(of: listing.run.table, among: shownColumns)
    else { return nil }
    return (column, column == listing.drawnColumn ? min(listing.levels, 1) : listing.levels)
  }

  // MARK: The chosen column

  var keyColumns: [Int] { (list.shown?.key?.columns ?? []) + list.view.pinnedColumns }

  var pinnedColumns: [Int] {
    get { list.view.pinnedColumns }
    set { list.view.pinnedColumns = newValue }
  }

  /// The chosen column, if the table still has it.
  var chosenColumn: Int? {
    get { list.view.chosenColumn.flatMap { $0 < list.shown?.table.columns.count ?? 0 ? $0 : nil } }
    set { list.view.chosenColumn = newValue }
  }

  func show(columns: [Int]?) { arrange { $0.columns = columns } }

  /// Chooses a column, and shows it if it is hidden.
  func jump(toColumn column: Int) {
    if !shownColumns.contains(column) { arrange { $0.columns = ($0.columns ?? []) + [column] } }
    choose(column: column)
  }

  /// Makes a column wider, or by a negative count narrower.
  func widen(_ column: Int, by count: Int) {
    let width = shownColumns.firstIndex(of: column).flatMap(tableView.columnWidth)
    list.view.adjustments.widen(column, by: count, from: width ?? Self.unseenColumnWidth)
    placeColumns()
  }

  /// The assumed width of a column that is not in view.
  private static let unseenColumnWidth = 12

  /// Wraps the texts of a column, or cuts them again.
  func toggleWrapping(_ column: Int) {
    list.view.adjustments.toggleWrapping(column)
    placeColumns()
  }

  /// Shows the page for choosing, hiding, moving and widening columns.
  func showColumns() {
    guard let table = list.listing?.run.table, table.shape.format != .lines else {
      statusNote = "there are no columns"
      return
    }
    navigationController?.pushViewController(ColumnsController(of: self))
  }

  func sort(by column: Int?) {
    arrange { arrangement in
      if let column { arrangement.toggleSort(by: column) } else { arrangement.sorts = [] }
    }
  }
}
