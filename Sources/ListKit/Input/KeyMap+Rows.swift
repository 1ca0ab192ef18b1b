extension KeyMap {
  /// The keys that mark rows.
  static let selecting: [KeyBinding] = [
    KeyBinding([.character(" ")], .mark, "mark or unmark", when: [.isOnMarkableRow, .queryIsEmpty]),
    KeyBinding([KeyPress(.tab)], .markAndMove(1), "mark and go down", when: .canMarkSeveral),
    KeyBinding([KeyPress(.tab, .shift)], .markAndMove(-1), "mark and go up", when: .canMarkSeveral),
    KeyBinding([.alt("r")], .markRange, "mark from the row marked last to here", when: .canMarkSeveral),
    KeyBinding([.alt("a")], .selectAll, "mark all, or none", when: .canMarkSeveral),
    KeyBinding([.control("t")], .invertSelection, "mark the others instead", when: .canMarkSeveral),
  ]

  /// The keys that move rows.
  static let reordering: [KeyBinding] = [
    KeyBinding([KeyPress(.up, .alt)], .moveRow(-1), "move the row up", when: .canReorder),
    KeyBinding([KeyPress(.down, .alt)], .moveRow(1), "move the row down", when: .canReorder),
    KeyBinding(
      [KeyPress(.left, [.alt, .shift])], .moveRowBeside(-1), "move the row to the left",
      when: [.canReorder, .isBesideOthers]),
    KeyBinding(
      [KeyPress(.right, [.alt, .shift])], .moveRowBeside(1), "move the row to the right",
      when: [.canReorder, .isBesideOthers]),
    KeyBinding([.control("g")], .grab, "pick the row up or drop it", when: .canReorder),
    KeyBinding([.character("m")], .grab, "pick the row up or drop it", when: [.canReorder, .hasNoQuery]),
  ]

  /// The keys of the menu on a row, while it is open.
  static let swiping: [KeyBinding] = [
    KeyBinding([KeyPress(.left)], .chooseAction(-1), when: .isSwiping),
    KeyBinding([KeyPress(.right)], .chooseAction(1), when: .isSwiping),
  ]

  /// The keys that delete rows and open what can be done with them.
  static let editing: [KeyBinding] = [
    KeyBinding(
      [KeyPress(.right, .alt)], .openSwipeActions(.trailing), "actions at the right; again: the first",
      when: .hasSwipeActions),
    KeyBinding(
      [KeyPress(.left, .alt)], .openSwipeActions(.leading), "actions at the left; again: the first",
      when: .hasSwipeActions),
    KeyBinding(
      [KeyPress(.delete), KeyPress(.backspace)], .delete, "delete the row, asking first",
      when: [.canEdit, .queryIsEmpty]),
    KeyBinding([.character("d")], .delete, "delete the row, asking first", when: [.canEdit, .hasNoQuery]),
    KeyBinding([.alt("e")], .toggleEditing, "show controls to edit rows", when: .canEdit),
    KeyBinding(
      [.character("e")], .toggleEditing, "show controls to edit rows", when: [.canEdit, .hasNoQuery]),
  ]
}
