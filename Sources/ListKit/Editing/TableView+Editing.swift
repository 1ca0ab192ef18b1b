extension TableView {
  /// Shows or hides the controls by which rows are deleted, inserted and moved; at once, whether `animated`
  /// or not.
  public func setEditing(_ editing: Bool, animated: Bool) {
    guard editing != isEditing else { return }
    isEditing = editing
    if allowsMultipleSelectionDuringEditing { selection.removeAll() }
    closeSwipeMenu()
    cancelCarrying()
    setNeedsLayout()
  }

  /// What the control of a row does: what the delegate says where the data source allows it.
  func editingStyle(at indexPath: IndexPath) -> TableViewCell.EditingStyle {
    guard let content, identifier(at: indexPath) != nil, content.canEdit(at: indexPath) else { return .none }
    return delegate?.tableView(self, editingStyleForRowAt: indexPath) ?? .delete
  }

  /// The controls a row shows while the table is being edited.
  func controls(at indexPath: IndexPath) -> [CellAccessory] {
    guard isEditing, let content else { return [] }
    var controls: [CellAccessory] = []
    if selectsSeveral {
      controls.append(.multiselect())
    } else {
      switch editingStyle(at: indexPath) {
      case .delete: controls.append(.delete())
      case .insert: controls.append(.insert())
      case .none: break
      }
    }
    if content.canReorder(at: indexPath) { controls.append(.reorder()) }
    return controls
  }

  /// Gives a cell what the table adds to it in this row.
  func prepare(_ cell: TableViewCell, at indexPath: IndexPath) {
    cell.controls = controls(at: indexPath)
    if let delegate { cell.indentationLevel = delegate.tableView(self, indentationLevelForRowAt: indexPath) }
  }

  /// Asks whether the cursor's row is to be deleted; the same key once more, or enter, does it.
  func askToDelete() {
    guard !phase.isCursorUnseen, let item = cursor, let indexPath = cursorRow?.indexPath else { return }
    guard editingStyle(at: indexPath) == .delete else {
      notice = "this row cannot be deleted"
      return
    }
    swipeMenu = SwipeMenu(item: item, edge: .trailing, configuration: deletion, isDeletion: true)
    notice = "delete? once more to do it, esc keeps the row"
    setNeedsDisplay()
  }

  /// What is done to the row with the menu when it is deleted.
  var deletion: SwipeActionsConfiguration {
    let item = cursor
    return SwipeActionsConfiguration(actions: [
      ContextualAction(style: .destructive, title: "Delete") { _, tableView, completion in
        let indexPath = item.flatMap { tableView.content?.row(for: $0)?.indexPath }
        completion(indexPath.map { tableView.content?.performEditing(.delete, at: $0) ?? false } ?? false)
      }
    ])
  }

  /// Does what a row's control is for.
  ///
  /// - Returns: whether it has one.
  func performControl(at indexPath: IndexPath) -> Bool {
    guard isEditing else { return false }
    if selectsSeveral {
      guard let item = identifier(at: indexPath) else { return false }
      toggleMark(item)
      return true
    }
    switch editingStyle(at: indexPath) {
    case .delete: askToDelete()
    case .insert: content?.performEditing(.insert, at: indexPath)
    case .none: return false
    }
    reconcile()
    return true
  }
}

extension CellAccessory {
  /// Whether it is on or off.
  var isSwitch: Bool { if case .toggle = kind { true } else { false } }

  /// Whether it is a control that the table answers for.
  var isControl: Bool { kind == .delete || kind == .insert || kind == .multiselect }
}
