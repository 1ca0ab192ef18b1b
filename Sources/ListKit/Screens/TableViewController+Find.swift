/// A request that a find sends to the program; see ``TableViewController/findAction``.
public enum FindAction: Hashable, Sendable {
  /// The text changed: the cursor moves to the first matching row at or after the row where the find began.
  /// No row matches an empty text.
  case search(String)
  /// The cursor moves forwards by a number of matches, or backwards if the number is negative.
  case next(Int)
  /// The find ended; if it was cancelled, the cursor returns to the row where the find began.
  case end(isCancelled: Bool)
}

/// The state of a find: its text, and its search bar while the text is typed.
///
/// ```text
///      ctrl-f             enter
///  none ───▶ typing ──────────────▶ kept: n, N
///    ▲          │                     │
///    └── esc ───┴──────── esc ────────┘
/// ```
@MainActor
struct Find {
  /// The search bar for the text; nil if the text is not being typed.
  var bar: SearchBar?
  var text = ""

  /// Whether a text is being typed or matches are shown.
  var isActive: Bool { bar != nil || !text.isEmpty }
}

extension TableViewController {
  /// Whether the user is typing a text to find, or its matches are shown.
  public var isFinding: Bool { find.isActive }

  func beginFind() {
    guard let findAction else { return }
    let bar = SearchBar(placeholder: findPlaceholder)
    bar.prompt = "find"
    bar.screen = self
    bar.textDidChange = { [weak self] text in
      self?.find.text = text
      findAction(.search(text))
    }
    find.bar = bar
    setNeedsDisplay()
  }

  func findNext(_ step: Int) {
    if !find.text.isEmpty { findAction?(.next(step)) }
  }

  /// Returns the focus to the rows; ends the find if its text is empty.
  func keepFind() {
    if find.text.isEmpty { return endFind() }
    find.bar = nil
    setNeedsDisplay()
  }

  func endFind() {
    let isCancelled = find.bar != nil
    find = Find()
    findAction?(.end(isCancelled: isCancelled))
    setNeedsDisplay()
  }
}
