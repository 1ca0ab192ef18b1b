/// The meaning of a key or a click.
public enum Command: Hashable, Sendable {
  // Cursor and view.
  /// Moves the cursor by items; negative towards the top.
  case moveCursor(Int)
  /// Moves the cursor by items within a line that shows several items beside each other, or by cells; negative to
  /// the left.
  case moveBeside(Int)
  /// Moves the cursor to the first item or cell of its line.
  case firstOfLine
  /// Moves the cursor to the last item or cell of its line.
  case lastOfLine
  /// Moves the cursor and the view by screenfuls; negative towards the top.
  case page(Int)
  /// Moves the cursor to the first item.
  case first
  /// Moves the cursor to the last item.
  case last
  /// Scrolls by lines without moving the cursor; negative towards the top.
  case scroll(Int)
  /// Scrolls the columns of a tabular list sideways, by columns; negative to the left.
  case scrollColumns(Int)

  // Outline.
  /// Collapses the row, or moves the cursor to its parent.
  case collapse
  /// Expands the row, or moves the cursor to its first child.
  case expand
  /// Collapses the row and all rows below it.
  case collapseSubtree
  /// Expands the row and all rows below it.
  case expandSubtree
  /// Expands a collapsed row, collapses an expanded one.
  case toggle
  /// Collapses every row.
  case collapseAll
  /// Expands every row.
  case expandAll
  /// Expands every row above a level, where 1 is the level of the roots, and collapses the others.
  case expandToLevel(Int)

  // Selection.
  /// Selects or deselects the row.
  case mark
  /// Selects or deselects the row and moves the cursor by items.
  case markAndMove(Int)
  /// Selects all rows from the last marked one to the cursor.
  case markRange
  /// Selects all rows, or deselects all if all are selected.
  case selectAll
  /// Selects the rows that are not selected, and deselects the others.
  case invertSelection

  // The order of rows.
  /// Moves the row by a number of places; negative towards the top.
  case moveRow(Int)
  /// Moves the row by a number of places within a line that shows several items beside each other; negative
  /// to the left.
  case moveRowBeside(Int)
  /// Moves the row of an outline one level deeper; negative one level back.
  case changeLevel(Int)
  /// Picks up the row so that the arrows move it, or drops it.
  case grab

  // Actions on rows.
  /// Asks whether to delete the row; a second time deletes it.
  case delete
  /// Opens the menu of the row; a second time performs its first action.
  case openMenu
  /// Chooses another action of the row's menu, to the right or to the left.
  case chooseAction(Int)
  /// Shows or hides the controls to delete, insert and move rows.
  case toggleEditing

  // Query.
  /// Edits the query.
  case edit(Edit)
  /// Opens the query of a screen that hides it while it is empty.
  case beginSearch
  /// Returns the focus to the rows and keeps the query, unless it is empty.
  case endSearch
  /// Opens a line for a text to find, without hiding rows.
  case beginFind
  /// Moves the cursor to a later match of a find; negative to an earlier one.
  case findNext(Int)

  /// Moves the focus to a later part of a split view; negative to an earlier one.
  case moveFocus(Int)
  /// Moves the line after the part of a split view with the focus, or the one before the details, by a number of
  /// steps: positive enlarges the list before it, negative shrinks it.
  case resizePanes(Int)

  // The program.
  /// Performs the main action of the row.
  case primaryAction
  /// Performs the action of the row's detail accessory.
  case showDetails
  /// Lists all keys and the actions of the row: letters find one, and enter performs it.
  case help
  /// Goes one step back: closes the panel, else leaves the editing mode, the find or the query, else returns
  /// to the list or to the screen below, else ends the program. ``ViewController/shouldClose()`` may refuse the last
  /// two.
  case back
  /// Ends the program, unless ``ViewController/shouldClose()`` of a screen refuses; twice in a row, at once.
  case quit
  /// Redraws the entire screen.
  case redraw
  /// Performs an action that the program added with
  /// `TableViewController.addKeyCommand(_:title:when:action:)`; the number is the index of that call on its
  /// screen.
  case keyCommand(Int)
}

extension Command {
  /// Whether the command acts on the row under the cursor, not on the cursor, the view or the table.
  var concernsRow: Bool {
    switch self {
    case .collapse, .expand, .collapseSubtree, .expandSubtree, .toggle, .mark, .markAndMove, .markRange,
      .moveRow, .moveRowBeside, .changeLevel, .grab, .delete, .openMenu, .chooseAction, .primaryAction,
      .showDetails:
      true
    default: false
    }
  }
}

/// A change of a line of text, as in shells.
public enum Edit: Hashable, Sendable {
  /// Inserts characters at the insertion point.
  case insert(String)
  /// Removes the character before the insertion point.
  case deleteBackward
  /// Removes the character after the insertion point.
  case deleteForward
  /// Removes the word before the insertion point.
  case deleteWordBackward
  /// Removes the word after the insertion point.
  case deleteWordForward
  /// Removes everything from the start of the line to the insertion point.
  case deleteToStart
  /// Inserts the text that the last removal of a word or more took out.
  case insertDeleted
  /// Moves the insertion point by characters.
  case move(Int)
  /// Moves the insertion point to the start of the word before it.
  case moveWordBackward
  /// Moves the insertion point to the end of the next word.
  case moveWordForward
  /// Moves the insertion point to the start of the line.
  case moveToStart
  /// Moves the insertion point to the end of the line.
  case moveToEnd
}

extension Command {
  /// Returns the command that equals this one repeated a number of times; nil if no single command does.
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
