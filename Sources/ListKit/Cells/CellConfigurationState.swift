/// What a cell may want to know about its row when it draws itself.
public struct CellConfigurationState: Hashable, Sendable {
  /// Whether the cursor is on the row.
  public var isFocused = false
  /// Whether the row is selected.
  public var isSelected = false
  /// Whether the row is pressed at this moment.
  public var isHighlighted = false
  /// Whether the table is being edited.
  public var isEditing = false
  /// Whether the row is an open parent.
  public var isExpanded = false
  /// Whether the row is being moved.
  public var isReordering = false
  /// Whether the row's swipe actions are shown.
  public var isSwiped = false

  /// Creates the state of an ordinary row.
  public init() {}
}
