import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Law 2 for users: what a query leaves of cursor, view and selection when it is cleared.
@MainActor
@Suite("Cursor and selection when a query is cleared") struct QueryCursorTests {
  private func screen(_ count: Int = 100) -> TestScreen<SearchController> {
    let controller = SearchController(1...count)
    controller.tableView.allowsMultipleSelection = true
    controller.hidesSearchBarWhenEmpty = true
    return TestScreen(controller, columns: 40, lines: 12)
  }

  @Test("A query that a program sets and clears keeps the row too") func setByProgram() {
    let screen = screen()
    screen.press(.end)
    for (text, cursor) in [("x", nil), ("", 100), ("50", 50), ("", 50)] {
      screen.controller.searchBar?.text = text
      screen.controller.filter()
      _ = screen.lines
      expectEqual(screen.controller.cursor, cursor)
    }
  }

  @Test("The law holds for random lists, queries and changes of the data", arguments: 0..<200)
  func law(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var newest = 1000
    let screen = screen(generator.number(1..<150))
    let controller = screen.controller
    for _ in 0..<6 {
      for _ in 0..<generator.number(0..<6) {
        screen.press(generator.pick([.down, .up, .end, .pageDown, .home, KeyPress(.down, .shift)]))
      }
      let isChosen = controller.tableView.viewport.follows == nil
      let (before, line) = (controller.cursor, screen.cursor?.line)
      screen.press("/")
      screen.type(generator.pick(["7", "12", "x", "3x", "999"]))
      if generator.chance(50) { screen.press(.down) }
      let isChanged = generator.chance(30)
      if isChanged {
        let gone = generator.pick(controller.all)
        newest += 1
        controller.all = controller.all.filter { $0 != gone } + [newest]
        _ = screen.lines
      }
      if generator.chance(50) { screen.press(.enter) }
      let found = controller.cursor
      expectEqual((found == nil), controller.found.isEmpty)
      screen.press(.escape)
      _ = screen.lines
      if let found {
        #expect(controller.cursor == found && controller.tableView.viewport.follows == nil)
      } else if !isChosen {
        expectEqual(controller.cursor, controller.all.first)
      } else if let before, controller.all.contains(before) {
        expectEqual(controller.cursor, before)
        // The query's line covers the first line, from which the cursor makes way.
        if !isChanged, let line, line > 0 { expectEqual(screen.cursor?.line, line) }
      }
    }
  }

  // MARK: Selection

  @Test("Marks stay through queries; hidden ones are counted, and an action gets all of them") func marks() {
    let screen = screen()
    let source = screen.controller.dataSource!
    screen.press(.tab, .tab, "/")
    screen.type("5")
    screen.press(.enter, .tab)
    #expect(screen.lines.last?.contains("3 selected, 2 hidden") == true)
    expectEqual(source.selectedItemIdentifiers, [5, 1, 2])
    screen.press("/")
    screen.type("x")
    #expect(screen.lines.last?.contains("3 selected, 3 hidden") == true)
    screen.press(.escape)
    expectEqual(source.selectedItemIdentifiers, [1, 2, 5])
    #expect(screen.contains("3 selected") && !screen.contains("hidden"))
  }

  @Test("A marked row that was removed is marked again within the query, but not after another query")
  func returningMarks() {
    let screen = screen(5)
    let source = screen.controller.dataSource!
    screen.press(.tab, .tab)
    screen.controller.all = [2, 3]
    expectEqual(source.selectedItemIdentifiers, [2])
    #expect(screen.contains("1 selected") && !screen.contains("hidden"))
    screen.controller.all = [1, 2, 3]
    expectEqual(source.selectedItemIdentifiers, [1, 2])
    screen.controller.all = [2, 3]
    _ = screen.lines
    screen.press("/")
    screen.type("3")
    screen.press(.escape)
    screen.controller.all = [1, 2, 3]
    expectEqual(source.selectedItemIdentifiers, [2])
  }

  @Test("A program that knows which rows exist decides which marked ones are hidden") func knownRows() {
    let screen = screen(5)
    let source = screen.controller.dataSource!
    source.isItemHidden = { $0 < 3 }
    source.selectedItemIdentifiers = [4, 2, 1]
    screen.controller.show([3])
    expectEqual(Set(source.selectedItemIdentifiers), [1, 2])
    #expect(screen.contains("2 selected, 2 hidden"))
    screen.controller.show(1...5)
    expectEqual(source.selectedItemIdentifiers, [1, 2, 4])
  }

  @Test("In a table with one selected row, selecting another row deselects a hidden one")
  func oneSelectedRow() {
    let screen = screen()
    screen.controller.tableView.allowsMultipleSelection = false
    let delegate = SelectingDelegate()
    screen.controller.tableView.delegate = delegate
    screen.press(.enter)
    screen.controller.show([7, 8])
    _ = screen.lines
    screen.press(.enter)
    screen.controller.show(1...8)
    expectEqual(screen.controller.dataSource.selectedItemIdentifiers, [7])
  }

  @Test("A mark and the row to return to outlast thousands of other rows") func manyRows() {
    let screen = screen(10)
    let controller = screen.controller
    screen.press(.tab, .end)
    controller.searchBar?.text = "x"
    controller.show(1000..<9000)
    for _ in 0..<2 { controller.tableView.perform(.selectAll) }
    controller.show([])
    _ = screen.lines
    controller.show(9000..<17000)
    for _ in 0..<2 { controller.tableView.perform(.selectAll) }
    controller.show([])
    _ = screen.lines
    controller.searchBar?.text = ""
    controller.filter()
    _ = screen.lines
    expectEqual(controller.cursor, 10)
    expectEqual(controller.dataSource.selectedItemIdentifiers, [1])
  }

  private final class SelectingDelegate: TableViewDelegate {}

  @Test(
    "After random marks, queries and changes, exactly the marked items that exist are selected",
    arguments: 0..<100)
  func markLaw(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let screen = screen(30)
    let controller = screen.controller
    var marked: Set<Int> = []
    for _ in 0..<30 {
      switch generator.number(0..<5) {
      case 0: screen.press(generator.pick([.down, .up, .end, .pageDown, .home]))
      case 1:
        _ = screen.lines
        guard let item = controller.cursor else { continue }
        marked.formSymmetricDifference([item])
        controller.tableView.perform(.mark)
      case 2:
        controller.searchBar?.text = generator.pick(["", "1", "2", "x"])
        controller.filter()
      case 3: controller.all.shuffle(using: &generator)
      default:
        // Removed and inserted again, in one turn or in two.
        let all = controller.all
        controller.all = all.filter { _ in generator.chance(50) }
        if generator.chance(50) { _ = screen.lines }
        controller.all = all
      }
      if generator.chance(70) { _ = screen.lines }
      expectEqual(Set(controller.dataSource.selectedItemIdentifiers), marked)
      expectEqual(controller.tableView.numberOfSelectedRows, marked.count)
      expectEqual(controller.tableView.numberOfHiddenSelectedRows, marked.subtracting(controller.found).count)
    }
  }
}
