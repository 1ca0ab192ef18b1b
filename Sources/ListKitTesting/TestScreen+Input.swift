public import ListKit

extension TestScreen {
  /// Presses keys one after the other; each has its frame.
  ///
  /// ```swift
  /// screen.press(.down, "ctrl-o", "q")
  /// ```
  public func press(_ keys: KeyPress...) {
    for key in keys { send(.key(key)) }
  }

  /// Presses the keys of a text.
  public func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  /// Pastes a text in one piece.
  public func paste(_ text: String) { send(.paste(text)) }

  /// Presses the mouse button and lets it go.
  public func click(at place: Point) { send(.press, .release, at: place) }

  /// Clicks on a text, where it stands first on the screen.
  ///
  /// ```swift
  /// screen.click(on: "Eiger")
  /// ```
  ///
  /// - Returns: whether it is on the screen; otherwise nothing happens.
  @discardableResult
  public func click(on text: String) -> Bool {
    guard let place = location(of: text) else { return false }
    click(at: place)
    return true
  }

  /// Clicks twice within a moment.
  public func doubleClick(at place: Point) {
    send(.press, .release, .press, .doubleClick, .release, at: place)
  }

  /// Presses the mouse button at a place, moves to another and lets it go there.
  public func drag(from start: Point, to end: Point) {
    send(.press, at: start)
    send(.drag, .release, at: end)
  }

  /// Turns the wheel over a place.
  ///
  /// - Parameters:
  ///   - notches: how far; downwards where it is positive.
  ///   - place: where the pointer is.
  public func turnWheel(_ notches: Int, at place: Point) {
    for _ in 0..<abs(notches) { send(notches < 0 ? .wheelUp : .wheelDown, at: place) }
  }

  private func send(_ actions: MouseEvent.Action..., at place: Point) {
    for action in actions { send(.mouse(MouseEvent(action, at: place))) }
  }
}
