extension KeyMap {
  /// The keys every list has.
  public static let standard = KeyMap(
    fields + swiping + moving + beside + selecting + reordering + editing + outline + query + program)

  /// What goes from field to field, and what is special in one.
  private static let fields: [KeyBinding] = [
    KeyBinding([KeyPress(.enter)], .primaryAction, "accept the text, go on", when: .isEditingText),
    KeyBinding([KeyPress(.escape)], .back, "leave the field as it was", when: .isEditingText),
    KeyBinding([KeyPress(.tab)], .moveFocus(1), "next field or part of the screen", when: .canMoveFocus),
    KeyBinding([KeyPress(.tab, .shift)], .moveFocus(-1), "the one before", when: .canMoveFocus),
    KeyBinding([KeyPress(.home)], .edit(.moveToStart), when: .isEditingText),
    KeyBinding([KeyPress(.end)], .edit(.moveToEnd), when: .isEditingText),
  ]

  private static let moving: [KeyBinding] = [
    KeyBinding([KeyPress(.up), .control("p"), .control("k")], .moveCursor(-1), "up"),
    KeyBinding([KeyPress(.down), .control("n"), .control("j")], .moveCursor(1), "down"),
    KeyBinding([.character("k")], .moveCursor(-1), "up", when: .hasNoQuery),
    KeyBinding([.character("j")], .moveCursor(1), "down", when: .hasNoQuery),
    KeyBinding([KeyPress(.pageUp)], .page(-1), "a screenful up"),
    KeyBinding([KeyPress(.pageDown)], .page(1), "a screenful down"),
    KeyBinding([.control("u")], .page(-1), "a screenful up", when: .hasNoQuery),
    KeyBinding([.control("d")], .page(1), "a screenful down", when: .hasNoQuery),
    KeyBinding([KeyPress(.home), KeyPress(.home, .control)], .first, "first row"),
    KeyBinding([KeyPress(.end), KeyPress(.end, .control)], .last, "last row"),
    KeyBinding([.character("g")], .first, "first row", when: .hasNoQuery),
    KeyBinding([.character("G")], .last, "last row", when: .hasNoQuery),
    KeyBinding([KeyPress(.up, .shift)], .scroll(-1), "scroll up, cursor stays"),
    KeyBinding([KeyPress(.down, .shift)], .scroll(1), "scroll down, cursor stays"),
  ]

  private static let beside: [KeyBinding] = [
    KeyBinding([KeyPress(.left)], .moveBeside(-1), "left", when: .isBesideOthers),
    KeyBinding([KeyPress(.right)], .moveBeside(1), "right", when: .isBesideOthers),
    KeyBinding([.character("h")], .moveBeside(-1), "left", when: [.isBesideOthers, .hasNoQuery]),
    KeyBinding([.character("l")], .moveBeside(1), "right", when: [.isBesideOthers, .hasNoQuery]),
    KeyBinding([KeyPress(.left, .control)], .firstOfLine, "first of the line", when: .isBesideOthers),
    KeyBinding([KeyPress(.right, .control)], .lastOfLine, "last of the line", when: .isBesideOthers),
  ]

  private static let outline: [KeyBinding] =
    [
      KeyBinding([KeyPress(.left)], .collapse, "close, or go to the parent", when: .isOnOutlineRow),
      KeyBinding([KeyPress(.right)], .expand, "open, or go to the first child", when: .isOnOutlineRow),
      KeyBinding(
        [.character("h")], .collapse, "close, or go to the parent", when: [.isOnOutlineRow, .hasNoQuery]),
      KeyBinding(
        [.character("l")], .expand, "open, or go to the first child", when: [.isOnOutlineRow, .hasNoQuery]),
      KeyBinding([KeyPress(.left, .shift)], .collapseSubtree, "close with all below", when: .isOnOutlineRow),
      KeyBinding([KeyPress(.right, .shift)], .expandSubtree, "open with all below", when: .isOnOutlineRow),
      KeyBinding([.character(" ")], .toggle, "open or close", when: [.isOnOutlineRow, .queryIsEmpty]),
    ] + levels(KeyPress.alt, when: []) + levels(KeyPress.character, when: .hasNoQuery)

  /// The keys that open and close much at once; where letters go to a query, alt makes them keys.
  private static func levels(
    _ key: (Character) -> KeyPress, when conditions: KeyBinding.Conditions
  ) -> [KeyBinding] {
    let outline = conditions.union(.hasOutline)
    return [
      KeyBinding([key("*")], .expandAll, "open all", when: outline),
      KeyBinding([key("-")], .collapseAll, "close all", when: outline),
      KeyBinding([key("+")], .expand, "open", when: conditions.union(.isOnOutlineRow)),
      KeyBinding([key("1")], .expandToLevel(1), "show levels up to 1 … 9", when: outline),
    ] + (2...9).map { KeyBinding([key(Character("\($0)"))], .expandToLevel($0), when: outline) }
  }

  private static let query: [KeyBinding] = [
    KeyBinding([KeyPress(.left)], .edit(.move(-1)), when: .hasQuery),
    KeyBinding([KeyPress(.right)], .edit(.move(1)), when: .hasQuery),
    KeyBinding([.control("b")], .edit(.move(-1)), "left in the query", when: .hasQuery),
    KeyBinding([.control("f")], .edit(.move(1)), "right in the query", when: .hasQuery),
    KeyBinding([.control("a")], .edit(.moveToStart), "start of the query", when: .hasQuery),
    KeyBinding([.control("e")], .edit(.moveToEnd), "end of the query", when: .hasQuery),
    KeyBinding(
      [.alt("b"), KeyPress(.left, .control)], .edit(.moveWordBackward), "a word back", when: .hasQuery),
    KeyBinding(
      [.alt("f"), KeyPress(.right, .control)], .edit(.moveWordForward), "a word on", when: .hasQuery),
    KeyBinding([KeyPress(.backspace)], .edit(.deleteBackward), "delete backwards", when: .hasQuery),
    KeyBinding([KeyPress(.delete)], .edit(.deleteForward), "delete forwards", when: .hasQuery),
    KeyBinding(
      [.control("w"), KeyPress(.backspace, .alt)], .edit(.deleteWordBackward), "delete a word",
      when: .hasQuery
    ),
    KeyBinding([.alt("d")], .edit(.deleteWordForward), "delete the next word", when: .hasQuery),
    KeyBinding([.control("u")], .edit(.deleteToStart), "delete to the start", when: .hasQuery),
    KeyBinding([.control("y")], .edit(.insertDeleted), "put back what was deleted", when: .hasQuery),
  ]

  private static let program: [KeyBinding] = [
    KeyBinding([.character("/")], .beginSearch, "filter the rows", when: .canSearch),
    KeyBinding([KeyPress(.enter)], .endSearch, "keep the filter, back to the rows", when: .isSearching),
    KeyBinding([KeyPress(.enter)], .primaryAction, "details"),
    KeyBinding([.alt("i")], .showDetails, "press the row's detail sign", when: .hasDetails),
    KeyBinding([KeyPress(.function(1))], .help, "these keys"),
    KeyBinding([.character("?")], .help, "these keys", when: .hasNoQuery),
    KeyBinding([KeyPress(.escape)], .back, "close, clear the query, go back, quit", when: .hasQuery),
    KeyBinding([KeyPress(.escape), .character("q")], .back, "close, go back, quit", when: .hasNoQuery),
    KeyBinding([.control("c")], .quit, "quit at once"),
    KeyBinding([.control("l")], .redraw, "draw anew"),
  ]
}
