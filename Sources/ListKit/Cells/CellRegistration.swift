/// How many registrations were made.
@MainActor private var registrationCount = 0

extension TableView {
  /// How cells of a class are filled with items of a type, so that neither can be mistaken.
  ///
  /// ```swift
  /// let mountains = TableView.CellRegistration<TableViewCell, Mountain> { cell, indexPath, mountain in
  ///   cell.textLabel?.text = mountain.name
  /// }
  /// let dataSource = TableViewDiffableDataSource<Section, Mountain>(tableView: tableView) { table, indexPath, mountain in
  ///   table.dequeueConfiguredReusableCell(using: mountains, for: indexPath, item: mountain)
  /// }
  /// ```
  ///
  /// Make it once, outside of the cell provider: each registration has cells of its own, which no other reuses.
  @MainActor
  public struct CellRegistration<Cell: TableViewCell, Item> {
    let handler: (_ cell: Cell, _ indexPath: IndexPath, _ item: Item) -> Void
    /// A name that no other registration has.
    let reuseIdentifier: String

    /// Creates a registration.
    ///
    /// - Parameter handler: fills a cell.
    public init(handler: @escaping (_ cell: Cell, _ indexPath: IndexPath, _ item: Item) -> Void) {
      self.handler = handler
      registrationCount += 1
      reuseIdentifier = "cell registration \(registrationCount)"
    }
  }

  /// A cell for the row that a cell provider was asked for, filled with its item.
  public func dequeueConfiguredReusableCell<Cell: TableViewCell, Item>(
    using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item
  ) -> Cell {
    let identifier = registration.reuseIdentifier
    if !cellStore.pool.isRegistered(identifier) { register(Cell.self, forCellReuseIdentifier: identifier) }
    guard let cell = dequeueReusableCell(withIdentifier: identifier, for: indexPath) as? Cell else {
      trap("dequeueConfiguredReusableCell(using:for:item:) \(indexPath): the cell is no \(Cell.self)")
    }
    registration.handler(cell, indexPath, item)
    return cell
  }
}
