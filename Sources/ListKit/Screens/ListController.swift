/// A list of values in one object: a screen that owns its data source, and finds what changed in the values.
///
/// ```swift
/// let list = ListController<Int, Mountain> { ListContentConfiguration(text: $0.name) }
/// list.title = "Mountains"
/// list.primaryAction = { [unowned list] in list.notify("\($0.name)") }
/// list.apply(mountains)
/// ```
///
/// The `id` of a value says which row it is, so that the cursor and the marks stay on it, and `==` whether the row
/// looks different. Headers, editing, menus and everything else are properties of the ``dataSource``. Where a value
/// has no `id`, or the rows need cells of your own, use a ``TableViewController`` with a
/// ``TableViewDiffableDataSource``, as in UIKit.
open class ListController<
  Section: Hashable & Sendable, Item: Identifiable & Equatable & Sendable
>: TableViewController where Item.ID: Sendable {
  /// The source of the rows.
  public let dataSource: TableViewDiffableDataSource<Section, Keyed<Item>>
  /// Called when the user chooses a row with enter or a double click; see ``TableView/primaryAction``.
  public var primaryAction: ((Item) -> Void)? {
    didSet {
      tableView.primaryAction = primaryAction.map { action in
        { [unowned self] in if let item = dataSource.itemIdentifier(for: $0) { action(item.value) } }
      }
    }
  }

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - style: the look of sections.
  ///   - content: returns the content of a value's row, such as a ``ListContentConfiguration`` or a
  ///     ``ColumnContentConfiguration``.
  public init(
    style: TableView.Style = .plain, content: @escaping @MainActor (Item) -> any ContentConfiguration
  ) {
    let tableView = TableView(style: style)
    dataSource = TableViewDiffableDataSource(tableView: tableView) { content($0.value) }
    dataSource.contentEqual = { $0.value == $1.value }
    super.init(tableView)
  }

  /// Shows values in sections; the table finds what changed.
  ///
  /// - Parameters:
  ///   - sections: the sections and their values, in order; all values have different `id`s.
  ///   - animatingDifferences: whether marks and flashes show what changed.
  public func apply(_ sections: [(Section, [Item])], animatingDifferences: Bool = true) {
    dataSource.apply(
      DiffableDataSourceSnapshot(sections.map { ($0.0, $0.1.map(Keyed.init)) }),
      animatingDifferences: animatingDifferences, completion: nil)
  }

  /// The value under the cursor; nil if there is none.
  public var cursorItem: Item? { dataSource.cursorItemIdentifier?.value }

  /// The values of the selected rows: those on the table from top to bottom, then those that a query, a closed section
  /// or a closed parent hides.
  public var selectedItems: [Item] {
    dataSource.selectedItemIdentifiers.map {
      // An identifier may be that of an earlier value.
      (dataSource.indexPath(for: $0).flatMap(dataSource.itemIdentifier) ?? $0).value
    }
  }

  /// Adds a key command whose action receives the value under the cursor, as
  /// `TableViewDiffableDataSource.addKeyCommand(_:title:when:action:)` does.
  ///
  /// ```swift
  /// list.addKeyCommand("d", title: "delete") { task in model.delete(task.id) }
  /// ```
  public func addKeyCommand(
    _ keys: KeyPress..., title: String?, shortTitle: String? = nil,
    when conditions: KeyBinding.Conditions = [],
    file: StaticString = #fileID, line: UInt = #line, action: @escaping @MainActor (Item) -> Void
  ) {
    tableView.addRowCommand(keys, title, shortTitle, conditions, file, line) { [unowned self] in
      if let item = dataSource.itemIdentifier(for: $0) { action(item.value) }
    }
  }

  /// Adds a key command with an asynchronous action that receives the value under the cursor.
  public func addKeyCommand(
    _ keys: KeyPress..., title: String?, shortTitle: String? = nil,
    when conditions: KeyBinding.Conditions = [],
    file: StaticString = #fileID, line: UInt = #line, action: @escaping @MainActor (Item) async -> Void
  ) {
    tableView.addRowCommand(keys, title, shortTitle, conditions, file, line) { [unowned self] in
      if let item = dataSource.itemIdentifier(for: $0) { Task { await action(item.value) } }
    }
  }
}

extension ListController where Section == Int {
  /// Shows values in one section; the table finds what changed.
  ///
  /// - Parameters:
  ///   - items: the values, in order; all have different `id`s.
  ///   - animatingDifferences: whether marks and flashes show what changed.
  public func apply(_ items: [Item], animatingDifferences: Bool = true) {
    apply([(0, items)], animatingDifferences: animatingDifferences)
  }
}

/// A value that is identified by its `id`: two with the same `id` are equal, whatever else they contain.
public struct Keyed<Value: Identifiable & Sendable>: Hashable, Sendable where Value.ID: Sendable {
  /// The value.
  public let value: Value

  /// Identifies a value by its `id`.
  public init(_ value: Value) { self.value = value }

  /// Whether two values have the same `id`.
  public static func == (one: Self, other: Self) -> Bool { one.value.id == other.value.id }

  /// Hashes the `id`.
  public func hash(into hasher: inout Hasher) { hasher.combine(value.id) }
}
