import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

extension AlertControllerTests {
  /// Waits until a task presents a question, and draws it.
  private func asked() async {
    await wait(for: "a question") { screen.presentedAlert != nil }
    screen.lines()
  }

  @Test("A confirmation returns whether the action was chosen") func confirming() async {
    async let isSure = screen.confirm("Kill?", action: "Kill", isDestructive: true)
    await asked()
    screen.press(.character("k"))
    #expect(await isSure)
    async let isSureAgain = screen.confirm("Kill?", action: "Kill", isDestructive: true)
    await asked()
    screen.press(KeyPress(.enter))
    #expect(await !isSureAgain)
  }

  @Test("A choice returns the chosen item, or nil after esc") func choosing() async {
    async let choice = screen.choose("Signal", from: [1, 9, 15]) { "signal \($0)" }
    await asked()
    screen.press(KeyPress(.down), KeyPress(.enter))
    await expectEqual(choice, 9)
    async let none = screen.choose("Signal", from: [1])
    await asked()
    screen.press(KeyPress(.escape))
    #expect(await none == nil)
  }

  @Test("A prompt returns the text, or nil after esc") func prompting() async {
    async let text = screen.prompt("Name", text: "a")
    await asked()
    screen.press(.character("b"), KeyPress(.enter))
    await expectEqual(text, "ab")
    async let none = screen.prompt("Name", text: "a")
    await asked()
    screen.press(KeyPress(.escape))
    #expect(await none == nil)
  }

  @Test("A cancelled task gets the answer no, and its alert is dismissed or never presented")
  func cancelledTask() async {
    let task = Task { await screen.confirm("Kill?") }
    await asked()
    task.cancel()
    #expect(await !task.value)
    #expect(screen.presentedAlert == nil)
    let never = Task { await screen.confirm("Kill?") }
    never.cancel()
    #expect(await !never.value)
    #expect(screen.presentedAlert == nil)
  }

  @Test("Popping a screen answers its alert with no") func poppedScreen() async {
    let navigation = NavigationController(rootViewController: TableViewController())
    navigation.pushViewController(screen)
    async let isSure = screen.confirm("Kill?")
    await asked()
    navigation.popViewController()
    #expect(await !isSure)
  }

  @Test("The end of the program answers an alert with no") func programEnd() async {
    let terminal = ScriptedTerminal()
    let run = await terminal.run(screen)
    let question = Task { await screen.confirm("Kill?") }
    await wait { screen.presentedAlert != nil }
    await terminal.settle()
    terminal.send(.key(.control("c")))
    await expectEqual(run.value, .finished(status: 0))
    #expect(await !question.value)
  }
}
