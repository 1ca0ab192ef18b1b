/// Something that can be done with a row from the menu on it.
public struct ContextualAction {
  /// What an action does to the row.
  public enum Style: Hashable, Sendable {
    /// Leaves it there.
    case normal
    /// Takes it away; shown with a sign of its own.
    case destructive
  }

  /// Does the work, and calls the completion with whether it was done.
  public typealias Handler =
    @MainActor (
      _ action: ContextualAction, _ tableView: TableView, _ completion: @escaping @MainActor (Bool) -> Void
    ) -> Void

  /// What it does to the row.
  public var style: Style
  /// Its name in the menu, a word or two.
  public var title: String
  /// Does the work, and has to call its completion once, with whether it was done.
  public var handler: Handler

  /// Creates an action of a row's menu.
  public init(style: Style, title: String, handler: @escaping Handler) {
    self.style = style
    self.title = title
    self.handler = handler
  }
}

/// The actions at one end of a row.
public struct SwipeActionsConfiguration {
  /// The actions, the one that counts first in front.
  public var actions: [ContextualAction]
  /// Whether pressing the key that opens the menu once more performs the first action.
  public var performsFirstActionWithFullSwipe = true

  /// Creates a menu of actions, of which the first one is chosen when it opens.
  public init(actions: [ContextualAction]) { self.actions = actions }
}

/// The end of a row that a menu opens at.
public enum SwipeEdge: Hashable, Sendable {
  /// The left end.
  case leading
  /// The right end.
  case trailing
}
