import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

@MainActor
@Suite("Table view controllers") struct TableViewControllerTests {
  func screen(hasQuery: Bool = true) -> TestScreen<SearchController> {
    let controller = SearchController(0..<40)
    controller.title = "Numbers"
    if !hasQuery { controller.searchBar = nil }
    return TestScreen(controller, columns: 30, lines: 10, traits: .testing(.mono))
  }

  @Test("The title, the query, the rows and the status are drawn in this order") func arrangement() {
    let screen = screen()
    screen.controller.statusText = "40/40"
    expectEqual(screen.lines[0], "Numbers")
    expectEqual(screen.lines[1], "❯")
    #expect(screen.lines[2].hasPrefix("▌ n0."))
    expectEqual(screen.lines[9], "40/40    ctrl-c quit  F1 help")
  }

  @Test("A screen is laid out again if the size of its table changes") func relayout() {
    /// A screen that records the sizes of its table.
    final class Fitting: TableViewController {
      var rooms: [ScreenSize] = []
      override func viewWillLayoutSubviews() { rooms.append(tableView.visibleSize) }
    }
    let screen = TestScreen(Fitting(), columns: 30, lines: 10)
    screen.press("ctrl-l")
    screen.controller.title = "Title"
    screen.controller.tableView.columns = [TableColumn("name", width: 3...9)]
    screen.press("ctrl-l", "ctrl-l")
    screen.resize(columns: 2, lines: 1)
    screen.resize(columns: 40, lines: 10)
    let sizes = [(30, 9), (30, 7), (40, 7)].map { ScreenSize(columns: $0, lines: $1) }
    expectEqual(screen.controller.rooms, sizes)
  }

  @Test("A larger window is filled with rows, and the current row stays on its line") func growing() {
    let screen = screen(hasQuery: false)
    for _ in 0..<15 { screen.press(.down) }
    let line = screen.cursor?.line
    screen.resize(columns: 40, lines: 30)
    expectEqual(screen.cursor?.line, line)
    #expect(screen.lines[1..<29].allSatisfy { $0.contains("n") })
    expectEqual(screen.controller.cursor, 15)
  }

  @Test("Each typed or pasted character filters the rows") func filtering() {
    let screen = screen()
    screen.type("n3")
    expectEqual(screen.lines[1], "❯ n3")
    #expect(screen.lines[2].contains("n3."))
    expectEqual(screen.controller.cursor, 3)
    expectEqual(screen.lines[9].trimmingPrefix { $0 == " " }, "esc clear  F1 help")
    screen.paste("9\n")
    expectEqual(screen.lines[1], "❯ n39")
  }

  @Test("The esc key closes the help, then clears the query, then ends the program") func escape() {
    let screen = screen()
    screen.type("n3")
    screen.press(.down, .down, .function(1))
    let item = screen.controller.cursor
    #expect(screen.contains("─ Keys ─"))
    screen.press(.escape)
    #expect(!screen.contains("Keys"))
    expectEqual(screen.controller.searchBar?.text, "n3")
    screen.press(.escape)
    expectEqual(screen.lines[1], "❯")
    expectEqual(screen.controller.cursor, item)
    #expect(screen.ending == nil)
    screen.press(.escape)
    expectEqual(screen.ending, .finished(status: 0))
  }

  @Test("A click moves to a row or into the query, and a double-click performs the action") func mouse() {
    let screen = screen()
    screen.click(at: ScreenPoint(line: 4, column: 5))
    expectEqual(screen.controller.cursor, 2)
    screen.doubleClick(at: ScreenPoint(line: 4, column: 5))
    expectEqual(screen.controller.chosen, [2])
    screen.click(at: ScreenPoint(line: 9, column: 5))
    screen.click(at: ScreenPoint(line: 0, column: 5))
    expectEqual(screen.controller.cursor, 2)
    screen.type("n3")
    screen.click(at: ScreenPoint(line: 1, column: 3))
    expectEqual(screen.controller.searchBar?.editor.insertionPoint, 1)
  }

  @Test(
    "A window that is too small shows a message and recovers when it grows",
    arguments: [(11, 10), (30, 1), (30, 2), (1, 1), (0, 0)])
  func tooSmall(_ columns: Int, _ lines: Int) {
    let screen = screen()
    screen.press(.down, .down, .down)
    let before = screen.lines
    screen.resize(columns: columns, lines: lines)
    #expect(lines == 2 || screen.lines.first.map { $0.hasSuffix("small") || columns < 5 } ?? true)
    screen.click(at: ScreenPoint(line: 0, column: 0))
    screen.resize(columns: 30, lines: 10)
    expectEqual(screen.controller.cursor, 3)
    if lines != 2 { expectEqual(screen.lines, before) }
  }

  @Test("Commands reach the screen while a row is grabbed or its menu is open")
  func modalCommands() {
    let screen = screen(hasQuery: false)
    let controller = screen.controller
    controller.dataSource.reorderingHandlers.canReorderItem = { _ in true }
    controller.dataSource.contextMenuProvider = { _ in Menu(children: [Action(title: "Act") { _ in }]) }
    controller.keyMap.bind("x", to: .keyCommand(7))
    screen.press("alt-m", .down, "x", .escape)
    expectEqual(controller.commands, [.grab, .moveCursor(1), .keyCommand(7), .back])
    #expect(controller.perform(.openMenu))
    screen.press(.escape)
    expectEqual(controller.commands.suffix(2), [.openMenu, .back])
    #expect(screen.ending == nil && !controller.tableView.isModal)
    expectEqual(controller.dataSource.snapshot().itemIdentifiers, Array(0..<40))
  }

  @Test("Enter does nothing if the row was removed since the last frame") func enter() {
    let screen = screen()
    screen.press(.down)
    screen.controller.all.remove(at: 1)
    screen.press(.enter)
    #expect(screen.controller.chosen.isEmpty)
    screen.press(.enter)
    expectEqual(screen.controller.chosen, [2])
  }

  @Test("Enter after text that is not drawn yet acts on the first match") func typedAhead() {
    let screen = screen()
    screen.send("n37".map { .key(.character($0)) } + [.key(.enter)])
    expectEqual(screen.controller.chosen, [37])
  }

  // MARK: Panels

  @Test("A panel receives keys, pasted text and the mouse, and a click closes it") func panelInput() {
    let screen = screen()
    let controller = screen.controller
    controller.present(Panel(title: "P", lines: (0..<30).map { Panel.Line("", StyledText("line \($0)")) }))
    _ = screen.lines
    screen.press(.down, .down)
    #expect(screen.contains("line 9") && controller.cursor == 0)
    screen.press(.end)
    #expect(screen.contains("line 29"))
    screen.press("g")
    #expect(screen.contains("line 0 "))
    screen.press("x")
    screen.paste("y")
    expectEqual(controller.searchBar?.text, "")
    screen.turnWheel(1, at: ScreenPoint(line: 5, column: 5))
    #expect(screen.contains("line 3"))
    screen.click(at: ScreenPoint(line: 5, column: 5))
    #expect(controller.panel == nil && controller.cursor == 0)
    controller.present(Panel(title: "P", lines: []))
    screen.press("ctrl-c")
    expectEqual(screen.ending, .finished(status: 0))
  }

  @Test("Of the keys on a panel, a screen receives its own commands") func panelKeys() {
    let screen = screen()
    let controller = screen.controller
    controller.addKeyCommand("n", title: nil, when: .hasPanel) { [unowned controller] in
      controller.present(Panel(title: "Next", lines: []))
    }
    controller.addKeyCommand("ctrl-o", title: nil) { Issue.record("its condition is not that of a panel") }
    screen.press("n")
    expectEqual(controller.searchBar?.text, "n")
    controller.present(Panel(title: "P", lines: []))
    _ = screen.lines
    screen.press("n")
    #expect(screen.contains("─ Next ─"))
    screen.press("ctrl-o", .pageDown, "j", "q")
    #expect(controller.panel == nil && screen.ending == nil)
  }

  @Test("Commands for rows do nothing while a panel covers the rows") func coveredRows() {
    let screen = screen()
    let (controller, table) = (screen.controller, screen.controller.tableView)
    table.allowsMultipleSelection = true
    controller.present(Panel(title: "P", lines: []))
    _ = screen.lines
    screen.press("alt-a", "ctrl-t", .tab, .delete, "alt-e", "x")
    expectEqual(table.numberOfSelectedRows, 0)
    expectEqual(controller.searchBar?.text, "")
    #expect(!table.isEditing && !table.isModal && controller.panel != nil)
    screen.press(.enter)
    #expect(controller.chosen.isEmpty && controller.panel == nil)
  }
}
