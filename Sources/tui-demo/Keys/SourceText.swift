import ListKit

extension Command {
  /// As one would write it in a program: `.moveCursor(-1)`, `.edit(.insert("a"))`.
  var sourceText: String {
    // The types of its values go without saying.
    "." + "\(self)".replacing("ListKit.Edit.", with: ".").replacing("ListKit.SwipeEdge.", with: ".")
  }
}

extension KeyPress {
  /// As one would write it to bind it: `.control("w")`, `.pageUp`, `.tab, .shift`.
  var sourceText: String {
    switch (key, modifiers) {
    case (.character(let character), .control): ".control(\"\(character)\")"
    case (.character(let character), .alt): ".alt(\"\(character)\")"
    case (_, []): key.sourceText
    default: "\(key.sourceText), \(modifiers.sourceText)"
    }
  }
}

extension Key {
  /// As one would write it in a program: `.pageUp`, `.character("w")`.
  fileprivate var sourceText: String { ".\(self)" }
}

extension KeyPress.Modifiers {
  /// As one would write them in a program: `.control .shift`.
  var sourceText: String { sourceText(of: [(.control, "control"), (.alt, "alt"), (.shift, "shift")]) }
}

extension KeyBinding.Conditions {
  /// As one would write them in a program: `.hasQuery .queryIsEmpty`.
  var sourceText: String { sourceText(of: Self.names) }

  private static let names: [(Self, String)] = [
    (.hasQuery, "hasQuery"), (.hasNoQuery, "hasNoQuery"), (.queryIsEmpty, "queryIsEmpty"),
    (.queryIsNotEmpty, "queryIsNotEmpty"), (.isOnOutlineRow, "isOnOutlineRow"), (.hasOutline, "hasOutline"),
    (.isBesideOthers, "isBesideOthers"), (.hasDetails, "hasDetails"), (.isOnMarkableRow, "isOnMarkableRow"),
    (.canMarkSeveral, "canMarkSeveral"), (.canReorder, "canReorder"), (.canEdit, "canEdit"),
    (.hasSwipeActions, "hasSwipeActions"), (.isSwiping, "isSwiping"), (.hasPanel, "hasPanel"),
    (.canSearch, "canSearch"), (.isSearching, "isSearching"), (.isEditingText, "isEditingText"),
    (.canMoveFocus, "canMoveFocus"),
  ]
}

extension OptionSet where Self == Element {
  /// The names of the elements that are in it.
  fileprivate func sourceText(of names: [(Self, String)]) -> String {
    names.compactMap { contains($0) ? "." + $1 : nil }.joined(separator: " ")
  }
}
