extension TableView {
  /// What the table and the row under the cursor allow, for the key map.
  var abilities: KeyBinding.Conditions {
    var conditions: KeyBinding.Conditions = []
    if allowsMarking, let indexPath = cursorRow?.indexPath,
      !(content?.outlinePosition(at: indexPath)?.isExpandable ?? false)
    {
      conditions.insert(.isOnMarkableRow)
    }
    if allowsSelection, allowsMultipleSelection { conditions.insert(.canMarkSeveral) }
    return conditions
  }

  /// How many rows are marked, said for the status line; nil where that is of no interest.
  public var selectionSummary: String? {
    allowsMultipleSelection && !selection.isEmpty ? "\(selection.items.count) selected" : nil
  }
}
