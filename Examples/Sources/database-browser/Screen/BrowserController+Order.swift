import ListKit

/// Titles of columns and keys choose the order.
///
/// ```text
///   another order ──▶ where does the row under the cursor stand in it? ──▶ the rows around that place
///                       └─ a newer wish meanwhile: this one is dropped
/// ```
extension BrowserController {
  func prepareOrders() {
    let startsAscending = wish.order.isAscending
    tableView.columnTitleAction = { [weak self] in self?.order(byTitle: $0) }
    tableView.cursorDidMove = { [weak self] _ in self?.statusNote = nil }
    addKeyCommand(.control("o"), title: "order by the next column") { [weak self] in
      self?.orderByNextColumn(startsAscending: startsAscending)
    }
    addKeyCommand(.control("r"), title: "order the other way round") { [weak self] in self?.reverseOrder() }
  }

  /// Shows a query, and stays on the row under the cursor if asked to; without that row, or where it has gone, the list
  /// begins at its first one.
  func show(_ query: TableQuery, keepingRow keepsRow: Bool) {
    wish = query
    statusNote = nil
    ordering?.cancel()
    ordering = nil
    let row = keepsRow ? dataSource.cursorRow?.key : nil
    let column = query.order.column
    // A place in an order by a column is one also in the reverse order.
    if dataSource.query.order.column == column, row == nil || row?.column == column {
      return dataSource.search(query, keeping: row)
    }
    ordering = Task(executorPreference: dataSource.engine.executor) { @MainActor @Sendable [weak self] in
      await self?.find(row, andShow: query)
    }
  }

  private func find(_ row: Engine.Key?, andShow query: TableQuery) async {
    var place: Engine.Key?
    do {
      place = try await dataSource.engine.place(of: row, in: query.order)
    } catch let error as TableError {
      if case .noOrder = error { return refuse(query.order, error) }
    } catch {
      // The list tells why nothing can be read.
    }
    if Task.isCancelled { return }
    // A user who scrolled on meanwhile wants to stay there.
    let isElsewhere = row != nil && dataSource.cursorRow.map { $0.key != row } ?? false
    if isElsewhere { return show(query, keepingRow: true) }
    dataSource.search(query, keeping: place)
  }

  private func refuse(_ order: TableOrder, _ error: TableError) {
    if Task.isCancelled { return }
    if let column = order.column { unordered.insert(column) }
    let former = TableQuery(filter: wish.filter, order: dataSource.query.order)
    if former != dataSource.query { show(former, keepingRow: former.filter.isEmpty) }
    wish = former
    statusNote = "\(error)"
    setNeedsDisplay()
  }

  private func show(_ order: TableOrder) {
    show(TableQuery(filter: wish.filter, order: order), keepingRow: true)
  }

  /// Orders by a column, the smallest value first; by that of the order the other way round.
  private func order(byTitle column: Int) {
    if column == look.table.column(of: wish.order) { return reverseOrder() }
    show(look.table.order(by: column, isAscending: true))
  }

  private func reverseOrder() {
    show(TableOrder(column: wish.order.column, isAscending: !wish.order.isAscending))
  }

  /// Goes on to the next column that has an order, and from the last one to the first; a key that is no column comes
  /// behind the last one.
  private func orderByNextColumn(startsAscending: Bool) {
    let columns = Array(look.table.columns.indices)
    let orders: [Int?] = look.table.keyColumn == nil ? columns + [nil] : columns
    let current = orders.firstIndex(of: look.table.column(of: wish.order)) ?? 0
    let next = (orders[(current + 1)...] + orders[...current])
      .first { $0.map { !unordered.contains($0) } ?? true }
    guard let column = next else { return }
    show(look.table.order(by: column, isAscending: column == nil ? startsAscending : true))
  }
}
