/// A row that looks pressed: while the mouse button is down on it, or for a moment after enter.
struct Highlight {
  let identifier: RowIdentifier
  /// Whether it lasts until the button comes up.
  var isHeld = false
  /// When it was drawn first.
  var began: Duration?

  /// How long a key presses a row.
  static let duration = Duration.milliseconds(100)

  /// When it is over; nil for one that is held or was not seen yet.
  var end: Duration? { isHeld ? nil : began.map { $0 + Self.duration } }
}

extension TableView {
  /// Whether a hand can select rows now.
  var selectsRows: Bool {
    allowsSelection && (!isEditing || allowsSelectionDuringEditing || allowsMultipleSelectionDuringEditing)
  }

  /// Whether a hand can select several rows now.
  var selectsSeveral: Bool {
    allowsSelection && (isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection)
  }

  /// The mouse button went down on a row.
  func hold(_ identifier: RowIdentifier) {
    guard let indexPath = indexPath(of: identifier) else { return }
    var isAllowed = true
    tell { isAllowed = $0.tableView(self, shouldHighlightRowAt: indexPath) }
    highlight = isAllowed ? Highlight(identifier: identifier, isHeld: true) : nil
    setNeedsDisplay()
  }

  /// Lets go of a row that a key pressed, once it was seen for a moment.
  func advanceHighlight(to now: Duration) {
    guard let highlight else { return }
    if highlight.began == nil { self.highlight?.began = now }
    if let end = highlight.end, end <= now || motion == .none { self.highlight = nil }
  }
}
