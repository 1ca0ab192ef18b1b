import ListData
import ListKit
import ListSearch

/// Cells, the headers of groups, and the column that keys are about.
extension ListController {
  func content(of identifier: Int) -> any ContentConfiguration {
    guard let listing = list.listing, let row = listing.row(of: identifier) else {
      return ColumnContentConfiguration([StyledText]())
    }
    let table = listing.run.table
    let cells = RowCells(
      listing: listing, noisy: list.view.noisy, marks: list.marks, showsDeltas: showsDeltas,
      theme: currentTheme, query: finding.found?.query ?? listing.query)
    var fields = cells.texts(identifier, row, shownColumns)
    let extra = table.extraCells(row)
    if !extra.isEmpty, let last = fields.indices.last {
      fields[last] = fields[last].appending(
        StyledText("  + \(extra.joined(separator: " "))", style: currentTheme.secondaryText))
    }
    // Lines are no table.
    if table.shape.format == .lines, let line = fields.first {
      return ListContentConfiguration(attributedText: line)
    }
    return ColumnContentConfiguration(fields)
  }

  /// The mark that a row has for longer than the table marks it.
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
    guard let value = section.value else { return nil }
    let count = list.listing?.sections.first { $0.section == section }?.items.count ?? 0
    return ListContentConfiguration(
      text: value.isEmpty ? "–" : value, secondaryText: "\(count)", arrangement: .inline)
  }

  /// Gives the table the columns that are asked for; it scrolls them, but for those of the key and the pinned ones.
  func placeColumns() {
    guard let listing = list.listing, case let table = listing.run.table else { return }
    shownColumns = list.arrangement.shownColumns(of: table.columns.count)
    if table.shape.format != .lines {
      let columns = listing.widths.columns(
        shownColumns, pinned: keyColumns, of: table, list.arrangement, treeLevels: treeLevels,
        chosen: list.view.chosenColumn, showsDifferences: showsDeltas, room: tableView.contentColumns)
      let titles = tableView.columns.map(\.title)
      if tableView.columns != columns { tableView.columns = columns }
      if titles != columns.map(\.title) { scrollToChosenColumn() }
    }
    describeState()
  }

  /// For how many levels there has to be room before the first column: the signs of a drawn tree had room there too.
  private var treeLevels: Int {
    guard let drawn = list.listing?.drawnColumn, drawn == shownColumns.first else { return list.levels }
    return min(list.levels, 1)
  }

  func scrollToChosenColumn() {
    if let position = list.view.chosenColumn.flatMap(shownColumns.firstIndex) {
      tableView.scrollToColumn(at: position)
    }
  }

  private func showChosenColumn() {
    scrollToChosenColumn()
    describeState()
    setNeedsDisplay()
  }

  // MARK: The chosen column

  /// The columns that stay in view: those of the key, and those the user keeps there.
  var keyColumns: [Int] { (list.shown?.key?.columns ?? []) + list.view.pinnedColumns }

  /// All shown columns in the order in which `h` and `l` choose them: the pinned ones stand first once others scroll.
  private var order: [Int] {
    let pinned = shownColumns.filter(keyColumns.contains)
    return pinned + shownColumns.filter { !pinned.contains($0) }
  }

  /// The column that keys are about: the chosen one, where the table still has it, else the first.
  var columnOfKeys: Int? {
    let count = list.shown?.table.columns.count ?? 0
    return list.view.chosenColumn.flatMap { $0 < count ? $0 : nil } ?? shownColumns.first
  }

  /// Chooses the column some steps further right.
  func chooseColumn(by step: Int) {
    let order = order
    guard !order.isEmpty else { return }
    let position = list.view.chosenColumn.flatMap(order.firstIndex) ?? (step > 0 ? -1 : order.count)
    list.view.chosenColumn = order[min(max(position + step, 0), order.count - 1)]
    placeColumns()
    showChosenColumn()
  }

  /// Hides the chosen column; the one beside it is chosen then.
  func hideColumn() {
    guard let count = list.shown?.table.columns.count, let column = list.view.chosenColumn, column < count
    else {
      statusNote = "choose a column with h and l first"
      return
    }
    let before = order
    arrange { $0.hide(column, of: count) }
    let left = before.filter { $0 != column }
    let position = before.firstIndex(of: column) ?? 0
    list.view.chosenColumn = left.isEmpty ? nil : left[min(position, left.count - 1)]
    placeColumns()
    showChosenColumn()
  }

  /// Keeps the column in view while others scroll, or no longer.
  func togglePin() {
    guard let column = columnOfKeys else { return }
    if let position = list.view.pinnedColumns.firstIndex(of: column) {
      list.view.pinnedColumns.remove(at: position)
    } else if !keyColumns.contains(column) {
      list.view.pinnedColumns.append(column)
    }
    placeColumns()
  }

  func sortByTitle(_ position: Int) {
    guard shownColumns.indices.contains(position) else { return }
    arrange { $0.toggleSort(by: shownColumns[position]) }
  }
}
