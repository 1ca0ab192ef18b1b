import TestSupport
import Testing

@testable import ListKit

/// The menu of a row, opened with a key or with the right mouse button.
@MainActor
@Suite("The menu of a row") struct RowMenuTests {
  private final class Performed { var log: [String] = [] }
  private let performed = Performed()

  private func action(_ title: String, _ attributes: Action.Attributes = [], on item: Int) -> Action {
    Action(title: title, attributes: attributes) { [performed] in performed.log.append("\($0.title) \(item)")
    }
  }

  private func harness() -> TableHarness<Int> {
    let harness = TableHarness<Int>(columns: 30, depth: .mono)
    harness.dataSource.contextMenuProvider = { item in
      if item == 2 { return nil }
      return Menu(children: [action("Flag", on: item), action("Bin", .destructive, on: item)])
    }
    harness.apply(Array(0..<4))
    harness.draw(at: 0)
    return harness
  }

  private func perform(_ harness: TableHarness<Int>, _ commands: Command...) -> String {
    for command in commands {
      harness.tableView.perform(command)
      harness.draw(at: 9000)
    }
    return harness.frame.text(ofLine: 0)
  }

  @Test("A menu shows its actions and performs the chosen one") func menu() {
    let harness = harness()
    expectEqual(perform(harness, .openMenu), "▌ 0           │[Flag]│ ✗ Bin")
    expectEqual(perform(harness, .chooseAction(1)), "▌ 0           │ Flag │[✗ Bin]")
    expectEqual(
      perform(harness, .chooseAction(1), .chooseAction(-1), .primaryAction), "▌ 0                          ⋮")
    expectEqual(performed.log, ["Flag 0"])
  }

  @Test("Opening an open menu again performs its first action") func secondPress() {
    let harness = harness()
    _ = perform(harness, .openMenu, .openMenu)
    expectEqual(performed.log, ["Flag 0"])
    _ = perform(harness, .moveCursor(2), .openMenu)
    #expect(!harness.tableView.isModal)
    expectEqual(harness.tableView.notice, "this row has no actions")
  }

  @Test("An action is not performed before its menu has been drawn") func typeAhead() {
    let harness = harness()
    harness.tableView.perform(.openMenu)
    harness.tableView.perform(.primaryAction)
    expectEqual(performed.log, [])
    harness.draw(at: 10)
    harness.tableView.perform(.primaryAction)
    expectEqual(performed.log, ["Flag 0"])
  }

  @Test("A menu closes when the cursor leaves its row or the row is removed") func closing() {
    let harness = harness()
    expectEqual(perform(harness, .openMenu, .back), "▌ 0                          ⋮")
    _ = perform(harness, .openMenu, .moveCursor(1))
    #expect(harness.cursor.item == 1 && !harness.tableView.isModal)
    _ = perform(harness, .openMenu)
    harness.apply([0, 3])
    _ = perform(harness, .primaryAction)
    expectEqual(performed.log, [])
  }

  @Test("The row with the cursor has a sign for its menu, and a click on the sign opens it")
  func menuSign() {
    let harness = harness()
    expectEqual(harness.frame.text(ofLine: 0), "▌ 0                          ⋮")
    expectEqual(harness.frame.text(ofLine: 1), "  1")
    _ = perform(harness, .moveCursor(2))
    expectEqual(harness.frame.text(ofLine: 2), "▌ 2")
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 2, column: 29)))
    #expect(!harness.tableView.isModal)
    _ = perform(harness, .moveCursor(-1))
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 1, column: 29)))
    harness.draw(at: 9500)
    expectEqual(harness.frame.text(ofLine: 1), "▌ 1           │[Flag]│ ✗ Bin")
  }

  @Test("Enter opens the menu unless it has another effect on the row") func enter() {
    let harness = harness()
    expectEqual(perform(harness, .primaryAction), "▌ 0           │[Flag]│ ✗ Bin")
    _ = perform(harness, .delete)
    expectEqual(performed.log, [], "only what was opened to delete is performed by the key that deletes")
    harness.tableView.primaryAction = { [performed] in performed.log.append("chose \($0.item)") }
    _ = perform(harness, .back, .primaryAction)
    #expect(performed.log == ["chose 0"] && !harness.tableView.isModal)
  }

  @Test("The key of the menu applies only if rows can have one, and arrows choose in the open menu")
  func keys() {
    let harness = harness()
    #expect(harness.tableView.abilities.contains(.hasMenu))
    harness.dataSource.contextMenuProvider = nil
    #expect(!harness.tableView.abilities.contains(.hasMenu))
    for circumstances: KeyBinding.Conditions in [
      [.hasQuery], [.whenNotTyping], [.hasQuery, .isOnOutlineRow],
    ] {
      let able = circumstances.union(.hasMenu)
      expectEqual(KeyMap.standard.command(for: KeyPress(.right, .alt), under: able), .openMenu)
      let open = circumstances.union(.isMenuOpen)
      expectEqual(KeyMap.standard.command(for: KeyPress(.left), under: open), .chooseAction(-1))
      expectEqual(KeyMap.standard.command(for: KeyPress(.right), under: open), .chooseAction(1))
    }
  }

  @Test("A click on an action performs it, and a click on another row closes the menu") func mouse() {
    let harness = harness()
    _ = perform(harness, .openMenu)
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 0, column: 17)))
    expectEqual(performed.log, ["Flag 0"])
    _ = perform(harness, .openMenu)
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 1, column: 17)))
    expectEqual(performed.log, ["Flag 0"])
    #expect(harness.cursor.item == 1 && !harness.tableView.isModal)
  }

  @Test("The right mouse button moves the cursor to a row and opens its menu") func rightButton() {
    let harness = harness()
    _ = perform(harness, .openMenu)
    harness.tableView.handle(MouseEvent(.secondaryPress, at: ScreenPoint(line: 3, column: 4)))
    harness.draw(at: 9500)
    expectEqual(harness.frame.text(ofLine: 0), "  0")
    expectEqual(harness.frame.text(ofLine: 3), "▌ 3           │[Flag]│ ✗ Bin")
    harness.tableView.handle(MouseEvent(.secondaryPress, at: ScreenPoint(line: 2, column: 4)))
    #expect(harness.cursor.item == 2 && !harness.tableView.isModal)
    harness.tableView.handle(MouseEvent(.secondaryPress, at: ScreenPoint(line: 9, column: 4)))
    #expect(harness.cursor.item == 2 && !harness.tableView.isModal)
    expectEqual(performed.log, [])
  }
}
