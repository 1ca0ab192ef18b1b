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
    KeyBinding([.control("g")], .grab, "pick the row up or drop it", when: .canReorder),
    KeyBinding([.character("m")], .grab, "pick the row up or drop it", when: [.canReorder, .hasNoQuery]),
  ]
}
