import ListData
import ListKit
import ListSearch
import Rows
import Runs

/// Columns, cells and group headers.
extension RunList {
  func content(of identifier: Int, theme: Theme) -> any ContentConfiguration {
    guard let listing = list.listing else { return ColumnContentConfiguration([StyledText]()) }
    let table = listing.run.table
    let cells = RowCells(
      listing: listing, noisy: list.view.noisy, marks: list.marks, numbers: numbers,
      theme: theme, query: finder.query ?? listing.query,
      showsMeaning: options.colorsMeaning)
    guard let row = listing.row(of: identifier) else {
      let heading = listing.heading(of: identifier)
      let head = (key: heading?.key ?? [], name: heading?.name ?? "", count: heading?.count ?? 0)
      return headingContent(head, in: outline?.column, theme) {
        listing.subtreeTotal(of: identifier, $0)
      } share: {
        listing.share(of: identifier, $0)
      }
    }
    var fields = cells.texts(identifier, row, shownColumns)
    for (column, field) in zip(shownColumns, fields)
    where column < table.columns.count && table.columns[column].kind.isNumeric {
      noteShown(listing.widths.width(of: field.text), of: column)
    }
    for (position, column) in shownColumns.enumerated() where position < fields.count {
      fields[position] = withShare(fields[position], listing.share(of: identifier, column), column, theme)
    }
    let extra = table.extraCells(row)
    if !extra.isEmpty, let last = fields.indices.last {
      fields[last] = fields[last].appending(
        StyledText("  + \(extra.joined(separator: " "))", style: theme.secondaryText))
    }
    // Lines are not a table.
    if table.shape.format == .lines, let line = fields.first {
      return ListContentConfiguration(attributedText: line)
    }
    var content = ColumnContentConfiguration(fields)
    for (position, column) in shownColumns.enumerated() {
      if let percent = bar(of: column, of: identifier, at: position, fields[position].text) {
        content.charts[position] = .bar(percent / 100, columns: ColumnWidths.barColumns)
      }
    }
    for (position, column) in shownColumns.enumerated() where list.view.courses.columns.contains(column) {
      let values = list.view.courses.values(of: identifier, column, upTo: listing.run.number)
      content.charts[position] = .sparkline(
        values, columns: courseColumns)
    }
    return content
  }

  /// Returns a number with its share, in a column with shares.
  private func withShare(_ text: StyledText, _ share: Double?, _ column: Int, _ theme: Theme) -> StyledText {
    guard numbers == .asPrinted, list.listing?.totals.all[column]?.kind.isShare ?? false else { return text }
    let percent = share?.percentText ?? ""
    let blanks = String(repeating: " ", count: max(2, ColumnWidths.shareColumns - percent.count))
    return text + StyledText(blanks + percent, style: theme.secondaryText)
  }

  /// Returns the percentage in a cell, or its share, if its column has room for a bar too.
  private func bar(of column: Int, of identifier: Int, at position: Int, _ text: String) -> Double? {
    guard numbers == .asPrinted, let listing = list.listing, case let table = listing.run.table,
      column < table.columns.count, screen?.currentSymbols != .words,
      let width = tableView.columnWidth(at: position)
    else { return nil }
    if let share = listing.share(of: identifier, column) {
      let widest = (listing.widths.width(ofColumn: column) ?? 0) + ColumnWidths.shareColumns
      return width - max(widest, text.count) > ColumnWidths.barColumns ? share : nil
    }
    guard table.columns[column].kind == .percent, width >= ColumnWidths.leastWithBar else { return nil }
    return CellMeaning.percent(String(text.prefix { $0 != " " }))
  }

  /// The width of a sparkline, or of its words.
  private var courseColumns: Int {
    ColumnWidths.sparklineColumns(in: screen?.currentSymbols == .words ? .max : tableView.contentColumns)
  }

  /// Shows or hides a sparkline of the column's last numbers.
  func toggleCourse(_ column: Int) {
    guard let shown = list.shown else { return }
    guard shown.table.columns[column].kind.isNumeric else {
      report("\(shown.table.name(of: column)) is not a number; choose a column with h and l")
      return
    }
    update { $0.view.courses.toggle(column) }
    guard list.view.courses.columns.contains(column) else { return placeAndDraw() }
    Task { [weak self, source, reader = readings.reader, courses = list.view.courses.columns] in
      let known = await ColumnCourses.make(
        courses, upTo: shown, reader, numbers: source.history.numbers
      ) { await source.history.run($0) }
      guard let self, list.shown?.schema == shown.schema else { return }
      update { $0.view.courses.fill(from: known) }
      placeAndDraw()
    }
  }

  private func placeAndDraw() {
    screen?.placeColumns()
    screen?.reconfigureRows()
  }

  /// Returns the lasting mark of a row, in addition to the brief marks of the table.
  func changeMark(of identifier: Int) -> RowChange? {
    guard let listing = list.listing else { return nil }
    if listing.run.isRemoved(identifier) { return .deleted }
    let isLookedBackAt = !list.isAtNewest || listing.comparison?.isSinceReference ?? false
    if isLookedBackAt, let comparison = listing.comparison {
      guard !comparison.replacesNearlyAll else { return nil }
      if comparison.added.contains(identifier) { return .inserted }
      return comparison.marked.contains(identifier) ? .reconfigured : nil
    }
    return list.marks?.mark(of: identifier, at: WallTime.now.seconds).map {
      $0.isNew ? .inserted : .reconfigured
    }
  }

  /// The words after a row for what its colours say, for a screen reader.
  func words(for identifier: Int) -> [CellAccessory] {
    guard let listing = list.listing else { return [] }
    if listing.run.alerts?.contains(identifier) ?? false { return [.label(text: "alert")] }
    return listing.row(of: identifier).map(listing.isContext) ?? false ? [.label(text: "context")] : []
  }

  func header(of section: Section) -> ColumnContentConfiguration? {
    guard let value = section.value, let listing = list.listing, let theme = screen?.currentTheme,
      let position = listing.sections.firstIndex(where: { $0.section == section })
    else { return nil }
    let groups = listing.totals.groups
    let count = listing.sections[position].items.count
    let heading = (key: [value], name: Listing.name(ofGroup: value), count: count)
    return headingContent(heading, in: shownColumns.first, theme) {
      groups.indices.contains(position) ? groups[position][$0] : nil
    } share: {
      RowTotals.percentage(groups[position][$0]?.value, of: listing.totals.all[$0]?.value)
    }
  }

  /// Returns the content of a group or a folder: its name and number of rows over the first columns, and totals in
  /// their columns. The total of the column where the name is follows the number. The time of rows that
  /// a host did not print again is behind them. With room, the name of the column is in front.
  private func headingContent(
    _ head: (key: [[UInt8]], name: String, count: Int), in nameColumn: Int?, _ theme: Theme,
    total: (Int) -> ColumnTotal?, share: (Int) -> Double?
  ) -> ColumnContentConfiguration {
    let (columns, listing) = (list.listing?.groupColumns ?? [], list.listing)
    let column = columns.indices.contains(head.key.count - 1) ? columns[head.key.count - 1] : nil
    let stale = column == 0 ? listing?.run.staleFiles.first { [$0.name] == head.key } : nil
    let count = grouped(head.count)
    func text(_ before: String, gap: Int, _ after: String) -> StyledText {
      let style = stale == nil ? theme.secondaryText : theme.problem
      let name = StyledText(head.name, style: stale == nil ? .plain : theme.problem)
      let blanks = StyledText(String(repeating: " ", count: gap))
      return StyledText(before, style: theme.secondaryText) + name + blanks
        + StyledText(count + after, style: style)
    }
    let inColumn =
      (nameColumn.flatMap(total).map { "  \($0.words)" } ?? "") + (stale?.age.map { " · \($0)" } ?? "")
    let heading = text("", gap: 2, inColumn)
    var content = ColumnContentConfiguration(
      shownColumns.map { column -> StyledText in
        guard column != nameColumn, let total = total(column) else { return StyledText("") }
        let value = StyledText(total.shownValue, style: TextStyle(attributes: .bold))
        return total.kind.isShare ? withShare(value, share(column), column, theme) : value
      })
    content.heading = heading
    if let column, let listing {
      let name = listing.run.table.isNamed ? listing.run.table.name(of: column) + ": " : ""
      content.longHeading = text(
        name, gap: listing.widths.gap(name: head.name, count: count), inColumn)
    }
    return content
  }

  func placedColumns(room: Int) -> [TableColumn]? {
    guard let listing = list.listing, let theme = screen?.currentTheme, case let table = listing.run.table
    else {
      return nil
    }
    note(shownColumns: list.arrangement.shownColumns(of: table.columns.count))
    guard table.shape.format != .lines else { return nil }
    let appearance = ColumnWidths.Appearance(
      pinned: keyColumns, outline: outline, numbers: numbers,
      used: [list.arrangement.query, options.use.alert ?? ""].reduce(into: []) { columns, query in
        if query.isEmpty { return }
        columns.formUnion(QuerySyntax(query, columns: table.columns.indices.map(table.name)).columns)
      },
      changed: Set(table.columns.indices.filter(list.view.noisy.hasChanged)),
      courses: list.view.courses.columns, courseColumns: courseColumns,
      totals: listing.totals, adjustments: list.view.adjustments,
      shownNumbers: shownNumbers.schema == listing.run.schema ? shownNumbers.widths : [:])
    var columns = listing.widths.columns(
      shownColumns, of: table, list.arrangement, appearance, room: room, theme)
    // A picker does not need numbers as column titles.
    if options.use.isPicker, !table.isNamed {
      for index in columns.indices { columns[index].title = "" }
    }
    return columns
  }

  /// Switches to the next total of the column's kind, after the last one to none.
  func toggleTotal(_ column: Int) {
    guard let table = list.shown?.table, table.shape.format != .lines else {
      report("there are no columns to total")
      return
    }
    let kind = table.columns[column].kind
    let isGrouped = list.listing.map { $0.tree != nil || !$0.groupColumns.isEmpty } ?? false
    arrange { arrangement in
      let current = arrangement.totals[column]
      arrangement.totals[column] =
        current.map { $0.next(of: kind, isGrouped: isGrouped) } ?? ColumnTotal.Kind.all(of: kind).first
    }
    switch list.arrangement.totals[column] {
    case nil: report("\(table.name(of: column)): no total")
    case .share?: report("\(table.name(of: column)): each row's percentage of the sum of all")
    case .groupShare?:
      report("\(table.name(of: column)): each row's percentage of its group, or of the row above")
    case _?: break
    }
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

  // MARK: Added columns

  /// Asks for another name of a column, or for a column to add.
  func askForColumn(_ column: Int) {
    guard let table = list.shown?.table, table.shape.format != .lines else {
      return report("there are no columns")
    }
    screen?.ask(
      forText: "Another name for \(table.name(of: column)), or a new column", message: Self.columnExamples,
      verb: "Add"
    ) { [weak self] text in
      self?.addColumn(text, at: column)
    }
  }

  private static let columnExamples = "total=price*amount, left=size-used, name=first+' '+last"

  private func addColumn(_ text: String, at column: Int) {
    guard let table = list.shown?.table, table.columns.indices.contains(column) else { return }
    let (names, isName) = (ColumnNames(of: table), !text.contains("="))
    guard
      let added = ComputedColumn(
        isName ? "\(text)={\(names.names[column])}" : text, now: WallTime.now.localSeconds)
    else { return report("'\(text)' is no column; try \(Self.columnExamples)") }
    if let problem = table.problem(of: added) {
      return report("\(added.name)=\(added.expression): \(table.description(of: problem))")
    }
    // The other name replaces that of the column.
    let shown = list.arrangement.shownColumns(of: table.columns.count).flatMap { position in
      position == column ? (isName ? [] : [names.names[position]]) + [added.name] : [names.names[position]]
    }
    let options = readings.reader.chosenOptions ?? readings.reader.options
    readOtherwise { _ in
      var wanted = options
      wanted.computed.append(added)
      return wanted
    } shown: { [weak self] row in
      guard let self, let table = list.shown?.table else { return }
      let names = ColumnNames(of: table)
      arrange { $0.columns = shown.compactMap(names.index(of:)) }
      await arranging.done()
      names.index(of: added.name).map { screen?.jump(toColumn: $0) }
      if let row { moveCursor(toRow: row) }
      report("\(added.name): \(isName ? "the name of the column now" : "a column of its own")")
    }
  }

  // MARK: The choice of columns

  var columnCount: Int {
    guard let table = list.listing?.run.table, table.shape.format != .lines else { return 0 }
    return table.columns.count
  }

  func name(of column: Int) -> String { list.listing?.run.table.name(of: column) ?? "" }

  func kind(of column: Int) -> String { list.listing?.run.table.kindNoun(of: column) ?? "" }

  var keyColumns: [Int] { (list.shown?.key?.columns ?? []) + list.view.adjustments.pinned }

  var columnChoice: ColumnAdjustments {
    get { list.view.adjustments }
    set { update { $0.view.adjustments = newValue } }
  }

  func show(columns: [Int]?) { arrange { $0.columns = columns } }

  func cursorText(of column: Int) -> String {
    guard let table = list.listing?.run.table, table.rowCount > 0 else { return "" }
    return table.beginning(cursorRow?.row ?? 0, column, limit: 200)
  }

  func countValues(of column: Int) async throws -> CountedValues {
    guard let listing = list.listing else { return CountedValues() }
    return await CountedValues.make(of: listing, by: column)
  }
}
