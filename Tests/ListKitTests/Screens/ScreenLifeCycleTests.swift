import TestSupport
import ListKitTesting
import Testing

@testable import ListKit

/// Screens that push and pop others in their life cycle methods.
@MainActor
@Suite("Life cycle of screens") struct ScreenLifeCycleTests {
  typealias Moment = Page.Moment

  private func draw(_ navigation: NavigationController) -> String {
    var canvas = Canvas(size: ScreenSize(columns: 40, lines: 10), traits: .testing(.mono))
    navigation.draw(in: &canvas)
    navigation.didDraw()
    return canvas.frame.text(ofLine: 0)
  }

  @Test(
    "A screen that pushes another one before it appears is not shown",
    arguments: [Moment.load, .willAppear, .willLayout])
  func earlyPush(_ moment: Moment) {
    let (root, next) = (Page("Root"), Page("Next"))
    let navigation = NavigationController(rootViewController: root)
    root.react = { if $0 == moment, next.navigationController == nil { navigation.pushViewController(next) } }
    expectEqual(draw(navigation), "Root › Next")
    expectEqual(next.log, [.load, .willAppear, .didAppear])
    #expect(!root.log.contains(.didAppear))
    #expect(root.log.suffix(2) == [.willDisappear, .didDisappear] || moment == .load)
    navigation.popViewController()
    let again = moment == .willAppear ? "Root › Next" : "Root"
    expectEqual(draw(navigation), again, "what happens again pushes again")
  }

  @Test("A screen that pushes another one when it appears is notified that it disappears")
  func pushOnAppearing() {
    let (root, next) = (Page("Root"), Page("Next"))
    let navigation = NavigationController(rootViewController: root)
    root.react = { if $0 == .didAppear { navigation.pushViewController(next) } }
    expectEqual(draw(navigation), "Root")
    expectEqual(root.log, [.load, .willAppear, .didAppear, .willDisappear, .didDisappear])
    expectEqual(draw(navigation), "Root › Next")
    expectEqual(next.log, [.load, .willAppear, .didAppear])
  }

  @Test(
    "If a disappearing screen pushes another screen, only that screen appears",
    arguments: [Moment.willDisappear, .didDisappear])
  func pushOnDisappearing(_ moment: Moment) {
    let (root, next, last) = (Page("Root"), Page("Next"), Page("Last"))
    let navigation = NavigationController(rootViewController: root)
    _ = draw(navigation)
    root.react = { if $0 == moment { navigation.pushViewController(last) } }
    navigation.pushViewController(next)
    expectEqual(draw(navigation), "Root › Next › Last")
    #expect(next.log.isEmpty, "it was never visible")
    expectEqual(last.log, [.load, .willAppear, .didAppear])
  }

  @Test("A popped screen can push itself again while it disappears") func selfPush() {
    let (root, next) = (Page("Root"), Page("Next"))
    let navigation = NavigationController(rootViewController: root)
    navigation.pushViewController(next)
    _ = draw(navigation)
    var isDone = false
    next.react = { moment in
      guard moment == .willDisappear, !isDone else { return }
      isDone = true
      navigation.pushViewController(next)
    }
    navigation.popViewController()
    expectEqual(draw(navigation), "Root › Next")
    #expect(next.navigationController === navigation)
    expectEqual(next.log.suffix(4), [.willDisappear, .didDisappear, .willAppear, .didAppear])
  }

  @Test("Screens that push and pop at any moment are notified in the right order", arguments: 0..<40)
  func randomNavigation(_ seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let pages = (0..<6).map { Page("\($0)") }
    let navigation = NavigationController(rootViewController: pages[0])
    var leave = 0
    let turn = {
      let waiting = pages.filter { page in !navigation.viewControllers.contains { $0 === page } }
      if let page = waiting.randomElement(using: &generator), generator.chance(50) {
        navigation.pushViewController(page)
      } else {
        navigation.popViewController()
      }
    }
    for page in pages {
      page.react = { _ in
        guard leave > 0 else { return }
        leave -= 1
        turn()
      }
    }
    for _ in 0..<200 {
      leave = generator.number(0..<4)
      if generator.chance(50) { turn() }
      let title = draw(navigation)
      #expect(title.hasSuffix(navigation.topViewController.title) || leave > 0 || !isSeen(navigation))
      for page in pages {
        #expect(isInOrder(page.log), "\(page.log)")
        if page !== navigation.topViewController {
          let last = page.log.last { $0 != .load }
          #expect(last == nil || last == .didDisappear, "\(page.title): \(page.log.suffix(5))")
          #expect(!page.tableView.phase.isOnScreen)
        }
        if !isInOrder(page.log) { return }
      }
    }
  }

  /// Whether the top screen was notified that it is visible.
  private func isSeen(_ navigation: NavigationController) -> Bool {
    (navigation.topViewController as? Page)?.log.last == .didAppear
  }

  private func isInOrder(_ log: [Moment]) -> Bool {
    let reported = log.filter { $0 != .load }
    let next: [Moment: Set<Moment>] = [
      .willAppear: [.didAppear, .willDisappear], .didAppear: [.willDisappear],
      .willDisappear: [.didDisappear], .didDisappear: [.willAppear],
    ]
    return log.count { $0 == .load } <= 1 && reported.first.map { $0 == .willAppear } ?? true
      && zip(reported, reported.dropFirst()).allSatisfy { next[$0]?.contains($1) ?? false }
  }
}
