/// A stack of screens, of which the last is visible.
///
/// ```text
///   Gallery › Emoji › 🏔 snow-capped mountain
///   ▲ viewControllers.first            ▲ topViewController
/// ```
///
/// Every running screen is in a navigation controller, so ``ViewController/navigationController`` can push
/// the next one. If escape has no other meaning, it returns to the screen below; on the first screen it ends
/// the program.
@MainActor
public final class NavigationController: ScreenHost {
  /// The screens, the root first; never empty.
  public private(set) var viewControllers: [ViewController]

  /// The event loop, while it shows these screens.
  weak var application: Application?
  /// The screens that are asked whether they may be removed.
  private var closing: Closing?
  /// The screen that received `viewWillAppear`, and whether it received `viewDidAppear`.
  private var presented: (controller: ViewController, isSeen: Bool)?
  /// The maximum number of screen changes before a drawing; more indicate screens that push and pop each
  /// other endlessly.
  private static let maximumTurns = 1000

  /// Creates a navigation controller with a root screen.
  public init(rootViewController: ViewController) {
    viewControllers = [rootViewController]
    rootViewController.move(to: self)
  }

  var navigationController: NavigationController? { self }

  func setNeedsDisplay(for screen: ViewController) {
    if screen === topViewController { application?.setNeedsDisplay() }
  }

  /// The visible screen.
  public var topViewController: ViewController { viewControllers[viewControllers.count - 1] }

  package var visibleContent: ContentState { topViewController.visibleContent }

  /// Pushes a screen. It inherits the theme and the motion of the screen below, unless it has its own.
  ///
  /// - Parameters:
  ///   - viewController: a screen that is not in a navigation controller.
  ///   - animated: ignored (UIKit has it): screens change at once, so that no key has to wait.
  public func pushViewController(_ viewController: ViewController, animated: Bool = false) {
    let isPart = viewController.splitViewController != nil
    trapUnless(
      !isPart
        && (viewController.navigationController == nil
          || (viewController.navigationController === self
            && !viewControllers.contains { $0 === viewController })),
      "pushViewController(_:animated:) of \(type(of: viewController)), which is already in a navigation controller"
    )
    viewController.inheritAppearance(from: topViewController)
    viewControllers.append(viewController)
    viewController.move(to: self)
    leaveFormer()
    application?.setNeedsDisplay()
  }

  /// Returns to the screen below.
  ///
  /// - Parameter animated: ignored (UIKit has it).
  /// - Returns: the screen that was removed; nil if there is only the root, which stays.
  @discardableResult
  public func popViewController(animated: Bool = false) -> ViewController? {
    guard viewControllers.count > 1 else { return nil }
    return popToViewController(viewControllers[viewControllers.count - 2])?.last
  }

  /// Returns to the root screen.
  ///
  /// - Parameter animated: ignored (UIKit has it).
  /// - Returns: the screens that were removed; nil if there is only the root.
  @discardableResult
  public func popToRootViewController(animated: Bool = false) -> [ViewController]? {
    popToViewController(viewControllers[0])
  }

  fileprivate func popToViewController(_ target: ViewController) -> [ViewController]? {
    guard let place = viewControllers.firstIndex(where: { $0 === target }) else { return nil }
    let popped = Array(viewControllers[(place + 1)...])
    guard !popped.isEmpty else { return nil }
    viewControllers.removeSubrange((place + 1)...)
    leaveFormer()
    // A callback may have pushed the screen again.
    for controller in popped where !viewControllers.contains(where: { $0 === controller }) {
      controller.remove()
    }
    application?.setNeedsDisplay()
    return popped
  }

  // MARK: Running

  /// Handles an event when no other events are waiting.
  func handle(_ event: Event) {
    handle(event, count: 1)
    finishHandling()
  }

  /// Handles an event that arrived a number of times in a row; more events may follow before
  /// ``finishHandling()``. Changes applied meanwhile count as changes by the user if the user caused the
  /// event.
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
        let receiver = top.activePart.chrome
        // A key typed behind the one that closes a screen reaches neither the screen nor the question.
        if cause == .user, let closing, closing.visibility != .seen, !receiver.isQuit(event) { return }
        if !receiver.isTyping(event) { receiver.list?.searchBar?.reportChange() }
        receiver.list?.searchBar?.defersReports = true
        remaining -= top.receive(event, times: remaining)
      }
    }
  }

  /// Called when no more events are waiting.
  func finishHandling() {
    ChangeCause.user.perform {
      for part in viewControllers.flatMap(\.parts) { part.list?.searchBar?.defersReports = false }
    }
  }

  /// Draws the top screen. Repeats the drawing if it replaced the top screen.
  func draw(in canvas: inout Canvas) {
    let blank = canvas
    for _ in 0..<Self.maximumTurns {
      guard enterTop() else { continue }
      canvas = blank
      let top = topViewController
      top.chrome.render(in: &canvas)
      if presented?.controller === top { return }
      // The drawing of a screen that received `viewWillDisappear` is discarded.
      top.stopShowing()
    }
    fatalError(
      "NavigationController draw: \(type(of: topViewController)) and others push and pop one another endlessly"
    )
  }

  /// Whether the picture is older than what it shows.
  var isUpdateDue: Bool { topViewController.isUpdateDue }

  /// Whether keys would answer a question, a panel or a menu that was not on the terminal yet.
  var hasUnseenQuestion: Bool { topViewController.activePart.chrome.hasUnseenQuestion }

  /// Called after a drawing reached the terminal: calls `viewDidAppear` of the top screen, unless it was called
  /// already. So `viewDidAppear` never delays the first drawing.
  func didDraw() {
    guard let presented, presented.controller === topViewController else { return }
    self.presented?.isSeen = true
    closing?.visibility.reachTerminal()
    presented.controller.activePart.chrome.questionsAreSeen()
    presented.controller.didDraw(isFirst: !presented.isSeen)
  }

  /// The next time the picture changes without an event; nil if it does not.
  func nextFrame(after now: Duration) -> Duration? { topViewController.nextFrame(after: now) }

  // MARK: Life cycle
  //
  // A screen may push and pop in any callback. That changes `viewControllers` at once, and the callbacks keep
  // this order for all screens: will appear, did appear, will disappear, did disappear.

  /// Tells the top screen that it will appear, unless it was told already.
  ///
  /// - Returns: whether that screen is still on top.
  private func enterTop() -> Bool {
    leaveFormer()
    if presented == nil {
      let top = topViewController
      top.loadViewIfNeeded()
      guard top === topViewController else { return false }
      presented = (top, false)
      topViewController.startShowing()
    }
    return presented?.controller === topViewController
  }

  /// Tells the former top screen that it disappears.
  private func leaveFormer() {
    if let presented, presented.controller !== topViewController { endShowing() }
  }

  /// Tells the screen that is visible, or was about to be, that it disappears.
  func endShowing() {
    guard let former = presented?.controller else { return }
    presented = nil
    former.willStopShowing()
    former.stopShowing()
    former.didStopShowing()
  }
}

// MARK: - Closing

/// A question of ``ViewController/shouldClose()``.
private final class Closing {
  var task: Task<Void, Never>?
  /// Whether a frame since the question began is on the terminal.
  var visibility = Visibility.hidden
}

extension NavigationController {
  /// Whether a screen is asked whether it may be removed.
  var isClosing: Bool { closing != nil }

  /// Removes the top screen for the user, or ends the program if there is only the root, unless the screen refuses.
  func goBack() {
    let top = topViewController
    guard !isClosing else { return }
    close(top.closing) { [weak self] closes in
      guard closes, let self, topViewController === top else { return }
      if popViewController() == nil { application?.end(.finished(status: 0)) }
    }
  }

  /// Asks all screens whether they may be removed, the top one first.
  func closeAll(_ done: @escaping @MainActor (Bool) -> Void) {
    close(viewControllers.reversed().flatMap(\.closing), done)
  }

  /// Asks screens one after the other, until one refuses. A question that was open is answered with no.
  ///
  /// - Parameter done: called with whether all agree; at once if none has a question.
  func close(_ screens: some Sequence<ViewController>, _ done: @escaping @MainActor (Bool) -> Void) {
    closing?.task?.cancel()
    closing = nil
    var rest = Array(screens)
    while !rest.isEmpty {
      let screen = rest.removeFirst()
      switch screen.closeResponse {
      case .yes: continue
      case .no: return done(false)
      case .ask(let question):
        let closing = Closing()
        self.closing = closing
        closing.task = Task { [weak self, rest] in
          self?.uncover(screen)
          closing.visibility.draw()
          screen.setNeedsDisplay()
          let agrees = await question()
          guard let self, self.closing === closing else { return done(false) }
          self.closing = nil
          setNeedsDisplay(for: topViewController)
          if agrees { close(rest, done) } else { done(false) }
        }
        return
      }
    }
    done(true)
  }

  /// Removes what covers a screen, so that the user sees its question.
  private func uncover(_ screen: ViewController) {
    _ = popToViewController(screen.splitViewController ?? screen)
  }
}
