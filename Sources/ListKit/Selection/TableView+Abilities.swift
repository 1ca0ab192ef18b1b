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

  /// Whether keys mean something else than usual: a row is in the hand, or its menu is open.
  var isModal: Bool { lifted != nil || swipeMenu != nil }

  /// Puts down what is in the hand, as escape does.
  func endInteraction() {
    cancelLift()
    closeSwipeMenu()
  }

  /// Carries out a command where keys mean something else than usual.
  ///
  /// - Returns: whether the command is done with.
  func performModally(_ command: Command) -> Bool {
    performLifted(command) || performSwiping(command)
  }

  /// How many rows are marked, said for the status line; nil where that is of no interest.
  var selectionSummary: String? {
    selectsSeveral && !selection.isEmpty ? "\(selection.items.count) selected" : nil
  }
}
