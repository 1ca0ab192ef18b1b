import ListKit

/// The data source of the lists, which knows what may be done with them, and does it.
///
/// As in UIKit it is a subclass: what UIKit overrides one by one, its initializer says in closures.
@MainActor
final class EditDataSource: TableViewDiffableDataSource<MountainList, EditItem> {
  private var history = EditHistory<EditSnapshot>()
  private let catalog: MountainCatalog

  init(tableView: TableView, catalog: MountainCatalog, cellProvider: @escaping CellProvider) {
    self.catalog = catalog
    super.init(tableView: tableView, cellProvider: cellProvider)
    headerProvider = { ListContentConfiguration(text: $0.rawValue) }
    footerProvider = { [unowned self] in ListContentConfiguration(text: snapshot().summary(of: $0)) }
    commitEditing = { [unowned self] in commit($0, for: $1) }
    reorderingHandlers.canReorderItem = { $0 != .addition }
    reorderingHandlers.willReorder = { [unowned self] in history.record($0.initialSnapshot) }
    leadingSwipeActions = { [unowned self] in leadingActions(for: $0) }
    trailingSwipeActions = { [unowned self] in trailingActions(for: $0) }
    apply(.initial(from: catalog), animatingDifferences: false)
  }

  private func commit(_ style: TableViewCell.EditingStyle, for item: EditItem) {
    edit { [catalog] snapshot in
      switch style {
      case .delete: snapshot.deleteItems([item])
      case .insert: snapshot.addHighest(of: catalog)
      case .none: break
      }
    }
  }

  private func edit(_ change: (inout EditSnapshot) -> Void) {
    var next = snapshot()
    change(&next)
    history.record(snapshot())
    apply(next)
  }

  /// The mountains that are in no list and whose names contain a text, the highest first.
  func missingMountains(named text: String) -> [Mountain] {
    let listed = Set(snapshot().itemIdentifiers)
    return catalog.mountains
      .filter { $0.name.lowercased().contains(text.lowercased()) && !listed.contains(.mountain($0)) }
      .sorted { $0.height > $1.height }
  }

  func add(_ mountain: Mountain) { edit { $0.add(mountain) } }

  func startAnew() { edit { [catalog] in $0 = .initial(from: catalog) } }

  // MARK: Menus of rows

  private func leadingActions(for item: EditItem) -> SwipeActionsConfiguration? {
    guard item != .addition, let list = snapshot().sectionIdentifier(containingItem: item) else { return nil }
    let move = ContextualAction(style: .normal, title: list.other.rawValue) { [weak self] _, _, completion in
      self?.edit { $0.moveToOtherList(item) }
      completion(true)
    }
    return SwipeActionsConfiguration(actions: [move])
  }

  private func trailingActions(for item: EditItem) -> SwipeActionsConfiguration? {
    guard item != .addition else { return nil }
    let delete = ContextualAction(style: .destructive, title: "Delete") { [weak self] _, _, completion in
      completion(self?.performEditing(.delete, of: item) ?? false)
    }
    return SwipeActionsConfiguration(actions: [delete])
  }

  // MARK: Undo

  var canUndo: Bool { history.canUndo }
  var canRedo: Bool { history.canRedo }

  /// Goes back to what there was before the last edit.
  func undo() {
    if let former = history.undo(from: snapshot()) { apply(former) }
  }

  /// Goes on to what there was before the last undo.
  func redo() {
    if let next = history.redo(from: snapshot()) { apply(next) }
  }
}
