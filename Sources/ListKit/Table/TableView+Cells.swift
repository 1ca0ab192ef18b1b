extension TableView {
  /// Registers the class that new cells of a reuse identifier are made from; nil unregisters.
  public func register(_ cellClass: TableViewCell.Type?, forCellReuseIdentifier identifier: String) {
    pool.register(cellClass, identifier)
  }

  /// A cell for the row that a cell provider was asked for: during a reconfiguration the one the row has,
  /// else one that waits for reuse, else a new one.
  ///
  /// Traps where no class is registered for the identifier.
  public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath)
    -> TableViewCell
  {
    if let cell = reconfigured, cell.reuseIdentifier == identifier { return cell }
    guard let cell = pool.dequeue(identifier) else {
      trap(
        "dequeueReusableCell(withIdentifier:for:) \(indexPath): unable to dequeue a cell with identifier \(identifier) - must register a class for it"
      )
    }
    return cell
  }

  /// A cell that waits for reuse, else a new one; nil where no class is registered for the identifier.
  public func dequeueReusableCell(withIdentifier identifier: String) -> TableViewCell? {
    pool.dequeue(identifier)
  }

  /// The cell of a row that is on the screen; nil for others.
  public func cellForRow(at indexPath: IndexPath) -> TableViewCell? {
    guard let content, RowSequence(content: content).contains(TableRow(indexPath)),
      case .item(let item) = content.identifier(of: TableRow(indexPath))
    else { return nil }
    return cells[item]
  }

  /// The rows on the screen, from top to bottom.
  public var indexPathsForVisibleRows: [IndexPath] {
    reconcile()
    return layout.rows.lazy.filter { $0.tombstone == nil }.compactMap {
      self.content?.row(for: $0.identifier)?.indexPath
    }
  }

  /// Asks the cell provider again for rows on the screen, which keep their cells; nothing is marked as
  /// changed.
  public func reconfigureRows(at indexPaths: [IndexPath]) {
    for indexPath in indexPaths {
      guard let cell = cellForRow(at: indexPath) else { continue }
      reconfigure(cell, at: indexPath)
    }
    setNeedsDisplay()
  }

  /// The cell of a row, asked for where it has none yet.
  func cell(for row: TableRow) -> TableViewCell? {
    guard let content, let indexPath = row.indexPath, case .item(let item) = content.identifier(of: row)
    else {
      return nil
    }
    if let cell = cells[item] { return cell }
    let cell = content.cell(at: indexPath, in: self)
    cells[item] = cell
    connect(cell, to: item)
    return cell
  }

  func reconfigure(_ cell: TableViewCell, at indexPath: IndexPath) {
    guard let content, case .item(let item) = content.identifier(of: TableRow(indexPath)) else { return }
    reconfigured = cell
    let configured = content.cell(at: indexPath, in: self)
    reconfigured = nil
    configured.setNeedsUpdateConfiguration()
    if configured !== cell { retire(cell, of: item) }
    cells[item] = configured
    connect(configured, to: item)
  }

  /// Lets a cell ask for the state of its row.
  private func connect(_ cell: TableViewCell, to item: AnyHashable) {
    cell.currentState = { [weak self, weak cell] in
      guard let self, let cell, cells[item] === cell, let row = content?.row(for: .item(item)) else {
        return nil
      }
      return configurationState(of: row, .item(item), outline: outlinePosition(of: row))
    }
  }

  /// Puts cells whose rows left the screen back into the pool.
  func recycleCells() {
    let visible = Set(layout.rows.filter { $0.tombstone == nil }.map(\.identifier))
    for (item, cell) in cells where !visible.contains(.item(item)) {
      pool.enqueue(cell)
      cells[item] = nil
    }
  }
}
