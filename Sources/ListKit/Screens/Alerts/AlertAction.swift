/// One of the answers of an ``AlertController``.
@MainActor
public final class AlertAction {
  /// What an answer does, which decides how it looks and which keys give it.
  public enum Style: Hashable, Sendable {
    /// An answer.
    case `default`
    /// Leaves all as it is; escape gives it too. An alert has one at most.
    case cancel
    /// Destroys something; it is never the one that enter gives without being chosen.
    case destructive
  }

  /// What stands on its button.
  public let title: String
  /// Whether the answer goes on, cancels, or destroys something.
  public let style: Style
  /// Whether it can be given.
  public var isEnabled = true
  let handler: ((AlertAction) -> Void)?

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - title: what it is called.
  ///   - style: what it does.
  ///   - handler: called once the alert is gone, if this is the answer.
  public init(
    title: String, style: Style = .default, handler: (@MainActor (AlertAction) -> Void)? = nil
  ) {
    self.title = title
    self.style = style
    self.handler = handler
  }
}
