import ListKit
import ListKitTesting
import Testing

@testable import tui_demo

@MainActor
@Suite struct KeysControllerTests {
  private func session(columns: Int = 160, lines: Int = 24) -> TestScreen<KeysScreen> {
    TestScreen(KeysScreen(), columns: columns, lines: lines)
  }

  @Test func eachKeyIsARowAndTheNewestIsOnTop() throws {
    let session = session()
    #expect(session.contains("what you type is edited here") && session.contains("Press a key"))
    session.press(.control("n"), KeyPress(.left, .shift), .character("ж"))
    session.rest()
    let lines = session.lines
    let first = try #require(lines.firstIndex { $0.contains("❯ ж") })
    #expect(lines[first + 1].contains(/ж +\.character\("ж"\)/))
    #expect(lines[first + 2].contains(/shift-left +\.left, \.shift/))
    #expect(lines[first + 3].contains(/ctrl-n +\.control\("n"\) +down +down/))
  }

  @Test func theInsertionPointIsMarked() throws {
    let session = session()
    session.type("abc")
    session.press(.left)
    let line = try #require(session.lines.firstIndex { $0.contains("❯ abc") })
    let marked = (0..<80).filter { session.frame[line, $0].style.attributes.contains(.reverse) }
    #expect(marked.count == 1)
    #expect(session.frame[line, try #require(marked.first)].scalar == "c")
  }

  @Test func aLineLongerThanTheScreenShowsItsInsertionPoint() throws {
    let session = session(columns: 40)
    session.type(String(repeating: "long ", count: 20) + "end")
    #expect(session.contains("long end"))
    session.press(KeyPress(.character("a"), .control))
    #expect(session.contains("❯ long long"))
  }

  @Test func theInspectorNamesTheBindings() {
    let session = session()
    session.press(.right)
    #expect(session.contains("right  4 bindings"))
    #expect(session.contains(".isSwiping") && session.contains(".chooseAction(1)"))
    session.press(.function(7))
    #expect(session.contains("F7  means nothing") && !session.contains(".isSwiping"))
  }

  @Test func keysOfListsAreOnlyLookedAt() {
    let session = session()
    session.type("q?G")
    #expect(session.controller.events.panel == nil)
    #expect(session.controller.events.model.count == 3)
    session.press(.function(1))
    #expect(session.contains("leave, when pressed twice"))
    session.press(.escape)
    #expect(session.controller.events.panel == nil && session.controller.events.model.count == 5)
  }

  @Test func twoEscapesLeaveAndOneDoesNot() {
    let navigation = NavigationController(rootViewController: TableViewController())
    let controller = KeysScreen()
    navigation.pushViewController(controller)
    let session = TestScreen(controller)
    session.press(.escape, .up, .escape)
    #expect(navigation.topViewController === controller)
    #expect(session.contains("esc again leaves"))
    session.press(.escape)
    #expect(navigation.topViewController !== controller)
  }

  @Test func theWheelLooksBackAndAnyOtherEventReturns() {
    let session = session(columns: 80, lines: 10)
    session.type("abcdefghijklmnopqrstuvwxyz")
    session.rest()
    #expect(session.lines[3].contains(/z +\.character/))
    for _ in 0..<4 {
      session.turnWheel(1, at: Point(line: 5, column: 3))
    }
    #expect(!session.contains(#".character("z")"#) && session.contains(#".character("n")"#))
    #expect(!session.contains("wheel down"))
    session.send(.mouse(MouseEvent(.press, at: Point(line: 5, column: 3))))
    #expect(session.lines[3].contains(/press +line 5, column 3/) && session.lines[4].contains("wheel down"))
  }

  @Test func allElseThatArrivesIsARowToo() {
    let session = session()
    session.paste("from elsewhere")
    session.send(.resume)
    session.resize(columns: 90, lines: 20)
    #expect(session.contains("14 characters"))
    #expect(session.contains("after a stop") && session.contains("90x20"))
    #expect(session.contains("❯ from elsewhere"))
  }

  @Test(arguments: [(20, 5), (12, 4), (40, 2), (200, 60)]) func itFitsEverySize(_ columns: Int, _ lines: Int)
  {
    let session = session(columns: columns, lines: lines)
    session.type("ab 漢字")
    #expect(session.lines.count == lines)
    #expect(session.contains("❯ ab 漢字") || lines < 4 || columns < 20)
  }
}
