import TestSupport
import Testing

@testable import ListKit

/// The menu of a row, opened with a key.
@MainActor
@Suite("The menu of a row") struct SwipeTests {
  private final class Performed { var log: [String] = [] }
  private let performed = Performed()

  private func action(_ title: String, _ style: ContextualAction.Style = .normal, on item: Int)
    -> ContextualAction
  {
    ContextualAction(style: style, title: title) { [performed] action, _, completion in
      performed.log.append("\(action.title) \(item)")
      completion(title != "Fail")
    }
  }

  private func harness() -> TableHarness<Int> {
    let harness = TableHarness<Int>(columns: 30, depth: .mono)
    harness.dataSource.leadingSwipeActions = { item in
      SwipeActionsConfiguration(actions: [action("Star", on: item), action("Fail", on: item)])
    }
    harness.dataSource.trailingSwipeActions = { item in
      if item == 2 { return nil }
      return SwipeActionsConfiguration(actions: [
        action("Bin", .destructive, on: item), action("Flag", on: item),
      ])
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

  @Test("A menu shows its actions, performs the chosen one and reports a failure") func menu() {
    let harness = harness()
    expectEqual(perform(harness, .openSwipeActions(.trailing)), "▌ 0           │ Flag │[✗ Bin]")
    expectEqual(perform(harness, .chooseAction(-1)), "▌ 0           │[Flag]│ ✗ Bin")
    expectEqual(
      perform(harness, .chooseAction(1), .chooseAction(1), .primaryAction), "▌ 0                          ⋮")
    expectEqual(performed.log, ["Bin 0"])
    expectEqual(perform(harness, .openSwipeActions(.leading)), "▌ [Star]│ Fail │")
    expectEqual(perform(harness, .chooseAction(1)), "▌  Star │[Fail]│")
    _ = perform(harness, .primaryAction)
    expectEqual(harness.tableView.notice, "Fail failed")
  }

  @Test("Opening an open menu again performs its first action") func secondPress() {
    let harness = harness()
    _ = perform(harness, .openSwipeActions(.trailing), .openSwipeActions(.trailing))
    expectEqual(performed.log, ["Bin 0"])
    _ = perform(harness, .moveCursor(1), .openSwipeActions(.trailing))
    #expect(harness.tableView.isModal)
    _ = perform(harness, .openSwipeActions(.leading))
    #expect(!harness.tableView.isModal)
    _ = perform(harness, .moveCursor(1), .openSwipeActions(.trailing))
    expectEqual(harness.tableView.notice, "no actions at this end of the row")
  }

  @Test("An action is not performed before its menu has been drawn") func typeAhead() {
    let harness = harness()
    harness.tableView.perform(.openSwipeActions(.trailing))
    harness.tableView.perform(.primaryAction)
    expectEqual(performed.log, [])
    harness.draw(at: 10)
    harness.tableView.perform(.primaryAction)
    expectEqual(performed.log, ["Bin 0"])
  }

  @Test("A menu closes when the cursor leaves its row or the row is removed") func closing() {
    let harness = harness()
    expectEqual(perform(harness, .openSwipeActions(.trailing), .back), "▌ 0                          ⋮")
    _ = perform(harness, .openSwipeActions(.trailing), .moveCursor(1))
    #expect(harness.cursor.item == 1 && !harness.tableView.isModal)
    _ = perform(harness, .openSwipeActions(.trailing))
    harness.apply([0, 3])
    _ = perform(harness, .primaryAction)
    expectEqual(performed.log, [])
  }

  @Test("The row with the cursor has a sign for its menu, and a click on the sign opens it")
  func menuSign() {
    let harness = harness()
    expectEqual(harness.frame.text(ofLine: 0), "▌ 0                          ⋮")
    expectEqual(harness.frame.text(ofLine: 1), "  1")
    harness.dataSource.leadingSwipeActions = nil
    _ = perform(harness, .moveCursor(2))
    expectEqual(harness.frame.text(ofLine: 2), "▌ 2")
    harness.tableView.handle(MouseEvent(.press, at: Point(line: 2, column: 29)))
    #expect(!harness.tableView.isModal)
    _ = perform(harness, .moveCursor(-1))
    harness.tableView.handle(MouseEvent(.press, at: Point(line: 1, column: 29)))
    harness.draw(at: 9500)
    expectEqual(harness.frame.text(ofLine: 1), "▌ 1           │ Flag │[✗ Bin]")
  }

  @Test("Enter and delete open the menu, and a second delete performs the deletion") func enterAndDelete() {
    let harness = harness()
    expectEqual(perform(harness, .primaryAction), "▌ 0           │ Flag │[✗ Bin]")
    expectEqual(perform(harness, .chooseAction(-1), .chooseAction(-1)), "▌  Star │[Fail]│")
    expectEqual(perform(harness, .chooseAction(1)), "▌ 0           │[Flag]│ ✗ Bin")
    _ = perform(harness, .delete)
    expectEqual(performed.log, [], "only what was opened to delete is performed by the key that deletes")
    _ = perform(harness, .back, .delete, .delete)
    expectEqual(performed.log, ["Bin 0"])
    harness.tableView.primaryAction = { [performed] in performed.log.append("chose \($0.item)") }
    _ = perform(harness, .primaryAction)
    #expect(performed.log == ["Bin 0", "chose 0"] && !harness.tableView.isModal)
  }

  @Test("The keys of a menu apply only if rows can have actions at that end") func keyConditions() {
    let harness = harness()
    harness.dataSource.trailingSwipeActions = nil
    #expect(harness.tableView.abilities.contains(.hasLeadingSwipeActions))
    #expect(!harness.tableView.abilities.contains(.hasTrailingSwipeActions))
    let able: KeyBinding.Conditions = [.whenNotTyping, .queryIsEmpty, .hasTrailingSwipeActions]
    expectEqual(KeyMap.standard.command(for: .delete, under: able), .delete)
    #expect(KeyMap.standard.command(for: .delete, under: [.whenNotTyping, .queryIsEmpty]) == nil)
  }

  @Test("A click on an action performs it, and a click on another row closes the menu") func mouse() {
    let harness = harness()
    _ = perform(harness, .openSwipeActions(.trailing))
    harness.tableView.handle(MouseEvent(.press, at: Point(line: 0, column: 17)))
    expectEqual(performed.log, ["Flag 0"])
    _ = perform(harness, .openSwipeActions(.trailing))
    harness.tableView.handle(MouseEvent(.press, at: Point(line: 1, column: 17)))
    expectEqual(performed.log, ["Flag 0"])
    #expect(harness.cursor.item == 1 && !harness.tableView.isModal)
  }

  @Test("Arrows choose actions while a menu is open, and alt-arrows open a menu") func arrows() {
    for circumstances: KeyBinding.Conditions in [
      [.hasQuery], [.whenNotTyping], [.hasQuery, .isOnOutlineRow],
    ] {
      let open = circumstances.union(.isSwiping)
      expectEqual(KeyMap.standard.command(for: KeyPress(.left), under: open), .chooseAction(-1))
      expectEqual(KeyMap.standard.command(for: KeyPress(.right), under: open), .chooseAction(1))
    }
    let able: KeyBinding.Conditions = [.hasQuery, .hasLeadingSwipeActions, .hasTrailingSwipeActions]
    expectEqual(
      KeyMap.standard.command(for: KeyPress(.right, .alt), under: able), .openSwipeActions(.trailing))
    expectEqual(KeyMap.standard.command(for: KeyPress(.left, .alt), under: able), .openSwipeActions(.leading))
  }
}
