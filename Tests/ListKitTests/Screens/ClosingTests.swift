import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Screens that are asked before they are removed.
@MainActor
@Suite("Closing screens") struct ClosingTests {
  /// A screen with something to lose.
  private final class Editor: ViewController {
    var response: CloseResponse = .yes
    private(set) var askedCount = 0
    private(set) var typed: [Event] = []

    /// Asks the user from now on.
    func asks() {
      response = .ask { [unowned self] in await confirm("Discard \(title)?", action: "Discard") }
    }

    override func shouldClose() -> CloseResponse {
      askedCount += 1
      return response
    }

    override func handle(_ event: Event) -> Bool {
      guard event == .key("x") else { return false }
      typed.append(event)
      return true
    }
  }

  private let root = Editor()
  private let top = Editor()

  /// Returns a screen on which the editor covers another one.
  private func screen() -> TestScreen<Editor> {
    let screen = TestScreen(root, columns: 60, lines: 12)
    (root.title, top.title) = ("Root", "Top")
    root.navigationController?.pushViewController(top)
    _ = screen.frame
    return screen
  }

  private var isOnTop: Bool { root.navigationController?.topViewController === top }

  @Test("The user leaves a screen only if it agrees", arguments: [KeyPress.escape, "q"])
  func leaving(_ key: KeyPress) async {
    let screen = screen()
    top.response = .no
    screen.press(key)
    #expect(isOnTop && top.askedCount == 1 && root.askedCount == 0)
    top.asks()
    screen.press(key)
    await screen.settle()
    #expect(screen.contains("Discard Top?") && isOnTop)
    screen.press(.escape)
    await screen.settle()
    #expect(!screen.contains("Discard Top?") && isOnTop)
    screen.press(key)
    await screen.settle()
    screen.press(.enter)
    await screen.settle()
    #expect(!isOnTop && screen.ending == nil)
    root.response = .no
    screen.press(key)
    #expect(screen.ending == nil)
    root.response = .yes
    screen.press(key)
    expectEqual(screen.ending, .finished(status: 0))
  }

  nonisolated static let interrupts: [(Event, Application.Ending)] = [
    (.key(.control("c")), .finished(status: 0)), (.terminate(signal: 2), .signal(2)),
  ]

  @Test("The first ctrl-c asks all screens, and shows the one that asks", arguments: interrupts)
  func interrupting(_ event: Event, _ ending: Application.Ending) async {
    let screen = screen()
    root.asks()
    screen.send(event)
    await screen.settle()
    #expect(screen.contains("Discard Root?") && top.askedCount == 1 && screen.ending == nil)
    screen.press(.escape)
    await screen.settle()
    #expect(!screen.contains("Discard Root?") && screen.ending == nil)
    screen.send(event)
    await screen.settle()
    screen.press(.enter)
    await screen.settle()
    expectEqual(screen.ending, ending)
  }

  @Test("The second ctrl-c ends the program at once", arguments: interrupts)
  func insisting(_ event: Event, _ ending: Application.Ending) async {
    for keys: [KeyPress] in [[], [.tab, .left]] {
      let screen = screen()
      top.asks()
      screen.send(event)
      await screen.settle()
      for key in keys { screen.press(key) }
      #expect(screen.ending == nil)
      screen.send(event)
      expectEqual(screen.ending, ending, "while the question is open, whatever was typed meanwhile")
    }
    let unasked = screen()
    top.asks()
    unasked.send(event, event)
    expectEqual(unasked.ending, ending, "before the question is on the terminal")
    let refusing = screen()
    top.response = .no
    refusing.send(event)
    refusing.press("x")
    refusing.send(event)
    #expect(refusing.ending == nil, "two that do not follow one another")
    refusing.send(event)
    expectEqual(refusing.ending, ending)
  }

  @Test("ctrl-c asks again in place of a question that was open already") func interruptedQuestion() async {
    let screen = screen()
    top.asks()
    screen.press(.escape)
    await screen.settle()
    screen.press("ctrl-c")
    await screen.settle()
    #expect(screen.ending == nil && top.askedCount == 2 && top.presentedAlert != nil)
    screen.press(.enter)
    await screen.settle()
    expectEqual(screen.ending, .finished(status: 0))
  }

  @Test(
    "SIGTERM, SIGHUP, the end of the terminal and the program itself ask nobody",
    arguments: [Event.terminate(signal: 15), .terminate(signal: 1), .hangup, nil])
  func requests(_ event: Event?) {
    let screen = screen()
    top.response = .no
    if let event { screen.send(event) } else { top.exit() }
    #expect(screen.ending != nil && top.askedCount == 0)
  }

  @Test("The program removes a screen without asking it") func popping() {
    let screen = screen()
    top.response = .no
    root.navigationController?.popViewController()
    #expect(!isOnTop && top.askedCount == 0 && screen.ending == nil)
  }

  @Test("Keys typed behind the one that closes a screen reach neither the screen nor the question")
  func typedBehind() async {
    let screen = screen()
    top.asks()
    screen.send([.escape, "x", "d", .enter, .escape].map(Event.key))
    await screen.settle()
    #expect(screen.contains("Discard Top?") && top.typed.isEmpty && isOnTop)
    // A program that asks nothing keeps its keys.
    screen.press(.escape)
    await screen.settle()
    let clock = screen.clock
    top.response = .ask { (try? await clock.sleep(for: .seconds(1))) != nil }
    screen.press(.escape)
    await screen.settle()
    screen.press("x", .escape)
    #expect(top.typed.count == 1 && isOnTop && top.askedCount == 2)
    await screen.advance(by: .seconds(1))
    #expect(!isOnTop)
  }

  @Test("A form asks before ctrl-c discards what was typed") func form() async {
    let form = FormController("a", title: "Name", fields: [.textField("Name", \.self)]) { _ in }
    let screen = TestScreen(form, columns: 60, lines: 12)
    screen.type("b")
    screen.send(.terminate(signal: 2))
    await screen.settle()
    #expect(screen.contains("Discard the changes?"))
    screen.press(.enter)
    await screen.settle()
    #expect(screen.contains("ab") && screen.ending == nil)
    screen.send(.terminate(signal: 2))
    await screen.settle()
    screen.press("d")
    await screen.settle()
    expectEqual(screen.ending, .signal(2))
  }

  @Test("ctrl-c asks before it discards what was typed into a form on top of a screen") func typedPrompt()
    async
  {
    let screen = screen()
    let answer = Task { await top.prompt("Name", for: "a", fields: [.textField("Name", \.self)]) }
    await screen.settle()
    screen.type("b")
    screen.press("ctrl-c")
    await screen.settle()
    #expect(screen.contains("Discard the changes?") && screen.ending == nil)
    screen.press(.enter)
    await screen.settle()
    screen.type("c")
    screen.press("ctrl-c")
    await screen.settle()
    screen.press("d")
    await screen.settle()
    expectEqual(screen.ending, .finished(status: 0))
    #expect(await answer.value == nil && top.askedCount == 1 && root.askedCount == 1)
  }

  @Test("The list replaces details that ask after their answer, by those of the newest row")
  func replacing() async {
    let list = NumbersController(0..<9)
    let panes = (0..<9).map { _ in Editor() }
    let split = SplitViewController(primary: list)
    split.detailProvider = { $0.map { panes[$0.item] } }
    let screen = TestScreen(split, columns: 120, lines: 12)
    _ = screen.frame
    #expect(split.secondary === panes[0])
    panes[0].asks()
    screen.press(.down)
    await screen.settle()
    #expect(screen.contains("Discard ?") && split.secondary === panes[0])
    screen.press(.escape)
    await screen.settle()
    #expect(!screen.contains("Discard ?") && split.secondary === panes[0])
    screen.press(.down)
    await screen.settle()
    list.tableView.moveCursor(to: IndexPath(item: 5, section: 0))
    await screen.settle()
    screen.press(.enter)
    await screen.settle()
    #expect(split.secondary === panes[5] && panes[0].navigationController == nil)
    expectEqual(panes.map(\.askedCount), [2, 0, 0, 0, 0, 0, 0, 0, 0])
    panes[5].response = .no
    screen.press(.up)
    #expect(split.secondary === panes[5])
    screen.press("q")
    #expect(screen.ending == nil, "the details are asked with the split view")
    panes[5].response = .yes
    screen.press("q")
    expectEqual(screen.ending, .finished(status: 0))
  }

  // MARK: Questions of screens that were removed

  /// How a screen is removed.
  enum Removal: CaseIterable { case popped, replaced, ended }

  private func remove(_ screen: Editor, by removal: Removal) -> TestScreen<Editor>? {
    switch removal {
    case .popped:
      let test = TestScreen(Editor(), columns: 60, lines: 12)
      test.controller.navigationController?.pushViewController(screen)
      _ = test.frame
      test.press(.escape)
      return test
    case .replaced:
      let split = SplitViewController(primary: TableViewController(), secondary: screen)
      split.secondary = Editor()
    case .ended: TestScreen(screen).press("q")
    }
    return nil
  }

  @Test("A question on a screen that was removed is answered at once", arguments: Removal.allCases)
  func askedTooLate(_ removal: Removal) async {
    let screen = Editor()
    let test = remove(screen, by: removal)
    await screen.alert("Saved")
    #expect(await !screen.confirm("Sure?"))
    #expect(await screen.choose("Which?", from: [1, 2]) == nil)
    #expect(await screen.prompt("Name") == nil)
    #expect(await screen.prompt("Form", for: "a", fields: [.textField("Name", \.self)]) == nil)
    await #expect(throws: CancellationError.self) { try await screen.progress(of: "reading") { _ in } }
    screen.notify("too late")
    #expect(screen.presentedAlert == nil)
    guard let test else { return }
    test.controller.navigationController?.pushViewController(screen)
    #expect(!test.contains("Saved") && !test.contains("too late"))
    let answer = Task { await screen.confirm("Sure?", action: "Yes") }
    await test.settle()
    test.press("y")
    #expect(await answer.value, "it can ask again when it is shown again")
  }

  @Test("A message ends with the screen that shows it") func message() {
    let screen = screen()
    top.notify("copied")
    #expect(screen.contains("copied"))
    screen.press(.escape)
    root.navigationController?.pushViewController(top)
    #expect(!screen.contains("copied"))
  }

  @Test(
    "A question of a part is shown and answered, also if the part is hidden or has no room",
    arguments: [(120, false), (60, false), (120, true)], [true, false])
  func askedByPart(_ shape: (columns: Int, isHidden: Bool), _ isPrimary: Bool) async {
    let (list, detail) = (NumbersController(0..<3), Editor())
    let split = SplitViewController(primary: list, secondary: detail)
    split.isDetailHidden = shape.isHidden
    let screen = TestScreen(split, columns: shape.columns, lines: 8)
    let asking: ViewController = isPrimary ? list : detail
    let answer = Task { await asking.confirm("Sure?", action: "Yes") }
    await screen.settle()
    #expect(screen.contains("Sure?") && screen.contains("[ y Yes ]"))
    screen.press("y")
    #expect(await answer.value)
  }

  @Test("A covered screen asks when it is on top again") func covered() async {
    let screen = screen()
    let answer = Task { await root.confirm("Sure?", action: "Yes") }
    await screen.settle()
    #expect(!screen.contains("Sure?"))
    screen.press(.escape)
    #expect(screen.contains("Sure?"))
    screen.press("y")
    #expect(await answer.value)
  }

  @Test("Every screen asks, reports and shows work: one that draws itself, and a split view")
  func everyScreen() async {
    for controller in [
      Editor(), SplitViewController(primary: TableViewController()), TextViewController(.init("text")),
    ] {
      let screen = TestScreen(controller, columns: 60, lines: 12)
      let name = Task { await controller.prompt("Name") }
      await screen.settle()
      screen.type("a")
      screen.press(.enter)
      expectEqual(await name.value, "a")
      controller.present(Panel(title: "Panel", lines: []))
      #expect(screen.contains("Panel"))
      controller.dismiss()
      controller.notify("saved")
      #expect(screen.contains("saved") && !screen.contains("Panel"))
      let clock = screen.clock
      let work = Task {
        try await controller.progress(of: "reading") { _ in try await clock.sleep(for: .seconds(9)) }
      }
      await screen.advance(by: .seconds(5))
      #expect(screen.contains("reading"))
      screen.press(.escape)
      #expect(await (try? work.value) == nil)
    }
  }
}
