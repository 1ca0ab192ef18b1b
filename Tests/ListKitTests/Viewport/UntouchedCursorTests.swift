import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Law 0 for users: a cursor that has never been moved stays at its end of the list.
@MainActor
@Suite("A cursor that has never been moved") struct UntouchedCursorTests {
  private func screen(_ numbers: [Int], followsEnd: Bool = false) -> TestScreen<NumbersController> {
    let controller = NumbersController(numbers) { "\($0)." }
    controller.tableView.followsEnd = followsEnd
    return TestScreen(controller, columns: 24, lines: 8)
  }

  private func cursor(_ screen: TestScreen<NumbersController>) -> String? {
    screen.rest()
    return screen.cursor.map {
      String($0.text.trimmingPrefix { " ▌▐+~↑↓".contains($0) }.prefix { $0 != "." })
    }
  }

  @Test(
    "After a key, the cursor keeps its row until the home key is pressed",
    arguments: [KeyPress(.down), KeyPress(.enter), KeyPress(.pageDown)])
  func keys(_ key: KeyPress) {
    let screen = screen([5, 3, 1])
    screen.press(key)
    let chosen = cursor(screen)
    screen.controller.show([9, 8, 5, 3, 1])
    expectEqual(cursor(screen), chosen)
    screen.press(.home)
    screen.controller.show([10, 9, 8, 5, 3, 1])
    expectEqual(cursor(screen), "10", "home gives it back")
  }

  @Test(
    "A key command of the data source holds the cursor on the row that its action receives",
    arguments: [false, true])
  func keyCommand(isAsynchronous: Bool) async {
    let screen = screen([5, 3, 1])
    let removed = Log()
    let source = screen.controller.dataSource!
    if isAsynchronous {
      source.addKeyCommand("r", title: nil) { item in
        await Task.yield()
        removed.items.append(item)
      }
    } else {
      source.addKeyCommand("r", title: nil) { item in removed.items.append(item) }
    }
    screen.press("r")
    await screen.settle()
    screen.controller.show([9, 5, 3, 1])
    screen.press("r")
    await screen.settle()
    expectEqual(removed.items, [5, 5])
  }

  private final class Log { var items: [Int] = [] }

  @Test("A key command of the screen leaves an untouched cursor at the start, whatever it reads")
  func otherKeyCommand() async {
    let screen = screen([5, 3, 1])
    screen.controller.addKeyCommand("s", title: nil) { [unowned screen] in
      expectEqual(screen.controller.dataSource.cursorItemIdentifier, 5)
      screen.controller.show([1, 3, 5])
    }
    screen.controller.addKeyCommand("a", title: nil) { [unowned screen] in
      screen.controller.show([2, 1, 3, 5])
      await Task.yield()
    }
    screen.press("s")
    expectEqual(cursor(screen), "1")
    screen.press("a")
    await screen.settle()
    expectEqual(cursor(screen), "2")
    screen.controller.show([7, 2, 1])
    expectEqual(cursor(screen), "7")
    screen.controller.tableView.holdCursor()
    screen.controller.show([8, 7, 2, 1])
    expectEqual(cursor(screen), "7")
  }

  @Test("After a click on a row, the cursor keeps its row") func rowClick() {
    let screen = screen([5, 3, 1])
    screen.click(at: ScreenPoint(line: 0, column: 4))
    screen.controller.show([9, 5, 3, 1])
    expectEqual(cursor(screen), "5")
  }

  @Test("A scrolled list keeps its top row until its start is in view again") func scrolledAway() {
    let screen = screen(Array(0..<50))
    for _ in 0..<3 { screen.press(KeyPress(.down, .shift)) }
    screen.rest()
    let top = screen.lines[0]
    screen.controller.show([100] + Array(0..<50))
    screen.rest()
    expectEqual(screen.lines[0], top)
    for _ in 0..<4 { screen.press(KeyPress(.up, .shift)) }
    screen.controller.show([101, 100] + Array(0..<50))
    expectEqual(cursor(screen), "101")
  }

  @Test("A list that follows its end keeps the cursor on the last row until the cursor is moved")
  func logEnd() {
    let screen = screen(Array(0..<50), followsEnd: true)
    expectEqual(cursor(screen), "49")
    screen.controller.show(Array(0..<60))
    expectEqual(cursor(screen), "59")
    screen.press(.up)
    screen.controller.show(Array(0..<70))
    expectEqual(cursor(screen), "58")
    screen.press(.end)
    screen.controller.show(Array(0..<80))
    expectEqual(cursor(screen), "79", "the end key takes it up again")
    screen.controller.tableView.followsEnd = false
    screen.controller.show([200] + Array(0..<80))
    expectEqual(cursor(screen), "200")
  }
}
