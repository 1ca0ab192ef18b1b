import ListKitTesting
import Testing

@testable import ListKit

/// A list and the details of its row on one screen.
@MainActor
@Suite struct SplitViewControllerTests {
  /// Numbered rows; writes down what it is told.
  private class Page: NumbersController {
    var log: [String] = []

    init(_ title: String, rows: Range<Int>) {
      super.init(rows) { "\(title.lowercased()) \($0)" }
      self.title = title
      statusText = StyledText("\(title) status")
      keyMap.bind(.character("x"), to: .keyCommand(title.count), "what \(title) does")
    }

    override func viewDidLoad() { log.append("load") }
    override func viewWillAppear(_ animated: Bool) { log.append("will appear") }
    override func viewDidAppear(_ animated: Bool) { log.append("did appear") }
    override func viewWillDisappear(_ animated: Bool) { log.append("will disappear") }
    override func viewDidDisappear(_ animated: Bool) { log.append("did disappear") }
  }

  private let list = Page("List", rows: 0..<30)
  private let detail = Page("Detail", rows: 100..<130)

  private func screen(columns: Int = 120, lines: Int = 20) -> TestScreen<SplitViewController> {
    TestScreen(
      SplitViewController(listViewController: list, detailViewController: detail), columns: columns,
      lines: lines)
  }

  @Test func otherDetailsTakeTheirPlace() {
    let screen = screen()
    screen.press(.tab)
    screen.controller.detailViewController = Page("Other", rows: 200..<230)
    #expect(screen.lines[0].contains("│Other") && screen.contains("other 200"))
    #expect(screen.controller.focusedViewController === screen.controller.detailViewController)
  }

  @Test func detailsStandBesideTheListOrBelowIt() {
    let screen = screen()
    #expect(screen.lines[0].contains("List") && screen.lines[0].contains("│Detail"))
    #expect(screen.lines[1].hasPrefix("▌ list 0") && screen.lines[1].contains("│▌ detail 100"))
    #expect(screen.lines[19].hasPrefix("List status") && screen.lines[19].hasSuffix("F1 help"))
    screen.resize(columns: 99, lines: 20)
    #expect(screen.lines[12] == String(repeating: "─", count: 99))
    #expect(screen.lines[1].hasPrefix("▌ list 0") && screen.lines[13].hasPrefix("▌ detail 100"))
  }

  @Test func withLittleRoomTheOneWithTheKeysIsSeen() {
    let screen = screen(columns: 20, lines: 5)
    #expect(
      screen.lines == ["▌ list 0           ▐", "  list 1", "  list 2", "  list 3", "List status F1 help"])
    screen.press(.tab)
    #expect(screen.lines[0].hasPrefix("▌ detail 100"))
    #expect(screen.lines[4].hasPrefix("Detail sta"))
    screen.press(.escape)
    #expect(screen.lines[0].hasPrefix("▌ list 0"))
    screen.press(.escape)
    #expect(screen.ending?.exitStatus == 0)
  }

  @Test func tabGivesTheKeysToTheOther() {
    let screen = screen()
    screen.press(.down, .tab, .down, .down, .character("x"))
    #expect(screen.controller.focusedViewController === detail)
    #expect(list.tableView.cursorIndexPath?.item == 1)
    #expect(detail.tableView.cursorIndexPath?.item == 2)
    #expect(detail.commands.last == .keyCommand(6))
    #expect(screen.lines[19].hasPrefix("Detail status"))
    #expect(screen.cursor?.text.contains("detail 102") == true)
    #expect(screen.frame.cursor?.column ?? 0 > 60)
    screen.press(KeyPress(.tab, .shift), .character("x"))
    #expect(list.commands.last == .keyCommand(4))
    #expect(screen.frame.cursor == Point(line: 2, column: 0))
  }

  @Test func theOneWithTheKeysIsVisiblySo() {
    let screen = screen()
    let bars = { (text: String) in screen.style(of: text)?.attributes.contains(.reverse) }
    #expect(bars("list 0") == true && bars("detail 100") == false)
    #expect(screen.style(of: "List") == list.currentTheme.title)
    #expect(screen.style(of: "Detail") == list.currentTheme.secondaryText)
    screen.press(.tab)
    #expect(bars("list 0") == false && bars("detail 100") == true)
    #expect(screen.style(of: "Detail") == list.currentTheme.title)
    // The row they are about can still be found.
    #expect(screen.lines[1].hasPrefix("▌ list 0"))
  }

  @Test func aClickGivesTheKeysAndTheWheelDoesNot() throws {
    let screen = screen()
    screen.click(on: "detail 103")
    #expect(screen.controller.focusedViewController === detail)
    #expect(detail.tableView.cursorIndexPath?.item == 3)
    screen.turnWheel(2, at: Point(line: 5, column: 3))
    #expect(screen.controller.focusedViewController === detail)
    #expect(!screen.contains("list 0 ") && screen.contains("list 6"))
    screen.click(on: "list 7")
    #expect(screen.controller.focusedViewController === list)
    #expect(list.tableView.cursorIndexPath?.item == 7)
    screen.click(on: "F1 help")
    #expect(screen.contains("what List does"))
  }

  @Test func helpAndQuestionsAreOfTheOneWithTheKeysAndLieOnAllOfTheScreen() {
    let screen = screen(lines: 60)
    screen.press(.tab, .function(1))
    #expect(screen.contains("what Detail does") && !screen.contains("what List does"))
    #expect(screen.lines.contains { $0.contains("tab") && $0.contains("part of the screen") })
    screen.click(at: Point(line: 59, column: 0))
    #expect(!screen.contains("what Detail does"))
    // The other one asks: it has the keys as long.
    var answers: [String] = []
    let alert = AlertController(title: "Sure?")
    alert.addAction(AlertAction(title: "Yes") { answers.append($0.title) })
    ChangeCause.user.perform { list.present(alert) }
    #expect(screen.contains("─ Sure? ─"))
    screen.press(.enter)
    #expect(answers == ["Yes"])
    #expect(screen.controller.focusedViewController === detail)
  }

  @Test func detailsFollowTheCursorAndAreToldWhenTheyComeAndGo() {
    var made: [Page] = []
    let split = SplitViewController(listViewController: list)
    split.detailProvider = { [list] indexPath in
      guard let item = indexPath.flatMap(list.dataSource.itemIdentifier(for:)) else { return nil }
      made.append(Page("Of \(item)", rows: item..<item + 3))
      return made.last
    }
    split.theme = .highContrast
    let screen = TestScreen(split, columns: 120, lines: 20)
    #expect(screen.lines[0].contains("│Of 0"))
    #expect(made.count == 1 && made[0].log == ["load", "will appear", "did appear"])
    screen.press(.down)
    #expect(screen.lines[0].contains("│Of 1") && screen.lines[1].contains("of 1 1"))
    #expect(made[0].log.suffix(2) == ["will disappear", "did disappear"])
    #expect(made[1].theme == .highContrast)
    // A key held down asks once for a frame.
    screen.send(Array(repeating: .key(.down), count: 5))
    #expect(screen.lines[0].contains("│Of 6") && made.count == 3)
    // Also where the data moved it, and not where it stays.
    list.show(7..<30)
    #expect(screen.lines[0].contains("│Of 7"))
    list.show(5..<30)
    #expect(screen.lines[0].contains("│Of 7") && made.count == 4)
    // Without a row the last ones stay.
    list.show(0..<0)
    #expect(screen.lines[0].contains("│Of 7"))
  }

  @Test func bothAreToldWithTheScreen() {
    let navigation = NavigationController(rootViewController: Page("Root", rows: 0..<3))
    let split = SplitViewController(listViewController: list, detailViewController: detail)
    navigation.pushViewController(split)
    let screen = TestScreen(split, columns: 120, lines: 20)
    #expect(screen.lines[0].hasPrefix("Root › List"))
    #expect(screen.lines[0].contains("│Detail"))
    for page in [list, detail] { #expect(page.log == ["load", "will appear", "did appear"]) }
    let next = Page("Next", rows: 0..<3)
    detail.navigationController?.pushViewController(next)
    #expect(screen.lines[0] == "Root › List › Next")
    for page in [list, detail] { #expect(page.log.suffix(2) == ["will disappear", "did disappear"]) }
    screen.press(.escape, .tab, .escape)
    #expect(navigation.topViewController === split)
    for page in [list, detail] { #expect(page.log.suffix(2) == ["will appear", "did appear"]) }
    screen.press(.escape)
    #expect(screen.lines[0] == "Root")
    for page in [list, detail] { #expect(page.log.suffix(2) == ["will disappear", "did disappear"]) }
    #expect(list.navigationController == nil && detail.navigationController == nil)
  }

  @Test func detailsCanBeHidden() {
    let screen = screen()
    screen.press(.tab)
    screen.controller.isDetailHidden = true
    #expect(!screen.contains("detail"))
    #expect(screen.controller.focusedViewController === list)
    screen.press(.tab)
    #expect(screen.controller.focusedViewController === list)
    screen.controller.isDetailHidden = false
    #expect(screen.contains("│▌ detail 100"))
  }

  @Test func aScreenIsInOneSplitViewOnly() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let list = TableViewController()
        let split = SplitViewController(listViewController: list)
        _ = SplitViewController(listViewController: list)
        _ = split
      }
    }
  }

  @Test(arguments: [(20, 5), (60, 10), (80, 24), (100, 12), (200, 60)], [false, true])
  func roomsNeitherOverlapNorWaste(_ size: (columns: Int, lines: Int), _ focusesDetail: Bool) {
    let areas = SplitLayout(
      size: Size(columns: size.columns, lines: size.lines), hasDetail: true, focusesDetail: focusesDetail)
    var taken = Set<Point>()
    for rect in [areas.list, areas.detail].compactMap(\.self) {
      for line in rect.lines {
        for column in rect.columns { #expect(taken.insert(Point(line: line, column: column)).inserted) }
      }
    }
    let edge = areas.list == nil || areas.detail == nil ? 0 : areas.isWide ? size.lines - 1 : size.columns
    #expect(taken.count + edge == size.columns * (size.lines - 1))
    #expect(areas.status == size.lines - 1)
  }
}
