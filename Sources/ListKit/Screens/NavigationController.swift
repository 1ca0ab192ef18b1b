/// Screens on top of each other, of which the last is seen.
///
/// ```text
///   Gallery › Emoji › 🏔 snow-capped mountain
///   ▲ viewControllers.first            ▲ topViewController
/// ```
///
/// Every screen that runs is in one, so ``ViewController/navigationController`` is there to push the next.
/// Where escape has nothing else to do, it goes back to the screen below, and at the first it ends the
/// program.
@MainActor
public final class NavigationController {
  /// The screens, the one at the root first; never empty.
  public private(set) var viewControllers: [ViewController]

  /// Asks for a drawing, soon.
  var needsDisplay: () -> Void = {}
  var didExit: (Int32) -> Void = { _ in }
  var needsRedraw: () -> Void = {}
  var editText: (String) async -> String? = { _ in nil }
  /// The screen whose `viewWillAppear` was called, and whether its `viewDidAppear` was.
  private var presented: (controller: ViewController, isSeen: Bool)?
  /// How often screens may replace each other before one is seen: more are screens that never come to an end.
  private static let mostTurns = 1000

  /// Puts a screen at the root.
  public init(rootViewController: ViewController) {
    viewControllers = [rootViewController]
    takeOver(rootViewController)
  }

  /// The screen that is seen.
  public var topViewController: ViewController { viewControllers[viewControllers.count - 1] }

  /// Shows a screen on top of the others, with the theme and the motion of the one below unless it has its own.
  ///
  /// - Parameters:
  ///   - viewController: a screen that is in no navigation.
  ///   - animated: taken as UIKit has it; screens change at once, so that no key waits.
  ///   - file: The file of the call, which a trap names.
  ///   - line: The line of the call, which a trap names.
  public func pushViewController(
    _ viewController: ViewController, animated: Bool = false, file: StaticString = #fileID, line: UInt = #line
  ) {
    let isPart = viewController.splitViewController != nil
    trapUnless(
      !isPart
        && (viewController.navigationController == nil
          || (viewController.navigationController === self
            && !viewControllers.contains { $0 === viewController })),
      "pushViewController(_:animated:) of \(type(of: viewController)), which is already in a navigation controller",
      file: file, line: line)
    viewController.inheritLook(from: topViewController)
    viewControllers.append(viewController)
    takeOver(viewController)
    leaveFormer()
    needsDisplay()
  }

  /// Goes back to the screen below.
  ///
  /// - Parameter animated: taken as UIKit has it.
  /// - Returns: the screen that was on top; nil where there is only the root, which stays.
  @discardableResult
  public func popViewController(animated: Bool = false) -> ViewController? {
    guard viewControllers.count > 1 else { return nil }
    return popToViewController(viewControllers[viewControllers.count - 2])?.last
  }

  private func popToViewController(_ target: ViewController) -> [ViewController]? {
    guard let place = viewControllers.firstIndex(where: { $0 === target }) else { return nil }
    let popped = Array(viewControllers[(place + 1)...])
    guard !popped.isEmpty else { return nil }
    viewControllers.removeSubrange((place + 1)...)
    leaveFormer()
    // Its callbacks may have pushed it again.
    for controller in popped where !viewControllers.contains(where: { $0 === controller }) {
      abandon(controller)
    }
    needsDisplay()
    return popped
  }

  // MARK: Running

  /// Answers an event behind which no other waits.
  func handle(_ event: Event) {
    handle(event, count: 1)
    finishHandling()
  }

  /// Answers an event that came a number of times in a row; others may follow before ``finishHandling()``. What is
  /// applied meanwhile is the user's, where the user caused it.
  func handle(_ event: Event, count: Int) {
    let cause: ChangeCause =
      switch event {
      case .key, .paste, .mouse: .user
      case .resize, .resume, .traitsChange, .terminate, .hangup: .data
      }
    cause.perform {
      var remaining = count
      while remaining > 0 {
        let top = topViewController
        let receiver = top.keyController
        if let receiver, !receiver.isTyping(event) { receiver.searchBar?.reportChange() }
        receiver?.searchBar?.defersReports = true
        remaining -= top.handle(event, times: remaining)
      }
    }
  }

  /// Says that for now no more events are there.
  func finishHandling() {
    ChangeCause.user.perform {
      for controller in viewControllers.flatMap(\.tableViewControllers) {
        controller.searchBar?.defersReports = false
      }
    }
  }

  /// Draws the top screen as it is at a time, once it is the one that stays on top.
  func draw(in canvas: inout Canvas, at now: Duration) {
    let blank = canvas
    for _ in 0..<Self.mostTurns {
      guard enterTop() else { continue }
      canvas = blank
      let top = topViewController
      top.draw(in: &canvas, at: now)
      if presented?.controller === top { return }
      // What it drew after `viewWillDisappear` is not seen.
      top.stopShowing()
    }
    fatalError(
      "NavigationController draw: \(type(of: topViewController)) and others push and pop each other endlessly"
    )
  }

  /// Tells the top screen that it is seen, unless it knows: after its first drawing is on the screen, which so
  /// waits for nothing.
  func didDraw() {
    guard let presented, presented.controller === topViewController else { return }
    self.presented?.isSeen = true
    presented.controller.didDraw(isFirst: !presented.isSeen)
  }

  /// When the picture changes next by itself; nil while it is at rest.
  func nextFrame(after now: Duration) -> Duration? { topViewController.nextFrame(after: now) }

  // MARK: Life cycle
  //
  // Whatever a screen does in a callback, also pushing and popping, changes `viewControllers` at
  // once and is reported here, in the same order for all: will appear, did appear, will disappear, did disappear.

  /// Tells the top screen that it will be seen, unless it knows.
  ///
  /// - Returns: whether it is still on top.
  private func enterTop() -> Bool {
    leaveFormer()
    if presented == nil {
      let top = topViewController
      top.loadIfNeeded()
      guard top === topViewController else { return false }
      presented = (top, false)
      topViewController.startShowing()
    }
    return presented?.controller === topViewController
  }

  /// Tells a screen that is not on top any more that it is not seen.
  private func leaveFormer() {
    if let presented, presented.controller !== topViewController { endShowing() }
  }

  /// Tells the screen that is seen, or was about to be, that it is not any more.
  func endShowing() {
    guard let former = presented?.controller else { return }
    presented = nil
    former.willStopShowing()
    former.stopShowing()
    former.didStopShowing()
  }

  private func takeOver(_ controller: ViewController) {
    controller.navigationController = self
    controller.needsDisplay = { [weak self, weak controller] in
      // What lies beneath is drawn when it is seen again.
      if let self, controller === self.topViewController { self.needsDisplay() }
    }
    controller.didExit = { [weak self] in self?.didExit($0) }
    controller.needsRedraw = { [weak self] in self?.needsRedraw() }
    controller.editText = { [weak self] in await self?.editText($0) }
  }

  private func abandon(_ controller: ViewController) {
    controller.closeAlerts()
    controller.navigationController = nil
    controller.needsDisplay = {}
    controller.didExit = { _ in }
    controller.needsRedraw = {}
    controller.editText = { _ in nil }
  }
}
