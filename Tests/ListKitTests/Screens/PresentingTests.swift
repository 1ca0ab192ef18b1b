import ListKitTesting
import Testing

@testable import ListKit

/// Screens that are presented on top of others.
@MainActor
@Suite struct PresentingTests {
  private final class Page: TableViewController {
    var log: [String] = []

    init(_ title: String) {
      super.init()
      self.title = title
    }

    override func viewDidAppear(_ animated: Bool) { log.append("did appear") }
    override func viewDidDisappear(_ animated: Bool) { log.append("did disappear") }
  }

  private let sheet = Page("Sheet")

  /// Shows a screen two steps from the root, which presents the sheet.
  private func screen() -> TestScreen<Page> {
    let (root, next) = (Page("Root"), Page("Next"))
    let navigation = NavigationController(rootViewController: root)
    navigation.pushViewController(next)
    let screen = TestScreen(next, columns: 40, lines: 10)
    #expect(screen.lines[0] == "Root › Next")
    next.present(sheet, animated: true) { [sheet] in sheet.log.append("dismissed") }
    return screen
  }

  @Test func itIsCalledByItsOwnNameAndLeftByEscape() {
    let screen = screen()
    #expect(screen.lines[0] == "Sheet")
    #expect(screen.contains("esc back"))
    #expect(sheet.presentingViewController === screen.controller)
    screen.press(.escape)
    #expect(screen.lines[0] == "Root › Next")
    #expect(sheet.log == ["did appear", "did disappear", "dismissed"])
    #expect(sheet.presentingViewController == nil && sheet.navigationController == nil)
    #expect(screen.controller.log == ["did appear", "did disappear", "did appear"])
  }

  @Test func itMayStayUntilItsProgramDismissesIt() {
    let screen = screen()
    sheet.isModalInPresentation = true
    #expect(!screen.contains("esc back"))
    screen.press(.escape, .character("q"))
    #expect(screen.lines[0] == "Sheet")
    sheet.dismiss(animated: true)
    #expect(screen.lines[0] == "Root › Next")
    #expect(sheet.log.last == "dismissed")
    sheet.dismiss(animated: true)
    #expect(sheet.log.count == 3)
  }

  @Test func whatItPushedGoesWithIt() {
    let screen = screen()
    #expect(screen.lines[0] == "Sheet")
    let deeper = Page("Deeper")
    sheet.navigationController?.pushViewController(deeper)
    #expect(screen.lines[0] == "Sheet › Deeper")
    deeper.dismiss(animated: false)
    #expect(screen.lines[0] == "Root › Next")
    #expect(sheet.log == ["did appear", "did disappear", "dismissed"])
    // It may be shown again.
    screen.controller.present(sheet, animated: true)
    #expect(screen.lines[0] == "Sheet")
  }

  @Test func whatWasPushedIsNotDismissed() {
    let screen = screen()
    screen.press(.escape)
    screen.controller.dismiss(animated: true)
    #expect(screen.lines[0] == "Root › Next")
  }

  @Test func aSplitViewIsPresentedAsAnyScreen() {
    let screen = screen()
    let split = SplitViewController(listViewController: Page("List"), detailViewController: Page("Detail"))
    split.isModalInPresentation = true
    var isGone = false
    sheet.present(split, animated: true) { isGone = true }
    #expect(screen.lines[0] == "List")
    screen.press(.escape)
    #expect(screen.lines[0] == "List")
    split.listViewController.dismiss(animated: true)
    #expect(screen.lines[0] == "Sheet" && isGone)
  }
}
