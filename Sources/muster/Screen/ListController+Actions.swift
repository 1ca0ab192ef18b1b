import ListData
import ListKit

/// What `x` and keys of the command line do to the marked rows, or to the row under the cursor.
extension ListController {
  /// Gives the actions of `--exec` their keys; `x` runs the only one, or is the menu of several.
  func addActions() {
    let actions = options.use.exec
    for action in actions {
      if let key = action.key {
        add(key, action.name, when: action.isTyped ? .whenNotTyping : []) { $0.perform(action) }
      }
    }
    if let first = actions.first {
      add(.character("x"), actions.count == 1 ? first.name : RowAction.menuName) {
        controller in controller.choose(among: actions) { [weak controller] in controller?.perform($0) }
      }
    }
  }

  private func perform(_ action: RowAction) {
    // A query that was just typed decides which row is meant.
    whenArranged { [weak self] in self?.performOnRows(action) }
  }

  private func performOnRows(_ action: RowAction) {
    let rows = chosenRows()
    guard let shown = list.listing?.run.table, !rows.isEmpty else { return }
    let table = shown.opening(membersNamed: action.template.names)
    do throws(ExecTemplate.Refusal) {
      let commands = try action.template.commands(
        for: rows, names: ColumnNames(table.columns.map(\.name))
      ) { row, column in table.withCell(row, column) { Array($0) } }
      run(commands, of: action) { [weak self] in
        self?.statusNote = $0
        self?.source.pacer.nudge()
      }
    } catch {
      statusNote = error.description
    }
  }
}
