/// What contains a screen: a ``NavigationController`` or a ``SplitViewController``.
@MainActor
protocol ScreenHost: AnyObject {
  var navigationController: NavigationController? { get }
  /// Requests a drawing; a covered screen is drawn when it is visible again.
  func setNeedsDisplay(for screen: ViewController)
}

/// Whether a screen may be removed, the answer of ``ViewController/shouldClose()``.
public enum CloseResponse {
  /// It may.
  case yes
  /// It stays.
  case no
  /// It may if the function, which can ask the user, returns true.
  case ask(@MainActor () async -> Bool)
}
