import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// A cursor on cells: `selectionUnit = .cell`.
@MainActor
@Suite("Cursor on cells") struct CellCursorTests {
  private final class Grid: TableViewController {
    var dataSource: TableViewDiffableDataSource<Int, Int>!
    var moves = 0

    override func viewDidLoad() {
      tableView.selectionUnit = .cell
      tableView.columns = ["a", "b", "c", "d", "e"].map { TableColumn($0, width: 4...4) }
      dataSource = TableViewDiffableDataSource(
        tableView: tableView,
        content: { [unowned self] item in
          ColumnContentConfiguration(tableView.columns.map { "\($0.title)\(item)" })
        })
      tableView.cursorDidMove = { [unowned self] _ in moves += 1 }
      motion = .none
      show([1, 2, 3])
    }

    func show(_ items: [Int]) { dataSource.apply(DiffableDataSourceSnapshot([(0, items)])) }

    /// The title of the cursor's column.
    var column: String? { tableView.cursorColumn.map { tableView.columns[$0].title } }
  }

  private func screen(columns: Int = 40, isAccessible: Bool = false) -> TestScreen<Grid> {
    TestScreen(Grid(), columns: columns, lines: 10, traits: .testing(.mono, isAccessible: isAccessible))
  }

  private func titles(_ screen: TestScreen<Grid>) -> [Substring] {
    screen.lines[0].split(separator: " ").filter { !$0.hasPrefix("‹") }
  }

  @Test("Arrows, letters and ctrl-arrows move over the columns of the row, and not beyond")
  func moving() {
    let screen = screen()
    #expect(screen.controller.column == nil, "the whole row has the cursor first")
    screen.controller.moves = 0
    screen.press(.down, .right)
    expectEqual(screen.controller.column, "a")
    screen.press("l", .right)
    expectEqual(screen.controller.column, "c")
    expectEqual(screen.controller.dataSource.cursorItemIdentifier, 2)
    screen.press("h")
    expectEqual(screen.controller.column, "b")
    screen.press(KeyPress(.right, .control), .right)
    expectEqual(screen.controller.column, "e")
    screen.press(KeyPress(.left, .control), .left)
    expectEqual(screen.controller.column, "a")
    screen.press(.down)
    expectEqual(screen.controller.column, "a", "up and down keep the column")
    expectEqual(screen.controller.moves, 8)
    let other = self.screen()
    other.press(.left)
    expectEqual(other.controller.column, "e", "to the left it begins at the last one")
  }

  @Test(
    "The cell stands out in the bar of its row, its title has the accent, and the terminal's cursor is on it")
  func drawing() {
    let screen = screen()
    screen.press(.down, .right, .right)
    let frame = screen.frame
    let reversed = (0..<40).filter { frame[2, $0].style.attributes.contains(.reverse) }
    #expect(reversed.contains(2) && reversed.contains(14) && !reversed.contains { (8..<12).contains($0) })
    expectEqual([frame[0, 2].style, frame[0, 8].style], [Theme.mono.columnTitle, Theme.mono.prompt])
    expectEqual(frame.cursor, ScreenPoint(line: 2, column: 8))
    #expect(!frame[1, 8].style.attributes.contains(.reverse))
  }

  @Test(
    "The cursor stays on its column when columns are added, moved and renamed, and takes the place of a removed one"
  )
  func identity() {
    let screen = screen()
    screen.controller.tableView.cursorColumn = 2
    let table = screen.controller.tableView
    table.columns.insert(TableColumn("new", width: 4...4), at: 0)
    expectEqual(screen.controller.column, "c")
    table.columns.swapAt(0, 3)
    expectEqual(table.cursorColumn, 0)
    var renamed = table.columns
    renamed[0].title = "c ▼"
    table.columns = renamed
    expectEqual(screen.controller.column, "c ▼")
    table.columns.remove(at: 0)
    expectEqual(table.cursorColumn, 0)
    table.cursorColumn = 4
    table.columns.removeLast(2)
    expectEqual(table.cursorColumn, 2)
    table.columns = ["", "", ""].map { TableColumn($0, width: 4...4) }
    expectEqual(table.cursorColumn, nil, "these are the columns of another table")
    screen.press(.left, .left)
    expectEqual(table.cursorColumn, 1, "columns without a title are distinct")
    table.columns = []
    screen.press(.right)
    expectEqual(table.cursorColumn, nil)
  }

  @Test(
    "The column scrolls into view as little as possible, pinned columns stay, and the user can scroll it away"
  )
  func scrolling() {
    let screen = screen(columns: 20)
    screen.controller.tableView.columns[1].isPinned = true
    screen.press(.right, .right, .right)
    expectEqual(titles(screen), ["a", "b", "c"], "nothing scrolls while the column is in view")
    screen.press(.right)
    expectEqual(titles(screen), ["b", "c", "d"])
    screen.press(KeyPress(.right, .control))
    #expect(titles(screen).first == "b" && titles(screen).last == "e", "\(screen.lines)")
    screen.resize(columns: 17, lines: 10)
    #expect(titles(screen).contains("e"), "\(screen.lines)")
    screen.press(KeyPress(.left, .shift), KeyPress(.left, .shift), KeyPress(.left, .shift))
    #expect(!titles(screen).contains("e") && screen.controller.column == "e")
    screen.controller.show([7, 8])
    screen.resize(columns: 18, lines: 10)
    #expect(!titles(screen).contains("e"), "law 4: what the user scrolled away stays away")
    screen.press(.right)
    #expect(titles(screen).contains("e"))
  }

  @Test("A click moves the cursor to the cell, and a list that was empty keeps the column") func clicks() {
    let screen = screen()
    screen.click(at: ScreenPoint(line: 3, column: 15))
    #expect(screen.controller.column == "c" && screen.controller.dataSource.cursorItemIdentifier == 3)
    screen.click(at: ScreenPoint(line: 2, column: 39))
    #expect(screen.controller.column == "c", "beside the columns only the row changes")
    screen.controller.show([])
    screen.press(.right)
    screen.controller.show([5])
    expectEqual(screen.controller.column, "d")
  }

  @Test(
    "In an outline the arrows open and close, and letters move over the cells; of rows there are no cells")
  func outlines() {
    let screen = screen()
    var outline = DiffableDataSourceSectionSnapshot<Int>()
    outline.append([1])
    outline.append([2], to: 1)
    screen.controller.dataSource.apply(outline, to: 0)
    screen.press(.right)
    #expect(screen.controller.column == nil && screen.contains("b2"))
    screen.press("l", .left)
    #expect(screen.controller.column == "a" && !screen.contains("b2"))
    screen.controller.tableView.selectionUnit = .row
    screen.press("l")
    #expect(screen.controller.column == nil && screen.contains("b2"))
  }

  @Test("While a query is typed, the arrows move in it, and in an empty one over the cells") func queries() {
    let screen = screen()
    screen.controller.searchBar = SearchBar()
    screen.press(.right)
    expectEqual(screen.controller.column, "a")
    screen.type("xy")
    screen.press(.left)
    screen.type("z")
    expectEqual(screen.controller.searchBar?.text, "xzy")
    expectEqual(screen.controller.column, "a")
  }

  @Test("A screen reader hears the column and its cell") func accessible() {
    let screen = screen(isAccessible: true)
    screen.controller.announcesChanges = true
    screen.press(.down, .right, .right)
    #expect(screen.contains("Row 2 of 3, b: b2"), "\(screen.lines)")
    expectEqual(screen.frame.cursor.map { screen.frame[$0.line, $0.column].text }, "b")
  }
}
