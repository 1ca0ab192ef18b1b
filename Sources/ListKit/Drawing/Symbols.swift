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
  /// Leads to more.
  public var disclosure: String
  /// Chosen.
  public var checkmark: String
  /// Has details.
  public var detail: String
  /// The part of a scroll bar that is in view.
  public var thumb: String
  /// A horizontal line.
  public var rule: String
  /// Upright line of a panel.
  public var edge: String
  /// Corners of a panel: upper left, upper right, lower left, lower right.
  public var corners: [String]

  /// A switch that is on.
  public var switchOn = "──●"
  /// A switch that is off.
  public var switchOff = "○──"
  /// Can be moved.
  public var reorder = "≡"
  /// Can be deleted.
  public var delete = "⊖"
  /// Can be inserted.
  public var insert = "⊕"
  /// One of several that are selected.
  public var selected = "●"
  /// One of several that may be selected.
  public var unselected = "○"
  /// The pictures of something under way, one after the other.
  public var spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
  /// Something under way, where nothing moves.
  public var busy = "…"

  /// The signs that a terminal can show.
  static func standard(for traits: ScreenTraits) -> Symbols { traits.isUnicode ? .unicode : .ascii }

  /// The signs of Unicode.
  public static let unicode = Symbols(
    collapsed: "▸", expanded: "▾", cursor: "▌", inserted: "+", deleted: "-", changed: "~", movedUp: "↑",
    movedDown: "↓", moved: "↕", minus: "−", disclosure: "›", checkmark: "✓", detail: "ⓘ", thumb: "▐",
    rule: "─", edge: "│", corners: ["╭", "╮", "╰", "╯"])

  /// The signs of ASCII.
  public static let ascii = Symbols(
    collapsed: ">", expanded: "v", cursor: ">", inserted: "+", deleted: "-", changed: "~", movedUp: "^",
    movedDown: "v", moved: "%", minus: "-", disclosure: ">", checkmark: "*", detail: "i", thumb: "#",
    rule: "-", edge: "|", corners: ["+", "+", "+", "+"], switchOn: "[on ]", switchOff: "[off]",
    reorder: "=", delete: "-", insert: "+", selected: "[x]", unselected: "[ ]",
    spinner: ["|", "/", "-", "\\"], busy: "...")
}
