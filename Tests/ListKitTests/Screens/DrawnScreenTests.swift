import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Screens whose content a program draws itself.
@MainActor
@Suite("Screens that draw themselves") struct DrawnScreenTests {
  /// A screen that draws a text in all places, also outside, and records its events.
  private final class Pane: ViewController {
    private(set) var events: [Event] = []
    var takes: (Event) -> Bool = { _ in true }

    override func draw(in canvas: inout Canvas) {
      for line in -1...canvas.size.lines {
        canvas.write(StyledText(String(repeating: "#", count: 200)), line: line)
        canvas.place([Glyph("漢", width: 2)], line: line, column: canvas.size.columns - 1)
        canvas[line, canvas.size.columns - 1] = Glyph("漢", width: 2)
        canvas.fill(line: line, columns: -3..<400, with: Glyph("字", width: 2))
        canvas[line, 0] = Glyph("x")
      }
      canvas.inside(Rect(line: -5, column: -5, columns: 900, lines: 900)) {
        $0.write("outside", line: 4, column: 4)
      }
      canvas.placeCursor(line: 1, column: 2)
    }

    override func handle(_ event: Event) -> Bool {
      guard takes(event) else { return false }
      events.append(event)
      return true
    }
  }

  private let list = NumbersController(0..<3) { "row \($0)" }
  private let pane = Pane()

  private func split(columns: Int = 101, lines: Int = 9) -> TestScreen<SplitViewController> {
    list.title = "List"
    list.statusText = "of the list"
    pane.title = "Pane"
    pane.statusText = "of the pane"
    return TestScreen(
      SplitViewController(primary: list, secondary: pane), columns: columns,
      lines: lines)
  }

  @Test("Nothing that a screen draws is outside of its part") func bounds() {
    let screen = split()
    expectEqual(screen.lines[0].split(separator: "│").map(String.init), ["List" + blanks(56), "Pane"])
    for line in 1...7 {
      #expect(screen.lines[line].contains("│x 字"), "\(screen.lines[line])")
      #expect(!screen.lines[line].prefix(60).contains { "#漢字x".contains($0) })
    }
    #expect(screen.lines[8].hasPrefix("of the list"))
    // The size of the details is even: the last wide character fits.
    expectEqual(pane.contentSize, ScreenSize(columns: 40, lines: 7))
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  @Test("Keys that the content does not handle do what they do on each screen") func keys() {
    let screen = split()
    pane.takes = { $0 == .key(.character("a")) || $0 == .key(.down) }
    screen.press(.tab, .character("a"), .down, .character("b"))
    expectEqual(pane.events, [.key(.character("a")), .key(.down)])
    screen.press(.escape, .down)
    #expect(list.hasFocus && screen.cursor?.text.hasPrefix("▌ row 1") == true)
    screen.press(.character("q"))
    #expect(screen.ending == .finished(status: 0))
  }

  @Test("The help lists the keys of the screen and none of rows, and takes the keys") func help() {
    let screen = split(lines: 24)
    var count = 0
    pane.addKeyCommand("z", title: "zoom") { count += 1 }
    pane.takes = { $0 == .key(.down) }
    screen.press(.tab, .character("z"), .function(1))
    #expect(count == 1 && screen.contains("zoom") && screen.contains("other part of the screen"))
    #expect(!screen.contains("screenful") && !screen.contains("first row"))
    screen.press(.down, .escape)
    #expect(pane.events.isEmpty && !screen.contains("zoom"))
  }

  @Test("Places of the mouse count from the corner of the content") func mouse() {
    let screen = split()
    screen.drag(from: ScreenPoint(line: 2, column: 65), to: ScreenPoint(line: 8, column: 2))
    let (start, end) = (ScreenPoint(line: 1, column: 4), ScreenPoint(line: 7, column: -59))
    expectEqual(
      pane.events,
      [MouseEvent(.press, at: start), MouseEvent(.drag, at: end), MouseEvent(.release, at: end)].map(
        Event.mouse))
    #expect(pane.hasFocus)
    screen.click(at: ScreenPoint(line: 0, column: 70))
    expectEqual(pane.events.count, 3, "the title is not content")
  }

  @Test("A screen that draws itself is pushed, covered and left as every other") func navigation() {
    let screen = TestScreen(list, columns: 40, lines: 10)
    (list.title, pane.title) = ("List", "Pane")
    pane.takes = { _ in false }
    list.theme = .light
    list.navigationController?.pushViewController(pane)
    #expect(screen.lines[0].hasPrefix("List ") && screen.lines[0].hasSuffix(" Pane"))
    #expect(screen.lines[9].contains("esc back"))
    expectEqual(pane.currentTheme, .light)
    screen.press(.escape)
    #expect(screen.contains("row 0") && pane.navigationController == nil)
  }

  @Test("The title can be set as in UIKit") func navigationItem() {
    pane.navigationItem.title = "Pane"
    expectEqual(pane.title, "Pane")
  }

  /// A screen that draws itself and handles a command.
  private final class Counter: ViewController {
    private(set) var count = 0

    override func draw(in canvas: inout Canvas) { canvas.write("count \(count)") }

    override func perform(_ command: Command) -> Bool {
      guard command == .page(1) else { return super.perform(command) }
      count += 1
      return true
    }
  }

  @Test("A screen that draws itself has a key map, commands, panels and the progress of work") func chrome() {
    let screen = TestScreen(Counter(), columns: 60, lines: 8)
    screen.controller.keyMap.bind("n", to: .page(1), "count", when: .whenNotTyping)
    screen.controller.workProgress = .fraction(0.5)
    screen.press("n", .pageDown)
    #expect(screen.contains("count 2") && screen.lines.last?.contains("50%") == true, "\(screen.lines)")
    screen.controller.present(Panel(title: "Notes", lines: [Panel.Line("", "one")]))
    screen.press("n")
    #expect(screen.controller.panel?.title == "Notes" && screen.controller.count == 2)
    #expect(screen.controller.keyDescriptions().contains { $0.title == "count" && $0.keys == "n" })
  }

  @Test("A question is shown on a screen that is too small for its content", arguments: [10, 11])
  func questionOnSmallScreen(columns: Int) async {
    let screen = TestScreen(TableViewController(), columns: columns, lines: 4)
    #expect(screen.contains("too small"))
    let alert = AlertController(title: "Go?")
    var isAnswered = false
    alert.addAction(AlertAction(title: "Yes") { _ in isAnswered = true })
    screen.controller.present(alert)
    #expect(screen.contains("Go?") || screen.contains("Yes"), "\(screen.lines)")
    screen.press(.enter)
    #expect(isAnswered && screen.contains("too small"))
  }

  @Test("A released screen releases what is around its content") func release() {
    weak var released: ViewController?
    do {
      let pane = Pane()
      var canvas = Canvas(size: ScreenSize(columns: 40, lines: 6), traits: .testing(.trueColor))
      NavigationController(rootViewController: pane).draw(in: &canvas)
      released = pane
    }
    #expect(released == nil)
  }

  /// A list that draws a line over its first row, and takes a key.
  private final class Framed: TableViewController {
    private(set) var taken: [Event] = []

    override func draw(in canvas: inout Canvas) {
      super.draw(in: &canvas)
      canvas.write("over \(canvas.size.lines) lines", line: 0)
    }

    override func handle(_ event: Event) -> Bool {
      guard event == .key("x") || event == .mouse(MouseEvent(.press, at: ScreenPoint(line: 1, column: 3)))
      else {
        return false
      }
      taken.append(event)
      return true
    }
  }

  /// A split view that draws over its parts, and takes a key.
  private final class FramedSplit: SplitViewController {
    private(set) var taken: [Event] = []

    override func draw(in canvas: inout Canvas) {
      super.draw(in: &canvas)
      canvas.write("framed", line: canvas.size.lines - 1)
    }

    override func handle(_ event: Event) -> Bool {
      guard
        [.key("y"), .key("x"), .mouse(MouseEvent(.press, at: ScreenPoint(line: 5, column: 80)))].contains(
          event)
      else {
        return false
      }
      taken.append(event)
      return true
    }
  }

  @Test("Lists and split views can draw over their content and take events, too") func overriding() {
    let list = Framed()
    let split = FramedSplit(primary: list)
    let dataSource = TableViewDiffableDataSource<Int, Int>(tableView: list.tableView) {
      ListContentConfiguration(text: "row \($0)")
    }
    dataSource.apply(DiffableDataSourceSnapshot([(0, [1, 2, 3])]), animatingDifferences: false)
    list.title = "List"
    let screen = TestScreen(split, columns: 120, lines: 9)
    #expect(screen.lines[1].hasPrefix("over 7 lines") && screen.lines[2].hasPrefix("  row 2"))
    expectEqual(screen.lines[7].trimmingPrefix { $0 == " " }.prefix(6), "framed")
    screen.press("x", "y", .down)
    #expect(list.taken.count == 1 && split.taken == [.key("y")] && screen.cursor?.line == 2)
    screen.click(at: ScreenPoint(line: 2, column: 3))
    #expect(list.taken.count == 2 && list.tableView.cursorIndexPath?.item == 1)
    screen.click(at: ScreenPoint(line: 5, column: 80))
    #expect(split.taken.count == 2 && list.hasFocus)
  }

  @Test("A split view as a part of another one traps, and the message names three columns") func nestedSplit()
    async throws
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let inner = SplitViewController(primary: TableViewController())
        _ = SplitViewController(primary: TableViewController(), secondary: inner)
      }
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      message.contains("init(primary:supplementary:secondary:)") && message.contains("DrawnScreenTests"))
  }
}
