import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

@MainActor
@Suite("Table view controllers") struct TableViewControllerTests {
  /// A screen of the numbers whose text contains the query.
  final class Numbers: TableViewController, SearchBarDelegate {
    var dataSource: TableViewDiffableDataSource<String, Int>!
    /// The event loop that the screen asks to end.
    private let terminal = ScriptedTerminal()
    private lazy var loop = Application(screen: terminal, events: terminal)
    private lazy var navigation = NavigationController(rootViewController: self)
    var endings: [Int32] { loop.ending.map { [$0.exitStatus] } ?? [] }
    var actions: [Int] = []
    /// All commands that arrived.
    var commands: [Command] = []
    /// Commands that arrived while a panel was open.
    var panelCommands: [Command] = []
    var size = Size(columns: 30, lines: 10)
    var now = 0

    func start(hasQuery: Bool) {
      title = "Numbers"
      dataSource = TableViewDiffableDataSource(
        tableView: tableView, content: { item in ListContentConfiguration(text: "n\(item)") })
      if hasQuery {
        searchBar = SearchBar()
        searchBar?.delegate = self
      }
      navigation.application = loop
      tableView.primaryAction = { [unowned self] in actions.append(dataSource.itemIdentifier(for: $0) ?? -1) }
      filter("")
    }

    func filter(_ query: String) {
      let shown = (0..<40).filter { query.isEmpty || "n\($0)".contains(query) }
      dataSource.apply(DiffableDataSourceSnapshot([("all", shown)]))
      statusText = "\(shown.count)/40"
    }

    override func perform(_ command: Command) -> Bool {
      commands.append(command)
      guard panel != nil else { return super.perform(command) }
      panelCommands.append(command)
      guard command == .keyCommand(6) else { return super.perform(command) }
      present(Panel(title: "Next", lines: []))
      return true
    }

    func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
      filter(searchText)
      if !searchText.isEmpty { tableView.moveCursorToFirstRow() }
    }

    @discardableResult
    func lines() -> [String] {
      var canvas = Canvas(size: size, traits: .testing(.mono), time: .seconds(now))
      chrome.render(in: &canvas)
      chrome.questionsAreSeen()
      return (0..<size.lines).map(canvas.frame.text(ofLine:))
    }

    func type(_ keys: KeyPress...) -> [String] {
      for key in keys { press(key) }
      return lines()
    }

    var item: Int? { tableView.cursorIndexPath.flatMap(dataSource.itemIdentifier(for:)) }
  }

  func screen(hasQuery: Bool = true) -> Numbers {
    let screen = Numbers()
    screen.start(hasQuery: hasQuery)
    screen.lines()
    return screen
  }

  @Test("The title, the query, the rows and the status are drawn in this order") func arrangement() {
    let lines = screen().lines()
    expectEqual(lines[0], "Numbers")
    expectEqual(lines[1], "❯")
    #expect(lines[2].hasPrefix("▌ n0"))
    expectEqual(lines[9], "40/40    ctrl-c quit  F1 help")
  }

  @Test("A screen is laid out again if the size of its table changes") func relayout() {
    /// A screen that records the sizes of its table.
    final class Fitting: TableViewController {
      var rooms: [Size] = []
      override func viewWillLayoutSubviews() { rooms.append(tableView.visibleSize) }
    }
    let screen = Fitting()
    func draw(_ columns: Int, _ lines: Int) {
      var canvas = Canvas(size: Size(columns: columns, lines: lines), traits: .testing(.mono))
      screen.chrome.render(in: &canvas)
      screen.chrome.questionsAreSeen()
    }
    for _ in 0..<2 { draw(30, 10) }
    screen.title = "Title"
    screen.tableView.columns = [TableColumn("name", width: 3...9)]
    for _ in 0..<2 { draw(30, 10) }
    draw(2, 1)
    draw(40, 10)
    let sizes = [(30, 9), (30, 7), (40, 7)].map { Size(columns: $0, lines: $1) }
    expectEqual(screen.rooms, sizes)
  }

  @Test("A larger window is filled with rows, and the current row stays on its line") func growing() {
    let screen = screen(hasQuery: false)
    for _ in 0..<15 { _ = screen.type(KeyPress(.down)) }
    let line = screen.lines().firstIndex { $0.hasPrefix("▌") }
    screen.size = Size(columns: 40, lines: 30)
    let lines = screen.lines()
    expectEqual(lines.firstIndex { $0.hasPrefix("▌") }, line)
    #expect(lines[1..<29].allSatisfy { $0.contains("n") })
    expectEqual(screen.item, 15)
  }

  @Test("Each typed or pasted character filters the rows, and the status counts them") func filtering() {
    let screen = screen()
    let lines = screen.type(.character("n"), .character("3"))
    expectEqual(lines[1], "❯ n3")
    #expect(lines[2].contains("n3"))
    #expect(lines[9].hasPrefix("11/40  −29"))
    expectEqual(screen.item, 3)
    screen.now = 10
    expectEqual(screen.lines()[9], "11/40      esc clear  F1 help")
    _ = screen.receive(.paste("9\n"), times: 1)
    expectEqual(screen.lines()[1], "❯ n39")
  }

  @Test("The esc key closes the help, then clears the query, then ends the program") func escape() {
    let screen = screen()
    _ = screen.type(.character("n"), .character("3"), KeyPress(.down), KeyPress(.down))
    let item = screen.item
    #expect(screen.type(KeyPress(.function(1))).contains { $0.contains("─ Keys ─") })
    #expect(screen.type(KeyPress(.escape)).allSatisfy { !$0.contains("Keys") })
    expectEqual(screen.searchBar?.text, "n3")
    let lines = screen.type(KeyPress(.escape))
    expectEqual(lines[1], "❯")
    expectEqual(screen.item, item)
    #expect(screen.endings.isEmpty)
    _ = screen.type(KeyPress(.escape))
    expectEqual(screen.endings, [0])
  }

  @Test("A click moves to a row or into the query, and a double-click performs the action") func mouse() {
    let screen = screen()
    _ = screen.receive(.mouse(MouseEvent(.press, at: Point(line: 4, column: 5))), times: 1)
    expectEqual(screen.item, 2)
    _ = screen.receive(.mouse(MouseEvent(.doubleClick, at: Point(line: 4, column: 5))), times: 1)
    expectEqual(screen.actions, [2])
    _ = screen.receive(.mouse(MouseEvent(.press, at: Point(line: 9, column: 5))), times: 1)
    _ = screen.receive(.mouse(MouseEvent(.press, at: Point(line: 0, column: 5))), times: 1)
    expectEqual(screen.item, 2)
    _ = screen.type(.character("n"), .character("3"))
    _ = screen.receive(.mouse(MouseEvent(.press, at: Point(line: 1, column: 3))), times: 1)
    expectEqual(screen.searchBar?.editor.insertionPoint, 1)
  }

  @Test(
    "A window that is too small shows a message and recovers when it grows",
    arguments: [(11, 10), (30, 1), (30, 2), (1, 1), (0, 0)])
  func tooSmall(_ columns: Int, _ lines: Int) {
    let screen = screen()
    _ = screen.type(KeyPress(.down), KeyPress(.down), KeyPress(.down))
    let before = screen.lines()
    screen.size = Size(columns: columns, lines: lines)
    let small = screen.lines()
    #expect(lines == 2 || small.first.map { $0.hasSuffix("small") || columns < 5 } ?? true)
    _ = screen.receive(.mouse(MouseEvent(.press, at: Point(line: 0, column: 0))), times: 1)
    screen.size = Size(columns: 30, lines: 10)
    expectEqual(screen.item, 3)
    if lines != 2 { expectEqual(screen.lines(), before) }
  }

  @Test("A window of 20 columns and 5 lines shows the query, the rows and the status") func smallestWindow() {
    let screen = screen()
    screen.size = Size(columns: 20, lines: 5)
    expectEqual(screen.lines(), ["❯", "▌ n0               ▐", "  n1", "  n2", "40/40       F1 help"])
  }

  @Test("Without a search bar, letters are keys") func letters() {
    let screen = screen(hasQuery: false)
    _ = screen.type(.character("j"), .character("j"), .character("k"))
    expectEqual(screen.item, 1)
    _ = screen.type(.character("G"))
    expectEqual(screen.item, 39)
    _ = screen.type(.character("q"))
    expectEqual(screen.endings, [0])
  }

  @Test("Commands reach the screen while a row is grabbed or its menu is open")
  func modalCommands() {
    let screen = screen(hasQuery: false)
    screen.dataSource.reorderingHandlers.canReorderItem = { _ in true }
    screen.dataSource.contextMenuProvider = { _ in Menu(children: [Action(title: "Act") { _ in }]) }
    screen.keyMap.bind(.character("x"), to: .keyCommand(7))
    _ = screen.type(.alt("m"), KeyPress(.down), .character("x"), KeyPress(.escape))
    expectEqual(screen.commands, [.grab, .moveCursor(1), .keyCommand(7), .back])
    screen.commands = []
    #expect(screen.perform(.openMenu))
    _ = screen.type(KeyPress(.escape))
    expectEqual(screen.commands, [.openMenu, .back])
    #expect(screen.endings.isEmpty && !screen.tableView.isModal)
    expectEqual(screen.dataSource.snapshot().itemIdentifiers, Array(0..<40))
  }

  @Test("Enter does nothing if the row was removed since the last frame") func enter() {
    let screen = screen()
    _ = screen.type(KeyPress(.down))
    var snapshot = screen.dataSource.snapshot()
    snapshot.deleteItems([1])
    screen.dataSource.apply(snapshot)
    _ = screen.type(KeyPress(.enter))
    #expect(screen.actions.isEmpty)
    _ = screen.type(KeyPress(.enter))
    expectEqual(screen.actions, [2])
  }

  @Test("Enter after text that is not drawn yet acts on the first match") func typedAhead() {
    let screen = screen()
    _ = screen.type(.character("n"), .character("3"), .character("7"), KeyPress(.enter))
    expectEqual(screen.actions, [37])
  }
}
