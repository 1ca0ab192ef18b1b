extension TableView {
  /// What the table and the row under the cursor allow, for the key map.
  var abilities: KeyBinding.Conditions {
    var conditions: KeyBinding.Conditions = []
    if allowsMarking, let indexPath = cursorRow?.indexPath,
      !(content?.outlinePosition(at: indexPath)?.isExpandable ?? false)
    {
      conditions.insert(.isOnMarkableRow)
    }
    if allowsSelection, isBesideOthers { conditions.insert(.isBesideOthers) }
    if selectsSeveral { conditions.insert(.canMarkSeveral) }
    if detailAtCursor != nil { conditions.insert(.hasDetails) }
    if allowsSelection, content?.allowsReordering ?? false { conditions.insert(.canReorder) }
    if allowsSelection, content?.allowsEditing ?? false { conditions.insert(.canEdit) }
    if allowsSelection, delegate != nil || content?.hasSwipeActions ?? false || conditions.contains(.canEdit)
    {
      conditions.insert(.hasSwipeActions)
    }
    if swipeMenu != nil { conditions.insert(.isSwiping) }
    return conditions
  }

  /// How many rows are marked, said for the status line; nil where that is of no interest.
  var selectionSummary: String? {
    selectsSeveral && !selection.isEmpty ? "\(selection.items.count) selected" : nil
  }
}
