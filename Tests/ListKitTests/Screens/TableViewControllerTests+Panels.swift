import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

extension TableViewControllerTests {
  @Test("The help lists the keys that apply, F1 closes it, and ? is text for the query") func helpPanel() {
    let screen = screen()
    screen.size = Size(columns: 100, lines: 100)
    screen.lines()
    let text = screen.type(KeyPress(.function(1))).joined(separator: "\n")
    for entry in KeyHelp(screen.keyMap, under: .hasQuery, isUnicode: true).entries {
      // The only screen does not go back.
      #expect(text.contains(entry.title.replacing(", go back, quit", with: ", quit")), "\(entry.title)")
    }
    #expect(!text.contains("open all"))
    #expect(screen.type(KeyPress(.function(1))).allSatisfy { !$0.contains("all keys") })
    #expect(screen.actions.isEmpty)
    _ = screen.type(.character("x"), .character("?"))
    #expect(screen.panel == nil)
    expectEqual(screen.searchBar?.text, "x?")
  }

  @Test("A panel receives keys, pasted text and the mouse, and a click closes it") func panelInput() {
    let screen = screen()
    screen.present(Panel(title: "P", lines: (0..<30).map { Panel.Line("", StyledText("line \($0)")) }))
    screen.lines()
    #expect(screen.type(KeyPress(.down), KeyPress(.down)).contains { $0.contains("line 9") })
    expectEqual(screen.item, 0)
    #expect(screen.type(KeyPress(.end)).contains { $0.contains("line 29") })
    #expect(screen.type(.character("g")).contains { $0.contains("line 0 ") })
    _ = screen.type(.character("x"))
    _ = screen.receive(.paste("y"), times: 1)
    expectEqual(screen.searchBar?.text, "")
    _ = screen.receive(.mouse(MouseEvent(.wheelDown, at: Point(line: 5, column: 5))), times: 1)
    #expect(screen.lines().contains { $0.contains("line 3") })
    _ = screen.receive(.mouse(MouseEvent(.press, at: Point(line: 5, column: 5))), times: 1)
    #expect(screen.panel == nil)
    expectEqual(screen.item, 0)
    screen.present(Panel(title: "P", lines: []))
    _ = screen.type(.control("c"))
    expectEqual(screen.endings, [0])
  }

  @Test("Of the keys on a panel, a screen receives its own commands") func panelKeys() {
    let screen = screen()
    screen.keyMap.bindings.insert(
      KeyBinding([.character("n")], .keyCommand(6), when: .hasPanel), at: 0)
    screen.keyMap.bindings.append(KeyBinding([.control("o")], .keyCommand(1)))
    _ = screen.type(.character("n"))
    expectEqual(screen.searchBar?.text, "n")
    screen.present(Panel(title: "P", lines: []))
    screen.lines()
    #expect(screen.type(.character("n")).contains { $0.contains("─ Next ─") })
    // On a panel, a program's command applies only if its binding has `hasPanel`.
    _ = screen.type(.control("o"), KeyPress(.pageDown), .character("j"), .character("q"))
    expectEqual(screen.panelCommands, [.keyCommand(6)])
    #expect(screen.panel == nil)
    #expect(screen.endings.isEmpty)
  }

  @Test("Commands for rows do nothing while a panel covers the rows") func coveredRows() {
    let screen = screen()
    screen.tableView.allowsMultipleSelection = true
    screen.present(Panel(title: "P", lines: []))
    screen.lines()
    _ = screen.type(.alt("a"), .control("t"), .tab, .delete, .alt("e"), .character("x"))
    expectEqual(screen.tableView.numberOfSelectedRows, 0)
    expectEqual(screen.searchBar?.text, "")
    #expect(!screen.tableView.isEditing && !screen.tableView.isModal && screen.panel != nil)
    _ = screen.type(.enter)
    #expect(screen.actions.isEmpty)
    #expect(screen.panel == nil)
  }
}
