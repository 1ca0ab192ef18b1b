import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Key commands whose action receives the row under the cursor.
@MainActor
@Suite("Key commands of rows") struct RowCommandTests {
  private final class Log { var items: [Int] = [] }
  private let log = Log()

  private func screen(_ numbers: some Sequence<Int>, lines: Int = 8) -> TestScreen<NumbersController> {
    let controller = NumbersController(numbers)
    controller.dataSource.addKeyCommand("d", title: "delete") { [log] in log.items.append($0) }
    return TestScreen(controller, columns: 50, lines: lines)
  }

  @Test("The action receives the item under the cursor when the key was pressed") func item() async {
    let screen = screen(0..<5)
    screen.controller.dataSource.addKeyCommand("a", title: "ask") { [log, unowned screen] item in
      if await screen.controller.confirm("Really?") { log.items.append(item + 10) }
    }
    screen.press(.down, "d", "a")
    await screen.settle()
    screen.controller.dataSource.tableView?.moveCursor(to: IndexPath(item: 4, section: 0))
    screen.press(.enter)
    await screen.settle()
    expectEqual(log.items, [1, 11])
  }

  @Test("Without a row the key has no meaning, its hint is not shown, and the list of keys shows it as off")
  func noRow() {
    let screen = screen([])
    var presses = 0
    screen.controller.addKeyCommand("e", title: nil) { presses += 1 }
    screen.controller.dataSource.addKeyCommand("e", title: "row") { [log] in log.items.append($0) }
    screen.controller.keyHints = [KeyHint("d", "delete")]
    screen.press("d", "e")
    #expect(log.items.isEmpty && presses == 1, "the command of the screen comes next")
    #expect(screen.lines.last?.contains("delete") == false)
    screen.controller.show([7])
    #expect(screen.lines.last?.contains("d delete") == true)
    screen.press("e", "d")
    #expect(log.items == [7, 7] && presses == 1)
    expectEqual(screen.controller.keyDescriptions().first { $0.title == "delete" }?.keys, "d")
  }

  @Test("A row that was scrolled out of view is shown first, and the next press acts on it") func outOfView()
  {
    let screen = screen(0..<100)
    screen.turnWheel(9, at: ScreenPoint(line: 2, column: 2))
    screen.press("d")
    #expect(log.items.isEmpty && screen.cursor?.text.contains("row 0") == true)
    screen.press("d")
    expectEqual(log.items, [0])
  }

  @Test("The commands of a list in a split view act only while the list has the focus") func splitView() {
    let list = NumbersController(0..<5)
    list.dataSource.addKeyCommand("d", title: "delete") { [log] in log.items.append($0) }
    let screen = TestScreen(
      SplitViewController(primary: list, secondary: NumbersController(50..<60)), columns: 120, lines: 20)
    screen.press("d", .tab, "d")
    expectEqual(log.items, [0])
  }
}
