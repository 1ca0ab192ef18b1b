/// The signs a table draws, with their ASCII fallbacks.
public struct Symbols: Hashable, Sendable {
  /// Beside a row that can be opened.
  public var collapsed: String
  /// Beside a row that is open.
  public var expanded: String
  /// Beside the row under the cursor.
  public var cursor: String
  /// Beside a row that came.
  public var inserted: String
  /// Beside a row that is leaving.
  public var deleted: String
  /// Beside a row whose content changed.
  public var changed: String
  /// Beside a row that moved towards the top.
  public var movedUp: String
  /// Beside a row that moved towards the end.
  public var movedDown: String
  /// In a summary, before the number of rows that moved.
  public var moved: String
  /// In a summary, before the number of rows that left.
  public var minus: String
  /// At the end of a row where enter leads to more.
  public var disclosure: String
  /// At the end of a row that is chosen.
  public var checkmark: String
  /// At the end of a row that has details.
  public var detail: String
  /// The part of a scroll bar that is in view.
  public var thumb: String
  /// Repeated, a horizontal line between parts of a screen.
  public var rule: String
  /// Upright line of a panel.
  public var edge: String
  /// Corners of a panel: upper left, upper right, lower left, lower right.
  public var corners: [String]

  /// A switch that is on.
  public var switchOn = "──●"
  /// A switch that is off.
  public var switchOff = "○──"
  /// At the end of a row that can be moved.
  public var reorder = "≡"
  /// Before a row that can be deleted.
  public var delete = "⊖"
  /// Before a row that can be inserted.
  public var insert = "⊕"
  /// One of several that are selected.
  public var selected = "●"
  /// One of several that may be selected.
  public var unselected = "○"
  /// The pictures of something under way, one after the other.
  public var spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
  /// Something under way, where nothing moves.
  public var busy = "…"

  /// Whether these are signs beyond ASCII.
  var isUnicode: Bool { !rule.utf8.elementsEqual("-".utf8) }

  /// Beside a selected row, in one column.
  var mark: String { isUnicode ? "●" : "*" }

  /// The part of the bar below columns that is in view.
  var columnThumb: String { isUnicode ? "▂" : "=" }

  /// Before an action that deletes the row.
  var destructive: String { isUnicode ? "✗" : "x" }

  /// Before the number of rows that are being moved.
  var times: String { isUnicode ? "×" : "x" }

  /// The signs that a terminal can show.
  static func standard(for traits: ScreenTraits) -> Symbols { traits.isUnicode ? .unicode : .ascii }

  /// Signs that every terminal with UTF-8 has, all of them one column wide.
  public static let unicode = Symbols(
    collapsed: "▸", expanded: "▾", cursor: "▌", inserted: "+", deleted: "-", changed: "~", movedUp: "↑",
    movedDown: "↓", moved: "↕", minus: "−", disclosure: "›", checkmark: "✓", detail: "ⓘ", thumb: "▐",
    rule: "─", edge: "│", corners: ["╭", "╮", "╰", "╯"])

  /// Signs for terminals without UTF-8, of the same meanings.
  public static let ascii = Symbols(
    collapsed: ">", expanded: "v", cursor: ">", inserted: "+", deleted: "-", changed: "~", movedUp: "^",
    movedDown: "v", moved: "%", minus: "-", disclosure: ">", checkmark: "*", detail: "i", thumb: "#",
    rule: "-", edge: "|", corners: ["+", "+", "+", "+"], switchOn: "[on ]", switchOff: "[off]",
    reorder: "=", delete: "-", insert: "+", selected: "[x]", unselected: "[ ]",
    spinner: ["|", "/", "-", "\\"], busy: "...")
}
