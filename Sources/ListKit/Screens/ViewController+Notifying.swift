/// Messages in the status line that go by themselves.
extension ViewController {
  /// Shows a message in place of ``statusText`` for a time, and offers an action meanwhile.
  ///
  /// ```swift
  /// notify("saved")
  /// notify("\(name) was removed", for: .seconds(8), action: ("u", "undo", { [unowned self] in undo() }))
  /// ```
  ///
  /// Another message replaces it. A split view shows those of the part with the focus.
  ///
  /// - Parameters:
  ///   - message: the message; an empty one ends the one before.
  ///   - duration: how long it is shown, from the next drawing on.
  ///   - action: the key that performs the action while the message is shown, unless the key types a letter into a
  ///     query; a title, which follows the message; and the action. The screen retains it for that time.
  public func notify(
    _ message: StyledText, for duration: Duration = .seconds(3),
    action: (key: KeyPress, title: String, handler: @MainActor () -> Void)? = nil
  ) {
    asking.notification =
      message.isEmpty || isRemoved ? nil : StatusMessage(message: message, duration: duration, action: action)
    setNeedsDisplay()
  }
}

/// A message that goes by itself.
struct StatusMessage {
  let message: StyledText
  let duration: Duration
  let action: (key: KeyPress, title: String, handler: @MainActor () -> Void)?
  /// Whether the next key that has a meaning ends it.
  var endsWithKey = false
  /// When it goes; nil before its first drawing.
  var end: Duration?

  /// The message with the key and the title of the action.
  var text: StyledText {
    guard let action else { return message }
    return message + StyledText("  \(action.key.name(isUnicode: false)) \(action.title)")
  }
}

extension ScreenChrome {
  /// Returns the text of the message at a time, and removes the message if its time is over.
  func notificationText(at now: Duration) -> StyledText? {
    guard let notification else { return nil }
    let end = notification.end ?? now + notification.duration
    self.notification?.end = end
    if end <= now { self.notification = nil }
    return self.notification?.text
  }

  /// Performs the action of the message if a key belongs to it.
  func performNotified(_ press: KeyPress) -> Bool {
    guard let action = notification?.action, action.key == press, !isCovered,
      list?.keyBar == nil || !press.isPrintable
    else { return false }
    notification = nil
    screen.setNeedsDisplay()
    action.handler()
    return true
  }
}
