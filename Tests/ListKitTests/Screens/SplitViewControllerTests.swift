import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// A list and the details of its current row on one screen.
@MainActor
@Suite("Split views") struct SplitViewControllerTests {
  private let list = Page("List", rows: 0..<30)
  private let detail = Page("Detail", rows: 100..<130)

  init() {
    for page in [list, detail] {
      page.statusText = "\(page.title) status"
      page.keyMap.bind(.character("x"), to: .keyCommand(page.title.count), "what \(page.title) does")
    }
  }

  /// The detail screens that were created for rows of the list.
  private final class Details { var made: [Page] = [] }

  /// Returns a split view that creates a detail screen for each row of the list.
  private func splitMakingDetails() -> (SplitViewController, Details) {
    let details = Details()
    let split = SplitViewController(primary: list)
    split.detailProvider = { [list] indexPath in
      guard let item = indexPath.flatMap(list.dataSource.itemIdentifier(for:)) else { return nil }
      details.made.append(Page("Of \(item)", rows: item..<item + 3))
      return details.made.last
    }
    return (split, details)
  }

  private func screen(columns: Int = 120, lines: Int = 20) -> TestScreen<SplitViewController> {
    TestScreen(
      SplitViewController(primary: list, secondary: detail), columns: columns,
      lines: lines)
  }

  @Test("A new detail screen replaces the former one and keeps the focus") func replacement() {
    let screen = screen()
    screen.press(.tab)
    screen.controller.secondary = Page("Other", rows: 200..<230)
    #expect(screen.lines[0].contains("│Other") && screen.contains("other 200"))
    #expect(screen.controller.focusedViewController === screen.controller.secondary)
  }

  @Test("Details are beside the list on a wide screen and below it on a narrow one") func placement() {
    let screen = screen()
    #expect(screen.lines[0].contains("List") && screen.lines[0].contains("│Detail"))
    #expect(screen.lines[1].hasPrefix("▌ list 0") && screen.lines[1].contains("│▌ detail 100"))
    #expect(screen.lines[19].hasPrefix("List status") && screen.lines[19].hasSuffix("F1 help"))
    screen.resize(columns: 99, lines: 20)
    expectEqual(screen.lines[12], String(repeating: "─", count: 99))
    #expect(screen.lines[1].hasPrefix("▌ list 0") && screen.lines[13].hasPrefix("▌ detail 100"))
  }

  @Test("Keys of a split view work in both parts, and a part's own key comes first") func keys() {
    final class Count { var value = 0 }
    let screen = screen()
    let (split, own) = (Count(), Count())
    screen.controller.addKeyCommand("z", "d", title: "what both do") { split.value += 1 }
    screen.controller.keyHints = ["z"]
    detail.addKeyCommand("d", title: "what the details do") { own.value += 1 }
    screen.press("z", "d")
    #expect(split.value == 2 && own.value == 0)
    screen.press(.tab, "z", "d")
    #expect(split.value == 3 && own.value == 1)
    #expect(screen.lines[19].contains("z what both do"), "\(screen.lines[19])")
    screen.press(.function(1))
    let help = { (key: String, title: String) in
      screen.lines.contains { $0.contains("\(key)  ") && $0.contains(title) }
    }
    #expect(help("z", "what both do") && help("d", "what the details do"), "\(screen.lines)")
    screen.press(.escape)
    let drawn = Pane()
    screen.controller.secondary = drawn
    screen.press("z")
    #expect(drawn.hasFocus && split.value == 4)
    screen.controller.secondary = detail
    let alone = TestScreen(drawn, columns: 40, lines: 10)
    alone.press("z")
    expectEqual(split.value, 4, "it has left the split view")
  }

  private final class Pane: ViewController {}

  @Test("Enter focuses visible details unless the list has a primary action") func enter() {
    let screen = screen()
    screen.press(.down, .function(1))
    #expect(screen.contains("to the details"))
    screen.press(.escape, .enter)
    #expect(screen.controller.focusedViewController === detail)
    screen.press(.enter)
    #expect(screen.controller.focusedViewController === detail)
    screen.press(.escape)
    #expect(screen.controller.focusedViewController === list)
    var chosen: [Int] = []
    list.tableView.primaryAction = { chosen.append($0.item) }
    screen.press(.enter)
    #expect(screen.controller.focusedViewController === list && chosen == [1])
    list.tableView.primaryAction = nil
    screen.controller.isDetailHidden = true
    screen.press(.enter, .function(1))
    #expect(screen.controller.focusedViewController === list && !screen.contains("to the details"))
  }

  @Test("Reloading requests the details once for each frame") func reloading() {
    let screen = screen()
    var asked: [Int?] = []
    screen.controller.detailProvider = { [detail] in
      asked.append($0?.item)
      return detail
    }
    _ = screen.lines
    screen.controller.reloadDetail()
    screen.controller.reloadDetail()
    _ = screen.lines
    expectEqual(asked, [0, 0], "once a drawing")
  }

  @Test("Keys and drags move the divider, and each pane keeps a minimum size") func resizing() throws {
    let screen = screen()
    let edge = { screen.location(of: "│Detail")?.column }
    expectEqual(edge(), 71)
    screen.press("alt-<", "alt-<")
    expectEqual(edge(), 67)
    screen.press("alt->")
    expectEqual(edge(), 69)
    screen.drag(from: ScreenPoint(line: 5, column: 69), to: ScreenPoint(line: 9, column: 30))
    expectEqual(edge(), 30)
    screen.resize(columns: 240, lines: 20)
    expectEqual(edge(), 61, "its share stays")
    screen.resize(columns: 120, lines: 20)
    screen.drag(from: ScreenPoint(line: 5, column: 30), to: ScreenPoint(line: 5, column: 119))
    expectEqual(edge(), 105, "each keeps an eighth")
    for _ in 0..<60 { screen.press("alt-<") }
    expectEqual(edge(), 15)
    expectEqual(screen.controller.preferredPrimaryColumnWidthFraction.map { Int($0 * 120) }, 15)
    screen.resize(columns: 60, lines: 20)
    let rule = String(repeating: "─", count: 60)
    let start = try #require(screen.lines.firstIndex(of: rule))
    screen.press("alt->")
    expectEqual(screen.lines.firstIndex(of: rule), start + 1)
    screen.drag(from: ScreenPoint(line: start + 1, column: 8), to: ScreenPoint(line: 10, column: 3))
    expectEqual(screen.lines.firstIndex(of: rule), 10)
    screen.click(on: "list 3")
    #expect(screen.lines.firstIndex(of: rule) == 10 && list.tableView.cursorIndexPath?.item == 3)
  }

  @Test(
    "Details below the list take the lines that they need, at most half, and leave the list its title",
    arguments: 13...60)
  func linesOfDetails(_ lines: Int) {
    for needed in 1...40 {
      let layout = SplitLayout(
        size: ScreenSize(columns: 60, lines: lines), count: 2, focus: 0, detailLines: needed)
      guard let list = layout.parts[0]?.size.lines, let details = layout.parts[1]?.size.lines else {
        Issue.record("both parts have room")
        return
      }
      expectEqual(list + 1 + details, lines - 1)
      #expect(details <= max(needed, (lines - 1) / 8) && details <= (lines - 1) / 2)
      #expect(list >= 8 && details >= min(needed, 3))
    }
  }

  @Test("Tab and shift-tab move the focus between the list and the details") func tabKey() {
    let screen = screen()
    screen.press(.down, .tab, .down, .down, .character("x"))
    #expect(screen.controller.focusedViewController === detail)
    expectEqual(list.tableView.cursorIndexPath?.item, 1)
    expectEqual(detail.tableView.cursorIndexPath?.item, 2)
    expectEqual(detail.commands.last, .keyCommand(6))
    #expect(screen.lines[19].hasPrefix("Detail status"))
    #expect(screen.cursor?.text.contains("detail 102") == true)
    #expect(screen.frame.cursor?.column ?? 0 > 60)
    screen.press(KeyPress(.tab, .shift), .character("x"))
    expectEqual(list.commands.last, .keyCommand(4))
    expectEqual(screen.frame.cursor, ScreenPoint(line: 2, column: 0))
  }

  @Test("A click moves the focus to a pane, and the wheel only scrolls a pane") func mouse() throws {
    let screen = screen()
    screen.click(on: "detail 103")
    #expect(screen.controller.focusedViewController === detail)
    expectEqual(detail.tableView.cursorIndexPath?.item, 3)
    screen.turnWheel(2, at: ScreenPoint(line: 5, column: 3))
    #expect(screen.controller.focusedViewController === detail)
    #expect(!screen.contains("list 0 ") && screen.contains("list 6"))
    screen.click(on: "list 7")
    #expect(screen.controller.focusedViewController === list)
    expectEqual(list.tableView.cursorIndexPath?.item, 7)
    screen.click(on: "F1 help")
    #expect(screen.contains("what List does"))
  }

  @Test("The help is that of the focused pane, and an alert of another pane receives the keys")
  func helpAndAlerts() {
    let screen = screen(lines: 60)
    screen.press(.tab, .function(1))
    #expect(screen.contains("what Detail does") && !screen.contains("what List does"))
    #expect(screen.lines.contains { $0.contains("tab") && $0.contains("part of the screen") })
    screen.click(at: ScreenPoint(line: 59, column: 0))
    #expect(!screen.contains("what Detail does"))
    // While the list presents an alert, the list receives the keys.
    var answers: [String] = []
    let alert = AlertController(title: "Sure?")
    alert.addAction(AlertAction(title: "Yes") { answers.append($0.title) })
    ChangeCause.user.perform { list.present(alert) }
    #expect(screen.contains("─ Sure? ─"))
    screen.press(.enter)
    expectEqual(answers, ["Yes"])
    #expect(screen.controller.focusedViewController === detail)
  }

  @Test("Details follow the cursor once per frame and are notified when they appear and disappear")
  func followingDetails() {
    let (split, details) = splitMakingDetails()
    split.theme = .highContrast
    let screen = TestScreen(split, columns: 120, lines: 20)
    #expect(screen.lines[0].contains("│Of 0"))
    #expect(details.made.count == 1 && details.made[0].log == [.load, .willAppear, .didAppear])
    screen.press(.down)
    #expect(screen.lines[0].contains("│Of 1") && screen.lines[1].contains("of 1 1"))
    expectEqual(details.made[0].log.suffix(2), [.willDisappear, .didDisappear])
    expectEqual(details.made[1].theme, .highContrast)
    // Several keys in one frame request the details once.
    screen.send(Array(repeating: .key(.down), count: 5))
    #expect(screen.lines[0].contains("│Of 6") && details.made.count == 3)
    // The details also follow when the data moves the cursor, and stay when it does not.
    list.show(7..<30)
    #expect(screen.lines[0].contains("│Of 7"))
    list.show(5..<30)
    #expect(screen.lines[0].contains("│Of 7") && details.made.count == 4)
    // Without a row, the last details stay.
    list.show(0..<0)
    #expect(screen.lines[0].contains("│Of 7"))
  }

  @Test("Only visible panes are created and notified that they appear") func visiblePanes() {
    let (split, details) = splitMakingDetails()
    let screen = TestScreen(split, columns: 40, lines: 10)
    screen.press(.down, .down)
    #expect(details.made.isEmpty && list.log == [.load, .willAppear, .didAppear])
    screen.press(.enter)
    #expect(
      details.made.map(\.title) == ["Of 2"]
        && details.made.first?.log == [.load, .willAppear, .didAppear])
    #expect(screen.contains("of 2 2") && list.log.last == .didDisappear)
    screen.press(.escape)
    #expect(details.made.first?.log.last == .didDisappear && list.log.last == .didAppear)
    // With space for both, both are visible.
    screen.resize(columns: 120, lines: 20)
    #expect(
      details.made.count == 1 && details.made.first?.log.last == .didAppear && list.log.last == .didAppear
    )
    split.isDetailHidden = true
    screen.press(.up, .enter)
    expectEqual(details.made.count, 1)
  }

  @Test("Both panes are notified when the split view appears and disappears") func lifeCycle() {
    let navigation = NavigationController(rootViewController: Page("Root", rows: 0..<3))
    let split = SplitViewController(primary: list, secondary: detail)
    navigation.pushViewController(split)
    let screen = TestScreen(split, columns: 120, lines: 20)
    #expect(screen.lines[0].hasPrefix("Root › List"))
    #expect(screen.lines[0].contains("│Detail"))
    for page in [list, detail] { expectEqual(page.log, [.load, .willAppear, .didAppear]) }
    let next = Page("Next", rows: 0..<3)
    detail.navigationController?.pushViewController(next)
    expectEqual(screen.lines[0], "Root › List › Next")
    for page in [list, detail] { expectEqual(page.log.suffix(2), [.willDisappear, .didDisappear]) }
    screen.press(.escape, .tab, .escape)
    #expect(navigation.topViewController === split)
    for page in [list, detail] { expectEqual(page.log.suffix(2), [.willAppear, .didAppear]) }
    screen.press(.escape)
    expectEqual(screen.lines[0], "Root")
    for page in [list, detail] { expectEqual(page.log.suffix(2), [.willDisappear, .didDisappear]) }
    #expect(list.navigationController == nil && detail.navigationController == nil)
  }

  @Test("Hidden details give the focus to the list and can be shown again") func hiding() {
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

  @Test("Adding a screen to a second split view traps") func sharedScreen() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let list = TableViewController()
        let split = SplitViewController(primary: list)
        _ = SplitViewController(primary: list)
        _ = split
      }
    }
  }

  /// Three columns, of which the second shows ten rows.
  private func columns(_ columns: Int = 120, lines: Int = 10) -> TestScreen<SplitViewController> {
    TestScreen(
      SplitViewController(primary: list, supplementary: Page("Middle", rows: 50..<60), secondary: detail),
      columns: columns, lines: lines)
  }

  @Test("Three columns are beside each other where they fit, else the one with the focus has the screen")
  func threeColumns() {
    let screen = columns(80)
    let starts = { ["List", "Middle", "Detail"].map { screen.location(of: $0)?.column } }
    expectEqual(starts(), [0, 21, 52])
    screen.resize(columns: 79, lines: 30)
    expectEqual(starts(), [0, nil, nil])
    screen.press(.tab)
    expectEqual(starts(), [nil, 0, nil])
    screen.resize(columns: 200, lines: 10)
    expectEqual(starts(), [0, 51, 127])
    screen.controller.isDetailHidden = true
    #expect(screen.contains("Middle") && !screen.contains("Detail"))
    screen.press(.tab, .tab)
    #expect(screen.controller.focusedViewController === screen.controller.supplementary)
  }

  @Test("Tab, enter, escape and clicks move the focus over three columns") func focusOfThree() throws {
    let screen = columns(lines: 30)
    let split = screen.controller
    func focus() -> String { split.focusedViewController.title }
    let tabs = [KeyPress.tab, .tab, .tab, "shift-tab", "shift-tab"].map { key in
      screen.press(key)
      return focus()
    }
    expectEqual(tabs, ["Middle", "Detail", "List", "Detail", "Middle"])
    screen.press("F1")
    #expect(screen.contains("to the details"))
    screen.press(.escape, .escape, "F1")
    #expect(screen.contains("to the next list"))
    screen.press(.escape, .tab)
    screen.press(.escape)
    expectEqual(focus(), "List")
    screen.press(.enter, .enter)
    expectEqual(focus(), "Detail")
    screen.press(.escape, .escape)
    expectEqual(focus(), "List")
    #expect(screen.click(on: "detail 103") && focus() == "Detail")
    #expect(screen.click(on: "middle 53") && focus() == "Middle")
    screen.press("q", "q")
    expectEqual(screen.ending, .finished(status: 0))
  }

  @Test("Keys and the mouse move each of the lines between three columns") func edgesOfThree() {
    let screen = columns()
    let starts = { ["Middle", "Detail"].map { screen.location(of: $0)?.column } }
    expectEqual(starts(), [31, 77])
    screen.press("alt->")
    expectEqual(starts(), [33, 79])
    screen.press(.tab, "alt-<")
    expectEqual(starts(), [33, 77])
    screen.press(.tab, "alt-<")
    expectEqual(starts(), [33, 75])
    screen.drag(from: ScreenPoint(line: 3, column: 32), to: ScreenPoint(line: 3, column: 22))
    expectEqual(starts(), [23, 65])
    screen.drag(from: ScreenPoint(line: 3, column: 64), to: ScreenPoint(line: 3, column: 90))
    expectEqual(starts(), [23, 91])
    for _ in 0..<99 { screen.press("alt-<", .tab) }
    #expect(starts().allSatisfy { $0 != nil })
  }

  @Test("The details of three columns are those of the row in the second one") func detailsOfThree() {
    let screen = columns()
    var asked: [Int?] = []
    screen.controller.detailProvider = {
      asked.append($0?.item)
      return nil
    }
    _ = screen.frame
    screen.press(.down, .tab, .down, .down)
    expectEqual(asked, [0, 1, 2])
  }

  @Test(
    "The panes do not overlap and leave only the divider and the status line free",
    arguments: [(20, 5), (60, 10), (80, 24), (100, 12), (200, 60)], [false, true])
  func coverage(_ size: (columns: Int, lines: Int), _ focusesDetail: Bool) {
    let areas = SplitLayout(
      size: ScreenSize(columns: size.columns, lines: size.lines), count: 2, focus: focusesDetail ? 1 : 0)
    var taken = Set<ScreenPoint>()
    for rect in areas.parts.compactMap(\.self) {
      for line in rect.lines {
        for column in rect.columns { #expect(taken.insert(ScreenPoint(line: line, column: column)).inserted) }
      }
    }
    let edge = !areas.showsAll ? 0 : areas.isWide ? size.lines - 1 : size.columns
    expectEqual(taken.count + edge, size.columns * (size.lines - 1))
  }
}
