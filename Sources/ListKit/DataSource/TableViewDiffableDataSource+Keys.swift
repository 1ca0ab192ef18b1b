/// Keys that act on the row under the cursor.
extension TableViewDiffableDataSource {
  /// Adds a key command of the screen whose action receives the item under the cursor.
  ///
  /// ```swift
  /// dataSource.addKeyCommand("d", title: "delete") { [unowned self] task in delete(task) }
  /// ```
  ///
  /// The key has no meaning while the cursor is on no item. It makes the row the user's choice: the cursor stays on
  /// it, so that the same key acts on the same row again (``TableView/holdCursor()``). A row that was scrolled out of
  /// view is shown first, and the next press acts on it. All else is as in
  /// `ViewController.addKeyCommand(_:title:when:action:)`, where the action concerns the screen.
  ///
  /// Traps if no ``TableViewController`` shows the table.
  ///
  /// - Parameters:
  ///   - keys: the keys; the first is the one that is shown.
  ///   - title: the title in the help; nil omits the command there.
  ///   - shortTitle: the title in the status line, in a word or two; nil for the same.
  ///   - conditions: when the keys have this meaning, such as `.queryIsEmpty` for a space.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  ///   - action: the action. The screen retains it, so it must not retain the screen.
  public func addKeyCommand(
    _ keys: KeyPress..., title: String?, shortTitle: String? = nil,
    when conditions: KeyBinding.Conditions = [],
    file: StaticString = #fileID, line: UInt = #line,
    action: @escaping @MainActor (ItemIdentifierType) -> Void
  ) {
    tableView?.addRowCommand(keys, title, shortTitle, conditions, file, line) { [weak self] in
      if let item = self?.itemIdentifier(for: $0) { action(item) }
    }
  }

  /// Adds a key command with an asynchronous action, such as one that asks a question first.
  ///
  /// ```swift
  /// dataSource.addKeyCommand("d", title: "delete") { [unowned self] task in
  ///   if await confirm("Delete \(task.title)?") { delete(task) }
  /// }
  /// ```
  public func addKeyCommand(
    _ keys: KeyPress..., title: String?, shortTitle: String? = nil,
    when conditions: KeyBinding.Conditions = [],
    file: StaticString = #fileID, line: UInt = #line,
    action: @escaping @MainActor (ItemIdentifierType) async -> Void
  ) {
    tableView?.addRowCommand(keys, title, shortTitle, conditions, file, line) { [weak self] in
      if let item = self?.itemIdentifier(for: $0) { Task { await action(item) } }
    }
  }
}
