import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

extension AlertControllerTests {
  private var controller: TableViewController { screen.controller }

  @Test("A confirmation returns whether the action was chosen") func confirming() async {
    async let isSure = controller.confirm("Kill?", action: "Kill", isDestructive: true)
    await screen.settle()
    screen.press("k")
    #expect(await isSure)
    async let isSureAgain = controller.confirm("Kill?", action: "Kill", isDestructive: true)
    await screen.settle()
    screen.press(.enter)
    #expect(await !isSureAgain)
  }

  @Test("A choice returns the chosen item, or nil after esc") func choosing() async {
    async let choice = controller.choose("Signal", from: [1, 9, 15]) { "signal \($0)" }
    await screen.settle()
    screen.press(.down, .enter)
    await expectEqual(choice, 9)
    async let none = controller.choose("Signal", from: [1])
    await screen.settle()
    screen.press(.escape)
    #expect(await none == nil)
  }

  @Test("A prompt returns the text, or nil after esc") func prompting() async {
    async let text = controller.prompt("Name", text: "a")
    await screen.settle()
    screen.press("b", .enter)
    await expectEqual(text, "ab")
    async let none = controller.prompt("Name", text: "a")
    await screen.settle()
    screen.press(.escape)
    #expect(await none == nil)
  }

  @Test("A cancelled task gets the answer no, and its alert is dismissed or never presented")
  func cancelledTask() async {
    let task = Task { await controller.confirm("Kill?") }
    await screen.settle()
    task.cancel()
    #expect(await !task.value)
    #expect(controller.presentedAlert == nil)
    let never = Task { await controller.confirm("Kill?") }
    never.cancel()
    #expect(await !never.value)
    #expect(controller.presentedAlert == nil)
  }

  @Test("Popping a screen answers its alert with no") func poppedScreen() async {
    let page = TableViewController()
    controller.navigationController?.pushViewController(page)
    async let isSure = page.confirm("Kill?")
    await screen.settle()
    controller.navigationController?.popViewController()
    #expect(await !isSure)
  }

  @Test("The end of the program answers an alert with no") func programEnd() async {
    let question = Task { await controller.confirm("Kill?") }
    await screen.settle()
    screen.press("ctrl-c")
    expectEqual(screen.ending, .finished(status: 0))
    #expect(await !question.value)
  }
}

/// Texts that a prompt refuses or completes.
@MainActor
@Suite("Prompts") struct PromptTests {
  private let screen = TestScreen(TableViewController(), columns: 60, lines: 12)

  /// Asks for a file.
  private func ask() -> Task<String?, Never> {
    let controller = screen.controller
    return Task {
      await controller.prompt(
        "Open", validator: { $0.hasSuffix("/") ? "a directory" : nil },
        completions: { _ in ["src/", "src/main.swift", "src/map.swift", "readme"] })
    }
  }

  @Test("Enter does not accept a text with a reason against it, which is shown") func validation() async {
    let answer = ask()
    await screen.settle()
    screen.type("src/")
    screen.press(.enter)
    #expect(screen.contains("a directory"))
    screen.type("x")
    #expect(!screen.contains("a directory"))
    screen.press(.enter)
    expectEqual(await answer.value, "src/x")
  }

  @Test("Tab inserts what completions have in common, lists them, then moves on") func completion() async {
    let answer = ask()
    await screen.settle()
    screen.type("s")
    screen.press(.tab)
    #expect(screen.contains("❯ src/") && screen.contains("src/  src/main.swift  src/map.swift"))
    screen.type("m")
    #expect(!screen.contains("src/map.swift"))
    screen.press(.tab, "i", .tab)
    #expect(screen.contains("❯ src/main.swift"))
    screen.press(.tab, .enter)
    expectEqual(await answer.value, nil, "the focus was on Cancel")
  }
}
