public import ListKit

extension TestScreen {
  /// Presses keys one after the other; each has its own frame.
  ///
  /// ```swift
  /// screen.press(.down, "ctrl-o", "q")
  /// ```
  public func press(_ keys: KeyPress...) {
    for key in keys { send(.key(key)) }
  }

  /// Types a text, one key for each character.
  public func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  /// Pastes a text in one piece.
  public func paste(_ text: String) { send(.paste(text)) }

  /// Presses the mouse button and releases it.
  public func click(at place: ScreenPoint) { send(.press, .release, at: place) }

  /// Clicks on the first occurrence of a text on the screen.
  ///
  /// ```swift
  /// screen.click(on: "Eiger")
  /// ```
  ///
  /// - Returns: Whether the text is on the screen; otherwise nothing happens.
  @discardableResult
  public func click(on text: String) -> Bool {
    guard let place = location(of: text) else { return false }
    click(at: place)
    return true
  }

  /// Double-clicks at a place.
  public func doubleClick(at place: ScreenPoint) {
    send(.press, .release, .press, .doubleClick, .release, at: place)
  }

  /// Presses the mouse button at a place, moves to another and releases it there.
  public func drag(from start: ScreenPoint, to end: ScreenPoint) {
    send(.press, at: start)
    send(.drag, .release, at: end)
  }

  /// Turns the wheel over a place.
  ///
  /// - Parameters:
  ///   - notches: The number of notches, positive for downwards.
  ///   - place: The place of the pointer.
  public func turnWheel(_ notches: Int, at place: ScreenPoint) {
    for _ in 0..<abs(notches) { send(notches < 0 ? .wheelUp : .wheelDown, at: place) }
  }

  private func send(_ actions: MouseEvent.Action..., at place: ScreenPoint) {
    for action in actions { send(.mouse(MouseEvent(action, at: place))) }
  }
}
