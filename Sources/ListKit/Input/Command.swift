/// What a key or a click means.
public enum Command: Hashable, Sendable {
  // Cursor and view.
  /// Moves the cursor by items; negative towards the top.
  case moveCursor(Int)
  /// Moves the cursor along its line by items, where several stand beside each other; negative to the left.
  case moveBeside(Int)
  /// Moves the cursor to the first item of its line.
  case firstOfLine
  /// Moves the cursor to the last item of its line.
  case lastOfLine
  /// Moves cursor and view by screenfuls; negative towards the top.
  case page(Int)
  /// Moves the cursor to the first item.
  case first
  /// Moves the cursor to the last item.
  case last
  /// Scrolls by lines, leaving the cursor; negative towards the top.
  case scroll(Int)
  /// Scrolls the columns of a tabular list sideways, by columns; negative to the left.
  case scrollColumns(Int)

  // Outline.
  /// Closes the row, or goes to its parent.
  case collapse
  /// Opens the row, or goes to its first child.
  case expand
  /// Closes the row and all below it.
  case collapseSubtree
  /// Opens the row and all below it.
  case expandSubtree
  /// Opens a closed row, closes an open one.
  case toggle
  /// Closes every row.
  case collapseAll
  /// Opens every row.
  case expandAll
  /// Opens every row above a level, 1 being the roots, and closes the others.
  case expandToLevel(Int)

  // Selection.
  /// Selects the row, or deselects it.
  case mark
  /// Selects or deselects the row and moves the cursor by items.
  case markAndMove(Int)
  /// Selects all rows from the one marked last to the cursor.
  case markRange
  /// Selects all rows, or none where all are.
  case selectAll
  /// Selects what is not selected, and deselects the rest.
  case invertSelection

  // The order of rows.
  /// Moves the row by places; negative towards the top.
  case moveRow(Int)
  /// Moves the row by places along its line, where several stand beside each other; negative to the left.
  case moveRowBeside(Int)
  /// Picks the row up, for the arrows to move it, or puts it down.
  case grab

  // What can be done with rows.
  /// Asks whether the row is to be deleted; once more deletes it.
  case delete
  /// Opens the menu at one end of the row; once more performs its first action.
  case openSwipeActions(SwipeEdge)
  /// Chooses another action of the menu on the row, to the right or to the left.
  case chooseAction(Int)
  /// Shows or hides the controls to delete, insert and move rows.
  case toggleEditing

  // Query.
  /// Changes the query.
  case edit(Edit)
  /// Opens the query of a screen that hides it while it is empty.
  case beginSearch
  /// Gives the keys back to the rows; the query stays, unless it is empty.
  case endSearch
  /// Opens a line for a text to find, which hides no rows.
  case beginFind
  /// Goes to a later match of a find; negative to an earlier one.
  case findNext(Int)

  /// Gives the keys to another part of a split view: to the next ones, negative to those before.
  case moveFocus(Int)
  /// Gives the list of a split view more of the screen, by steps; negative less.
  case resizePanes(Int)

  // The program.
  /// Does what the row is for.
  case primaryAction
  /// Does what the sign for the row's details does.
  case showDetails
  /// Shows the keys.
  case help
  /// One step back: closes what lies on top, else clears the query, else ends.
  case back
  /// Ends.
  case quit
  /// Draws everything anew.
  case redraw
  /// Does what a program gave keys to do, by `TableViewController.addKeyCommand(_:title:when:action:)`: the number of
  /// that call on its screen.
  case keyCommand(Int)
}

extension Command {
  /// Whether it does something to the row under the cursor, rather than to cursor, view or table.
  var concernsRow: Bool {
    switch self {
    case .collapse, .expand, .collapseSubtree, .expandSubtree, .toggle, .mark, .markAndMove, .markRange,
      .moveRow, .moveRowBeside, .grab, .delete, .openSwipeActions, .chooseAction, .primaryAction,
      .showDetails:
      true
    default: false
    }
  }
}

/// A change of a line of text, as shells have them.
public enum Edit: Hashable, Sendable {
  /// Puts characters in at the insertion point.
  case insert(String)
  /// Removes the character before the insertion point.
  case deleteBackward
  /// Removes the character behind the insertion point.
  case deleteForward
  /// Removes the word before the insertion point.
  case deleteWordBackward
  /// Removes the word behind the insertion point.
  case deleteWordForward
  /// Removes all before the insertion point.
  case deleteToStart
  /// Puts in what the last removal of a word or more took out.
  case insertDeleted
  /// Moves the insertion point by characters.
  case move(Int)
  /// Moves the insertion point to the start of the word before it.
  case moveWordBackward
  /// Moves the insertion point behind the next word.
  case moveWordForward
  /// Moves the insertion point to the start.
  case moveToStart
  /// Moves the insertion point to the end.
  case moveToEnd
}

extension Command {
  /// What doing it so often in a row amounts to; nil where that is not one command.
  func times(_ count: Int) -> Command? {
    switch self {
    case .moveCursor(let step): .moveCursor(step * count)
    case .moveBeside(let step): .moveBeside(step * count)
    case .page(let step): .page(step * count)
    case .scroll(let step): .scroll(step * count)
    case .scrollColumns(let step): .scrollColumns(step * count)
    case .findNext(let step): .findNext(step * count)
    case .resizePanes(let step): .resizePanes(step * count)
    case .edit(.move(let step)): .edit(.move(step * count))
    default: nil
    }
  }
}
