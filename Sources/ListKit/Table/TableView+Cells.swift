extension TableView {
  /// Registers the class that new cells of a reuse identifier are made from; nil unregisters.
  public func register(_ cellClass: TableViewCell.Type?, forCellReuseIdentifier identifier: String) {
    cellStore.pool.register(cellClass, identifier)
  }

  /// A cell for the row that a cell provider was asked for: during a reconfiguration the one the row has,
  /// else one that waits for reuse, else a new one.
  ///
  /// Traps where no class is registered for the identifier.
  public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath)
    -> TableViewCell
  {
    if let cell = cellStore.reconfigured, cell.reuseIdentifier == identifier { return cell }
    guard let cell = cellStore.pool.dequeue(identifier) else {
      trap(
        "dequeueReusableCell(withIdentifier:for:) \(indexPath): unable to dequeue a cell with identifier \(identifier) - must register a class for it"
      )
    }
    return cell
  }

  /// A cell that waits for reuse, else a new one; nil where no class is registered for the identifier.
  public func dequeueReusableCell(withIdentifier identifier: String) -> TableViewCell? {
    cellStore.pool.dequeue(identifier)
  }

  /// The cell of a row that is on the screen; nil for others.
  public func cellForRow(at indexPath: IndexPath) -> TableViewCell? {
    identifier(at: indexPath).flatMap { cellStore.cells[$0] }
  }

  /// The rows on the screen, from top to bottom.
  public var indexPathsForVisibleRows: [IndexPath] {
    layout.rows.lazy.filter { $0.transient == nil }.compactMap {
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
    guard let content, let indexPath = row.indexPath else { return nil }
    let identifier = content.identifier(of: row)
    if let cell = cellStore.cells[identifier] { return cell }
    let cell = content.cell(at: indexPath, in: self)
    cellStore.cells[identifier] = cell
    connect(cell, to: identifier)
    return cell
  }

  func reconfigure(_ cell: TableViewCell, at indexPath: IndexPath) {
    guard let content, let identifier = identifier(at: indexPath) else { return }
    cellStore.reconfigured = cell
    let configured = content.cell(at: indexPath, in: self)
    cellStore.reconfigured = nil
    configured.setNeedsUpdateConfiguration()
    if configured !== cell { cellStore.retire(identifier) }
    cellStore.cells[identifier] = configured
    connect(configured, to: identifier)
  }

  /// Lets a cell ask for the state of its row.
  private func connect(_ cell: TableViewCell, to identifier: RowIdentifier) {
    cell.currentState = { [weak self, weak cell] in
      guard let self, let cell, cellStore.cells[identifier] === cell, let row = content?.row(for: identifier)
      else { return nil }
      return configurationState(of: row, identifier, outline: outlinePosition(of: row))
    }
  }

  /// The name of an item; nil where there is none.
  func identifier(at indexPath: IndexPath) -> RowIdentifier? {
    guard let content, (0..<content.numberOfSections).contains(indexPath.section),
      (0..<content.numberOfItems(inSection: indexPath.section)).contains(indexPath.item)
    else { return nil }
    return content.identifier(of: TableRow(indexPath))
  }

  /// Where an item stands; nil where it does not.
  func indexPath(of identifier: RowIdentifier) -> IndexPath? { content?.row(for: identifier)?.indexPath }
}
