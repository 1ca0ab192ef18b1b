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

  @Test func confirming() async {
    async let isSure = screen.confirm("Kill?", action: "Kill", isDestructive: true)
    await asked()
    screen.press(.character("k"))
    #expect(await isSure)
    async let isSureAgain = screen.confirm("Kill?", action: "Kill", isDestructive: true)
    await asked()
    screen.press(KeyPress(.enter))
    #expect(await !isSureAgain)
  }

  @Test func choosing() async {
    async let choice = screen.choose("Signal", from: [1, 9, 15]) { "signal \($0)" }
    await asked()
    screen.press(KeyPress(.down), KeyPress(.enter))
    #expect(await choice == 9)
    async let none = screen.choose("Signal", from: [1])
    await asked()
    screen.press(KeyPress(.escape))
    #expect(await none == nil)
  }

  @Test func prompting() async {
    async let text = screen.prompt("Name", text: "a")
    await asked()
    screen.press(.character("b"), KeyPress(.enter))
    #expect(await text == "ab")
    async let none = screen.prompt("Name", text: "a")
    await asked()
    screen.press(KeyPress(.escape))
    #expect(await none == nil)
  }

  @Test func aCancelledTaskAsksNoMore() async {
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

  @Test func aScreenThatGoesTakesItsQuestionsAlong() async {
    let navigation = NavigationController(rootViewController: TableViewController())
    navigation.pushViewController(screen)
    async let isSure = screen.confirm("Kill?")
    await asked()
    navigation.popViewController()
    #expect(await !isSure)
  }

  @Test func theEndOfTheProgramAnswersNo() async {
    let terminal = ScriptedTerminal()
    let run = await terminal.run(screen)
    let question = Task { await screen.confirm("Kill?") }
    await wait { screen.presentedAlert != nil }
    await terminal.settle()
    terminal.send(.key(.control("c")))
    #expect(await run.value == .finished(status: 0))
    #expect(await !question.value)
  }
}
