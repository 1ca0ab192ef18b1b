import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Rows that are deleted, inserted, and shown with editing controls.
@MainActor
@Suite("Editing") struct EditingTests {
  private func harness() -> TableHarness<Int> {
    let harness = TableHarness<Int>(depth: .mono)
    harness.dataSource.canEditRow = { $0 != 2 }
    harness.dataSource.commitEditing = { [unowned harness] style, item in
      var snapshot = harness.dataSource.snapshot()
      if style == .delete {
        snapshot.deleteItems([item])
      } else {
        snapshot.insertItems([item + 100], afterItem: item)
      }
      harness.dataSource.apply(snapshot)
    }
    harness.apply(Array(0..<4))
    harness.draw(at: 0)
    return harness
  }

  private func items(_ harness: TableHarness<Int>) -> [Int] { harness.dataSource.snapshot().itemIdentifiers }

  @Test("A deletion must be confirmed, and a row that is not editable cannot be deleted")
  func confirmation() {
    let harness = harness()
    harness.tableView.perform(.delete)
    expectEqual(harness.draw(at: 10)[0], "▌ 0         │[✗ Delete]")
    #expect(harness.tableView.notice?.hasPrefix("delete?") ?? false)
    harness.tableView.perform(.back)
    expectEqual(items(harness), [0, 1, 2, 3])
    for _ in 0..<2 {
      harness.press(.delete, at: 20)
    }
    expectEqual(items(harness), [1, 2, 3])
    #expect(harness.tableView.notice == nil)
    // The row that replaces the deleted one was not displayed with the question.
    harness.tableView.perform(.moveCursor(1))
    harness.tableView.perform(.delete)
    expectEqual(harness.tableView.notice, "this row cannot be deleted")
    expectEqual(items(harness), [1, 2, 3])
  }

  @Test("Delete commands before the next frame do not confirm the deletion") func typeAhead() {
    let harness = harness()
    for _ in 0..<5 { harness.tableView.perform(.delete) }
    expectEqual(items(harness), [0, 1, 2, 3])
  }

  @Test("Without a commit handler, rows cannot be edited") func noCommitHandler() {
    let harness = harness()
    harness.dataSource.commitEditing = nil
    #expect(!harness.tableView.abilities.contains(.canEdit))
    harness.tableView.perform(.delete)
    #expect(!harness.tableView.isModal)
  }

  @Test("Editing shows controls that insert, delete and reorder rows") func controls() {
    final class Editor: TableViewDelegate {
      func tableView(
        _ tableView: TableView, editingStyleForRowAt indexPath: IndexPath
      ) -> TableViewCell.EditingStyle { indexPath.row == 1 ? .insert : .delete }
    }
    let harness = harness()
    let editor = Editor()
    harness.tableView.delegate = editor
    harness.dataSource.reorderingHandlers.canReorderItem = { $0 == 3 }
    let before = harness.draw(at: 10)
    harness.tableView.setEditing(true, animated: true)
    expectEqual(harness.draw(at: 20).prefix(4), ["▌ ⊖ 0", "  ⊕ 1", "  2", "  ⊖ 3                 ≡"])
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 1, column: 2)))
    expectEqual(items(harness), [0, 1, 101, 2, 3])
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 0, column: 2)))
    #expect(harness.draw(at: 9000)[0].hasSuffix("[✗ Delete]"))
    harness.tableView.perform(.primaryAction)
    expectEqual(items(harness), [1, 101, 2, 3])
    harness.draw(at: 18_000)
    harness.tableView.perform(.primaryAction)
    #expect(harness.tableView.isModal)
    harness.tableView.perform(.back)
    harness.apply([0, 1, 2, 3])
    harness.tableView.moveCursor(to: IndexPath(row: 0, section: 0))
    harness.tableView.setEditing(false, animated: false)
    harness.draw(at: 30_000)
    expectEqual(harness.draw(at: 40_000), before)
  }

  @Test("Opening the menu of an editable row twice deletes the row") func menu() {
    let harness = harness()
    harness.press(.openMenu, at: 10)
    harness.tableView.perform(.openMenu)
    expectEqual(items(harness), [1, 2, 3])
  }

  @Test("A backspace key held down to empty the query does not start a deletion") func heldBackspace() {
    let screen = NumbersController(0..<4)
    screen.dataSource.commitEditing = { _, _ in }
    screen.searchBar = SearchBar()
    var canvas = Canvas(size: ScreenSize(columns: 40, lines: 9), traits: .testing(.mono))
    func type(_ press: KeyPress) {
      screen.press(press)
      screen.chrome.render(in: &canvas)
    }
    screen.chrome.render(in: &canvas)
    type(.character("x"))
    for _ in 0..<3 { type(KeyPress(.backspace)) }
    #expect(screen.searchBar?.text == "" && !screen.tableView.isModal)
    type(KeyPress(.down))
    type(KeyPress(.backspace))
    #expect(screen.tableView.isModal)
    type(KeyPress(.escape))
    #expect(!screen.tableView.isModal)
    type(.alt("e"))
    #expect(screen.tableView.isEditing)
    type(KeyPress(.escape))
    #expect(!screen.tableView.isEditing)
  }

  @Test("No row can be selected while editing") func selection() {
    let harness = harness()
    let log = DelegateLog()
    harness.tableView.delegate = log
    harness.tableView.allowsMultipleSelection = true
    harness.tableView.setEditing(true, animated: false)
    harness.tableView.perform(.moveCursor(2))
    for command: Command in [.mark, .selectAll, .primaryAction] { harness.tableView.perform(command) }
    expectEqual(harness.tableView.numberOfSelectedRows, 0)
    #expect(!harness.tableView.abilities.contains(.canMarkSeveral))
    harness.tableView.setEditing(false, animated: false)
    harness.tableView.perform(.selectAll)
    expectEqual(harness.tableView.numberOfSelectedRows, 4)
  }
}

@MainActor
@Suite("Edits through the data source") struct DataSourceEditingTests {
  private func harness() -> TableHarness<String> {
    let harness = TableHarness<String>(style: .grouped)
    harness.apply(sections: [("Visited", ["Fuji", "Eiger"]), ("Bucket List", ["K2"])])
    return harness
  }

  private let first = IndexPath(row: 0, section: 0)
  private let second = IndexPath(row: 1, section: 0)

  @Test("The data source performs only edits that its handlers allow") func editing() {
    let harness = harness()
    let dataSource = harness.dataSource!
    #expect(!dataSource.canEdit(at: first))
    #expect(!dataSource.performEditing(.delete, at: first))
    var log: [String] = []
    dataSource.commitEditing = { [unowned dataSource] style, item in
      log.append("\(style) \(item)")
      var snapshot = dataSource.snapshot()
      if style == .delete { snapshot.deleteItems([item]) }
      if style == .insert { snapshot.insertItems(["new"], beforeItem: item) }
      dataSource.apply(snapshot)
    }
    #expect(dataSource.canEdit(at: first))
    dataSource.canEditRow = { $0 != "Eiger" }
    #expect(!dataSource.canEdit(at: second))
    #expect(!dataSource.performEditing(.delete, at: second))
    #expect(!dataSource.performEditing(.none, at: first))
    #expect(!dataSource.performEditing(.delete, at: IndexPath(row: 9, section: 0)))
    #expect(!dataSource.performEditing(.delete, of: "nobody"))
    #expect(dataSource.performEditing(.delete, at: first))
    #expect(dataSource.performEditing(.insert, of: "K2"))
    expectEqual(log, ["delete Fuji", "insert K2"])
    expectEqual(dataSource.snapshot().itemIdentifiers, ["Eiger", "new", "K2"])
  }
}
