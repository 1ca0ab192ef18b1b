/// Screens on top of each other, of which the last is seen.
///
/// ```text
///   Gallery › Emoji › 🏔 snow-capped mountain
///   ▲ viewControllers.first            ▲ topViewController
/// ```
///
/// Every screen that runs is in one, so ``TableViewController/navigationController`` is there to push the next.
/// Where escape has nothing else to do, it goes back to the screen below, and at the first it ends the
/// program.
@MainActor
public final class NavigationController {
  /// The screens, the one at the root first; never empty.
  public private(set) var viewControllers: [TableViewController]

  /// Asks for a drawing, soon.
  var needsDisplay: () -> Void = {}
  var didExit: (Int32) -> Void = { _ in }
  var needsRedraw: () -> Void = {}
  /// The screen that was told that it is seen.
  private var shown: TableViewController?

  /// Puts a screen at the root.
  public init(rootViewController: TableViewController) {
    viewControllers = [rootViewController]
    adopt(rootViewController)
  }

  /// The screen that is seen.
  public var topViewController: TableViewController { viewControllers[viewControllers.count - 1] }

  /// Shows a screen on top of the others, with the theme and the motion of the one below unless it has its own.
  ///
  /// - Parameters:
  ///   - viewController: a screen that is in no navigation.
  ///   - animated: taken as UIKit has it; screens change at once, so that no key waits.
  public func pushViewController(_ viewController: TableViewController, animated: Bool = false) {
    trapUnless(
      viewController.navigationController == nil,
      "pushViewController(_:animated:) of \(type(of: viewController)), which is in a navigation already")
    endShowing()
    viewController.inheritLook(from: topViewController)
    viewControllers.append(viewController)
    adopt(viewController)
    needsDisplay()
  }

  /// Goes back to the screen below.
  ///
  /// - Parameter animated: taken as UIKit has it.
  /// - Returns: the screen that was on top; nil where there is only the root, which stays.
  @discardableResult
  public func popViewController(animated: Bool = false) -> TableViewController? {
    guard viewControllers.count > 1 else { return nil }
    return popToViewController(viewControllers[viewControllers.count - 2])?.last
  }

  /// Goes back to the root.
  ///
  /// - Parameter animated: taken as UIKit has it.
  /// - Returns: the screens that were above it, the top one last.
  @discardableResult
  public func popToRootViewController(animated: Bool = false) -> [TableViewController]? {
    popToViewController(viewControllers[0])
  }

  private func popToViewController(_ target: TableViewController) -> [TableViewController]? {
    guard let place = viewControllers.firstIndex(where: { $0 === target }) else { return nil }
    let popped = Array(viewControllers[(place + 1)...])
    guard !popped.isEmpty else { return nil }
    endShowing()
    viewControllers.removeSubrange((place + 1)...)
    for controller in popped { abandon(controller) }
    needsDisplay()
    return popped
  }

  // MARK: Running

  /// Answers an event; what is applied meanwhile is the user's, where it was the user who caused it.
  func handle(_ event: Event) {
    let cause: ChangeCause =
      switch event {
      case .key, .paste, .mouse: .user
      case .resize, .resume, .terminate, .hangup: .data
      }
    cause.perform { topViewController.handle(event) }
  }

  /// Draws the top screen as it is at a time.
  func draw(in canvas: inout Canvas, at now: Duration) {
    if shown !== topViewController { topViewController.startShowing() }
    topViewController.draw(in: &canvas, at: now)
  }

  /// Tells the top screen that it is seen, unless it knows: after its first drawing is on the screen, which so
  /// waits for nothing.
  func didDraw() {
    guard shown !== topViewController else { return }
    shown = topViewController
    topViewController.viewDidAppear(false)
  }

  /// When the picture changes next by itself; nil while it is at rest.
  func nextFrame(after now: Duration) -> Duration? { topViewController.nextFrame(after: now) }

  /// Tells the top screen that it is not seen any more.
  func endShowing() {
    guard let former = shown else { return }
    shown = nil
    former.viewWillDisappear(false)
    former.stopShowing()
    former.viewDidDisappear(false)
  }

  private func adopt(_ controller: TableViewController) {
    controller.navigationController = self
    controller.needsDisplay = { [weak self, weak controller] in
      // What lies beneath is drawn when it is seen again.
      if let self, controller === self.topViewController { self.needsDisplay() }
    }
    controller.didExit = { [weak self] in self?.didExit($0) }
    controller.needsRedraw = { [weak self] in self?.needsRedraw() }
  }

  private func abandon(_ controller: TableViewController) {
    controller.navigationController = nil
    controller.needsDisplay = {}
    controller.didExit = { _ in }
    controller.needsRedraw = {}
  }
}
