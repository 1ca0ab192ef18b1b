import ListKit

/// The screen of the lists.
@MainActor
final class EditController: TableViewController, TableViewDelegate {
  private(set) var dataSource: EditDataSource!

  private static let undo = Command.custom("undo")
  private static let redo = Command.custom("redo")
  private static let addByName = Command.custom("add by name")
  private static let startAnew = Command.custom("start anew")

  init(catalog: MountainCatalog) {
    super.init(style: .grouped)
    title = "Mountains to climb"
    keyMap.rename(.primaryAction, "details; while editing, what the sign before the row says")
    keyMap.rename(.toggleEditing, "edit, or done")
    keyMap.bind(.control("r"), to: Self.redo, "do it again")
    keyMap.bind(.character("u"), to: Self.undo, "take the last change back")
    keyMap.bind(.character("a"), to: Self.addByName, "add a mountain by its name")
    keyMap.bind(.character("x"), to: Self.startAnew, "both lists as they were at first")
    tableView.delegate = self
    tableView.sectionHeaderTopPadding = 1
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "row")
    dataSource = EditDataSource(tableView: tableView, catalog: catalog) { tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      cell.contentConfiguration = Self.content(of: item)
      return cell
    }
    dataSource.didApply = { [weak self] _ in self?.updateStatus() }
    updateStatus()
  }

  private static func content(of item: EditItem) -> ListContentConfiguration {
    var content = ListContentConfiguration.valueCell()
    switch item {
    case .mountain(let mountain):
      content.text = mountain.name
      content.secondaryText = "\(mountain.height.grouped) m"
    case .addition:
      content.attributedText = StyledText("Add another mountain", style: Style(attributes: .italic))
    }
    return content
  }

  private func updateStatus() {
    let keys = tableView.isEditing ? "d deletes, m moves, e is done" : "e edits"
    let undo = dataSource.canUndo ? ", u undoes" : ""
    let redo = dataSource.canRedo ? ", ctrl-r redoes" : ""
    statusText = StyledText(keys + undo + redo)
  }

  // MARK: Delegate

  func tableView(
    _ tableView: TableView, editingStyleForRowAt indexPath: IndexPath
  ) -> TableViewCell.EditingStyle {
    dataSource.itemIdentifier(for: indexPath) == .addition ? .insert : .delete
  }

  /// Nothing is dropped behind the row that adds.
  func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath {
    guard let list = dataSource.sectionIdentifier(for: proposed.section) else { return proposed }
    let others =
      dataSource.snapshot().mountains(in: list).count - (source.section == proposed.section ? 1 : 0)
    return IndexPath(row: min(proposed.row, others), section: proposed.section)
  }

  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    switch dataSource.itemIdentifier(for: indexPath) {
    case .mountain(let mountain)?: present(MountainRow.panel(of: mountain))
    case .addition?: dataSource.performEditing(.insert, of: .addition)
    case nil: break
    }
  }

  // MARK: Commands

  override func perform(_ command: Command) -> Bool {
    switch command {
    case Self.undo: dataSource.undo()
    case Self.redo: dataSource.redo()
    case Self.addByName where panel == nil: Task { await addByName() }
    case Self.startAnew where panel == nil: Task { await startAnew() }
    default:
      // The command may have begun or ended editing.
      let isKnown = super.perform(command)
      updateStatus()
      return isKnown
    }
    return true
  }
}
