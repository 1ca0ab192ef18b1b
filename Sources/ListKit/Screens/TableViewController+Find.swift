/// What a find asks of a program; see ``TableViewController/findAction``.
public enum FindAction: Hashable, Sendable {
  /// The text changed: the cursor goes to the first row that matches, from the row on at which the find began. No row
  /// matches an empty text.
  case search(String)
  /// The cursor goes to a later match, or to an earlier one where the number is negative.
  case next(Int)
  /// The find is over; where it is cancelled, the cursor goes back to the row at which the find began.
  case end(isCancelled: Bool)
}

/// A find: its line while a text is typed, and the text.
///
/// ```text
///        ?                enter
///  none ───▶ typing ──────────────▶ kept: n, N
///    ▲          │                     │
///    └── esc ───┴──────── esc ────────┘
/// ```
@MainActor
struct Find {
  /// The line into which the text is typed; nil unless it is.
  private(set) var bar: SearchBar?
  private(set) var text = ""

  /// Whether a text is typed, or matches are shown.
  var isActive: Bool { bar != nil || !text.isEmpty }

  mutating func begin(_ bar: SearchBar) { self.bar = bar }

  mutating func take(_ text: String) { self.text = text }

  /// Keeps what was typed.
  mutating func keep() { bar = nil }

  mutating func end() {
    bar = nil
    text = ""
  }
}

extension TableViewController {
  /// Whether a text to find is typed, or its matches are shown.
  public var isFinding: Bool { find.isActive }

  func beginFind() {
    guard let findAction else { return }
    let bar = SearchBar(placeholder: findPlaceholder)
    bar.prompt = "?"
    bar.needsDisplay = { [weak self] in self?.setNeedsDisplay() }
    bar.textDidChange = { [weak self] text in
      self?.find.take(text)
      findAction(.search(text))
    }
    find.begin(bar)
    setNeedsDisplay()
  }

  func findNext(_ step: Int) {
    if !find.text.isEmpty { findAction?(.next(step)) }
  }

  /// Gives the keys back to the rows; without a text there is nothing to go on with.
  func keepFind() {
    if find.text.isEmpty { return endFind() }
    find.keep()
    setNeedsDisplay()
  }

  func endFind() {
    let isCancelled = find.bar != nil
    find.end()
    findAction?(.end(isCancelled: isCancelled))
    setNeedsDisplay()
  }
}
