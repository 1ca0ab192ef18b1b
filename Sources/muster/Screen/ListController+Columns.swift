import ListData
import ListKit
import ListSearch

/// Cells, the headers of groups, and which columns there is room for.
extension ListController {
  func content(of identifier: Int) -> any ContentConfiguration {
    guard let listing, let row = listing.row(of: identifier) else {
      return ColumnContentConfiguration([StyledText]())
    }
    let cells = RowCells(
      listing: listing, quietness: quietness, showsDeltas: showsDeltas, theme: currentTheme,
      query: RowFilter(arrangement.query).query(for: listing.run.table))
    var fields = columns.map { cells.text(identifier, row, $0) }
    let extra = listing.run.table.extraCells(row)
    if !extra.isEmpty, let last = fields.indices.last {
      fields[last] = fields[last].appending(
        StyledText("  + \(extra.joined(separator: " "))", style: currentTheme.secondaryText))
    }
    // Lines are no table.
    if listing.run.table.shape.format == .lines, let line = fields.first {
      return ListContentConfiguration(attributedText: line)
    }
    return ColumnContentConfiguration(fields)
  }

  func header(of section: Section) -> ListContentConfiguration? {
    guard let value = section.value else { return nil }
    let count = listing?.sections.first { $0.section == section }?.items.count ?? 0
    return ListContentConfiguration(
      text: value.isEmpty ? "–" : value, secondaryText: "\(count)", arrangement: .inline)
  }

  /// Gives the table its columns: those of the key are pinned, the others scroll sideways.
  func placeColumns() {
    guard let listing, case let table = listing.run.table else { return }
    let former = (columns: columns, hidden: hiddenColumns, titles: tableView.columns.map(\.title))
    columns = arrangement.shownColumns(of: table.columns.count)
    let isTable = table.shape.format != .lines
    if isTable {
      let placed = widths.columns(
        columns, keeping: keyColumns, of: table, arrangement, treeLevels: levels, chosen: chosenColumn,
        room: tableView.contentColumns)
      if tableView.columns != placed { tableView.columns = placed }
      if placed.map(\.title) != former.titles { showChosenColumn() }
    }
    hiddenColumns = isTable ? columns.count - tableView.visibleColumns.count : 0
    if (columns, hiddenColumns) == (former.columns, former.hidden) { return }
    reconfigure()
    describeState()
  }

  /// Scrolls sideways as far as is needed to show the chosen column.
  func showChosenColumn() {
    guard let place = chosenColumn.flatMap(columns.firstIndex) else { return }
    tableView.scrollToColumn(at: place)
  }

  /// The columns of the key, where it is one.
  var keyColumns: [Int] { shown?.key?.columns ?? [] }

  /// The columns that are to be shown besides.
  private func otherColumns(of table: TextTable) -> [Int] {
    arrangement.shownColumns(of: table.columns.count).filter { !keyColumns.contains($0) }
  }

  /// The column that keys are about: the chosen one, where the table still has it, or the first.
  var columnOfKeys: Int? {
    let count = shown?.table.columns.count ?? 0
    return chosenColumn.flatMap { $0 < count ? $0 : nil } ?? columns.first
  }

  /// Chooses the column some places further right.
  func chooseColumn(by step: Int) {
    guard let table = listing?.run.table else { return }
    let order = keyColumns + otherColumns(of: table)
    guard !order.isEmpty else { return }
    let place = chosenColumn.flatMap(order.firstIndex) ?? (step > 0 ? -1 : order.count)
    chosenColumn = order[min(max(place + step, 0), order.count - 1)]
    placeColumns()
    showChosenColumn()
    setNeedsDisplay()
  }

  /// Hides the chosen column; the one beside it is chosen then.
  func hideColumn() {
    guard let table = shown?.table, let column = chosenColumn, column < table.columns.count else {
      statusNote = "h and l choose the column to hide"
      return
    }
    let order = keyColumns + otherColumns(of: table)
    arrangement.hide(column, of: table.columns.count)
    let left = order.filter { $0 != column }
    let place = order.firstIndex(of: column) ?? 0
    chosenColumn = left.isEmpty ? nil : left[min(place, left.count - 1)]
    placeColumns()
    showChosenColumn()
  }

  func sortByTitle(_ place: Int) {
    guard columns.indices.contains(place) else { return }
    arrangement.toggleSort(by: columns[place])
  }
}
