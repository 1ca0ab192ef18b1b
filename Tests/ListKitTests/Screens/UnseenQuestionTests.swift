import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// A key answers only what was on the terminal when it was pressed.
@Suite("Questions that were not seen yet") @MainActor struct UnseenQuestionTests {
  private final class Log { var lines: [String] = [] }

  /// A list in which keys open questions.
  private final class Asking: NumbersController {
    let log = Log()
    /// Whether the answer of the alert with a field is destructive.
    var deletes = false
    /// Called once, in the next drawing.
    var whileDrawing: (() -> Void)?

    init() {
      super.init(0..<5)
      searchBar = SearchBar()
      hidesSearchBarWhenEmpty = true
      addKeyCommand("x", title: "delete") { [unowned self] in ask("Delete it?") }
      addKeyCommand("z", title: "delete both") { [unowned self] in
        ask("First?")
        ask("Second?")
      }
      addKeyCommand("t", title: "name") { [unowned self] in askForName() }
      addKeyCommand("p", title: "panel") { [unowned self] in present(Panel(title: "P", lines: [])) }
      dataSource.contextMenuProvider = { [log] item in
        Menu(children: [
          Action(title: "Bin", attributes: .destructive) { _ in log.lines.append("bin \(item)") }
        ])
      }
    }

    override func draw(in canvas: inout Canvas) {
      super.draw(in: &canvas)
      whileDrawing.take()?()
    }

    func ask(_ title: String) {
      let alert = AlertController(title: title)
      alert.addAction(AlertAction(title: "No", style: .cancel))
      alert.addAction(
        AlertAction(title: "Yes", style: .destructive) { [log] _ in log.lines.append("yes to \(title)") })
      present(alert)
    }

    private func askForName() {
      let alert = AlertController(title: "Name")
      alert.addTextField()
      alert.addAction(
        AlertAction(title: "OK", style: deletes ? .destructive : .default) { [log, unowned alert] _ in
          log.lines.append(alert.textFields[0].text)
        })
      present(alert)
    }
  }

  private func keys(_ text: String) -> [Event] { text.map { .key(.character($0)) } }

  @Test("Keys typed together with the key that opens a question do not answer it") func typedTogether() {
    let screen = TestScreen(Asking())
    screen.send(keys("xy") + [.key(.tab), .key(.enter)])
    expectEqual(screen.controller.log.lines, [])
    #expect(screen.contains("Delete it?"))
    screen.press("y")
    expectEqual(screen.controller.log.lines, ["yes to Delete it?"])
  }

  @Test(
    "Events that arrive before a question is written to the terminal do not answer it",
    arguments: ["x", "p", "d"])
  func arrivedMeanwhile(key: String) async {
    let terminal = ScriptedTerminal()
    terminal.size = ScreenSize(columns: 60, lines: 12)
    let controller = Asking()
    controller.keyMap.bind("d", to: .openMenu)
    let run = await terminal.run(controller)
    controller.whileDrawing = {
      terminal.send(.key(.character("y")), .key(.character("d")), .key(.enter))
      // A click on the menu's row, but not on the menu, closes it.
      if key == "d" { return }
      for column in 0..<60 {
        terminal.send(.mouse(MouseEvent(.press, at: ScreenPoint(line: 6, column: column))))
      }
    }
    await terminal.play(.key(.character(Character(key))))
    expectEqual(controller.log.lines, [])
    #expect(controller.presentedAlert != nil || controller.panel != nil || controller.tableView.isModal)
    await terminal.play(.key(["x": .character("y"), "p": .enter][key] ?? .character("d")))
    expectEqual(controller.log.lines, ["x": ["yes to Delete it?"], "p": [], "d": ["bin 0"]][key])
    #expect(controller.presentedAlert == nil && controller.panel == nil && !controller.tableView.isModal)
    terminal.send(nil)
    _ = await run.value
  }

  @Test("Keys typed together with an answer do not answer the question below") func below() {
    let screen = TestScreen(Asking())
    screen.press("z")
    screen.send(keys("yy"))
    expectEqual(screen.controller.log.lines, ["yes to Second?"])
    #expect(screen.contains("First?"))
    screen.press("y")
    expectEqual(screen.controller.log.lines, ["yes to Second?", "yes to First?"])
  }

  @Test("Text typed ahead goes to the field of the alert that a key opened, and enter accepts it")
  func field() {
    let screen = TestScreen(Asking())
    screen.send(keys("tab") + [.key(.enter)])
    expectEqual(screen.controller.log.lines, ["ab"])
    screen.send(keys("ta") + [.key(.tab), .key(.enter)] + keys("b"))
    expectEqual(screen.controller.log.lines, ["ab"])
    screen.press("c", .enter)
    expectEqual(screen.controller.log.lines, ["ab", "ac"])
  }

  @Test("Enter typed ahead does not accept an empty field, nor a text that destroys something")
  func fieldThatIsNotAccepted() {
    let screen = TestScreen(Asking())
    screen.send(keys("t") + [.key(.enter)])
    #expect(screen.controller.presentedAlert != nil && screen.controller.log.lines == [])
    screen.press(.escape)
    screen.controller.deletes = true
    screen.send(keys("ta") + [.key(.enter)])
    expectEqual(screen.controller.presentedAlert?.textFields[0].text, "a")
    expectEqual(screen.controller.log.lines, [])
  }

  @Test("Text pasted before the program's question is drawn does not answer it") func pastedBefore() {
    let screen = TestScreen(Asking())
    let alert = AlertController(title: "Name?")
    alert.addTextField()
    screen.controller.present(alert)
    screen.send(.paste("ab"))
    #expect(screen.contains("Name?") && alert.textFields[0].text.isEmpty)
    screen.send(.paste("ab"))
    expectEqual(alert.textFields[0].text, "ab")
  }

  @Test("Text typed together with / goes to the query") func query() {
    let screen = TestScreen(Asking())
    screen.send(keys("/xyz"))
    expectEqual(screen.controller.searchBar?.text, "xyz")
  }

  @Test("A panel that is replaced while it is open takes keys at once") func replacedPanel() {
    let screen = TestScreen(Asking())
    screen.press("p")
    screen.controller.present(Panel(title: "Q", lines: []))
    screen.send(.key(.escape))
    #expect(screen.controller.panel == nil)
  }

  @Test("A signal that arrives before a question is written ends the program") func signal() async {
    let terminal = ScriptedTerminal()
    let controller = Asking()
    let run = await terminal.run(controller)
    controller.whileDrawing = { terminal.send(.key(.character("y")), .terminate(signal: 15)) }
    terminal.send(.key(.character("x")))
    await expectEqual(run.value, .signal(15))
  }
}
